"""Names from code where they stand in a sentence: between code signs, or with a sign or a capital within them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SHORTEST = 3
"""Letters of a name."""
_OWNERS = frozenset(("this", "self", "options", "opts", "config", "props", "settings"))


class Written:
    """A name from code where it stands in a sentence."""

    __slots__ = ("end", "is_coded", "is_distinct", "name", "start")

    def __init__(self, name: str, start: int, *, is_coded: bool, is_distinct: bool) -> None:
        self.name = name
        self.start = start
        self.end = start + len(name)
        self.is_coded = is_coded
        """Whether it stands between code signs."""
        self.is_distinct = is_distinct
        """Whether no word of a language is written so."""


def list_identifiers(text: str) -> "frozenset[str]":
    """The identifiers of a text."""
    return frozenset([name for name, _, _ in _scan(text)])


def list_written(text: str) -> "list[Written]":
    """The names from code in a text. Parts of paths, files and members of other objects are none."""
    listed: list[Written] = []
    for name, start, coded in _scan(text):
        before, behind = text[:start], text[start + len(name) :]
        is_distinct = "_" in name.strip("_") or not (name.islower() or name[1:].islower() or name[1:].isupper())
        if not (coded or is_distinct) or len(name) < _SHORTEST or before[-1:] in ("/", "\\", "@", "-", "<"):
            continue
        if before[-2:] == "--" or behind[:1] in ("/", "\\", "@", "-") or (behind[:1] == "." and behind[1:2].isalpha()):
            continue
        if before[-1:] == "." and not before.rstrip(".").endswith(tuple(_OWNERS)):
            continue
        if not is_distinct and not _is_head(before):
            continue
        listed.append(Written(name, start, is_coded=coded, is_distinct=is_distinct))
    return listed


def _is_head(before: str) -> bool:
    """Whether a plain word between code signs stands where a name stands."""
    span = before[before.rfind("`") + 1 :].rstrip()
    return not span or span[-1] in "{([,.#" or span in ("def", "function", "const", "let", "class", "fn", "func")


def _scan(text: str) -> "Iterator[tuple[str, int, bool]]":
    """Yields the identifiers of a text, each with its place and whether it stands between code signs."""
    start, is_coded = -1, False
    for place, sign in enumerate(text + " "):
        is_part = sign.isalnum() or sign == "_"
        if is_part and start < 0:
            start = place
        elif not is_part and start >= 0:
            if not text[start].isdigit():
                yield text[start:place], start, is_coded
            start = -1
        if sign == "`":
            is_coded = not is_coded
