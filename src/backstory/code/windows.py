"""Finds how close together the words of a goal are in files, as they are now."""

import os
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.code.index.file_table import FileTable
from backstory.code.read.source import read_source
from backstory.model.late_pattern import late_pattern

_BLOCK: Final = 1000
"""Bytes of half a window."""
_WINDOW_TEXT: Final = 150_000
"""Bytes of a file that are searched for the best window."""


_LONG: Final = 6
"""Letters from which on a word that begins alike is a form of it."""
_ENDINGS: Final = frozenset(
    b"able al ally ance ate ated ates ation ations ator d e ed ence er ers es ied ies ing ings ion ions ity ive ization"
    b" ize ized izer ly ment ments n ness or ors r rs s y".split()
)
_LETTERS: Final = late_pattern(rb"[a-z]+")


class Texts:
    """The texts of files as they are now, and in lower case. Each is read once: the best are asked for twice."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._read: dict[str, tuple[bytes, bytes]] = {}

    @property
    def paths(self) -> list[str]:
        """The files that were asked for."""
        return list(self._read)

    def read(self, path: str) -> tuple[bytes, bytes]:
        """The beginning of a file's text, and the same in lower case; empty where it cannot be read."""
        data, lower = self.read_whole(path)
        return (data, lower) if len(data) <= _WINDOW_TEXT else (data[:_WINDOW_TEXT], lower[:_WINDOW_TEXT])

    def read_whole(self, path: str) -> tuple[bytes, bytes]:
        """A file's whole text, and the same in lower case; empty where it cannot be read."""
        if path not in self._read:
            data = read_source(os.path.join(self.root, path)) or b""
            self._read[path] = data, data.lower()
        return self._read[path]

    def read_with_path(self, path: str) -> tuple[bytes, bytes]:
        """A file's path and text, and the same in lower case."""
        data, lower = self.read(path)
        name = path.encode("utf-8", "surrogateescape")
        return name + b"\n" + data, name.lower() + b"\n" + lower


def best_windows(
    table: FileTable, texts: Texts, ids: Sequence[int], words: Sequence[tuple[bytes, float]]
) -> dict[int, float]:
    """How many words of the goal are close together in these files: the best window of two blocks of each.

    Reads the files as they are now, so it is only for the best dozen.
    """
    best: dict[int, float] = {}
    for id_ in ids:
        _, lower = texts.read(table.files[id_].path)
        score = _best_window(lower, words)
        if score:
            best[id_] = score
    return best


def _best_window(text: bytes, words: Sequence[tuple[bytes, float]]) -> float:
    present = [(word, weight) for word, weight in words if word in text]
    best = 0.0
    before = [0] * len(present)
    for start in range(0, len(text), _BLOCK):
        block = text[start : start + _BLOCK]
        counts = [block.count(word) for word, _ in present]
        score = 0.0
        # In place: this runs for each block of a dozen files.
        for (_, weight), earlier, now in zip(present, before, counts, strict=True):
            times = earlier + now
            score += weight * times / (times + 0.8)
        best = max(best, score)
        before = counts
    return best


def begins_word(data: bytes, lower: bytes, word: bytes) -> bool:
    """Whether a word of a text, or a piece of an identifier in it, is a form of `word`: `rate` in `rateLimit`, but not
    in `generate`, and `star` in `stars`, but not in `start`.

    `lower` is the text in lower case, as `word` is. A long word may go on in any way.
    """
    places = find_beginnings(data, lower, word)
    return any(len(word) >= _LONG or _ends_form(data, lower, place + len(word)) for place in places)


def _ends_form(data: bytes, lower: bytes, end: int) -> bool:
    """Whether a word that goes on at `end` is another form of what stands before."""
    rest = _LETTERS.match(lower, end)
    if rest is None or (data[end : end + 1].isupper() and data[end - 1 : end].islower()):
        return True
    letters = _LETTERS.match(data, end) if data[end : end + 1].islower() else rest
    ending = lower[end : letters.end()] if letters else rest[0]
    return ending in _ENDINGS or (ending[:1] == lower[end - 1 : end] and ending[1:] in _ENDINGS)


def find_beginnings(data: bytes, lower: bytes, word: bytes) -> Iterator[int]:
    """The places where a word of a text, or a piece of an identifier in it, begins with `word`."""
    place = lower.find(word)
    while place >= 0:
        if not lower[max(place - 1, 0) : place].isalpha() or _begins_hump(data, place):
            yield place
        place = lower.find(word, place + 1)


def _begins_hump(data: bytes, place: int) -> bool:
    """Whether a piece of an identifier begins after a letter: `Limit` in `rateLimit` and `HTTPLimit`."""
    return data[place : place + 1].isupper() and (
        not data[place - 1 : place].isupper() or data[place + 1 : place + 2].islower()
    )
