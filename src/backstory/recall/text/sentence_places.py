"""Where sentences stand in the text that was split into them, as numbers from which the sentences can be read again.

A sentence may stand there on several lines and with marks of bold type, and a heading without its colon.
"""

from collections.abc import Iterable
from typing import Final

from backstory.model.text import one_line

_BOLD: Final = "**"
_HEAD: Final = 2
"""Characters by which the beginning of a sentence is looked for."""


def place_sentences(text: str, sentences: Iterable[str]) -> list[int] | None:
    """Two numbers for each sentence, see `read_sentences`; None if one of them does not stand in the text so."""
    places: list[int] = []
    for sentence in sentences:
        place = _find_place(text, sentence, abs(places[-1]) if places else 0)
        if place is None:
            return None
        places += place
    return places


def read_sentences(text: str, places: list[int]) -> list[str]:
    """The sentences that stand at places of a text.

    The first number of each is where it begins, or -1 less that where it does not stand there as it is read. The second
    is where it ends, below zero where a colon is added.
    """
    return [_read(text, *place) for place in zip(places[::2], places[1::2], strict=True)]


def _read(text: str, start: int, end: int) -> str:
    sentence = text[start : abs(end)] if start >= 0 else one_line(text[~start : abs(end)].replace(_BOLD, ""))
    return f"{sentence}:" if end < 0 else sentence


def _find_place(text: str, sentence: str, begin: int) -> tuple[int, int] | None:
    start = text.find(sentence, begin)
    if start >= 0:
        return start, start + len(sentence)
    for core, sign in ((sentence, 1), (sentence.removesuffix(":"), -1)):
        start = text.find(core[:_HEAD], begin)
        while start >= 0 and core:
            end = _find_end(text, core, start)
            if end and _read(text, ~start, sign * end) == sentence:
                return ~start, sign * end
            start = text.find(core[:_HEAD], start + 1)
    return None


def _find_end(text: str, sentence: str, place: int) -> int:
    """Where a sentence ends that begins at a place; 0 where another one does."""
    for sign in sentence:
        begin = place
        while text.startswith(_BOLD, place) or (sign == " " and text[place : place + 1].isspace()):
            place += len(_BOLD) if text.startswith(_BOLD, place) else 1
        if sign == " " and place > begin:
            continue
        if text[place : place + 1] != sign:
            return 0
        place += 1
    return place
