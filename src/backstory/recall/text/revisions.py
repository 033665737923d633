"""Values that a person gave, and another one for the same thing later: 60 columns on Monday, 40 on Tuesday.

Nothing in the later sentence need say that it corrects the earlier one. Two values are about the same thing if they
count the same (seconds and minutes, attempts) and what is uttered around them shares a name or two words: the prompt,
and the sentences of the answer that repeat the value.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.base.overturns.cues import TESTS
from backstory.base.overturns.explicit_replacements import list_replacements
from backstory.base.staleness_marks import NO_LONGER, mark_replaced
from backstory.base.tokenizer import STOP, WEAK
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.likeness import strip_ending, word_stems
from backstory.recall.text.settling import is_settling

_NUMBERS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "ten": "10",
    "zwei": "2", "drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "zehn": "10", "deux": "2", "trois": "3",
    "dos": "2", "tres": "3", "half": "0.5",
}  # fmt: skip
_DIMENSIONS: Final = frozenset(("time", "size", "part"))
_ARTICLES: Final = frozenset(("a", "an", "ein", "eine", "einer", "einen", "ne", "une", "un", "una"))
"""Words that count one where a unit of time follows."""
_UNITS: Final[Mapping[str, tuple[str, str]]] = {
    name: (dimension, names.split()[0])
    for dimension, rows in (
        ("time", ("ms millisecond", "s sec second sekunde seconde segundo", "min m minute minuten minuto")),
        ("time", ("h hr hour stunde heure hora", "d day tag tage jour", "w week woche semaine semana")),
        ("size", ("b byte", "kb kib kilobyte", "mb mib megabyte", "gb gib gigabyte")),
        ("part", ("% percent prozent",)),
    )
    for names in rows
    for name in (*names.split(), *(f"{one}s" for one in names.split()), *(f"{one}n" for one in names.split()))
}  # fmt: skip
"""Unit -> what it measures, and its first name."""
_FIGURE: Final = Pattern(
    rf"(?<![\w.`/#:-])(?P<number>\d+(?:[.,]\d+)*|\b(?:{'|'.join([*_NUMBERS, *_ARTICLES])})\b)"
    r"(?:[ -]?(?P<unit>%|[^\W\d_]{1,14}\b)(?! time| mal\b| fois))?",
    re.IGNORECASE,
)
_ASSIGNED: Final = Pattern(r"\w ?(?:==?|!=|<>) ?$")
"""What stands before the number of a query or of code."""
_BEFORE: Final = Pattern(r"([^\W\d_]{3,})(?: (?:is|of|to|at|auf|ist|=))?[ =:(]*$", re.IGNORECASE)
_MOST_FIGURES: Final = 8
"""Figures of a prompt above which it is a table or pasted."""
_LONGEST: Final = 1_500
"""Characters of a prompt above which most of it is pasted."""
_SEVERAL: Final = 3
"""Figures of a sentence that give no single value."""
_SHARED: Final = 2
"""Words that two statements share when they are about the same thing, where no name says so."""


class Figure(NamedTuple):
    """A number with what it counts."""

    value: str
    unit: str
    """Its first name, or a noun without its ending."""
    dimension: str
    """`time`, `size`, `part`, or the unit itself; empty for a bare number."""
    end: int
    """Where it ends in its text."""

    @property
    def meaning(self) -> tuple[str, str]:
        """What makes two figures the same."""
        return self.value, self.unit


class Uttered(NamedTuple):
    """An utterance as far as its figures matter."""

    when: int
    """Place in the order of the talk."""
    is_person: bool
    sentences: tuple[str, ...]


class Revision(NamedTuple):
    """A figure that another one replaced."""

    when: int
    """When it was replaced."""
    old: Figure
    new: str
    """The figure in force as it was written; empty where there are several."""
    stems: frozenset[str]
    """What both are about."""
    text: str
    """The sentence that replaced it."""


class _Statement(NamedTuple):
    when: int
    figures: tuple[Figure, ...]
    texts: tuple[str, ...]
    """How each figure was written."""
    own: frozenset[str]
    """The stems of the sentence itself."""
    names: frozenset[str]
    """What the sentence and its surroundings name."""
    stems: frozenset[str]
    settles: bool
    """Whether the sentence settles something, and not only mentions a figure."""
    text: str


def read_figures(text: str) -> Sequence[tuple[Figure, str]]:
    """The figures of a text, each with how it was written."""
    return _read_figures(text) if _has_figures(text) else ()


@judged
def _has_figures(text: str) -> bool:
    return bool(_read_figures(text))


@lru_cache(1_024)
def _read_figures(text: str) -> Sequence[tuple[Figure, str]]:
    return tuple(_find_figures(text))


def _find_figures(text: str) -> Iterator[tuple[Figure, str]]:
    for match in _FIGURE.compiled.finditer(text):
        number, word = match["number"].casefold(), (match["unit"] or "").casefold()
        dimension, unit = _UNITS.get(word, ("", ""))
        value = number if number[0].isdigit() else _NUMBERS.get(number, "1" if number in _ARTICLES and unit else "")
        if not value or _ASSIGNED.search(text, 0, match.start()):
            continue
        end = match.end() if unit else match.end("number")
        if not unit:
            unit = dimension = _find_noun(text, match.start(), word)
        yield Figure(value, unit, dimension, end), text[match.start() : end]


def _find_noun(text: str, start: int, following: str) -> str:
    """What a number without a unit counts: the noun after it, else the one before it."""
    before = _BEFORE.search(text, 0, start)
    for word in (following, before[1].casefold() if before else ""):
        if word and word not in STOP and word not in WEAK:
            return strip_ending(word)
    return ""


def find_revisions(rows: Sequence[Uttered]) -> list[Revision]:
    """The figures that a person gave and replaced by others later. `rows` are in the order of the talk."""
    statements = [one for place, row in enumerate(rows) if row.is_person for one in _read_statements(rows, place)]
    revisions: list[Revision] = []
    for number, later in enumerate(statements):
        for earlier in statements[:number]:
            revisions += _compare(earlier, later) if earlier.when < later.when else ()
    return revisions


def _read_statements(rows: Sequence[Uttered], place: int) -> Iterator[_Statement]:
    """Yields the sentences of a prompt that hold figures, and what they are about by their own words and those of the
    sentences beside the prompt that repeat a figure."""
    row = rows[place]
    if sum(map(len, row.sentences)) > _LONGEST:
        return
    for text in row.sentences:
        pairs = read_figures(text)
        if not 0 < len(pairs) <= _MOST_FIGURES or text.endswith(("?", "？")):
            continue
        values = {figure.value for figure, _ in pairs}
        beside = [
            one for number in (place - 1, place + 1) if 0 <= number < len(rows) for one in _answered(rows[number])
        ]
        texts = [text, *(one for one in beside if values & {figure.value for figure, _ in read_figures(one)})]
        names = {term for term, worth in merge_terms(texts).items() if worth > 1 and not term[0].isdigit()}
        stems = frozenset().union(*map(_read_stems, texts))
        figures, written = zip(*pairs, strict=True)
        own = _read_stems(text, _list_counting())
        settles = is_settling(text)
        yield _Statement(row.when, figures, written, own, frozenset(names), stems, settles, text)


def _answered(row: Uttered) -> tuple[str, ...]:
    return () if row.is_person else row.sentences


def _read_stems(text: str, common: frozenset[str] | None = None) -> frozenset[str]:
    """The stems of a text without its figures, and without common words unless others are given."""
    return frozenset(stem for stem in word_stems(text) if not stem[0].isdigit()) - (
        _list_common() if common is None else common
    )


@lru_cache(1)
def _list_counting() -> frozenset[str]:
    """The stems of units and numbers."""
    return word_stems(" ".join([*_UNITS, *_NUMBERS, *_ARTICLES]))


@lru_cache(1)
def _list_common() -> frozenset[str]:
    """The same, and those of words that say little."""
    return _list_counting() | word_stems(" ".join(WEAK))


def _is_of_tests(statement: _Statement) -> bool:
    """Whether a statement gives a figure to a test or an example, where another one holds than elsewhere."""
    return not TESTS.isdisjoint(statement.text.lower().split())


def _compare(earlier: _Statement, later: _Statement) -> Iterator[Revision]:
    """Yields the figures of a statement that a later one about the same thing replaces."""
    if not later.settles or _is_of_tests(earlier) != _is_of_tests(later):
        return
    named = _list_named(later.text)
    for old in earlier.figures:
        if named and old.value not in named:
            continue  # the sentence says itself which value it replaces
        counted = _read_stems(old.unit)
        shared = (earlier.stems & later.stems) - counted
        direct = (earlier.own & later.own) - counted
        own = earlier.own - counted
        is_whole = bool(own) and own <= later.own
        is_same = is_whole or (2 * len(direct) >= len(own) > 0 and 4 * len(direct) >= len(later.own - counted))
        news = {
            figure.meaning: written
            for figure, written in zip(later.figures, later.texts, strict=True)
            if figure.dimension == old.dimension
        }
        if (
            not news
            and is_same
            and len(later.figures) < _SEVERAL
            and old.meaning not in {figure.meaning for figure in later.figures}
        ):
            news = {figure.meaning: written for figure, written in zip(later.figures, later.texts, strict=True)}
        measures = old.dimension in _DIMENSIONS and 4 * len(shared & earlier.own) >= len(earlier.own - counted)
        if not (is_same or earlier.names & later.names or len(shared) >= _SHARED or (measures and shared)):
            continue
        is_value = old.dimension in _DIMENSIONS or (earlier.settles and old.dimension)
        if is_value and news and old.meaning not in news:
            yield Revision(
                later.when,
                old,
                next(iter(news.values())) if len(news) == 1 else "",
                earlier.stems | earlier.own,
                later.text,
            )


@lru_cache(1_024)
def _list_named(text: str) -> frozenset[str]:
    """The numbers that a sentence replaces by their name."""
    return frozenset(one.old.number for one in list_replacements(text))


def _is_ordinal(written: str) -> bool:
    """Whether a figure is the second one of its kind: `a second attempt`."""
    return written.casefold().split(" ")[0] in _ARTICLES and "second" in written.casefold()


def mark_revised(text: str, when: int, revisions: Sequence[Revision]) -> tuple[str, bool]:
    """A text that was uttered at a place of the order, with `[replaced by 40]` after each figure that was replaced, and
    whether all of its figures were."""
    marks: dict[int, str] = {}
    figures = [one for one in read_figures(text) if not _is_ordinal(one[1])] if revisions else []
    if not figures:
        return text, False
    stems = word_stems(text)
    for figure, _ in figures:
        for revision in revisions:
            is_same = revision.old.meaning == figure.meaning and revision.old.dimension == figure.dimension
            if revision.when > when and is_same and not stems.isdisjoint(revision.stems):
                marks[figure.end] = mark_replaced(revision.new) if revision.new else NO_LONGER
    for end in sorted(marks, reverse=True):
        text = text[:end] + marks[end] + text[end:]
    return text, bool(marks) and len(marks) == len(figures)
