"""The own words of a message, sentence by sentence: without code, quotations, logs, and what others have put in."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from backstory.capture.text.duration_cues import OF_CASE, opens_passing
from backstory.capture.text.own_lines import HEADING, ITEM, read_lines
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.sentence_ends import cut_long, goes_on
from backstory.model.text import REDACTED
from backstory.patterns.numbered_lists import split_numbered
from backstory.patterns.run_ons import split_run_on

MAX_MESSAGE: Final = 40_000
"""Characters of a message that are read."""
MAX_SENTENCE: Final = 2000
"""Characters above which a sentence is data in one line, such as a pasted key, a table in JSON or a program."""
MASK: Final = "·"
"""Stands for each character of code and of quotations in `Sentence.plain`."""


class Sentence(NamedTuple):
    """A sentence of a message."""

    text: str
    """Its words, one line."""
    plain: str
    """The same in lower case, as long as `text`, with `MASK` in the place of code and quotations and with straight
    apostrophes."""
    paragraph: int
    """Number of its paragraph, list item or line."""
    item: bool = False
    """Whether it is in a list."""
    ticked: bool = False
    """Whether it is in a list item with a ticked box."""
    heading: str = ""
    """The heading or the opening line of the list that it stands under, in lower case."""
    section: str = ""
    """The parent of its heading, in lower case: a higher heading, or a line that introduces several headings."""
    entry: int = 0
    """Number of its item in a list within a line; 0 elsewhere."""

    @property
    def is_question(self) -> bool:
        return self.text.rstrip("\"'”’)*_ ").endswith(("?", "？"))


_CONTINUED: Final = ("This session is being continued from", "[Request interrupted", "Caveat: The messages below")
"""Beginnings of what stands in a person's row and is not theirs."""
_CODE: Final = Pattern(r"(`+)[^`\n]+?\1")
_QUOTED: Final = Pattern(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
    r"|(?<![\w'])'[^'\n]{2,120}'(?![\w'])"
)
_QUOTE_SIGNS: Final = frozenset("\"“„«「『'")
"""Characters with one of which what `_QUOTED` matches begins."""
_URL: Final = Pattern(r"https?://\S+")
_STOP: Final = Pattern(r"[.!?…][\"'”’)*_]*(?=\s)|[。！？][」』”’）)]*")

_NUMBER: Final = Pattern(r"(?:^|[\s(:;,])[1-9]\.$")
"""The number of an item in a list that stands within a line."""


def read_sentences(message: str, *, person: bool) -> list[Sentence]:
    """The sentences of a message. `person`: it is a prompt, which may hold what its author has only pasted."""
    if person and message.startswith(_CONTINUED):
        return []
    return list(_read(message[:MAX_MESSAGE], person))


@lru_cache(maxsize=64)
def _read(message: str, person: bool) -> tuple[Sentence, ...]:
    return tuple(_sentences(message, person))


def _sentences(message: str, person: bool) -> Iterator[Sentence]:
    opening = ""
    headings = _Headings()
    items = _Items()
    gap = 0
    for number, line in enumerate(read_lines(message, person)):
        gap = 0 if line.strip() else gap + 1
        opening = "" if gap == _LEFT_OUT else opening
        item = ITEM.match(line)
        title = None if item else HEADING.match(line)
        if title:
            headings.enter(title, opening)
            opening = ""
            continue
        if not line.strip():
            continue
        text = " ".join((line[item.end() :] if item else line).replace("**", "").split())
        ticked = item is not None and (item["box"] or " ") in "xX"
        above, section = opening or headings.last, headings.section
        above, section = items.enter(line, text, above, section) if item else (above, section)
        lead, *listed = split_numbered(" ".join(line.replace("**", "").split()))
        whole = chain.from_iterable(map(_divide, _split(lead if listed else text)))
        for sentence in chain.from_iterable(map(cut_long, whole)):
            if len(sentence) > MAX_SENTENCE or REDACTED in sentence:
                continue
            yield Sentence(sentence, _lower(sentence), number, item is not None, ticked, above, section)
        above = _name_opening(lead) or above if listed and lead else above
        for entry, words in enumerate(listed, 1):
            for sentence in _split(words):
                if len(sentence) <= MAX_SENTENCE and REDACTED not in sentence:
                    yield Sentence(sentence, _lower(sentence), number, True, False, above, section, entry)
        if not item and not listed:
            opening = _name_opening(text)
        if not item and not line[:1].isspace():
            items = _Items()


