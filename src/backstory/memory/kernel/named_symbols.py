"""The definitions that a text names, such as `Pool.take`, where the code index is there and only one is meant."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import BackstoryError
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor

if TYPE_CHECKING:
    from backstory.code.index.store import CodeIndex

MAX_NAMES: Final = 8
"""Names of a text that are looked up."""
MAX_ANCHORS: Final = 3
MAX_FILES: Final = 6
"""Files that define a name; one that more of them define is everybody's."""
_NAME: Final = r"[A-Za-z_$][\w$]*"
_QUALIFIED: Final = rf"{_NAME}(?:(?:\.|::|#){_NAME})+"
_QUOTED: Final = late_pattern(rf"`({_NAME}(?:(?:\.|::|#){_NAME})*(?:\(\))?)`")
_WORD: Final = late_pattern(r"[a-z]+")
"""A word that is no name of code for certain, also where it stands in backticks."""
_BARE: Final = late_pattern(
    rf"(?<![\w$./#:@`'\"-])(?:({_QUALIFIED})|({_NAME})(?=\(\))|([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|_?[a-z][a-z0-9]*(?:_[a-z0-9]+)+))"
    rf"(?:\(\))?(?![\w$/#`'\"-]|\.\w)"
)
"""What is written as a name of code: with its owner, with parentheses, in camel case or with underscores."""


def find_named_symbols(workspace: Catalog, text: str) -> list[Anchor]:
    """The definitions that a text names, each the only one in the code that has this name.

    The code index is asked as it is: without one, or without a name in the text, nothing is read.
    """
    names = list(dict.fromkeys(_list_names(text)))[:MAX_NAMES]
    path = os.path.join(workspace.project.private, "code.db")
    if not names or not os.path.exists(path):
        return []
    import apsw

    from backstory.code.index.store import CodeIndex

    try:
        index = CodeIndex.open(path, workspace.gate)
        try:
            anchors = [_find_definition(index, name) for name in names] if index.use(workspace.project.root) else []
        finally:
            index.close()
    except (BackstoryError, OSError, apsw.Error):
        return []  # the index is only a help
    return list(dict.fromkeys(anchor for anchor in anchors if anchor is not None))[:MAX_ANCHORS]


def _list_names(text: str) -> Iterator[str]:
    """The names of code in a text, with dots between their parts."""
    quoted = [name for name in _QUOTED.findall(text) if not _WORD.fullmatch(name)]
    bare = [next(filter(None, groups)) for groups in _BARE.findall(_QUOTED.sub(" ", text))]
    for name in (*quoted, *bare):
        yield name.removesuffix("()").replace("::", ".").replace("#", ".")


def _find_definition(index: "CodeIndex", name: str) -> Anchor | None:
    """The one definition of a name in code that is no test; None where there is none, or another one."""
    from backstory.code.index.references import EVERYONES
    from backstory.code.read.source import read_source
    from backstory.code.read.symbols import read_outline

    owner, _, last = name.rpartition(".")
    if not owner and last in EVERYONES:
        return None
    query = (
        "SELECT f.path FROM symbol s JOIN file f ON f.blob = s.rowid WHERE symbol MATCH ? AND +f.tree = ?"
        " AND f.role = 'code' LIMIT ?"
    )
    rows = index.db.execute(query, (f'"{last}"', index.tree, MAX_FILES + 1)).fetchall()
    if len(rows) > MAX_FILES:
        return None
    places: list[Anchor] = []
    for (path,) in rows:
        data = read_source(os.path.join(index.root, str(path)))
        symbols = read_outline(str(path), data) if data else []
        names = dict.fromkeys(symbol.name for symbol in symbols if f".{symbol.name}".endswith(f".{name}"))
        places += [Anchor(str(path), symbol) for symbol in names]
    return places[0] if len(places) == 1 else None
