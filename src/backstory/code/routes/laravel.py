"""Routes of Laravel, with the groups around them and the prefix under which a file of routes is loaded."""

import re
from itertools import islice
from typing import Final

from backstory.code.routes.exposed import ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import MAX_BLOCKS, Blocks

_ROUTE: Final = re.compile(
    rb"(?:\bRoute::|->)(?P<word>get|post|put|patch|delete|options|any|match|resource|apiResource|view|redirect)"
    rb"\(\s*(?:\[([^\]]*)\]\s*,\s*)?[\"'](?P<path>[^\"'\n]*)[\"']"
)
_GROUP: Final = re.compile(rb"(?:\bRoute::|->)group(?P<open>\()")
_PREFIX: Final = re.compile(rb"(?:\bprefix\(\s*|['\"]prefix['\"]\s*=>\s*)(?:[\"']([^\"'\n]*)[\"'])?")
_LOADED: Final = re.compile(rb"(?:base_path\(\s*|__DIR__\s*\.\s*)[\"'](?:/\.\./|/)?((?:\w+/)*[\w.-]+\.php)[\"']")
_CHAIN: Final = 400
"""Bytes between `Route::` and a verb that hangs on it."""
_NAMES: Final = {"any": "ANY", "resource": "RESOURCES", "apiResource": "RESOURCES", "view": "GET", "redirect": "ANY"}


def read(s: Source) -> None:
    """Notes routes. A file below `routes/` is a router of its own, which others load under a prefix."""
    data = s.data
    if b"Route::" not in data:
        return
    s.routers["file"] = ""
    blocks = Blocks(data)
    groups: list[tuple[int, int, str]] = []
    for m in islice(_GROUP.finditer(data), MAX_BLOCKS):
        start = data.rfind(b"Route::", 0, m.start("open"))
        chain = data[max(start, 0) : m.start("open")]
        head = data[m.end("open") : m.end("open") + 300]
        array = head[: max(head.find(b"function"), head.find(b"fn"), 0)] if head.lstrip().startswith(b"[") else b""
        if b";" in chain or start < 0:
            continue
        end = blocks.end(m.start("open"))
        given = _PREFIX.search(chain) or _PREFIX.search(array)
        prefix = None if given and given[1] is None else decode_text(given[1]) if given else ""
        name = f"group@{m.start()}"
        above = _owner(groups, m.start())
        s.routers[name] = ""
        s.mounts.append(Mount(above, prefix, name, s.line(m.start())))
        groups.append((m.start("open"), end, name))
        if loaded := _LOADED.match(data[m.end("open") : m.end("open") + 200].lstrip()):
            s.imports[f"load@{m.start()}"] = (_place(s.path, decode_text(loaded[1])), "file")
            s.mounts.append(Mount(name, "", f"load@{m.start()}", s.line(m.start())))
    if s.path.endswith("routes/api.php"):
        s.mounts.append(Mount("api", "api", "file", 0))
        s.routers["api"] = ""
    for m in _ROUTE.finditer(data):
        _route(s, m, groups)


def _route(s: Source, m: re.Match[bytes], groups: list[tuple[int, int, str]]) -> None:
    word, path = decode_text(m["word"]), decode_text(m["path"])
    if m[0].startswith(b"->"):
        start = s.data.rfind(b"Route::", max(m.start() - _CHAIN, 0), m.start())
        chain = s.data[max(start, 0) : m.start()]
        if start < 0 or b";" in chain or b"{" in chain or b"group(" in chain:
            return  # a call on something else
        given = _PREFIX.search(chain)
        path = f"{decode_text(given[1])}/{path.lstrip('/')}" if given else path
    verbs = re.findall(r"\w+", decode_text(m[2])) if word == "match" else [word]
    for verb in verbs:
        name = f"{_NAMES.get(verb, verb.upper())} /{path.strip('/')}"
        s.add(ROUTE, name, m.start(), "Laravel", _owner(groups, m.start()))


def _owner(groups: list[tuple[int, int, str]], at: int) -> str:
    """The innermost group around a place, or the file."""
    return min(((end - start, name) for start, end, name in groups if start < at < end), default=(0, "file"))[1]


def _place(path: str, loaded: str) -> str:
    """A file of the application by its path from the folder that holds `routes/`."""
    for folder in ("app/", "bootstrap/", "routes/"):
        above, found, _ = path.rpartition(folder)
        if found and (not above or above.endswith("/")):
            return above + (loaded if "/" in loaded else f"routes/{loaded}")
    return loaded
