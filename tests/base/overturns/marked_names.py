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


def mark(*talk: str) -> list[str]:
    """The sentences of such a talk that have marks, as a brief marks them."""
    rows = [
        Spoken("s1", split_sentences(text), is_person=place % 2 == 0, turn=place) for place, text in enumerate(talk)
    ]
    marks: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for one in find_overturns(rows):
        if one.figure is not None:
            marks.setdefault((one.row, one.number), []).append((one.figure.end, one.value))
    texts: list[str] = []
    for (row, number), places in marks.items():
        text = rows[row].sentences[number]
        for end, value in sorted(places, reverse=True):
            text = f"{text[:end]} [replaced by {value}]{text[end:]}"
        texts.append(text)
    return texts
