"""Pairs the files that went away between two listings with those that came: by equal content, then by git's renames."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

_EMPTY: Final = frozenset(
    ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813")
)
"""Blob ids of the empty file: two empty files are not a rename."""


def find_moved(
    before: Mapping[str, str],
    after: Mapping[str, str],
    missing: Iterable[str],
    new: Iterable[str],
    renames: Callable[[], Iterable[tuple[str, str]]],
) -> list[tuple[str, str]]:
    """(old, new) of files that went elsewhere: by equal content first, then by the pairs in `renames`."""
    pairing = _Pairing(set(missing), set(new), [])
    by_oid: dict[str, list[str]] = {}
    for path in sorted(pairing.new):
        by_oid.setdefault(after[path], []).append(path)
    for old in sorted(pairing.missing):
        oid = before[old]
        if oid and oid not in _EMPTY:
            pairing.pair_one_of(old, by_oid.get(oid, []))
    if pairing.missing and pairing.new:
        for old, path in renames():
            pairing.pair(old, path)
    return pairing.pairs


class _Pairing(NamedTuple):
    """Missing and new files that have no partner yet, and the pairs."""

    missing: set[str]
    new: set[str]
    pairs: list[tuple[str, str]]

    def pair(self, old: str, path: str) -> None:
        """Takes two files for one that moved, if neither has a partner."""
        if old in self.missing and path in self.new:
            self.missing.discard(old)
            self.new.discard(path)
            self.pairs.append((old, path))

    def pair_one_of(self, old: str, paths: Iterable[str]) -> None:
        """Pairs a file with the one among equal files that has the name most like its own."""
        places = [path for path in paths if path in self.new]
        if places:
            self.pair(old, _place_named_alike(old, places))


def _place_named_alike(old: str, places: list[str]) -> str:
    """The place with the old name of the file, else the first."""
    base = old.rpartition("/")[2]
    return next((path for path in places if path.rpartition("/")[2] == base), places[0])
