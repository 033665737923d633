"""Takes HTML out of a Markdown text: tags, comments, and elements that hold no prose."""

import re
from collections.abc import Iterator
from typing import Final

from backstory.model.late_pattern import late_pattern

_DROPPED: Final = frozenset((
    "h1", "h2", "h3", "h4", "h5", "h6", "style", "script", "pre", "svg", "table", "details", "summary", "picture",
    "video", "ul", "ol", "nav", "select", "title", "head",
))  # fmt: skip
_INLINE: Final = frozenset((
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "q", "s", "samp", "small", "span",
    "strong", "sub", "sup", "u", "var", "wbr",
))  # fmt: skip
_TAG: Final = late_pattern(r"</?([a-zA-Z][\w-]{0,30})(?=[\s/>])")
_AUTOLINK: Final = late_pattern(r"<(?:https?://|mailto:)[^\s<>]{1,500}>")
_REST_OF_TAG: Final = late_pattern(r"[^>\"']*(?:\"[^\"]{0,2000}\"[^>\"']*|'[^']{0,2000}'[^>\"']*){0,40}>")
_LONGEST_TAG: Final = 4000


def strip_html(text: str) -> str:
    """Takes tags and comments out, with the content of elements that hold no prose; block elements part paragraphs."""
    return "".join(_Stripper(text).pieces())


class _Stripper:
    """Walks through a text from one `<` to the next; remembers what is not closed, so that time stays linear."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.comments_close = True
        self.not_closed: set[str] = set()

    def pieces(self) -> Iterator[str]:
        """What is left of the text, piece by piece."""
        position = 0
        while (start := self.text.find("<", position)) >= 0:
            yield self.text[position:start]
            replacement, position = self._replace(start)
            yield replacement
        yield self.text[position:]

    def _replace(self, start: int) -> tuple[str, int]:
        """The replacement of the markup at `start`, and the offset at which the text continues."""
        text = self.text
        if text.startswith("<!--", start):
            return "", self._comment_end(start)
        tag = _TAG.match(text, start)
        if not tag:
            # `<https://...>` is a link; anything else is a character.
            link = _AUTOLINK.match(text, start)
            return ("", link.end()) if link else ("<", start + 1)
        end = _tag_end(text, tag.end())
        if end < 0:
            return "<", start + 1
        name = tag[1].lower()
        is_single = text[start + 1] == "/" or text[end - 2] == "/"
        return _part_text(name), end if is_single else self._element_end(name, end)

    def _comment_end(self, start: int) -> int:
        end = self.text.find("-->", start + 4) if self.comments_close else -1
        self.comments_close = end >= 0
        return end + 3 if end >= 0 else start + 4

    def _element_end(self, name: str, end: int) -> int:
        """Where the text goes on behind an opening tag: behind the whole element if it holds no prose."""
        if name not in _DROPPED or name in self.not_closed:
            return end
        close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(self.text, end)
        if close:
            return close.end()
        self.not_closed.add(name)
        return end


def _part_text(name: str) -> str:
    """The effect of a tag on the surrounding text: nothing, a blank, or a new paragraph."""
    if name in _INLINE:
        return ""
    return " " if name in ("img", "br") else "\n\n"


def _tag_end(text: str, start: int) -> int:
    """Where the tag ends whose name ends at `start`; -1 when it does not within reason. Quotes may hold `>`."""
    end = text.find(">", start, start + _LONGEST_TAG)
    if end < 0:
        return -1
    rest = _REST_OF_TAG.match(text, start, start + _LONGEST_TAG)
    return rest.end() if rest else end + 1
