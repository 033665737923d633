"""Routes of Symfony's attributes."""

import re
from typing import Final

from backstory.code.routes.exposed import ROUTE, Source, decode_text
from backstory.code.routes.spelling import join_path, read_call

_ROUTE: Final = re.compile(rb"#\[Route\(\s*(?:path:\s*)?[\"']([^\"'\n]{0,200})[\"']")
_CLASS_NEXT: Final = re.compile(rb"\s*(?:#\[[^\n]*\]\s*)*(?:(?:final|abstract|readonly)\s+)*class\b")


def read(s: Source) -> None:
    """Notes the routes of a file's controllers; a class's own path comes before those of its methods."""
    if b"#[Route(" not in s.data:
        return
    prefix = ""
    for m in _ROUTE.finditer(s.data):
        rest = read_call(s.data, m.end())
        after = m.end() + len(rest) + 2
        if _CLASS_NEXT.match(s.data[after : after + 400]):
            prefix = decode_text(m[1])
            continue
        known = re.search(r"methods:\s*(\[[^\]]*\]|['\"]\w+['\"])", decode_text(rest))
        for verb in re.findall(r"\w+", known[1]) if known else ["ANY"]:
            s.add(ROUTE, f"{verb} {join_path(prefix, decode_text(m[1]))}", m.start(), "Symfony")
