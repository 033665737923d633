"""Routes of Spring's annotations, in Java and Kotlin."""

import re
from bisect import bisect_left
from typing import Final

from backstory.code.routes.exposed import ROUTE, Source, decode_text
from backstory.code.routes.spelling import join_path

_MAPPING: Final = re.compile(rb"@(Request|Get|Post|Put|Delete|Patch)Mapping\b(?:[ \t]*\(([^()]{0,300})\))?")
_CLASS_NEXT: Final = re.compile(
    rb"\s*(?:@\w{1,60}(?:\([^()]{0,200}\))?\s*){0,12}(?:(?:public|abstract|final|open|internal|sealed|data)\s+)*(?:class|interface)\b"
)
_CLASS: Final = re.compile(
    rb"(?m)^[ \t]*(?:@\w+(?:\([^()\n]*\))?[ \t]+)*"
    rb"(?:(?:public|abstract|final|open|internal|static|private|protected)\s+)*(?:class|interface)\s+\w"
)
_NAMED: Final = re.compile(rb"\b(?:value|path)\s*=\s*(\{[^}]*\}|\[[^\]]*\]|\"[^\"\n]*\"|[\w.]+)")
_METHOD: Final = re.compile(
    rb"\bRequestMethod\.([A-Z]+)|(?<![\w.\"])(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?![\w\"])"
)


def read(s: Source) -> None:
    """Notes the routes of a file's controllers; a class's own path comes before those of its methods."""
    data = s.data
    if b"Mapping" not in data or b"@FeignClient" in data or b"@HttpExchange" in data:
        return  # what a client declares are routes of another program
    starts = [m.start() for m in _CLASS.finditer(data)]
    above: dict[int, list[str]] = {}
    for m in _MAPPING.finditer(data):
        inside = (m[2] or b"").strip()
        paths, sure = _paths(inside)
        if _CLASS_NEXT.match(data, m.end()):
            after = bisect_left(starts, m.end())
            above[starts[after] if after < len(starts) else m.end()] = paths if sure else [""]
            continue
        before = bisect_left(starts, m.start())
        around = starts[before - 1] if before else -1
        found = (
            [decode_text(a or b) for a, b in _METHOD.findall(inside)]
            if m[1] == b"Request"
            else [decode_text(m[1]).upper()]
        )
        if not sure:
            continue
        for prefix in above.get(around, [""]):
            for path in paths:
                for verb in found or ["ANY"]:
                    s.add(ROUTE, f"{verb} {join_path(prefix, path)}", m.start(), "Spring")


def _paths(inside: bytes) -> tuple[list[str], bool]:
    """The paths of a mapping, and whether all there is was read: a constant is a path that is not known."""
    named = _NAMED.search(inside)
    given = named[1] if named else inside if inside[:1] in (b'"', b"{", b"[") else b""
    found = [decode_text(p) for p in re.findall(rb"\"([^\"\n]*)\"", given)]
    bare = not named and bool(re.match(rb"[A-Z]\w*(?:\.\w+)*\s*(?:$|[,+])", inside))
    return found or [""], bool(found) or not (bare or (named and given[:1] not in (b'"', b"{", b"[")))
