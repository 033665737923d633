"""Text as it was meant: base64, percent and backslash escapes undone once, values split over lines joined.

Each view knows where its bytes came from, so that what is found in the view is taken out of the text.
"""

from binascii import Error, a2b_base64
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from backstory.redact.chance import HEX
from backstory.redact.judge import looks_drawn
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span

if TYPE_CHECKING:
    from backstory.redact.rules import Rules

Finder = Callable[..., list[Span]]

LONGEST: Final = 64 * 1024
"""Bytes of base64 that are decoded at once."""
SHORTEST: Final = 20
"""Characters of base64 below which nothing is decoded."""
WRAPPED: Final = 72
"""Columns after which a line counts as wrapped, so that a value may go on in the next one."""
MOST_JOINS: Final = 64
"""Line breaks of one region that are undone; more of them are a list, not a value."""
_ESCAPE: Final = Pattern(
    rb"%(?:25)*([0-9A-Fa-f]{2})|\\u00([0-9A-Fa-f]{2})|\\x([0-9A-Fa-f]{2})|\\([\"/\\'nrt])|"
    rb"&(quot|amp|lt|gt|apos|#3[49]|#x2[27fF]);"
)
_WORTH: Final = Pattern(rb"%[0-9A-Fa-f]{2}|\\u00|\\x|\\[\"/\\]|&(?:quot|amp|lt|gt|apos|#)")
_LETTER: Final = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
_ENTITY: Final = {
    b"quot": b'"', b"amp": b"&", b"lt": b"<", b"gt": b">", b"apos": b"'", b"#34": b'"', b"#39": b"'", b"#x22": b'"',
    b"#x27": b"'", b"#x2f": b"/", b"#x2F": b"/",
}  # fmt: skip
_GAP: Final = Pattern(
    rb"(?:[\w+/=.~-]{6}(\\\r?\n[ \t]*|[\"'][ \t]*[+.&_]?[ \t]*\\?\r?\n[ \t]*[+.&]?[ \t]*[\"']|"
    rb"[\"'][ \t]*[+.&]?[ \t]*[\"'])|[\w+/=~-]{16}(\r?\n[ \t]*|\\n[ \t]*))[\w+/=.~-]{4}"
)
_WORD: Final = Pattern(rb"[A-Za-z]?[a-z]{2,15}(?:[ ,;:.!?)]|$)")
"""A word of natural language at the beginning of a line: no value goes on with it."""
_SETTING: Final = Pattern(rb"[A-Za-z_][\w.-]*[\"']?[ ]?(?:=[^\s=]|:[ ])")
"""A name and its sign at the beginning of a line, which begin a value of their own."""
_BASE64: Final = Pattern(rb"[A-Za-z0-9+/_-]{20,}={0,2}")
_BASE64_LINES: Final = Pattern(
    rb"[A-Za-z0-9+/_-]{40,}(?:\r?\n[ \t]*[A-Za-z0-9+/]{40,})*(?:\r?\n[ \t]*[A-Za-z0-9+/]+)?={0,2}"
)
_PRINTABLE: Final = bytes([9, 10, 13, *range(32, 127)])


def find_decoded(
    text: bytes, start: int, end: int, part: bytes, hits: list[tuple[int, int, int]], rules: "Rules", find: Finder
) -> Iterator[Span]:
    """Secrets that show only when a region is decoded; never more than one level."""
    yield from _base64(text, hits, rules, find)
    if (b"\\" in part or b"%" in part or b"&" in part) and _WORTH.find(text, start, end):
        edits = [(groups[0][0], groups[0][1], _meaning(text, groups)) for groups in _ESCAPE.each(text, start, end)]
        yield from find_in_view(text, start, end, edits, rules, find, joined=False)
    if _GAP.find(text, start, end):
        yield from find_in_view(text, start, end, _gaps(text, start, end), rules, find, joined=True)


def _base64(text: bytes, hits: list[tuple[int, int, int]], rules: "Rules", find: Finder) -> Iterator[Span]:
    finished = tried = 0
    for start, end, _ in hits:
        if end - start < SHORTEST or end <= finished:
            continue
        position = max(start, finished)
        limit = min(len(text), start + LONGEST)
        while position < end:
            groups = _BASE64.find(text, position, min(limit, end + SHORTEST))
            if not groups or groups[0][0] >= end:
                break
            first = groups[0][0]
            last = _BASE64.begin(text, first, limit)
            # lines of one block are tried together once, then one by one: time stays linear
            lines = _BASE64_LINES.begin(text, first, limit) if first >= tried else -1
            tried = max(tried, lines)
            rule = _name_secret(text[first:lines], rules, find) if lines > last else ""
            if rule:
                last = lines
            else:
                rule = _name_secret(text[first:last], rules, find)
            if rule:
                yield Span(first, last, rule)
            position = finished = last


def _name_secret(code: bytes, rules: "Rules", find: Finder) -> str:
    """The rule of the first secret in text that base64 stands for, or nothing."""
    return (_search_again if len(code) <= REMEMBERED else _search_decoded)(code, rules, find)


REMEMBERED: Final = 256
"""Characters of base64 up to which it is remembered what they hold: the headers of tokens repeat."""


