"""Routes of Rust (Actix, Rocket, axum) and of ASP.NET's minimal interface."""

import re
from typing import Final

from backstory.code.routes.exposed import ROUTE, Source, decode_text
from backstory.code.routes.spelling import join_path, read_call

_ATTRIBUTE: Final = re.compile(rb"#\[(?:\w+::)?(get|post|put|delete|patch|head|options)\(\s*\"(/[^\"\n]*)\"")
_AXUM: Final = re.compile(rb"\.route\(\s*\"(/[^\"\n]*)\"\s*,")
_MAP: Final = re.compile(rb"\.Map(Get|Post|Put|Delete|Patch)\(\s*\"([^\"\n]*)\"")


def read_rust(s: Source) -> None:
    """Notes routes by attribute and those of a router."""
    for m in _ATTRIBUTE.finditer(s.data):
        s.add(ROUTE, f"{decode_text(m[1]).upper()} {decode_text(m[2])}", m.start(), "attribute")
    if b".route(" in s.data:
        for m in _AXUM.finditer(s.data):
            for verb in re.findall(rb"\b(get|post|put|delete|patch|any)\(", read_call(s.data, m.end())):
                s.add(ROUTE, f"{decode_text(verb).upper()} {decode_text(m[1])}", m.start(), "axum")


def read_csharp(s: Source) -> None:
    """Notes routes of `MapGet` and the like."""
    for m in _MAP.finditer(s.data):
        s.add(ROUTE, f"{decode_text(m[1]).upper()} {join_path(decode_text(m[2]))}", m.start(), "ASP.NET")
