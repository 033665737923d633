"""Finds the tags of directives in a text, but not those in code, quotations and comments.

The rules are those of CommonMark (https://spec.commonmark.org/0.31.2/) where they matter here. Reading takes time in
proportion to the text.
"""

import re
from bisect import bisect_left
from typing import Final, NamedTuple

VERBS: Final = ("remember", "recall", "status", "task", "summarize", "link", "supersede", "expand")
MAX_BYTES: Final = 8 * 1024
"""Largest directive, from `<` to `>`, in bytes of UTF-8."""
_MAX_TAGS: Final = 2000
"""Tags, whole and broken, after which the rest of a text is skipped."""
_MAX_ATTRIBUTES: Final = 64

_ANY: Final = re.compile(r"</?(?:ctx|backstory):", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)(ctx|backstory):([a-z]+)(?![\w:.-])", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"\s*([A-Za-z_][\w.-]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+?)(?=\s|/?>))|(?=[\s/>]))"
)
_TAG_END: Final = re.compile(r"\s*(/?)>")
_INLINE: Final = re.compile(
    r"\\[!-/:-@\[-`{-~]|`+|<!--|</?(?:ctx|backstory):"
    r"|<(pre|code|script|style|textarea|samp|kbd|backstory-context)(?=[\s>])",
    re.IGNORECASE,
)
"""Marks that mean something within a paragraph. The text between the named elements is shown or quoted, not meant."""
_RUNS: Final = re.compile(r"`+")
_ITEM: Final = r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)"
_DULL: Final = re.compile(rf"(?:(?![ \t]*{_ITEM}{{0,4}}~~~)[^\n<`]*\n)++")
"""Lines that open nothing."""
_BLANK: Final = re.compile(r"(?:[ \t\r]*\n)++|[ \t\r]*\Z")
_INDENTED: Final = re.compile(r"(?:(?: {4}| {0,3}\t)[^\n]*(?:\n|\Z)|[ \t\r]*\n)++")
_QUOTED: Final = re.compile(rf"(?:[ \t]*{_ITEM}{{0,4}}>[^\n]*(?:\n|\Z))++")
_FENCE: Final = re.compile(rf"[ \t]*{_ITEM}{{0,4}}(?:(`{{3,}})[^`\n]*|(~{{3,}})[^\n]*)(?:\n|\Z)")
_ALONE: Final = re.compile(r" {0,3}(?:#{1,6}(?:[ \t\r\n]|\Z)|\|)")
"""Lines that are a block by themselves: headings, rows of tables."""
_BLOCK: Final = re.compile(rf"^[ \t]*(?:\r?$|>|#{{1,6}}(?:[ \t\r]|$)|\||{_ITEM}|`{{3,}}[^`\n]*$|~{{3,}})", re.MULTILINE)
"""Lines that end the paragraph before them."""
_ENTITY: Final = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos|nbsp));")
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


def find_tags(text: str) -> list[Tag]:
    """The tags of a text in their order. Never raises on any text."""
    return _Scanner(text).tags() if _ANY.search(text) else []


