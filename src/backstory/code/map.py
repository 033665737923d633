"""A map of the code for an agent: the files that matter and what they define, within a budget of tokens.

With a goal the files come from `relevance`; without one from their importance in the project. Symbols compete for the
budget across files: symbols that the goal names, that many files use, that are public and documented come first.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.code.index.answers import read_answer, store_answer
from backstory.code.index.store import CodeIndex, FileRow, is_below
from backstory.code.map_model import Map, MapFile, MapSymbol
from backstory.code.map_text import map_text
from backstory.code.overview import count_languages, list_folders

if TYPE_CHECKING:
    from backstory.code.index.importance import Importance, WeighedSymbol
    from backstory.code.ranked import Ranked
    from backstory.code.symbol_worth import GoalWord
    from backstory.code.windows import Texts

BUDGET: Final = 1500
_PARSED: Final = (24, 160)
"""Files that are parsed for one map, at least and at most."""
_TOKENS_PER_FILE: Final = 25
"""Tokens of the budget for which one more file is parsed."""
_NOT_SHOWN: Final = frozenset(
    ["test", "doc", "example", "bench", "migration", "vendored", "generated", "locale", "config", "tooling", "other"]
)
_PER_FILE: Final = 40
_FURTHER: Final = 0.96
"""Worth of each further symbol of a file relative to the one before, so that one file does not take the whole map."""
_BREADTH: Final = 0.04
"""Taken from that for each doubling of a project beyond `_SMALL` files: a large project has more files to show."""
_SMALL: Final = 100
_FOLDER: Final = 0.98
"""Weight of each further file of a folder relative to the one before."""
NO_SYMBOLS: Final[Mapping[str, float]] = {}
_AGAIN: Final = 0.5
"""Worth of a symbol that another file defines too."""
_PLATFORM: Final = 0.2
"""The same where that file has the same name: one file per platform, a class and its base."""


class _Selection(NamedTuple):
    """The files that a map is made of."""

    candidates: list[FileRow]
    parsed: list[FileRow]
    scores: dict[str, float]
    """Path -> score, where it is known before the files are parsed."""
    ranked: "Mapping[str, Ranked]"
    """Path -> why the file is here, and what is beside it; only with a goal."""
    words: "Sequence[GoalWord]" = ()
    """What the goal says."""
    symbols: Mapping[str, float] = NO_SYMBOLS
    """Its words that may name a symbol, with their likeness to code."""
    texts: "Texts | None" = None
    """The files that were read for it."""


class _Offer(NamedTuple):
    """A symbol that competes for a place on the map."""

    score: float
    path: str
    symbol: MapSymbol


def map_code(
    code_index: CodeIndex, *, goal: str = "", path: str = "", budget: int = BUDGET, beside: Sequence[str] = ()
) -> Map:
    """The map of the repository, or of the part below `path` (a folder or a file), of at most `budget` tokens.

    It is kept until the tree changes.
    """
    path = path.strip("/").removeprefix("./")
    beside = tuple(beside)
    question = ("map", goal, path, budget, beside)
    answer = read_answer(code_index, question)
    if answer is None:
        drawn = _draw_map(code_index, goal, path, budget, beside)
        store_answer(code_index, question, msgspec.json.encode(drawn))
    else:
        drawn = msgspec.json.decode(answer, type=Map)._replace(beside=beside)
    return drawn


def _draw_map(code_index: CodeIndex, goal: str, path: str, budget: int, beside: Sequence[str]) -> Map:
    from backstory.code.map_symbols import weigh_symbols

    rows = [row for row in code_index.files().values() if is_below(row.path, path)]
    most = min(max(budget // _TOKENS_PER_FILE, _PARSED[0]), _PARSED[1])
    selection, importance = _select(code_index, rows, goal, path, most)
    symbols = weigh_symbols(
        code_index, importance, selection.parsed, selection.words, selection.symbols, selection.texts
    )
    scores = selection.scores or {
        place: importance.file(place, (symbol.worth for symbol in own)) for place, own in symbols.items()
    }
    offers, scores = _rank_offers(symbols, scores, len(selection.candidates))
    sheet = _Sheet(
        head=Map(goal, path, len(rows), count_languages(rows), list_folders(rows, path), [], 0, beside),
        offers=offers,
        best=_best_first(symbols, scores),
        rows={row.path: row for row in rows},
        scores=scores,
        ranked=selection.ranked,
        changed={place: touches for place, (_, touches) in code_index.touched().items()},
        sizes={place: len(own) for place, own in symbols.items()},
        per_file=len(offers) if _is_single(rows, path) else _PER_FILE,
    )
    return _fit(sheet, budget)


def _rank_offers(
    symbols: "Mapping[str, Sequence[WeighedSymbol]]", scores: dict[str, float], candidates: int
) -> "tuple[list[_Offer], dict[str, float]]":
    """(all symbols, the best first; the scores of the files among each other)."""
    top = max((scores[path] for path in symbols), default=0.0) or 1.0
    spread = _spread_over_folders(scores, symbols)
    best = _best_first(symbols, spread)
    further = _FURTHER - _BREADTH * math.log2(max(1.0, candidates / _SMALL))
    return _demote_repeats(_offers(symbols, best, {path: spread[path] / top for path in best}, further)), spread


def _best_first(paths: Iterable[str], scores: Mapping[str, float]) -> list[str]:
    return sorted(paths, key=lambda path: (-scores[path], path))


def _select(
    code_index: CodeIndex, rows: list[FileRow], goal: str, path: str, most: int
) -> "tuple[_Selection, Importance]":
    """The files of a map, and how important is what they define."""
    from backstory.code.index.goal import parse_goal
    from backstory.code.index.importance import Importance
    from backstory.code.index.mentions import read_mentions

    single = _is_single(rows, path)
    selection = _select_goal(code_index, rows, goal, path, most) if goal else _select_all(rows)
    if goal and not single and not selection.candidates:
        goal, selection = "", _select_all(rows)  # nothing of the goal is here
    if single:
        candidates = rows if goal else selection.candidates
        selection = selection._replace(candidates=candidates, parsed=rows, scores={path: 1.0})
    terms = parse_goal(goal).terms if goal else ()
    importance = Importance(code_index, read_mentions(code_index, selection.candidates), terms)
    if not goal and not single:
        selection = selection._replace(parsed=importance.highest(selection.candidates, most))
    return selection, importance


def _is_single(rows: list[FileRow], path: str) -> bool:
    """Whether the map is of one file."""
    return len(rows) == 1 and rows[0].path == path


def _select_goal(code_index: CodeIndex, rows: list[FileRow], goal: str, path: str, most: int) -> _Selection:
    """The files that rank highest for a goal; tests only where there is nothing else."""
    from backstory.code.index.goal import symbols_of
    from backstory.code.relevance import rank_files
    from backstory.code.windows import Texts

    by_path = {row.path: row for row in rows}
    texts = Texts(code_index.root)
    ranked, words = rank_files(code_index, goal, limit=400 if path else most, named=most, texts=texts)
    scores = _without_tests(
        {each.path: each.score for each in ranked if each.path in by_path and each.score > 0}, by_path
    )
    candidates = [by_path[path] for path in scores]
    parsed = [by_path[path] for path in _best_first(scores, scores)[:most]]
    return _Selection(candidates, parsed, scores, {each.path: each for each in ranked}, words, symbols_of(goal), texts)


def _without_tests(scores: dict[str, float], rows: Mapping[str, FileRow]) -> dict[str, float]:
    """The scores of files that are no tests; all where there are only tests."""
    return {path: score for path, score in scores.items() if rows[path].role != "test"} or scores


def _select_all(rows: list[FileRow]) -> _Selection:
    """The source files of a project; where there are none, all files that can be read."""
    readable = [row for row in rows if row.state == ""]
    return _Selection([row for row in readable if row.role not in _NOT_SHOWN] or readable, [], {}, {})


def _spread_over_folders(scores: Mapping[str, float], paths: Iterable[str]) -> dict[str, float]:
    """The scores with each further file of a folder set back a little, so that one folder does not take the map."""
    spread: dict[str, float] = {}
    before: dict[str, int] = {}
    for path in _best_first(paths, scores):
        folder = path.rpartition("/")[0]
        rank_in_folder = before.get(folder, 0)
        before[folder] = rank_in_folder + 1
        spread[path] = scores[path] * _FOLDER**rank_in_folder
    return spread


def _offers(
    symbols: "Mapping[str, Sequence[WeighedSymbol]]", best: Sequence[str], shares: Mapping[str, float], further: float
) -> list[_Offer]:
    """All symbols of the files, each further one of a file worth a little less."""
    offers: list[_Offer] = []
    for path in best:
        for place, weighed in enumerate(sorted(symbols[path], key=_worth_first)):
            offers.append(_Offer(shares[path] * weighed.worth * further**place, path, _make_map_symbol(weighed)))
    return offers


def _worth_first(weighed: "WeighedSymbol") -> tuple[float, int]:
    return -weighed.worth, weighed.symbol.line


def _make_map_symbol(weighed: "WeighedSymbol") -> MapSymbol:
    _, symbol, more = weighed
    depth = symbol.name.count(".")
    return MapSymbol(symbol.name, symbol.kind, symbol.line, depth, symbol.signature, symbol.doc, 0.0, more)


def _demote_repeats(offers: list[_Offer]) -> list[_Offer]:
    """The offers best first with their final scores; of symbols with one name only the best counts fully."""
    seen: set[tuple[str, str]] = set()
    demoted: list[_Offer] = []
    for score, path, symbol in sorted(offers, key=_offer_order):
        base = path[path.rfind("/") + 1 :]
        factor = 1.0
        if (base, symbol.name) in seen:
            factor = _PLATFORM
        elif ("", symbol.name) in seen and not symbol.depth:
            factor = _AGAIN
        seen |= {(base, symbol.name), ("", symbol.name)}
        score = round(score * factor, 4)
        demoted.append(_Offer(score, path, symbol._replace(score=score)))
    return sorted(demoted, key=_offer_order)


def _offer_order(offer: _Offer) -> tuple[float, str, int]:
    return -offer.score, offer.path, offer.symbol.line


class _Sheet(NamedTuple):
    """All that a map may show; `draw` shows the best of it."""

    head: Map
    offers: list[_Offer]
    best: list[str]
    rows: dict[str, FileRow]
    scores: dict[str, float]
    ranked: "Mapping[str, Ranked]"
    changed: dict[str, int]
    sizes: dict[str, int]
    """Path -> number of its symbols."""
    per_file: int
    """Symbols of one file at most."""

    def draw(self, count: int, *, detailed: bool = False) -> Map:
        """The map with the best `count` symbols, and its size in tokens."""
        chosen: dict[str, list[MapSymbol]] = {}
        for offer in self.offers[:count]:
            own = chosen.setdefault(offer.path, [])
            if len(own) < self.per_file:
                own.append(offer.symbol)
        files = [self._file(path, chosen[path]) for path in self.best if path in chosen]
        drawn = self.head._replace(files=files, detailed=detailed)
        return drawn._replace(tokens=estimate_tokens(map_text(drawn)))

    def _file(self, path: str, symbols: list[MapSymbol]) -> MapFile:
        ranked = self.ranked.get(path)
        file = MapFile(
            path, self.rows[path].language, round(self.scores[path], 4), self.changed.get(path, 0),
            [], sorted(symbols, key=_line), self.sizes[path] - len(symbols),
        )  # fmt: skip
        return file._replace(tests=ranked.tests, docs=ranked.docs, reason=ranked.reason) if ranked else file


def _line(symbol: MapSymbol) -> int:
    return symbol.line


def _fit(sheet: _Sheet, budget: int) -> Map:
    """The largest map within the budget: all in detail where that fits, else as many symbols as bisection finds."""
    if len(sheet.offers) < budget // 4:
        whole = sheet.draw(len(sheet.offers), detailed=True)
        if whole.tokens <= budget:
            return whole
    low, high = 0, min(len(sheet.offers), budget)
    while low < high:
        middle = (low + high + 1) // 2
        if sheet.draw(middle).tokens <= budget:
            low = middle
        else:
            high = middle - 1
    return sheet.draw(low)
