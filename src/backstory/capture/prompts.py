"""What a prompt lays down, also where its contractions lack their apostrophe."""

from backstory.capture.candidate import Candidate
from backstory.capture.contractions import add_apostrophes, restore_words
from backstory.capture.selection import select_prompt


def read_prompt(prompt: str, question: str = "", proposed: str = "") -> list[Candidate]:
    """The rules, decisions and findings of a prompt, in the words of the person.

    `question` and `proposed` are what the agent asked and proposed last.
    """
    spelled, added = add_apostrophes(prompt)
    return [restore_words(one, added) if added else one for one in select_prompt(spelled, question, proposed)]
