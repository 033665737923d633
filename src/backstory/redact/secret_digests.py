"""Secrets that were stated, as keyed digests: a later text that repeats one is hidden by them.

A digest says nothing to whoever has no key. A text is cut into runs of letters and digits. A run is looked at if it is
as long as one of a secret and has the same short tag. The tag has twelve bits, so that it fits very many words. Only
then the text round the run is compared by its digest.
"""

from binascii import b2a_base64
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from backstory.base.digests import blake2b, hmac_sha256
from backstory.redact.judge import is_distinct, is_uuid_or_ulid, looks_drawn
from backstory.redact.looks import DOUBTFUL, NONE, is_default_password, is_slight_password, name_look
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import is_distinct_phrase
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

LEAST: Final = 6
"""Bytes of a value that is remembered. A shorter one may be any word."""
MOST: Final = 128
"""Bytes of the longest one. What is longer is recognised by its own look."""
PIECE: Final = 1 << 20
"""Bytes of a text whose runs are held at a time."""
PASSED: Final = 20_000
"""Runs that are remembered as none of a secret."""
_PUBLIC: Final = Pattern(rb"[0-9a-f]{6,64}|[0-9A-F]{6,64}|v?[0-9]+(?:\.[0-9]+)+(?:[-+.][\w.+-]*)?|sha[0-9]{3}[-:].*")
"""Commits, versions and hashes of contents."""
_BLANKS: Final = bytes(code if chr(code).isalnum() and code < 128 else 32 for code in range(256))


class SecretDigest(NamedTuple):
    """What is kept of one spelling of a secret."""

    digest: str
    """HMAC of the spelling; 32 hexadecimal digits."""
    tag: str
    """Three hexadecimal digits, from a keyed hash of a run of the spelling."""
    size: int
    """Bytes of the spelling."""
    offset: int
    """Bytes before the run."""
    length: int
    """Bytes of the run."""
    mixed: bool
    """Whether the run has a digit."""
    rule: str
    day: str
    """When it was stated last: `2026-11-27`."""


class SecretDigests:
    """The digests of a project's stated secrets, ready to search texts."""

    def __init__(self, key: bytes, entries: Iterable[SecretDigest]) -> None:
        self._key = key
        self._hash = blake2b(digest_size=2, key=key[:64])
        self.entries = tuple(entries)
        self._tags: dict[tuple[int, bool], dict[str, list[SecretDigest]]] = {}
        for entry in self.entries:
            tags = self._tags.setdefault((entry.length, entry.mixed), {})
            tags.setdefault(entry.tag, []).append(entry)
        self._lengths = frozenset(length for length, _ in self._tags)
        self._passed: set[bytes] = set()

    def digest(self, rule: str, value: str, day: str) -> Iterator[SecretDigest]:
        """Yields the digests of a value, one for each of its spellings; none for a value that may be a common word."""
        plain = value.encode("utf-8", "surrogatepass")
        if not is_memorable(plain):
            return
        for spelling in _list_spellings(plain):
            first, last = max(_runs(spelling), key=lambda run: _rank(spelling[slice(*run)]))
            run = spelling[first:last]
            yield SecretDigest(
                self._sign(spelling), self._tag(run), len(spelling), first, last - first, not run.isalpha(), rule, day
            )

    def spans(self, data: bytes) -> list[Span]:
        """The places of a text where a stated secret stands."""
        if not self._lengths or len(data) < LEAST:
            return []
        out: list[Span] = []
        for run in self._list_runs(data):
            tags = self._tags.get((len(run), not run.isalpha()))
            if not tags or run in self._passed:
                continue
            entries = tags.get(self._tag(run))
            if entries:
                out += self._compare(data, run, entries)
            elif len(self._passed) < PASSED:
                self._passed.add(run)
        return out

    def _list_runs(self, data: bytes) -> set[bytes]:
        """The runs of a text that are as long as one of a secret."""
        if b"\\" in data:
            for escape in (b"\\n", b"\\r", b"\\t"):
                data = data.replace(escape, b"  ")
        lengths = self._lengths
        out: set[bytes] = set()
        for start in range(0, len(data), PIECE):
            piece = data if len(data) <= PIECE else data[start : start + PIECE + MOST]
            out.update(run for run in set(piece.translate(_BLANKS).split()) if len(run) in lengths)
        return out

    def _compare(self, data: bytes, run: bytes, entries: list[SecretDigest]) -> Iterator[Span]:
        """Yields the places of a run round which the text is that of an entry."""
        place = data.find(run)
        while place >= 0:
            for entry in entries:
                first = place - entry.offset
                last = first + entry.size
                if first >= 0 and _is_apart(data, first, last) and self._sign(data[first:last]) == entry.digest:
                    yield Span(first, last, entry.rule)
            place = data.find(run, place + len(run))

    def _tag(self, run: bytes) -> str:
        state = self._hash.copy()
        state.update(run)
        return state.hexdigest()[:3]

    def _sign(self, spelling: bytes) -> str:
        return hmac_sha256(self._key, spelling).hex()[:32]


