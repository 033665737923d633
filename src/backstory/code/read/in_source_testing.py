"""Finds the tests within a source file, for languages that keep them beside the code that they test."""

from collections.abc import Iterator

from backstory.code.read.language import Language, compile_pattern


def find_test_sections(language: Language, data: bytes) -> list[tuple[int, int]]:
    """Where each test, and each module of tests, begins and ends in `data`; none within another."""
    if not language.test_mark:
        return []
    data = b"\n" + data
    sections: list[tuple[int, int]] = []
    for match in compile_pattern(language.test_mark).finditer(data):
        start = match.start()
        if not sections or start >= sections[-1][1]:
            sections.append((start, _find_end(data, start, match[1])))
    return sections


def is_within(sections: list[tuple[int, int]], start: int) -> bool:
    """Whether a position is in one of the sections."""
    return any(begin <= start < end for begin, end in sections)


def _find_end(data: bytes, position: int, indentation: bytes) -> int:
    """The end of the item whose mark begins at `position`, by the indentation of its closing bracket; else of its line.

    The item may be on the line of its mark: `#[cfg(test)] mod tests {`.
    """
    for begin, line in _iterate_lines(data, position):
        if line and not _is_before_item(line):
            whole = line.endswith((b";", b"}"))
            closing = -1 if whole else data.find(b"\n" + indentation + b"}", begin)
            line_end = data.find(b"\n", begin + 1)
            end = closing if closing >= 0 else line_end
            return end if end >= 0 else len(data)
    return len(data)


def _is_before_item(line: bytes) -> bool:
    """Whether a line is only an attribute or a comment."""
    return line.startswith(b"//") or (line.startswith(b"#[") and line.endswith(b"]"))


def _iterate_lines(data: bytes, position: int) -> Iterator[tuple[int, bytes]]:
    """(line end before it, the line without blanks around it) of each line from a line end on."""
    begin = position
    while begin >= 0:
        end = data.find(b"\n", begin + 1)
        yield begin, data[begin + 1 : end if end >= 0 else len(data)].strip()
        begin = end
