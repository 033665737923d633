"""The repository as it can be read off without understanding its code: its files, and what its own papers say of it.

With git the index answers and no file is touched but the few that are read; without git a guarded walk does. Only
READMEs, manifests, licences and files that look like the beginning of a program are opened, each within limits.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from stat import S_ISLNK, S_ISREG
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.capture.files import HASH_LIMIT, TEXT_LIMIT, Tree, Unreadable, shown, unshown
from backstory.capture.git import OWN, Git
from backstory.capture.manifests import LIMIT as MANIFEST_LIMIT
from backstory.capture.manifests import Entry, Manifest, is_manifest
from backstory.capture.manifests import read as read_manifest
from backstory.model.snapshot import GitState, RepositoryFacts, Script, Skipped

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MAX_FILES: Final = 50_000
MAX_DEPTH: Final = 64
"""Folders below each other that a walk without git goes into."""
MAX_ENTRIES: Final = 1_000_000
"""Entries of folders that a walk without git looks at."""
MAX_SKIPPED: Final = 100
"""Skipped files that are named; the rest is counted."""

_MANIFESTS_LISTED: Final = 40
_MANIFESTS_READ: Final = 24
_MANIFEST_DEPTH: Final = 2
_ENTRIES: Final = 24
_SCRIPTS: Final = 80
_LAYOUT: Final = 24
_TESTS: Final = 16
_PROBED: Final = 24
"""Files opened to see whether a program begins there."""
_ASIDE: Final = re.compile(
    r"(?:^|/)(?:\.(?!cargo$)[^/]*|fuzz|fuzzing|template|templates|template-[^/]*|[^/]*_template|fixtures|tests?-[^/]*)(?=/|$)"
)
"""Folders whose manifests say nothing about the project: tools' own, templates for others, set-ups for tests."""
_FOREIGN: Final = frozenset(("vendored", "generated", "test", "example", "bench"))
_NEVER: Final = frozenset((
    ".git", ".hg", ".svn", ".jj", ".bzr", OWN, "node_modules", "bower_components", "__pycache__", ".venv", ".tox",
    ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".eggs", ".gradle", ".terraform", ".next", ".nuxt", ".cache",
))  # fmt: skip
"""Folders that a walk without git does not enter: derived, or a tool's own."""
_LANGUAGES: Final[dict[str, str]] = {
    "cpp": "C++", "c++": "C++", "csharp": "C#", "c#": "C#", "fsharp": "F#", "css": "CSS", "html": "HTML", "sql": "SQL",
    "php": "PHP", "javascript": "JavaScript", "typescript": "TypeScript", "cmake": "CMake",
    "objective-c": "Objective-C", "graphql": "GraphQL", "powershell": "PowerShell", "ocaml": "OCaml",
    "protobuf": "Protocol Buffers",
}  # fmt: skip


class Survey(NamedTuple):
    facts: RepositoryFacts
    files: dict[str, str]
    """Path -> blob id as the index has it, or empty for what git does not track; paths as `files` keeps them."""
    skipped: tuple[Skipped, ...]
    bytes: int
    entries: tuple[str, ...]
    """Paths of the entry points, most telling first."""
    manifests: tuple[str, ...]
    readme: str


class Listing(NamedTuple):
    files: dict[str, str]
    skipped: tuple[Skipped, ...]
    bytes: int


