"""Routes of Flask, FastAPI, Starlette, aiohttp and Django."""

import re
from itertools import islice
from typing import Final

from backstory.code.routes.exposed import MAX_LOOKED, ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import MAX_BLOCKS, Blocks, join_path, read_call

_VERBS: Final = rb"get|post|put|delete|patch|head|options"
_ROUTE: Final = re.compile(
    rb"(?m)^[ \t]*@([\w.]{1,80})\.(route|websocket|api_route|" + _VERBS + rb")\(\s*(?:path\s*=\s*|rule\s*=\s*)?[rf]?"
    rb"([\"'])([^\"'\n]{0,200})\3"
)  # fmt: skip
_MADE: Final = re.compile(rb"(\w{1,80})\s*(?::\s*[\w.]+\s*)?=\s*(?:[\w.]+\.)?(?:APIRouter|Blueprint|FastAPI|Flask)\(")
_PREFIX: Final = re.compile(rb"prefix\s*=\s*(?:[\"']([^\"'\n]*)[\"']\s*(?=[,)]|$))?")
_METHODS: Final = re.compile(rb"methods\s*=\s*[\[({]([^\])}]*)[\])}]")
_ADDED: Final = re.compile(
    rb"([\w.]{1,80})\.(add_url_rule|add_api_route|add_route|add_get|add_post|add_put|add_delete|add_patch)"
    rb"\(\s*(?:\"([A-Z]+)\",\s*)?[\"'](/[^\"'\n]{0,200})[\"']"
)
_MOUNTED: Final = re.compile(
    rb"([\w.]{1,80})\.(include_router|register_blueprint)\(\s*(?:router\s*=\s*)?([\w.]{1,160})"
)
_FROM: Final = re.compile(rb"(?m)^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^()]{1,4000}\)|[^\n(]{1,1000})")
_IMPORT: Final = re.compile(rb"(?m)^[ \t]*import[ \t]+([\w., \t]{1,500})$")
_NAMED: Final = re.compile(rb"(\w+)(?:[ \t]+as[ \t]+(\w+))?")
_DJANGO: Final = re.compile(rb"\b(re_path|path|url)\(\s*r?[\"']([^\"'\n]*)[\"']\s*,\s*(include\()?")
_INCLUDED: Final = re.compile(rb"\s*\(?\s*(?:[\"']([\w.]+)[\"']|([A-Za-z_][\w.]*)|(\[))")
_LIST: Final = re.compile(rb"(?m)^[ \t]*(\w{1,80})(?:\s*:\s*[^=\n]{1,80})?\s*\+?=\s*(?:\w+\()?(\[)")
_SHORT: Final = ("GET", "POST", "PUT", "DELETE", "PATCH")


def read(s: Source) -> None:
    """Notes routes, routers and where these are mounted."""
    data = s.data
    if b"prefix" in data or b"Blueprint(" in data or b"APIRouter(" in data or b"Flask(" in data or b"FastAPI(" in data:
        for m in _MADE.finditer(data):
            given = _PREFIX.search(read_call(data, m.end()))
            s.routers[decode_text(m[1])] = decode_text(given[1]) if given else ""
    if b".route(" in data or b"router" in data or b"app." in data or b"api_route(" in data or s.routers:
        _decorated(s)
    if b".add_" in data:
        _added(s)
    if b"include_router(" in data or b"register_blueprint(" in data:
        for m in islice(_MOUNTED.finditer(data), MAX_LOOKED):
            if s.commented(m.start()):
                continue
            given = _PREFIX.search(read_call(data, m.end()))
            prefix = "" if given is None else None if given[1] is None else decode_text(given[1])
            replaces = m[2] == b"register_blueprint" and prefix is not None and given is not None
            s.mounts.append(Mount(decode_text(m[1]), prefix, decode_text(m[3]), s.line(m.start()), replaces))
    if b"urlpatterns" in data:
        _django(s)
    if s.routers or s.mounts:
        _imports(s)


def _decorated(s: Source) -> None:
    for m in _ROUTE.finditer(s.data):
        path, owner = decode_text(m[4]), decode_text(m[1])
        if not path.startswith("/") and owner not in s.routers:
            continue
        verb = decode_text(m[2])
        known = _METHODS.search(read_call(s.data, m.end()))
        if verb in ("route", "api_route"):
            verbs = re.findall(r"[A-Za-z]+", decode_text(known[1])) if known else ["GET"]
        else:
            verbs = ["WS" if verb == "websocket" else verb]
        for v in verbs:
            s.add(ROUTE, f"{v.upper()} {join_path(path)}", m.start(), "decorator", owner)


def _added(s: Source) -> None:
    for m in _ADDED.finditer(s.data):
        known = _METHODS.search(read_call(s.data, m.end()))
        short = decode_text(m[2]).removeprefix("add_").upper()
        verbs = [decode_text(m[3])] if m[3] else re.findall(r"[A-Za-z]+", decode_text(known[1])) if known else ["GET"]
        verbs = [short] if short in _SHORT else verbs
        for v in verbs:
            s.add(ROUTE, f"{v.upper()} {decode_text(m[4])}", m.start(), "router", decode_text(m[1]))


def _django(s: Source) -> None:
    """Each list of patterns is a router by its name; one inside an `include` has no name."""
    data = s.data
    blocks = Blocks(data)
    regions = [
        (m.start(2), blocks.end(m.start(2)), decode_text(m[1])) for m in islice(_LIST.finditer(data), MAX_BLOCKS)
    ]
    s.routers.update((name, "") for _, _, name in regions)
    for m in islice(_DJANGO.finditer(data), MAX_LOOKED):
        path = decode_text(m[2])
        if m[1] != b"path":
            path = path.lstrip("^").removesuffix("$")
        owner = min(
            ((end - at, name) for at, end, name in regions if at < m.start() < end), default=(0, "urlpatterns")
        )[1]
        line = s.line(m.start())
        if m[3] and not s.commented(m.start()) and (given := _INCLUDED.match(data, m.end())):
            if given[3] and len(regions) < 2 * MAX_BLOCKS:
                name = f"[{line}]"
                regions.append((given.start(3), blocks.end(given.start(3)), name))
                s.routers[name] = ""
            elif given[1]:
                name = f"include {line}"
                s.imports[name] = (decode_text(given[1]), "urlpatterns")
            else:
                name = decode_text(given[2])
            s.mounts.append(Mount(owner, path, name, line))
        s.add(ROUTE, f"ANY {join_path(path)}{'*' if m[3] else ''}", m.start(), "Django", owner)


def _imports(s: Source) -> None:
    for m in _FROM.finditer(s.data):
        for name in _NAMED.finditer(re.sub(rb"#[^\n]*", b"", m[2])):
            s.imports.setdefault(decode_text(name[2] or name[1]), (decode_text(m[1]), decode_text(name[1])))
    for m in _IMPORT.finditer(s.data):
        for piece in m[1].split(b","):
            words = piece.split()
            if len(words) == 3 and words[1] == b"as":
                s.imports.setdefault(decode_text(words[2]), (decode_text(words[0]), ""))
            elif len(words) == 1 and b"." not in words[0]:
                s.imports.setdefault(decode_text(words[0]), (decode_text(words[0]), ""))
