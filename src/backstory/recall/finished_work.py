"""Whether a session ended with its work done: committed, answered, and with nothing named that is left."""

from backstory.model.session import Session
from backstory.patterns.step_deeds import OPEN
from backstory.recall.endings import breaks_off, find_telling, list_steps
from backstory.recall.open_questions import asks_person
from backstory.recall.substance import split_sentences


def is_finished(session: Session) -> bool:
    """Whether the last thing that a session did is a commit, and its last answer leaves nothing open."""
    if not session.commits or breaks_off(session) or list_steps(session):
        return False
    answer = find_telling(session)
    if answer is None or asks_person(answer.text) or any(not step.done for step in session.plan):
        return False
    if _works_on(session) or _is_red(session):
        return False
    return not any(OPEN.search(one.lower()) for one in split_sentences(answer.text))


def _works_on(session: Session) -> bool:
    """Whether something was edited or asked for after the last commit."""
    last = session.commits[-1]
    prompts = [one for one in session.prompts if (one.line, one.made) > (last.line, last.made)]
    runs = [one for one in session.commands if (one.line, one.made) > (last.line, last.made)]
    return any(one.edited for one in prompts) or any(one.edited for one in (*runs, *session.commands[-1:]))


def _is_red(session: Session) -> bool:
    """Whether the tests failed when they ran last."""
    return next((run.failed for run in reversed(session.commands) if run.kind == "test"), False)
