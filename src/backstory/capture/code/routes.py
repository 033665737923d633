"""Routes of web frameworks, read from the source by their usual spelling: method and path.

A prefix counts where the same file gives it (a router's own, a class's, an enclosing group's); one that another file
gives does not. Nothing is executed, and a path that is put together at run time is not seen.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from backstory.capture.code.exposed import ROUTE, Source, text

_VERBS: Final = rb"get|post|put|delete|patch|head|options"
_CALL: Final = 600
"""Bytes of a call that are looked at."""


def _re(pattern: bytes, flags: int = 0) -> re.Pattern[bytes]:
    return re.compile(pattern, flags)


def joined(*parts: str) -> str:
    """One path of several pieces: slashes between them once, one in front."""
    whole = "/".join(p.strip("/") for p in parts if p.strip("/"))
    return "/" + whole + ("/" if whole and parts[-1].endswith("/") and len(parts[-1]) > 1 else "")


def _call(data: bytes, at: int) -> bytes:
    """The rest of a call whose bracket was opened before `at`; bounded."""
    depth = 1
    for mark in re.finditer(rb"[()]", data[at : at + _CALL]):
        depth += 1 if mark[0] == b"(" else -1
        if not depth:
            return data[at : at + mark.start()]
    return data[at : at + _CALL]


# Python

_PY_ROUTE: Final = _re(
    rb"(?m)^[ \t]*@([\w.]{1,80})\.(route|websocket|api_route|" + _VERBS + rb")\(\s*(?:path\s*=\s*|rule\s*=\s*)?[rf]?"
    rb"([\"'])([^\"'\n]{0,200})\3"
)  # fmt: skip
_PY_PREFIX: Final = _re(rb"(\w{1,80})\s*(?::\s*\w+\s*)?=\s*(?:[\w.]+\.)?(?:APIRouter|Blueprint|FastAPI|Flask)\(")
_PY_PREFIX_IN: Final = _re(rb"prefix\s*=\s*[\"']([^\"'\n]*)[\"']")
_PY_METHODS: Final = _re(rb"methods\s*=\s*[\[({]([^\])}]*)[\])}]")
_PY_ADDED: Final = _re(
    rb"\.(add_url_rule|add_api_route|add_route|add_get|add_post|add_put|add_delete|add_patch)\(\s*(?:\"([A-Z]+)\",\s*)?[\"'](/[^\"'\n]{0,200})[\"']"
)
_DJANGO: Final = _re(rb"\b(re_path|path|url)\(\s*r?[\"']([^\"'\n]*)[\"']\s*,\s*(include\b)?")


def _python(s: Source) -> None:
    data = s.data
    prefixes: dict[bytes, str] = {}
    if b"prefix" in data or b"Blueprint(" in data or b"APIRouter(" in data:
        for m in _PY_PREFIX.finditer(data):
            given = _PY_PREFIX_IN.search(_call(data, m.end()))
            prefixes[m[1]] = text(given[1]) if given else ""
    if b".route(" in data or b"router" in data or b"app." in data or b"api_route(" in data or prefixes:
        for m in _PY_ROUTE.finditer(data):
            path, owner = text(m[4]), m[1]
            if not path.startswith("/") and owner not in prefixes:
                continue
            verb = text(m[2])
            known = _PY_METHODS.search(_call(data, m.end()))
            if verb in ("route", "api_route"):
                verbs = re.findall(r"[A-Za-z]+", text(known[1])) if known else ["GET"]
            else:
                verbs = ["WS" if verb == "websocket" else verb]
            for v in verbs:
                s.add(ROUTE, f"{v.upper()} {joined(prefixes.get(owner, ''), path)}", m.start(), "decorator")
    if b".add_" in data:
        for m in _PY_ADDED.finditer(data):
            known = _PY_METHODS.search(_call(data, m.end()))
            short = text(m[1]).removeprefix("add_").upper()
            verbs = [text(m[2])] if m[2] else re.findall(r"[A-Za-z]+", text(known[1])) if known else ["GET"]
            verbs = [short] if short in ("GET", "POST", "PUT", "DELETE", "PATCH") else verbs
            for v in verbs:
                s.add(ROUTE, f"{v.upper()} {text(m[3])}", m.start(), "router")
    if b"urlpatterns" in data:
        for m in _DJANGO.finditer(data):
            path = text(m[2])
            if m[1] != b"path":
                path = path.lstrip("^").removesuffix("$")
            s.add(ROUTE, f"ANY {joined(path)}{'*' if m[3] else ''}", m.start(), "Django")


# JavaScript and TypeScript

_JS_ROUTE: Final = _re(
    rb"\b(\w*(?:app|[rR]outer|server|[rR]outes?|fastify)\w*)\.(all|" + _VERBS + rb")\(\s*([\"'`])(/[^\"'`\n]{0,200})\3\s*,"  # noqa: E501 -- one pattern
)  # fmt: skip
_JS_CHAIN: Final = _re(rb"\.route\(\s*([\"'`])(/[^\"'`\n]{0,200})\1\s*\)")
_JS_CHAINED: Final = _re(rb"\.\s*(all|" + _VERBS + rb")\(")
_NEST: Final = _re(
    rb"@(Controller|Get|Post|Put|Delete|Patch|All)\(\s*(?:([\"'`])([^\"'`\n]{0,200})\2)?\s*\)", re.MULTILINE
)


def _javascript(s: Source) -> None:
    data = s.data
    for m in _JS_ROUTE.finditer(data):
        s.add(ROUTE, f"{text(m[2]).upper().replace('ALL', 'ANY')} {text(m[4])}", m.start(), "Express")
    if b".route(" in data:
        for m in _JS_CHAIN.finditer(data):
            end = data.find(b";", m.end())
            for verb in _JS_CHAINED.finditer(data, m.end(), min(end if end > 0 else len(data), m.end() + 2000)):
                s.add(ROUTE, f"{text(verb[1]).upper().replace('ALL', 'ANY')} {text(m[2])}", m.start(), "Express")
    if b"@Controller(" in data:
        prefix = ""
        for m in _NEST.finditer(data):
            if m[1] == b"Controller":
                prefix = text(m[3])
            else:
                s.add(
                    ROUTE, f"{text(m[1]).upper().replace('ALL', 'ANY')} {joined(prefix, text(m[3]))}", m.start(), "Nest"
                )


# Go

_GO_GROUP: Final = _re(rb"(\w{1,80})\s*:?=\s*(\w{1,80})\.Group\(\s*\"([^\"\n]*)\"")
_GO_ROUTE: Final = _re(
    rb"\b(\w{1,80})\.(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|Any|Get|Post|Put|Delete|Patch|Head|Options|Handle|HandleFunc)"
    rb"\(\s*\"(?:([A-Z]{3,7}) )?(/[^\"\n]{0,200}|)\"\s*,"
)
_GO_METHODS: Final = _re(rb"\)\.Methods\(([^)\n]*)\)")


def _go(s: Source) -> None:
    data = s.data
    prefixes: dict[bytes, str] = {}
    if b".Group(" in data:
        for m in _GO_GROUP.finditer(data):
            prefixes[m[1]] = joined(prefixes.get(m[2], ""), text(m[3]))
    for m in _GO_ROUTE.finditer(data):
        verb, owner = text(m[2]), text(m[1]).lower()
        if (not m[4] and m[1] not in prefixes) or "client" in owner:
            continue
        verbs = [text(m[3]) or ("ANY" if verb in ("Any", "Handle", "HandleFunc") else verb.upper())]
        end = data.find(b"\n", m.end())
        if verbs == ["ANY"] and (known := _GO_METHODS.search(data, m.end(), end if end > 0 else len(data))):
            verbs = re.findall(r"[A-Za-z]+", text(known[1]).replace("http.Method", "")) or verbs
        for v in verbs:
            s.add(ROUTE, f"{v.upper()} {joined(prefixes.get(m[1], ''), text(m[4]))}", m.start(), "Go")


# Java and Kotlin

_SPRING: Final = _re(rb"@(Request|Get|Post|Put|Delete|Patch)Mapping\b(?:[ \t]*\(([^()]{0,300})\))?")
_SPRING_CLASS: Final = _re(
    rb"\s*(?:@\w{1,60}(?:\([^()]{0,200}\))?\s*){0,12}(?:(?:public|abstract|final|open|internal)\s+)*(?:class|interface)\b"
)
_SPRING_NAMED: Final = _re(rb"\b(?:value|path)\s*=\s*(\{[^}]*\}|\[[^\]]*\]|\"[^\"\n]*\")")
_SPRING_METHOD: Final = _re(rb"RequestMethod\.([A-Z]+)")


def _spring(s: Source) -> None:
    if b"Mapping" not in s.data:
        return
    prefix = ""
    for m in _SPRING.finditer(s.data):
        inside = (m[2] or b"").strip()
        named = _SPRING_NAMED.search(inside)
        bare = inside if inside[:1] in (b'"', b"{", b"[") else b""
        paths = [text(p) for p in re.findall(rb"\"([^\"\n]*)\"", named[1] if named else bare)] or [""]
        if _SPRING_CLASS.match(s.data, m.end()):
            prefix = paths[0]
            continue
        verbs = [text(v) for v in _SPRING_METHOD.findall(inside)] if m[1] == b"Request" else [text(m[1]).upper()]
        for path in paths:
            for verb in verbs or ["ANY"]:
                s.add(ROUTE, f"{verb} {joined(prefix, path)}", m.start(), "Spring")


# Ruby and PHP: groups nest by blocks, and blocks are indented

_RAILS: Final = _re(rb"^(get|post|put|patch|delete|match|root|resources?|namespace|scope|mount)\b[ (]+(.*)$")
_LARAVEL: Final = _re(
    rb"Route::(get|post|put|patch|delete|options|any|match|resource|apiResource|view|redirect)\(\s*(?:\[([^\]]*)\]\s*,\s*)?[\"']([^\"'\n]*)[\"']"
)
_LARAVEL_GROUP: Final = _re(rb"(?:prefix\(\s*|'prefix'\s*=>\s*)[\"']([^\"'\n]*)[\"'].*(?:group\(|\{)")
_SYMFONY: Final = _re(rb"#\[Route\(\s*(?:path:\s*)?[\"']([^\"'\n]{0,200})[\"']")


class _Groups:
    """Prefixes of the blocks around a line, told by its indentation."""

    def __init__(self) -> None:
        self.open: list[tuple[int, str]] = []

    def at(self, indent: int) -> list[str]:
        while self.open and indent <= self.open[-1][0]:
            self.open.pop()
        return [prefix for _, prefix in self.open]


def _ruby(s: Source) -> None:
    if not (s.path.endswith("config/routes.rb") or "config/routes/" in s.path):
        return
    groups, at = _Groups(), 0
    for row in s.data.split(b"\n"):
        bare = row.strip()
        if bare and (m := _RAILS.match(bare)):
            word, rest = text(m[1]), text(m[2])
            indent = len(row) - len(row.lstrip())
            around = groups.at(indent)
            name = re.match(r"[:'\"]([^'\",\s)]*)", rest)
            given = name[1] if name else ""
            if word in ("namespace", "scope"):
                path = re.search(r"path:\s*['\"]([^'\"]*)", rest)
                groups.open.append((indent, path[1] if path else "" if "module:" in rest and not given else given))
            elif word in ("resources", "resource"):
                for each in re.findall(r"(?:^|,\s*):(\w+)(?![\w:]*\s*=>)", rest):
                    s.add(ROUTE, f"{word.upper()} {joined(*around, each)}", at, "Rails")
                if rest.rstrip().endswith(" do") or "{" in rest:
                    inner = f"{given}/:id" if word == "resources" else given
                    groups.open.append((indent, inner))
            elif word == "root":
                s.add(ROUTE, f"GET {joined(*around)}", at, "Rails")
            elif given or word == "mount":
                to = re.search(r"=>\s*['\"]([^'\"]*)|at:\s*['\"]([^'\"]*)", rest) if word == "mount" else None
                place: str = (to[1] or to[2]) if to else given
                verb = {"match": "ANY", "mount": "MOUNT"}.get(word, word.upper())
                s.add(ROUTE, f"{verb} {joined(*around, place)}", at, "Rails")
        elif bare and not bare.startswith(b"#"):
            groups.at(len(row) - len(row.lstrip()))
        at += len(row) + 1


def _php(s: Source) -> None:
    if b"#[Route(" in s.data:
        prefix = ""
        for m in _SYMFONY.finditer(s.data):
            call = _call(s.data, m.end())
            after = m.end() + len(call) + 2
            if re.match(
                rb"\s*(?:#\[[^\n]*\]\s*)*(?:(?:final|abstract|readonly)\s+)*class\b", s.data[after : after + 400]
            ):
                prefix = text(m[1])
                continue
            known = re.search(r"methods:\s*(\[[^\]]*\]|['\"]\w+['\"])", text(call))
            for verb in re.findall(r"\w+", known[1]) if known else ["ANY"]:
                s.add(ROUTE, f"{verb} {joined(prefix, text(m[1]))}", m.start() + 1, "Symfony")
    if b"Route::" not in s.data:
        return
    api = "api" if s.path.endswith("routes/api.php") else ""
    groups, at = _Groups(), 0
    for row in s.data.split(b"\n"):
        indent = len(row) - len(row.lstrip())
        around = groups.at(indent) if row.strip() and not row.strip().startswith((b"}", b"//", b"*")) else []
        if found := _LARAVEL.search(row):
            word = text(found[1])
            verbs = re.findall(r"\w+", text(found[2])) if word == "match" else [word]
            names = {
                "any": "ANY",
                "resource": "RESOURCES",
                "apiResource": "RESOURCES",
                "view": "GET",
                "redirect": "ANY",
            }
            for verb in verbs:
                s.add(
                    ROUTE,
                    f"{names.get(verb, verb.upper())} {joined(api, *around, text(found[3]))}",
                    at + found.start(),
                    "Laravel",
                )
        elif g := _LARAVEL_GROUP.search(row):
            groups.open.append((indent, text(g[1])))
        at += len(row) + 1


# Rust and C#

_RUST_ATTRIBUTE: Final = _re(rb"#\[(?:\w+::)?(get|post|put|delete|patch|head|options)\(\s*\"(/[^\"\n]*)\"")
_AXUM: Final = _re(rb"\.route\(\s*\"(/[^\"\n]*)\"\s*,")
_CSHARP_MAP: Final = _re(rb"\.Map(Get|Post|Put|Delete|Patch)\(\s*\"([^\"\n]*)\"")


def _rust(s: Source) -> None:
    for m in _RUST_ATTRIBUTE.finditer(s.data):
        s.add(ROUTE, f"{text(m[1]).upper()} {text(m[2])}", m.start(), "attribute")
    if b".route(" in s.data:
        for m in _AXUM.finditer(s.data):
            for verb in re.findall(rb"\b(get|post|put|delete|patch|any)\(", _call(s.data, m.end())):
                s.add(ROUTE, f"{text(verb).upper()} {text(m[1])}", m.start(), "axum")


def _csharp(s: Source) -> None:
    for m in _CSHARP_MAP.finditer(s.data):
        s.add(ROUTE, f"{text(m[1]).upper()} {joined(text(m[2]))}", m.start(), "ASP.NET")


READERS: Final[Mapping[str, Callable[[Source], None]]] = {
    "python": _python, "javascript": _javascript, "typescript": _javascript, "go": _go, "java": _spring,
    "kotlin": _spring, "ruby": _ruby, "php": _php, "rust": _rust, "csharp": _csharp,
}  # fmt: skip
"""Language -> what finds its routes."""
