"""Routes of Rust (Actix, Rocket, axum) and of ASP.NET's minimal interface."""

from typing import Final

from backstory.code.routes.exposed import Source, decode_text
from backstory.code.routes.spelling import join_path, read_call
from backstory.model.late_pattern import late_pattern

_ATTRIBUTE: Final = late_pattern(rb"#\[(?:\w+::)?(get|post|put|delete|patch|head|options)\(\s*\"(/[^\"\n]*)\"")
_AXUM: Final = late_pattern(rb"\.route\(\s*\"(/[^\"\n]*)\"\s*,")
_AXUM_VERB: Final = late_pattern(rb"\b(get|post|put|delete|patch|any)\(")
_MAP: Final = late_pattern(rb"\.Map(Get|Post|Put|Delete|Patch)\(\s*\"([^\"\n]*)\"")


def read_rust(source: Source) -> None:
    """Notes routes by attribute and those of a router."""
    for route in _ATTRIBUTE.finditer(source.data):
        source.add_routes([decode_text(route[1])], decode_text(route[2]), route.start(), "attribute")
    if b".route(" in source.data:
        for route in _AXUM.finditer(source.data):
            verbs = map(decode_text, _AXUM_VERB.findall(read_call(source.data, route.end())))
            source.add_routes(verbs, decode_text(route[1]), route.start(), "axum")


def read_csharp(source: Source) -> None:
    """Notes routes of `MapGet` and the like."""
    for route in _MAP.finditer(source.data):
        path = join_path(decode_text(route[2]))
        source.add_routes([decode_text(route[1])], path, route.start(), "ASP.NET")
