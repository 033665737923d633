"""Runs of token characters in a text: where they begin and end, and which of them could have been drawn at random."""

from functools import lru_cache
from typing import Final

from backstory.redact.judge import looks_drawn
from backstory.redact.patterns import Pattern

CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=~.-"
LONGEST: Final = 512
"""Bytes of a run to either side of a place at most."""


def run_round(text: bytes, place: int) -> tuple[int, int]:
    """Where the run of token characters round a place begins and ends, `LONGEST` bytes to either side at most."""
    head, tail = text[max(0, place - LONGEST) : place], text[place : place + LONGEST]
    return place - (len(head) - len(head.rstrip(CHARS))), place + (len(tail) - len(tail.lstrip(CHARS)))


@lru_cache(maxsize=20_000)
def could_be_drawn(run: bytes) -> bool:
    """Whether a run could have come from a generator. Half of the runs of a tree have occurred before: names of files,
    of tests, of versions."""
    return (_WORTH.within(run) or looks_drawn(run)) and not _COUNTED.whole(run)


_COUNTED: Final = Pattern(rb"0x[0-9a-fA-F]{1,16}[uUlL]{0,3}|[0-]+|[0-9]{1,14}\.?")
"""Numbers. One is a secret only where a word beside it says so, and other rules read those."""
_WORTH: Final = Pattern(
    rb"[0-9]{6}|[0-9a-f]{8}-[0-9a-f]{3}|[A-Z0-9]{16}|\bgh[pousr]_|\bsk[-_]|\bxox[a-z]-|\bey[A-Z]|_live_|\bgl[a-z]{2,6}-"
)
"""What makes a run worth asking the packs about though it does not look drawn: ids, and keys cut or made up."""
