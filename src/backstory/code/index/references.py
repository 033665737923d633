"""Finds the uses of a symbol: files that name it, callers, callees. Approximates by name, not by type."""

import os
from typing import Final, NamedTuple

from backstory.code.index.goal import is_token
from backstory.code.index.store import CodeIndex
from backstory.code.read.definitions import find_names
from backstory.code.read.languages import language_of
from backstory.code.read.source import read_source
from backstory.code.read.symbol import Call, Symbol
from backstory.code.read.symbols import find_calls, read_outline, symbol_text

_FILES: Final = 40
"""Files that are parsed to find the callers of one symbol."""


EVERYONES: Final = frozenset(
    """add all any append apply call clear clone close contains copy count decode delete each encode equals error exec
    expect extend filter find first flush forEach format get getattr has hasNext hash hashCode includes index indexOf
    insert into isEmpty items iter join keys last len length lock lower map match max merge min new next of open pop
    print println push put read reduce remove replace reset reverse run send set setattr size slice sort splice split
    start startsWith stop strip sum then to toArray toList toString trim unwrap update upper values wait write
    """.split()  # noqa: SIM905 -- reads as words
)
"""Names that containers, texts and streams of every language have: a call of one is hardly one of the project's own."""


class Place(NamedTuple):
    """A line that names a symbol."""

    path: str
    line: int
    inside: str
    """The symbol around it; empty at the top of a file."""


class SymbolPage(NamedTuple):
    """One symbol and what surrounds it."""

    path: str
    symbol: Symbol
    text: str
    callers: list[Place]
    tests: list[Place]
    callees: list[Place]
    """Functions of this repository that it calls: where each is defined, `inside` its name there."""
    commits: list[tuple[str, str]]
    """Newest commits that touched the file and name the symbol, then those that touched the file: (id, subject)."""


def _defines(index: CodeIndex, path: str, name: str) -> bool:
    data = read_source(os.path.join(index.root, path))
    language = language_of(path, (data or b"")[:200])
    return bool(data) and language is not None and name.encode() in find_names(language, data or b"")


def read_symbol_page(index: CodeIndex, path: str, symbol: str) -> SymbolPage | None:
    """What there is to know about one symbol; None when the file does not define it."""
    data = read_source(os.path.join(index.root, path))
    if data is None:
        return None
    text = symbol_text(path, data, symbol)
    if text is None:
        return None
    chosen = _choose(read_outline(path, data), symbol.replace("::", ".").replace("#", "."))
    if chosen is None:
        return None
    name = chosen.name.rpartition(".")[2]
    callers, tests = _callers(index, name, path, chosen)
    return SymbolPage(
        path,
        chosen,
        _set_back(text, data, chosen.start_byte),
        callers,
        tests,
        _callees(index, path, data, chosen),
        _commits(index, path, name),
    )


def _choose(symbols: list[Symbol], dotted: str) -> Symbol | None:
    """The symbol that a dotted name means: itself, else the outermost that ends like it."""

    def order(symbol: Symbol) -> tuple[bool, int, int]:
        return symbol.name != dotted, symbol.name.count("."), symbol.line

    matches = [symbol for symbol in symbols if _end_alike(symbol.name, dotted)]
    return min(matches, key=order, default=None)


def _end_alike(name: str, other: str) -> bool:
    """Whether one of two dotted names is the last parts of the other."""
    return f".{name}".endswith(f".{other}") or f".{other}".endswith(f".{name}")


def _set_back(text: str, data: bytes, start: int) -> str:
    """Source without the indentation of the line on which its definition begins: its body keeps its own steps."""
    line = data[data.rfind(b"\n", 0, start) + 1 : start]
    lead = line[: len(line) - len(line.lstrip())].decode("utf-8", "replace")
    return "\n".join(row.removeprefix(lead) for row in text.split("\n")) if lead else text


