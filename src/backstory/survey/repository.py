"""Surveys a repository without parsing its code: its files, and what its README, manifests and licence say.

With git the index answers and no file is touched but the few that are read; without git a guarded walk does. Only
READMEs, manifests, licences and files that look like the beginning of a program are opened, each within limits.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from stat import S_ISLNK, S_ISREG
from typing import Final, NamedTuple

from pathspec import GitIgnoreSpec

from backstory.git.repository import OWN, Git
from backstory.git.worktree import HASH_LIMIT, TEXT_LIMIT, Tree, Unreadable, escape_path, unescape_path
from backstory.model.snapshot import GitState, RepositoryFacts, Script, Skipped
from backstory.survey.entry_points import entry_points
from backstory.survey.folders import FOREIGN, Folders, count_languages, describe_layout, test_places
from backstory.survey.license import FILE, join_licences, of_text
from backstory.survey.manifests import LIMIT as MANIFEST_LIMIT
from backstory.survey.manifests import Manifest, is_manifest, read_manifest
from backstory.survey.manifests.workspace import find_packages

MAX_FILES: Final = 50_000
MAX_SKIPPED: Final = 100
"""Skipped files that are named; the rest is counted."""

_MANIFESTS_LISTED: Final = 40
_MANIFESTS_READ: Final = 24
_MANIFEST_DEPTH: Final = 2
_ENTRIES: Final = 24
_SCRIPTS: Final = 80
_PACKAGES: Final = 60
_ASIDE: Final = re.compile(
    r"(?:^|/)(?:\.(?!cargo$)[^/]*|fuzz|fuzzing|template|templates|template-[^/]*|[^/]*_template|fixtures|tests?-[^/]*)(?=/|$)"
)
"""Folders whose manifests say nothing about the project: tools' own, templates for others, set-ups for tests."""


class Survey(NamedTuple):
    facts: RepositoryFacts
    files: dict[str, str]
    """Path -> blob id as the index has it, or empty for an untracked file; paths as `git.worktree` keeps them."""
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


