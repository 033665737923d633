"""Finds the project of a folder and git's HEAD by reading files: no process, few imports.

The only resolver of project identity. The hook process calls it directly, all others through `store.places`.
"""

import os
import sys

from backstory.base.regular_file import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONFIG = os.path.join(".backstory", "config.toml")
LOCAL_ID_FILE = os.path.join(".backstory", "local", "id")
"""Ignored by git, so it survives the checkout of a branch that has no `.backstory/config.toml`."""
COPIES = "backstory"
"""Folder in a working tree's git folder: copies of the `config.toml` files that a sparse checkout leaves out."""
_DIGITS = frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_READ = 65536


class ProjectLocation:
    """The project found from a folder upwards. Every path is absolute and real, or empty.

    `id` is empty without a project. `how` names the evidence: `config`, `sparse`, `main worktree`, `other worktree`,
    `left behind` (found), `unreadable`, `repository`, `nothing` (not found).
    """

    __slots__ = ("common_dir", "config", "git_dir", "how", "id", "root")

    def __init__(self, root: str, project: str, git_dir: str, common_dir: str, config: str, how: str) -> None:
        self.root = root
        self.id = project
        self.git_dir = git_dir
        self.common_dir = common_dir
        self.config = config
        self.how = how

    def _all(self) -> tuple[str, ...]:
        return self.root, self.id, self.git_dir, self.common_dir, self.config, self.how

    def __iter__(self) -> "Iterator[str]":
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProjectLocation) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return f"Found{self._all()!r}"


def data_home(environ: "Mapping[str, str]") -> str:
    """The folder of all data outside repositories; `BACKSTORY_HOME` names that folder itself."""
    own = environ.get("BACKSTORY_HOME", "")
    if own:
        return os.path.abspath(_tilde(own, environ))
    xdg = environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(xdg):  # the XDG specification says to ignore a relative one
        return os.path.join(xdg, "backstory")
    if sys.platform == "win32":
        local = environ.get("LOCALAPPDATA", "")
        return os.path.join(local or os.path.join(user_home(environ), "AppData", "Local"), "backstory")
    if sys.platform == "darwin":
        return os.path.join(user_home(environ), "Library", "Application Support", "backstory")
    return os.path.join(user_home(environ), ".local", "share", "backstory")


def is_own(info: os.stat_result) -> bool:
    """Whether a file belongs to this user; under `sudo` also to the user who called it, as in git."""
    if not hasattr(os, "geteuid"):
        return True
    user = os.geteuid()
    return info.st_uid == user or (user == 0 and str(info.st_uid) == os.environ.get("SUDO_UID"))


def is_private(home: str, private: str) -> bool:
    """Whether only this user can write to the data home and to a project's folder in it; missing ones are fine.

    Neither that folder nor the files and folders written in it may be links.
    """
    for path in (home, private, *[os.path.join(private, name) for name in ("index.db", "spool", "journal", "memory")]):
        try:
            info = os.stat(path) if path == home else os.lstat(path)
        except (OSError, ValueError):
            continue
        if not _is_closed(info, is_folder=path in (home, private)):
            return False
    return True


def _is_closed(info: os.stat_result, *, is_folder: bool) -> bool:
    """Whether a path belongs to this user and is no link; in the case of a folder, only this user may write to it."""
    if not is_own(info) or info.st_mode & 0o170000 == 0o120000:
        return False
    return not is_folder or sys.platform == "win32" or not info.st_mode & 0o022


def user_home(environ: "Mapping[str, str]") -> str:
    """The person's home folder."""
    name = "USERPROFILE" if sys.platform == "win32" else "HOME"
    return environ.get(name, "") or os.path.expanduser("~")


def find_project(cwd: str, *, home: str = "") -> ProjectLocation | None:
    """The project that `cwd` belongs to, or None. `home` is the person's home folder (default: the environment's)."""
    location = locate_project(cwd, home=home)
    return location if location.id else None


def locate_project(cwd: str, *, home: str = "") -> ProjectLocation:
    """Finds the project like `find_project`. Without one, `how` of the result says why."""
    start = folder = os.path.realpath(cwd)
    home = os.path.realpath(home or user_home(os.environ))
    while True:
        may_be_project = folder != home or folder == start
        location = _configured_project(folder) if may_be_project else None
        location = location or _repository_project(start, folder, may_be_project)
        if location is not None:
            return location
        above = os.path.dirname(folder)
        if above == folder:
            return ProjectLocation("", "", "", "", "", "nothing")
        folder = above


def _configured_project(folder: str) -> ProjectLocation | None:
    """The project whose `config.toml` is in this very folder."""
    config = os.path.join(folder, CONFIG)
    project = read_id(config)
    if project is None or not _ours(folder):
        return None
    git_dir, common_dir = find_git_dirs(folder)
    return ProjectLocation(folder, project, git_dir, common_dir, config, "config" if project else "unreadable")


