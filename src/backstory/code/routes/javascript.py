"""Reads the routes of Express and of frameworks with its spelling (Koa, Fastify, Hono), and of Nest."""

import re
from itertools import islice
from typing import Final

from backstory.code.routes.exposed import MAX_LOOKED, ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import join_path, read_call

_VERBS: Final = rb"get|post|put|delete|patch|head|options"
_ROUTE: Final = re.compile(rb"(?<![\w$])([\w$]{1,80})\.(all|" + _VERBS + rb")\(\s*([\"'`])(/[^\"'`\n]{0,200})\3\s*,")
_USUAL: Final = re.compile(rb"app|[rR]outer|server|[rR]outes?|fastify")
_CHAIN: Final = re.compile(rb"(?<![\w$])([\w$]{1,80})\s*\.route\(\s*([\"'`])(/[^\"'`\n]{0,200})\2\s*\)")
_CHAIN_LENGTH: Final = 2000
"""Bytes after a `.route()` in which its verbs are looked for."""
_CHAINED: Final = re.compile(rb"\.\s*(all|" + _VERBS + rb")\(")
_MADE: Final = re.compile(
    rb"(?:(?<![\w$.])export\s+default\s|(?<![\w$.])([\w$]{1,80})\s*(?::\s*[\w.<>]{1,60}\s*)?=)"
    rb"\s*(?:module\.exports\s*=\s*)?(?:new\s+)?(?:(?:[\w$]+\.|require\(\s*[\"'][\w@/.-]+[\"']\s*\)\.)?Router|express|Hono|[fF]astify)"
    rb"\s*(?:<[^<>]{0,200}>)?\("
)
_PREFIX: Final = re.compile(rb"\bprefix\s*:\s*[\"'`]([^\"'`\n$]*)[\"'`]")
_MOUNTED: Final = re.compile(rb"(?<![\w$])([\w$]{1,80})\.(use|route)\(\s*(?:([\"'`])(/[^\"'`\n$]{0,200})\3\s*,)?")
_LINK: Final = re.compile(rb"\s*(?://[^\n]*\s*)*()\.(use)\(\s*(?:([\"'`])(/[^\"'`\n$]{0,200})\3\s*,)?")
_LINKS: Final = 40
_ARGUMENT: Final = re.compile(
    rb"(?<![\w$.'\"`/])(?:require\(\s*[\"']([^\"'\n]+)[\"']\s*\)(?:\.(\w+))?|([A-Za-z_$][\w$.]*)(?![\w$(]))"
)
_REQUIRED: Final = re.compile(
    rb"(?:const|let|var)\s+(?:([\w$]+)|\{([^{}]{1,1000})\})\s*=\s*require\(\s*[\"']([^\"'\n]+)[\"']\s*\)(?:\.(\w+))?"
)
_IMPORTED: Final = re.compile(
    rb"(?m)^\s*import\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^{}]{1,2000})\}|\*\s+as\s+([\w$]+))?\s*from\s*[\"']([^\"'\n]+)[\"']"
)
_PAIR: Final = re.compile(rb"([\w$]+)\s*(?:(?:\bas\b|:)\s*([\w$]+))?")
_EXPORT_ALL: Final = re.compile(
    rb"(?m)^[ \t]*(?:module\.exports\s*=|export\s+default)\s*(?:([\w$]+)\s*(?:;|$)|\{([^{}]{1,2000})\})"
)
_EXPORT_ONE: Final = re.compile(rb"(?m)^[ \t]*(?:module\.)?exports\.([\w$]+)\s*=\s*([\w$]+)\s*(?:;|$)")
_EXPORT_NAMES: Final = re.compile(rb"(?m)^[ \t]*export\s*\{([^{}]{1,2000})\}(?:\s*from\s*[\"']([^\"'\n]+)[\"'])?")
_NEST: Final = re.compile(rb"@(Controller|Get|Post|Put|Delete|Patch|All)\(\s*(?:([\"'`])([^\"'`\n]{0,200})\2)?\s*\)")


def read(s: Source) -> None:
    """Notes routes, routers and where these are mounted."""
    data = s.data
    for m in _MADE.finditer(data):
        given = _PREFIX.search(read_call(data, m.end()))
        name = decode_text(m[1]) or "default"
        s.routers[name] = decode_text(given[1]) if given else ""
        _linked(s, name, m.end() + len(read_call(data, m.end())) + 1)
    # Inertia's `router.get('/path', data)` in a page of the browser is a visit, not a route.
    if b"@inertiajs/" not in data:
        for m in _ROUTE.finditer(data):
            if decode_text(m[1]) in s.routers or _USUAL.search(m[1]):
                s.add(ROUTE, f"{_verb(m[2])} {decode_text(m[4])}", m.start(), "Express", decode_text(m[1]))
        if b".route(" in data:
            _chains(s)
    if b".use(" in data or b".route(" in data:
        _mounts(s)
    if s.mounts or s.routers or b"outer" in data or b"routes" in data:
        _names(s)
    if b"@Controller(" in data:
        _nest(s)


