"""What the tests of overturned names look for."""

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> set[tuple[str, str]]:
    """The names that are overturned in a talk of a person and an agent, in turn, with their sentence up to there."""
    rows = [
        Spoken("s1", split_sentences(text), is_person=place % 2 == 0, turn=place) for place, text in enumerate(talk)
    ]
    figures = ((rows[one.row].sentences[one.number], one) for one in find_overturns(rows))
    return {(text[: one.figure.end], one.value) for text, one in figures if one.figure is not None}
