"""Surveys a repository without parsing its code: its files, and what its README, manifests and licence say.

With git the index answers and no file is touched but the few that are read; without git a guarded walk does. Only
READMEs, manifests, licences and files that look like the beginning of a program are opened, each within limits.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from stat import S_ISLNK, S_ISREG
from typing import Final

from backstory.git.porcelain import Tracked
from backstory.git.repository import OWN, Git
from backstory.git.worktree import HASH_LIMIT, TEXT_LIMIT, Tree, Unreadable, escape_path, unescape_path
from backstory.model.late_pattern import late_pattern
from backstory.model.snapshot import GitState, RepositoryFacts, Script, Skipped, Snapshot
from backstory.survey.entry_points import entry_points
from backstory.survey.filters import filter_paths as filter_paths
from backstory.survey.folders import FOREIGN, Folders, count_languages, describe_layout, test_places
from backstory.survey.license import FILE, join_licences, of_text
from backstory.survey.manifests import LIMIT as MANIFEST_LIMIT
from backstory.survey.manifests import Entry, Manifest, is_manifest, read_manifest
from backstory.survey.manifests.workspace import find_packages
from backstory.survey.result import Listing as Listing
from backstory.survey.result import Probes
from backstory.survey.result import Survey as Survey

MAX_FILES: Final = 50_000
MAX_SKIPPED: Final = 100
"""Skipped files that are named; the rest is counted."""

_MANIFESTS_LISTED: Final = 40
_MANIFESTS_READ: Final = 24
_MANIFEST_DEPTH: Final = 2
_ENTRIES: Final = 24
_SCRIPTS: Final = 80
_PACKAGES: Final = 60
_ASIDE: Final = late_pattern(
    r"(?:^|/)(?:\.(?!cargo$)[^/]*|fuzz|fuzzing|template|templates|template-[^/]*|[^/]*_template|fixtures|tests?-[^/]*)(?=/|$)"
)
"""Folders whose manifests say nothing about the project: tools' own, templates for others, set-ups for tests."""


def survey_repository(
    root: str,
    git: Git,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    max_files: int = MAX_FILES,
    max_bytes: int = TEXT_LIMIT,
    state: GitState | None = None,
    earlier: Snapshot | None = None,
) -> Survey:
    """Reads the repository at `root`.

    `include` and `exclude` are globs as in a `.gitignore`; nothing in `include` means all. Where there are more than
    `max_files`, the deepest are left out. No text file larger than `max_bytes` is read. `state` is git's state where
    the caller has it already: that saves asking again for what is untracked. `earlier` is a snapshot from which all
    that a survey says is taken over, if only files were edited since that it did not open. Never raises on what the
    files hold.
    """

    def list_all() -> Listing:
        return list_files(root, git, include=include, exclude=exclude, max_files=max_files, state=state)

    if earlier is not None and state is not None:
        from backstory.survey.reuse import carry_over

        carried = carry_over(
            root,
            earlier,
            state,
            include=include,
            exclude=exclude,
            max_files=max_files,
            list_all=lambda: list_all().files,
        )
        if carried is not None:
            return carried
    listing = list_all()
    tree = _NotedTree(root)
    plain = Tree(root)
    files = listing.files
    folders = Folders(files)
    manifest_paths = _manifests(folders, _folder_name(root))
    manifests, problems = _read_manifests(
        plain, manifest_paths[:_MANIFESTS_READ], files, min(MANIFEST_LIMIT, max_bytes)
    )
    own = [manifest for manifest in manifests if "/" not in manifest.path]
    name = next((manifest.name for manifest in own if manifest.name), "") or _folder_name(root)
    named_so = [manifest for manifest in manifests if manifest.name.lower() == name.lower() and manifest not in own]
    readme, purpose = _purpose(tree, files, [*own, *named_so], (name, os.path.basename(root)), max_bytes)
    probes: Probes = {}
    entries = entry_points(plain, files, folders, manifests, name.lower(), probes)
    scripts = chain.from_iterable(manifest.scripts for manifest in manifests)
    members = find_packages(tree, files)[:_PACKAGES]
    facts = RepositoryFacts(
        name=escape_path(name),
        purpose=purpose,
        manifests=tuple(escape_path(path) for path in manifest_paths[:_MANIFESTS_LISTED]),
        entry_points=tuple(map(_describe_entry, entries[:_ENTRIES])),
        scripts=tuple(islice(map(_escape_script, scripts), _SCRIPTS)),
        languages=count_languages(folders),
        layout=describe_layout(folders),
        tests=test_places(folders),
        licence=_licence(tree, files, own),
        packages=tuple(f"{escape_path(member.path)} ({member.name})" for member in members),
    )
    skipped = (*problems, *listing.skipped)
    return Survey(
        facts, files, skipped[:MAX_SKIPPED] + _counted(len(skipped) - MAX_SKIPPED), listing.bytes,
        tuple(dict.fromkeys(entry.path for entry in entries if entry.path)), tuple(manifest_paths), readme,
        dict.fromkeys(manifest_paths[:_MANIFESTS_READ], "") | {one.path: one.digest() for one in manifests}
        | tree.noted, probes,
    )  # fmt: skip