def _verb(raw: bytes) -> str:
    return decode_text(raw).upper().replace("ALL", "ANY")


def _chains(s: Source) -> None:
    for m in _CHAIN.finditer(s.data):
        stop = min(len(s.data), m.end() + _CHAIN_LENGTH)
        end = s.data.find(b";", m.end(), stop)
        stop = end if end > 0 else stop
        told: set[bytes] = set()
        at = m.end()
        while (verb := re.compile(rb"\s*(?://[^\n]*\s*)*" + _CHAINED.pattern).match(s.data, at, stop)) is not None:
            if verb[1] not in told:
                told.add(verb[1])
                s.add(ROUTE, f"{_verb(verb[1])} {decode_text(m[3])}", m.start(), "Express", decode_text(m[1]))
            inside = read_call(s.data, verb.end(), 4000)
            at = verb.end() + len(inside) + 1


def _mounts(s: Source) -> None:
    for m in islice(_MOUNTED.finditer(s.data), MAX_LOOKED):
        if m[2] == b"use" or m[4]:
            _mount(s, decode_text(m[1]), m)


def _linked(s: Source, router: str, at: int) -> None:
    """The `.use()` that hang on the making of a router, whose call ends at `at`."""
    for _ in range(_LINKS):
        m = _LINK.match(s.data, at)
        if m is None:
            return
        at = m.end() + len(read_call(s.data, m.end())) + 1
        _mount(s, router, m)


def _mount(s: Source, router: str, m: re.Match[bytes]) -> None:
    """The arguments of one `use` that may be routers."""
    if s.commented(m.start()):
        return
    rest = read_call(s.data, m.end())
    line = s.line(m.start())
    literal = m[4] is not None or not rest.lstrip().startswith((b"'", b'"', b"`"))
    for n, given in enumerate(_ARGUMENT.finditer(rest)):
        name = decode_text(given[3])
        if given[1]:
            name = f"{line}:{n}"
            s.imports[name] = (decode_text(given[1]), decode_text(given[2]) or "default")
        s.mounts.append(Mount(router, decode_text(m[4]) if literal else None, name, line))


def _names(s: Source) -> None:
    """What other files are called here, and under which names this one passes its routers on."""
    for m in _REQUIRED.finditer(s.data):
        module = decode_text(m[3])
        if m[1]:
            s.imports.setdefault(decode_text(m[1]), (module, decode_text(m[4]) or "default"))
        for pair in _PAIR.finditer(m[2] or b""):
            s.imports.setdefault(decode_text(pair[2] or pair[1]), (module, decode_text(pair[1])))
    for m in _IMPORTED.finditer(s.data):
        module = decode_text(m[4])
        if m[1]:
            s.imports.setdefault(decode_text(m[1]), (module, "default"))
        if m[3]:
            s.imports.setdefault(decode_text(m[3]), (module, ""))
        for pair in _PAIR.finditer(m[2] or b""):
            s.imports.setdefault(decode_text(pair[2] or pair[1]), (module, decode_text(pair[1])))
    for m in _EXPORT_ALL.finditer(s.data):
        if m[1]:
            s.exports["default"] = decode_text(m[1])
        for pair in _PAIR.finditer(m[2] or b""):
            s.exports[decode_text(pair[1])] = decode_text(pair[2] or pair[1])
    for m in _EXPORT_ONE.finditer(s.data):
        s.exports[decode_text(m[1])] = decode_text(m[2])
    for m in _EXPORT_NAMES.finditer(s.data):
        for pair in _PAIR.finditer(m[1]):
            outside = decode_text(pair[2] or pair[1])
            s.exports[outside] = decode_text(pair[1]) if not m[2] else f"from {outside}"
            if m[2]:
                s.imports[f"from {outside}"] = (decode_text(m[2]), decode_text(pair[1]))


def _nest(s: Source) -> None:
    prefix = ""
    for m in _NEST.finditer(s.data):
        if m[1] == b"Controller":
            prefix = decode_text(m[3])
        else:
            s.add(ROUTE, f"{_verb(m[1])} {join_path(prefix, decode_text(m[3]))}", m.start(), "Nest")
