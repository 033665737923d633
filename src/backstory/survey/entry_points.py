"""Where programs begin: what manifests name, what the conventions of languages say, and libraries' root modules."""

from collections.abc import Mapping, Sequence
from typing import Final

from backstory.git.worktree import Tree, Unreadable
from backstory.survey.folders import FOREIGN, Folders
from backstory.survey.manifests import Entry, Manifest

_PROBED: Final = 24
"""Files opened to see whether a program begins there."""
_BY_NAME: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "__main__.py": ("python -m", ()),
    "manage.py": ("Django commands", ()),
    "wsgi.py": ("WSGI application", ("application =",)),
    "asgi.py": ("ASGI application", ("application =",)),
    "main.go": ("func main", ("func main(",)),
    "main.rs": ("fn main", ("fn main(",)),
    "Main.java": ("main class", ("static void main",)),
    "App.java": ("main class", ("static void main",)),
    "Main.kt": ("main", ("fun main(",)),
    "main.kt": ("main", ("fun main(",)),
    "App.kt": ("main", ("fun main(",)),
    "Program.cs": ("program", ()),
    "Program.fs": ("program", ()),
    "main.c": ("main", ("main(", "main (")),
    "main.cc": ("main", ("main(", "main (")),
    "main.cpp": ("main", ("main(", "main (")),
    "main.swift": ("main", ()),
    "main.dart": ("main", ("main(",)),
    "config.ru": ("Rack application", ()),
    "artisan": ("Laravel commands", ()),
}
_AT_TOP: Final[dict[str, str]] = {
    "main.py": "script", "app.py": "application", "server.py": "server", "run.py": "script", "cli.py": "script",
    "server.js": "server", "index.js": "main", "app.js": "application", "server.ts": "server", "index.ts": "main",
    "index.html": "page", "index.php": "page", "public/index.php": "page", "bin/console": "commands",
    "bin/rails": "commands", "src/index.js": "main", "src/index.ts": "main", "src/index.tsx": "main",
    "src/main.js": "main", "src/main.ts": "main", "src/main.tsx": "main", "src/main.jsx": "main",
    "src/App.tsx": "application", "src/server.ts": "server", "src/main.c": "main", "src/main.py": "script",
    "main.tf": "root module",
}  # fmt: skip


def entry_points(
    tree: Tree, files: Mapping[str, str], folders: Folders, manifests: Sequence[Manifest], own: str
) -> list[Entry]:
    """Entry points: what manifests name, then what conventions of the languages say, then libraries' root modules."""
    found: dict[str, Entry] = {}
    for manifest in manifests:
        for entry in manifest.entries:
            # What names a file that is not there is built; it tells something only if it is a command.
            if entry.path or "=" in entry.what or entry.what.startswith("executable"):
                found.setdefault(entry.path or entry.what, entry)
    candidates: list[tuple[int, str, str, tuple[str, ...]]] = []
    for folder, names in folders.names.items():
        if folders.role[folder] in FOREIGN or folders.role[folder] == "doc":
            continue
        depth = folder.count("/") + 1 if folder else 0
        for base in names:
            path = f"{folder}/{base}" if folder else base
            if base in _BY_NAME and depth <= 8:
                candidates.append((depth, path, *_BY_NAME[base]))
            elif path in _AT_TOP:
                candidates.append((depth, path, _AT_TOP[path], ()))
            elif base.endswith(("Application.java", "Application.kt")) and base[0].isupper():
                candidates.append((depth, path, "main class", ("static void main", "fun main(", "runApplication<")))
            elif path.endswith(".rs") and folder.endswith("src/bin"):
                candidates.append((depth, path, "bin", ("fn main(",)))
            elif folder in ("", "src", "source") and base.endswith((".c", ".cc", ".cpp")):
                stem = base.partition(".")[0]
                if stem in ("server", "client", "cli") or stem.startswith(own):
                    candidates.append((depth, path, "main", ("int main(", "int main (")))
    for _, path, what, needed in sorted(candidates)[:_PROBED]:
        if path not in found and (not needed or _holds(tree, path, needed)):
            found[path] = Entry(path, what)
    for manifest in manifests[:8]:
        name = manifest.name.replace("-", "_").replace(".", "/").lower()
        here = manifest.path[: manifest.path.rfind("/") + 1]
        if name and manifest.path.endswith((".py", ".cfg", "pyproject.toml")):
            for path in (f"{here}src/{name}/__init__.py", f"{here}{name}/__init__.py"):
                if path in files and path not in found:
                    found[path] = Entry(path, "library")
    return list(found.values())


def _holds(tree: Tree, path: str, needed: tuple[str, ...]) -> bool:
    try:
        text = tree.text(path)
    except Unreadable:
        return False
    return any(word in text for word in needed)