class _NotedTree(Tree):
    """A tree that notes which files are read."""

    __slots__ = ("noted",)

    def __init__(self, root: str) -> None:
        super().__init__(root)
        self.noted: dict[str, str] = {}

    def read(self, path: str, limit: int = TEXT_LIMIT) -> bytes:
        self.noted[path] = ""
        return super().read(path, limit)


def _folder_name(root: str) -> str:
    return os.path.basename(os.path.realpath(root))


def _read_manifests(
    tree: Tree, paths: Sequence[str], files: Mapping[str, str], limit: int
) -> tuple[list[Manifest], list[Skipped]]:
    """The manifests that can be read, and what is wrong with the others."""
    manifests: list[Manifest] = []
    problems: list[Skipped] = []
    for path in paths:
        try:
            manifest = read_manifest(path, tree.text(path, limit), files)
        except Unreadable as err:
            problems.append(Skipped(escape_path(path), err.reason))
            continue
        manifests.append(manifest)
        if manifest.problem:
            problems.append(Skipped(escape_path(path), manifest.problem))
    return manifests, problems


def _describe_entry(entry: Entry) -> str:
    return f"{escape_path(entry.path)} ({entry.what})" if entry.path else entry.what


def _escape_script(script: Script) -> Script:
    return Script(script.name, script.command, escape_path(script.where))


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
    files = _tracked(root, git, state, skipped) if git.available() else None
    if files is None:
        files = dict(walk_regular_files(root, skipped))
    paths = filter_paths(sorted(files), include, exclude)
    if len(paths) > max_files:
        left_out = len(paths) - max_files
        paths = sorted(sorted(paths, key=lambda path: (path.count("/"), path))[:max_files])
        skipped.insert(0, Skipped(".", f"{left_out:,} file{'s' * (left_out != 1)} beyond the limit of {max_files:,}"))
    return Listing({path: files[path][0] for path in paths}, tuple(skipped), sum(files[path][1] for path in paths))


def _tracked(root: str, git: Git, state: GitState | None, skipped: list[Skipped]) -> dict[str, tuple[str, int]] | None:
    """Path -> (blob id, size); None when git does not answer here."""
    index = git.index()
    if index is None:
        return None
    deleted, others = _changed_paths(git, state)
    files: dict[str, tuple[str, int]] = {}
    entries = {path: entry for path, entry in index.items() if not is_own(path)}
    for path, entry in entries.items():
        if entry.absent:
            continue
        if reason := _reason_to_skip(entry):
            skipped.append(Skipped(escape_path(path), reason))
        elif path not in deleted:
            files[path] = (entry.oid, entry.size)
    absent = sum(1 for entry in entries.values() if entry.absent)
    if absent:
        skipped.append(Skipped(".", f"{absent:,} tracked files are not checked out"))
    files.update(_untracked(Tree(root), others, skipped))
    return files


def _changed_paths(git: Git, state: GitState | None) -> tuple[set[str], list[str]]:
    """(tracked paths that are deleted, untracked paths), from git's state where it names all of them."""
    if state is None or state.more_changes or not (state.commit or state.branch):
        return set(), git.untracked()
    return set(_paths_in(state, "deleted")), _paths_in(state, "untracked")


def _paths_in(state: GitState, kind: str) -> list[str]:
    """Paths of the changes of one kind."""
    return [unescape_path(change.path) for change in state.changes if change.state == kind]


def is_own(path: str) -> bool:
    """Whether a path is our own folder or in it."""
    return path.startswith(OWN) and (path == OWN or path[len(OWN)] == "/")


def _reason_to_skip(entry: Tracked) -> str:
    """Why a file of the index does not count; empty for one that does."""
    if entry.mode[:3] != "100":
        return "submodule" if entry.mode == "160000" else "symbolic link"
    return f"larger than {HASH_LIMIT >> 20} MB" if entry.size > HASH_LIMIT else ""