def _repository_project(start: str, folder: str, may_be_project: bool) -> ProjectLocation | None:
    """The project of the repository whose `.git` is in this very folder: from a sparse checkout, another working tree,
    or an id that was left behind. None without a repository and in a submodule, whose project may be above it."""
    kind, git_dir, common_dir = read_dot_git(folder)
    if not kind:
        return None
    copied = _copied(start, folder, git_dir)
    if copied:
        root, project, config = copied
        return ProjectLocation(root, project, git_dir, common_dir, config, "sparse")
    if kind == "submodule":
        return None
    if kind == "worktree":
        sibling = _sibling_project(folder, git_dir, common_dir)
        if sibling is not None:
            return sibling
    left = _left(folder) if may_be_project else ""
    if left:
        return ProjectLocation(folder, left, git_dir, common_dir, "", "left behind")
    return ProjectLocation("", "", git_dir, common_dir, "", "repository")


def _sibling_project(folder: str, git_dir: str, common_dir: str) -> ProjectLocation | None:
    """The project of another working tree of the same repository."""
    for root, how in _siblings(git_dir, common_dir):
        config = os.path.join(root, CONFIG)
        project = read_id(config) or ""
        if project:
            return ProjectLocation(folder, project, git_dir, common_dir, config, how)
    return None


def read_id(config: str) -> str | None:
    """The project id of a `config.toml`; empty without a valid one, None without such a file.

    Reads only the `id = "..."` line, so that a file that is broken elsewhere still identifies its project.
    """
    data = read_regular(config, _READ)
    if data is None:
        return None
    for line in data.decode("utf-8", "replace").lstrip("\ufeff").splitlines():
        text = line.strip()
        if text.startswith("["):
            break
        ident = _id_in_line(text)
        if ident:
            return ident
    return ""


def _id_in_line(line: str) -> str:
    """The id that a line `id = "..."` sets; empty for other lines and for invalid ids."""
    key, equals, value = line.partition("=")
    if not equals or key.strip().strip("\"'") != "id":
        return ""
    value = value.strip()
    quote = value[:1]
    ident = value[1:].partition(quote)[0] if quote in ("'", '"') and value else ""
    return ident if is_id(ident) else ""


def is_id(text: str) -> bool:
    """Whether `text` is a canonical ULID, and so safe as the name of a folder."""
    return len(text) == 26 and text[0] in "01234567" and all(character in _DIGITS for character in text)


def read_dot_git(folder: str) -> tuple[str, str, str]:
    """(kind, git dir, common dir) of the repository whose `.git` is in this very folder; all empty without one.

    The kinds are `plain`, `worktree` (a linked one) and `submodule`.
    """
    dot_git = os.path.join(folder, ".git")
    try:
        mode = os.stat(dot_git).st_mode
    except (OSError, ValueError):
        return "", "", ""
    if mode & 0o170000 == 0o040000:
        git_dir, kind = dot_git, "plain"
    else:
        text = (read_regular(dot_git, _READ) or b"").decode("utf-8", "surrogateescape")
        if not text.startswith("gitdir:"):
            return "", "", ""
        named = text[7:].strip()
        if "\0" in named:
            return "", "", ""  # no folder has such a name
        git_dir = os.path.realpath(os.path.join(folder, named))
        kind = "submodule" if "modules" in _parts(git_dir) else "plain"
    if not os.path.exists(os.path.join(git_dir, "HEAD")):
        return "", "", ""  # git does not accept it as a repository either
    common_dir = git_dir
    common = read_regular(os.path.join(git_dir, "commondir"), _READ)
    if common is not None and b"\0" not in common:
        common_dir = os.path.realpath(os.path.join(git_dir, common.decode("utf-8", "surrogateescape").strip()))
        if os.path.basename(os.path.dirname(git_dir)) == "worktrees":
            kind = "submodule" if "modules" in _parts(common_dir) else "worktree"
    return kind, git_dir, common_dir


def find_git_dirs(folder: str) -> tuple[str, str]:
    """(git dir, common dir) of the repository whose working tree holds `folder`; empty without one."""
    while True:
        kind, git_dir, common_dir = read_dot_git(folder)
        if kind:
            return git_dir, common_dir
        above = os.path.dirname(folder)
        if above == folder:
            return "", ""
        folder = above


def read_head(git_dir: str, common_dir: str) -> tuple[str, str]:
    """(commit id, branch) of HEAD; each is empty if there is none: unborn, detached, no git.

    While a rebase or a bisection goes on, HEAD is detached, and the branch is the one that it goes back to.
    """
    if not git_dir:
        return "", ""
    text = _line(os.path.join(git_dir, "HEAD"))
    branch = ""
    for _ in range(6):  # a chain of symbolic refs; longer than that is a loop
        if not text.startswith("ref:"):
            return (text if _is_hex(text) else ""), branch or _left_branch(git_dir)
        ref = text[4:].strip()
        if not _is_ref(ref):
            return "", ""
        if not branch and ref.startswith("refs/heads/"):
            branch = ref[11:]
        text = _line(os.path.join(git_dir, ref)) or _shared_ref(common_dir, ref)
    return "", branch


