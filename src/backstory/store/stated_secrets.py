"""Keeps the digests of secrets that were stated in a project's sessions: the file `stated` in its private folder.

It holds no word of them. Whoever reads it without the key of the machine learns how many there are and how long.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from backstory.base.digests import hmac_sha256
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file, write_atomic
from backstory.store.lock import Lock

if TYPE_CHECKING:
    from backstory.redact.secret_digests import SecretDigest, SecretDigests

FILE: Final = "stated"
MOST: Final = 1_000
"""Digests that are kept, the newest last; a secret has up to six."""
_LIMIT: Final = 1 << 20
_FIELDS: Final = 8
_LABEL: Final = b"backstory stated\0"


class StatedSecretStore:
    """The digests of one project in its folder `private`. `key`: the machine's; `day`: gives the date."""

    def __init__(self, private: str, key: bytes, day: Callable[[], str]) -> None:
        self.path = os.path.join(private, FILE)
        self._lock = os.path.join(private, "lock")
        self._key = hmac_sha256(key, _LABEL + os.path.basename(private).encode("utf-8", "surrogateescape"))
        self._day = day
        self._digests: SecretDigests | None = None
        self._state: tuple[int, int] = (-1, -1)

    def digests(self) -> "SecretDigests | None":
        """The digests as the file has them now; the same object while it does not change. None without any."""
        state = self._look()
        if state != self._state:
            self._state = state
            entries = self._read() if state != (0, 0) else []
            self._digests = _gather(self._key, entries) if entries else None
        return self._digests

    def add(self, secrets: Iterable[tuple[str, str]]) -> None:
        """Adds secrets, each a rule and a value. Where the file cannot be written they count for this process only."""
        present = self.digests() or _gather(self._key, ())
        today = self._day()
        new = [entry for rule, value in secrets for entry in present.digest(rule, value, today)]
        stated_today = {entry.digest for entry in present.entries if entry.day == today}
        if not new or all(entry.digest in stated_today for entry in new):
            return
        self._digests = _gather(self._key, _merge(present.entries, new))
        with suppress(BackstoryError), Lock(self._lock):
            self._write(_merge(self._read(), new))

    def expire(self, before: str) -> int:
        """Removes the digests of secrets that were stated last before a day, and returns their number."""
        if not os.path.isfile(self.path):
            return 0
        with Lock(self._lock):
            entries = self._read()
            staying = [entry for entry in entries if entry.day >= before]
            if len(staying) < len(entries):
                self._write(staying)
        return len(entries) - len(staying)

    def _look(self) -> tuple[int, int]:
        try:
            status = os.stat(self.path)
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_ino

    def _read(self) -> "list[SecretDigest]":
        """The entries of the file. Passes over damaged lines."""
        try:
            text = read_file(self.path, limit=_LIMIT).decode("ascii", "replace")
        except BackstoryError:
            return []
        return [entry for line in text.splitlines() if (entry := _parse(line)) is not None]

    def _write(self, entries: "Iterable[SecretDigest]") -> None:
        write_atomic(self.path, "".join(f"{_line(entry)}\n" for entry in entries).encode("ascii"))


def _gather(key: bytes, entries: "Iterable[SecretDigest]") -> "SecretDigests":
    from backstory.redact.secret_digests import SecretDigests  # most commands check no text

    return SecretDigests(key, entries)


def _merge(entries: "Iterable[SecretDigest]", new: "Iterable[SecretDigest]") -> "list[SecretDigest]":
    """The newest entries; of two with one digest the later."""
    merged = {entry.digest: entry for entry in entries}
    for entry in new:
        merged.pop(entry.digest, None)
        merged[entry.digest] = entry
    return list(merged.values())[-MOST:]


def _line(entry: "SecretDigest") -> str:
    return " ".join(str(int(field) if isinstance(field, bool) else field) for field in entry)


def _parse(line: str) -> "SecretDigest | None":
    from backstory.redact.secret_digests import SecretDigest

    parts = line.split(" ")
    if len(parts) != _FIELDS or len(parts[0]) != 32 or not all(part.isdecimal() for part in parts[2:6]):
        return None
    digest, tag, size, offset, length, mixed, rule, day = parts
    return SecretDigest(digest, tag, int(size), int(offset), int(length), mixed == "1", rule, day)
