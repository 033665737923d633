"""Reads the values of settings from text and TOML, and finds the line of a key."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from backstory.model.errors import Invalid
from backstory.settings.table import Setting, Value

_FLAGS: Final = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)
"""The words for a flag."""
_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_UNPLAIN: Final = frozenset('"\\')
"""Characters that a plain string in quotes does not hold."""
MAX_LENGTH: Final = 4_096
"""Longest text of one value, in characters."""
MAX_ITEMS: Final = 1_000
MOST_PATTERNS: Final = 64
"""Most regular expressions in one list, because each one runs on every text."""


def describe_values(setting: Setting) -> str:
    """Describes the values that the setting takes, for messages and docs."""
    if setting.type == "number":
        return f"a number from {setting.low} to {setting.high}"
    if setting.type == "flag":
        return "`true` or `false`"
    if setting.type == "choice":
        return "one of " + ", ".join(f"`{choice}`" for choice in setting.choices)
    if setting.type == "text":
        return "a text"
    if setting.choices:
        return f"a list of {', '.join(f'`{choice}`' for choice in setting.choices)}, each also as `NAME=VALUE`"
    return "a list of regular expressions" if setting.type == "patterns" else "a list of texts"


def format_toml(value: Value) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    return "[" + ", ".join(_quoted(item) for item in value) + "]"


def from_text(setting: Setting, text: str) -> Value:
    """Reads a typed text or a variable. Raises `Invalid` without naming where the text came from.

    Lists are a JSON array, one item per line, or (globs and names) separated by commas outside braces.
    """
    text = text.strip()
    value = _parse_text(setting, text)
    if value is None:
        raise Invalid(f"expected {describe_values(setting)}, found `{text[:80]}`")
    return from_object(setting, value)


def _parse_text(setting: Setting, text: str) -> object:
    """A typed text as a number, a flag, a list or a text; None where it is none of the setting's type."""
    if setting.type == "number":
        digits = text.replace("_", "")
        is_number = digits.lstrip("+-").isdecimal() and digits.isascii() and len(digits) < 20
        return int(digits) if is_number else None
    if setting.type == "flag":
        return _FLAGS.get(text.lower())
    if setting.type in ("list", "patterns"):
        return _split(text, commas=setting.type == "list")
    return text


def from_object(setting: Setting, value: object) -> Value:
    """Reads a value of TOML or JSON; a single text counts as a list of one. Raises `Invalid` as `from_text` does."""
    read = _READERS[setting.type](setting, value)
    if read is None:
        raise Invalid(f"expected {describe_values(setting)}, found `{_brief(value)}`")
    return read


