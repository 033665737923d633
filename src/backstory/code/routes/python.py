"""Routes of Flask, FastAPI, Starlette, aiohttp and Django."""

import re
from itertools import islice
from typing import Final

from backstory.code.routes.exposed import MAX_LOOKED, ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import MAX_BLOCKS, Blocks, innermost_region, join_path, read_call, read_prefix
from backstory.model.late_pattern import late_pattern

_VERBS: Final = rb"get|post|put|delete|patch|head|options"
_ROUTE: Final = late_pattern(
    rb"(?m)^[ \t]*@([\w.]{1,80})\.(route|websocket|api_route|" + _VERBS + rb")\(\s*(?:path\s*=\s*|rule\s*=\s*)?[rf]?"
    rb"([\"'])([^\"'\n]{0,200})\3"
)  # fmt: skip
_ROUTER_CREATION: Final = late_pattern(
    rb"(\w{1,80})\s*(?::\s*[\w.]+\s*)?=\s*(?:[\w.]+\.)?(?:APIRouter|Blueprint|FastAPI|Flask)\("
)
_PREFIX: Final = late_pattern(rb"prefix\s*=\s*(?:[\"']([^\"'\n]*)[\"']\s*(?=[,)]|$))?")
_METHODS: Final = late_pattern(rb"methods\s*=\s*[\[({]([^\])}]*)[\])}]")
_ADDED: Final = late_pattern(
    rb"([\w.]{1,80})\.(add_url_rule|add_api_route|add_route|add_get|add_post|add_put|add_delete|add_patch)"
    rb"\(\s*(?:\"([A-Z]+)\",\s*)?[\"'](/[^\"'\n]{0,200})[\"']"
)
_MOUNTED: Final = late_pattern(
    rb"([\w.]{1,80})\.(include_router|register_blueprint)\(\s*(?:router\s*=\s*)?([\w.]{1,160})"
)
_FROM: Final = late_pattern(rb"(?m)^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^()]{1,4000}\)|[^\n(]{1,1000})")
_IMPORT: Final = late_pattern(rb"(?m)^[ \t]*import[ \t]+([\w., \t]{1,500})$")
_NAMED: Final = late_pattern(rb"(\w+)(?:[ \t]+as[ \t]+(\w+))?")
_DJANGO: Final = late_pattern(rb"\b(re_path|path|url)\(\s*r?[\"']([^\"'\n]*)[\"']\s*,\s*(include\()?")
_INCLUDED: Final = late_pattern(rb"\s*\(?\s*(?:[\"']([\w.]+)[\"']|([A-Za-z_][\w.]*)|(\[))")
_LIST: Final = late_pattern(rb"(?m)^[ \t]*(\w{1,80})(?:\s*:\s*[^=\n]{1,80})?\s*\+?=\s*(?:\w+\()?(\[)")
_COMMENT: Final = late_pattern(rb"#[^\n]*")
_ROUTER_WORDS: Final = (b"prefix", b"Blueprint(", b"APIRouter(", b"Flask(", b"FastAPI(")
_DECORATOR_WORDS: Final = (b".route(", b"router", b"app.", b"api_route(")
_SHORT: Final = ("GET", "POST", "PUT", "DELETE", "PATCH")


def read(source: Source) -> None:
    """Notes routes, routers and where these are mounted."""
    data = source.data
    if any(word in data for word in _ROUTER_WORDS):
        _read_routers(source)
    if source.routers or any(word in data for word in _DECORATOR_WORDS):
        _read_decorators(source)
    if b".add_" in data:
        _read_added(source)
    if b"include_router(" in data or b"register_blueprint(" in data:
        _read_mounts(source)
    if b"urlpatterns" in data:
        _read_django(source)
    if source.routers or source.mounts:
        _read_imports(source)


def _read_routers(source: Source) -> None:
    for creation in _ROUTER_CREATION.finditer(source.data):
        prefix = _PREFIX.search(read_call(source.data, creation.end()))
        source.routers[decode_text(creation[1])] = decode_text(prefix[1]) if prefix else ""


def _read_decorators(source: Source) -> None:
    for route in _ROUTE.finditer(source.data):
        path, owner = decode_text(route[4]), decode_text(route[1])
        if path.startswith("/") or owner in source.routers:
            verbs = _decorator_verbs(source.data, route)
            source.add_routes(verbs, join_path(path), route.start(), "decorator", owner)


