"""Routes of Spring's annotations, in Java and Kotlin."""

import re
from bisect import bisect_left
from itertools import product
from typing import Final

from backstory.code.routes.exposed import Source, decode_text
from backstory.code.routes.spelling import join_path
from backstory.model.late_pattern import late_pattern

_MAPPING: Final = late_pattern(rb"@(Request|Get|Post|Put|Delete|Patch)Mapping\b(?:[ \t]*\(([^()]{0,300})\))?")
_CLASS_NEXT: Final = late_pattern(
    rb"\s*(?:@\w{1,60}(?:\([^()]{0,200}\))?\s*){0,12}(?:(?:public|abstract|final|open|internal|sealed|data)\s+)*(?:class|interface)\b"
)
_CLASS: Final = late_pattern(
    rb"(?m)^[ \t]*(?:@\w+(?:\([^()\n]*\))?[ \t]+)*"
    rb"(?:(?:public|abstract|final|open|internal|static|private|protected)\s+)*(?:class|interface)\s+\w"
)
_NAMED: Final = late_pattern(rb"\b(?:value|path)\s*=\s*(\{[^}]*\}|\[[^\]]*\]|\"[^\"\n]*\"|[\w.]+)")
_METHOD: Final = late_pattern(
    rb"\bRequestMethod\.([A-Z]+)|(?<![\w.\"])(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?![\w\"])"
)
_LITERAL: Final = late_pattern(rb"\"([^\"\n]*)\"")
_CONSTANT: Final = late_pattern(rb"[A-Z]\w*(?:\.\w+)*\s*(?:$|[,+])")
_CLIENTS: Final = (b"@FeignClient", b"@HttpExchange")
"""Marks of clients, whose mappings are routes of another program."""


def read(source: Source) -> None:
    """Notes the routes of a file's controllers; a class's own path comes before those of its methods."""
    if b"Mapping" not in source.data or any(mark in source.data for mark in _CLIENTS):
        return
    starts = [match.start() for match in _CLASS.finditer(source.data)]
    prefixes: dict[int, list[str]] = {}
    """Start of a class -> its own paths."""
    for mapping in _MAPPING.finditer(source.data):
        paths, sure = _read_paths(mapping)
        if _CLASS_NEXT.match(source.data, mapping.end()):
            after = bisect_left(starts, mapping.end())
            prefixes[starts[after] if after < len(starts) else mapping.end()] = paths if sure else [""]
        elif sure:
            before = bisect_left(starts, mapping.start())
            around = prefixes.get(starts[before - 1] if before else -1, [""])
            _add_routes(source, mapping, [join_path(prefix, path) for prefix, path in product(around, paths)])


def _add_routes(source: Source, mapping: re.Match[bytes], paths: list[str]) -> None:
    verbs = _read_verbs(mapping) or ["ANY"]
    for path in paths:
        source.add_routes(verbs, path, mapping.start(), "Spring")


def _read_verbs(mapping: re.Match[bytes]) -> list[str]:
    if mapping[1] != b"Request":
        return [decode_text(mapping[1])]
    return [decode_text(constant or word) for constant, word in _METHOD.findall(mapping[2] or b"")]


def _read_paths(mapping: re.Match[bytes]) -> tuple[list[str], bool]:
    """The paths of a mapping, and whether all there is was read: a constant is a path that is not known."""
    inside = (mapping[2] or b"").strip()
    attribute = _NAMED.search(inside)
    value = attribute[1] if attribute else inside
    literal = value.startswith((b'"', b"{", b"["))
    paths = [decode_text(path) for path in _LITERAL.findall(value)] if attribute or literal else []
    if paths:
        return paths, True
    constant = attribute is None and _CONSTANT.match(inside) is not None
    return [""], not constant and (literal or attribute is None)
