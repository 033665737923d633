"""A map of the code for an agent: the files that matter and what they define, within a budget of tokens.

With a goal the files come from `relevance`; without one from their importance in the project. Symbols compete for the
budget across files: symbols that the goal names, that many files use, that are public and documented come first.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.index.goal import parse_goal
from backstory.code.index.importance import Importance, WeighedSymbol
from backstory.code.index.mentions import read_mentions
from backstory.code.index.outlines import read_outlines
from backstory.code.index.store import CodeIndex, FileRow
from backstory.model.text import estimate_tokens, format_count, path_line

if TYPE_CHECKING:
    from backstory.code.index.references import SymbolPage

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
_AGAIN: Final = 0.5
"""Worth of a symbol that another file defines too."""
_PLATFORM: Final = 0.2
"""The same where that file has the same name: one file per platform, a class and its base."""


class MapSymbol(NamedTuple):
    name: str
    kind: str
    line: int
    depth: int
    signature: str
    doc: str
    score: float
    further: int = 0
    """Further definitions of the name in the file: overloads, a getter and its setter, a branch per platform."""


class MapFile(NamedTuple):
    path: str
    language: str
    score: float
    changed: int
    """Commits of the window of history that touched it."""
    tests: list[str]
    symbols: list[MapSymbol]
    """The chosen symbols in the order of the file."""
    more: int
    """Symbols of the file that are not shown."""


class Map(NamedTuple):
    goal: str
    path: str
    files_total: int
    languages: dict[str, int]
    folders: list[tuple[str, int]]
    """Folders of source code below the path, with their number of files, the fullest first."""
    files: list[MapFile]
    tokens: int
    """Estimated tokens of the text."""
    beside: Sequence[str] = ()
    """Lines of the surface and the past, see `code.surface_lines`."""
    detailed: bool = False
    """Whether everything fits, so that members are shown with their documentation too."""


class _Selection(NamedTuple):
    """The files that a map is made of."""

    candidates: list[FileRow]
    parsed: list[FileRow]
    scores: dict[str, float]
    """Path -> score, where it is known before the files are parsed."""
    tests: dict[str, list[str]]
    """Path -> the tests that go with the file."""


class _Offer(NamedTuple):
    """A symbol that competes for a place on the map."""

    score: float
    path: str
    symbol: MapSymbol


def map_code(
    code_index: CodeIndex, *, goal: str = "", path: str = "", budget: int = BUDGET, beside: Sequence[str] = ()
) -> Map:
    """The map of the repository, or of the part below `path` (a folder or a file), of at most `budget` tokens."""
    path = path.strip("/").removeprefix("./")
    rows = [f for f in code_index.files().values() if not path or f.path == path or f.path.startswith(path + "/")]
    by_path = {f.path: f for f in rows}
    single = len(rows) == 1 and rows[0].path == path
    most = min(max(budget // _TOKENS_PER_FILE, _PARSED[0]), _PARSED[1])
    selection = _select_goal(code_index, rows, goal, path, most) if goal else _select_all(rows)
    if single:
        candidates = rows if goal else selection.candidates
        selection = selection._replace(candidates=candidates, parsed=rows, scores={path: 1.0})
    importance = Importance(
        code_index, read_mentions(code_index, selection.candidates), parse_goal(goal).terms if goal else ()
    )
    scores, parsed = selection.scores, selection.parsed
    if not goal and not single:
        parsed = importance.highest(selection.candidates, most)
    found = read_outlines(code_index, parsed)
    symbols = {p: importance.symbols(by_path[p], outline) for p, outline in found.items()}
    if not goal and not single:
        scores = {p: importance.file(p, (s.worth for s in some)) for p, some in symbols.items()}
    top = max((scores[p] for p in symbols), default=0.0) or 1.0
    scores = _spread_over_folders(scores, symbols)
    best = sorted(symbols, key=lambda p: (-scores[p], p))
    further = _FURTHER - _BREADTH * math.log2(max(1.0, len(selection.candidates) / _SMALL))
    offers = _demote_repeats(_offers(symbols, best, {p: scores[p] / top for p in best}, further))
    sheet = _Sheet(
        head=Map(goal, path, len(rows), _languages(rows), _folders(rows, path), [], 0, beside),
        offers=offers,
        best=best,
        rows=by_path,
        scores=scores,
        tests=selection.tests,
        changed={p: touches for p, (_, touches) in code_index.touched().items()},
        sizes={p: len(some) for p, some in symbols.items()},
        per_file=len(offers) if single else _PER_FILE,
    )
    return _fit(sheet, budget)


def _select_goal(code_index: CodeIndex, rows: list[FileRow], goal: str, path: str, most: int) -> _Selection:
    """The files that rank highest for a goal; tests only where there is nothing else."""
    from backstory.code.relevance import rank_files

    by_path = {f.path: f for f in rows}
    ranked = rank_files(code_index, goal, limit=400 if path else most)
    scores = {r.path: r.score for r in ranked if r.path in by_path and r.score > 0}
    scores = {p: s for p, s in scores.items() if by_path[p].role != "test"} or scores
    candidates = [by_path[p] for p in scores]
    parsed = sorted(candidates, key=lambda r: (-scores[r.path], r.path))[:most]
    return _Selection(candidates, parsed, scores, {r.path: r.tests for r in ranked})


def _select_all(rows: list[FileRow]) -> _Selection:
    """The source files of a project; where there are none, all files that can be read."""
    candidates = [f for f in rows if f.role not in _NOT_SHOWN and f.state == ""]
    return _Selection(candidates or [f for f in rows if f.state == ""], [], {}, {})


def _spread_over_folders(scores: dict[str, float], paths: Iterable[str]) -> dict[str, float]:
    """The scores with each further file of a folder set back a little, so that one folder does not take the map."""
    spread: dict[str, float] = {}
    before: dict[str, int] = {}
    for p in sorted(paths, key=lambda p: (-scores[p], p)):
        folder = p.rpartition("/")[0]
        rank_in_folder = before.get(folder, 0)
        before[folder] = rank_in_folder + 1
        spread[p] = scores[p] * _FOLDER**rank_in_folder
    return spread


def _offers(
    symbols: Mapping[str, Sequence[WeighedSymbol]], best: Sequence[str], shares: Mapping[str, float], further: float
) -> list[_Offer]:
    """All symbols of the files, each further one of a file worth a little less."""
    offers: list[_Offer] = []
    for p in best:
        own = sorted(symbols[p], key=lambda s: (-s.worth, s.symbol.line))
        for place, (worth, s, more) in enumerate(own):
            shown = MapSymbol(s.name, s.kind, s.line, s.name.count("."), s.signature, s.doc, 0.0, more)
            offers.append(_Offer(shares[p] * worth * further**place, p, shown))
    return offers


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
    tests: dict[str, list[str]]
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
        files = [self._file(p, chosen[p]) for p in self.best if p in chosen]
        drawn = self.head._replace(files=files, detailed=detailed)
        return drawn._replace(tokens=estimate_tokens(map_text(drawn)))

    def _file(self, path: str, symbols: list[MapSymbol]) -> MapFile:
        return MapFile(
            path, self.rows[path].language, round(self.scores[path], 4), self.changed.get(path, 0),
            self.tests.get(path, []), sorted(symbols, key=lambda s: s.line), self.sizes[path] - len(symbols),
        )  # fmt: skip


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


def map_text(shown: Map) -> str:
    """The map as an agent reads it: paths, then signatures with their line, indented by nesting."""
    languages = ", ".join(f"{name} {n:,}" for name, n in list(shown.languages.items())[:4])
    lines = [
        f"{path_line(shown.path or '.')}: {format_count(shown.files_total, 'file')}"
        + (f" ({languages})" if languages else "")
    ]
    if shown.folders and shown.files_total > 1:
        lines.append("folders: " + ", ".join(f"{path_line(name)}/ {n:,}" for name, n in shown.folders[:10]))
    lines += shown.beside
    for f in shown.files:
        some = f"  ({len(f.symbols)} of {len(f.symbols) + f.more})" if f.more > 0 else ""
        tests = f"  tests: {', '.join(map(path_line, f.tests[:2]))}" if f.tests else ""
        lines += ["", path_line(f.path) + some + tests]
        shown_names = {s.name for s in f.symbols}
        for s in f.symbols:
            depth = sum(s.name.startswith(name + ".") for name in shown_names)
            doc = ""
            if s.doc and s.kind != "heading" and (shown.detailed or s.kind not in _MEMBERS or not s.depth):
                doc = f"  — {s.doc}"
            further = f"  (+{s.further})" if s.further else ""
            lines.append(f"{'  ' * (depth + 1)}{s.line}: {_signature(s, depth)}{further}{_short(doc, 80)}")
    return "\n".join(lines) + "\n"


_MEMBERS: Final = frozenset(["method", "function", "field", "property", "variable", "constant"])


def _signature(symbol: MapSymbol, depth: int) -> str:
    """The signature, completed by the name of a nameless `typedef` and by the type that a member belongs to."""
    holder, _, name = symbol.name.rpartition(".")
    text = symbol.signature if name in symbol.signature else f"{symbol.signature} {name}"
    if holder and not depth and symbol.kind in _MEMBERS and holder.rpartition(".")[2] not in text:
        text = f"{holder}: {text}"
    return _short(text, 110)


def page_text(page: "SymbolPage", *, lines: int = 60) -> str:
    """One symbol as an agent reads it: its source, callers, callees, tests and history."""
    body = page.text.split("\n")
    out = [f"{page.path}:{page.symbol.line} {page.symbol.kind} {page.symbol.name}", "", *body[:lines]]
    if len(body) > lines:
        out.append(f"… {len(body) - lines} more lines")
    for title, places in (("called by", page.callers), ("tests", page.tests), ("calls", page.callees)):
        if places:
            out += ["", f"{title}:"]
            seen: dict[tuple[str, str], int] = {}
            for place in places:
                seen.setdefault((place.path, place.inside), place.line)
            for (where, inside), line in list(seen.items())[:12]:
                out.append(f"  {where}{f':{line}' if line else ''}{f'  {inside}' if inside else ''}")
            if len(seen) > 12:
                out.append(f"  … {len(seen) - 12} more")
    if page.commits:
        out += ["", "history:", *(f"  {oid[:9]} {_short(subject, 100)}" for oid, subject in page.commits[:5])]
    return "\n".join(out) + "\n"


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _languages(rows: list[FileRow]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for f in rows:
        if f.state == "" and f.role == "code":
            counts[f.language] = counts.get(f.language, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _folders(rows: list[FileRow], path: str) -> list[tuple[str, int]]:
    """Folders that hold code; one that holds nearly all of it is opened."""
    start = path + "/" if path else ""
    code = [
        f.path[len(start) :] for f in rows if f.state == "" and f.role in ("code", "test") and f.path.startswith(start)
    ]
    prefix = ""
    while True:
        counts: dict[str, int] = {}
        for p in code:
            if p.startswith(prefix) and "/" in p[len(prefix) :]:
                folder = prefix + p[len(prefix) :].partition("/")[0]
                counts[folder] = counts.get(folder, 0) + 1
        best = max(counts, key=lambda n: counts[n], default="")
        if not best or counts[best] < 0.85 * len(code) or prefix.count("/") > 5:
            return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        prefix = best + "/"
