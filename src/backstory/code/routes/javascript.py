"""Reads the routes of Express and of frameworks with its spelling (Koa, Fastify, Hono), and of Nest."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from backstory.code.routes.exposed import MAX_LOOKED, ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import join_path, read_call
from backstory.model.late_pattern import late_pattern

_VERBS: Final = rb"get|post|put|delete|patch|head|options"
_ROUTE: Final = late_pattern(rb"(?<![\w$])([\w$]{1,80})\.(all|" + _VERBS + rb")\(\s*([\"'`])(/[^\"'`\n]{0,200})\3\s*,")
_USUAL: Final = late_pattern(rb"app|[rR]outer|server|[rR]outes?|fastify")
_CHAIN: Final = late_pattern(rb"(?<![\w$])([\w$]{1,80})\s*\.route\(\s*([\"'`])(/[^\"'`\n]{0,200})\2\s*\)")
_CHAIN_LENGTH: Final = 2000
"""Bytes after a `.route()` in which its verbs are looked for."""
_CHAINED: Final = late_pattern(rb"\s*(?://[^\n]*\n\s*)*\.\s*(all|" + _VERBS + rb")\(")
_ROUTER_CREATION: Final = late_pattern(
    rb"(?:(?<![\w$.])export\s+default\s|(?<![\w$.])([\w$]{1,80})\s*(?::\s*[\w.<>]{1,60}\s*)?=)"
    rb"\s*(?:module\.exports\s*=\s*)?(?:new\s+)?(?:(?:[\w$]+\.|require\(\s*[\"'][\w@/.-]+[\"']\s*\)\.)?Router|express|Hono|[fF]astify)"
    rb"\s*(?:<[^<>]{0,200}>)?\("
)
_PREFIX: Final = late_pattern(rb"\bprefix\s*:\s*[\"'`]([^\"'`\n$]*)[\"'`]")
_MOUNTED: Final = late_pattern(rb"(?<![\w$])([\w$]{1,80})\.(use|route)\(\s*(?:([\"'`])(/[^\"'`\n$]{0,200})\3\s*,)?")
_LINK: Final = late_pattern(rb"\s*(?://[^\n]*\n\s*)*()\.(use)\(\s*(?:([\"'`])(/[^\"'`\n$]{0,200})\3\s*,)?")
_LINKS: Final = 40
_ARGUMENT: Final = late_pattern(
    rb"(?<![\w$.'\"`/])(?:require\(\s*[\"']([^\"'\n]+)[\"']\s*\)(?:\.(\w+))?|([A-Za-z_$][\w$.]*)(?![\w$(]))"
)
_REQUIRED: Final = late_pattern(
    rb"(?:const|let|var)\s+(?:([\w$]+)|\{([^{}]{1,1000})\})\s*=\s*require\(\s*[\"']([^\"'\n]+)[\"']\s*\)(?:\.(\w+))?"
)
_IMPORTED: Final = late_pattern(
    rb"(?m)^\s*import\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^{}]{1,2000})\}|\*\s+as\s+([\w$]+))?\s*from\s*[\"']([^\"'\n]+)[\"']"
)
_PAIR: Final = late_pattern(rb"([\w$]+)\s*(?:(?:\bas\b|:)\s*([\w$]+))?")
_EXPORT_ALL: Final = late_pattern(
    rb"(?m)^[ \t]*(?:module\.exports\s*=|export\s+default)\s*(?:([\w$]+)\s*(?:;|$)|\{([^{}]{1,2000})\})"
)
_EXPORT_ONE: Final = late_pattern(rb"(?m)^[ \t]*(?:module\.)?exports\.([\w$]+)\s*=\s*([\w$]+)\s*(?:;|$)")
_EXPORT_NAMES: Final = late_pattern(rb"(?m)^[ \t]*export\s*\{([^{}]{1,2000})\}(?:\s*from\s*[\"']([^\"'\n]+)[\"'])?")
_NEST: Final = late_pattern(rb"@(Controller|Get|Post|Put|Delete|Patch|All)\(\s*(?:([\"'`])([^\"'`\n]{0,200})\2)?\s*\)")


def read(source: Source) -> None:
    """Notes routes, routers and where these are mounted."""
    data = source.data
    _read_routers(source)
    # Inertia's `router.get('/path', data)` in a page of the browser is a visit, not a route.
    if b"@inertiajs/" not in data:
        _read_routes(source)
        if b".route(" in data:
            _read_chains(source)
    if b".use(" in data or b".route(" in data:
        _read_mounts(source)
    if source.mounts or source.routers or b"outer" in data or b"routes" in data:
        _read_names(source)
    if b"@Controller(" in data:
        _read_nest(source)


def _verb(raw: bytes) -> str:
    return decode_text(raw).upper().replace("ALL", "ANY")


def _read_routers(source: Source) -> None:
    """The routers that a file makes, with their own prefixes and what is mounted on them right there."""
    for creation in _ROUTER_CREATION.finditer(source.data):
        rest = read_call(source.data, creation.end())
        prefix = _PREFIX.search(rest)
        name = decode_text(creation[1]) or "default"
        source.routers[name] = decode_text(prefix[1]) if prefix else ""
        _follow_links(source, name, creation.end() + len(rest) + 1)


def _read_routes(source: Source) -> None:
    for route in _ROUTE.finditer(source.data):
        router = decode_text(route[1])
        if router in source.routers or _USUAL.search(route[1]):
            source.add(ROUTE, f"{_verb(route[2])} {decode_text(route[4])}", route.start(), "Express", router)


def _read_chains(source: Source) -> None:
    """The verbs that hang on a `.route('/path')`, each once."""
    for chain in _CHAIN.finditer(source.data):
        verbs = dict.fromkeys(_chained_verbs(source.data, chain.end()))
        for verb in verbs:
            name = f"{_verb(verb)} {decode_text(chain[3])}"
            source.add(ROUTE, name, chain.start(), "Express", decode_text(chain[1]))


def _chained_verbs(data: bytes, start: int) -> Iterator[bytes]:
    stop = min(len(data), start + _CHAIN_LENGTH)
    end = data.find(b";", start, stop)
    stop = end if end > 0 else stop
    link = _CHAINED.match(data, start, stop)
    while link is not None:
        yield link[1]
        rest = read_call(data, link.end(), 4000)
        link = _CHAINED.match(data, link.end() + len(rest) + 1, stop)


def _read_mounts(source: Source) -> None:
    for use in islice(_MOUNTED.finditer(source.data), MAX_LOOKED):
        if use[2] == b"use" or use[4]:
            _add_mounts(source, decode_text(use[1]), use)


def _follow_links(source: Source, router: str, position: int) -> None:
    """Reads the `.use()` that hang on the making of a router, whose call ends at `position`."""
    for _ in range(_LINKS):
        link = _LINK.match(source.data, position)
        if link is None:
            return
        position = link.end() + len(read_call(source.data, link.end())) + 1
        _add_mounts(source, router, link)


def _add_mounts(source: Source, router: str, use: re.Match[bytes]) -> None:
    """Mounts the arguments of one `use` that may be routers."""
    if source.commented(use.start()):
        return
    rest = read_call(source.data, use.end())
    line = source.line(use.start())
    prefix = _literal_prefix(use, rest)
    for number, argument in enumerate(_ARGUMENT.finditer(rest)):
        name = decode_text(argument[3])
        if argument[1]:
            name = f"{line}:{number}"
            source.imports[name] = (decode_text(argument[1]), decode_text(argument[2]) or "default")
        source.mounts.append(Mount(router, prefix, name, line))


def _literal_prefix(use: re.Match[bytes], rest: bytes) -> str | None:
    """The prefix of a `use`; None where its first argument is a text that is not read as one."""
    if use[4] is None and rest.lstrip().startswith((b"'", b'"', b"`")):
        return None
    return decode_text(use[4])


def _read_names(source: Source) -> None:
    """The names that other files have here, and those under which this one passes its routers on."""
    _read_requires(source)
    _read_imports(source)
    _read_exports(source)


def _read_requires(source: Source) -> None:
    for required in _REQUIRED.finditer(source.data):
        module = decode_text(required[3])
        if required[1]:
            _import_name(source, required[1], module, decode_text(required[4]) or "default")
        _import_pairs(source, required[2], module)


def _read_imports(source: Source) -> None:
    for imported in _IMPORTED.finditer(source.data):
        module = decode_text(imported[4])
        if imported[1]:
            _import_name(source, imported[1], module, "default")
        if imported[3]:
            _import_name(source, imported[3], module, "")
        _import_pairs(source, imported[2], module)


def _import_name(source: Source, name: bytes, module: str, outside: str) -> None:
    source.imports.setdefault(decode_text(name), (module, outside))


def _import_pairs(source: Source, names: bytes | None, module: str) -> None:
    """The names of `{ a, b as c }`."""
    for first, second in _read_pairs(names):
        source.imports.setdefault(second, (module, first))


def _read_exports(source: Source) -> None:
    for export in _EXPORT_ALL.finditer(source.data):
        if export[1]:
            source.exports["default"] = decode_text(export[1])
        source.exports.update(_read_pairs(export[2]))
    for export in _EXPORT_ONE.finditer(source.data):
        source.exports[decode_text(export[1])] = decode_text(export[2])
    for export in _EXPORT_NAMES.finditer(source.data):
        _export_names(source, export)


def _export_names(source: Source, export: re.Match[bytes]) -> None:
    """The names of `export { a, b as c }`; with `from` they are those of another file."""
    for inside, outside in _read_pairs(export[1]):
        if export[2]:
            source.exports[outside] = f"from {outside}"
            source.imports[f"from {outside}"] = (decode_text(export[2]), inside)
        else:
            source.exports[outside] = inside


def _read_pairs(names: bytes | None) -> list[tuple[str, str]]:
    """(first name, second name) of each `a as b` or `a: b`; a single name is both."""
    pairs = _PAIR.finditer(names or b"")
    return [(decode_text(pair[1]), decode_text(pair[2] or pair[1])) for pair in pairs]


def _read_nest(source: Source) -> None:
    prefix = ""
    for decorator in _NEST.finditer(source.data):
        path = decode_text(decorator[3])
        if decorator[1] == b"Controller":
            prefix = path
        else:
            source.add(ROUTE, f"{_verb(decorator[1])} {join_path(prefix, path)}", decorator.start(), "Nest")
