"""Routes, commands and variables of the files of an indexed tree: read once for each content, then kept.

The text of the index is asked which files may hold any before one is opened.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import apsw
import msgspec

from backstory.code.index.store import CodeIndex, FileRow, is_below
from backstory.code.read.languages import language_of
from backstory.code.routes.exposed import Exposed, Mount, Source

_WORDS: Final = (
    "getenv", "environ", "process env", "import meta env", "Deno env", "Bun env", "env var", "env", "LookupEnv",
    "GetEnvironmentVariable", "_ENV", "route", "routes", "router", "urlpatterns", "APIRouter", "FastAPI", "Blueprint",
    "app get", "app post", "app put", "app delete", "app patch", "app all", "server get", "server post", "Controller",
    "HandleFunc", "GET", "POST", "RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping",
    "PatchMapping", "MapGet", "MapPost", "click", "typer", "add_parser", "cobra", "commander", "yargs", "command",
    "class Command", "app use", "router use", "namespace", "resources", "Group",
)  # fmt: skip


_FEW: Final = 20
"""Files that are opened without asking the index first."""


def read_surface(index: CodeIndex, path: str = "", *, most: int = 0, store: bool = True) -> list[Exposed] | None:
    """The routes, commands and variables of the files below `path`, by file and line.

    With `most`, None if that would mean to open more files than that. What was read is stored with the index unless
    that is older than the files.
    """
    from backstory.code.routes.prefixes import join_routes
    from backstory.code.routes.surface import may_have_surface

    stored: Any = index.db.execute(
        "SELECT path, surface FROM file WHERE tree = ? AND length(surface) > 0", (index.tree,)
    ).fetchall()
    fresh = [row for row in index.unread_surfaces() if is_below(row.path, path)]
    candidates = (
        {row.path for row in find_candidates(index, fresh)} if len(fresh) > _FEW else {row.path for row in fresh}
    )
    unread = [row for row in fresh if row.path in candidates and may_have_surface(row.path)]
    if most and len(unread) > most:
        return None
    sources = {name: _decode(name, raw) for name, raw in stored if is_below(name, path)}
    sources.update(_read(index, fresh, sorted(unread, key=lambda row: row.path), store))
    return join_routes([sources[name] for name in sorted(sources)])


def _read(index: CodeIndex, fresh: Sequence[FileRow], unread: Sequence[FileRow], store: bool) -> dict[str, Source]:
    """Opens files, and stores what each says by itself. Those of `fresh` that are not opened say nothing."""
    from backstory.code.routes.surface import read_sources

    opened = {row.path for row in unread}
    rows: list[tuple[bytes, int]] = [(b"", row.id) for row in fresh if row.path not in opened]
    sources: dict[str, Source] = {}
    for row, (source, size) in zip(unread, read_sources(index.root, (row.path for row in unread)), strict=False):
        is_blank = source is None or source.is_blank()
        if source is not None and not is_blank:
            sources[row.path] = source
        encoded = b"" if source is None or is_blank else _encode(source)
        if row.size in (-1, size) and _passes(index, encoded):
            rows.append((encoded, row.id))
    if store:
        _store(index, rows)
    return sources


def is_surface_stored(index: CodeIndex) -> bool:
    """Whether what the files say is stored for all but a few of them."""
    unread = index.db.execute("SELECT 1 FROM file WHERE tree = ? AND surface IS NULL LIMIT ?", (index.tree, _FEW + 1))
    return len(unread.fetchall()) <= _FEW


def _passes(index: CodeIndex, encoded: bytes) -> bool:
    """Whether there is no secret in it, such as in the path of a webhook. What holds one is read again each time."""
    return not encoded or index.gate is None or not index.gate.check(encoded.decode()).findings


def _store(index: CodeIndex, rows: Sequence[tuple[bytes, int]]) -> None:
    """Stores surfaces. Nothing is lost where another process writes or nothing can be written."""
    if not rows:
        return
    try:
        with index.db:
            index.db.executemany("UPDATE file SET surface = ? WHERE id = ?", rows)
    except (apsw.BusyError, apsw.ReadOnlyError, apsw.FullError):
        return


def _encode(source: Source) -> bytes:
    exposed = [(entry.kind, entry.name, entry.line, entry.how, owner) for entry, owner in source.exposed]
    return msgspec.json.encode(
        [source.language, exposed, source.routers, source.mounts, source.imports, source.exports]
    )


def _decode(path: str, raw: bytes) -> Source:
    source = Source(path, b"", "")
    source.language, exposed, source.routers, mounts, imports, source.exports = msgspec.json.decode(raw)
    source.exposed = [(Exposed(kind, name, path, line, how), owner) for kind, name, line, how, owner in exposed]
    source.mounts = [Mount(*mount) for mount in mounts]
    source.imports = {name: (module, there) for name, (module, there) in imports.items()}
    return source


def find_candidates(index: CodeIndex, rows: Iterable[FileRow]) -> list[FileRow]:
    """Those of the rows whose text has a word that such things need, or which are known by name only."""
    rows = list(rows)
    query = " OR ".join(f'"{word}"' for word in _WORDS)
    least = min((row.blob for row in rows), default=0)
    hits = index.db.execute(
        "SELECT rowid FROM text WHERE text MATCH ? AND rowid >= ?", (f"{{body}} : ({query})", least)
    )
    blobs = {int(str(blob)) for (blob,) in hits}
    return [row for row in rows if row.blob in blobs or not _is_searched(row)]


def _is_searched(row: FileRow) -> bool:
    """Whether the index holds the text of a file; other files are known by name only."""
    language = language_of(row.path)
    return language is not None and language.code and row.language != "bash"