def _search_decoded(code: bytes, rules: "Rules", find: Finder) -> str:
    plain = _decode(code)
    if plain and len(plain) >= SHORTEST and not plain.strip(_CODE):
        plain = _decode(plain) or plain
    if not plain:
        return ""
    inner = find(plain, rules, decoding=False)
    return inner[0].rule if inner else ""


_search_again: Final = lru_cache(maxsize=1024)(_search_decoded)


def _decode(code: bytes) -> bytes:
    """The text that base64 or hexadecimal digits stand for; nothing where they stand for other data."""
    raw = code.translate(_URL_SAFE, b"\r\n\t =")
    try:
        if not raw.strip(_DIGITS_OF_IDS):
            plain = b"" if len(raw) % 2 or raw.strip(HEX) else bytes.fromhex(raw.decode("ascii"))
        else:
            plain = a2b_base64(raw + b"=" * (-len(raw) % 4))
    except Error:
        return b""
    if plain[:2] in _COMPRESSED:
        plain = _decompress(plain)
    size = len(plain)
    return plain if size >= 12 and len(plain.translate(None, _PRINTABLE)) * 20 <= size else b""


_COMPRESSED: Final = (b"\x1f\x8b", b"\x78\x01", b"\x78\x9c", b"\x78\xda")
"""How data begins that `gzip` or `zlib` has compressed."""


def _decompress(data: bytes) -> bytes:
    """The first of what was compressed, as far as it is whole; nothing where it is something else."""
    import zlib  # seldom needed

    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(data, LONGEST)
    except zlib.error:
        return b""


_CODE: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=\r\n"
_DIGITS_OF_IDS: Final = b"0123456789abcdef+/"
"""Characters of hexadecimal numbers and of UUIDs: base64 of a text has others too."""
_URL_SAFE: Final = bytes.maketrans(b"-_", b"+/")


def find_in_view(
    text: bytes,
    start: int,
    end: int,
    edits: list[tuple[int, int, bytes]],
    rules: "Rules",
    find: Finder,
    *,
    joined: bool,
) -> Iterator[Span]:
    """What is found in the region with each edit's place replaced by its meaning."""
    if not edits:
        return
    out: list[bytes] = []
    in_view: list[int] = []
    in_text: list[int] = []
    size, position = 0, start
    for first, last, decoded in edits:
        out += (text[position:first], decoded)
        size += first - position
        in_view += (size, size + len(decoded))
        in_text += (first, last)
        size += len(decoded)
        position = last
    out.append(text[position:end])
    for span in find(b"".join(out), rules, decoding=False):
        if joined and not any(span.start < joint < span.end for joint in in_view[::2]):
            continue
        first = _source(span.start, start, in_view, in_text)
        last = _source(span.end, start, in_view, in_text, last=True)
        if not _VARIABLE.whole(text[first:last]):
            yield Span(first, last, span.rule)


_VARIABLE: Final = Pattern(rb"%[A-Z_][A-Z0-9_]*%")
"""A variable of the command line of Windows, whose name may begin like an escape: `%DEPLOY_PASS%`."""


def _gaps(text: bytes, start: int, end: int) -> list[tuple[int, int, bytes]]:
    """Line breaks inside values: after a quote or a backslash, or where a long line was wrapped."""
    out: list[tuple[int, int, bytes]] = []
    position = start
    while len(out) < MOST_JOINS and (groups := _GAP.find(text, position, end)):
        first, last = groups[1] if groups[1][0] >= 0 else groups[2]
        position = last
        if groups[1][0] < 0 and not _is_wrapped(text, start, first, last, end):
            continue
        if b"\n" in text[first:last] and b" // " in text[max(start, text.rfind(b"\n", start, first)) : first]:
            continue
        out.append((first, last, b""))
    return out


def _is_wrapped(text: bytes, start: int, first: int, last: int, end: int) -> bool:
    """Whether a line break wraps a long line, and stands neither behind a number nor before a word."""
    line = text.rfind(b"\n", start, first) + 1 or start
    limit = min(end, last + 64)
    if first - line < WRAPPED or _WORD.begin(text, last, limit) > 0 or _SETTING.begin(text, last, limit) >= 0:
        return False
    others = text[first - 16 : first].translate(None, b"0123456789")
    if len(others) < 15:
        return True
    run = text[max(line, first - 48) : first].rsplit(None, 1)[-1]
    return looks_drawn(run)


def _meaning(text: bytes, groups: Spans) -> bytes:
    for number in groups[1:4]:
        if number[0] >= 0:
            return bytes((int(text[number[0] : number[1]], 16),))
    if groups[4][0] >= 0:
        letter = text[groups[4][0] : groups[4][1]]
        return _LETTER.get(letter, letter)
    return _ENTITY[text[groups[5][0] : groups[5][1]]]


def _source(place: int, start: int, in_view: list[int], in_text: list[int], *, last: bool = False) -> int:
    """The place in the text of a place in the view."""
    index = bisect_right(in_view, place - 1 if last else place) - 1
    if index < 0:
        return start + place
    if index % 2 == 0:
        # inside a replaced escape: its start for a start, its end for an end
        return in_text[index + 1] if last else in_text[index]
    return in_text[index] + place - in_view[index]
