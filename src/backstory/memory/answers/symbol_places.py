"""Finds the places of a symbol that a person names without its file, or by a name or file that it has no more."""

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Final

from backstory.git.worktree import Tree, Unreadable, decode_text
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.moved_definitions import (
    GREP,
    MAX_CANDIDATES,
    find_elsewhere,
    find_renamed,
    list_versions,
    read_earlier,
)
from backstory.memory.kernel.staleness import MOVED, anchor_states
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor
from backstory.survey.anchors import SYMBOL_LIMIT, definition_digest

if TYPE_CHECKING:
    from backstory.index.read import Row

_BARE_SYMBOL: Final = late_pattern(r"[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*(?:\(\))?")


def find_bare_symbol(workspace: Catalog, target: str, rows: "Iterable[Row]") -> list[Anchor]:
    """The definitions that a text without a path may name; those of tests only where there are no others.

    A name that nothing has now is looked for among the code that records are about.
    """
    if not workspace.project.git_dir or not _BARE_SYMBOL.fullmatch(target):
        return []
    symbol = target.removesuffix("()").replace("::", ".").replace("#", ".")
    places = _find_definitions(workspace, symbol)
    return places or _find_remembered(workspace, symbol, rows)


def follow_symbol(workspace: Catalog, path: str, symbol: str) -> Anchor | None:
    """The present place of a symbol that a file no longer has, found by the text that git has of it."""
    git = workspace.git
    if not workspace.project.git_dir or not git.available() or not workspace.head[0]:
        return None
    earlier = next(read_earlier(git, Anchor(path, symbol), list_versions(git, path, "")), None)
    if earlier is None:
        return None
    anchor = Anchor(path, symbol, definition_digest(earlier.own))
    root = workspace.project.root
    renamed = find_renamed(root, anchor, path)
    return renamed or find_elsewhere(root, git, anchor, lambda *p: _list_files(workspace, *p), [earlier.commit])


def _list_files(workspace: Catalog, *pattern: str) -> list[str]:
    ran = workspace.git.attempt(*GREP, "--untracked", *pattern)
    return [path for path in ran.out.decode("utf-8", "surrogateescape").split("\0") if path]


def _find_definitions(workspace: Catalog, symbol: str) -> list[Anchor]:
    from backstory.code.read.roles import role_of
    from backstory.code.read.symbols import read_outline

    tree = Tree(workspace.project.root)
    places: dict[str, list[Anchor]] = {"code": [], "test": []}
    for path in _list_files(workspace, "-w", "-e", symbol.rpartition(".")[2])[: 4 * MAX_CANDIDATES]:
        try:
            text = decode_text(tree.read(path, SYMBOL_LIMIT))
        except Unreadable:
            continue
        for name in dict.fromkeys(each.name for each in read_outline(path, text)):
            if name == symbol or name.endswith("." + symbol):
                places["test" if role_of(path) == "test" else "code"].append(Anchor(path, name))
    exact = [place for place in places["code"] if place.symbol == symbol]
    return exact or places["code"] or places["test"]


def _find_remembered(workspace: Catalog, symbol: str, rows: "Iterable[Row]") -> list[Anchor]:
    """Where the code is now that records know under this name."""

    def names_it(anchor: Anchor) -> bool:
        return anchor.symbol == symbol or anchor.symbol.endswith("." + symbol)

    named = [row for row in rows if any(map(names_it, row.record.anchors))]
    moved = find_moved_anchors(workspace, named, {anchor.path for row in named for anchor in row.record.anchors})
    return list(dict.fromkeys(
        place for states in moved.values() for target, place in states.items() if names_it(Anchor.parse(target))
    ))  # fmt: skip


def find_moved_anchors(
    workspace: Catalog, rows: "Iterable[Row]", paths: Container[str]
) -> dict[str, dict[str, Anchor]]:
    """Record id -> target of an anchor -> where its definition is now, for definitions that have left their place.

    Those of the paths are all searched for, and of others a few.
    """
    anchored = [row for row in rows if any(anchor.symbol and anchor.digest for anchor in row.record.anchors)]
    near = [row for row in anchored if any(anchor.path in paths for anchor in row.record.anchors)]
    statuses = anchor_states(workspace, anchored, is_quick=True) | anchor_states(workspace, near)
    moved: dict[str, dict[str, Anchor]] = {}
    for ident, status in statuses.items():
        for target, state in status.anchors.items():
            plain, _, place = state.partition(":")
            if plain == MOVED and place:
                moved.setdefault(ident, {})[target] = Anchor.parse(place)
    return moved
