"""Finds the tags of directives in a text, but not those in code, quotations and comments.

The rules are those of CommonMark (https://spec.commonmark.org/0.31.2/) where they matter here. Reading takes time in
proportion to the text.
"""

import re
from bisect import bisect_left
from collections import Counter
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern

VERBS: Final = (
    "remember", "recall", "status", "task", "checkpoint", "summarize", "link", "supersede", "expand",
)  # fmt: skip
MAX_BYTES: Final = 8 * 1024
"""Largest directive, from `<` to `>`, in bytes of UTF-8."""
_MAX_TAGS: Final = 2000
"""Tags, whole and broken, after which the rest of a text is skipped."""
_MAX_ATTRIBUTES: Final = 64
_MAX_NAME: Final = 40
"""Characters of an unknown name that an answer repeats."""

_ANY: Final = late_pattern(r"</?(?:ctx|backstory):", re.IGNORECASE)
_TAG: Final = late_pattern(r"<(/?)(ctx|backstory):([a-z]+)(?![\w:.-])", re.IGNORECASE)
_AFTER_VALUE: Final = r"(?=\s+[A-Za-z_][\w.-]*(?:\s*=|\s*/?>)|\s*/?>)"
_VALUES: Final = (
    rf"\"([^\"“”<>]*)”{_AFTER_VALUE}",
    r"\"([^\"]*)\"",
    r"'([^']*)'",
    rf"[“”„‟]([^“”„‟\"<>]*)\"{_AFTER_VALUE}",
    r"[“”„‟]([^“”„‟]*)[“”‟]",
    rf"[‘’‚‛]([^<>]*?)[‘’‛]{_AFTER_VALUE}",
    r"«([^«»]*)»", r"»([^«»]*)«", r"‹([^‹›]*)›", r"「([^「」]*)」", r"『([^『』]*)』", r"＂([^＂]*)＂",
    r"&quot;((?:(?!&quot;)[^<>])*+)&quot;",
    r"((?![“”„‟‘’‚‛«»‹「『＂])[^\s\"'=<>`]+?)(?=\s|/?>)",
)  # fmt: skip
"""Forms of a value: in straight quotation marks, in those that an editor or a language puts in their place, in the
entities of them, and without any."""
_ATTRIBUTE: Final = late_pattern(rf"\s*([A-Za-z_][\w.-]*)(?:\s*=\s*(?:{'|'.join(_VALUES)})|(?=[\s/>]))")
_OPEN_QUOTE: Final = late_pattern(r"\s*([A-Za-z_][\w.-]{0,40})\s*=\s*(?:[\"'“”„‟‘’‚‛«»‹「『＂]|&quot;)")
_TAG_END: Final = late_pattern(r"\s*(/?)>")
_INLINE: Final = late_pattern(
    r"\\[!-/:-@\[-`{-~]|`+|<!--|<!\[CDATA\[|</?(?:ctx|backstory):"
    r"|<(pre|code|script|style|textarea|samp|kbd|blockquote|q|quote|backstory-context|document|file|file_contents?"
    r"|user_query|system[_-]reminder|task-notification|teammate-message|(?:[a-z]{1,20}-){0,3}std(?:out|err)|(?:tool|function)[_-](?:results?|response|output|calls?))(?=[\s>])",
    re.IGNORECASE,
)
"""Marks that mean something within a paragraph. The text between the named elements is shown or quoted, not meant."""
_CLOSINGS: Final = {"<!--": "-->", "<![CDATA[": "]]>"}
_RUNS: Final = late_pattern(r"`+")
_ITEM: Final = r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)"
_DULL: Final = late_pattern(rf"(?:(?![ \t]*{_ITEM}{{0,4}}~~~)[^\n<`]*\n)++")
"""Lines that open nothing."""
_BLANK: Final = late_pattern(r"(?:[ \t\r]*\n)++|[ \t\r]*\Z")
_INDENTED: Final = late_pattern(r"(?:(?: {4}| {0,3}\t)[^\n]*(?:\n|\Z)|[ \t\r]*\n)++")
_QUOTED: Final = late_pattern(rf"(?:[ \t]*{_ITEM}{{0,4}}>[^\n]*(?:\n|\Z))++")
_FENCE: Final = late_pattern(rf"[ \t]*{_ITEM}{{0,4}}(?:(`{{3,}})[^`\n]*|(~{{3,}})[^\n]*)(?:\n|\Z)")
_ALONE: Final = late_pattern(r" {0,3}(?:#{1,6}(?:[ \t\r\n]|\Z)|\|)")
"""Lines that are a block by themselves: headings, rows of tables."""
_BLOCK: Final = late_pattern(
    rf"^[ \t]*(?:\r?$|>|#{{1,6}}(?:[ \t\r]|$)|\||{_ITEM}|`{{3,}}[^`\n]*$|~{{3,}})", re.MULTILINE
)
"""Lines that end the paragraph before them."""
_ENTITY: Final = late_pattern(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos|nbsp));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " "}


