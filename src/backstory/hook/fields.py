"""Takes a few fields out of a JSON object without parsing the rest of it.

Hook payloads hold whole tool results, and the hook process needs a session id and a path of them. Strings are skipped
by searching for quotes, containers by counting brackets between strings, so the cost is that of a search. Broken JSON
gives the fields before the break. Nothing here raises.
"""

_BLANK = b" \t\n\r"
_ENDS = b",]} \t\n\r"
_SIMPLE = {34: '"', 92: "\\", 47: "/", 98: "\b", 102: "\f", 110: "\n", 114: "\r", 116: "\t"}
_BOM = b"\xef\xbb\xbf"
_LACKING = "\ufffd"
DEPTH = 1000
"""Levels of objects and arrays that are followed. Deeper nesting is an attack on the running time."""
STRINGS = 500_000
"""Strings that one value may hold. Each costs a step."""


def scan_fields(data: bytes, wanted: "frozenset[str] | set[str]") -> dict[str, str]:
    """The wanted scalar fields of the object in `data`, as text.

    A name is a top-level key, or `key.key` for a field of an object one level down. Strings come decoded (lone
    surrogates as U+FFFD), numbers and the words `true` and `false` as they are written; null, objects and arrays count
    as absent. Of repeated keys the last one holds.
    """
    out: dict[str, str] = {}
    start = _skip(data, 3 if data.startswith(_BOM) else 0)
    if data[start : start + 1] == b"{":
        parents = {name.partition(".")[0] for name in wanted if "." in name}
        _object(data, start + 1, "", wanted, parents, out)
    return out


def decode_string(raw: bytes) -> str:
    """Decodes the inside of a JSON string."""
    if b"\\" not in raw:
        return raw.decode("utf-8", "replace")
    out: list[str] = []
    at = 0
    while True:
        slash = raw.find(b"\\", at)
        if slash < 0:
            out.append(raw[at:].decode("utf-8", "replace"))
            return "".join(out)
        if slash > at:
            out.append(raw[at:slash].decode("utf-8", "replace"))
        code = raw[slash + 1] if slash + 1 < len(raw) else 0
        at = slash + 2
        if code != 117:  # u
            out.append(_SIMPLE.get(code, _LACKING))
            continue
        number = _hex(raw, at)
        at += 4
        if 0xD800 <= number < 0xDC00 and raw[at : at + 2] == b"\\u":
            low = _hex(raw, at + 2)
            if 0xDC00 <= low < 0xE000:
                number = 0x10000 + ((number - 0xD800) << 10) + (low - 0xDC00)
                at += 6
        out.append(_LACKING if number < 0 or 0xD800 <= number < 0xE000 else chr(number))


def _hex(raw: bytes, at: int) -> int:
    digits = raw[at : at + 4]
    try:
        return int(digits, 16) if len(digits) == 4 and digits.isalnum() else -1
    except ValueError:
        return -1


def _object(data: bytes, at: int, prefix: str, wanted: "frozenset[str] | set[str]", parents: set[str],
            out: dict[str, str]) -> int:  # fmt: skip
    """Reads members from behind the opening brace; gives the position behind the closing one, or -1."""
    while True:
        at = _skip(data, at)
        here = data[at : at + 1]
        if here == b"}":
            return at + 1
        if here == b",":
            at += 1
            continue
        if here != b'"':
            return -1
        end = _string(data, at + 1)
        if end < 0:
            return -1
        name = prefix + decode_string(data[at + 1 : end])
        at = _skip(data, end + 1)
        if data[at : at + 1] != b":":
            return -1
        at = _skip(data, at + 1)
        here = data[at : at + 1]
        if name in wanted:
            out.pop(name, None)
        if not prefix and name in parents:
            _remove_children(out, name)
        if here == b'"':
            end = _string(data, at + 1)
            if end < 0:
                return -1
            if name in wanted:
                out[name] = decode_string(data[at + 1 : end])
            at = end + 1
        elif here == b"{" and not prefix and name in parents:
            at = _object(data, at + 1, name + ".", wanted, parents, out)
        elif here in (b"{", b"["):
            at = _container(data, at)
        else:
            word = _word(data, at)
            if not word:
                return -1
            at += len(word)
            if name in wanted and word != b"null":
                out[name] = word.decode("utf-8", "replace")
        if at < 0:
            return -1


def _remove_children(out: dict[str, str], name: str) -> None:
    """Removes the fields of an object whose key is repeated."""
    for child in [key for key in out if key.startswith(name + ".")]:
        del out[child]


def _word(data: bytes, at: int) -> bytes:
    """The number or word at a position; empty where there is none."""
    end = at
    while end < len(data) and data[end] not in _ENDS:
        end += 1
    return data[at:end]


def _skip(data: bytes, at: int) -> int:
    while at < len(data) and data[at] in _BLANK:
        at += 1
    return at


def _string(data: bytes, at: int) -> int:
    """The position of the quote that ends the string that begins at `at`, or -1."""
    start = at
    while True:
        at = data.find(b'"', at)
        if at < 0:
            return -1
        slash = at
        while slash > start and data[slash - 1] == 92:
            slash -= 1
        if (at - slash) % 2 == 0:
            return at
        at += 1


def _container(data: bytes, at: int) -> int:
    """The position behind the object or array that opens at `at`; -1 where it has no end, or costs too much to pass."""
    depth = strings = 0
    while True:
        strings += 1
        if depth > DEPTH or strings > STRINGS:
            return -1
        quote = data.find(b'"', at)
        end = len(data) if quote < 0 else quote
        closing = data.count(b"}", at, end) + data.count(b"]", at, end)
        if closing >= depth and closing:
            for i in range(at, end):
                code = data[i]
                if code in b"{[":
                    depth += 1
                elif code in b"}]":
                    depth -= 1
                    if not depth:
                        return i + 1
        else:
            depth += data.count(b"{", at, end) + data.count(b"[", at, end) - closing
        if quote < 0:
            return -1
        at = _string(data, quote + 1) + 1
        if not at:
            return -1
