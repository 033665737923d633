"""Extracts the content that the index keeps of a file: its text, the names it defines, the pieces of its names."""

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.read.definitions import find_names, split_words
from backstory.code.read.definitions import split_name as split_name
from backstory.code.read.language import Language
from backstory.code.read.languages import language_of
from backstory.code.read.source import find_rejection, read_source

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

_KEPT: Final = 100_000
"""Names whose pieces are remembered: memory stays bounded on a tree of any size."""
WORD_BYTES: Final = bytes(c if (chr(c).isalnum() and c < 128) or c == 95 or c > 127 else 32 for c in range(256))


class Content(NamedTuple):
    """What the index keeps of the content of a file: words for the search, never the text."""

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
        """Camel-cased name -> its pieces."""
        self.plain: set[bytes] = set()
        """Words of one piece."""

    def content(self, path: str) -> Content:
        """The content of a file. Of one that is no code only the name counts, so it is not read."""
        language = language_of(path)
        if language is None:
            if "." in path[path.rfind("/") + 2 :]:
                return Content("", -1, "listed")
        elif not (language.code or language.rules):
            return Content(language.name, -1, "listed")
        full = os.path.join(self.root, path)
        data = read_source(full)
        if data is None:
            return Content(language.name if language else "", -1, "large" if os.path.isfile(full) else "missing")
        language = language or language_of(path, data[:200])
        if language is None:
            return Content("", len(data), "listed")
        return self._indexed(language, data)

    def _indexed(self, language: Language, data: bytes) -> Content:
        """The text and the names that are kept of a file that was read."""
        state = find_rejection(data)
        if state in ("binary", "minified"):
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
        # No loop and no `-=`, which goes over all that are known: this is done for each word of each file.
        words = set(data.translate(WORD_BYTES).split()) - self.plain
        new = words.difference(self.pieces)
        if len(self.pieces) + len(new) > _KEPT:
            self.pieces.clear()
            new = words.copy()
        if new:
            self._remember_pieces(new)
            words = words - self.plain
        return " ".join(sorted(set[str]().union(*map(self.pieces.__getitem__, words))))

    def _remember_pieces(self, words: set[bytes]) -> None:
        """Notes the pieces of words, and which words have only one."""
        if len(self.plain) > _KEPT:
            self.plain.clear()
        for word in words:
            pieces = () if word.islower() or word.isupper() else split_name(word.decode("utf-8", "replace"))
            if len(pieces) > 1:
                self.pieces[word] = tuple(pieces)
            else:
                self.plain.add(word)

    def _split(self, names: str) -> str:
        """Names, and the pieces of those that are camel-cased; what underscores join the tokenizer splits itself."""
        if names.islower():
            return names
        words = [names]
        for name in names.split(" "):
            if name.islower():
                continue
            pieces = self.words.get(name)
            if pieces is None:
                pieces = self._remember_words(name)
            if pieces:
                words.append(pieces)
        return " ".join(words)

    def _remember_words(self, name: str) -> str:
        """The pieces of a name, joined by blanks; empty for a name of one piece."""
        if len(self.words) >= _KEPT:
            self.words.clear()
        pieces = split_words(name)
        self.words[name] = pieces if " " in pieces else ""
        return self.words[name]


_path_parts: dict[str, str] = {}
_FOLDERS_KEPT: Final = 50_000
"""Parts of paths whose words are remembered."""


def path_words(path: str) -> str:
    """Words of a path for its index: the pieces of every folder and of the name, and camel-cased names whole too."""
    words: list[str] = []
    for part in path.split("/"):
        if part not in _path_parts:
            if len(_path_parts) >= _FOLDERS_KEPT:
                _path_parts.clear()
            _path_parts[part] = " ".join(map(_part_words, part.replace(".", " ").replace("-", " ").split()))
        words.append(_path_parts[part])
    return " ".join(words)


def _part_words(part: str) -> str:
    pieces = split_words(part)
    return f"{pieces} {part}" if " " in pieces and "_" not in part else pieces
