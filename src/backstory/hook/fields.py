"""Takes a few fields out of a JSON object without parsing the rest of it.

Hook payloads hold whole tool results, and the hook process needs a session id and a path of them. Strings are skipped
by searching for quotes, containers by counting brackets between strings, so the cost is that of a search. Broken JSON
gives the fields before the break. Nothing here raises.
"""

_BLANK = b" \t\n\r"
_BETWEEN = b", \t\n\r"
"""What separates the members of an object."""
_ENDS = b",]} \t\n\r"
_SIMPLE = {34: '"', 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"}
_BOM = b"\xef\xbb\xbf"
_LACKING = "\ufffd"
DEPTH = 1000
"""Levels of objects and arrays that are followed. Deeper nesting is an attack on the running time."""
STRINGS = 500_000
"""Strings that one value may hold. Each costs a step."""


def scan_fields(data: bytes, names: "frozenset[str] | set[str]") -> dict[str, str]:
    """The wanted scalar fields of the object in `data`, as text.

    A name is a top-level key, or keys with points between them for a field further down. The key `0` is that with which
    an array begins: a string, or an object that the name goes on into. Strings come decoded (lone surrogates as
    U+FFFD), numbers and the words `true` and `false` as they are written; null, objects and arrays count as absent. Of
    repeated keys the last one holds.
    """
    out: dict[str, str] = {}
    start = _skip(data, 3 if data.startswith(_BOM) else 0)
    if data[start : start + 1] == b"{":
        parents = {name[:place] for name in names for place, sign in enumerate(name) if sign == "."}
        _object(data, start + 1, "", names, parents, out)
    return out


def decode_string(raw: bytes) -> str:
    """Decodes the inside of a JSON string."""
    if b"\\" not in raw:
        return raw.decode("utf-8", "replace")
    out: list[str] = []
    position = 0
    while True:
        slash = raw.find(b"\\", position)
        if slash < 0:
            out.append(raw[position:].decode("utf-8", "replace"))
            return "".join(out)
        if slash > position:
            out.append(raw[position:slash].decode("utf-8", "replace"))
        code = raw[slash + 1] if slash + 1 < len(raw) else 0
        position = slash + 2
        if code == 117:  # u
            character, position = _decode_code_point(raw, position)
            out.append(character)
        else:
            out.append(_SIMPLE.get(code, _LACKING))


def _decode_code_point(raw: bytes, position: int) -> tuple[str, int]:
    """(character, position behind it) of the digits after a `\\u`, and of a second such half where they are a pair."""
    number = _hex(raw, position)
    position += 4
    if 0xD800 <= number < 0xDC00 and raw[position : position + 2] == b"\\u":
        low = _hex(raw, position + 2)
        if 0xDC00 <= low < 0xE000:
            number = 0x10000 + ((number - 0xD800) << 10) + (low - 0xDC00)
            position += 6
    return (_LACKING if number < 0 or 0xD800 <= number < 0xE000 else chr(number)), position


def _hex(raw: bytes, position: int) -> int:
    digits = raw[position : position + 4]
    try:
        return int(digits, 16) if len(digits) == 4 and digits.isalnum() else -1
    except ValueError:
        return -1


def _object(data: bytes, position: int, prefix: str, names: "frozenset[str] | set[str]", parents: set[str],
            out: dict[str, str]) -> int:  # fmt: skip
    """Reads members from behind the opening brace; gives the position behind the closing one, or -1."""
    while True:
        start = _skip(data, position, _BETWEEN)
        if data[start : start + 1] == b"}":
            return start + 1
        end = _string(data, start + 1) if data[start : start + 1] == b'"' else -1
        if end < 0:
            return -1
        name = prefix + decode_string(data[start + 1 : end])
        start = _skip(data, end + 1)
        if data[start : start + 1] != b":":
            return -1
        start = _skip(data, start + 1)
        is_parent = name in parents
        if name in names:
            out.pop(name, None)
        if is_parent:
            _remove_children(out, name)
        if is_parent and data[start : start + 1] == b"{":
            position = _object(data, start + 1, name + ".", names, parents, out)
        else:
            if is_parent and data[start : start + 1] == b"[":
                _read_first(data, start, f"{name}.0", names, parents, out)
            position = _value(data, start, out, name if name in names else "")
        if position < 0:
            return -1


def _read_first(data: bytes, start: int, name: str, names: "frozenset[str] | set[str]", parents: set[str],
                out: dict[str, str]) -> None:  # fmt: skip
    """Keeps the first element of the array at a position if it is a string, or its fields if it is an object."""
    first = _skip(data, start + 1)
    sign = data[first : first + 1]
    if sign == b'"' and name in names:
        end = _string(data, first + 1)
        if end >= 0:
            out[name] = decode_string(data[first + 1 : end])
    elif sign == b"{" and name in parents:
        _object(data, first + 1, name + ".", names, parents, out)


def _value(data: bytes, start: int, out: dict[str, str], name: str) -> int:
    """Passes the value at a position, and keeps a scalar one under `name` unless that is empty.

    Gives the position behind it, or -1.
    """
    sign = data[start : start + 1]
    if sign == b'"':
        end = _string(data, start + 1)
        if name and end >= 0:
            out[name] = decode_string(data[start + 1 : end])
        return end + 1 or -1
    if sign in (b"{", b"["):
        return _container(data, start)
    word = _word(data, start)
    if not word:
        return -1
    if name and word != b"null":
        out[name] = word.decode("utf-8", "replace")
    return start + len(word)


def _remove_children(out: dict[str, str], name: str) -> None:
    """Removes the fields of an object whose key is repeated."""
    for child in [key for key in out if key.startswith(name + ".")]:
        del out[child]


def _word(data: bytes, position: int) -> bytes:
    """The number or word at a position; empty where there is none."""
    end = position
    while end < len(data) and data[end] not in _ENDS:
        end += 1
    return data[position:end]


def _skip(data: bytes, position: int, signs: bytes = _BLANK) -> int:
    while position < len(data) and data[position] in signs:
        position += 1
    return position


def _string(data: bytes, position: int) -> int:
    """The position of the quote that ends the string that begins at `at`, or -1."""
    start = position
    while True:
        position = data.find(b'"', position)
        if position < 0:
            return -1
        slash = position
        while slash > start and data[slash - 1] == 92:
            slash -= 1
        if (position - slash) % 2 == 0:
            return position
        position += 1


def _container(data: bytes, position: int) -> int:
    """The position behind the object or array that opens at `at`; -1 where it has no end, or costs too much to pass."""
    depth = strings = 0
    while True:
        strings += 1
        if depth > DEPTH or strings > STRINGS:
            return -1
        quote = data.find(b'"', position)
        end = len(data) if quote < 0 else quote
        closing = data.count(b"}", position, end) + data.count(b"]", position, end)
        if closing >= depth and closing:
            depth, closed = _close_brackets(data, position, end, depth)
            if not depth:
                return closed
        else:
            depth += data.count(b"{", position, end) + data.count(b"[", position, end) - closing
        if quote < 0:
            return -1
        position = _string(data, quote + 1) + 1
        if not position:
            return -1


def _close_brackets(data: bytes, position: int, end: int, depth: int) -> tuple[int, int]:
    """(depth at `end`, 0), or (0, the position behind the bracket that closes the outermost one)."""
    for index in range(position, end):
        code = data[index]
        if code in b"{[":
            depth += 1
        elif code in b"}]":
            depth -= 1
            if not depth:
                return 0, index + 1
    return depth, 0