def _callers(index: CodeIndex, name: str, path: str, chosen: Symbol) -> tuple[list[Place], list[Place]]:
    """(calls of a symbol in code, calls in tests); those inside itself are left out."""
    words = " ".join(name.replace("_", " ").split())
    if not words or not is_token(name):
        return [], []
    rows = index.db.execute(
        "SELECT f.path, f.role FROM (SELECT rowid AS id, bm25(text) AS b FROM text WHERE text MATCH ? ORDER BY "
        "b LIMIT 200) t"
        " CROSS JOIN file f ON f.blob = t.id WHERE +f.tree = ? ORDER BY f.path != ?, t.b LIMIT ?",
        (f'{{body}} : "{words}"', index.tree, path, _FILES),
    ).fetchall()
    code: list[Place] = []
    tests: list[Place] = []
    for caller, role in rows:
        calls = _calls_outside(index, str(caller), name, path, chosen)
        (tests if role == "test" else code).extend(Place(str(caller), call.line, call.inside) for call in calls)
    return code, tests


def _calls_outside(index: CodeIndex, caller: str, name: str, path: str, chosen: Symbol) -> "list[Call]":
    """The calls of a symbol in a file; those inside itself are left out."""
    calls = _calls_of(index, caller, name)
    if caller != path:
        return calls
    return [call for call in calls if not (_is_within(call, chosen) and call.inside == chosen.name)]


def _calls_of(index: CodeIndex, path: str, name: str) -> list[Call]:
    """The calls of a name in a file."""
    data = read_source(os.path.join(index.root, path))
    if not data or name.encode() not in data:
        return []
    return [call for call in find_calls(path, data) if call.name == name]


def _is_within(call: Call, symbol: Symbol) -> bool:
    return symbol.line <= call.line <= symbol.end


def _callees(index: CodeIndex, path: str, data: bytes, chosen: Symbol) -> list[Place]:
    """The functions of this repository that a symbol calls, each once."""
    own = {symbol.name.rpartition(".")[2]: symbol for symbol in read_outline(path, data)}
    callees: dict[str, Place] = {}
    for call in find_calls(path, data):
        if call.name in callees or not _is_within(call, chosen):
            continue
        place = _place_of_callee(index, path, own.get(call.name), call.name, chosen)
        if place is not None:
            callees[call.name] = place
    return list(callees.values())


def _place_of_callee(index: CodeIndex, path: str, local: Symbol | None, name: str, chosen: Symbol) -> Place | None:
    """Where a called function is defined; None for the symbol itself, and where that is not certain."""
    if local is None:
        return _only_definition(index, name)
    return Place(path, local.line, local.name) if local != chosen else None


def _only_definition(index: CodeIndex, name: str) -> Place | None:
    """The one file of code that defines a name: a name defined in many places says nothing."""
    if not is_token(name) or name in EVERYONES:
        return None
    rows = index.db.execute(
        "SELECT f.path FROM symbol s JOIN file f ON f.blob = s.rowid WHERE symbol MATCH ? AND +f.tree = "
        "? AND f.role = 'code' LIMIT 4",
        (f'"{name}"', index.tree),
    ).fetchall()
    # The index folds case, the code does not.
    if len(rows) != 1 or not _defines(index, str(rows[0][0]), name):
        return None
    return Place(str(rows[0][0]), 0, name)


def _commits(index: CodeIndex, path: str, name: str) -> list[tuple[str, str]]:
    window = index.window()
    rows = [
        (window[id_], oid, subject)
        for id_, oid, subject, paths in index.db.execute(
            "SELECT id, oid, subject, paths FROM log WHERE instr(char(10) || paths || char(10), char(10) || ? "
            "|| char(10))",
            (path,),
        )
        if id_ in window
    ]
    rows.sort(key=lambda row: (name.lower() not in row[2].lower(), row[0]))
    return [(oid, subject) for _, oid, subject in rows[:8]]
