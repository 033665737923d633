"""The numbers of a sentence as somebody gives them: with what they count, and the names beside them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from backstory.base.figures import NUMBERS, Figure, read_figures
from backstory.base.overturns.exchanges import split_signed
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import split_camel_case
from backstory.patterns.pattern import Pattern

_ASSIGNED: Final = Pattern(r"\w[\w\"'`] ?(?:=|:|->) ?\"?(?=\d)|`(?=\d)|(?:^|[\s(])=(?=\d)")
"""What stands before the number in `retries = 3`."""
VALUE: Final = Pattern(r"(\d(?:[\d_.]*\d)?)(?:%|[^\W\d_]{1,4}\b)?")
"""A number in code, with the letters of its unit."""
_LONGEST: Final = 420
"""Characters of a sentence that is read: a longer one is a list or pasted."""
_BEFORE: Final = 3
"""Words before a number among which its name stands."""
_BEHIND: Final = 2
_RANGE: Final = Pattern(r"%?[-–]\d")
"""What stands behind the first number of a range."""
OPEN: Final = ("?", ",", ";", "{", "[")
"""How a question or a line of code ends."""
_FORMER: Final = Pattern(r"(?:`|\"|\*)* ?(?:→|->|=>|⇒)")
"""What stands behind a number that was replaced already."""
_WAS: Final = Pattern(r"\b(?:from|was(?: at)?|were|war|era|statt|instead of|rather than) [`\"*]*$")
"""What stands before one."""
_SHORTEST: Final = 3
"""Letters of a name that tells what a number is."""
_PAUSES: Final = (", ", "; ", ": ", ". ", "! ", "? ", " — ", " – ", "(", ")")
_PLACES: Final = frozenset(
    (
        "screenshot", "screenshots", "task", "tasks", "phase", "column", "columna", "spalte", "colonne", "punto",
        "point", "item", "question", "image", "imagen", "bild", "sprint",
    )
)  # fmt: skip
"""Words beside which a number counts or names something that no setting holds."""
_COMMAND: Final = Pattern(r"`[^`\n]* -{1,2}[\w-]+[^`\n]*`")
"""A command with options: `-count=20` repeats a test, and sets nothing of the product."""
_QUOTES: Final = "\"'`"


class GivenNumber(NamedTuple):
    """A number in a sentence."""

    value: str
    start: int
    end: int
    figure: Figure | None
    """None for one that is assigned to a name."""
    clause: frozenset[str]
    """Stems of the words up to the next pauses."""
    beside: frozenset[str]
    """Stems of the words right beside it."""


class NumberedSentence:
    """A sentence with its numbers."""

    def __init__(self, place: int, text: str, around: str) -> None:
        self.place = place
        self.text = text
        self._around = around

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(stem for stem in stem_words(read_words(self.text)) if not stem[0].isdigit())

    @cached_property
    def stems(self) -> frozenset[str]:
        """Those that say what it is about."""
        return content(self.words)

    @cached_property
    def is_past(self) -> bool:
        """Whether it asks, is a piece of code or tells what is gone already."""
        if self.text.endswith(OPEN):
            return True
        return tables().takes_out.find(read_words(self.text)) is not None

    @cached_property
    def around(self) -> frozenset[str]:
        """Stems of the short prompt that it belongs to."""
        return content(stem_words(read_words(self._around))) if self._around else self.stems

    @cached_property
    def numbers(self) -> Sequence[GivenNumber]:
        has_any = any(map(str.isdigit, self.text)) or not NUMBERS.keys().isdisjoint(self.text.lower().split())
        if len(self.text) > _LONGEST or not has_any:
            return ()
        counted = list(_read_counted(self.text))
        measured = [one for one in counted if one.figure and one.figure.dimension]  # `idle` = 5 minutes
        numbers = {number.start: number for number in (*counted, *_read_assigned(self.text), *measured)}
        commands = [match.span() for match in _COMMAND.finditer(self.text)] if "`" in self.text else ()
        return tuple(one for one in numbers.values() if not any(start < one.start < end for start, end in commands))

    def find(self, value: str) -> list[GivenNumber]:
        return [one for one in self.numbers if one.value == value]

    def find_standing(self, value: str) -> list[GivenNumber]:
        """The same without those that it gives as former ones."""
        return [
            one
            for one in self.find(value)
            if not _FORMER.match(self.text, one.end) and not _WAS.search(self.text[: one.start].lower())
        ]


def _read_counted(text: str) -> Iterator[GivenNumber]:
    words = list(split_signed(text))
    for figure in read_figures(words):
        end = text.rfind(figure.written, 0, figure.end) + len(figure.written)
        start = end - len(figure.written)
        is_item = not start and text[end : end + 1] in (")", ".")
        beside = _read_beside(text, start, end)
        if figure.is_plain and not is_item and not _RANGE.match(text, end) and _PLACES.isdisjoint(beside):
            yield _make_number(plain_number(figure.number), start, end, figure, text, beside)


def _read_assigned(text: str) -> Iterator[GivenNumber]:
    for match in _ASSIGNED.finditer(text):
        number = VALUE.match(text, match.end())
        if number is None or _RANGE.match(text, number.end()):
            continue
        start, end = number.span()
        if match[0][-1] not in _QUOTES or text[end : end + 1] in _QUOTES:
            beside = _read_beside(text, start, end)
            yield _make_number(plain_number(number[1]), start, end + (text[end : end + 1] == "`"), None, text, beside)


def _make_number(
    value: str, start: int, end: int, figure: Figure | None, text: str, beside: Sequence[str]
) -> GivenNumber:
    begin = max(text.rfind(sign, 0, start) for sign in _PAUSES) + 1
    stop = min((place for sign in _PAUSES if (place := text.find(sign, end)) >= 0), default=len(text))
    clause = f"{text[begin:start]} {text[end:stop]}"
    return GivenNumber(value, start, end, figure, content(stem_names(clause)), content(stem_names(" ".join(beside))))


def _read_beside(text: str, start: int, end: int) -> list[str]:
    """The words right before and behind a number."""
    begin = max(text.rfind(sign, 0, start) for sign in (", ", "; ", ". ", "! ", "? ", " — ", " – ")) + 1
    behind = "" if text[end : end + 1] in (",", ";", ")", ".") else text[end:]
    return [*read_words(text[begin:start])[-_BEFORE:], *read_words(behind)[:_BEHIND]]


def plain_number(number: str) -> str:
    number = number.replace("_", "")
    return number.rstrip("0").rstrip(".") if "." in number else number


def stem_names(name: str) -> frozenset[str]:
    """The stems of names and of their parts."""
    words = [part for token in name.replace(".", " ").split() for part in (token, *split_camel_case(token))]
    stems = stem_words([word for part in words for word in read_words(part.replace("_", " "))])
    return frozenset(stem for stem in stems if len(stem) >= _SHORTEST)
