"""What has to go from a text of which only single words are kept: places found in two passes, without asking rules.

Nobody reads what is left, so nothing has to be judged with care: a value goes with the rest of its line as soon as
something announces a secret before it, and everything drawn at random goes whatever stands beside it. That finds more
of the test vectors than asking every rule does, in less than half the time.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from backstory.redact import assigned_secrets, runs, sentences
from backstory.redact.armour import ARMOUR, LONGEST_ARMOUR
from backstory.redact.judge import JUDGED
from backstory.redact.patterns import Pattern
from backstory.redact.readable_credentials import ANNOUNCED_KEY
from backstory.redact.scan import (
    FLAGS,
    RUNS,
    SHAPES,
    TENANTS,
    find_announced,
)

WIDEST: Final = 320
"""Bytes that go after an announcement at most: a document may be one line."""

_TO_RUN: Final = Pattern(rb"(?s).*?(?:" + RUNS.source + rb")")
"""Everything up to the end of the next run: to find where a match begins would take as long again."""
_SHAPES: Final = Pattern(SHAPES)
_FLAGS: Final = Pattern(rb"(" + TENANTS + rb")|" + FLAGS)
"""Hosts that are keys by themselves, and options. With the shapes they would be an automaton of many states."""
_CALL: Final = Pattern(rb"[A-Za-z_][\w.:>-]*\(")
_QUOTE: Final = Pattern(rb"[\"'`]")
_VALUE: Final = 4
"""Bytes of the value that an announcement ends with."""


def find_drawn_runs(text: bytes) -> Iterator[tuple[int, int]]:
    """Every run of token characters that could have come from a generator, whatever stands beside it."""
    last = end = 0
    while (end := _TO_RUN.begin(text, end, len(text))) >= 0:
        if end <= last:
            continue
        # what was matched may begin with a name, or in the middle of the run: the run is what it ends in
        first = last + len(text[last:end].rstrip(runs.CHARS))
        last = runs.run_round(text, end)[1]
        if runs.could_be_drawn(text[first : min(last, first + JUDGED)]):
            yield first, last


def find_stated_values(text: bytes) -> Iterator[tuple[int, int]]:
    """Every value that a name, an option, a shape or a sentence tells of.

    From what something announces to the end of its line; of a call only what it is given in quotes.
    """
    announced = list(find_announced(text, 0, len(text)))
    named = [(first, reach) for first, _, reach in announced if reach >= 0]
    for flag, tenant in _FLAGS.each(text, 0, len(text)):
        if tenant[0] >= 0:
            yield runs.run_round(text, tenant[0])
        else:
            named.append(flag)
    yield from _find_shaped_values(text)
    yield from _find_named_values(text, named)
    for first, last in _find_key_words(text):
        if span := assigned_secrets.find_assigned(text, first, last, False, len(text)):
            yield span.start, span.end
    for first, last, reach in announced:
        if reach < 0 and (span := sentences.find_in_sentence(text, first, last, True, len(text))):
            yield span.start, span.end


def _find_shaped_values(text: bytes) -> Iterator[tuple[int, int]]:
    """What shows by its form that a value follows or is there."""
    for ((first, last),) in _SHAPES.each(text, 0, len(text)):
        if not text.startswith(b"-----BEGIN", first):
            yield first, _line_end(text, last)
        elif ARMOUR.begin(text, first, min(len(text), first + 256)) >= 0:
            close = text.find(b"-----END", first, first + LONGEST_ARMOUR)
            yield first, close if close >= 0 else min(len(text), first + LONGEST_ARMOUR)


def _find_key_words(text: bytes) -> Iterator[tuple[int, int]]:
    """Every word for a key or a token that a value with a number follows, or words joined.

    One may stand in what another announces; what is long is read once, so that time stays linear.
    """
    place = 0
    while groups := ANNOUNCED_KEY.find(text, place, len(text)):
        word = max(groups[1:])
        yield word
        place = word[1] if groups[0][1] - word[0] <= WIDEST else groups[0][1]


def _find_named_values(text: bytes, named: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What stands behind names that announce a secret."""
    for first, last in named:
        start = max(first, last - _VALUE)
        end = _line_end(text, last)
        called = _CALL.begin(text, start, end)
        if called >= 0 and text.find(b")", called, end) >= 0:
            quoted = _QUOTE.find(text, called, end)
            start = quoted[0][0] if quoted else end
        if start < end:
            yield start, end


def _line_end(text: bytes, place: int) -> int:
    end = text.find(b"\n", place, place + WIDEST)
    return end if end >= 0 else min(len(text), place + WIDEST)


def blank_out(text: bytes, cuts: list[tuple[int, int]]) -> bytes:
    """The text with blanks for the cuts, which may overlap; as long as it was."""
    if not cuts:
        return text
    parts: list[bytes] = []
    position = 0
    for start, end in sorted(cuts):
        if end > position:
            start = max(start, position)
            parts += (text[position:start], b" " * (end - start))
            position = end
    parts.append(text[position:])
    return b"".join(parts)
