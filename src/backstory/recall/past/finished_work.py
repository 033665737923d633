"""Whether a session ended with its work done: committed, answered, with nothing left and nothing taken back."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import Session
from backstory.model.snapshot import GitState
from backstory.patterns.nothing_left import find_nothing_left
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import OPEN
from backstory.recall.past.endings import breaks_off, find_telling, list_steps
from backstory.recall.past.open_questions import asks_person
from backstory.recall.text.stance import takes_back
from backstory.recall.text.substance import split_sentences

_TAKES_BACK: Final = Pattern(
    r"\b(?:revert(?:s|ed|ing)?|roll(?:s|ed|ing)? (?:\S+ ){0,3}back|back(?:s|ed|ing)? (?:it|that|this|them) out"
    r"|t(?:ake|akes|ook|aken|aking) (?:\S+ ){0,3}(?:back|out again)|undo(?:es|ne|ing)?|undid|withdr[ae]wn?|rückgängig"
    r"|zurück(?:genommen|gerollt|gesetzt|nehmen|rollen|setzen)|(?:nehme?|nahm) (?:\S+ ){0,3}zurück"
    r"|annul(?:e|é|ée|er|ons)|(?:revenue?s?|reviens) en arrière|revertid[oa]s?|revertí|revertir|deshecho|deshice"
    r"|deshacer|ripristinat[oa]|annullat[oa]|teruggedraaid)\b",
    re.IGNORECASE,
    wide=r"回[滚滾退]|撤[销銷回]|还原|還原|元に戻|取り消|差し戻|リバート|되돌|롤백|철회",
)
"""Words for taking work back."""
_UNDOING: Final = late_pattern(
    r"\bgit (?:-\S+ (?:\S+ )?)*?(?:revert\b|reset (?:\S+ )*?(?:--(?:hard|keep|merge)\b|[^\s-]\S*[~^@])"
    r"|restore (?!--staged|-S)|checkout (?:\S+ )?--? |checkout \.(?:\s|$)|stash\b(?! (?:list|show|pop|apply|drop)))"
)
"""A command that takes work back."""
_REVERT: Final = late_pattern(r"revert\b[\s:(]", re.IGNORECASE)
"""How the subject of a commit begins that takes another one back."""
_POLITE: Final = 30
"""Characters of courtesy with which a request may begin."""


def is_finished(session: Session) -> bool:
    """Whether the last thing that a session did is a commit, and its last answer leaves nothing open."""
    if not session.commits or breaks_off(session) or list_steps(session):
        return False
    answer = find_telling(session)
    if answer is None or asks_person(answer.text) or any(not step.done for step in session.plan):
        return False
    if _works_on(session) or _is_red(session) or _is_taken_back(session, answer.text):
        return False
    sentences = [one for one in split_sentences(answer.text) if find_nothing_left(one) != ""]
    return not any(OPEN.search(one.lower()) for one in sentences)


def _works_on(session: Session) -> bool:
    """Whether something was edited or asked for after the last commit."""
    last = session.commits[-1]
    prompts = [one for one in session.prompts if (one.line, one.made) > (last.line, last.made)]
    runs = [one for one in session.commands if (one.line, one.made) > (last.line, last.made)]
    return any(one.edited for one in prompts) or any(one.edited for one in (*runs, *session.commands[-1:]))


def _is_red(session: Session) -> bool:
    """Whether the tests failed when they ran last."""
    return next((run.failed for run in reversed(session.commands) if run.kind == "test"), False)


def is_reverted(session: Session, git: GitState) -> bool:
    """Whether a commit after those of a session takes one of them back."""
    undone = {f'Revert "{commit.subject}"' for commit in session.commits}
    return any(commit.subject in undone for commit in git.commits)


def _is_taken_back(session: Session, answer: str) -> bool:
    """Whether the session ends with work being taken back that was not asked for as such in the first place."""
    last = session.commits[-1]
    if session.prompts and _asks_to_take_back(session.prompts[0].text):
        return False
    if _REVERT.match(last.subject):
        return True
    later = [one for one in session.prompts if (one.line, one.made) > (last.line, last.made)]
    runs = [one.command for one in session.commands if (one.line, one.made) > (last.line, last.made) and not one.failed]
    asked = [one.text for one in later or session.prompts[1:][-1:]]
    texts = [*asked, answer] if later else asked
    return any(map(_UNDOING.search, runs)) or any(_TAKES_BACK.search(one) or takes_back(one) for one in texts)


def _asks_to_take_back(prompt: str) -> bool:
    """Whether a prompt begins with the request to take something back."""
    first = next(iter(split_sentences(prompt)), "")
    match = _TAKES_BACK.search(first)
    return match is not None and match.start() <= _POLITE
