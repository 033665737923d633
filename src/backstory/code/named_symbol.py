"""Finds the definitions of the one symbol that a goal names, and nothing else: `upsert_all`, `Table.upsert_all()`."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from backstory.code.best_symbol import BestSymbol, list_symbols
from backstory.code.index.file_table import FileTable
from backstory.code.index.goal import Goal, is_stop_word
from backstory.code.read.definitions import split_name
from backstory.code.windows import Texts
from backstory.model.late_pattern import late_pattern

_ABOUT: Final = frozenset(
    [
        "class", "const", "constant", "constructor", "def", "defined", "definition", "enum", "find", "fn", "func",
        "function", "implementation", "implemented", "interface", "method", "open", "show", "struct", "symbol", "trait",
        "type",
    ]
)  # fmt: skip
"""Words that people put beside the name of a symbol."""
_SEPARATORS: Final = late_pattern(r"\.|::|#|->|\\")
_PART: Final = late_pattern(r"[\w$]+[?!=]?", re.UNICODE)
_CALL: Final = late_pattern(r"\(.*\)?$", re.DOTALL)
_AROUND: Final = "`'\"“”‘’,;:()[]{}<>"
_SIGILS: Final = "#@$&*~."
_CONTENTS: Final = 400
"""Contents that are looked up for one name."""
_FILES: Final = 40
"""Files that are read for the name: those that fit best by other signals."""


class NamedSymbol(NamedTuple):
    """A definition of the symbol that a goal names."""

    symbol: BestSymbol
    fit: tuple[int, int]
    """How well it fits what is written: the names around it, then the case of its own."""


def find_named(
    table: FileTable, texts: Texts, goal: Goal, totals: Mapping[int, float], roles: frozenset[str] | None
) -> dict[int, BestSymbol]:
    """File id -> the definition there, of the files that fit a goal that is the name of a symbol best; else empty.

    `totals` are the scores by other signals. `roles` keeps only files of these roles.
    """
    parts = parse_name(goal.text)
    if not parts or _is_file(table, goal.text):
        return {}
    ids = [id_ for id_ in _defining_files(table, parts[-1]) if roles is None or table.files[id_].role in roles]
    ids.sort(key=lambda id_: (table.files[id_].role == "test", -totals.get(id_, 0.0), table.files[id_].path))
    named: dict[int, NamedSymbol] = {}
    for id_ in ids[:_FILES]:
        best = find_in_file(texts, table.files[id_].path, parts)
        if best is not None:
            named[id_] = best
    top = max((each.fit for each in named.values()), default=None)
    return {id_: each.symbol for id_, each in named.items() if each.fit == top}


def _is_file(table: FileTable, text: str) -> bool:
    """Whether a text is the name of a file: `package.json` does not name a symbol `json`."""
    name = text.strip().strip(_AROUND)
    return any(file.path == name or file.path.endswith(f"/{name}") for file in table.files.values())


def parse_name(text: str) -> tuple[str, ...]:
    """The parts of the name of a symbol, if a text is one, with words such as `the function` at most; else empty."""
    text = " ".join(text.split())
    if len(text) > 300 or "/" in text:
        return ()
    called = text.find("(") > 0
    words = (_CALL.sub("", text) if called else text).rstrip("?!. ").split(" ")
    others = [word for word in (words[:-1] if called else words) if not _is_about(word)]
    words = [*others, words[-1]] if called else others or words
    if len(words) != 1:
        return ()
    written = words[0].strip(_AROUND)
    parts = [part for part in _SEPARATORS.split(written.lstrip(_SIGILS)) if part]
    return tuple(parts) if parts and all(map(_PART.fullmatch, parts)) else ()


def _is_about(word: str) -> bool:
    plain = word.strip(_AROUND).lower()
    return plain in _ABOUT or is_stop_word(plain)


def find_in_file(texts: Texts, path: str, parts: tuple[str, ...]) -> NamedSymbol | None:
    """The definition in a file that fits the parts of a name best, the first of equal ones."""
    data = texts.read_whole(path)[0]
    sought = parts[-1]
    lines = data.splitlines() if len(parts) > 1 else []
    best: NamedSymbol | None = None
    for symbol in list_symbols(path, data, lambda name: _is_same(name, sought)):
        own = symbol.name.rpartition(".")[2]
        case = 2 if own.lstrip(_SIGILS) == sought else 1 if own.lower() == sought.lower() else 0
        fit = _fit_around(symbol, parts[:-1], path, lines), case
        if best is None or fit > best.fit:
            best = NamedSymbol(symbol, fit)
    return best


def _is_same(name: str, sought: str) -> bool:
    """Whether two names are the same in some style: `upsert_all`, `upsertAll` and `UpsertAll`."""
    name = name.lstrip(_SIGILS)
    return name == sought or name.lower() == sought.lower() or (len(sought) > 2 and _pieces(name) == _pieces(sought))


def _pieces(name: str) -> list[str]:
    """The words of a name; those of a private one are not those of a public one."""
    return [*(["_"] if name.startswith("_") else []), *split_name(name)]


def _fit_around(symbol: BestSymbol, around: tuple[str, ...], path: str, lines: list[bytes]) -> int:
    """How well the place of a definition fits the names before its own: 3 they hold it, 2 its line has the last one,
    1 the path has it."""
    if not around:
        return 0
    holders = symbol.name.lower().split(".")[:-1]
    last = around[-1].lower()
    if holders and holders[-1] == last:
        return 3 + sum(name.lower() in holders for name in around[:-1])
    line = lines[symbol.line - 1].lower() if symbol.line <= len(lines) else b""
    if re.search(rb"(?<!\w)" + re.escape(last.encode()) + rb"(?!\w)", line[: line.rfind(_own_name(symbol))]):
        return 2
    return 1 if last in re.split(r"[/.]", path.lower()) else 0


def _own_name(symbol: BestSymbol) -> bytes:
    """The own name of a definition, in lower case."""
    return symbol.name.rpartition(".")[2].lower().encode()


def _defining_files(table: FileTable, name: str) -> list[int]:
    """The files of the tree that define a name: as it is written, else in any other style."""
    whole = name.rstrip("?!=")
    contents = _look_up(table, "symbol", f'"{whole}"')
    if not contents:
        pieces = " ".join(split_name(whole))
        contents = _look_up(table, "text", f'{{names}} : "{pieces}"') if pieces else []
    return list(table.holders(dict.fromkeys(contents, 1.0)))


def _look_up(table: FileTable, name: str, query: str) -> Iterable[int]:
    rows: list[Any] = table.index.db.execute(
        f"SELECT rowid FROM {name} WHERE {name} MATCH ? LIMIT ?", (query, _CONTENTS)
    ).fetchall()
    return [content for (content,) in rows]
