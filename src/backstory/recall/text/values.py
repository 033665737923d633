"""Values that were corrected later in a conversation: 200 that became 50, while the rest of the sentence holds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from backstory.base.staleness_marks import mark_replaced
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.likeness import word_stems

_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}  # fmt: skip
_N: Final = rf"(?<![\w.])(?:\d+(?:[.,]\d+)*|{'|'.join(_WORDS)})(?![\w]|\.\d)"
_UNIT: Final = r"(?:[ -]?[^\W\d_]{1,12}|%)?"
"""A word after a number: `10 seconds`, `10s`."""
_TOO: Final = r"(?:too|zu|trop|demasiad\w+)\b"
_PATTERNS: Final = tuple(
    Pattern(pattern.replace("OLD", f"(?P<old>{_N}){_UNIT}").replace("NEW", f"(?P<new>{_N})"), re.IGNORECASE)
    for pattern in (
        r"\bfrom OLD(?: \w+){0,2} (?:down |up )?to NEW",
        r"OLD ?(?:→|->|=>|⇒) ?NEW",
        r"NEW(?: \w+){0,3},? (?:instead of|rather than|and not|but not|not|statt|au lieu de|en vez de) OLD",
        r"\b(?:instead of|rather than|statt|au lieu de|en vez de) OLD[^.!?\d]{0,60}NEW",
        r"\b(?:not|nicht|pas|(?-i:[Nn]o)) OLD(?:,| but| sondern| mais| sino)[^.!?\d]{0,30}NEW",
        r"\b(?:change|replace|raise|lower|switche?)d?\b[^.!?\d]{0,40}OLD (?:to|by|with) NEW",
        rf"OLD[^.!?\d]{{0,40}}\b{_TOO}[^.!?\d]{{0,60}}NEW",
        r"OLD[^.!?\d]{0,30}\b(?:was|is) wrong[^.!?\d]{0,60}NEW",
    )
)
_LONGEST: Final = 400
"""Characters of a sentence that is searched: a longer one is a list or pasted."""
_MOST: Final = 8
"""Runs of digits of a sentence above which it is a list."""
_GIVES: Final = Pattern(
    r"\b(?:is|are|at|to|with|in|of|ist|sind|auf|bei|est|sont|à|es|son|en)\b (?:now |in with |called "
    r"|jetzt )?(?:`[^`]+`|\d)"
    r"|=\s?(?:`[^`]+`|\d)|\bnow\b.*\d|`[^`]+` (?:is|are|ist|sind|est|es) ",
    re.IGNORECASE,
)
_SHORT: Final = 110
"""Characters of a sentence that says little more than a value."""


class ValueChange(NamedTuple):
    """A number that was replaced by another one, and what it was about."""

    when: int
    """Place in the order of the conversation."""
    old: str
    new: str
    """As it was written."""
    stems: frozenset[str]
    """Those of the sentence that says it, without its numbers."""


def find_changes(when: int, sentence: str) -> Iterator[ValueChange]:
    """Yields the values that a sentence replaces."""
    for pattern in _PATTERNS if _may_change(sentence) else ():
        for match in pattern.finditer(sentence):
            old, new = _normalize(match["old"]), match["new"]
            if old != _normalize(new):
                stems = frozenset(stem for stem in word_stems(sentence) if not stem.isdigit())
                yield ValueChange(when, old, new, stems)


@judged
def _may_change(sentence: str) -> bool:
    """Whether a sentence has the form of a change."""
    if len(sentence) > _LONGEST or not _has_two_numbers(sentence):
        return False
    return any(pattern.search(sentence) for pattern in _PATTERNS)


def mark_changed(text: str, when: int, changes: Sequence[ValueChange]) -> str:
    """A text that was uttered at a place of the order, with `[replaced by 50]` after each number that was replaced."""
    later = [change for change in changes if change.when > when]
    if not later:
        return text
    stems = word_stems(text)
    stated = {_normalize(match[0]) for match in _NUMBER.finditer(text)}  # with both, a text tells of the change itself

    def mark(match: re.Match[str]) -> str:
        value, latest = _normalize(match[0]), ""
        for change in later:
            if change.old == value and _is_about(match, stems, change):
                value, latest = _normalize(change.new), change.new
        return f"{match[0]}{mark_replaced(latest)}" if latest and value not in stated else match[0]

    return _NUMBER.sub(mark, text)


_NUMBER: Final = Pattern(_N, re.IGNORECASE)
_NAMES: Final = Pattern(
    r"(?:\w ?(?:==?|!=|<>) ?|[\w)]\[|\b(?:index|status|code|version|level|line|page|port|step|steps|chapter) )$",
    re.IGNORECASE,
)
"""What stands before a number that names something: `STATE = 6`, `rows[1]`, `status 206`."""
_SHARED: Final = 2
"""Words that a sentence shares with a change of its number where that is a single digit, which comes up anywhere: a
wrong mark makes a true sentence false."""
_NEXT_WORD: Final = Pattern(r"[ -]([^\W\d_]+)")


def _is_about(match: re.Match[str], stems: frozenset[str], change: ValueChange) -> bool:
    """Whether a number of a text with these stems counts what a change is about. A word such as `one` often counts
    nothing, so the word after it has to be one of the change."""
    if _NAMES.search(match.string, 0, match.start()):
        return False
    subject = change.stems - _stems_of(_normalize(match[0]))
    if match[0][0].isdigit():
        return len(stems & subject) >= (1 if len(match[0]) > 1 else min(_SHARED, len(subject)))
    following = _NEXT_WORD.match(match.string, match.end())
    return following is not None and not word_stems(following[1]).isdisjoint(subject)


def list_changes(sentences: Iterable[tuple[int, str]]) -> list[ValueChange]:
    """The changes in sentences, each with its place in the order, the earliest first."""
    return [change for when, sentence in sentences for change in find_changes(when, sentence)]


def _normalize(number: str) -> str:
    return _WORDS.get(number.casefold(), number)


def _stems_of(value: str) -> frozenset[str]:
    return frozenset(word for word, number in _WORDS.items() if number == value)


def _has_two_numbers(sentence: str) -> bool:
    """Whether a sentence can replace a number by another one: most cannot, and need no pattern. One with many numbers
    is a list: in `LU 20, NO 15, PL 28`, Norway denies nothing."""
    figures = len(_DIGITS.findall(sentence))
    if figures > _MOST:
        return False
    return figures > 1 or figures + len(_WORDS.keys() & _LETTERS.findall(sentence.casefold())) > 1


_DIGITS: Final = Pattern(r"\d+")
_LETTERS: Final = Pattern(r"[a-z]+")


@judged
def gives_value(sentence: str) -> bool:
    """Whether a short sentence gives something its value or name: `the default interval is 30 seconds`."""
    return len(sentence) <= _SHORT and _GIVES.search(sentence) is not None
