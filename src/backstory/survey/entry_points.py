"""Finds where programs begin: by manifests, by the conventions of languages, and libraries' root modules."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from backstory.git.worktree import Tree, Unreadable
from backstory.survey.folders import FOREIGN, Folders
from backstory.survey.manifests import Entry, Manifest
from backstory.survey.result import Probes

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


_DEEPEST: Final = 8
"""Folders above a file that is recognised by its name alone."""
_LIBRARIES: Final = 8
"""Manifests whose root modules are searched for."""

_Candidate = tuple[int, str, str, tuple[str, ...]]
"""(depth, path, what it is, words of which the file has to hold one)."""


def entry_points(
    tree: Tree,
    files: Mapping[str, str],
    folders: Folders,
    manifests: Sequence[Manifest],
    own: str,
    probes: Probes | None = None,
) -> list[Entry]:
    """Entry points: those that manifests name, then those by conventions of languages, then libraries' root modules.

    The files that were opened are added to `probes`.
    """
    entries = _named_by_manifests(manifests)
    _add_conventional(entries, tree, folders, own, {} if probes is None else probes)
    for path in _library_roots(manifests[:_LIBRARIES]):
        if path in files and path not in entries:
            entries[path] = Entry(path, "library")
    return list(entries.values())


def _add_conventional(entries: dict[str, Entry], tree: Tree, folders: Folders, own: str, probes: Probes) -> None:
    for _, path, what, needed in sorted(_candidates(folders, own))[:_PROBED]:
        if path in entries:
            continue
        if needed:
            probes[path] = (holds_word(tree, path, needed), needed)
        if not needed or probes[path][0]:
            entries[path] = Entry(path, what)


def _named_by_manifests(manifests: Sequence[Manifest]) -> dict[str, Entry]:
    """Path, or description where there is none -> entry point that a manifest names."""
    entries: dict[str, Entry] = {}
    for entry in chain.from_iterable(manifest.entries for manifest in manifests):
        # A missing file is built later: it only says something if it is a command.
        if entry.path or "=" in entry.what or entry.what.startswith("executable"):
            entries.setdefault(entry.path or entry.what, entry)
    return entries


def _candidates(folders: Folders, own: str) -> Iterator[_Candidate]:
    """Files that conventions take for the beginning of a program. `own` is the project's name."""
    for folder, names in folders.names.items():
        if folders.role[folder] in FOREIGN or folders.role[folder] == "doc":
            continue
        depth = folder.count("/") + 1 if folder else 0
        for base in names:
            convention = _convention(folder, base, depth, own)
            if convention is not None:
                yield depth, f"{folder}/{base}" if folder else base, *convention


def _convention(folder: str, base: str, depth: int, own: str) -> tuple[str, tuple[str, ...]] | None:
    """(what a file is by its name, words of which it has to hold one); None for an ordinary file."""
    path = f"{folder}/{base}" if folder else base
    if base in _BY_NAME and depth <= _DEEPEST:
        return _BY_NAME[base]
    if path in _AT_TOP:
        return _AT_TOP[path], ()
    if base.endswith(("Application.java", "Application.kt")) and base[0].isupper():
        return "main class", ("static void main", "fun main(", "runApplication<")
    return _native_convention(folder, base, own)


def _native_convention(folder: str, base: str, own: str) -> tuple[str, tuple[str, ...]] | None:
    """The same for Rust and C."""
    if base.endswith(".rs") and folder.endswith("src/bin"):
        return "bin", ("fn main(",)
    if folder in ("", "src", "source") and base.endswith((".c", ".cc", ".cpp")) and _is_program(base, own):
        return "main", ("int main(", "int main (")
    return None


def _is_program(base: str, own: str) -> bool:
    """Whether a file in C is named like a program, or like the project."""
    stem = base.partition(".")[0]
    return stem in ("server", "client", "cli") or stem.startswith(own)


def _library_roots(manifests: Sequence[Manifest]) -> Iterator[str]:
    """Where the root modules of Python packages would be."""
    for manifest in manifests:
        name = manifest.name.replace("-", "_").replace(".", "/").lower()
        if name and manifest.path.endswith((".py", ".cfg", "pyproject.toml")):
            folder = manifest.path[: manifest.path.rfind("/") + 1]
            yield f"{folder}src/{name}/__init__.py"
            yield f"{folder}{name}/__init__.py"


def holds_word(tree: Tree, path: str, needed: Sequence[str]) -> bool:
    """Whether the text of a file holds one of the words that make it the beginning of a program."""
    try:
        text = tree.text(path)
    except Unreadable:
        return False
    return any(word in text for word in needed)
