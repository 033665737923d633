"""Ranks files and symbols by importance when no goal is given.

A symbol ranks high if many files use it, above all tests, examples and documents (which use the public interface), if
the README and the main module of a package mention it, and if it is public. A file ranks by the best symbols that it
defines, and higher if it changes often. Every file uses plumbing too, so `internal` and `util` folders are set back.
"""

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from backstory.code.index.goal import pieces_of
from backstory.code.index.mentions import Mentions, words_of
from backstory.code.index.references import EVERYONES
from backstory.code.index.store import CodeIndex, FileRow
from backstory.code.read.roles import FOLDER_FILES
from backstory.code.read.source import read_source
from backstory.code.read.symbol import Symbol
from backstory.code.read.visibility import PUBLIC, estimate_visibility, states_visibility, without_marks

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
_IMPORTED: Final = re.compile(r"=\s*(?:await\s+)?(?:require|import)\s*\(|\b([\w$]+)\s*=\s*[\w$.]+\.\1;?$")
"""`x = require('x')` and `join = path.join`: values that only give a name to what others define."""
_VARIANTS: Final = 12
"""Files of one name for different platforms at most."""
_README: Final = re.compile(r"(?:^|/)readme(?:\.\w+)?$", re.IGNORECASE)
_HEADING: Final = re.compile(rb"^[ \t]*(?:#+[ \t]*)?([^\n<!\[]{2,80})$", re.MULTILINE)


class WeighedSymbol(NamedTuple):
    """A symbol with its worth; its signature is without annotations and the like."""

    worth: float
    symbol: Symbol
    further: int
    """Further definitions of the same name in the file."""


