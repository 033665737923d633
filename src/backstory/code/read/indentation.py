"""Symbols of a file without a grammar: names from `definitions`, extents from the indentation."""

from typing import Final

from backstory.code.read.language import Language, compile_pattern
from backstory.code.read.symbol import Symbol
from backstory.code.read.text_blocks import list_code_definitions

SIGNATURE_LIMIT: Final = 240
_COMMENTS: Final = (b"//", b"--", b"#")
_LISP_LINES: Final = 60
"""Lines, most of them documentation, in which the pattern of a head is looked for."""
_HEAD_LINES: Final = 12
"""Lines that a head has at most."""
_BRACKETS: Final = ((b"(", b")"), (b"[", b"]"))


def symbols_by_indentation(language: Language, data: bytes) -> list[Symbol]:
    """Symbols of a file without a grammar: a definition reaches as far as its lines are indented deeper."""
    lines = data.split(b"\n")
    starts = [0]
    for row in lines:
        starts.append(starts[-1] + len(row) + 1)
    symbols: list[Symbol] = []
    around: list[tuple[int, str, int]] = []
    """(indentation, dotted name, last line) of the definitions around."""
    for name, kind, number in list_code_definitions(language, data):
        first = lines[number - 1]
        depth = _depth(first)
        last = _last_line(lines, number, depth)
        around = [outer for outer in around if outer[0] < depth and outer[2] >= number]
        full = f"{around[-1][1]}.{name}" if around else name
        around.append((depth, full, last))
        symbols.append(
            Symbol(
                full, kind, number, last, _signature(language, lines, number), "", starts[number - 1], starts[last] - 1
            )
        )
    return symbols


def _depth(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _signature(language: Language, lines: list[bytes], number: int) -> str:
    """The line of a definition on which its brackets are closed, and those before it, on one line."""
    if language.head:
        match = compile_pattern(language.head).match(b"\n".join(lines[number - 1 : number + _LISP_LINES]))
        if match:
            return " ".join(b" ".join(match.groups()).decode("utf-8", "replace").split())[:SIGNATURE_LIMIT]
    head = lines[number - 1].strip()
    depth = _depth(lines[number - 1])
    for line in lines[number : number + _HEAD_LINES]:
        bare = line.strip()
        if bare.startswith(_COMMENTS):
            continue
        if not _goes_on(language, head) or _depth(line) < depth or (_depth(line) == depth and bare[:1] not in b")]"):
            break
        head = head + bare if head[-1:] in b"([" or bare[:1] in b")]" else head + b" " + bare
    text = " ".join(head.decode("utf-8", "replace").split()).replace(",)", ")").replace(",]", "]")
    text = text.removesuffix("{}").rstrip("{").rstrip()
    for ending in language.body_words:
        text = text.removesuffix(ending)
    return text.rstrip()[:SIGNATURE_LIMIT]


def _goes_on(language: Language, head: bytes) -> bool:
    """Whether a head has open brackets, or an end after which it goes on. A list of Lisp is open to its end."""
    if head.startswith(b"("):
        return False
    return any(head.count(opening) > head.count(closing) for opening, closing in _BRACKETS) or head.endswith(
        language.open_ends
    )


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