_LEFT_OUT: Final = 3
"""Empty lines that stand for a block which is left out. The line above the block is no heading of the text below it."""


def _divide(sentence: str) -> list[str]:
    """The parts of a sentence without punctuation; all of one that begins with what bounds it to the task at hand."""
    is_bounded = len(sentence) <= _MAX_BOUNDED and _is_bounded(_lower(sentence))
    return [sentence] if is_bounded else split_run_on(sentence)


def _is_bounded(plain: str) -> bool:
    return opens_passing(plain) or OF_CASE.match(plain) is not None


_MAX_BOUNDED: Final = 300
"""Characters of a sentence that is bounded by its first words."""


def _lower(sentence: str) -> str:
    """A sentence as patterns read it."""
    return mask(sentence).lower().replace("’", "'")


class _Headings:
    """The headings above a line."""

    def __init__(self) -> None:
        self._open: list[tuple[float, str]] = []
        """Level and name, the highest first."""

    def enter(self, title: re.Match[str], opening: str) -> None:
        """Adds a heading. `opening` is the line before it, if that opens what follows."""
        level = float(len(title["level"] or _BOLD))
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        if opening:
            self._open.append((level - 0.5, opening))
        self._open.append((level, _name_heading(title)))

    @property
    def last(self) -> str:
        return self._open[-1][1] if self._open else ""

    @property
    def section(self) -> str:
        return self._open[-2][1] if len(self._open) > 1 else ""


class _Items:
    """The list items above an item: `- Also note the house rules:` opens the items that are set in below it."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []
        """Depth and name of each that opens others, the outermost first."""

    def enter(self, line: str, text: str, above: str, section: str) -> tuple[str, str]:
        """The heading of an item and the parent of that. `above` and `section` are those of its whole list."""
        depth = len(line) - len(line.lstrip())
        while self._open and self._open[-1][0] >= depth:
            self._open.pop()
        names = [section, above, *[name for _, name in self._open]]
        opening = _name_opening(text)
        if opening:
            self._open.append((depth, opening))
        return names[-1], names[-2]


_BOLD: Final = "#######"
"""The level of a bold line, as a heading would write it."""


def _name_heading(title: re.Match[str]) -> str:
    return (title["text"] or title["bold"] or "").strip().rstrip(":").lower()


def _name_opening(text: str) -> str:
    """The last sentence of a line that opens a list, as its heading; empty for any other line."""
    if len(text) <= _TITLE_LENGTH and _TITLE.fullmatch(text.lower()):
        return text.lower()
    if not text.endswith((":", "：")):
        return ""
    return list(_split(text))[-1].rstrip(":：").lower()


_TITLE: Final = Pattern(
    r"(?:next steps?|follow-?ups?|remaining(?: work| steps)?|still open|open (?:items|points|tasks)|to ?-?dos?"
    r"|left to do"
    r"|noch offen|offene punkte|nächste schritte|prochaines étapes|reste à faire|próximos pasos|pendientes?)"
)
"""A line that opens a list without a colon."""
_TITLE_LENGTH: Final = 24


def _split(text: str) -> Iterator[str]:
    """The sentences of a line."""
    masked = mask(text)
    start = 0
    is_list = " 2. " in masked and (" 1. " in masked or " 3. " in masked)
    for stop in _STOP.finditer(masked):
        head = masked[start : stop.start() + 1]
        if is_list and _NUMBER.search(head[-4:]):
            continue  # `two tasks: 1. the parser 2. the docs`
        if ("*" in stop[0] or head.endswith("/...")) and text[stop.end() :].lstrip()[:1].islower():
            continue  # `completion.* in the same change`, `go test ./... with -race`
        if goes_on(masked, start, stop):
            continue
        sentence = text[start : stop.end()].strip()
        if sentence:
            yield sentence
        start = stop.end()
    rest = text[start:].strip()
    if rest:
        yield rest


def mask(text: str) -> str:
    """The text, as long as it is, with code, quotations and addresses blotted out."""
    if "`" in text:
        text = _CODE.sub(_blot, text)
    if not _QUOTE_SIGNS.isdisjoint(text):
        text = _QUOTED.sub(_blot, text)
    return _URL.sub(_blot, text) if "://" in text else text


def _blot(match: re.Match[str]) -> str:
    return MASK * len(match[0])
