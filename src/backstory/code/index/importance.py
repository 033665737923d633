"""Ranks files and symbols by importance when no goal is given.

A symbol ranks high if it is public, if many files use it, and if the README or the main module of a package mentions
it. Uses in tests, examples and documents count most, because these use the public interface. A file ranks by the best
symbols that it defines, and higher if it changes often. `internal` and `util` folders rank lower, because every file
uses plumbing.
"""

import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from backstory.code.index.goal import pieces_of
from backstory.code.index.mentions import Mentions, words_of
from backstory.code.index.references import EVERYONES
from backstory.code.index.store import CodeIndex, FileRow
from backstory.code.read.roles import FOLDER_FILES
from backstory.code.read.source import read_source
from backstory.code.read.symbol import Symbol
from backstory.code.read.visibility import PUBLIC, estimate_visibility, states_visibility, without_marks
from backstory.model.late_pattern import late_pattern

_TELLING: Final = 10
"""Names of a file that decide its rank."""
_PARSED_BYTES: Final = 3_000_000
_TAPER: Final = 0.7
"""Weight of each relative to the one before: a file of one popular interface may rank beside one of hundreds."""
_SET_BACK: Final[dict[str, float]] = {
    **dict.fromkeys(["internal", "internals", "_internal", "impl", "detail", "details", "private"], 0.6),
    **dict.fromkeys(["compat", "_compat", "polyfill", "polyfills", "legacy", "deprecated", "contrib", "extras"], 0.6),
    **dict.fromkeys(["util", "utils", "helper", "helpers", "common", "misc", "support", "testing", "macros"], 0.75),
    **dict.fromkeys(["types", "typing", "_typing", "constants", "version", "errors", "exceptions"], 0.85),
}
_CONTAINERS: Final = frozenset(
    ["class", "struct", "interface", "trait", "enum", "object", "protocol", "actor", "type", "union"]
)
_SPACES: Final = frozenset(["module", "namespace"])
_PROMISES: Final = frozenset(["interface", "trait", "protocol"])
_BODIES: Final = frozenset(["function", "method"])
_TESTS: Final = frozenset(["test", "tests"])
_VALUES: Final = frozenset(["variable", "constant", "field", "property", "macro", "heading"])
_TYPE: Final = 1.3
_CONSTRUCTOR: Final = 0.3
_LOCAL: Final = 0.1
"""Factor for symbols inside a function, or in a module of tests beside the code."""
_INNER: Final = 0.4
"""Factor for symbols in a namespace `detail` or `internal`."""
_SPAN: Final = 0.08
"""Added to a symbol for each doubling of its lines: helpers are short."""
_PLAIN: Final = 0.25
_IMPORTED: Final = late_pattern(r"=\s*(?:await\s+)?(?:require|import)\s*\(|\b([\w$]+)\s*=\s*[\w$.]+\.\1;?$")
"""`x = require('x')` and `join = path.join`: values that only give a name to what others define."""
_VARIANTS: Final = 12
"""Files of one name for different platforms at most."""
_README: Final = late_pattern(r"(?:^|/)readme(?:\.\w+)?$", re.IGNORECASE)
_HEADING: Final = late_pattern(rb"^[ \t]*(?:#+[ \t]*)?([^\n<!\[]{2,80})$", re.MULTILINE)


class WeighedSymbol(NamedTuple):
    """A symbol with its worth; its signature is without annotations and the like."""

    worth: float
    symbol: Symbol
    further: int
    """Further definitions of the same name in the file."""


