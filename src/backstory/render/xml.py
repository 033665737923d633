"""A brief as XML, for readers that want tags: the same data, and the same names, as its JSON."""

import re
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

import msgspec

FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped."""
NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


def render_xml(data: str) -> str:
    """The XML of a JSON document. An entry of a list is an `item`; empty values are left out."""
    return "\n".join(_element("brief", msgspec.json.decode(data), 0)) + "\n"


def _element(name: str, value: object, depth: int) -> Iterator[str]:
    """The lines of an element. A key that is no name of an element becomes an attribute of an `entry`."""
    pad = "  " * depth
    opening, closing = (name, name) if NAME.fullmatch(name) else (f'entry name="{_escape(name)}"', "entry")
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else (("item", item) for item in value)
        yield f"{pad}<{opening}>"
        for key, below in inner:
            if below not in (None, "", [], {}):
                yield from _element(key, below, depth + 1)
        yield f"{pad}</{closing}>"
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        yield f"{pad}<{opening}>{_escape(text)}</{closing}>"


def _escape(text: str) -> str:
    return escape(FORBIDDEN.sub("", text), {'"': "&quot;"})