def survey_repository(
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
    folders = Folders(files)
    named = _manifests(folders, os.path.basename(os.path.realpath(root)))
    manifests: list[Manifest] = []
    for path in named[:_MANIFESTS_READ]:
        try:
            manifest = read_manifest(path, tree.text(path, min(MANIFEST_LIMIT, max_bytes)), files)
        except Unreadable as err:
            problems.append(Skipped(escape_path(path), err.reason))
            continue
        manifests.append(manifest)
        if manifest.problem:
            problems.append(Skipped(escape_path(path), manifest.problem))
    own = [m for m in manifests if "/" not in m.path]
    name = next((m.name for m in own if m.name), "") or os.path.basename(os.path.realpath(root))
    named_so = [m for m in manifests if m.name.lower() == name.lower() and m not in own]
    readme, purpose = _purpose(tree, files, [*own, *named_so], (name, os.path.basename(root)), max_bytes)
    entries = entry_points(tree, files, folders, manifests, name.lower())
    scripts = [Script(s.name, s.command, escape_path(s.where)) for m in manifests for s in m.scripts]
    facts = RepositoryFacts(
        name=escape_path(name),
        purpose=purpose,
        manifests=tuple(escape_path(p) for p in named[:_MANIFESTS_LISTED]),
        entry_points=tuple(f"{escape_path(e.path)} ({e.what})" if e.path else e.what for e in entries[:_ENTRIES]),
        scripts=tuple(scripts[:_SCRIPTS]),
        languages=count_languages(folders),
        layout=describe_layout(folders),
        tests=test_places(folders),
        licence=_licence(tree, files, own),
        packages=tuple(f"{escape_path(p.path)} ({p.name})" for p in find_packages(tree, files)[:_PACKAGES]),
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
    """The regular files that are tracked, or untracked and not ignored; sorted by path, without our own folder."""
    skipped: list[Skipped] = []
    found = _tracked(root, git, state, skipped) if git.available() else None
    if found is None:
        found = dict(walk_regular_files(root, skipped))
    paths = filter_paths(sorted(found), include, exclude)
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
        others = [unescape_path(c.path) for c in state.changes if c.state == "untracked"]
    gone = {unescape_path(c.path) for c in state.changes if c.state == "deleted"} if state else set[str]()
    found: dict[str, tuple[str, int]] = {}
    absent = 0
    for path, entry in index.items():
        if path.startswith(OWN) and (path == OWN or path[len(OWN)] == "/"):
            continue
        if entry.absent:
            absent += 1
        elif entry.mode[:3] != "100":
            skipped.append(Skipped(escape_path(path), "submodule" if entry.mode == "160000" else "symbolic link"))
        elif entry.size > HASH_LIMIT:
            skipped.append(Skipped(escape_path(path), f"larger than {HASH_LIMIT >> 20} MB"))
        elif path not in gone:
            found[path] = (entry.oid, entry.size)
    if absent:
        skipped.append(Skipped(".", f"{absent:,} tracked files are not checked out"))
    tree = Tree(root)
    for path in others:
        if path.endswith("/"):
            skipped.append(Skipped(escape_path(path), "another repository"))
        elif not path.startswith(OWN + "/") and (size := _size(tree, path, skipped)) is not None:
            found[path] = ("", size)
    return found


def _size(tree: Tree, path: str, skipped: list[Skipped]) -> int | None:
    """The size of a file that counts; None, with a reason noted, for one that is not regular or too large."""
    try:
        seen = tree.stat(path)
    except Unreadable as err:
        skipped.append(Skipped(escape_path(path), err.reason))
        return None
    if S_ISLNK(seen.st_mode):
        skipped.append(Skipped(escape_path(path), "symbolic link"))
    elif not S_ISREG(seen.st_mode):
        skipped.append(Skipped(escape_path(path), "not a regular file"))
    elif seen.st_size > HASH_LIMIT:
        skipped.append(Skipped(escape_path(path), f"larger than {HASH_LIMIT >> 20} MB"))
    else:
        return seen.st_size
    return None


def walk_regular_files(root: str, skipped: list[Skipped], below: str = "") -> Iterator[tuple[str, tuple[str, int]]]:
    """Every regular file under `root`, or under its folder `below`, without git: path and ("", size).

    Files that are passed over for a reason worth naming are added to `skipped`.
    """
    from backstory.git.walk import walk_files

    tree = Tree(root)
    for path, _ in walk_files(tree, below, skip=lambda path, reason: _note(skipped, path, reason)):
        size = _size(tree, path, skipped)
        if size is not None:
            yield path, ("", size)


def _note(skipped: list[Skipped], path: str, reason: str) -> None:
    """Adds a skipped path. The end of the whole walk comes first."""
    if path == ".":
        skipped.insert(0, Skipped(path, reason))
    else:
        skipped.append(Skipped(escape_path(path), reason))


def filter_paths(paths: list[str], include: Sequence[str], exclude: Sequence[str]) -> list[str]:
    """The paths that globs as in a `.gitignore` let in, in their order; nothing in `include` means all."""
    wanted = [] if any(p in ("**", "*", "**/*", ".") for p in include) else [p for p in include if p.strip()]
    unwanted = [p for p in exclude if p.strip()]
    if not wanted and not unwanted:
        return paths

    if wanted:
        kept = set(GitIgnoreSpec.from_lines(wanted).match_files(map(escape_path, paths)))
        paths = [p for p in paths if escape_path(p) in kept]
    if unwanted:
        left = set(GitIgnoreSpec.from_lines(unwanted).match_files(map(escape_path, paths)))
        paths = [p for p in paths if escape_path(p) not in left]
    return paths


def _counted(more: int) -> tuple[Skipped, ...]:
    return (Skipped(".", f"and {more:,} more"),) if more > 0 else ()


def _manifests(folders: Folders, own: str) -> list[str]:
    """Manifests near the top, the top first, then those of a folder with the project's own name."""
    found = [
        (
            folder.count("/") + 1 if folder else 0,
            folder.rpartition("/")[2] != own,
            f"{folder}/{base}" if folder else base,
        )
        for folder, names in folders.names.items()
        if folder.count("/") < _MANIFEST_DEPTH and folders.role[folder] not in FOREIGN and not _ASIDE.search(folder)
        for base in names
        if is_manifest(base) or (base == "config.toml" and folder == ".cargo")
    ]
    return [path for _, _, path in sorted(found)]


def _purpose(
    tree: Tree, files: Mapping[str, str], manifests: Sequence[Manifest], names: tuple[str, ...], max_bytes: int
) -> tuple[str, str]:
    """(path of the README, the project's purpose by it or else by a manifest)."""
    from backstory.survey.readme import find_purpose, shorten_description

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
        if said := find_purpose(text, path, names):
            return path, said
    return readme, next((said for m in manifests if m.description and (said := shorten_description(m.description))), "")


def _licence(tree: Tree, files: Mapping[str, str], manifests: Sequence[Manifest]) -> str:
    said = next((m.licence for m in manifests if m.licence), "")
    if " OR " in said:
        return said
    texts: list[str] = []
    for path in [p for p in files if "/" not in p and FILE.match(p)][:4]:
        try:
            texts.append(of_text(tree.text(path)))
        except Unreadable:
            continue
    return said or join_licences(texts)