def _read_flag(setting: Setting, value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _read_number(setting: Setting, value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):  # `True` is an integer to Python
        return None
    return value if setting.low <= value <= setting.high else None


def _read_choice(setting: Setting, value: object) -> str | None:
    word = value.strip().lower() if isinstance(value, str) else ""
    return word if word in setting.choices else None


def _read_text(setting: Setting, value: object) -> str | None:
    fits = isinstance(value, str) and len(value) <= MAX_LENGTH and value.isprintable()
    return str(value) if fits else None


def _read_list(setting: Setting, value: object) -> tuple[str, ...] | None:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or len(items) > MAX_ITEMS:
        return None
    texts = tuple(item for item in items if isinstance(item, str) and 0 < len(item) <= MAX_LENGTH)
    if setting.choices and any(text.rpartition("=")[2].strip().lower() not in setting.choices for text in texts):
        return None
    return texts if len(texts) == len(items) else None


def _read_patterns(setting: Setting, value: object) -> tuple[str, ...] | None:
    if isinstance(value, list | tuple) and len(value) > MOST_PATTERNS:
        raise Invalid(f"{len(value)} patterns are more than the {MOST_PATTERNS} that a list may have")
    patterns = _read_list(setting, value)
    for pattern in patterns or ():
        if fault := pattern_fault(pattern):
            raise Invalid(fault)
    return patterns


_READERS: Final[dict[str, Callable[[Setting, object], Value | None]]] = {
    "flag": _read_flag,
    "number": _read_number,
    "choice": _read_choice,
    "text": _read_text,
    "list": _read_list,
    "patterns": _read_patterns,
}


def flatten_table(tree: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Nested tables as one mapping of dotted keys."""
    out: dict[str, object] = {}
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            out |= flatten_table(value, f"{key}.")
        else:
            out[key] = value
    return out


def line_of(text: str, key: str) -> int:
    """The line (from 1) on which TOML or JSON text sets a dotted key; 0 if unknown."""
    lines = enumerate(text.splitlines(), 1)
    if text.lstrip().startswith("{"):
        quoted = f'"{key.rpartition(".")[2]}"'
        return next((number for number, line in lines if quoted in line), 0)
    return _line_of_toml_key(lines, key)


def _line_of_toml_key(lines: Iterable[tuple[int, str]], key: str) -> int:
    table = ""
    for number, raw_line in lines:
        line = raw_line.strip()
        if line.startswith("["):
            table = _bare_name(line.strip("[] \t").partition("]")[0])
        elif "=" in line and not line.startswith("#") and _sets_key(line, table, key):
            return number
    return 0


def _bare_name(text: str) -> str:
    """A dotted key of TOML without quotes and blanks."""
    return text.replace('"', "").replace("'", "").replace(" ", "")


def _sets_key(line: str, table: str, key: str) -> bool:
    """Whether a line `name = value` in a table sets a dotted key, or an inline table that may hold it."""
    name = _bare_name(line.partition("=")[0]).strip()
    whole = f"{table}.{name}" if table else name
    return whole == key or (key.startswith(whole + ".") and "{" in line)


def pattern_fault(pattern: str) -> str:
    """The fault of a regular expression of `privacy.redact`; empty when it can be used."""
    # the engine is loaded for those who have patterns only
    from backstory.redact.custom import pattern_fault as engine_fault

    return engine_fault(pattern)


def plain_toml(text: str) -> dict[str, object] | None:
    """Reads the simplest TOML: tables, comments, plain strings, whole numbers, booleans; None for anything more.

    Almost every config.toml is that simple, and importing `tomllib` costs a fifth of an interpreter start. A test
    checks that `tomllib` reads the same from every text that this function accepts.
    """
    tables: dict[str, object] = {}
    table = tables
    text = text.replace("\r\n", "\n")
    if "\r" in text:
        return None
    for raw_line in text.split("\n"):
        line = raw_line.strip(" \t")
        if not line or line[0] == "#":
            if not line.replace("\t", "").isprintable():
                return None
        elif line[0] == "[":
            name = line[1:-1]
            if line[-1] != "]" or not _is_bare(name) or name in tables:
                return None
            table = tables[name] = {}
        elif not _add_member(table, line):
            return None
    return tables


def _add_member(table: dict[str, object], line: str) -> bool:
    """Adds the value of a line `key = value`; returns False for a line that is not plain, or sets a key again."""
    key, _, raw = line.partition("=")
    key = key.rstrip(" \t")
    value = _plain_value(raw.lstrip(" \t"))
    if not _is_bare(key) or key in table or value is None:
        return False
    table[key] = value
    return True


def _plain_value(raw: str) -> str | int | bool | None:
    if raw in ("true", "false"):
        return raw == "true"
    if _is_plain_number(raw):
        return int(raw)
    return raw[1:-1] if _is_plain_string(raw) else None


def _is_plain_number(raw: str) -> bool:
    return raw.isdecimal() and raw.isascii() and len(raw) < 16 and (raw == "0" or raw[0] != "0")


def _is_plain_string(raw: str) -> bool:
    return len(raw) > 1 and raw[0] == raw[-1] == '"' and raw.isprintable() and _UNPLAIN.isdisjoint(raw[1:-1])


def _is_bare(word: str) -> bool:
    return bool(word) and _BARE.issuperset(word)


def _split(text: str, *, commas: bool) -> list[str]:
    """The items of a list that was typed: a JSON array, or texts between line ends and, if wanted, commas."""
    items = _read_array(text) if text.startswith("[") else None
    if items is not None:
        return items
    stripped = (piece.strip() for piece in _cut_at_separators(text, commas=commas))
    return [piece for piece in stripped if piece]


def _cut_at_separators(text: str, *, commas: bool) -> list[str]:
    """A text cut at line ends and, if wanted, at commas outside braces."""
    pieces: list[str] = []
    depth, start = 0, 0
    for position, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if sign == "\n" or (commas and sign == "," and depth <= 0):
            pieces.append(text[start:position])
            start = position + 1
    return [*pieces, text[start:]]


def _read_array(text: str) -> list[str] | None:
    """A JSON array of texts; None for anything else."""
    import json

    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return items if isinstance(items, list) and all(isinstance(item, str) for item in items) else None


def _quoted(text: str) -> str:
    out = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign.isprintable() else f"\\U{ord(sign):08X}" for sign in out) + '"'


def _brief(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 80 else text[:79] + "…"
