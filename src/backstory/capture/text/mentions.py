"""The files and symbols that a text names."""

from collections.abc import Callable
from typing import Final

from backstory.capture.text.patterns import Pattern

MAX_MENTIONS: Final = 8
_PATH: Final = Pattern(
    r"(?<![\w/.@:-])(?:\.{1,2}/)?(?:[\w.@+-]+/)*[\w@+-][\w.@+-]*(?:/|\.[A-Za-z][\w]{0,9})?(?=$|[^\w/])"
)
_SYMBOL: Final = Pattern(
    r"`(?P<path>[\w./@+-]+\.\w{1,10})#(?P<symbol>[\w.]+)`|(?P<p>[\w./@+-]+\.\w{1,10})#(?P<s>[\w.]+)"
)


def find_mentions(text: str, known_paths: Callable[[str], bool]) -> tuple[str, ...]:
    """The paths of the project that a text names, as `path` or `path#symbol`, in their order."""
    mentions: dict[str, None] = {}
    for match in _SYMBOL.finditer(text):
        path, symbol = match["path"] or match["p"], match["symbol"] or match["s"]
        if known_paths(path):
            mentions[f"{path}#{symbol}"] = None
    named = {mention.partition("#")[0] for mention in mentions}
    for match in _PATH.finditer(text):
        path = match[0].removeprefix("./").rstrip("/.")
        looks_like_one = "/" in match[0] or "." in path
        if looks_like_one and path not in named and known_paths(path):
            mentions[path] = None
    return tuple(mentions)[:MAX_MENTIONS]