def _left_branch(git_dir: str) -> str:
    from backstory.base.git_operations import find_left_branch  # only a detached HEAD asks

    return find_left_branch(git_dir)


def _is_ref(ref: str) -> bool:
    """Whether a name stays inside the git folder."""
    return bool(ref) and not ref.startswith("/") and ".." not in ref.split("/")


def _shared_ref(common_dir: str, ref: str) -> str:
    """What a ref holds that all working trees share; empty if it does not exist."""
    return (_line(os.path.join(common_dir, ref)) or _packed(common_dir, ref)) if common_dir else ""


def read_ref(git_dir: str, common_dir: str, ref: str) -> str:
    """The commit id of a full ref name such as `refs/remotes/origin/main`; empty if the ref does not exist."""
    text = ref
    for _ in range(6):  # a chain of symbolic refs; longer than that is a loop
        if not text.startswith("refs/") or ".." in text.split("/"):
            return ""
        # A ref that all worktrees share is never read in the folder of one, where somebody may have planted it.
        own = text.startswith(("refs/bisect/", "refs/rewritten/", "refs/worktree/"))
        line = _line(os.path.join(git_dir if own else common_dir, text)) or _packed(common_dir, text)
        if not line.startswith("ref:"):
            return line if _is_hex(line) else ""
        text = line[4:].strip()
    return ""


def _siblings(git_dir: str, common_dir: str) -> "Iterator[tuple[str, str]]":
    """The other working trees of a repository: the main one first, then the linked ones by name."""
    if os.path.basename(common_dir) == ".git":
        yield os.path.dirname(common_dir), "main worktree"
    folder = os.path.join(common_dir, "worktrees")
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        text = _line(os.path.join(folder, name, "gitdir"))
        if text and os.path.join(folder, name) != git_dir:
            yield os.path.dirname(os.path.join(folder, name, text)), "other worktree"


def find_worktrees(git_dir: str, common_dir: str) -> list[str]:
    """The other working trees of a repository that are there."""
    others = (root for root, _ in _siblings(git_dir, common_dir)) if common_dir else ()
    own = os.path.realpath(git_dir)
    return [root for root in others if os.path.isdir(root) and os.path.realpath(os.path.join(root, ".git")) != own]


def sparse_config_path(git_dir: str, below: str) -> str:
    """The path of the copy of a sparse checkout's config. `below` is the project's folder relative to the top."""
    return os.path.join(git_dir, COPIES, below, "config.toml")


def _copied(start: str, top: str, git_dir: str) -> tuple[str, str, str] | None:
    """(root, project id, copy) of the nearest project from `start` up to `top` that only git has."""
    if not os.path.isdir(os.path.join(git_dir, COPIES)) or not _ours(top, ".git"):
        return None
    while True:
        config = sparse_config_path(git_dir, "" if start == top else os.path.relpath(start, top))
        project = read_id(config)
        if project:
            return start, project, config
        if len(start) <= len(top):
            return None
        start = os.path.dirname(start)


def _left(folder: str) -> str:
    text = _line(os.path.join(folder, LOCAL_ID_FILE))
    return text if is_id(text) and _ours(folder) else ""


def _ours(folder: str, name: str = ".backstory") -> bool:
    """False for a `.backstory` that another user planted in a folder that anybody may write, such as `/tmp`."""
    if not hasattr(os, "geteuid"):
        return True
    try:
        above, there = os.stat(folder), os.stat(os.path.join(folder, name))
    except OSError:
        return True
    return not above.st_mode & 0o002 or there.st_uid in (os.geteuid(), 0) or os.geteuid() == 0


def _packed(common_dir: str, ref: str) -> str:
    data = read_regular(os.path.join(common_dir, "packed-refs"), 1 << 26) or b""
    name = b" " + ref.encode("utf-8", "surrogateescape")
    end = data.find(name + b"\n")
    if end < 0:
        return ""
    return data[data.rfind(b"\n", 0, end) + 1 : end].decode("ascii", "replace")


def _is_hex(text: str) -> bool:
    return len(text) in (40, 64) and all(digit in "0123456789abcdef" for digit in text)


def _parts(path: str) -> list[str]:
    return path.replace("\\", "/").split("/")


def _tilde(path: str, environ: "Mapping[str, str]") -> str:
    return user_home(environ) + path[1:] if path == "~" or path.startswith(("~/", "~\\")) else path


def _line(path: str) -> str:
    return (read_regular(path, _READ) or b"").decode("utf-8", "surrogateescape").strip()
