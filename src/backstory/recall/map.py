"""A map of the code for an agent: the files that matter and what they define, within a budget of tokens.

With a goal the files come from `relevance`; without one from what is changed often and named often. Symbols compete
for the budget across files: what a goal names, what many files use, what is public and documented comes first.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.index.code.goal import parse, pieces_of
from backstory.index.code.references import SymbolPage, names_of, read_outline, uses
from backstory.index.code.store import CodeIndex, FileRow
from backstory.model.text import estimate_tokens
from backstory.recall.relevance import rank

BUDGET: Final = 1500
_FILES: Final = 48
"""Files that are parsed for one map."""
_CONSIDERED: Final = 160
"""Files whose symbols are counted when there is no goal."""
_NOT_SHOWN: Final = frozenset(
    ["test", "doc", "example", "bench", "migration", "vendored", "generated", "locale", "config", "other"]
)
_PER_FILE: Final = 40
_OPENED: Final = 3
_FURTHER: Final = 0.94
_CONSTRUCTOR: Final = 0.3


class MapSymbol(NamedTuple):
    name: str
    kind: str
    line: int
    depth: int
    signature: str
    doc: str
    score: float


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
    """Lines of the surface and the past, see `recall.surface`."""


def map_code(
    code_index: CodeIndex, *, goal: str = "", path: str = "", budget: int = BUDGET, beside: Sequence[str] = ()
) -> Map:
    """The map of the repository, or of what lies below `path` (a folder or a file), of at most `budget` tokens."""
    path = path.strip("/").removeprefix("./")
    rows = [f for f in code_index.files().values() if not path or f.path == path or f.path.startswith(path + "/")]
    by_path = {f.path: f for f in rows}
    single = len(rows) == 1 and rows[0].path == path
    tests: dict[str, list[str]] = {}
    if goal:
        ranked = rank(code_index, goal, limit=400 if path else _FILES)
        tests = {r.path: r.tests for r in ranked}
        scores = {r.path: r.score for r in ranked if r.path in by_path and r.score > 0}
        scores = {p: s for p, s in scores.items() if by_path[p].role != "test"} or scores
    else:
        scores = _standing(code_index, rows)
    if single:
        scores = {path: 1.0}
    best = sorted(scores, key=lambda p: (-scores[p], p))[:_FILES]
    top = scores[best[0]] if best else 1.0
    touched = code_index.touched()
    outlines = {p: read_outline(code_index, p) for p in best}
    used = uses([names_of(code_index, p) for p in best])
    words = set(parse(goal).terms) if goal else set()
    offered: list[tuple[float, str, MapSymbol]] = []
    for p in best:
        own: list[tuple[float, MapSymbol]] = []
        for s in outlines[p]:
            name = s.name.rpartition(".")[2]
            worth = _worth(name, s.kind, s.name.count("."), bool(s.doc), used.get(name, 0.0), words)
            if s.name.rpartition(".")[0].rpartition(".")[2] == name:
                worth *= _CONSTRUCTOR  # it is named wherever its class is, and its class is shown
            own.append((worth, MapSymbol(s.name, s.kind, s.line, s.name.count("."), s.signature, s.doc, 0.0)))
        own.sort(key=lambda o: (-o[0], o[1].line))
        for place, (worth, symbol) in enumerate(own):
            # A file is opened for a few symbols or not at all; each further one is worth less than the one before.
            worth = max(worth, 0.85 * own[0][0]) if place < _OPENED else worth * _FURTHER ** (place - _OPENED)
            score = scores[p] / top * worth
            offered.append((score, p, symbol._replace(score=round(score, 4))))
    offered.sort(key=lambda o: (-o[0], o[1], o[2].line))
    head = Map(goal, path, len(rows), _languages(rows), _folders(rows, path), [], 0, beside)

    def drawn(count: int) -> Map:
        chosen: dict[str, list[MapSymbol]] = {}
        for _, p, s in offered[:count]:
            if single or len(chosen.setdefault(p, [])) < _PER_FILE:
                chosen.setdefault(p, []).append(s)
        shown = [
            MapFile(p, by_path[p].language, round(scores[p], 4), touched.get(p, (0, 0))[1], tests.get(p, []),
                    sorted(chosen[p], key=lambda s: s.line), len(outlines[p]) - len(chosen[p]))
            for p in best if p in chosen
        ]  # fmt: skip
        made = head._replace(files=shown)
        return made._replace(tokens=estimate_tokens(map_text(made)))

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
    lines = [f"{shown.path or '.'}: {shown.files_total:,} files" + (f" ({languages})" if languages else "")]
    if shown.folders and shown.files_total > 1:
        lines.append("folders: " + ", ".join(f"{name}/ {n:,}" for name, n in shown.folders[:10]))
    lines += shown.beside
    for f in shown.files:
        some = f"  ({len(f.symbols)} of {len(f.symbols) + f.more} symbols)" if f.more > 0 else ""
        lines += ["", f.path + some + (f"  tests: {', '.join(f.tests[:2])}" if f.tests else "")]
        shown_names = {s.name for s in f.symbols}
        for s in f.symbols:
            depth = sum(s.name.startswith(name + ".") for name in shown_names)
            signature = s.signature
            if s.depth and not depth and s.kind in ("method", "function", "field", "property", "variable", "constant"):
                signature = f"{s.name.rpartition('.')[0]}: {signature}"
            doc = f"  — {s.doc}" if s.doc and s.kind != "heading" else ""
            lines.append(f"{'  ' * (depth + 1)}{s.line}: {_short(signature, 120)}{_short(doc, 90)}")
    return "\n".join(lines) + "\n"


def page_text(page: SymbolPage, *, lines: int = 60) -> str:
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


def _worth(name: str, kind: str, depth: int, documented: bool, used: float, words: set[str]) -> float:

    worth = 1.0 + 0.5 * math.log1p(used)
    pieces = pieces_of(name)
    if words:
        hits = sum(p in words for p in pieces)
        worth += 2.5 * hits / max(1, len(pieces)) + (2.0 if name.lower() in words else 0.0)
    if name.startswith("_") and not (words and name.lower() in words):
        worth *= 0.35 if not name.startswith("__") else 0.15
    if kind in ("class", "struct", "interface", "trait", "enum", "module", "object", "namespace", "protocol", "actor"):
        worth *= 1.5
    if kind in ("variable", "constant", "field", "property", "macro", "heading"):
        worth *= 0.5
    if documented:
        worth *= 1.15
    return worth * 0.75**depth


def _standing(code_index: CodeIndex, rows: list[FileRow]) -> dict[str, float]:
    """path -> how much a file matters without a goal: changed often and lately, its names used by many."""
    touched = code_index.touched()
    code = [f for f in rows if f.role not in _NOT_SHOWN and f.state == ""]
    code = code or [f for f in rows if f.state == ""]
    code.sort(key=lambda f: (-touched.get(f.path, (0, 0))[1], f.path.count("/"), -f.size, f.path))
    out: dict[str, float] = {}
    for f in code[:_CONSIDERED]:
        age, changed = touched.get(f.path, (10_000, 0))
        out[f.path] = math.log1p(changed) + 0.5 / (1 + math.log1p(age))
    found = {f.path: names_of(code_index, f.path) for f in code[:_CONSIDERED]}
    counts = uses(found.values())
    for p, names in found.items():
        heaviest = sorted((counts.get(n, 0.0) for n in names.defined), reverse=True)[:12]
        out[p] += 0.8 * math.log1p(sum(heaviest))
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
