"""Matches the globs of anchors: `*` and `?` within a name, `[...]` one character of a set, `**` any number of folders.

Matching takes at most time in proportion to pattern times path.
"""

from collections.abc import Callable


def matches_glob(pattern: str, path: str) -> bool:
    """Whether the whole path fits the pattern. A pattern that ends in a slash matches everything below the folder."""
    if pattern.endswith("/"):
        pattern += "**"
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    return _fits(parts, path.split("/"), "**", _name_fits)


def fixed_folder(pattern: str) -> str:
    """The folder above every match: the pattern's beginning without wildcards; empty for the root."""
    parts = pattern.split("/")[:-1]
    fixed: list[str] = []
    for part in parts:
        if any(sign in part for sign in "*?["):
            break
        fixed.append(part)
    return "/".join(fixed)


def _fits(pattern: list[str], text: list[str], star: str, fits: Callable[[str, str], bool]) -> bool:
    """Matches with two pointers: on a mismatch the last star takes one item more. Items are folders, or characters."""
    item = position = 0
    mark, star_end = -1, 0
    while position < len(text):
        if item < len(pattern) and pattern[item] == star:
            mark, star_end = item, position
            item += 1
        elif item < len(pattern) and fits(pattern[item], text[position]):
            item += 1
            position += 1
        elif mark >= 0:
            star_end += 1
            item, position = mark + 1, star_end
        else:
            return False
    # `a/**` matches what is inside `a` and not `a` itself, so a `**` at the end takes at least one item.
    return all(rest == star for rest in pattern[item:]) and not (len(pattern) > item and star == "**")


def _name_fits(pattern: str, name: str) -> bool:
    if pattern == name or pattern == "*":
        return True
    return _fits(_items(pattern), list(name), "*", _character_fits)


def _items(pattern: str) -> list[str]:
    """A name's pattern as single characters, `?`, `*` and sets such as `[a-z]`."""
    out: list[str] = []
    position = 0
    while position < len(pattern):
        end = pattern.find("]", position + 2) if pattern[position] == "[" else -1
        if end > 0:
            out.append(pattern[position : end + 1])
            position = end + 1
        else:
            out.append(pattern[position])
            position += 1
    return out


def _character_fits(item: str, character: str) -> bool:
    if len(item) == 1:
        return item in ("?", character)
    inside = item[1:-1]
    negated = inside[:1] in ("!", "^")
    inside = inside[negated:]
    matched = False
    position = 0
    while position < len(inside):
        if inside[position + 1 : position + 2] == "-" and position + 2 < len(inside):
            matched = matched or inside[position] <= character <= inside[position + 2]
            position += 3
        else:
            matched = matched or inside[position] == character
            position += 1
    return matched is not negated
