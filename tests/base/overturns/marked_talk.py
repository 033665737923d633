"""A talk of several sessions, and what later words of it mark."""

from backstory.base.overturns.exchanges import Overturn, Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

Turn = tuple[int, str, str]
"""The session, what the person says, what the agent answers."""


def list_overturns(*turns: Turn) -> dict[str, Overturn]:
    """Each sentence that is marked -> what marks it."""
    rows = []
    for session, prompt, answer in turns:
        rows.append(Spoken(session, split_sentences(prompt), is_person=True))
        rows.append(Spoken(session, split_sentences(answer), is_person=False))
    return {rows[one.row].sentences[one.number]: one for one in find_overturns(rows)}


def find(*turns: Turn) -> dict[str, str]:
    """Each sentence that is marked -> the words that mark it."""
    return {sentence: one.by for sentence, one in list_overturns(*turns).items()}


BETWEEN: Turn = (1, "show the version in the footer", "The footer shows the version.")
"""Work on something else."""
