"""Routes of Symfony's attributes."""

import re
from typing import Final

from backstory.code.routes.exposed import ROUTE, Source, decode_text
from backstory.code.routes.spelling import join_path, read_call
from backstory.model.late_pattern import late_pattern

_ROUTE: Final = late_pattern(rb"#\[Route\(\s*(?:path:\s*)?[\"']([^\"'\n]{0,200})[\"']")
_CLASS_NEXT: Final = late_pattern(rb"\s*(?:#\[[^\n]*\]\s*)*(?:(?:final|abstract|readonly)\s+)*class\b")
_METHODS: Final = late_pattern(r"methods:\s*(\[[^\]]*\]|['\"]\w+['\"])")


def read(source: Source) -> None:
    """Notes the routes of a file's controllers; a class's own path comes before those of its methods."""
    if b"#[Route(" not in source.data:
        return
    prefix = ""
    for route in _ROUTE.finditer(source.data):
        rest = read_call(source.data, route.end())
        after = route.end() + len(rest) + 2
        if _CLASS_NEXT.match(source.data[after : after + 400]):
            prefix = decode_text(route[1])
        else:
            path = join_path(prefix, decode_text(route[1]))
            for verb in _read_verbs(rest):
                source.add(ROUTE, f"{verb} {path}", route.start(), "Symfony")


def _read_verbs(rest: bytes) -> list[str]:
    methods = _METHODS.search(decode_text(rest))
    return re.findall(r"\w+", methods[1]) if methods else ["ANY"]