class Importance:
    """Answers for the files of one reading of a tree. `words`: of a goal, whose names then come first."""

    def __init__(self, index: CodeIndex, mentions: Mentions, words: Iterable[str] = ()) -> None:
        self.index = index
        self.mentions = mentions
        self.words = frozenset(words)
        self.touched = index.touched()
        self.readme, self.title = self._readme()
        self.roots = self._roots()
        self.surface = self._surface()
        self.paths = list(mentions.place)
        self._linked: dict[str, int] = {}
        self._variants: dict[str, int] = {}

    def highest(self, rows: Sequence[FileRow], most: int) -> list[FileRow]:
        """The files worth parsing: half for all that they define, half for the one thing that is used most.

        Bounded in bytes too, whether or not some were parsed before: the same tree gives the same files.
        """
        wholes: dict[str, float] = {}
        peaks: dict[str, float] = {}
        for row in rows:
            wholes[row.path], peaks[row.path] = self._whole_and_peak(row.path)
        by_whole = sorted(rows, key=lambda row: (-wholes[row.path], row.path))
        by_peak = sorted(rows, key=lambda row: (-peaks[row.path], -wholes[row.path], row.path))
        chosen = dict.fromkeys(by_whole[: most - most // 2])
        for row in by_peak:
            if len(chosen) >= most:
                break
            chosen.setdefault(row)
        return _within_bytes(chosen, _PARSED_BYTES)

    def _whole_and_peak(self, path: str) -> tuple[float, float]:
        """(how a file ranks by all that it defines, and by what is used most)."""
        names = filter(self._shared, self.mentions.definitions.get(path, ()))
        uses = sorted((self.use(name, path) for name in names), reverse=True)
        return self._whole(path, uses[:_TELLING]), (uses[0] if uses else 0.0) * self._place(path)

    def _shared(self, name: str) -> bool:
        """Whether more than one other file names it; a name that hardly anybody uses says nothing about its file."""
        return (self.mentions.named[name] & ~self.mentions.defined[name]).bit_count() > 1

    def file(self, path: str, worths: Iterable[float]) -> float:
        """The score of a file by the worth of its symbols."""
        best = sorted(worths, reverse=True)[:_TELLING]
        return self._whole(path, best)

    def _whole(self, path: str, best: Sequence[float]) -> float:
        score = sum(worth * _TAPER**place for place, worth in enumerate(best))
        score += 1.5 * math.log1p(self.touched.get(path, (0, 0))[1]) + 1.0 * math.log1p(
            self.mentions.reach.get(path, 0)
        )
        return score * self._place(path)

    def use(self, name: str, path: str, *, member: bool = False) -> float:
        """How much a name that `path` defines is used by others, on a scale of logarithms.

        A plain word is one only where it is called or reached for: `Title` is a type, but may be any word for a member.
        """
        plain = name.isalpha() and (name.islower() or (member and name[1:].islower()))
        definers = self.mentions.defined.get(name, 0)
        share, documents = self._share(name, path, definers)
        users = named = self.mentions.named.get(name, 0) & documents
        if plain:
            users = self.mentions.used.get(name, 0) & documents
        inside: float = (users & self.mentions.code).bit_count()
        if plain:  # it may be a type, or a variable of everybody's
            inside = max(inside, _PLAIN * (named & self.mentions.code).bit_count())
        return (
            1.0 * math.log1p(share * inside)
            + 0.8 * math.log1p(share * (users & self.mentions.showing).bit_count())
            + 0.6 * math.log1p(share * (users & self.mentions.prose).bit_count())
            + self._mention_bonus(name, plain=plain) * math.sqrt(share)
        )

    def _share(self, name: str, path: str, definers: int) -> tuple[float, int]:
        """(the share of a name's uses that falls to `path`, the files whose uses may be meant)."""
        many = self._many(name, definers)
        if many <= 1:
            return 1.0, ~definers
        # Of several that define the name, those are meant whose own types a user names too.
        linked = self._linked_to(path)
        if not linked:
            return 1 / many, ~definers
        return 1 / math.sqrt(many), ~definers & linked

    def _mention_bonus(self, name: str, *, plain: bool) -> float:
        """The bonus for a name that the README or a main module mentions."""
        worth = 1.2 if name in self.readme and (not plain or name + "(" in self.readme) else 0.0
        return worth + 0.6 if name in self.surface and not plain else worth

    def _many(self, name: str, definers: int) -> int:
        """How many files define a name, those for different platforms counted as one: `jvm/.../Pool.kt`, `js/...`."""
        many = definers.bit_count()
        if 1 < many <= _VARIANTS:
            if name not in self._variants:
                self._variants[name] = len(set(map(_tail, self._paths(definers))))
            return self._variants[name]
        return many

    def _paths(self, files: int) -> Iterable[str]:
        while files:
            last = files & -files
            yield self.paths[last.bit_length() - 1]
            files ^= last

    def symbols(self, row: FileRow, outline: Sequence[Symbol]) -> list[WeighedSymbol]:
        """The symbols of a file with their worth, one for each name."""
        kinds = {symbol.name: symbol.kind for symbol in reversed(outline)}
        stated = any(states_visibility(row.language, symbol.signature) for symbol in outline)
        first, further = _first_definitions(outline)
        alike = Counter(map(_last_name, first))
        weighed: list[WeighedSymbol] = []
        visible: dict[str, float] = {}
        for symbol in first.values():
            if symbol.kind in _VALUES and _IMPORTED.search(symbol.signature):
                continue  # other files define it
            holder, _, last = symbol.name.rpartition(".")
            own = estimate_visibility(row.language, symbol.name, symbol.signature, stated=stated)
            if kinds.get(holder) in _PROMISES:
                own = max(own, PUBLIC)  # a member of an interface is as public as the interface
            factor, depth = _surroundings(holder, kinds)
            visible[symbol.name] = own = min(own * factor, visible.get(holder, PUBLIC))
            # One use counts for one of those that share the name in the file: six types with a `Nodes()` each.
            worth = self._worth(row, symbol, depth, own) / alike[last] ** 0.5
            bare = symbol._replace(signature=without_marks(symbol.signature))
            weighed.append(WeighedSymbol(worth, bare, further[symbol.name]))
        return weighed

    def _worth(self, row: FileRow, symbol: Symbol, depth: int, open_to: float) -> float:
        holder, _, name = symbol.name.rpartition(".")
        is_meant = self._is_meant(name)
        worth = 0.5 + self.use(name, row.path, member=depth > 0)
        if self.words:
            worth += self._likeness(name) + 2.0 * is_meant
        for factor in self._factors(row, symbol, name, holder):
            worth *= factor
        if len(name) < 3 and not is_meant:
            worth *= 0.5  # a type parameter, a loop's variable: too short to say what is named
        if name.lower() in self.title:
            worth *= 1.3
        if name == "main" and not holder:
            worth += 1.5  # where a program begins nobody calls
        worth *= max(open_to, 0.7) if is_meant else open_to
        lines = symbol.end - symbol.line + 1
        return worth * (1 + _SPAN * math.log2(max(1, lines))) * (1.1 if symbol.doc else 1.0) * 0.88**depth

    def _is_meant(self, name: str) -> bool:
        """Whether the goal has the name itself."""
        return name in self.words or name.lower() in self.words

    def _likeness(self, name: str) -> float:
        """How much of a name the goal has."""
        pieces = pieces_of(name)
        return 2.5 * sum(piece in self.words for piece in pieces) / max(1, len(pieces))

    def _factors(self, row: FileRow, symbol: Symbol, name: str, holder: str) -> Iterator[float]:
        """The factors for what a symbol is and how it is called."""
        if symbol.kind in _CONTAINERS:
            yield _TYPE if "{" in symbol.signature or not symbol.signature.endswith(";") else 0.2
        elif symbol.kind in _SPACES:
            yield 0.1 if self.mentions.defined.get(name, 0).bit_count() > 3 else 0.3
        elif symbol.kind in _VALUES:
            yield 0.1 if name == "_" else 0.35
        if _last_name(holder) == name or (name == "Companion" and row.language == "kotlin"):
            yield _CONSTRUCTOR  # it is named wherever its class is, and its class is shown
        if name in EVERYONES and name not in self.readme:
            yield 0.6

    def _linked_to(self, path: str) -> int:
        """Files that name a symbol that only `path` defines, or one that `path` is named for."""
        if path not in self._linked:
            stem = _stem(path)
            linked = 0
            for name in self.mentions.definitions.get(path, ()):
                if name.lower() == stem or self._is_own_type(name):
                    linked |= self.mentions.named[name]
            self._linked[path] = linked
        return self._linked[path]

    def _is_own_type(self, name: str) -> bool:
        """Whether only one file defines a name that looks like a type."""
        return name[:1].isupper() and self.mentions.defined[name].bit_count() == 1 and not name.islower()

    def _place(self, path: str) -> float:
        """The factor of a file's path: the root module of a package counts more, plumbing less."""
        parts = path.lower().split("/")
        factor = 1.0
        stem = _stem(path)
        for part, below in zip((*parts[:-1], stem), (*parts[1:], ""), strict=True):
            if not (part == "common" and below == "src"):  # what all platforms share is no plumbing
                factor *= _SET_BACK.get(part, 1.0)
        if stem in self.title or stem in parts[:-1] or path in self.roots:
            factor *= 1.2
        return factor

    def _readme(self) -> tuple[frozenset[str], frozenset[str]]:
        """Words of the README at the top (called ones with their bracket), and those of its first heading."""
        paths = sorted(filter(_README.match, self.mentions.place), key=lambda path: (len(path), path))
        if not paths:
            return frozenset(), frozenset()
        data = (read_source(os.path.join(self.index.root, paths[0])) or b"")[:200_000]
        return _spoken_words(data), _title_words(data)

    def _roots(self) -> frozenset[str]:
        """The modules that speak for a package: the topmost `__init__`, `lib.rs`, `index.ts` of each."""
        roots: dict[str, str] = {}
        for path in sorted(self.mentions.definitions, key=lambda path: (path.count("/"), path)):
            folder, _, base = path.rpartition("/")
            if base.partition(".")[0] in FOLDER_FILES and not _is_below(folder, roots):
                roots[folder] = path
        return frozenset(roots.values())

    def _surface(self) -> frozenset[str]:
        """Names in the modules that speak for a package."""
        mask = 0
        for path in self.roots:
            mask |= 1 << self.mentions.place[path]
        return frozenset(name for name, files in self.mentions.named.items() if files & mask)


def _within_bytes(rows: Iterable[FileRow], most: int) -> list[FileRow]:
    """The files that fit into so many bytes, in their order; one that is too large is passed over."""
    fitting: list[FileRow] = []
    for row in rows:
        if row.size <= most:
            fitting.append(row)
            most -= row.size
    return fitting


def _spoken_words(data: bytes) -> frozenset[str]:
    """The words of a document; called ones with their bracket too."""
    document_words: set[str] = set()
    for word in words_of(data):
        text = word.decode("utf-8", "replace").lstrip(".")
        bare = text.rstrip("(")
        document_words.add(bare)
        if text.endswith("(") or word.startswith(b"."):
            document_words.add(bare + "(")
    return frozenset(document_words)


def _title_words(data: bytes) -> frozenset[str]:
    """The first words of a document's first heading."""
    heading = _HEADING.search(data)
    title = heading[1].decode("utf-8", "replace").lower() if heading else ""
    return frozenset(word for word in re.findall(r"[\w.]+", title)[:3] if len(word) > 2)


def _is_below(folder: str, roots: Mapping[str, str]) -> bool:
    """Whether a folder is one of the roots or below one; the folder at the top is below none but itself."""
    while folder and folder not in roots:
        folder = folder.rpartition("/")[0]
    return folder in roots


def _first_definitions(outline: Sequence[Symbol]) -> tuple[dict[str, Symbol], dict[str, int]]:
    """(name -> its first definition, name -> number of further ones). A type comes before a function of its name."""
    first: dict[str, Symbol] = {}
    further: dict[str, int] = {}
    for symbol in outline:
        earlier = first.get(symbol.name)
        first[symbol.name] = _preferred(earlier, symbol) if earlier is not None else symbol
        further[symbol.name] = further.get(symbol.name, -1) + 1
    return first, further


def _preferred(earlier: Symbol, later: Symbol) -> Symbol:
    """Which of two definitions of a name is shown: the earlier with the documentation of either, as a rule."""
    if later.kind in _CONTAINERS and earlier.kind in _BODIES:
        return later  # a function that makes one may be called like the type
    return earlier if earlier.doc else earlier._replace(doc=later.doc)


def _surroundings(holder: str, kinds: Mapping[str, str]) -> tuple[float, int]:
    """(factor for the definitions around a symbol, how deep it is nested). `holder` is the dotted name around it."""
    factor, depth = 1.0, 0
    while holder:
        kind, last = kinds.get(holder, "class"), _last_name(holder)
        if kind in _SPACES:
            factor *= _space_factor(last)
        else:
            depth += 1
            factor *= _LOCAL if kind in _BODIES else 1.0
        holder = holder.rpartition(".")[0]
    return factor, depth


def _space_factor(name: str) -> float:
    """The factor for what is in a namespace or an inner module."""
    return (_INNER if name in _SET_BACK else 1.0) * (_LOCAL if name in _TESTS else 1.0)


def _last_name(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def _tail(path: str) -> str:
    """The last two folders of a path and its stem, without a folder that names a platform."""
    return "/".join((*path.split("/")[-3:-1], _stem(path)))


def _stem(path: str) -> str:
    base = path[path.rfind("/") + 1 :]
    return (base[: base.find(".", 1)] if "." in base[1:] else base).lower()
