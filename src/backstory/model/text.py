"""Text as the product shows it: slugs, words fit for a terminal and a prompt."""

from typing import Final

_INVISIBLE: Final = (
    (0x00AD, 0x00AE), (0x034F, 0x0350), (0x061C, 0x061D), (0x115F, 0x1161), (0x17B4, 0x17B6), (0x180B, 0x1810),
    (0x200B, 0x2010), (0x202A, 0x202F), (0x2060, 0x2070), (0x3164, 0x3165), (0xFE00, 0xFE0F), (0xFEFF, 0xFF00),
    (0xFFA0, 0xFFA1), (0xFFF0, 0xFFFC), (0x1BCA0, 0x1BCA4), (0x1D173, 0x1D17B), (0xE0000, 0xE1000),
)  # fmt: skip
"""Zero-width, bidirectional, filler, variation and tag characters: invisible to a reader, readable to a model. U+FE0F
is allowed: it only turns the sign before it into an emoji."""

_CONTROLS: Final[dict[int, None]] = dict.fromkeys(code for code in (*range(32), 127) if code not in (9, 10))
_DROPPED: Final[dict[int, None]] = {}
"""All that `clean` takes out; filled when the first text beyond ASCII comes along (8,000 entries)."""

_ESCAPED: Final[dict[int, str]] = {}
"""Character -> its escape in `escape_json`; filled on first use."""


REDACTED: Final = "[REDACTED:"
"""The beginning of the mark that stands for a secret."""
LONG_WORD: Final = 24
"""Characters of a word that are too many to leave out for a clean cut: of a path, a URL, a text without blanks."""


def clean_text(text: str) -> str:
    """Text without terminal sequences and control, bidirectional, zero-width and tag characters.

    Newlines and tabs are kept, CRLF becomes LF. Lone surrogates are removed too, so that the result can be encoded.
    """
    if text.isascii() and text.isprintable():
        return text
    if "\x1b" in text or "\x9b" in text or "\x9d" in text:
        text = _without_sequences(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    if text.isascii():
        return text.translate(_CONTROLS)
    if not _DROPPED:
        for start, end in ((0, 9), (11, 32), (127, 160), (0xD800, 0xE000), *_INVISIBLE):
            _DROPPED.update(dict.fromkeys(range(start, end)))
    return text.translate(_DROPPED)


def escape_json(text: str) -> str:
    """The same JSON with characters that are invisible, move a cursor or turn the direction of writing as `\\uXXXX`.

    That is safe because non-ASCII characters occur only within strings.
    """
    if text.isascii():
        return text.replace("\x7f", "\\u007f")
    if not _ESCAPED:
        for start, end in ((0x7F, 0xA0), (0x2028, 0x202A), *_INVISIBLE):
            for code in range(start, end):
                pair = () if code < 0x10000 else (0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code & 0x3FF))
                _ESCAPED[code] = "".join(f"\\u{unit:04x}" for unit in pair or (code,))
    return text.translate(_ESCAPED)


def _without_sequences(text: str) -> str:
    """Removes whole ECMA-48 sequences (colours, titles, links), including the `[31m` after the escape character."""
    import re

    string = r"(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]{0,2048}(?:\x07|\x1b\\|\x9c)"
    return re.sub(string + r"|(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]|\x1b[ -/]{0,8}[0-~]", "", text)


def one_line(text: str, limit: int = 0) -> str:
    """Text on one line, runs of white space as one blank; at most `limit` characters (0: any number).

    What is longer ends in an ellipsis after a whole word, or within one of which more than `LONG_WORD` fit. The mark of
    a secret is left out whole, or stays whole where the text begins with it.
    """
    text = " ".join(clean_text(text).split())
    if not limit or len(text) <= limit:
        return text
    begin, _, word = text[:limit].rpartition(" ")
    head = begin if begin and len(word) <= LONG_WORD else text[: limit - 1]
    mark = head.rfind("[")
    if mark >= 0 and text.startswith(REDACTED, mark) and "]" not in head[mark:]:
        head = head[:mark] or text[: text.find("]", mark) + 1] or head
    return head.rstrip(" ,;:") + "…"


def format_count(number: int, noun: str) -> str:
    """A number with its noun: `1 record`, `1,234 records`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def path_line(path: str) -> str:
    """A path on one line: line ends and control characters in a name are written as escapes."""
    if path.isprintable():
        return path
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in path
    )


def make_slug(text: str, limit: int = 48) -> str:
    """Lower-case ASCII words joined by hyphens, for file names; `untitled` when nothing is left."""
    plain = (text if text.isascii() else _fold(text)).lower()
    words = "".join(character if character.isalnum() else " " for character in plain).split()
    out = ""
    for word in words:
        if len(out) + len(word) + 1 > limit:
            break
        out = f"{out}-{word}" if out else word
    return out or (words[0][:limit] if words else "untitled")


def _fold(text: str) -> str:
    """The ASCII letters of a text, those under accents too."""
    import unicodedata  # a library of its own, which most texts do not need

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
