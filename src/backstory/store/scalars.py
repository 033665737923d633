"""Values of front matter: texts and flat lists, written as YAML 1.2 and read leniently by a fixed parser."""

from collections.abc import Iterable, Sequence
from itertools import chain, starmap
from typing import Final

import msgspec

_INDICATORS: Final = frozenset("-?:,[]{}#&*!|>'\"%@`=<~ ")
_WORDS: Final = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n", "none", ".inf", ".nan"))
"""Words that some YAML reader takes for something else than text."""
_FLOW: Final = frozenset(",[]{}?")
"""Characters that end a plain text in a list; some readers fail on a `?` there."""
_NUMBERS: Final = frozenset("0123456789_.:+-eE")
_UNSEEN: Final = (
    (0x7F, 0xA0), (0x200B, 0x200C), (0x200E, 0x2010), (0x2028, 0x202F), (0x2060, 0x2070), (0xFEFF, 0xFF00),
    (0xFFF0, 0xFFFC), (0xFFFE, 0x10000),
)  # fmt: skip
_ESCAPED: Final = {code: f"\\u{code:04x}" for code in chain.from_iterable(starmap(range, _UNSEEN))}
"""Characters that YAML forbids or breaks lines at, or that a reviewer cannot see (bidirectional, zero-width)."""
_BREAKS: Final = dict.fromkeys(map(ord, "\n\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"), "\n")
_PLAIN_KEY: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")


def normalize_text(text: str) -> str:
    """Text that a file of ours can hold: UTF-8 (no lone surrogates), LF line ends, no NUL."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)
    return text


def one_line(text: str) -> str:
    """Valid text on one line: each line break becomes one blank, and outer blanks are removed."""
    text = normalize_text(text)
    if not text.isprintable():
        text = text.translate(_BREAKS)
        if "\n" in text:
            text = " ".join(filter(None, (piece.strip() for piece in text.split("\n"))))
    return text.strip()


def write_scalar(text: str) -> str:
    """A text as a YAML scalar on one line: plain where that is safe, else in JSON's quotes."""
    return text if _is_plain(text) else _quote(text)


def write_field(text: str) -> str:
    """The value of a further field: as `write_scalar`, but a flat list that was read as text stays a list."""
    if text.startswith("[") and text.endswith("]"):
        items, wrong = read_list(text)
        if not wrong and write_list(items) == text:
            return text
    return write_scalar(text)


def write_list(items: Iterable[str]) -> str:
    """Texts as a flow list on one line."""
    return "[" + ", ".join(item if _is_plain(item) and not _flow(item) else _quote(item) for item in items) + "]"


def write_key(key: str) -> str:
    """A key of front matter."""
    return key if plain_key(key) else _quote(key)


def plain_key(key: str) -> bool:
    """Whether a key needs no quotes."""
    return key != "" and key[0].isalpha() and _PLAIN_KEY.issuperset(key) and key.lower() not in _WORDS


def read_key(line: str) -> tuple[str, str]:
    """(key, rest) of a line `key: rest`; the key is empty for any other line."""
    key, colon, rest = line.partition(": ")
    if colon and key.isidentifier():
        return key, rest
    return _read_quoted_key(line) if line.startswith('"') else _read_odd_key(line)


def _read_odd_key(line: str) -> tuple[str, str]:
    """A key without quotes that is not a plain word, or that no blank separates from its value."""
    key, colon, rest = line.partition(":")
    key = key.strip()
    if not colon or not key or key[0] in "-#[]{}<>|=" or len(key) > 200:
        return "", ""
    if rest and rest[0] not in " \t" and (rest.startswith("//") or not plain_key(key)):
        return "", ""
    return key.strip("'"), rest.strip()


def _read_quoted_key(line: str) -> tuple[str, str]:
    end = _string_end(line, 0)
    key, whole = _unquote(line[:end])
    after = line[end:].lstrip()
    return (key, after[1:].strip()) if whole and key and after.startswith(":") else ("", "")


def read_scalar(value: str, more: Sequence[str] = (), *, word: bool = False) -> tuple[str, str]:
    """(text, problem) of a value. `word`: a value of one word, so that a comment may follow it."""
    value = value.strip()
    first = value[:1]
    if first == '"' or first == "'":
        return _read_quoted(value)
    if more:
        return _read_lines(value, more)
    if word and " #" in value:
        value = value.partition(" #")[0].rstrip()
    return value, ""


def _read_quoted(value: str) -> tuple[str, str]:
    """(text, problem) of a value in single or double quotes."""
    if value[0] == '"':
        end = _string_end(value, 0)
        text, whole = _unquote(value[:end])
    else:
        end = _single_end(value, 0)
        text, whole = value[1 : end - 1].replace("''", "'"), end > 0
    return (text, _after(value[end:])) if whole else (value, "has a broken quotation; read as it stands")


