"""Resolves the project of a folder: its team, private and user folders, with the reason.

`base.discovery` decides the identity, so that the hook process agrees. This module adds reasons for people, errors, and
folders with the right permissions. It starts no process.
"""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from backstory.base.discovery import (
    CONFIG,
    ProjectLocation,
    data_home,
    find_git_dirs,
    locate_project,
    read_dot_git,
    user_home,
)
from backstory.model.errors import BackstoryError, Exit, NewerFormat, NoProject, NotWritable
from backstory.store.files import make_folder, read_file, write_atomic

IMPORTING: Final = "import.json"
"""File in a project's private folder while an archive is imported."""
MOVES: Final = "moves"
"""Folder there with an intent for each move between scopes that is in progress or was interrupted."""
FORMAT: Final = 1
"""The format of `.backstory/` that this version writes. A reader refuses a newer one."""
_CONFIG_LIMIT: Final = 1 << 20
_ROOTS: Final = "project.json"


class Project(NamedTuple):
    """A project and its places; all absolute paths. `git_dir` and `common_dir` are empty without git."""

    root: str
    id: str
    home: str
    """The data home."""
    private: str
    """`<home>/projects/<id>`: memory/, journal/, snapshots/, spool/, index.db"""
    team: str
    """`<root>/.backstory`; missing where the branch has none."""
    user: str
    """`<home>/user`: memory/"""
    local: str
    """`<team>/local`: derived, ignored by git, per working tree."""
    git_dir: str
    common_dir: str
    reasons: tuple[str, ...]
    """How it was found, a sentence each."""
    sparse: str = ""
    """Where this sparse checkout leaves `.backstory` out: the copy of its config in the git folder, for reading."""

    @property
    def config(self) -> str:
        """The `config.toml` whose settings count here; it may be missing."""
        return self.sparse or os.path.join(self.team, "config.toml")

    @property
    def folder(self) -> str:
        """The name of the folder of the project; in a linked working tree that of the main one."""
        is_linked = self.git_dir != self.common_dir and os.path.basename(self.common_dir) == ".git"
        is_whole = is_linked and os.path.lexists(os.path.join(self.root, ".git"))
        return os.path.basename(os.path.dirname(self.common_dir) if is_whole else self.root)


class InitPlace(NamedTuple):
    """Where `init` puts `.backstory`. `id` is the one to keep, empty for a new project. `sparse` as in `Project`."""

    root: str
    id: str
    team: str
    git_dir: str
    common_dir: str
    reasons: tuple[str, ...]
    sparse: str = ""


def resolve_project(cwd: str, environ: Mapping[str, str], *, project_root: str = "") -> Project:
    """The project of `cwd`, or of `project_root` when it is given.

    Raises NoProject, NewerFormat, or BackstoryError for a bare repository, a missing folder or a config without id.
    """
    start = _start(cwd, project_root)
    location = locate_project(start, home=user_home(environ))
    if not location.id:
        raise _absent(location, start)
    number = config_format(location.config)
    if number > FORMAT:
        raise NewerFormat(f"`{location.config}` is in format {number}, this version reads up to {FORMAT}")
    return _project(location, environ, (*_explain_root(project_root), *_how(location)))


def init_root(cwd: str, environ: Mapping[str, str], *, project_root: str = "") -> InitPlace:
    """Where `init` would put `.backstory`: the project already there, the git top level, or the folder itself.

    In a linked worktree the id is that of the main one. Raises BackstoryError in a bare repository or a git folder.
    """
    start = _start(cwd, project_root)
    location = locate_project(start, home=user_home(environ))
    reason_given = _explain_root(project_root)
    if project_root and os.path.realpath(start) != location.root:
        git_dir, common_dir = find_git_dirs(os.path.realpath(start))
        return _init_place(os.path.realpath(start), "", git_dir, common_dir, reason_given)
    if location.id:
        reasons = (*reason_given, *_how(location))
        place = _init_place(location.root, location.id, location.git_dir, location.common_dir, reasons)
        return place._replace(sparse=location.config if location.how == "sparse" else "")
    if location.how == "unreadable":
        reason = f"`{location.config}` is there without an id"
        return _init_place(location.root, "", location.git_dir, location.common_dir, (*reason_given, reason))
    folder = os.path.realpath(start)
    if git_folder(folder):
        raise _bare(folder)
    top = find_worktree(folder)
    if top:
        git_dir, common_dir = find_git_dirs(top)
        return _init_place(
            top, "", git_dir, common_dir, (*reason_given, f"`{top}` is the top level of the git repository")
        )
    return _init_place(folder, "", "", "", (*reason_given, f"no git repository here, so the folder itself: `{folder}`"))


