"""Weighs the symbols of a map: without a goal by their importance, with one above all by what they have of it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from backstory.code.index.store import CodeIndex, FileRow
from backstory.code.read.in_source_testing import find_test_sections, is_within
from backstory.code.read.languages import language_of
from backstory.code.symbol_worth import LONGEST, Candidate, GoalWord, rate_definitions
from backstory.code.windows import Texts

if TYPE_CHECKING:
    from backstory.code.index.importance import Importance, WeighedSymbol
    from backstory.code.read.symbol import Symbol

_ASKED: Final = 8.0
"""Worth of the symbol that has most of a goal."""
_UNASKED: Final = 0.1
"""Share of the importance that counts where there is a goal."""
_NAME_WORTH: Final = 2.5
"""Worth of a word in a name, which a map shows, relative to one in the text."""


def weigh_symbols(
    code_index: CodeIndex,
    importance: "Importance",
    rows: Sequence[FileRow],
    words: Sequence[GoalWord],
    symbols: Mapping[str, float],
    texts: Texts | None = None,
) -> "dict[str, list[WeighedSymbol]]":
    """Path -> the symbols of the file with their worth.

    `words` are what the goal says, and none without a goal; `symbols` those of its words that may name a symbol.
    `texts` are files that were read already.
    """
    from backstory.code.index.outlines import read_outlines

    outlines = read_outlines(code_index, rows)
    weighed = {row.path: importance.symbols(row, outlines[row.path]) for row in rows}
    if not words:
        return weighed
    texts = texts or Texts(code_index.root)
    ratings = {path: _rate_symbols(path, outlines[path], texts, words, symbols) for path in weighed}
    top = max((rating for rates in ratings.values() for rating in rates.values()), default=0.0) or 1.0
    return {
        path: [
            each._replace(worth=_UNASKED * each.worth + _ASKED * ratings[path].get(each.symbol.name, 0.0) / top)
            for each in own
        ]
        for path, own in weighed.items()
    }


def _rate_symbols(
    path: str, outline: "Sequence[Symbol]", texts: Texts, words: Sequence[GoalWord], symbols: Mapping[str, float]
) -> dict[str, float]:
    """Name -> what the best of its definitions has of a goal. The text of each goes to the next one."""
    data, lower = texts.read(path)
    language = language_of(path, data[:200])
    tests = find_test_sections(language, data) if language is not None else []
    ordered = sorted(outline, key=lambda symbol: symbol.start_byte)
    ends = [min(one.end_byte, later.start_byte) for one, later in pairwise(ordered)]
    ends += [each.end_byte for each in ordered[-1:]]
    candidates = [
        Candidate(
            each.name.rpartition(".")[2], each.kind, each.start_byte, min(end, each.start_byte + LONGEST),
            is_within(tests, each.start_byte),
        )
        for each, end in zip(ordered, ends, strict=True)
    ]  # fmt: skip
    ratings: dict[str, float] = {}
    for symbol, rating in zip(
        ordered, rate_definitions(candidates, data, lower, words, symbols, name_worth=_NAME_WORTH), strict=True
    ):
        ratings[symbol.name] = max(ratings.get(symbol.name, 0.0), rating)
    return ratings