def survey(
    root: str,
    git: Git,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    max_files: int = MAX_FILES,
    max_bytes: int = TEXT_LIMIT,
    state: GitState | None = None,
) -> Survey:
    """Reads the repository at `root`.

    `include` and `exclude` are globs as in a `.gitignore`; nothing in `include` means all. Where there are more than
    `max_files`, the deepest are left out. No text file larger than `max_bytes` is read. `state` is git's state where
    the caller has it already: that saves asking again for what is untracked. Never raises on what the files hold.
    """
    listing = list_files(root, git, include=include, exclude=exclude, max_files=max_files, state=state)
    tree = Tree(root)
    files = listing.files
    problems: list[Skipped] = []
    folders = _Folders(files)
    named = _manifests(folders, os.path.basename(os.path.realpath(root)))
    manifests: list[Manifest] = []
    for path in named[:_MANIFESTS_READ]:
        try:
            manifest = read_manifest(path, tree.text(path, min(MANIFEST_LIMIT, max_bytes)), files)
        except Unreadable as err:
            problems.append(Skipped(shown(path), err.reason))
            continue
        manifests.append(manifest)
        if manifest.problem:
            problems.append(Skipped(shown(path), manifest.problem))
    own = [m for m in manifests if "/" not in m.path]
    name = next((m.name for m in own if m.name), "") or os.path.basename(os.path.realpath(root))
    named_so = [m for m in manifests if m.name.lower() == name.lower() and m not in own]
    readme, purpose = _purpose(tree, files, [*own, *named_so], (name, os.path.basename(root)), max_bytes)
    entries = _entries(tree, files, folders, manifests, name.lower())
    scripts = [Script(s.name, s.command, shown(s.where)) for m in manifests for s in m.scripts]
    facts = RepositoryFacts(
        name=shown(name),
        purpose=purpose,
        manifests=tuple(shown(p) for p in named[:_MANIFESTS_LISTED]),
        entry_points=tuple(f"{shown(e.path)} ({e.what})" if e.path else e.what for e in entries[:_ENTRIES]),
        scripts=tuple(scripts[:_SCRIPTS]),
        languages=_languages(folders),
        layout=_layout(folders),
        tests=_tests(folders),
        licence=_licence(tree, files, own),
    )
    skipped = (*problems, *listing.skipped)
    return Survey(
        facts, files, skipped[:MAX_SKIPPED] + _counted(len(skipped) - MAX_SKIPPED), listing.bytes,
        tuple(dict.fromkeys(e.path for e in entries if e.path)), tuple(named), readme,
    )  # fmt: skip


def list_files(
    root: str,
    git: Git,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    max_files: int = MAX_FILES,
    state: GitState | None = None,
) -> Listing:
    """The regular files that are tracked, or untracked and not ignored; sorted by path. Our own folder is no file."""
    skipped: list[Skipped] = []
    found = _tracked(root, git, state, skipped) if git.available() else None
    if found is None:
        found = dict(walk(root, skipped))
    paths = chosen(sorted(found), include, exclude)
    if len(paths) > max_files:
        left_out = len(paths) - max_files
        paths = sorted(sorted(paths, key=lambda p: (p.count("/"), p))[:max_files])
        skipped.insert(0, Skipped(".", f"{left_out:,} files left out by the limit of {max_files:,}"))
    return Listing({p: found[p][0] for p in paths}, tuple(skipped), sum(found[p][1] for p in paths))


def _tracked(root: str, git: Git, state: GitState | None, skipped: list[Skipped]) -> dict[str, tuple[str, int]] | None:
    """Path -> (blob id, size); None when git does not answer here."""
    index = git.index()
    if index is None:
        return None
    if state is None or state.more_changes or not (state.commit or state.branch):
        state, others = None, git.untracked()
    else:
        others = [unshown(c.path) for c in state.changes if c.state == "untracked"]
    gone = {unshown(c.path) for c in state.changes if c.state == "deleted"} if state else set[str]()
    found: dict[str, tuple[str, int]] = {}
    absent = 0
    for path, entry in index.items():
        if path.startswith(OWN) and (path == OWN or path[len(OWN)] == "/"):
            continue
        if entry.absent:
            absent += 1
        elif entry.mode[:3] != "100":
            skipped.append(Skipped(shown(path), "submodule" if entry.mode == "160000" else "symbolic link"))
        elif entry.size > HASH_LIMIT:
            skipped.append(Skipped(shown(path), f"larger than {HASH_LIMIT >> 20} MB"))
        elif path not in gone:
            found[path] = (entry.oid, entry.size)
    if absent:
        skipped.append(Skipped(".", f"{absent:,} tracked files are not checked out"))
    tree = Tree(root)
    for path in others:
        if path.endswith("/"):
            skipped.append(Skipped(shown(path), "another repository"))
        elif not path.startswith(OWN + "/") and (size := _size(tree, path, skipped)) is not None:
            found[path] = ("", size)
    return found