def machine_key(home: str) -> bytes:
    """The machine's key for keyed digests: 32 random bytes in `<home>/key`, created if missing.

    If the data home cannot be written, the key exists for this process only.
    """
    path = os.path.join(home, "key")
    for _ in range(3):
        try:
            key = read_file(path, limit=64)
        except BackstoryError:
            key = b""
        if len(key) == 32:
            return key
        try:
            _make_key(path, broken=bool(key))
        except BackstoryError:
            break
    return os.urandom(32)


def read_machine_key(home: str) -> bytes:
    """The stored key of the machine; empty if there is none, or if it cannot be read.

    For seals: one made with a key of this process only would never match again.
    """
    try:
        key = read_file(os.path.join(home, "key"), limit=64)
    except BackstoryError:
        return b""
    return key if len(key) == 32 else b""


def make_private(project: Project) -> None:
    """Makes the private and user folders of a project, 0700."""
    make_folder(project.home)
    for folder in (project.private, project.user):
        make_folder(os.path.join(folder, "memory"))


def note_root(project: Project, name: str = "") -> None:
    """Adds the working tree to the project's `project.json`, where `uninstall` finds all of them.

    Trees that are gone are left out. Where the data home cannot be written nothing is noted.
    """
    roots, noted_name = project_roots(project.private)
    name = name or noted_name or project.folder
    present = [root for root in roots if root != project.root and os.path.isdir(root)]
    if [*present, project.root] == roots and name == noted_name:
        return
    write_roots(project.private, [*present, project.root], name)


def project_roots(private: str) -> tuple[list[str], str]:
    """(working trees, name) of a project by its private folder, as far as they were noted."""
    import json  # keeps what is not UTF-8 in a path, as lone surrogates

    try:
        noted = json.loads(read_file(os.path.join(private, _ROOTS), limit=_CONFIG_LIMIT))
    except (BackstoryError, ValueError, RecursionError):
        return [], ""
    if not isinstance(noted, dict):
        return [], ""
    roots, name = noted.get("roots"), noted.get("name")
    listed = [root for root in roots if isinstance(root, str)] if isinstance(roots, list) else []
    return listed, name if isinstance(name, str) else ""


def write_roots(private: str, roots: list[str], name: str) -> None:
    """Writes `project.json`; where the data home cannot be written nothing is noted."""
    import json

    try:
        write_atomic(
            os.path.join(private, _ROOTS), json.dumps({"name": name, "roots": roots}, indent=1).encode() + b"\n"
        )
    except NotWritable:
        return


def is_too_wide(root: str, home: str) -> bool:
    """Whether a folder is no project: the root of a disk, the person's home folder, or a folder around that."""
    root, home = os.path.realpath(root), os.path.realpath(home)
    return os.path.dirname(root) == root or (home + os.sep).startswith(root + os.sep)


def config_format(config: str) -> int:
    """The number after `format =` in a `config.toml`; 1 without a readable one."""
    if not config:
        return FORMAT
    try:
        text = read_file(config, limit=_CONFIG_LIMIT).decode("utf-8", "replace")
    except BackstoryError:
        return FORMAT
    for line in text.lstrip("\ufeff").splitlines():
        key, equals, value = line.partition("=")
        if key.strip().startswith("["):
            break
        number = value.partition("#")[0].strip()
        if equals and key.strip() == "format" and number.isdecimal() and len(number) < 10:
            return int(number)
    return FORMAT


