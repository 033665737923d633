"""Routers as files speak of them: which route is on which, under which prefix one is mounted on another, by what name.

A reader of one file notes these; `joined_up` puts them together over all files. What is not sure is left as the file
that holds the route has it: a prefix that is no literal, a name that leads nowhere, a ring, many places at once.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from backstory.code.routes.exposed import ROUTE, Exposed, Mount, Source
from backstory.code.routes.spelling import join_path

_PLACES: Final = 4
"""A router mounted in more places than this is listed once, as its own file has it."""
_STEPS: Final = 6
"""Files that a name is followed through."""
_SCRIPTS: Final = (".ts", ".js", ".mjs", ".cjs", ".mts", ".cts", ".tsx", ".jsx")


class Router(NamedTuple):
    """A router by its file and the name it has there."""

    path: str
    name: str


def join_routes(sources: Sequence[Source]) -> list[Exposed]:
    """The routes and names that files expose, with the prefixes of their routers; file by file, line by line."""
    known = {s.path: s for s in sources}
    web = _Web(known)
    out: list[Exposed] = []
    for s in sources:
        told: dict[Exposed, None] = {}
        for each, owner in s.found:
            if each.kind != ROUTE:
                told[each] = None
                continue
            verb, _, path = each.name.partition(" ")
            path = "" if path == "/" else path
            if each.name.endswith("*") and (s.path, each.line) in web.followed:
                continue  # the included router is listed itself
            for prefix in web.prefixes(Router(s.path, owner)) if owner else [""]:
                told[
                    each._replace(
                        name=f"{verb} {join_path(prefix, path) if path else prefix}"[:200] if prefix else each.name
                    )
                ] = None
        out += sorted(told, key=lambda e: (e.line, e.kind))
    return out


class _Web:
    """Who is mounted on whom."""

    def __init__(self, known: Mapping[str, Source]) -> None:
        self.known = known
        self.above: dict[Router, list[tuple[Router, Mount]]] = {}
        self.followed: set[tuple[str, int]] = set()
        """(path, line) of mounts whose router was found."""
        self._ends: dict[str, list[str]] | None = None
        self._functions: dict[str, list[Source]] = {}
        for s in known.values():
            for function in s.exports if s.language == "go" else ():
                self._functions.setdefault(function, []).append(s)
        for s in known.values():
            for mount in s.mounts:
                child = self.find(s, mount.child)
                if child is not None and child != Router(s.path, mount.parent):
                    self.above.setdefault(child, []).append((Router(s.path, mount.parent), mount))
                    self.followed.add((s.path, mount.line))

    def prefixes(self, router: Router) -> list[str]:
        """The prefixes that the routes of a router have; its own alone where it cannot be said for sure."""
        found = self._climb(router, ())
        return found if found and len(found) <= _PLACES else [self._own(router)]

    def _own(self, router: Router) -> str:
        return self.known[router.path].routers.get(router.name, "")

    def _climb(self, router: Router, below: tuple[Router, ...]) -> list[str]:
        """As `prefixes`; nothing for routers in a ring. The search ends at a prefix that is not a literal."""
        if router in below:
            return []
        own = self._own(router)
        out: dict[str, None] = {}
        for above, mount in self.above.get(router, ()):
            if mount.prefix is None:
                return [own]
            higher = self._climb(above, (*below, router))
            if not higher:
                return []
            for prefix in higher:
                parts = [p for p in (prefix, mount.prefix, "" if mount.replaces else own) if p]
                out[join_path(*parts) if parts else ""] = None
        return list(out) or [own]

    def find(self, s: Source, name: str, steps: int = 0) -> Router | None:
        """The router that a name of a file leads to, through imports and what other files pass on."""
        first, _, rest = name.partition(".")
        if name in s.routers:
            return Router(s.path, name)
        if s.language == "go":
            return self._function(s, *s.imports[name]) if name in s.imports else None
        if first not in s.imports or steps > _STEPS:
            return None
        module, attribute = s.imports[first]
        names = [n for n in (attribute, *rest.split(".")) if n]
        if names and s.language == "python":
            deeper = self.file(s, module + ("" if module.endswith(".") else ".") + names[0])
            if deeper is not None:
                return self._inside(deeper, names[1:], steps)
        target = self.file(s, module)
        return self._inside(target, names, steps) if target else None

    def _function(self, s: Source, package: str, function: str) -> Router | None:
        """The parameter of the one function of that name in the package, by the folder that it is called after."""
        here = s.path.rpartition("/")[0]
        found = [
            other
            for other in self._functions.get(function, ())
            if (other.path.split("/")[-2:-1] == [package] if package else other.path.rpartition("/")[0] == here)
        ]
        own = found[0].exports[function] if len(found) == 1 else ""
        return Router(found[0].path, own) if own else None

    def _inside(self, s: Source, names: list[str], steps: int) -> Router | None:
        name = ".".join(names) or "default"
        name = s.exports.get(name, s.exports.get("default", name) if names[:1] == ["default"] else name)
        return self.find(s, name, steps + 1)

    def file(self, s: Source, module: str) -> Source | None:
        """The file that an import of `s` names; None when there is none, or more than one that may be meant."""
        if s.language == "python":
            return self._python(s, module)
        if not module.startswith("."):
            return self.known.get(module)
        base = os.path.normpath(os.path.join(os.path.dirname(s.path), module)).replace(os.sep, "/")
        stem = base.removesuffix(".js").removesuffix(".mjs").removesuffix(".cjs")
        names = [base, *(stem + e for e in _SCRIPTS), *(f"{base}/index{e}" for e in _SCRIPTS)]
        return next((self.known[n] for n in names if n in self.known), None)

    def _python(self, s: Source, module: str) -> Source | None:
        bare = module.lstrip(".")
        dots = len(module) - len(bare)
        parts = [p for p in bare.split(".") if p]
        if dots:
            folder = s.path.split("/")[:-dots]
            where = "/".join([*folder, *parts])
            names = (where + ".py", where + "/__init__.py" if where else "__init__.py")
            return next((self.known[n] for n in names if n in self.known), None)
        if not parts:
            return None
        end = "/".join(parts)
        found = [p for n in (end + ".py", end + "/__init__.py") for p in self._ending(n)]
        return self.known[best] if (best := nearest(s.path, found)) else None

    def _ending(self, name: str) -> list[str]:
        if self._ends is None:
            self._ends = {}
            for path in self.known:
                self._ends.setdefault(path.rpartition("/")[2], []).append(path)
        return [p for p in self._ends.get(name.rpartition("/")[2], ()) if p == name or p.endswith("/" + name)]


def nearest(path: str, found: Sequence[str]) -> str:
    """Of the paths found the one with most folders in common with `path`; empty where two have as many."""

    def shared(other: str) -> int:
        return len(os.path.commonpath([os.path.dirname("/" + path), os.path.dirname("/" + other)]).split("/"))

    if len(found) < 2:
        return found[0] if found else ""
    order = sorted(found, key=shared, reverse=True)
    return order[0] if shared(order[0]) > shared(order[1]) else ""