class Tag(NamedTuple):
    """An opening, closing or self-closing tag of a directive."""

    start: int
    end: int
    prefix: str
    verb: str
    closing: bool
    alone: bool
    attrs: dict[str, str]


class BrokenTag(NamedTuple):
    """Something that begins as a tag of a directive and is none."""

    start: int
    verb: str
    reason: str


def find_broken_tags(text: str) -> list[BrokenTag]:
    """The opening tags of a text that do not end, with the reason. Never raises on any text."""
    if not _ANY.search(text):
        return []
    scanner = _Scanner(text)
    scanner.tags()
    return scanner.unread


def find_tags(text: str) -> list[Tag]:
    """The tags of a text in their order. Never raises on any text."""
    return _Scanner(text).tags() if _ANY.search(text) else []


class _Scanner:
    """Goes once through a text, from block to block, and within paragraphs from mark to mark."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._tags: list[Tag] = []
        self.broken = 0
        self.unread: list[BrokenTag] = []
        self.never: set[str] = set()
        """Closings that do not follow any more. They are searched for once, not once per opening."""

    def tags(self) -> list[Tag]:
        position = 0
        last = max(match.start() for match in _ANY.finditer(self.text))
        fresh = True  # whether an indented line would be code here: not within a paragraph
        while position <= last and len(self._tags) + self.broken < _MAX_TAGS:
            position, fresh = self._block(position, fresh)
        return self._tags

    def _block(self, start: int, fresh: bool) -> tuple[int, bool]:
        """Goes over what begins at `start`. Returns where to continue, and whether an indented line is code there."""
        text = self.text
        if start and text[start - 1] != "\n":
            return self._paragraph(start), False
        if match := _BLANK.match(text, start):
            return match.end(), True
        if fresh and (match := _INDENTED.match(text, start)):
            return match.end(), True
        if match := _DULL.match(text, start):
            return match.end(), self._is_fresh(start, match.end(), fresh)
        if match := _QUOTED.match(text, start):
            return match.end(), False
        if match := _FENCE.match(text, start):
            return self._after_fence(match[1] or match[2], match.end()), True
        if _ALONE.match(text, start):
            return self._paragraph(start, alone=True), True
        return self._paragraph(start), False

    def _is_fresh(self, start: int, end: int, before: bool) -> bool:
        """Whether an indented line would be code after the dull lines from `start` to `end`."""
        while end > start:
            line = self.text.rfind("\n", start, end - 1) + 1 or start
            bare = self.text[line:end].strip()
            if not bare or _ALONE.match(self.text, line, end):
                return True
            if not _INDENTED.match(self.text, line, end):
                return False
            end = line
        return before

    def _after_fence(self, fence: str, at: int) -> int:
        """Where the text continues after a fenced block whose content begins at `at`: its end when it is not closed."""
        closing = re.compile(rf"^[ \t]*{fence[0]}{{{len(fence)},}}[ \t]*\r?$\n?", re.MULTILINE).search(self.text, at)
        return closing.end() if closing else len(self.text)

    def _paragraph(self, start: int, *, alone: bool = False) -> int:
        """Collects the tags of the paragraph that begins at `start`, or of its one line. Returns where to continue."""
        text = self.text
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if not alone and end < len(text):
            end = self._end_of_paragraph(end)
        runs = _BacktickRuns(text, start, end)
        position = start
        while position <= end and len(self._tags) + self.broken < _MAX_TAGS:
            mark = _INLINE.search(text, position, end)
            if not mark:
                break
            position = self._after_mark(mark, runs)
        return position if position > end else min(end + 1, len(text))

    def _end_of_paragraph(self, line_end: int) -> int:
        """Where the paragraph ends whose first line ends at `line_end`."""
        following = _BLOCK.search(self.text, line_end + 1)
        return following.start() - 1 if following else len(self.text)

    def _after_mark(self, mark: re.Match[str], runs: "_BacktickRuns") -> int:
        """Where the text continues after a mark and what belongs to it. Collects the tag that begins there."""
        token = mark[0]
        if token[0] == "`":
            return runs.after_code_span(token, mark.end())
        if token in _CLOSINGS:
            return self._after(_CLOSINGS[token], mark.end())
        if mark[1]:
            return self._after(f"</{mark[1].lower()}", mark.end())
        tag = self._tag(mark.start()) if token[0] == "<" else None
        if tag is None:
            return mark.end()
        self._tags.append(tag)
        return tag.end

    def _after(self, closing: str, start: int) -> int:
        """Where the text continues after `closing`; `start` when it does not follow."""
        if closing in self.never:
            return start
        if closing in _CLOSINGS.values():
            begin = self.text.find(closing, start)
            after = begin + 3 if begin >= 0 else -1
        else:
            match = re.compile(re.escape(closing) + r"\s*>", re.IGNORECASE).search(self.text, start)
            after = match.end() if match else -1
        if after < 0:
            self.never.add(closing)
            return start
        return after

    def _tag(self, start: int) -> Tag | None:
        """The directive's tag at `start`. None for other words and for an incomplete tag."""
        head = _TAG.match(self.text, start)
        if not head:
            return None
        if head[3].lower() not in VERBS:
            self._note_broken(start, head, f"`{head[3].lower()[:_MAX_NAME]}` is no directive")
            return None
        limit = min(len(self.text), start + MAX_BYTES)
        attrs, position = self._attributes(head.end(), limit)
        end = _TAG_END.match(self.text, position, limit)
        if not end or (head[1] and (attrs or end[1])):
            self._note_broken(start, head, self._reason(position, limit))
            return None
        return Tag(start, end.end(), head[2].lower(), head[3].lower(), bool(head[1]), bool(end[1]), attrs)

    def _note_broken(self, start: int, head: re.Match[str], reason: str) -> None:
        """Keeps a tag that cannot be read, with the reason."""
        self.broken += 1
        if not head[1] and len(self.unread) < _MAX_ATTRIBUTES:
            self.unread.append(BrokenTag(start, head[3].lower(), reason))

    def _reason(self, position: int, limit: int) -> str:
        """Why a tag does not go on at `position`."""
        quote = _OPEN_QUOTE.match(self.text, position, limit)
        return f"an unclosed quote after {quote[1]}=" if quote else "a tag without its `>`"

    def _attributes(self, start: int, limit: int) -> tuple[dict[str, str], int]:
        """(the attributes that begin at `start`, where they end)."""
        attrs: dict[str, str] = {}
        position = start
        for _ in range(_MAX_ATTRIBUTES):
            match = _ATTRIBUTE.match(self.text, position, limit)
            if not match:
                break
            name = match[1].lower().replace("_", "-")
            value = _attribute_value(match)
            attrs[name] = f"{attrs[name]};;{value}" if name in attrs else value
            position = match.end()
        return attrs, position


