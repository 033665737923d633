"""The code seen through the memory: which files matter for a goal, the map, one symbol and what is known about it."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from backstory.memory.catalog import Catalog
from backstory.model.errors import Busy, NotFound
from backstory.model.text import estimate_tokens

if TYPE_CHECKING:
    from backstory.code.index.file_history import Past
    from backstory.code.index.references import SymbolPage
    from backstory.code.index.store import CodeIndex
    from backstory.code.map import Map
    from backstory.code.relevance import Ranked
    from backstory.code.routes.exposed import Exposed
    from backstory.index.read import Row
    from backstory.survey.manifests.workspace import Package

Answer = TypeVar("Answer")


class MapExtras(NamedTuple):
    """What a map says besides symbols."""

    surface: "list[Exposed]"
    packages: "list[Package]"
    past: "Past | None"


KEY_FILES = 30
MAX_BRIEF = 12
CLOSE = 0.3
"""Share of the best score below which a file is not worth a place in a brief."""
MAX_UNASKED = 5_000
"""Files up to which the code is indexed without being asked for."""
WORDS = {
    "mention": "named in the goal",
    "symbols": "defines what the goal names",
    "title symbols": "defines what the goal names",
    "history": "changed for similar work",
    "title history": "changed for similar work",
    "edited": "changed now",
    "anchor": "something is remembered about it",
    "pin": "pinned",
    "path": "its name fits the goal",
    "tests": "a test of it fits the goal",
    "folder": "beside files that fit",
    "scope": "of the part that the goal names",
}
"""Signals of the ranking in words; the others are likeness of the text."""
ALIKE = "its text fits the goal"
LATELY = 0.3
"""Share of the score from which on it is said that a file was changed lately."""


def open_index(workspace: Catalog) -> "CodeIndex":
    """The code index of this project, brought up to date with the working tree.

    While another process writes it, it is used as it stands; raises `Busy` where this tree is not in it yet.
    """
    from backstory.code.index.store import CodeIndex
    from backstory.store.files import make_folder

    make_folder(workspace.project.private)
    index = CodeIndex.open(os.path.join(workspace.project.private, "code.db"), workspace.gate)
    try:
        index.refresh(workspace.project.root, workspace.git if workspace.project.git_dir else None)
    except Busy:
        if not index.use(workspace.project.root):
            raise
    return index


def _asked(workspace: Catalog, ask: "Callable[[CodeIndex], Answer]") -> "Answer":
    """An answer of the code index; one that is found damaged while it answers is built anew and asked again."""
    from backstory.code.index.store import DAMAGED

    index = open_index(workspace)
    try:
        return ask(index)
    except DAMAGED:
        index.discard()
    return ask(open_index(workspace))


def rank_files(workspace: Catalog, goal: str, *, limit: int = 20, index: "CodeIndex | None" = None) -> "list[Ranked]":
    """The files that matter most for a goal, best first: pinned, edited and remembered ones are lifted."""
    from backstory.code.relevance import rank
    from backstory.git.worktree import shown

    rows = [r for r in workspace.fresh().rows() if not r.foreign]
    pins = [a.path for r in rows if r.record.tier == "pinned" for a in r.record.anchors if not a.is_glob]
    anchored: list[str] = []
    if goal.strip():
        hits = workspace.recall(goal, limit=20)
        anchored = [a.path for h in hits if not h.row.foreign for a in h.row.record.anchors if not a.is_glob]
    dirty = [shown(c.path) for c in workspace.git.state(0, oids=False).changes] if workspace.project.git_dir else []

    def ask(code: "CodeIndex") -> "list[Ranked]":
        return rank(code, goal, pins=pins, dirty=dirty, anchored=anchored, limit=limit)

    return ask(index) if index else _asked(workspace, ask)


def explain_ranks(workspace: Catalog, goal: str, limit: int = KEY_FILES) -> dict[str, str]:
    """path -> why it matters, for those of the best `limit` files that stand out; best first."""
    return _outstanding(rank_files(workspace, goal, limit=limit))


def _outstanding(found: "Sequence[Ranked]") -> dict[str, str]:
    least = CLOSE * max((r.score for r in found), default=0.0)
    return {r.path: _in_words(r) for r in found if r.score > least}


def _in_words(ranked: "Ranked") -> str:
    """What speaks most for a file: for its being about the goal first, then that it is worked on."""
    about = {name: share for name, share in ranked.why.items() if name not in ("recent", "role") and share > 0}
    said = [WORDS.get(max(about, key=lambda n: about[n]), ALIKE)] if about else []
    if ranked.why.get("recent", 0.0) > LATELY * max(ranked.score, 0.0):
        said.append("changed lately")
    return ", ".join(said)


def relevant_files(workspace: Catalog, goal: str, limit: int) -> dict[str, str]:
    """path -> the signal that speaks most for it, for a brief; empty without a goal, or when the code cannot be read.

    A tree that was never indexed and is large is left alone: a brief does not wait for it.
    """
    if not goal.strip():
        return {}
    latest = workspace.snapshots.latest_summary()
    known = os.path.exists(os.path.join(workspace.project.private, "code.db"))
    if not known and (latest is None or latest.files > MAX_UNASKED):
        return {}
    try:
        return _outstanding(rank_files(workspace, goal, limit=min(limit, MAX_BRIEF)))
    except Busy:
        return {}


MAX_READ = 1_000
"""Files that a snapshot may read for the surface; it is taken often."""
UNREAD = {"large": "larger than 1 MB", "binary": "binary", "minified": "minified", "missing": "not in this tree"}
"""States of a file of which the index has the name only, in words."""
SMALL = 40
"""Files up to which the map of a path shows their surface without being asked."""


def collect_surface(workspace: Catalog, index: "CodeIndex", path: str = "") -> "tuple[list[Exposed], list[Package]]":
    """Routes, commands and names of variables below `path`, and the packages of the workspace; names cleaned."""
    from backstory.code.index.surface_files import telling
    from backstory.code.routes.exposed import ROUTE
    from backstory.code.routes.surface import collect, may_tell
    from backstory.git.worktree import Tree
    from backstory.survey.manifests.workspace import packages

    below = path + "/" if path else ""
    exposed = collect(index.root, telling(index, path))
    if path and any(e.kind == ROUTE for e in exposed):
        # Where their routers are mounted stands in files beside: a part is told as it is told within the whole.
        beside = telling(index)
        if sum(map(may_tell, beside)) <= MAX_READ:
            whole = collect(index.root, beside)
            exposed = [e for e in whole if e.path == path or e.path.startswith(below)]
    found = [e._replace(name=workspace.gate.clean(e.name)) for e in exposed]
    places = packages(Tree(index.root), (f.path for f in index.files().values()))
    return found, [p for p in places if not path or p.path == path or p.path.startswith(below)]


def _listed(found: "Sequence[Exposed]", places: "Sequence[Package]") -> dict[str, list[str]]:
    """Title -> what a map names under it, each name once with its first place."""
    lists = {"packages": [f"{p.path} ({p.name})" for p in places]}
    for kind, title in (("route", "routes"), ("command", "commands"), ("variable", "environment")):
        first: dict[str, Exposed] = {}
        for e in found:
            if e.kind == kind:
                first.setdefault(e.name, e)
        lists[title] = [e.name if kind == "variable" else f"{e.name} ({e.path}:{e.line})" for e in first.values()]
    return lists


def count_surface(workspace: Catalog) -> "list[Exposed]":
    """Routes, commands and names of variables of the whole project; nothing where too many files would be read.

    Raises `Busy` as `opened` does.
    """
    from backstory.code.index.surface_files import telling
    from backstory.code.routes.surface import may_tell

    def few(index: "CodeIndex") -> "list[Exposed]":
        return collect_surface(workspace, index)[0] if sum(map(may_tell, telling(index))) <= MAX_READ else []

    return _asked(workspace, few)


def map_code(
    workspace: Catalog, *, goal: str = "", path: str = "", budget: int = 0, wide: bool = False
) -> "tuple[Map, str, MapExtras]":
    """The map of the repository or of what lies below a path, its text, and what stands beside it.

    `wide` asks for the surface of anything; that of a small path and the past of one file come unasked.
    Raises `NotFound`.
    """
    from backstory.code.index.file_history import past
    from backstory.code.map import BUDGET, map_code, map_text
    from backstory.code.surface_lines import past_lines, surface_lines

    def drawn(index: "CodeIndex") -> "tuple[Map, MapExtras]":
        most = budget or BUDGET
        rows = [f for f in index.files().values() if not below or f"{f.path}/".startswith(below + "/")]
        found: list[Exposed] = []
        places: list[Package] = []
        lines: list[str] = []
        if wide or (below and len(rows) <= SMALL):
            found, places = collect_surface(workspace, index, below)
        one = past(index, below) if below and len(rows) == 1 and rows[0].path == below else None
        if below and len(rows) == 1 and rows[0].path == below and rows[0].state in UNREAD:
            lines = [f"not read: {UNREAD[rows[0].state]}"]
        lines += surface_lines(_listed(found, places), most) + (past_lines(one) if one else [])
        while lines and estimate_tokens("\n".join(lines)) > most // 2:
            lines.pop()
        lines = [workspace.gate.clean(line) for line in lines]
        shown = map_code(index, goal=goal, path=below, budget=most, beside=lines)
        return shown, MapExtras(found, places, one)

    below = _relative(workspace, path) if path else ""
    below = below.strip("/")
    shown, beside = _asked(workspace, drawn)
    if path and not shown.files_total:
        raise NotFound(f"nothing that can be mapped lies at `{path}`", hint="`backstory map` shows what there is")
    return shown, map_text(shown), beside


def describe_symbol(workspace: Catalog, path: str, symbol: str) -> "tuple[SymbolPage, str, list[Row]]":
    """A symbol with callers, callees, tests and history, its text, and the records about it; secrets redacted."""
    from backstory.code.index.outlines import redacted
    from backstory.code.index.references import page
    from backstory.code.map import page_text

    relative = _relative(workspace, path)

    def read(index: "CodeIndex") -> "SymbolPage | None":
        read = page(index, relative, symbol)
        return read and read._replace(
            symbol=redacted(index, [read.symbol])[0],
            text=workspace.gate.clean(read.text),
            commits=[(commit, workspace.gate.clean(subject)) for commit, subject in read.commits],
        )

    found = _asked(workspace, read)
    if found is None:
        raise NotFound(f"no `{symbol}` in `{relative}`", hint=f"`backstory map {relative}` lists what it defines")
    last = found.symbol.name.rpartition(".")[2]
    about = [
        r
        for r in workspace.fresh().rows()
        if any(a.path == relative and a.symbol.rpartition(".")[2] in ("", last) for a in r.record.anchors)
    ]
    return found, page_text(found), about


def _relative(workspace: Catalog, path: str) -> str:
    from backstory.survey.anchors import relative_path

    found = relative_path(workspace.project.root, path)
    return "" if found == "." else found
