"""Finds the one definition of a file that matters most for a goal: by its name, and by the words in its text."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from backstory.code.read.definitions import Definition
from backstory.code.read.in_source_testing import find_test_sections, is_within
from backstory.code.read.language import Language
from backstory.code.read.languages import language_of
from backstory.code.read.text_blocks import list_code_definitions, list_line_starts
from backstory.code.symbol_worth import HOLDERS, LONGEST, Candidate, GoalWord, rate_definitions
from backstory.model.late_pattern import late_pattern

_GOES_ON = late_pattern(rb"[ \t]*(?:$|[{)\]#/*@:]|(?:public|private|protected|internal)[ \t]*:)")
"""A line that does not end the definition that it stands in, though it is not indented."""


class BestSymbol(NamedTuple):
    """The definition of a file that fits a goal best."""

    name: str
    """With the definition that it belongs to: `Pool.release`."""
    line: int
    """Counted from 1."""
    worth: float = 0.0
    """How much it has of a goal, see `rate_definitions`."""


def find_best_symbol(
    path: str, data: bytes, text: bytes, words: Sequence[GoalWord], symbols: Mapping[str, float]
) -> BestSymbol | None:
    """The definition in `data` that fits a goal best, the first of equal ones; None where none has a word of it.

    `text` is the data in lower case. `words` are what the goal says, `symbols` those of its words that may name a
    symbol, with their likeness to code (`Goal.symbols`).
    """
    language = language_of(path, data[:200])
    if language is None or not language.code:
        return None
    definitions = _list_definitions(language, data)
    if not definitions:
        return None
    worths = rate_definitions(_list_candidates(language, definitions, data), data, text, words, symbols)
    best = max(range(len(worths)), key=lambda place: (worths[place], -place))
    return _name(definitions, best, data)._replace(worth=worths[best]) if worths[best] else None


def find_symbol_around(path: str, data: bytes, line: int) -> BestSymbol | None:
    """The definition that begins last before a line, counted from 1; None without one."""
    language = language_of(path, data[:200])
    definitions = _list_definitions(language, data) if language is not None and language.code else []
    last = max((place for place, each in enumerate(definitions) if each.line <= line), default=-1)
    return _name(definitions, last, data) if last >= 0 else None


def list_symbols(path: str, data: bytes, is_sought: Callable[[str], bool]) -> list[BestSymbol]:
    """The definitions in `data` with a name of its own that is sought."""
    language = language_of(path, data[:200])
    definitions = _list_definitions(language, data) if language is not None and language.code else []
    return [_name(definitions, place, data) for place, each in enumerate(definitions) if is_sought(each.name)]


def _list_definitions(language: Language, data: bytes) -> list[Definition]:
    """The definitions with a name that says something, without the examples in a text block such as a docstring."""
    return [each for each in list_code_definitions(language, data) if each.name.strip("_")]


def _name(definitions: Sequence[Definition], best: int, data: bytes) -> BestSymbol:
    chosen = definitions[best]
    holders = {each.line: each.name for each in definitions[:best] if each.kind in HOLDERS}
    return BestSymbol(_qualify(chosen, holders, data.splitlines()), chosen.line)


def _list_candidates(language: Language, definitions: Sequence[Definition], data: bytes) -> list[Candidate]:
    """The definitions with their texts: each goes to the next one."""
    starts = list_line_starts(data)
    begins = [starts[min(definition.line, len(starts)) - 1] for definition in definitions]
    ends = [*begins[1:], len(data)]
    tests = find_test_sections(language, data)
    return [
        Candidate(each.name, each.kind, begin, min(end, begin + LONGEST), is_within(tests, begin))
        for each, begin, end in zip(definitions, begins, ends, strict=True)
    ]


def _qualify(chosen: Definition, holders: Mapping[int, str], lines: Sequence[bytes]) -> str:
    """The name of a definition after the names of those around it, as the indentation tells them.

    `holders` are the names of the definitions before it that may hold others, by line.
    """
    names = [chosen.name]
    last = min(chosen.line, len(lines))
    depth = _indentation(lines[last - 1])
    for number in range(last - 1, 0, -1):
        if depth == 0:
            break
        line = lines[number - 1]
        indentation = _indentation(line)
        if indentation >= depth or _GOES_ON.match(line):
            continue
        depth = indentation
        if number in holders:
            names.append(holders[number])
    return ".".join(reversed(names))


def _indentation(line: bytes) -> int:
    return len(line) - len(line.lstrip(b" \t"))
