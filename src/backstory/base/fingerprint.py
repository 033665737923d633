"""Fingerprints of the state that prepared briefs and the index depend on: while it is the same, both are valid."""

import os

from backstory.base.discovery import ProjectLocation, read_head
from backstory.base.journal_lines import compute_crc32
from backstory.base.path_codec import decode_path, encode_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw


def state_fingerprint(location: ProjectLocation, home: str) -> str:
    """The state a brief depends on, as a text to compare: HEAD and branch, the folders of record files of the three
    scopes, git's index and stashes, and the project's configuration. Reads no file but git's HEAD.

    `home` is the data home.
    """
    commit, branch = read_head(location.git_dir, location.common_dir)
    out = [commit, mark_branch(branch)]
    for folder in memory_folders(location.root, home, location.id):
        out += [f"{name}={mtime_ns}" for name, mtime_ns in sorted(_folders(folder).items())]
        out.append("/")
    trusted = os.path.join(home, "projects", location.id, "trusted")
    index = os.path.join(location.git_dir, "index") if location.git_dir else ""
    stashes = os.path.join(location.common_dir, "logs", "refs", "stash") if location.common_dir else ""
    for path in (stashes, index, location.config, trusted):
        out.append(str(_changed(path)) if path else "")
    return " ".join(out)


def file_stamps(root: str, paths: "Iterable[str]") -> str:
    """A line for each path below the root, as `encode_path` writes it: size and time of its last change, the path."""
    lines: list[str] = []
    for path in paths:
        try:
            info = os.stat(os.path.join(root, decode_path(path)))
            lines.append(f"{info.st_size}:{info.st_mtime_ns} {path}")
        except (OSError, ValueError):
            lines.append(f"- {path}")
    return "\n".join(lines)


def briefs_folder(private: str, root: str) -> str:
    """The folder of the briefs prepared for a working tree; `private` is the project's folder in the data home.

    Two trees may share it: each brief names the tree that it is for.
    """
    return os.path.join(private, "briefs", f"{compute_crc32(encode_path(root).encode()):08x}")


def memory_folders(root: str, home: str, project: str) -> tuple[str, str, str]:
    """The folders of a project's record files: team, private, user."""
    return (
        os.path.join(root, ".backstory", "memory"),
        os.path.join(home, "projects", project, "memory"),
        os.path.join(home, "user", "memory"),
    )


def head_text(commit: str, branch: str) -> str:
    """HEAD as `Index.hide` keeps it. Never empty: no commit and no branch is a state, too."""
    return f"{commit} {mark_branch(branch)}".strip() or "none"


def mark_branch(branch: str) -> str:
    """A digest of a branch's name: the name has not passed the gate, and it may not be valid text."""
    return f"{compute_crc32(branch.encode('utf-8', 'surrogateescape')):08x}" if branch else ""


SAME_HEAD, FORWARD, AWAY, UNKNOWN = "here", "forward", "away", "unknown"
"""Where HEAD is, seen from the state that the index has computed: the same; further on, on the same branch; elsewhere;
the index has no state to compare with, and cannot answer."""
OUTDATED = "outdated"
"""In place of a HEAD: files came that the policy has not judged yet."""
BEHIND = "~"
"""Before a HEAD: private records came since the hidden ones were computed for it."""


def index_state(con: "apsw.Connection", location: ProjectLocation) -> tuple[str, bool]:
    """(where HEAD is, seen from the index; whether the index needs a refresh)."""
    tree = encode_path(location.root)
    row = con.execute("SELECT head FROM tree WHERE tree = ?", (tree,)).fetchone()
    stamps = con.execute("SELECT folder, mtime_ns, tree FROM stamp WHERE tree IN (?, '')", (tree,)).fetchall()
    if row is None or row[0] == OUTDATED or not any(of == tree for _, _, of in stamps):
        return UNKNOWN, True
    commit, branch = read_head(location.git_dir, location.common_dir)
    if row[0] not in ("", head_text(commit, branch)):
        return _find_head(location, str(row[0]), commit, branch), True
    return SAME_HEAD, any(at == 0 or _changed(decode_path(str(folder))) != at for folder, at, _ in stamps)


def _find_head(location: ProjectLocation, computed_for: str, commit: str, branch: str) -> str:
    from backstory.base.head_moves import moved_forward

    before, _, mark = computed_for.partition(" ")
    if (
        not before.startswith(BEHIND)
        and mark == mark_branch(branch)
        and moved_forward(location.git_dir, before, commit)
    ):
        return FORWARD
    return AWAY


MAX_FOLDERS = 1_000
"""Folders of branches that a fingerprint looks at."""


def refs_fingerprint(common_dir: str) -> str:
    """Changes whenever a local branch moves, comes or goes, and when the remote's main branch is another one.

    Git replaces the file of a branch, so that the time of the folder around it changes as well.
    """
    if not common_dir:
        return ""
    marks = [_changed(os.path.join(common_dir, name)) for name in ("packed-refs", "refs/remotes/origin/HEAD")]
    folders = [os.path.join(common_dir, "refs", "heads")]
    for folder in folders:
        marks.append(_changed(folder))
        if len(folders) < MAX_FOLDERS:
            folders += _folders_in(folder)
    return " ".join(map(str, marks))


def _folders_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.path for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _folders(folder: str) -> dict[str, int]:
    out = {".": _changed(folder)}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                    out[entry.name] = entry.stat(follow_symlinks=False).st_mtime_ns
    except OSError:
        pass
    return out


def _changed(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return -1
