"""Extracts the content that the index keeps of a file: its text, the names it defines, the pieces of its names."""

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.read.definitions import find_names, split_words
from backstory.code.read.definitions import split_name as split_name
from backstory.code.read.languages import language_of
from backstory.code.read.source import find_rejection, read_source

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

_KEPT: Final = 100_000
"""Names whose pieces are remembered: memory stays bounded on a tree of any size."""
_OWN_FOLDER: Final = ".backstory/"
WORD_BYTES: Final = bytes(c if (chr(c).isalnum() and c < 128) or c == 95 or c > 127 else 32 for c in range(256))


class Content(NamedTuple):
    language: str
    size: int
    state: str
    body: str = ""
    names: str = ""
    symbols: str = ""
    parts: str = ""


class Reader:
    """Turns files into the content that the index keeps."""

    def __init__(self, root: str, gate: "Gate | None" = None) -> None:
        self.root = root
        self.gate = gate
        self.words: dict[str, str] = {}
        self.pieces: dict[bytes, tuple[str, ...]] = {}

    def content(self, path: str) -> Content:
        language = language_of(path)
        if language is None:
            base = path[path.rfind("/") + 1 :]
            if "." in base[1:]:
                return Content("", -1, "listed")
        full = os.path.join(self.root, path)
        if language is not None and not (language.code or language.rules):
            return Content(language.name, -1, "listed")
        data = read_source(full)
        if data is None:
            return Content(language.name if language else "", -1, "large" if os.path.isfile(full) else "missing")
        if language is None:
            language = language_of(path, data[:200])
            if language is None:
                return Content("", len(data), "listed")
        state = find_rejection(data)
        if state == "binary" or state == "minified":
            return Content(language.name, len(data), state)
        if self.gate is not None:
            data = self.gate.words(data)
        symbols = b" ".join(sorted(find_names(language, data))).decode("utf-8", "replace")
        words = self._split(symbols)
        body = data.decode("utf-8", "replace") if language.code else ""
        parts = self._parts(data) if language.code and not language.snake_case else ""
        return Content(language.name, len(data), state, body, words, symbols, parts)

    def _parts(self, data: bytes) -> str:
        """Pieces of the camel-cased names in `data`, each once."""
        pieces: set[str] = set()
        seen = self.pieces
        for word in set(data.translate(WORD_BYTES).split()):
            if word.islower() or word.isupper():
                continue
            split = seen.get(word)
            if split is None:
                if len(seen) >= _KEPT:
                    seen.clear()
                found = split_name(word.decode("utf-8", "replace"))
                split = seen[word] = tuple(found) if len(found) > 1 else ()
            pieces.update(split)
        return " ".join(sorted(pieces))

    def _split(self, names: str) -> str:
        """Names, and the pieces of those that are camel-cased; what underscores join the tokenizer splits itself."""
        if names.islower():
            return names
        out = [names]
        for name in names.split(" "):
            if not name.islower():
                pieces = self.words.get(name)
                if pieces is None:
                    if len(self.words) >= _KEPT:
                        self.words.clear()
                    found = split_words(name)
                    pieces = self.words[name] = found if " " in found else ""
                if pieces:
                    out.append(pieces)
        return " ".join(out)


_path_parts: dict[str, str] = {}


def path_words(path: str) -> str:
    """Words of a path for its index: the pieces of every folder and of the name, and camel-cased names whole too."""
    out: list[str] = []
    for part in path.split("/"):
        words = _path_parts.get(part)
        if words is None:
            kept = _path_parts if len(_path_parts) < 50_000 else {}
            words = kept[part] = " ".join(_part_words(p) for p in part.replace(".", " ").replace("-", " ").split())
        out.append(words)
    return " ".join(out)


def _part_words(part: str) -> str:
    pieces = split_words(part)
    return f"{pieces} {part}" if " " in pieces and "_" not in part else pieces


def is_own(path: str) -> bool:
    """Whether a path is in a `.backstory` folder, of this project or of one inside it.

    The index leaves such files out: their names hold the titles of records.
    """
    return path.startswith(_OWN_FOLDER) or "/" + _OWN_FOLDER in path
