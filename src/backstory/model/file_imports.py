"""Recorded text in instruction files: agents load the file that a bare `@path` names, and this defuses it."""

from typing import Final

from backstory.model.late_pattern import late_pattern

_IMPORT: Final = late_pattern(
    r"(?<![\w`@/.\\])@(?:(?=[\w.~/\\+-]*(?:[/\\](?!@)|\.\w))[\w.~/\\@+^-]*[\w~/]|[A-Z]{4,}\b|[A-Z]\w*file\b)"
    r"(?:\([^()`\n]{0,120}\))?"
)
"""`@` before a path, a name with an ending, or a file that has none, such as `README` and `Makefile`. A decorator may
look like that; its arguments belong to it."""
_SPAN: Final = late_pattern(r"(?<!`)(`+)(?!`)(?:[^`]|(?<=[^`])`+(?!\1))*?[^`]\1(?!`)")
"""Code within a line."""
_FENCES: Final = ("```", "~~~")


def quote_imports(text: str) -> str:
    """The text with each `@path` outside of code as code. A mail address, a person's name and code stay as they are.

    A backtick that opens no code becomes an apostrophe, so that it cannot pair with those around a path.
    """
    if "@" not in text:
        return text
    lines = text.split("\n")
    prose = _list_prose(lines)
    if not any(_IMPORT.search(part) for number in prose for part in _split_code(lines[number])[::2]):
        return text
    for number in prose:
        lines[number] = _quote_line(lines[number])
    return "\n".join(lines)


def _list_prose(lines: list[str]) -> list[int]:
    """The numbers of the lines outside of fenced code. A fence that nothing closes opens none."""
    prose: list[int] = []
    fenced: list[int] = []
    opening = ""
    for number, line in enumerate(lines):
        start = line.strip()
        if opening:
            fenced.append(number)
            if start == opening[0] * len(start) and len(start) >= len(opening):
                opening, fenced = "", []
        elif start.startswith(_FENCES):
            sign = start[0]
            opening, fenced = sign * (len(start) - len(start.lstrip(sign))), [number]
        else:
            prose.append(number)
    return prose + fenced


def _quote_line(line: str) -> str:
    parts = _split_code(line)
    for place in range(0, len(parts), 2):
        parts[place] = _IMPORT.sub(lambda match: f"`{match[0]}`", parts[place].replace("`", "'"))
    return "".join(parts)


def _split_code(line: str) -> list[str]:
    """A line as prose and code in turns, the code with its backticks."""
    parts: list[str] = []
    end = 0
    for span in _SPAN.finditer(line) if "`" in line else ():
        parts += [line[end : span.start()], span[0]]
        end = span.end()
    return [*parts, line[end:]]
