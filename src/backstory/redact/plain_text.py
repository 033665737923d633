"""Tells of a short text without the search, which takes long to load, that it has no place the search starts from.

Most goals and questions are a few plain words. `triggers.tsv`, written by `scripts/required_literals.py`, has for each
alternative of the patterns in `screening.STARTS` the sets of literals, of each of which a text has one where it
matches. Runs that may be drawn have digits or are long, and disguises have other characters.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.pack_files import read_pack_file
from backstory.redact.required_literals import Sets, may_match, read_sets

FILE: Final = "triggers.tsv"
LONGEST: Final = 300
"""Characters of a text that is looked at. In a longer one some literal is likely."""
_LONGEST_WORD: Final = 13
"""Characters between blanks: a run that counts without digits has more."""
CHARS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ .,:;?!'()-/_\"`#+*")
"""What a text has that is looked at. An alternative that takes another character, as a digit, is not in the file."""


def is_plain(text: str) -> bool:
    """Whether no place in a text is one that the search starts from. False says nothing."""
    if len(text) > LONGEST or not CHARS.issuperset(text) or max(map(len, text.split(" "))) > _LONGEST_WORD:
        return False
    low = text.lower().encode("ascii")
    return not any(may_match(sets, low) for sets in _read_triggers())


@lru_cache(1)
def _read_triggers() -> tuple[Sets, ...]:
    return tuple(map(read_sets, read_pack_file(FILE).rstrip(b"\n").split(b"\n")))