def _size(tree: Tree, path: str, skipped: list[Skipped]) -> int | None:
    """The size of a file that counts; None, with a reason noted, for what is not regular or too large."""
    try:
        seen = tree.stat(path)
    except Unreadable as err:
        skipped.append(Skipped(shown(path), err.reason))
        return None
    if S_ISLNK(seen.st_mode):
        skipped.append(Skipped(shown(path), "symbolic link"))
    elif not S_ISREG(seen.st_mode):
        skipped.append(Skipped(shown(path), "not a regular file"))
    elif seen.st_size > HASH_LIMIT:
        skipped.append(Skipped(shown(path), f"larger than {HASH_LIMIT >> 20} MB"))
    else:
        return seen.st_size
    return None


def walk(root: str, skipped: list[Skipped], below: str = "") -> Iterator[tuple[str, tuple[str, int]]]:
    """Every regular file under `root`, or under its folder `below`, without git: path and ("", size).

    Ignore files are honoured, links not followed, depth and number of entries bounded; what is passed over is added to
    `skipped`.
    """
    tree = Tree(root)
    seen: set[tuple[int, int]] = set()
    specs: _Specs = ()
    for above in ["", *(below[:i] for i, c in enumerate(below) if c == "/")] if below else []:
        specs = _with_ignored(tree, above, specs)
    stack: list[tuple[str, _Specs]] = [(below, specs)]
    looked = 0
    while stack:
        folder, specs = stack.pop()
        try:
            here = os.stat(tree.located(folder) if folder else root)
            rows = sorted(os.scandir(tree.located(folder) if folder else root), key=lambda e: e.name)
        except OSError as err:
            skipped.append(Skipped(shown(folder) + "/", (err.strerror or "unreadable").lower()))
            continue
        if (here.st_dev, here.st_ino) in seen and here.st_ino:
            skipped.append(Skipped(shown(folder) + "/", "the same folder again"))
            continue
        seen.add((here.st_dev, here.st_ino))
        names = {e.name for e in rows}
        if folder and ("pyvenv.cfg" in names or "CACHEDIR.TAG" in names or ("HEAD" in names and "objects" in names)):
            continue
        if ".gitignore" in names:
            specs = _with_ignored(tree, folder, specs)
        deeper: list[str] = []
        for entry in rows:
            looked += 1
            if looked > MAX_ENTRIES:
                skipped.insert(0, Skipped(".", f"the walk ended after {MAX_ENTRIES:,} entries"))
                return
            path = _text(f"{folder}/{entry.name}" if folder else entry.name)
            try:
                is_folder = entry.is_dir(follow_symlinks=False)
            except OSError:
                is_folder = False
            if is_folder and entry.name in _NEVER:
                continue
            as_matched = path + "/" if is_folder else path
            # The deepest ignore file that says anything about a path decides, as in git.
            said = (spec.check_file(as_matched[start:]).include for start, spec in reversed(specs))
            if next((ignored for ignored in said if ignored is not None), False):
                continue
            if not is_folder:
                if (size := _size(tree, path, skipped)) is not None:
                    yield path, ("", size)
            elif path.count("/") >= MAX_DEPTH:
                skipped.append(Skipped(shown(path) + "/", f"more than {MAX_DEPTH} folders deep"))
            else:
                deeper.append(path)
        stack.extend((path, specs) for path in reversed(deeper))


_Specs = tuple[tuple[int, "GitIgnoreSpec"], ...]
"""(where a path begins that the spec speaks of, spec), the outermost first."""


def _with_ignored(tree: Tree, folder: str, specs: _Specs) -> _Specs:
    from pathspec import GitIgnoreSpec

    try:
        lines = tree.text(f"{folder}/.gitignore" if folder else ".gitignore", 1 << 18).splitlines()
        return (*specs, (len(folder) + 1 if folder else 0, GitIgnoreSpec.from_lines(lines)))
    except (Unreadable, ValueError):
        return specs


