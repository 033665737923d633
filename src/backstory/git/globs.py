"""Matches the globs of anchors: `*` and `?` within a name, `[...]` one character of a set, `**` any number of folders.

Matching takes at most time in proportion to pattern times path.
"""

from collections.abc import Callable


def matches_glob(pattern: str, path: str) -> bool:
    """Whether the whole path fits the pattern. A pattern that ends in a slash matches everything below the folder."""
    if pattern.endswith("/"):
        pattern += "**"
    parts = [p for p in pattern.split("/") if p not in ("", ".")]
    return _fits(parts, path.split("/"), "**", _name_fits)


def fixed_folder(pattern: str) -> str:
    """The folder above every match: the pattern's beginning without wildcards; empty for the root."""
    parts = pattern.split("/")[:-1]
    kept: list[str] = []
    for part in parts:
        if any(c in part for c in "*?["):
            break
        kept.append(part)
    return "/".join(kept)


def _fits(pattern: list[str], text: list[str], star: str, fits: Callable[[str, str], bool]) -> bool:
    """Matches with two pointers: on a mismatch the last star takes one item more. Items are folders, or characters."""
    at = here = 0
    mark, taken = -1, 0
    while here < len(text):
        if at < len(pattern) and pattern[at] == star:
            mark, taken = at, here
            at += 1
        elif at < len(pattern) and fits(pattern[at], text[here]):
            at += 1
            here += 1
        elif mark >= 0:
            taken += 1
            at, here = mark + 1, taken
        else:
            return False
    # `a/**` matches what is inside `a` and not `a` itself, so a `**` at the end takes at least one item.
    return all(p == star for p in pattern[at:]) and not (len(pattern) > at and star == "**")


def _name_fits(pattern: str, name: str) -> bool:
    if pattern == name or pattern == "*":
        return True
    return _fits(_items(pattern), list(name), "*", _character_fits)


def _items(pattern: str) -> list[str]:
    """A name's pattern as single characters, `?`, `*` and sets such as `[a-z]`."""
    out: list[str] = []
    at = 0
    while at < len(pattern):
        end = pattern.find("]", at + 2) if pattern[at] == "[" else -1
        if end > 0:
            out.append(pattern[at : end + 1])
            at = end + 1
        else:
            out.append(pattern[at])
            at += 1
    return out


def _character_fits(item: str, character: str) -> bool:
    if len(item) == 1:
        return item in ("?", character)
    inside = item[1:-1]
    negated = inside[:1] in ("!", "^")
    inside = inside[negated:]
    found = False
    at = 0
    while at < len(inside):
        if inside[at + 1 : at + 2] == "-" and at + 2 < len(inside):
            found = found or inside[at] <= character <= inside[at + 2]
            at += 3
        else:
            found = found or inside[at] == character
            at += 1
    return found is not negated
