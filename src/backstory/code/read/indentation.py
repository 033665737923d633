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
    symbols: list[Symbol] = []
    around: list[tuple[int, str, int]] = []
    """(indentation, dotted name, last line) of the definitions around."""
    for name, kind, number in find_definitions(language, data):
        first = lines[number - 1]
        depth = _depth(first)
        last = _last_line(lines, number, depth)
        around = [outer for outer in around if outer[0] < depth and outer[2] >= number]
        full = f"{around[-1][1]}.{name}" if around else name
        around.append((depth, full, last))
        symbols.append(Symbol(full, kind, number, last, _signature(first), "", starts[number - 1], starts[last] - 1))
    return symbols


def _depth(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _signature(line: bytes) -> str:
    return " ".join(line.decode("utf-8", "replace").split()).rstrip("{").rstrip()[:SIGNATURE_LIMIT]


def _last_line(lines: list[bytes], line: int, depth: int) -> int:
    """The last line of the definition on a line that is indented by `depth`."""
    last = line
    for number in range(line, len(lines)):
        bare = lines[number].strip()
        if not bare:
            continue
        indent = _depth(lines[number])
        if indent > depth or bare in _END_WORDS or (indent == depth and _closes(bare, opens_next=last == line)):
            last = number + 1
        else:
            break
    return last


_END_WORDS: Final = (b"end", b"end;", b"fi", b"done", b"esac")


def _closes(bare: bytes, *, opens_next: bool) -> bool:
    """Whether a line at the depth of a definition belongs to it: a closing bracket, or the brace after its head."""
    return bare[:1] in b"})]" or (opens_next and bare[:1] == b"{")
