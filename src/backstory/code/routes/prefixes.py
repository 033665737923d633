"""Routers as files speak of them: which route is on which, under which prefix one is mounted on another, by what name.

A reader of one file notes these; `join_routes` puts them together over all files. What is not sure is left as the file
that holds the route has it: a prefix that is no literal, a name that leads nowhere, a ring, many places at once.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from backstory.code.routes.exposed import ROUTE, Exposed, Mount, Source
from backstory.code.routes.spelling import join_path

_PLACES: Final = 4
"""A router mounted in more places than this is listed once, as its own file has it."""
_STEPS: Final = 6
"""Files that a name is followed through."""
_SCRIPTS: Final = (".ts", ".js", ".mjs", ".cjs", ".mts", ".cts", ".tsx", ".jsx")
_INDEXES: Final = tuple(f"/index{ending}" for ending in _SCRIPTS)


class Router(NamedTuple):
    """A router by its file and the name it has there."""

    path: str
    name: str


def join_routes(sources: Sequence[Source]) -> list[Exposed]:
    """The routes and names that files expose, with the prefixes of their routers; file by file, line by line."""
    web = _Web({source.path: source for source in sources})
    joined: list[Exposed] = []
    for source in sources:
        own = dict.fromkeys(_with_prefixes(web, source))
        joined += sorted(own, key=_line_and_kind)
    return joined


def _line_and_kind(exposed: Exposed) -> tuple[int, str]:
    return exposed.line, exposed.kind


def _with_prefixes(web: "_Web", source: Source) -> Iterator[Exposed]:
    """What a file exposes, its routes once for each prefix of their router."""
    for exposed, owner in source.exposed:
        if exposed.kind != ROUTE:
            yield exposed
        elif not (exposed.name.endswith("*") and (source.path, exposed.line) in web.followed):
            for prefix in web.prefixes(Router(source.path, owner)) if owner else [""]:
                yield _prefix_route(exposed, prefix)


def _prefix_route(route: Exposed, prefix: str) -> Exposed:
    if not prefix:
        return route
    verb, _, path = route.name.partition(" ")
    whole = join_path(prefix, path) if path not in ("", "/") else prefix
    return route._replace(name=f"{verb} {whole}"[:200])


class _Web:
    """Who is mounted on whom."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources
        self.above: dict[Router, list[tuple[Router, Mount]]] = {}
        self.followed: set[tuple[str, int]] = set()
        """(path, line) of mounts whose router was found. The included router is listed itself."""
        self._by_name: dict[str, list[str]] | None = None
        """File name -> paths."""
        self._functions: dict[str, list[Source]] = {}
        for source in sources.values():
            self._note_functions(source)
        for source in sources.values():
            self._note_mounts(source)

    def _note_functions(self, source: Source) -> None:
        """Notes the functions of Go that take a router, which other files call."""
        if source.language == "go":
            for function in source.exports:
                self._functions.setdefault(function, []).append(source)

    def _note_mounts(self, source: Source) -> None:
        for mount in source.mounts:
            child, parent = self.find(source, mount.child), Router(source.path, mount.parent)
            if child is not None and child != parent:
                self.above.setdefault(child, []).append((parent, mount))
                self.followed.add((source.path, mount.line))

    def prefixes(self, router: Router) -> list[str]:
        """The prefixes that the routes of a router have; its own alone where it cannot be said for sure."""
        prefixes = self._climb(router, ())
        return prefixes if 0 < len(prefixes) <= _PLACES else [self._own(router)]

    def _own(self, router: Router) -> str:
        return self.sources[router.path].routers.get(router.name, "")

    def _climb(self, router: Router, below: tuple[Router, ...]) -> list[str]:
        """As `prefixes`; nothing for routers in a ring. The search ends at a prefix that is not a literal."""
        if router in below:
            return []
        own = self._own(router)
        prefixes: dict[str, None] = {}
        for above, mount in self.above.get(router, ()):
            if mount.prefix is None:
                return [own]
            higher = self._climb(above, (*below, router))
            if not higher:
                return []
            last = "" if mount.replaces else own
            prefixes.update(dict.fromkeys(_join_prefixes(prefix, mount.prefix, last) for prefix in higher))
        return list(prefixes) or [own]

    def find(self, source: Source, name: str, steps: int = 0) -> Router | None:
        """The router that a name of a file leads to, through imports and what other files pass on."""
        if name in source.routers:
            return Router(source.path, name)
        if source.language == "go":
            return self._find_parameter(source, *source.imports[name]) if name in source.imports else None
        first, _, rest = name.partition(".")
        if first not in source.imports or steps > _STEPS:
            return None
        module, attribute = source.imports[first]
        names = [part for part in (attribute, *rest.split(".")) if part]
        submodule = self._submodule(source, module, names)
        if submodule is not None:
            return self._find_inside(submodule, names[1:], steps)
        target = self.file(source, module)
        return self._find_inside(target, names, steps) if target else None

    def _submodule(self, source: Source, module: str, names: list[str]) -> Source | None:
        """The file of Python that `from module import name` may name instead of something inside `module`."""
        if not names or source.language != "python":
            return None
        dot = "" if module.endswith(".") else "."
        return self.file(source, f"{module}{dot}{names[0]}")

    def _find_parameter(self, source: Source, package: str, function: str) -> Router | None:
        """The parameter of the one function of that name in the package, by the folder that it is called after."""
        folder = source.path.rpartition("/")[0]
        matches = [
            other
            for other in self._functions.get(function, ())
            if (other.path.split("/")[-2:-1] == [package] if package else other.path.rpartition("/")[0] == folder)
        ]
        own = matches[0].exports[function] if len(matches) == 1 else ""
        return Router(matches[0].path, own) if own else None

    def _find_inside(self, source: Source, names: list[str], steps: int) -> Router | None:
        """The router that a file passes on under a dotted name; without a name its default."""
        name = ".".join(names) or "default"
        fallback = source.exports.get("default", name) if names[:1] == ["default"] else name
        return self.find(source, source.exports.get(name, fallback), steps + 1)

    def file(self, source: Source, module: str) -> Source | None:
        """The file that an import of `source` names; None when there is none, or more than one that may be meant."""
        if source.language == "python":
            return self._python_module(source, module)
        if not module.startswith("."):
            return self.sources.get(module)
        base = os.path.normpath(os.path.join(os.path.dirname(source.path), module)).replace(os.sep, "/")
        stem = base.removesuffix(".js").removesuffix(".mjs").removesuffix(".cjs")
        return self._first_of([base, *(stem + ending for ending in _SCRIPTS), *(base + index for index in _INDEXES)])

    def _first_of(self, paths: Iterable[str]) -> Source | None:
        return next((self.sources[path] for path in paths if path in self.sources), None)

    def _python_module(self, source: Source, module: str) -> Source | None:
        bare = module.lstrip(".")
        dots = len(module) - len(bare)
        parts = [part for part in bare.split(".") if part]
        if dots:
            return self._first_of(_module_files([*source.path.split("/")[:-dots], *parts]))
        if not parts:
            return None
        module_file, package_file = _module_files(parts)
        matches = self._ending_with(module_file) + self._ending_with(package_file)
        best = _nearest(source.path, matches)
        return self.sources[best] if best else None

    def _ending_with(self, file: str) -> list[str]:
        """The known paths that are `file` or end with it."""
        if self._by_name is None:
            self._by_name = {}
            for path in self.sources:
                self._by_name.setdefault(path.rpartition("/")[2], []).append(path)
        same_name = self._by_name.get(file.rpartition("/")[2], ())
        return [path for path in same_name if f"/{path}".endswith(f"/{file}")]


def _join_prefixes(*prefixes: str) -> str:
    parts = [prefix for prefix in prefixes if prefix]
    return join_path(*parts) if parts else ""


def _module_files(parts: list[str]) -> tuple[str, str]:
    """The two files that a module of Python may be."""
    module = "/".join(parts)
    return (module + ".py", f"{module}/__init__.py" if module else "__init__.py")


def _nearest(path: str, others: Sequence[str]) -> str:
    """The one of the other paths with most folders in common with `path`; empty where two have as many."""
    if len(others) < 2:
        return others[0] if others else ""
    shared = {other: _shared_folders(path, other) for other in others}
    first, second = sorted(others, key=shared.__getitem__, reverse=True)[:2]
    return first if shared[first] > shared[second] else ""


def _shared_folders(path: str, other: str) -> int:
    return len(os.path.commonpath([os.path.dirname("/" + path), os.path.dirname("/" + other)]).split("/"))
