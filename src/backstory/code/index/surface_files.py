"""Which files of an indexed tree may hold routes, commands or variables: asked of the index, before any is opened."""

from typing import Final

from backstory.code.index.store import CodeIndex
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
    query = " OR ".join(f'"{w}"' for w in _WORDS)
    blobs = {
        int(str(b))
        for (b,) in index.db.execute("SELECT rowid FROM text WHERE text MATCH ?", (f"{{body}} : ({query})",))
    }
    below = path + "/" if path else ""
    out: list[str] = []
    for f in index.files().values():
        if not path or f.path == path or f.path.startswith(below):
            language = language_of(f.path)
            searched = language is not None and language.code and f.language != "bash"
            if f.blob in blobs or not searched:
                out.append(f.path)
    return out