def _decorator_verbs(data: bytes, route: re.Match[bytes]) -> list[str]:
    verb = decode_text(route[2])
    if verb in ("route", "api_route"):
        return _methods(data, route.end())
    return ["WS" if verb == "websocket" else verb]


def _methods(data: bytes, start: int) -> list[str]:
    """The `methods=[...]` of the call whose arguments go on at `start`; GET where there are none."""
    methods = _METHODS.search(read_call(data, start))
    return re.findall(r"[A-Za-z]+", decode_text(methods[1])) if methods else ["GET"]


def _read_added(source: Source) -> None:
    """Routes that are added with a call: `app.add_url_rule("/", ...)`, `router.add_get("/", ...)`."""
    for added in _ADDED.finditer(source.data):
        path, owner = decode_text(added[4]), decode_text(added[1])
        source.add_routes(_added_verbs(source.data, added), path, added.start(), "router", owner)


def _added_verbs(data: bytes, added: re.Match[bytes]) -> list[str]:
    short = decode_text(added[2]).removeprefix("add_").upper()
    if short in _SHORT:
        return [short]
    return [decode_text(added[3])] if added[3] else _methods(data, added.end())


def _read_mounts(source: Source) -> None:
    for mounted in islice(_MOUNTED.finditer(source.data), MAX_LOOKED):
        if source.commented(mounted.start()):
            continue
        prefix = _PREFIX.search(read_call(source.data, mounted.end()))
        replaces = mounted[2] == b"register_blueprint" and prefix is not None and prefix[1] is not None
        parent, child = decode_text(mounted[1]), decode_text(mounted[3])
        source.mounts.append(Mount(parent, read_prefix(prefix), child, source.line(mounted.start()), replaces))


def _read_django(source: Source) -> None:
    patterns = _Patterns(source)
    for pattern in islice(_DJANGO.finditer(source.data), MAX_LOOKED):
        patterns.take(pattern)


class _Patterns:
    """The lists of Django's URL patterns in one file. Each is a router by its name; one in an `include` has none."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.blocks = Blocks(source.data)
        self.regions: list[tuple[int, int, str]] = []
        """(start, end, name)"""
        for assigned in islice(_LIST.finditer(source.data), MAX_BLOCKS):
            self._add_region(assigned.start(2), decode_text(assigned[1]))

    def _add_region(self, start: int, name: str) -> None:
        self.regions.append((start, self.blocks.end(start), name))
        self.source.routers[name] = ""

    def take(self, pattern: re.Match[bytes]) -> None:
        """Adds the route of one `path(...)`, and the mount of an `include` in it."""
        path, includes = decode_text(pattern[2]), bool(pattern[3])
        if pattern[1] != b"path":
            path = path.lstrip("^").removesuffix("$")
        owner = innermost_region(self.regions, pattern.start()) or "urlpatterns"
        if includes and not self.source.commented(pattern.start()):
            self._include(pattern, owner, path)
        name = f"ANY {join_path(path)}{'*' if includes else ''}"
        self.source.add(ROUTE, name, pattern.start(), "Django", owner)

    def _include(self, pattern: re.Match[bytes], owner: str, path: str) -> None:
        included = _INCLUDED.match(self.source.data, pattern.end())
        if included:
            line = self.source.line(pattern.start())
            self.source.mounts.append(Mount(owner, path, self._name_included(included, line), line))

    def _name_included(self, included: re.Match[bytes], line: int) -> str:
        """The name of the router that an `include` mounts: of a list in place, of a module, or as it is written."""
        if included[3] and len(self.regions) < 2 * MAX_BLOCKS:
            name = f"[{line}]"
            self._add_region(included.start(3), name)
            return name
        if included[1]:
            name = f"include {line}"
            self.source.imports[name] = (decode_text(included[1]), "urlpatterns")
            return name
        return decode_text(included[2])


def _read_imports(source: Source) -> None:
    for statement in _FROM.finditer(source.data):
        module = decode_text(statement[1])
        for name in _NAMED.finditer(_COMMENT.sub(b"", statement[2])):
            source.imports.setdefault(decode_text(name[2] or name[1]), (module, decode_text(name[1])))
    for statement in _IMPORT.finditer(source.data):
        for piece in statement[1].split(b","):
            _import_module(source, decode_text(piece).split())


def _import_module(source: Source, words: list[str]) -> None:
    """The module of `import a` or `import a.b as c`."""
    if len(words) == 3 and words[1] == "as":
        source.imports.setdefault(words[2], (words[0], ""))
    elif len(words) == 1 and "." not in words[0]:
        source.imports.setdefault(words[0], (words[0], ""))
