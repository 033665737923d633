"""Values of front matter: texts and flat lists, written as YAML 1.2 and read leniently by a fixed parser."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

_INDICATORS: Final = frozenset("-?:,[]{}#&*!|>'\"%@`=<~")
_WORDS: Final = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n", "none"))
"""Words that some YAML reader takes for something else than text."""
_SHAPES: Final = frozenset("0123456789+-._:eExXoOabcdefABCDEFinINAfF")
_QUOTED: Final = frozenset(
    [*map(chr, range(0x7F, 0xA0)), "\u2028", "\u2029", "\ufeff", "\ufffe", "\uffff", *map(chr, range(0xFFF0, 0xFFFC))]
)
_PLAIN_KEY: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")


def write_scalar(text: str) -> str:
    """A text as a YAML scalar on one line: plain where that is safe, else in JSON's quotes."""
    return text if _is_plain(text) else _quote(text)


def write_list(items: Iterable[str]) -> str:
    """Texts as a flow list on one line."""
    return "[" + ", ".join(i if _is_plain(i) and not _flow(i) else _quote(i) for i in items) + "]"


def write_key(key: str) -> str:
    """A key of front matter."""
    return key if plain_key(key) else _quote(key)


def plain_key(key: str) -> bool:
    """Whether a key needs no quotes."""
    return key != "" and key[0].isalpha() and all(c in _PLAIN_KEY for c in key) and key.lower() not in _WORDS


def read_key(line: str) -> tuple[str, str]:
    """(key, rest) of a line `key: rest`; the key is empty when the line is no such line."""
    key, colon, rest = line.partition(": ")
    if colon and plain_key(key):
        return key, rest
    if line.startswith('"'):
        end = _string_end(line, 0)
        text, sound = _unquote(line[:end])
        after = line[end:].lstrip()
        if sound and text and after.startswith(":"):
            return text, after[1:].strip()
        return "", ""
    key, colon, rest = line.partition(":")
    key = key.strip()
    if not colon or not key or key[0] in "-#[]{}<>|=" or len(key) > 200:
        return "", ""
    if rest and rest[0] not in " \t" and not (plain_key(key) and not rest.startswith("//")):
        return "", ""
    return key.strip("'"), rest.strip()


def read_scalar(value: str, more: Sequence[str] = (), *, word: bool = False) -> tuple[str, str]:
    """(text, what is wrong) of a value. `word`: a value of one word, so a comment may follow it."""
    value = value.strip()
    first = value[:1]
    if first == '"':
        end = _string_end(value, 0)
        text, sound = _unquote(value[:end])
        if sound:
            return text, _after(value[end:])
        return value, "has a broken quotation; read as it stands"
    if first == "'":
        end = _single_end(value, 0)
        if end:
            return value[1 : end - 1].replace("''", "'"), _after(value[end:])
        return value, "has a broken quotation; read as it stands"
    if more:
        lines = [line.strip() for line in more]
        if first in ("|", ">") and value.rstrip("+-0123456789") in ("|", ">"):
            return ("\n" if first == "|" else " ").join(lines), ""
        if not value and all(line.startswith("-") for line in lines):
            return write_list(read_list("", more)[0]), ""
        return " ".join([value, *lines] if value else lines), "goes over several lines"
    if word and " #" in value:
        value = value.partition(" #")[0].rstrip()
    return value, ""


def read_list(value: str, more: Sequence[str] = ()) -> tuple[list[str], str]:
    """(items, what is wrong) of a list: `[a, b]`, `- a` lines below the key, or texts between commas."""
    value = value.strip()
    if more:
        lines = [line.strip() for line in more]
        if not value or value.startswith("#"):
            items = [read_scalar(line[1:])[0] for line in lines if line.startswith("-")]
            odd = sum(not line.startswith(("-", "#")) for line in lines)
            return [i for i in items if i], f"has {odd} lines that are no items" if odd else ""
        value = " ".join([value, *lines])
    if not value.startswith("["):
        if value[:1] in ('"', "'"):
            return [read_scalar(value)[0]], ""
        return [i.strip() for i in value.split(",") if i.strip()], ""
    if '"' not in value and "'" not in value and value.endswith("]"):
        return [i for i in (piece.strip() for piece in value[1:-1].split(",")) if i], ""
    items = []
    at, n = 1, len(value)
    while True:
        while at < n and value[at] in " \t,":
            at += 1
        if at >= n:
            return items, "is not closed by `]`"
        c = value[at]
        if c == "]":
            return items, _after(value[at + 1 :])
        end = _string_end(value, at) if c == '"' else _single_end(value, at) if c == "'" else 0
        if end:
            text, what = read_scalar(value[at:end])
            if not what:
                items.append(text)
                at = end
                continue
        end = at
        while end < n and value[end] not in ",]":
            end += 1
        items.append(value[at:end].strip())
        at = end


def _is_plain(text: str) -> bool:
    if not text or text[0] in _INDICATORS or text[0] == " " or text[-1] in " :":
        return False
    if not text.isprintable() and not _visible(text):
        return False
    if ": " in text or " #" in text:
        return False
    if text.isascii() and text.lower() in _WORDS:
        return False
    return not _number(text)


def _visible(text: str) -> bool:
    return all(c >= " " and c not in _QUOTED and not 0xD800 <= ord(c) < 0xE000 for c in text) and text == text.strip()


def _number(text: str) -> bool:
    """Whether some YAML reader may take a text for a number, a date or a time of day; ISO times with a `T` are text."""
    return (text[0] in "0123456789+-." or text.lower() in (".inf", ".nan")) and all(c in _SHAPES for c in text)


def _flow(text: str) -> bool:
    return any(c in ",[]{}" for c in text)


def _quote(text: str) -> str:
    out = msgspec.json.encode(text.encode("utf-8", "replace").decode()).decode()
    if not out.isascii() and any(c in _QUOTED for c in out):
        out = "".join(f"\\u{ord(c):04x}" if c in _QUOTED else c for c in out)
    return out.replace("\x7f", "\\u007f")


def _unquote(text: str) -> tuple[str, bool]:
    try:
        return msgspec.json.decode(text.encode(), type=str), True
    except (msgspec.MsgspecError, UnicodeError):
        return text, False


def _string_end(text: str, at: int) -> int:
    """Index after the closing quote of the JSON string that begins at `at`; the end of the text when it is open."""
    here = at + 1
    while True:
        quote = text.find('"', here)
        if quote < 0:
            return len(text)
        slashes = quote - 1
        while text[slashes] == "\\":
            slashes -= 1
        if (quote - 1 - slashes) % 2 == 0:
            return quote + 1
        here = quote + 1


def _single_end(text: str, at: int) -> int:
    here = at + 1
    while True:
        quote = text.find("'", here)
        if quote < 0:
            return 0
        if text[quote + 1 : quote + 2] != "'":
            return quote + 1
        here = quote + 2


def _after(rest: str) -> str:
    rest = rest.strip()
    return "" if not rest or rest.startswith("#") else "has text after its end; ignored"