class _Scanner:
    """Goes once through a text, from block to block, and within paragraphs from mark to mark."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Tag] = []
        self.broken = 0
        self.never: set[str] = set()
        """Closings that do not follow any more. They are searched for once, not once per opening."""

    def tags(self) -> list[Tag]:
        text, at = self.text, 0
        last = max(m.start() for m in _ANY.finditer(text))
        fresh = True  # whether an indented line would be code here: not within a paragraph
        while at <= last and len(self.found) + self.broken < _MAX_TAGS:
            if at and text[at - 1] != "\n":
                at, fresh = self._paragraph(at), False
            elif match := _BLANK.match(text, at):
                at, fresh = match.end(), True
            elif fresh and (match := _INDENTED.match(text, at)):
                at = match.end()
            elif match := _DULL.match(text, at):
                at, fresh = match.end(), self._is_fresh(at, match.end(), fresh)
            elif match := _QUOTED.match(text, at):
                at, fresh = match.end(), False
            elif match := _FENCE.match(text, at):
                at, fresh = self._after_fence(match[1] or match[2], match.end()), True
            elif match := _ALONE.match(text, at):
                at, fresh = self._paragraph(at, alone=True), True
            else:
                at, fresh = self._paragraph(at), False
        return self.found

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
            following = _BLOCK.search(text, end + 1)
            end = following.start() - 1 if following else len(text)
        runs: dict[int, list[int]] = {}
        at = start
        while at <= end and len(self.found) + self.broken < _MAX_TAGS:
            mark = _INLINE.search(text, at, end)
            if not mark:
                break
            token, at = mark[0], mark.end()
            if token[0] == "`":
                runs = runs or self._backtick_runs(start, end)
                at = _after_code_span(runs, token, at)
            elif token == "<!--":
                at = self._after("-->", at)
            elif mark[1]:
                at = self._after(f"</{mark[1].lower()}", at)
            elif token[0] == "<":
                tag = self._tag(mark.start())
                if tag:
                    self.found.append(tag)
                    at = tag.end
        return at if at > end else min(end + 1, len(text))

    def _backtick_runs(self, start: int, end: int) -> dict[int, list[int]]:
        """Length of a run of backticks -> where runs of this length begin."""
        runs: dict[int, list[int]] = {}
        for run in _RUNS.finditer(self.text, start, end):
            runs.setdefault(run.end() - run.start(), []).append(run.start())
        return runs

    def _after(self, closing: str, at: int) -> int:
        """Where the text continues after `closing`; `at` when it does not follow."""
        if closing in self.never:
            return at
        if closing == "-->":
            found = self.text.find("-->", at)
            after = found + 3
        else:
            match = re.compile(re.escape(closing) + r"\s*>", re.IGNORECASE).search(self.text, at)
            found, after = (match.start(), match.end()) if match else (-1, 0)
        if found < 0:
            self.never.add(closing)
            return at
        return after

    def _tag(self, start: int) -> Tag | None:
        """The directive's tag at `start`. None for other words and for an incomplete tag."""
        head = _TAG.match(self.text, start)
        if not head or head[3].lower() not in VERBS:
            return None
        limit = min(len(self.text), start + MAX_BYTES)
        at = head.end()
        attrs: dict[str, str] = {}
        for _ in range(_MAX_ATTRIBUTES):
            match = _ATTRIBUTE.match(self.text, at, limit)
            if not match:
                break
            name = match[1].lower().replace("_", "-")
            quoted = next((g for g in match.groups()[1:3] if g is not None), None)
            bare = (match[4] or "true").strip("“”‘’")
            value = decode_entities(bare if quoted is None else quoted)
            attrs[name] = f"{attrs[name]};;{value}" if name in attrs else value
            at = match.end()
        end = _TAG_END.match(self.text, at, limit)
        if not end or (head[1] and (attrs or end[1])):
            self.broken += 1
            return None
        return Tag(start, end.end(), head[2].lower(), head[3].lower(), bool(head[1]), bool(end[1]), attrs)


def pair_tags(tags: list[Tag]) -> dict[int, int]:
    """Index of an opening tag -> index of its closing tag. A tag that is never closed has none."""
    partner: dict[int, int] = {}
    stack: list[int] = []
    open_now: dict[tuple[str, str], int] = {}
    for at, tag in enumerate(tags):
        key = (tag.prefix, tag.verb)
        if tag.alone:
            continue
        if not tag.closing:
            stack.append(at)
            open_now[key] = open_now.get(key, 0) + 1
        elif open_now.get(key):
            while True:
                opening = stack.pop()
                own = (tags[opening].prefix, tags[opening].verb)
                open_now[own] -= 1
                if own == key:
                    partner[opening] = at
                    break
    return partner


def _after_code_span(runs: dict[int, list[int]], token: str, at: int) -> int:
    """The end of the code span that `token` opens: the next run of as many backticks. Without one there is no span."""
    starts = runs.get(len(token), [])
    following = bisect_left(starts, at)
    return starts[following] + len(token) if following < len(starts) else at


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
