"""Where a session stopped, in a few words of the person: for a line that a person reads."""

from backstory.model.session import Session
from backstory.model.text import one_line
from backstory.recall.past.openings import leans
from backstory.recall.text.printed_lines import list_written
from backstory.recall.text.stance import is_errand, speaks_of_commits


def name_stop(session: Session, length: int) -> str:
    """The sentence of the last prompt that asks for something of its own; else the title of the session.

    Words to go on, thanks, and what is only to be committed say nothing of the work.
    """
    for prompt in reversed(session.prompts):
        if leans(prompt.text):
            continue
        telling = [one for one in list_written(prompt.text) if not _says_little(one)]
        if telling:
            return one_line(telling[0], length)
    return one_line(session.title, length)


def _says_little(sentence: str) -> bool:
    return leans(sentence) or speaks_of_commits(sentence) or is_errand(sentence)
