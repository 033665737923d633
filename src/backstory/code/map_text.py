"""Writes a map of the code as an agent reads it."""

from typing import Final

from backstory.code.map_model import Map, MapFile, MapSymbol
from backstory.code.overview import name_folders, name_languages
from backstory.model.text import format_count, path_line


def map_text(code_map: Map) -> str:
    """The map as an agent reads it: paths, then signatures with their line, indented by nesting."""
    lines = [_title_line(code_map)]
    if code_map.folders and code_map.files_total > 1:
        lines.append(name_folders(code_map.folders, sum(code_map.languages.values())))
    lines += code_map.beside
    for file in code_map.files:
        lines += ["", _file_line(file)]
        names = {symbol.name for symbol in file.symbols}
        lines += [_symbol_line(symbol, names, detailed=code_map.detailed) for symbol in file.symbols]
    return "\n".join(lines) + "\n"


def _title_line(code_map: Map) -> str:
    """How many files there are, how many of them are code or tests in which language, and how many are outlined."""
    title = path_line(code_map.path or ".")
    if code_map.files_total == 1:
        return f"{title} ({next(iter(code_map.languages))})" if code_map.languages else title
    outlined = f"outlined: {format_count(len(code_map.files), 'file')}" if code_map.files else ""
    total = f"{title}: {format_count(code_map.files_total, 'file')}"
    return "; ".join(filter(None, (total, name_languages(code_map.languages), outlined)))


def _file_line(file: MapFile) -> str:
    part = f"  ({len(file.symbols)} of {len(file.symbols) + file.more})" if file.more > 0 else ""
    reason = f"  {file.reason}" if file.reason else ""
    tests = f"  tests: {', '.join(map(path_line, file.tests[:2]))}" if file.tests else ""
    docs = f"  docs: {path_line(file.docs[0])}" if file.docs else ""
    return path_line(file.path) + part + reason + tests + docs


def _symbol_line(symbol: MapSymbol, names: set[str], *, detailed: bool) -> str:
    """The line of a symbol, indented by those of the names shown that are around it."""
    depth = sum(symbol.name.startswith(name + ".") for name in names)
    doc = f"  — {symbol.doc}" if _shows_doc(symbol, detailed=detailed) else ""
    further = f"  (+{symbol.further})" if symbol.further else ""
    return f"{'  ' * (depth + 1)}{symbol.line}: {_signature(symbol, depth)}{further}{shorten(doc, 80)}"


def _shows_doc(symbol: MapSymbol, *, detailed: bool) -> bool:
    if not symbol.doc or symbol.kind == "heading":
        return False
    return detailed or not symbol.depth or symbol.kind not in _MEMBERS


_MEMBERS: Final = frozenset(["method", "function", "field", "property", "variable", "constant"])


def _signature(symbol: MapSymbol, depth: int) -> str:
    """The signature, completed by the name of a nameless `typedef` and by the type that a member belongs to."""
    holder, _, name = symbol.name.rpartition(".")
    text = symbol.signature if name in symbol.signature else f"{symbol.signature} {name}"
    if holder and not depth and symbol.kind in _MEMBERS and holder.rpartition(".")[2] not in text:
        text = f"{holder}: {text}"
    return shorten(text, 110)


def shorten(text: str, limit: int) -> str:
    """The text in at most `limit` characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
