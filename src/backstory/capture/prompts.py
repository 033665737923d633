"""What a prompt lays down, also where its contractions lack their apostrophe."""

from backstory.capture.candidate import Candidate
from backstory.capture.contractions import mark_contractions, restore_words
from backstory.capture.selection import select_prompt


def read_prompt(prompt: str, question: str = "", proposed: str = "") -> list[Candidate]:
    """The rules, decisions and findings of a prompt, in the words of the person.

    `question` and `proposed` are what the agent asked and proposed last.
    """
    marked = mark_contractions(prompt)
    chosen = select_prompt(marked, question, proposed)
    return chosen if marked == prompt else list(map(restore_words, chosen))
