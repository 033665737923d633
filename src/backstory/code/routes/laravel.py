"""Routes of Laravel, with the groups around them and the prefix under which a file of routes is loaded."""

import re
from itertools import islice
from typing import Final

from backstory.code.routes.exposed import ROUTE, Mount, Source, decode_text
from backstory.code.routes.spelling import MAX_BLOCKS, Blocks, innermost_region, read_prefix
from backstory.model.late_pattern import late_pattern

_ROUTE: Final = late_pattern(
    rb"(?:\bRoute::|->)(?P<word>get|post|put|patch|delete|options|any|match|resource|apiResource|view|redirect)"
    rb"\(\s*(?:\[([^\]]*)\]\s*,\s*)?[\"'](?P<path>[^\"'\n]*)[\"']"
)
_GROUP: Final = late_pattern(rb"(?:\bRoute::|->)group(?P<open>\()")
_PREFIX: Final = late_pattern(rb"(?:\bprefix\(\s*|['\"]prefix['\"]\s*=>\s*)(?:[\"']([^\"'\n]*)[\"'])?")
_LOADED: Final = late_pattern(rb"(?:base_path\(\s*|__DIR__\s*\.\s*)[\"'](?:/\.\./|/)?((?:\w+/)*[\w.-]+\.php)[\"']")
_CHAIN: Final = 400
"""Bytes between `Route::` and a verb that hangs on it."""
_CHAIN_ENDS: Final = (b";", b"{", b"group(")
"""Signs that the verb after them hangs on something else than the `Route::` before."""
_NAMES: Final = {"any": "ANY", "resource": "RESOURCES", "apiResource": "RESOURCES", "view": "GET", "redirect": "ANY"}


def read(source: Source) -> None:
    """Notes routes. A file below `routes/` is a router of its own, which others load under a prefix."""
    if b"Route::" not in source.data:
        return
    source.routers["file"] = ""
    groups = _read_groups(source)
    if source.path.endswith("routes/api.php"):
        source.mounts.append(Mount("api", "api", "file", 0))
        source.routers["api"] = ""
    for route in _ROUTE.finditer(source.data):
        _add_routes(source, route, groups)


def _read_groups(source: Source) -> list[tuple[int, int, str]]:
    """(start, end, name) of the groups of routes, each of which becomes a router."""
    blocks = Blocks(source.data)
    groups: list[tuple[int, int, str]] = []
    for group in islice(_GROUP.finditer(source.data), MAX_BLOCKS):
        bracket = group.start("open")
        start = source.data.rfind(b"Route::", 0, bracket)
        chain = source.data[max(start, 0) : bracket]
        if start < 0 or b";" in chain:
            continue
        name, line = f"group@{group.start()}", source.line(group.start())
        prefix = _PREFIX.search(chain) or _PREFIX.search(_leading_array(source.data, group.end("open")))
        source.routers[name] = ""
        source.mounts.append(Mount(_owner(groups, group.start()), read_prefix(prefix), name, line))
        groups.append((bracket, blocks.end(bracket), name))
        _follow_load(source, group, name)
    return groups


def _leading_array(data: bytes, start: int) -> bytes:
    """The array before the function of a `group([...], function`; empty where the call begins with no array."""
    head = data[start : start + 300]
    if not head.lstrip().startswith(b"["):
        return b""
    return head[: max(head.find(b"function"), head.find(b"fn"), 0)]


def _follow_load(source: Source, group: re.Match[bytes], name: str) -> None:
    """Mounts the file of routes that a group loads."""
    argument = source.data[group.end("open") : group.end("open") + 200].lstrip()
    loaded = _LOADED.match(argument)
    if loaded:
        child = f"load@{group.start()}"
        source.imports[child] = (_place(source.path, decode_text(loaded[1])), "file")
        source.mounts.append(Mount(name, "", child, source.line(group.start())))


def _add_routes(source: Source, route: re.Match[bytes], groups: list[tuple[int, int, str]]) -> None:
    word, path = decode_text(route["word"]), _path(source.data, route)
    if path is None:
        return
    verbs = re.findall(r"\w+", decode_text(route[2])) if word == "match" else [word]
    for verb in verbs:
        name = f"{_NAMES.get(verb, verb.upper())} /{path.strip('/')}"
        source.add(ROUTE, name, route.start(), "Laravel", _owner(groups, route.start()))


def _path(data: bytes, route: re.Match[bytes]) -> str | None:
    """The path of a route with the prefix before it in its chain; None for a call on something else."""
    path = decode_text(route["path"])
    if not route[0].startswith(b"->"):
        return path
    start = data.rfind(b"Route::", max(route.start() - _CHAIN, 0), route.start())
    chain = data[max(start, 0) : route.start()]
    if start < 0 or any(sign in chain for sign in _CHAIN_ENDS):
        return None
    prefix = _PREFIX.search(chain)
    return f"{decode_text(prefix[1])}/{path.lstrip('/')}" if prefix else path


def _owner(groups: list[tuple[int, int, str]], offset: int) -> str:
    """The innermost group around a place, or the file."""
    return innermost_region(groups, offset) or "file"


def _place(path: str, loaded: str) -> str:
    """A file of the application by its path from the folder that holds `routes/`."""
    for folder in ("app/", "bootstrap/", "routes/"):
        above, separator, _ = path.rpartition(folder)
        if separator and (not above or above.endswith("/")):
            return above + (loaded if "/" in loaded else f"routes/{loaded}")
    return loaded