def _text(name: str) -> str:
    """A name from `os` as this room keeps it, whatever the locale's encoding is."""
    return name if name.isascii() or os.name == "nt" else os.fsencode(name).decode("utf-8", "surrogateescape")


def chosen(paths: list[str], include: Sequence[str], exclude: Sequence[str]) -> list[str]:
    """The paths that globs as in a `.gitignore` let in, in their order; nothing in `include` means all."""
    wanted = [] if any(p in ("**", "*", "**/*", ".") for p in include) else [p for p in include if p.strip()]
    unwanted = [p for p in exclude if p.strip()]
    if not wanted and not unwanted:
        return paths
    from pathspec import GitIgnoreSpec

    if wanted:
        kept = set(GitIgnoreSpec.from_lines(wanted).match_files(paths))
        paths = [p for p in paths if p in kept]
    if unwanted:
        left = set(GitIgnoreSpec.from_lines(unwanted).match_files(paths))
        paths = [p for p in paths if p not in left]
    return paths


def _counted(more: int) -> tuple[Skipped, ...]:
    return (Skipped(".", f"and {more:,} more"),) if more > 0 else ()


class _Folders:
    """Files by folder, so that what a folder's name decides is decided once."""

    def __init__(self, files: Iterable[str]) -> None:
        from backstory.capture.code.roles import role_of

        self.names: dict[str, list[str]] = {}
        for path in files:
            folder, _, base = path.rpartition("/")
            self.names.setdefault(folder, []).append(base)
        # Below `src/main/` folders are package names: `org/.../samples/petclinic` is no example.
        self.role: dict[str, str] = {
            f: role_of(((f + "/").partition("src/main/")[0] if "src/main/" in f + "/" else f + "/") + "x")
            for f in self.names
        }

    def foreign(self, path: str) -> bool:
        """Whether a path lies where files are not the project's own code: tests, examples, vendored, generated."""
        return self.role[path.rpartition("/")[0]] in _FOREIGN


def _manifests(folders: _Folders, own: str) -> list[str]:
    """Manifests near the top, the top first, then those of a folder with the project's own name."""
    found = [
        (
            folder.count("/") + 1 if folder else 0,
            folder.rpartition("/")[2] != own,
            f"{folder}/{base}" if folder else base,
        )
        for folder, names in folders.names.items()
        if folder.count("/") < _MANIFEST_DEPTH and folders.role[folder] not in _FOREIGN and not _ASIDE.search(folder)
        for base in names
        if is_manifest(base) or (base == "config.toml" and folder == ".cargo")
    ]
    return [path for _, _, path in sorted(found)]


def _purpose(
    tree: Tree, files: Mapping[str, str], manifests: Sequence[Manifest], names: tuple[str, ...], max_bytes: int
) -> tuple[str, str]:
    """(path of the README, what it says the project is for), else what a manifest says."""
    from backstory.capture.readme import purpose, sentence

    order = ("md", "markdown", "rst", "txt", "", "adoc", "org", "rdoc", "textile")
    found: list[tuple[int, int, str]] = []
    for path in files:
        folder, _, base = path.rpartition("/")
        stem, _, ending = base.lower().partition(".")
        if stem == "readme" and ending in order and folder in ("", ".github", "docs"):
            found.append((("", ".github", "docs").index(folder), order.index(ending), path))
    readme = ""
    for _, _, path in sorted(found)[:4]:
        try:
            text = tree.text(path, max(max_bytes, TEXT_LIMIT))
        except Unreadable:
            continue
        readme = readme or path
        if said := purpose(text, path, names):
            return path, said
    return readme, next((said for m in manifests if m.description and (said := sentence(m.description))), "")