def _untracked(tree: Tree, paths: Iterable[str], skipped: list[Skipped]) -> Iterator[tuple[str, tuple[str, int]]]:
    """Untracked files that count: path and ("", size)."""
    for path in paths:
        if path.endswith("/"):
            skipped.append(Skipped(escape_path(path), "another repository"))
        elif not path.startswith(OWN + "/"):
            size = _size(tree, path, skipped)
            if size is not None:
                yield path, ("", size)


def _size(tree: Tree, path: str, skipped: list[Skipped]) -> int | None:
    """The size of a file that counts; None, with a reason noted, for one that is not regular or too large."""
    try:
        status = tree.stat(path)
    except Unreadable as err:
        skipped.append(Skipped(escape_path(path), err.reason))
        return None
    if S_ISLNK(status.st_mode):
        skipped.append(Skipped(escape_path(path), "symbolic link"))
    elif not S_ISREG(status.st_mode):
        skipped.append(Skipped(escape_path(path), "not a regular file"))
    elif status.st_size > HASH_LIMIT:
        skipped.append(Skipped(escape_path(path), f"larger than {HASH_LIMIT >> 20} MB"))
    else:
        return status.st_size
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


def _counted(more: int) -> tuple[Skipped, ...]:
    return (Skipped(".", f"and {more:,} more"),) if more > 0 else ()


def _manifests(folders: Folders, own: str) -> list[str]:
    """Manifests near the top, the top first, then those of a folder with the project's own name."""
    ranked: list[tuple[int, bool, str]] = []
    for folder, names in folders.names.items():
        if folder.count("/") >= _MANIFEST_DEPTH or folders.role[folder] in FOREIGN or _ASIDE.search(folder):
            continue
        depth = folder.count("/") + 1 if folder else 0
        is_other = folder.rpartition("/")[2] != own
        ranked += [(depth, is_other, _join(folder, base)) for base in names if _is_manifest_in(folder, base)]
    return [path for _, _, path in sorted(ranked)]


def _is_manifest_in(folder: str, base: str) -> bool:
    return is_manifest(base) or (base == "config.toml" and folder == ".cargo")


def _join(folder: str, base: str) -> str:
    return f"{folder}/{base}" if folder else base


def _purpose(
    tree: Tree, files: Mapping[str, str], manifests: Sequence[Manifest], names: tuple[str, ...], max_bytes: int
) -> tuple[str, str]:
    """(path of the README, the project's purpose by it or else by a manifest)."""
    from backstory.survey.readme import find_purpose, shorten_description

    readme = ""
    for path in _find_readmes(files)[:4]:
        try:
            text = tree.text(path, max(max_bytes, TEXT_LIMIT))
        except Unreadable:
            continue
        readme = readme or path
        if purpose := find_purpose(text, path, names):
            return path, purpose
    descriptions = (shorten_description(manifest.description) for manifest in manifests if manifest.description)
    return readme, next(filter(None, descriptions), "")


_README_FOLDERS: Final = ("", ".github", "docs")
_README_ENDINGS: Final = ("md", "markdown", "rst", "txt", "", "adoc", "org", "rdoc", "textile")


def _find_readmes(files: Iterable[str]) -> list[str]:
    """Paths of READMEs, the best first: by their folder, then by their markup."""
    ranked: list[tuple[int, int, str]] = []
    for path in files:
        folder, _, base = path.rpartition("/")
        stem, _, ending = base.lower().partition(".")
        if stem == "readme" and ending in _README_ENDINGS and folder in _README_FOLDERS:
            ranked.append((_README_FOLDERS.index(folder), _README_ENDINGS.index(ending), path))
    return [path for _, _, path in sorted(ranked)]


def _licence(tree: Tree, files: Mapping[str, str], manifests: Sequence[Manifest]) -> str:
    expression = next((manifest.licence for manifest in manifests if manifest.licence), "")
    if " OR " in expression:
        return expression
    return expression or join_licences(_licence_texts(tree, files))


def _licence_texts(tree: Tree, files: Mapping[str, str]) -> list[str]:
    """The contents of the top-level licence files."""
    texts: list[str] = []
    for path in [path for path in files if "/" not in path and FILE.match(path)][:4]:
        try:
            texts.append(of_text(tree.text(path)))
        except Unreadable:
            continue
    return texts
