"""Symbols of a file without a grammar: names from `definitions`, extents from the indentation."""

from typing import Final

from backstory.code.read.definitions import find_definitions
from backstory.code.read.language import Language
from backstory.code.read.symbol import Symbol

SIGNATURE_LIMIT: Final = 240


def symbols_by_indentation(language: Language, data: bytes) -> list[Symbol]:
    """Symbols of a file without a grammar: a definition reaches as far as its lines are indented deeper."""
    lines = data.split(b"\n")
    starts = [0]
    for row in lines:
        starts.append(starts[-1] + len(row) + 1)
    found: list[Symbol] = []
    open_: list[tuple[int, str, int]] = []  # indentation, dotted name, last line
    for name, kind, number in find_definitions(language, data):
        first = lines[number - 1]
        depth = len(first) - len(first.lstrip())
        last = _last_line(lines, number, depth)
        open_ = [o for o in open_ if o[0] < depth and o[2] >= number]
        full = f"{open_[-1][1]}.{name}" if open_ else name
        open_.append((depth, full, last))
        signature = " ".join(first.decode("utf-8", "replace").split()).rstrip("{").rstrip()[:SIGNATURE_LIMIT]
        found.append(Symbol(full, kind, number, last, signature, "", starts[number - 1], starts[last] - 1))
    return found


def _last_line(lines: list[bytes], line: int, depth: int) -> int:
    last = line
    for number in range(line, len(lines)):
        text = lines[number]
        bare = text.lstrip()
        if not bare:
            continue
        indent = len(text) - len(bare)
        if indent > depth:
            last = number + 1
            continue
        if (indent == depth and bare[:1] in b"})]") or bare.rstrip() in (b"end", b"end;", b"fi", b"done", b"esac"):
            last = number + 1
            continue
        if indent == depth and bare[:1] == b"{" and last == line:
            last = number + 1
            continue
        break
    return last