def git_folder(folder: str) -> bool:
    """Whether `folder` is inside a git folder itself: a bare repository or a `.git`."""
    while True:
        if os.path.isfile(os.path.join(folder, "HEAD")) and all(
            os.path.isdir(os.path.join(folder, name)) for name in ("objects", "refs")
        ):
            return True
        if read_dot_git(folder)[0]:
            return False
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above


def _make_key(path: str, *, broken: bool) -> None:
    beside = f"{path}.{os.urandom(4).hex()}"
    write_atomic(beside, os.urandom(32))
    try:
        if broken:
            os.replace(beside, path)
            return
        try:
            os.link(beside, path)  # fails when another process was first; then its key is the key
        except FileExistsError:
            pass
        except OSError:  # no hard links here
            if not os.path.exists(path):
                os.replace(beside, path)
                return
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def _project(location: ProjectLocation, environ: Mapping[str, str], reasons: tuple[str, ...]) -> Project:
    home = data_home(environ)
    team = os.path.join(location.root, ".backstory")
    return Project(
        root=location.root,
        id=location.id,
        home=home,
        private=os.path.join(home, "projects", location.id),
        team=team,
        user=os.path.join(home, "user"),
        local=os.path.join(team, "local"),
        git_dir=location.git_dir,
        common_dir=location.common_dir,
        reasons=(*reasons, f"private memory and the index are in `{os.path.join(home, 'projects', location.id)}`"),
        sparse=location.config if location.how == "sparse" else "",
    )


def _init_place(root: str, project: str, git_dir: str, common_dir: str, reasons: tuple[str, ...]) -> InitPlace:
    return InitPlace(root, project, os.path.join(root, ".backstory"), git_dir, common_dir, reasons)


def _start(cwd: str, project_root: str) -> str:
    start = os.path.join(cwd, project_root) if project_root else cwd
    if not os.path.isdir(start):
        raise BackstoryError(
            f"no folder `{project_root or cwd}`",
            hint="pass `--project-root PATH` with a folder that exists",
            code=Exit.NO_PROJECT,
        )
    return start


def _explain_root(project_root: str) -> tuple[str, ...]:
    return (f"`--project-root {project_root}` was given",) if project_root else ()


def _how(location: ProjectLocation) -> tuple[str, ...]:
    reasons = {
        "config": f"`{location.config}` is the nearest config upwards",
        "sparse": f"this sparse checkout leaves `.backstory` out; its config, as git has it, is `{location.config}`",
        "main worktree": f"`{location.root}` is a linked worktree; the id is from the main one, `{location.config}`",
        "other worktree": f"the id is from another worktree of the same repository, `{location.config}`",
        "left behind": f"this branch of `{location.root}` has no `{CONFIG}`; the id was left behind by another",
    }
    return (reasons[location.how], f"the project id is {location.id}")


def _absent(location: ProjectLocation, start: str) -> BackstoryError:
    folder = os.path.realpath(start)
    if location.how == "unreadable":
        return BackstoryError(
            f'`{location.config}` has no line `id = "..."` with a project id',
            hint=f"take the line back from git: `git log -p -- {location.config}`, or run `backstory init`",
            code=Exit.NO_PROJECT,
        )
    if git_folder(folder):
        return _bare(folder)
    return NoProject(folder)


def _bare(folder: str) -> BackstoryError:
    return BackstoryError(
        f"`{folder}` is inside a git folder or a bare repository, which has no files to remember anything about",
        hint="go to a working tree, or make one: `git worktree add ../work`",
        code=Exit.NO_PROJECT,
    )


def find_worktree(folder: str) -> str:
    """The nearest folder from `folder` upwards that holds `.git`; empty outside of a git repository."""
    while True:
        if read_dot_git(folder)[0]:
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