def pair_tags(tags: list[Tag]) -> dict[int, int]:
    """Index of an opening tag -> index of its closing tag. A tag that is never closed has none."""
    partner: dict[int, int] = {}
    stack: list[int] = []
    open_now: Counter[tuple[str, str]] = Counter()
    for index, tag in enumerate(tags):
        key = (tag.prefix, tag.verb)
        if tag.alone:
            continue
        if not tag.closing:
            stack.append(index)
            open_now[key] += 1
        elif open_now[key]:
            while True:
                opening = stack.pop()
                own = (tags[opening].prefix, tags[opening].verb)
                open_now[own] -= 1
                if own == key:
                    partner[opening] = index
                    break
    return partner


class _BacktickRuns:
    """The runs of backticks in a paragraph, collected once a mark asks for them."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._paragraph = text, start, end
        self._starts: dict[int, list[int]] = {}
        """Length of a run -> where runs of this length begin."""

    def after_code_span(self, token: str, start: int) -> int:
        """The end of the code span that `token` opens: the next run of as many backticks, if any."""
        if not self._starts:
            for run in _RUNS.finditer(*self._paragraph):
                self._starts.setdefault(run.end() - run.start(), []).append(run.start())
        starts = self._starts.get(len(token), [])
        following = bisect_left(starts, start)
        return starts[following] + len(token) if following < len(starts) else start


def _attribute_value(match: re.Match[str]) -> str:
    return decode_entities("true" if match.lastindex == 1 else match[match.lastindex or 1])


def decode_entities(text: str) -> str:
    """Text with its entities decoded, once: `&amp;lt;` is `&lt;`. An entity that names no character is unchanged."""

    def one(match: re.Match[str]) -> str:
        if match[3]:
            return _NAMED[match[3]]
        code = int(match[1], 16) if match[1] else int(match[2])
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or (code < 32 and code not in (9, 10, 13)):
            return match[0]
        return chr(code)

    return _ENTITY.sub(one, text) if "&" in text else text