def _licence(tree: Tree, files: Mapping[str, str], manifests: Sequence[Manifest]) -> str:
    from backstory.capture.licence import FILE, joined, of_text

    said = next((m.licence for m in manifests if m.licence), "")
    if " OR " in said:
        return said
    texts: list[str] = []
    for path in [p for p in files if "/" not in p and FILE.match(p)][:4]:
        try:
            texts.append(of_text(tree.text(path)))
        except Unreadable:
            continue
    return said or joined(texts)


def _languages(folders: _Folders) -> dict[str, int]:
    from backstory.capture.code.languages import language_of

    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folders.role[folder] in ("vendored", "generated"):
            continue
        for base in names:
            language = language_of(base)
            if language is not None and language.code:
                counts[_LANGUAGES.get(language.name, language.name.capitalize())] += 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _layout(folders: _Folders) -> tuple[str, ...]:
    """Top folders with counts, the fullest first; a folder that holds most files is opened."""
    counts = _below(folders, "")
    total = sum(len(names) for names in folders.names.values())
    tops = sorted(counts, key=lambda f: (-counts[f], f))
    out: list[str] = []
    for top in tops[:_LAYOUT]:
        out.append(f"{shown(top)}/ ({counts[top]:,})")
        if counts[top] * 2 > total:
            inner = _below(folders, top + "/")
            while len(inner) == 1 and (only := next(iter(inner))).count("/") < 6:
                inner = _below(folders, only + "/") or inner
                if only in inner:
                    break
            out += [f"{shown(f)}/ ({inner[f]:,})" for f in sorted(inner, key=lambda f: (-inner[f], f))[:8]]
    if len(tops) > _LAYOUT:
        out.append(f"and {len(tops) - _LAYOUT} more folders")
    return tuple(out)


def _below(folders: _Folders, prefix: str) -> Counter[str]:
    """Folders right below `prefix` (empty, or with a slash at its end) with the number of files in each."""
    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folder.startswith(prefix) and len(folder) > len(prefix):
            counts[prefix + folder[len(prefix) :].partition("/")[0]] += len(names)
    return counts


def _tests(folders: _Folders) -> tuple[str, ...]:
    """Top-most folders of tests, and patterns of test files that lie beside the code, the fullest first."""
    from backstory.capture.code.languages import language_of
    from backstory.capture.code.roles import role_of

    counts: Counter[str] = Counter()
    for folder, names in folders.names.items():
        if folders.role[folder] == "test":
            parts = folder.split("/")
            top = next(i for i in range(1, len(parts) + 1) if role_of("/".join(parts[:i]) + "/x") == "test")
            counts["/".join(parts[:top]) + "/"] += len(names)
        elif folders.role[folder] not in _FOREIGN:
            for base in names:
                if "est" in base or "pec" in base:
                    language = language_of(base)
                    if language is not None and language.code and role_of(base, language) == "test":
                        counts[_pattern(base)] += 1
    alike: Counter[str] = Counter(f.rpartition("/")[0].rpartition("/")[2] for f in counts if f.endswith("/"))
    grouped: Counter[str] = Counter()
    for path, count in counts.items():
        last = path.rpartition("/")[0].rpartition("/")[2]
        grouped[f"**/{last}/" if path.endswith("/") and alike[last] > 3 else path] += count
    return tuple(shown(p) for p, _ in sorted(grouped.items(), key=lambda item: (-item[1], item[0]))[:_TESTS])


def _pattern(base: str) -> str:
    """The pattern by which a test file's name says so, such as `*_test.go`; else the name itself."""
    stem, dot, ending = base.partition(".")
    if ending.startswith(("test.", "spec.", "e2e.")):
        return f"*.{ending}"
    for mark in ("_test", "_tests", "_spec", "-test", "-spec", "Test", "Tests", "TestCase", "Spec", "Suite", "IT"):
        if stem.endswith(mark) and stem != mark:
            return f"*{mark}{dot}{ending}"
    return f"test_*{dot}{ending}" if stem.startswith("test_") else base


# Where programs begin

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


def _entries(
    tree: Tree, files: Mapping[str, str], folders: _Folders, manifests: Sequence[Manifest], own: str
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
        if folders.role[folder] in _FOREIGN or folders.role[folder] == "doc":
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