def is_memorable(value: bytes) -> bool:
    """Whether a value is so much its own that it may be hidden in every later text.

    No word, name, version, commit, date or default password is.
    """
    if not LEAST <= len(value) <= MOST or is_placeholder(value) or _PUBLIC.whole(value) or is_default_password(value):
        return False
    if is_uuid_or_ulid(value) or _OF_CODE.within(value):
        return False
    if is_distinct_phrase(value):
        return True
    if any(code <= 32 for code in value) or not any(map(_is_letter, value)) or value.isalpha():
        return False
    if looks_drawn(value):
        return True
    bare = value.rstrip(b"!?.")
    if bare.isalnum():
        return is_distinct(value) or name_look(value) not in (NONE, DOUBTFUL) or is_slight_password(bare)
    return name_look(value) not in (NONE, DOUBTFUL) or bool(_CHOSEN.whole(value))


_OF_CODE: Final = Pattern(rb"[/\\()\[\]{}<>\"'`:;,|=]")
_CHOSEN: Final = Pattern(rb".*[0-9].*[!#$%^*?~].*|.*[!#$%^*?~].*[0-9].*")
"""A value with a digit and a sign that no name has."""


def _list_spellings(plain: bytes) -> Iterator[bytes]:
    """Yields a value as it stands, without marks of a sentence, escaped for JSON and addresses, and in base64."""
    bare = plain.rstrip(b"!?.")
    spellings = [plain, plain.replace(b"\\", b"\\\\").replace(b'"', b'\\"')]
    if bare != plain and is_memorable(bare):
        spellings.append(bare)
    spellings.append(b"".join(b"%c" % code if code in _UNRESERVED else b"%%%02X" % code for code in plain))
    spellings += (b2a_base64(one, newline=False).rstrip(b"=") for one in (plain, plain + b"\n"))
    yield from dict.fromkeys(spellings)


_UNRESERVED: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


def _runs(spelling: bytes) -> Iterator[tuple[int, int]]:
    """Yields the places of runs of letters and digits; the whole where there are none."""
    place = 0
    for run in spelling.translate(_BLANKS).split():
        place = spelling.index(run, place)
        yield place, place + len(run)
        place += len(run)


def _rank(run: bytes) -> tuple[bool, int]:
    """A run with a digit is rarer than one without, and a long one rarer than a short one."""
    return not run.isalpha() and len(run) > 2, len(run)


def _is_apart(data: bytes, first: int, last: int) -> bool:
    """Whether a place is a whole run, and not a part of a longer one."""
    if data[last : last + 1].isalnum() and data[last - 1 : last].isalnum():
        return False
    if not data[first : first + 1].isalnum() or not data[max(0, first - 1) : first].isalnum():
        return True
    return data[max(0, first - 2) : first] in (b"\\n", b"\\r", b"\\t")


def _is_letter(code: int) -> bool:
    return 65 <= code <= 90 or 97 <= code <= 122 or code >= 128
