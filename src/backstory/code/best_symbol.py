"""Finds the one definition of a file that matters most for a goal: by its name, and by the words in its text."""

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from backstory.code.index.goal import trim_ending
from backstory.code.read.definitions import Definition, find_definitions, split_name
from backstory.code.read.languages import language_of
from backstory.model.late_pattern import late_pattern

_NAMED: Final = 4.0
"""Worth of a name that the goal has as a whole, for each step of its likeness to code."""
_TEXT_SHARE: Final = 0.5
"""Worth of a word in the text of a definition, relative to one in its name."""
_LONG: Final = 8_000
"""Bytes of a definition's text that are searched."""


_HOLDERS: Final = frozenset(["class", "struct", "interface", "trait", "object", "module", "enum", "extension"])
"""Kinds of definitions that others belong to."""
_GOES_ON = late_pattern(rb"[ \t]*(?:$|[{)\]#/*@:]|(?:public|private|protected|internal)[ \t]*:)")
"""A line that does not end the definition that it stands in, though it is not indented."""


class BestSymbol(NamedTuple):
    """The definition of a file that fits a goal best."""

    name: str
    """With the definition that it belongs to: `Pool.release`."""
    line: int
    """Counted from 1."""


def find_best_symbol(
    path: str, data: bytes, text: bytes, words: Sequence[tuple[bytes, float]], symbols: Mapping[str, float]
) -> BestSymbol | None:
    """The definition in `data` that fits a goal best, the first of equal ones; None where none has a word of it.

    `text` is the data in lower case. `words` are telling words without endings, in lower case, with their weights;
    `symbols` are the words of the goal that may name a symbol, with their likeness to code (`Goal.symbols`).
    """
    language = language_of(path, data[:200])
    if language is None or not language.code:
        return None
    definitions = find_definitions(language, data)
    if not definitions:
        return None
    best = _find_best(definitions, data, text, words, symbols)
    if best is None:
        return None
    chosen = definitions[best]
    holders = {each.line: each.name for each in definitions[:best] if each.kind in _HOLDERS}
    return BestSymbol(_qualify(chosen, holders, data.splitlines()), chosen.line)


def _find_best(
    definitions: Sequence[Definition],
    data: bytes,
    text: bytes,
    words: Sequence[tuple[bytes, float]],
    symbols: Mapping[str, float],
) -> int | None:
    """The place of the best definition. Its text is not read where no text could make it better than another."""
    worths = _name_worths(definitions, {word.decode(): weight for word, weight in words}, symbols)
    words = [(word, weight) for word, weight in words if word in text]
    most = _TEXT_SHARE * sum(weight for _, weight in words)
    least = max(worths)
    starts = _line_starts(data)
    ends = [starts[min(later.line, len(starts)) - 1] for _, later in pairwise(definitions)] + [len(data)]
    best: tuple[float, int] | None = None
    for number, (definition, end) in enumerate(zip(definitions, ends, strict=True)):
        if worths[number] + most < least:
            continue
        start = starts[min(definition.line, len(starts)) - 1]
        score = worths[number] + _TEXT_SHARE * _text_worth(text[start : min(end, start + _LONG)], words)
        if score > 0 and (best is None or score > best[0]):
            best = score, number
            least = max(least, score)
    return None if best is None else best[1]


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


def _line_starts(data: bytes) -> list[int]:
    return list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))


def _name_worths(
    definitions: Sequence[Definition], weights: Mapping[str, float], symbols: Mapping[str, float]
) -> list[float]:
    """For each definition what its name is worth."""
    names = "\n".join(definition.name for definition in definitions).lower()
    matches = [word for word in weights if word in names]
    return [_name_worth(definition.name, matches, weights, symbols) for definition in definitions]


def _name_worth(name: str, matches: Sequence[str], weights: Mapping[str, float], symbols: Mapping[str, float]) -> float:
    """The words of the goal in a name, less for each piece of the name that the goal lacks.

    `matches` are those that any of the names has.
    """
    symbol_worth = _NAMED * symbols.get(name, 0.0)
    lower = name.lower()
    if lower.isascii() and not any(word in lower for word in matches):
        return symbol_worth  # taking a name apart is dear, and nearly all have none of the words
    pieces = [trim_ending(piece) for piece in split_name(name)]
    shared = sum(weights.get(piece, 0.0) for piece in set(pieces))
    worth: float = shared / math.sqrt(max(1, len(pieces)))
    return worth + symbol_worth


def _text_worth(text: bytes, words: Sequence[tuple[bytes, float]]) -> float:
    worth = 0.0
    for word, weight in words:
        times = text.count(word)
        worth += weight * times / (times + 0.8)
    return worth
