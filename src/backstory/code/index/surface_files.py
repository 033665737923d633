"""Which files of an indexed tree may hold routes, commands or variables: asked of the index, before any is opened."""

from typing import Final

from backstory.code.index.store import CodeIndex, FileRow, is_below
from backstory.code.read.languages import language_of

_WORDS: Final = (
    "getenv", "environ", "process env", "import meta env", "Deno env", "Bun env", "env var", "env", "LookupEnv",
    "GetEnvironmentVariable", "_ENV", "route", "routes", "router", "urlpatterns", "APIRouter", "FastAPI", "Blueprint",
    "app get", "app post", "app put", "app delete", "app patch", "app all", "server get", "server post", "Controller",
    "HandleFunc", "GET", "POST", "RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping",
    "PatchMapping", "MapGet", "MapPost", "click", "typer", "add_parser", "cobra", "commander", "yargs", "command",
    "class Command", "app use", "router use", "namespace", "resources", "Group",
)  # fmt: skip


def surface_candidates(index: CodeIndex, path: str = "") -> list[str]:
    """Paths below `path` whose text has a word that such things need, and those that are known by name only."""
    query = " OR ".join(f'"{word}"' for word in _WORDS)
    rows = index.db.execute("SELECT rowid FROM text WHERE text MATCH ?", (f"{{body}} : ({query})",))
    blobs = {int(str(blob)) for (blob,) in rows}
    return [
        row.path
        for row in index.files().values()
        if is_below(row.path, path) and (row.blob in blobs or not _is_searched(row))
    ]


def _is_searched(row: FileRow) -> bool:
    """Whether the index holds the text of a file; other files are known by name only."""
    language = language_of(row.path)
    return language is not None and language.code and row.language != "bash"