class Importance:
    """Answers for the files of one reading of a tree. `words`: of a goal, whose names then come first."""

    def __init__(self, index: CodeIndex, found: Mentions, words: Iterable[str] = ()) -> None:
        self.index = index
        self.found = found
        self.words = frozenset(words)
        self.touched = index.touched()
        self.readme, self.title = self._readme()
        self.roots = self._roots()
        self.surface = self._surface()
        self.paths = list(found.place)
        self._linked: dict[str, int] = {}
        self._variants: dict[str, int] = {}

    def highest(self, rows: Sequence[FileRow], most: int) -> list[FileRow]:
        """The files worth parsing: half for all that they define, half for the one thing that is used most.

        Bounded in bytes too, whether or not some were parsed before: the same tree gives the same files.
        """
        stands: dict[str, float] = {}
        peaks: dict[str, float] = {}
        for row in rows:
            names = [n for n in self.found.definitions.get(row.path, ()) if self._shared(n)]
            best = sorted((self.use(n, row.path) for n in names), reverse=True)
            stands[row.path] = self._stands(row.path, best[:_TELLING])
            peaks[row.path] = (best[0] if best else 0.0) * self._place(row.path)
        whole = sorted(rows, key=lambda r: (-stands[r.path], r.path))
        chosen = dict.fromkeys(whole[: most - most // 2])
        for row in sorted(rows, key=lambda r: (-peaks[r.path], -stands[r.path], r.path)):
            if len(chosen) >= most:
                break
            chosen.setdefault(row)
        left = _PARSED_BYTES
        out: list[FileRow] = []
        for row in chosen:
            if row.size <= left:
                out.append(row)
                left -= row.size
        return out

    def _shared(self, name: str) -> bool:
        """Whether more than one other file names it: what hardly anybody does decides nothing about a file."""
        return (self.found.named[name] & ~self.found.defined[name]).bit_count() > 1

    def file(self, path: str, worths: Iterable[float]) -> float:
        """The score of a file by the worth of its symbols."""
        best = sorted(worths, reverse=True)[:_TELLING]
        return self._stands(path, best)

    def _stands(self, path: str, best: Sequence[float]) -> float:
        score = sum(worth * _TAPER**place for place, worth in enumerate(best))
        score += 1.5 * math.log1p(self.touched.get(path, (0, 0))[1]) + 1.0 * math.log1p(self.found.reach.get(path, 0))
        return score * self._place(path)

    def use(self, name: str, path: str, *, member: bool = False) -> float:
        """How much a name that `path` defines is used by others, on a scale of logarithms.

        A plain word is one only where it is called or reached for: `Title` is a type, but may be any word for a member.
        """
        found = self.found
        plain = name.isalpha() and (name.islower() or (member and name[1:].islower()))
        definers = found.defined.get(name, 0)
        many = self._many(name, definers)
        share, meant = 1.0, ~definers
        if many > 1:
            # Of several that define the name, those are meant whose own types a user names too.
            linked = self._linked_to(path)
            meant &= linked or meant
            share = 1 / math.sqrt(many) if linked else 1 / many
        users = named = found.named.get(name, 0) & meant
        if plain:
            users = found.used.get(name, 0) & meant
        inside: float = (users & found.code).bit_count()
        if plain:  # it may be a type, or a variable of everybody's
            inside = max(inside, _PLAIN * (named & found.code).bit_count())
        told = 1.2 if name in self.readme and (not plain or name + "(" in self.readme) else 0.0
        if name in self.surface and not plain:
            told += 0.6
        return (
            1.0 * math.log1p(share * inside)
            + 0.8 * math.log1p(share * (users & found.showing).bit_count())
            + 0.6 * math.log1p(share * (users & found.prose).bit_count())
            + told * math.sqrt(share)
        )

    def _many(self, name: str, definers: int) -> int:
        """How many files define a name, those for different platforms counted as one: `jvm/.../Pool.kt`, `js/...`."""
        many = definers.bit_count()
        if 1 < many <= _VARIANTS:
            known = self._variants.get(name)
            if known is None:
                places = {_tail(p) for p in self._paths(definers)}
                known = self._variants[name] = len(places)
            many = known
        return many

    def _paths(self, files: int) -> Iterable[str]:
        while files:
            last = files & -files
            yield self.paths[last.bit_length() - 1]
            files ^= last

    def symbols(self, row: FileRow, outline: Sequence[Symbol]) -> list[WeighedSymbol]:
        """The symbols of a file with their worth, one for each name."""
        kinds = {s.name: s.kind for s in reversed(outline)}
        stated = any(states_visibility(row.language, s.signature) for s in outline)
        first, further = _first_definitions(outline)
        alike: dict[str, int] = {}
        for full in first:
            last = full.rpartition(".")[2]
            alike[last] = alike.get(last, 0) + 1
        weighed: list[WeighedSymbol] = []
        visible: dict[str, float] = {}
        for s in first.values():
            if s.kind in _VALUES and _IMPORTED.search(s.signature):
                continue  # other files define it
            holder, _, last = s.name.rpartition(".")
            own = estimate_visibility(row.language, s.name, s.signature, stated=stated)
            if kinds.get(holder) in _PROMISES:
                own = max(own, PUBLIC)  # a member of an interface is as public as the interface
            factor, depth = _surroundings(holder, kinds)
            visible[s.name] = own = min(own * factor, visible.get(holder, PUBLIC))
            # One use counts for one of those that share the name in the file: six types with a `Nodes()` each.
            worth = self._worth(row, s, depth, own) / alike[last] ** 0.5
            weighed.append(WeighedSymbol(worth, s._replace(signature=without_marks(s.signature)), further[s.name]))
        return weighed

    def _worth(self, row: FileRow, s: Symbol, depth: int, open_to: float) -> float:
        holder, _, name = s.name.rpartition(".")
        worth = 0.5 + self.use(name, row.path, member=depth > 0)
        told = name in self.words
        if self.words:
            pieces = pieces_of(name)
            told = told or name.lower() in self.words
            worth += 2.5 * sum(p in self.words for p in pieces) / max(1, len(pieces)) + 2.0 * told
        if s.kind in _CONTAINERS:
            worth *= _TYPE if "{" in s.signature or not s.signature.endswith(";") else 0.2
        elif s.kind in _SPACES:
            worth *= 0.1 if self.found.defined.get(name, 0).bit_count() > 3 else 0.3
        elif s.kind in _VALUES:
            worth *= 0.1 if name == "_" else 0.35
        if holder.rpartition(".")[2] == name or (name == "Companion" and row.language == "kotlin"):
            worth *= _CONSTRUCTOR  # it is named wherever its class is, and its class is shown
        if name in EVERYONES and name not in self.readme:
            worth *= 0.6
        if len(name) < 3 and not told:
            worth *= 0.5  # a type parameter, a loop's variable: too short to say what is named
        if name.lower() in self.title:
            worth *= 1.3
        if name == "main" and not holder:
            worth += 1.5  # where a program begins nobody calls
        worth *= max(open_to, 0.7) if told else open_to
        lines = s.end - s.line + 1
        return worth * (1 + _SPAN * math.log2(max(1, lines))) * (1.1 if s.doc else 1.0) * 0.88**depth

    def _linked_to(self, path: str) -> int:
        """Files that name a symbol that only `path` defines, or one that `path` is named for."""
        linked = self._linked.get(path)
        if linked is None:
            found = self.found
            stem = _stem(path)
            linked = 0
            for name in found.definitions.get(path, ()):
                own = found.defined[name].bit_count() == 1 and not name.islower()
                if (own and name[:1].isupper()) or name.lower() == stem:
                    linked |= found.named[name]
            self._linked[path] = linked
        return linked

    def _place(self, path: str) -> float:
        """The factor of a file's place: the root module of a package counts more, plumbing less."""
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
        paths = sorted((p for p in self.found.place if _README.match(p)), key=lambda p: (len(p), p))
        if not paths:
            return frozenset(), frozenset()
        data = (read_source(os.path.join(self.index.root, paths[0])) or b"")[:200_000]
        words: set[str] = set()
        for word in words_of(data):
            text = word.decode("utf-8", "replace").lstrip(".")
            words.add(text.rstrip("("))
            if text.endswith("(") or word.startswith(b"."):
                words.add(text.rstrip("(") + "(")
        heading = _HEADING.search(data)
        title = heading[1].decode("utf-8", "replace").lower() if heading else ""
        return frozenset(words), frozenset(w for w in re.findall(r"[\w.]+", title)[:3] if len(w) > 2)

    def _roots(self) -> frozenset[str]:
        """The modules that speak for a package: the topmost `__init__`, `lib.rs`, `index.ts` of each."""
        roots: dict[str, str] = {}
        for path in sorted(self.found.definitions, key=lambda p: (p.count("/"), p)):
            folder, _, base = path.rpartition("/")
            if base.partition(".")[0] in FOLDER_FILES:
                above = folder
                while above and above not in roots:
                    above = above.rpartition("/")[0]
                if above not in roots:
                    roots[folder] = path
        return frozenset(roots.values())

    def _surface(self) -> frozenset[str]:
        """Names in the modules that speak for a package."""
        mask = 0
        for path in self.roots:
            mask |= 1 << self.found.place[path]
        return frozenset(n for n, files in self.found.named.items() if files & mask) if mask else frozenset()


def _first_definitions(outline: Sequence[Symbol]) -> tuple[dict[str, Symbol], dict[str, int]]:
    """(name -> its first definition, name -> number of further ones). A type comes before a function of its name."""
    first: dict[str, Symbol] = {}
    further: dict[str, int] = {}
    for s in outline:
        known = first.get(s.name)
        if known is None:
            first[s.name], further[s.name] = s, 0
            continue
        further[s.name] += 1
        if s.kind in _CONTAINERS and known.kind in _BODIES:
            first[s.name] = s  # a function that makes one may be called like the type
        elif not known.doc and s.doc:
            first[s.name] = known._replace(doc=s.doc)
    return first, further


def _surroundings(holder: str, kinds: Mapping[str, str]) -> tuple[float, int]:
    """(factor for the definitions around a symbol, how deep it is nested). `holder` is the dotted name around it."""
    factor, depth = 1.0, 0
    while holder:
        kind = kinds.get(holder, "class")
        last = holder.rpartition(".")[2]
        depth += kind not in _SPACES
        if kind in _SPACES and last in _SET_BACK:
            factor *= _INNER
        if kind in _BODIES or (kind in _SPACES and last in _TESTS):
            factor *= _LOCAL
        holder = holder.rpartition(".")[0]
    return factor, depth


def _tail(path: str) -> str:
    """The last two folders of a path and its stem, without a folder that names a platform."""
    return "/".join((*path.split("/")[-3:-1], _stem(path)))


def _stem(path: str) -> str:
    base = path[path.rfind("/") + 1 :]
    return (base[: base.find(".", 1)] if "." in base[1:] else base).lower()
