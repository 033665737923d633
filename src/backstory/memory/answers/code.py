"""Combines the code index with the memory: files that matter for a goal, the map, and one symbol with its records."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from backstory.base.token_estimate import estimate_tokens
from backstory.memory.answers.anchored_files import map_anchored_files, name_record
from backstory.memory.answers.goals import drop_secrets
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import Busy, NotFound
from backstory.store.files import make_folder

if TYPE_CHECKING:
    from backstory.code.index.file_history import FileHistory
    from backstory.code.index.references import SymbolPage
    from backstory.code.index.store import CodeIndex
    from backstory.code.map_model import Map
    from backstory.code.ranked import Ranked
    from backstory.code.routes.exposed import Exposed
    from backstory.git.process import StartedCommand
    from backstory.index.read import Row
    from backstory.model.snapshot import GitState
    from backstory.survey.manifests.workspace import Package

Answer = TypeVar("Answer")


class MapExtras(NamedTuple):
    """What a map shows besides symbols."""

    surface: "list[Exposed]"
    packages: "list[Package]"
    past: "FileHistory | None"


KEY_FILES = 30
MAX_BRIEF = 12
DEFERRED = 20
"""Changed files from which on a snapshot leaves reading them to the process in the background."""
STANDING_OUT = 3
"""Files of which one has to be likely, or else words of the code are asked for."""
MIN_SCORE_SHARE = 0.3
"""Share of the best score that a file needs for a place in a brief."""
MAX_FILES_FOR_BRIEF = 5_000
"""Largest tree, in files, that a brief indexes by itself."""


def open_index(
    workspace: Catalog, state: "GitState | None" = None, started: "StartedCommand | None" = None
) -> "CodeIndex":
    """Opens the code index of this project and brings it up to date with the working tree.

    `state` is git's state where the caller has it already, `started` a `git status` that runs already. While another
    process writes it, the index is used as it is.
    Raises `Busy` if this tree is not in it yet.
    """
    from backstory.code.index.store import CodeIndex
    from backstory.git.tracked import read_dirty, status_in

    make_folder(workspace.project.private)
    index = CodeIndex.open(os.path.join(workspace.project.private, "code.db"), workspace.gate)
    try:
        git = workspace.git if workspace.project.git_dir else None
        status = status_in(state) if state and git else None
        if status is None and git and started:
            status = read_dirty(git, started)
        index.refresh(workspace.project.root, git, status)
    except Busy:
        if not index.use(workspace.project.root):
            raise
    return index


class OpenIndex:
    """The code index of this project, opened and brought up to date when it is first asked.

    `state` is git's state where the caller has it already. With `defer` the index answers as it is where more than a
    few files changed since the last refresh, but less than half of the tree; `unread` is their number.
    """

    def __init__(self, workspace: Catalog, state: "GitState | None" = None, *, defer: bool = False) -> None:
        self.workspace = workspace
        self.state = state
        self.defer = defer
        self.unread = 0
        self._index: CodeIndex | None = None
        self._started: StartedCommand | None = None

    def start(self) -> None:
        """Starts the `git status` that opening the index needs. `end` has to follow, whatever happens."""
        if self._index is None and self.state is None and self.workspace.project.git_dir:
            from backstory.git.tracked import start_status

            self._started = start_status(self.workspace.git)

    def end(self) -> None:
        """Ends what `start` has started, if the index was not opened since."""
        if self._started:
            self._started.end()
            self._started = None

    def query(self, ask: "Callable[[CodeIndex], Answer]") -> "Answer":
        """Asks the index. If it turns out to be damaged, rebuilds it and asks again. Raises `Busy` as `open_index`."""
        from backstory.code.index.store import DAMAGED

        index = self._index = self._index or self._open()
        try:
            return ask(index)
        except DAMAGED:
            index.discard()
        self.unread = 0
        self._index = open_index(self.workspace)
        return ask(self._index)

    def _open(self) -> "CodeIndex":
        return (self.defer and self._open_as_it_is()) or open_index(self.workspace, self.state, self._started)

    def _open_as_it_is(self) -> "CodeIndex | None":
        """The index without a refresh, and how many files it has not read; None where a refresh is called for."""
        from backstory.code.index.store import DAMAGED, CodeIndex
        from backstory.code.index.surface_files import is_surface_stored
        from backstory.code.index.tree import count_files
        from backstory.git.tracked import status_in

        path = os.path.join(self.workspace.project.private, "code.db")
        status = status_in(self.state) if self.state else None
        if status is None or len(status.dirty) <= DEFERRED or not os.path.exists(path):
            return None
        index = CodeIndex.open(path, self.workspace.gate)
        try:
            unread = index.count_unread(self.workspace.project.root, self.workspace.git, status) or 0
            if DEFERRED < unread <= count_files(index.db, index.tree) // 2 and is_surface_stored(index):
                self.unread = unread
                return index
        except DAMAGED:
            pass
        index.close()
        return None

    def list_changed(self, index: "CodeIndex") -> list[str]:
        """The paths whose content differs from the commit."""
        from backstory.git.tracked import status_in

        status = status_in(self.state) if self.unread and self.state else None
        return list(status.dirty) if status else index.dirty()


def _query_index(workspace: Catalog, ask: "Callable[[CodeIndex], Answer]") -> "Answer":
    return OpenIndex(workspace).query(ask)


def rank_files(
    workspace: Catalog,
    goal: str,
    *,
    limit: int = 20,
    index: "CodeIndex | None" = None,
    code: OpenIndex | None = None,
    symbols: int = 0,
) -> "list[Ranked]":
    """Ranks the files for a goal, best first. Pinned files, edited files and those of matching records rank higher.

    `symbols`: so many of the best come with the definition that matters.
    """
    opened = code or OpenIndex(workspace)
    if index is None:
        opened.start()  # git runs while records are looked for
    try:
        return _rank_files(workspace, goal, limit, index, opened, symbols)
    finally:
        opened.end()


def _rank_files(
    workspace: Catalog, goal: str, limit: int, index: "CodeIndex | None", opened: OpenIndex, symbols: int
) -> "list[Ranked]":
    from backstory.code.rankings import find_files

    pins = map_anchored_files(row for row in workspace.fresh().rows() if row.record.tier == "pinned")
    anchored: dict[str, Row] = {}
    if goal.strip():
        anchored = map_anchored_files(hit.row for hit in workspace.recall(goal, limit=20))

    def ask(code: "CodeIndex") -> "list[Ranked]":
        dirty = opened.list_changed(code) if workspace.project.git_dir else []
        return find_files(
            code,
            goal,
            pins=pins,
            dirty=dirty,
            anchored=anchored,
            limit=limit,
            symbols=symbols,
            named=limit,
            author=workspace.git.author() if workspace.project.git_dir else "",
            clean=lambda text: drop_secrets(workspace, text),
        )

    ranked = ask(index) if index else opened.query(ask)
    return [name_record(each, anchored.get(each.path)) for each in ranked]


def needs_code_words(ranked: "Sequence[Ranked]") -> bool:
    """Whether a goal was ranked by its meaning and no file stands out: the code may have other words for it."""
    first = ranked[:STANDING_OUT]
    is_by_meaning = any(signal.startswith("meant ") for each in first for signal in each.why)
    return is_by_meaning and all(each.certainty != "likely" for each in first)


def explain_ranks(workspace: Catalog, goal: str, code: OpenIndex | None = None) -> dict[str, str]:
    """Returns path -> why the file matters, best first, for the best files with a score near the best one.

    Files that are no more than a guess are left out.
    """
    return _explain_best(rank_files(workspace, goal, limit=KEY_FILES, code=code))


def _explain_best(files: "Sequence[Ranked]") -> dict[str, str]:
    from backstory.code.reasons import GUESS

    threshold = MIN_SCORE_SHARE * max((file.score for file in files), default=0.0)
    return {file.path: file.reason for file in files if file.score > threshold and file.certainty != GUESS}


def relevant_files(workspace: Catalog, goal: str, limit: int) -> dict[str, str]:
    """Returns path -> why the file matters, for a brief; empty without a goal or while the index is busy.

    A large tree that was never indexed is skipped, because a brief must not wait for that.
    """
    if not goal.strip():
        return {}
    latest = workspace.snapshots.latest_summary()
    is_indexed = os.path.exists(os.path.join(workspace.project.private, "code.db"))
    if not is_indexed and (latest is None or latest.files > MAX_FILES_FOR_BRIEF):
        return {}
    try:
        return _explain_best(rank_files(workspace, goal, limit=min(limit, MAX_BRIEF)))
    except Busy:
        return {}


MAX_READ = 1_000
"""Files that may be read to collect routes, commands and variables for a snapshot, which is taken often."""
UNREAD = {"large": "larger than 1 MB", "binary": "binary", "minified": "minified", "missing": "not in this tree"}
"""The meaning of states in which the index has only the name of a file."""
MAX_FILES_WITH_SURFACE = 40
"""Largest path, in files, whose map shows routes, commands and variables by default."""


def collect_surface(workspace: Catalog, index: "CodeIndex", path: str = "") -> "tuple[list[Exposed], list[Package]]":
    """Returns the routes, commands and variables below `path`, redacted, and the packages of the workspace."""
    from backstory.code.index.surface_files import read_surface
    from backstory.code.routes.exposed import ROUTE
    from backstory.git.worktree import Tree
    from backstory.survey.manifests.workspace import find_packages

    exposed = read_surface(index, path) or []
    if path and any(item.kind == ROUTE for item in exposed):
        whole = read_surface(index, most=MAX_READ)  # files outside of `path` may set prefixes of its routes
        exposed = exposed if whole is None else [item for item in whole if _lies_below(item.path, path)]
    members = find_packages(Tree(index.root), (file.path for file in index.files().values()))
    return _redact_surface(workspace, exposed), [package for package in members if _lies_below(package.path, path)]


def _redact_surface(workspace: Catalog, exposed: "list[Exposed]") -> "list[Exposed]":
    harmless = set(workspace.gate.find_harmless(list({item.name for item in exposed})))
    return [item if item.name in harmless else item._replace(name=workspace.gate.clean(item.name)) for item in exposed]


def _lies_below(path: str, folder: str) -> bool:
    """Whether a path is the folder or lies in it; every path lies below the empty one."""
    return not folder or path == folder or path.startswith(folder + "/")


def _group_surface(surface: "Sequence[Exposed]", members: "Sequence[Package]") -> dict[str, list[str]]:
    """Returns heading -> the lines that a map shows below it: each name once, with its first place."""
    groups = {"packages": [f"{package.path} ({package.name})" for package in members]}
    for kind, heading in (("route", "routes"), ("command", "commands"), ("variable", "environment")):
        first: dict[str, Exposed] = {}
        for item in surface:
            if item.kind == kind:
                first.setdefault(item.name, item)
        groups[heading] = [
            item.name if kind == "variable" else f"{item.name} ({item.path}:{item.line})" for item in first.values()
        ]
    return groups


def list_surface(code: OpenIndex) -> "list[Exposed]":
    """Returns the routes, commands and variables of the project; none if that would mean to read too many files.

    Not redacted: a snapshot passes the gate as a whole. Raises `Busy` as `open_index` does.
    """
    from backstory.code.index.surface_files import read_surface

    return code.query(lambda index: read_surface(index, most=MAX_READ, store=not code.unread) or [])


def read_deferred(workspace: Catalog) -> None:
    """Reads the files that the latest snapshot left unread, so that the next one has them. Raises `Busy`."""
    from backstory.memory.answers.snapshot_basis import UNREAD_FILES

    latest = workspace.snapshots.latest()
    if latest is not None and latest.extra.get(UNREAD_FILES):
        list_surface(OpenIndex(workspace))


def map_code(
    workspace: Catalog, *, goal: str = "", path: str = "", budget: int = 0, wide: bool = False
) -> "tuple[Map, str, MapExtras]":
    """Returns the map of the repository or of a path, its text, and the extras that it shows.

    `wide` adds routes, commands and variables. A small path has them anyway, and a single file has its history.
    Raises `NotFound`.
    """
    from backstory.code import map as map_module
    from backstory.code.index.file_history import file_history
    from backstory.code.map_text import map_text
    from backstory.code.surface_lines import history_lines, surface_lines

    def ask(index: "CodeIndex") -> "tuple[Map, MapExtras]":
        max_tokens = budget or map_module.BUDGET
        files = [entry for entry in index.files().values() if not below or f"{entry.path}/".startswith(below + "/")]
        file = files[0] if below and len(files) == 1 and files[0].path == below else None
        surface: list[Exposed] = []
        members: list[Package] = []
        if wide or (below and len(files) <= MAX_FILES_WITH_SURFACE):
            surface, members = collect_surface(workspace, index, below)
        history = file_history(index, below) if file else None
        lines: list[str] = []
        if file and file.state in UNREAD:
            lines.append(f"not read: {UNREAD[file.state]}")
        lines += surface_lines(_group_surface(surface, members), max_tokens)
        lines += history_lines(history) if history else []
        while lines and estimate_tokens("\n".join(lines)) > max_tokens // 2:
            lines.pop()
        lines = [workspace.gate.clean(line) for line in lines]
        code_map = map_module.map_code(index, goal=goal, path=below, budget=max_tokens, beside=lines)
        return code_map, MapExtras(surface, members, history)

    goal = drop_secrets(workspace, goal) if goal else ""
    below = _relative(workspace, path).strip("/") if path else ""
    code_map, extras = _query_index(workspace, ask)
    if path and not code_map.files_total:
        from backstory.memory.verbs.anchored_code import suggest_path  # only for an error

        what = "no files" if os.path.isdir(os.path.join(workspace.project.root, below)) else "no file or folder"
        hint = suggest_path(workspace, below, "backstory map", "`backstory map` shows what there is")
        raise NotFound(f"{what} at `{path}`", hint=hint)
    return code_map, map_text(code_map), extras


def describe_symbol(workspace: Catalog, path: str, symbol: str) -> "tuple[SymbolPage, str, list[Row]]":
    """Returns a symbol with its callers, callees, tests and history, its text, and the records about it; redacted."""
    from backstory.code.index.outlines import redact_symbols
    from backstory.code.index.references import read_symbol_page
    from backstory.code.symbol_text import page_text

    relative = _relative(workspace, path)

    def ask(index: "CodeIndex") -> "SymbolPage | None":
        raw = read_symbol_page(index, relative, symbol)
        return raw and raw._replace(
            symbol=redact_symbols(index, [raw.symbol])[0],
            text=workspace.gate.clean(raw.text),
            commits=[(commit, workspace.gate.clean(subject)) for commit, subject in raw.commits],
        )

    symbol_page = _query_index(workspace, ask)
    if symbol_page is None:
        raise NotFound(f"no `{symbol}` in `{relative}`", hint=f"`backstory map {relative}` lists what it defines")
    last_part = symbol_page.symbol.name.rpartition(".")[2]

    def is_about_symbol(row: "Row") -> bool:
        parts = [anchor.symbol.rpartition(".")[2] for anchor in row.record.anchors if anchor.path == relative]
        return "" in parts or last_part in parts

    rows = [row for row in workspace.fresh().rows() if is_about_symbol(row)]
    return symbol_page, page_text(symbol_page), rows


def locate_symbol(workspace: Catalog, target: str) -> tuple[str, str]:
    """(path, symbol) of `PATH[#SYMBOL]`, or of `PATH:LINE`, which means the definition around that line."""
    from backstory.memory.kernel.location import anchor_to, names_lines

    if names_lines(workspace, target):
        anchor = anchor_to(workspace, target, command="backstory map")
        return anchor.path, anchor.symbol
    path, _, symbol = target.partition("#")
    return path, symbol


def _relative(workspace: Catalog, path: str) -> str:
    from backstory.survey.anchors import relative_path

    relative = relative_path(workspace.project.root, path)
    return "" if relative == "." else relative