def _read_lines(value: str, more: Sequence[str]) -> tuple[str, str]:
    """(text, problem) of a value that goes over lines: a block, a list, or a text that was broken."""
    lines = [line.strip() for line in more]
    if value[:1] in ("|", ">") and value.rstrip("+-0123456789") in ("|", ">"):
        return ("\n" if value[0] == "|" else " ").join(lines), ""
    if not value and all(line.startswith("-") for line in lines):
        return write_list(read_list("", more)[0]), ""
    return " ".join([value, *lines] if value else lines), "goes over several lines"


def read_list(value: str, more: Sequence[str] = ()) -> tuple[list[str], str]:
    """(items, problem) of a list: `[a, b]`, `- a` lines below the key, or texts between commas."""
    value = value.strip()
    if more:
        lines = [line.strip() for line in more]
        if not value or value.startswith("#"):
            return _read_dashes(lines)
        value = " ".join([value, *lines])
    if value.startswith("["):
        return _read_brackets(value)
    if value[:1] in ('"', "'"):
        return [read_scalar(value)[0]], ""
    return _split(value), ""


def _read_dashes(lines: Sequence[str]) -> tuple[list[str], str]:
    items = [read_scalar(line[1:])[0] for line in lines if line.startswith("-")]
    odd = sum(not line.startswith(("-", "#")) for line in lines)
    return [item for item in items if item], f"has {odd} lines that are no items" if odd else ""


def _read_brackets(value: str) -> tuple[list[str], str]:
    if '"' not in value and "'" not in value and value.endswith("]"):
        return _split(value[1:-1]), ""
    items: list[str] = []
    position = 1
    while True:
        while position < len(value) and value[position] in " \t,":
            position += 1
        if position >= len(value):
            return items, "is not closed by `]`"
        if value[position] == "]":
            return items, _after(value[position + 1 :])
        item, position = _read_item(value, position)
        items.append(item)


def _read_item(value: str, start: int) -> tuple[str, int]:
    """(item, place after it): a quoted text, or else everything up to a comma or bracket."""
    end = 0
    if value[start] == '"':
        end = _string_end(value, start)
    elif value[start] == "'":
        end = _single_end(value, start)
    if end:
        text, problem = read_scalar(value[start:end])
        if not problem:
            return text, end
    end = start
    while end < len(value) and value[end] not in ",]":
        end += 1
    return value[start:end].strip(), end


def _split(text: str) -> list[str]:
    pieces = (piece.strip() for piece in text.split(","))
    return [piece for piece in pieces if piece]


def _is_plain(text: str) -> bool:
    """Whether every YAML reader reads the text unchanged without quotes."""
    if not text or text[0] in _INDICATORS or text[-1] in " :" or ": " in text or " #" in text:
        return False
    if not text.isprintable() and (text != text.strip() or _needs_escapes(text)):
        return False
    return not (text.isascii() and (text.lower() in _WORDS or _number(text)))


def _needs_escapes(text: str) -> bool:
    return any(sign < " " or ord(sign) in _ESCAPED for sign in text)


def _number(text: str) -> bool:
    """Whether some YAML reader may take a text for a number, a date or a time of day."""
    if text[0] not in "0123456789+-.":
        return False
    bare = text.lower().lstrip("+-")
    return bare in _WORDS or bare.startswith(("0x", "0b", "0o")) or _NUMBERS.issuperset(text)


def _flow(text: str) -> bool:
    return not _FLOW.isdisjoint(text)


def _quote(text: str) -> str:
    out = msgspec.json.encode(normalize_text(text)).decode()
    return out if out.isascii() and "\x7f" not in out else out.translate(_ESCAPED)


def _unquote(text: str) -> tuple[str, bool]:
    try:
        return msgspec.json.decode(text.encode(), type=str), True
    except (msgspec.MsgspecError, UnicodeError):
        return text, False


def _string_end(text: str, start: int) -> int:
    """Index after the closing quote of the JSON string that begins at `start`; the text's end when it is open."""
    after = start + 1
    while True:
        quote = text.find('"', after)
        if quote < 0:
            return len(text)
        slashes = quote - 1
        while text[slashes] == "\\":
            slashes -= 1
        if (quote - 1 - slashes) % 2 == 0:
            return quote + 1
        after = quote + 1


def _single_end(text: str, start: int) -> int:
    after = start + 1
    while True:
        quote = text.find("'", after)
        if quote < 0:
            return 0
        if text[quote + 1 : quote + 2] != "'":
            return quote + 1
        after = quote + 2


def _after(rest: str) -> str:
    rest = rest.strip()
    return "" if not rest or rest.startswith("#") else "has text after its end; ignored"
