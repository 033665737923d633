"""A map of the code for an agent: the files that matter and what they define, within a budget of tokens.

With a goal the files come from `relevance`; without one from their standing in the project. Symbols compete for the
budget across files: what a goal names, what many files use, what is public and documented comes first.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.code.index.goal import parse
from backstory.code.index.importance import Standing
from backstory.code.index.mentions import mentions
from backstory.code.index.outlines import outlines
from backstory.code.index.store import CodeIndex, FileRow
from backstory.model.text import counted, estimate_tokens, path_line

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
"""What each further symbol of a file is worth of the one before, so that one file does not take the whole map."""
_BREADTH: Final = 0.04
"""What is taken from that for each doubling of a project beyond `_SMALL` files: a large one has more to be seen of."""
_SMALL: Final = 100
_FOLDER: Final = 0.98
"""What each further file of a folder counts of the one before."""
_AGAIN: Final = 0.5
"""What a symbol is worth that another file defines too."""
_PLATFORM: Final = 0.2
"""What it is worth when that file has the same name: one per platform, a class and its base."""


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
    """Those chosen, in the order of the file."""
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


def map_code(
    code_index: CodeIndex, *, goal: str = "", path: str = "", budget: int = BUDGET, beside: Sequence[str] = ()
) -> Map:
    """The map of the repository, or of what lies below `path` (a folder or a file), of at most `budget` tokens."""
    path = path.strip("/").removeprefix("./")
    rows = [f for f in code_index.files().values() if not path or f.path == path or f.path.startswith(path + "/")]
    by_path = {f.path: f for f in rows}
    single = len(rows) == 1 and rows[0].path == path
    most = min(max(budget // _TOKENS_PER_FILE, _PARSED[0]), _PARSED[1])
    tests: dict[str, list[str]] = {}
    scores: dict[str, float] = {}
    if goal:
        from backstory.code.relevance import rank

        ranked = rank(code_index, goal, limit=400 if path else most)
        tests = {r.path: r.tests for r in ranked}
        scores = {r.path: r.score for r in ranked if r.path in by_path and r.score > 0}
        scores = {p: s for p, s in scores.items() if by_path[p].role != "test"} or scores
        candidates = rows if single else [by_path[p] for p in scores]
    else:
        candidates = [f for f in rows if f.role not in _NOT_SHOWN and f.state == ""]
        candidates = candidates or [f for f in rows if f.state == ""]
    standing = Standing(code_index, mentions(code_index, candidates), parse(goal).terms if goal else ())
    if single:
        scores, parsed = {path: 1.0}, rows
    elif goal:
        parsed = sorted(candidates, key=lambda r: (-scores[r.path], r.path))[:most]
    else:
        parsed = standing.highest(candidates, most)
    touched = code_index.touched()
    found = outlines(code_index, parsed)
    known = {p: standing.symbols(by_path[p], outline) for p, outline in found.items()}
    if not goal and not single:
        scores = {p: standing.file(p, (worth for worth, _, _ in symbols)) for p, symbols in known.items()}
    best = sorted(known, key=lambda p: (-scores[p], p))
    top = (scores[best[0]] if best else 0.0) or 1.0
    further = _FURTHER - _BREADTH * math.log2(max(1.0, len(candidates) / _SMALL))
    folders: dict[str, int] = {}
    for p in best:
        folder = p.rpartition("/")[0]
        scores[p] *= _FOLDER ** folders.setdefault(folder, 0)
        folders[folder] += 1
    best.sort(key=lambda p: (-scores[p], p))
    offered: list[tuple[float, str, MapSymbol]] = []
    sizes: dict[str, int] = {}
    for p in best:
        own = [(worth, MapSymbol(s.name, s.kind, s.line, s.name.count("."), s.signature, s.doc, 0.0, more))
               for worth, s, more in known[p]]  # fmt: skip
        sizes[p] = len(own)
        own.sort(key=lambda o: (-o[0], o[1].line))
        for place, (worth, symbol) in enumerate(own):
            offered.append((scores[p] / top * worth * further**place, p, symbol))
    offered = _ranked(offered)
    head = Map(goal, path, len(rows), _languages(rows), _folders(rows, path), [], 0, beside)

    def drawn(count: int, detailed: bool = False) -> Map:
        chosen: dict[str, list[MapSymbol]] = {}
        for _, p, s in offered[:count]:
            if single or len(chosen.setdefault(p, [])) < _PER_FILE:
                chosen.setdefault(p, []).append(s)
        shown = [
            MapFile(p, by_path[p].language, round(scores[p], 4), touched.get(p, (0, 0))[1], tests.get(p, []),
                    sorted(chosen[p], key=lambda s: s.line), sizes[p] - len(chosen[p]))
            for p in best if p in chosen
        ]  # fmt: skip
        made = head._replace(files=shown, detailed=detailed)
        return made._replace(tokens=estimate_tokens(map_text(made)))

    if len(offered) < budget // 4:
        whole = drawn(len(offered), True)
        if whole.tokens <= budget:
            return whole

    low, high = 0, min(len(offered), budget)
    while low < high:
        middle = (low + high + 1) // 2
        if drawn(middle).tokens <= budget:
            low = middle
        else:
            high = middle - 1
    return drawn(low)


def map_text(shown: Map) -> str:
    """The map as an agent reads it: paths, then signatures with their line, indented by nesting."""
    languages = ", ".join(f"{name} {n:,}" for name, n in list(shown.languages.items())[:4])
    lines = [
        f"{path_line(shown.path or '.')}: {counted(shown.files_total, 'file')}"
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
    """The signature, with what it leaves open: the name of a nameless `typedef`, what it is a member of."""
    holder, _, name = symbol.name.rpartition(".")
    text = symbol.signature if name in symbol.signature else f"{symbol.signature} {name}"
    if holder and not depth and symbol.kind in _MEMBERS and holder.rpartition(".")[2] not in text:
        text = f"{holder}: {text}"
    return _short(text, 110)


def page_text(page: "SymbolPage", *, lines: int = 60) -> str:
    """One symbol as an agent reads it: its source, who calls it, what it calls, its tests and history."""
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


def _ranked(offered: list[tuple[float, str, MapSymbol]]) -> list[tuple[float, str, MapSymbol]]:
    """Best first, each with its score; of equal symbols the best counts fully."""
    seen: set[tuple[str, str]] = set()
    out: list[tuple[float, str, MapSymbol]] = []
    for score, path, symbol in sorted(offered, key=lambda o: (-o[0], o[1], o[2].line)):
        base = path[path.rfind("/") + 1 :]
        factor = 1.0
        if (base, symbol.name) in seen:
            factor = _PLATFORM
        elif ("", symbol.name) in seen and not symbol.depth:
            factor = _AGAIN
        seen |= {(base, symbol.name), ("", symbol.name)}
        score = round(score * factor, 4)
        out.append((score, path, symbol._replace(score=score)))
    out.sort(key=lambda o: (-o[0], o[1], o[2].line))
    return out


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
