"""The files of a working tree with a content hash each, as cheaply as the tree allows.

With git the index already holds a blob id for every tracked file: they are taken as they are (`git ls-files -s`), and
only what `git status` names is read and hashed. Without git a guarded walk hashes what changed since the last one.
Content is read here too, behind guards: no device, no FIFO, no link, nothing too large.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha1, sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.worktree import shown

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from backstory.git.repository import Git


PARSE_LIMIT: Final = 1_000_000
"""Bytes of the largest file whose content is indexed; what is larger is listed only."""
WALK_LIMIT: Final = 200_000
"""Files a walk without git takes at most."""
_REGULAR: Final = ("100644", "100755", "100664")
_NEVER: Final = frozenset(
    [
        ".git", ".hg", ".svn", ".jj", ".bzr", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".nox",
        ".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".idea", ".vscode", "bower_components",
        ".terraform", ".next", ".nuxt", ".cache", ".backstory", "DerivedData", "Pods", ".eggs",
    ]
)  # fmt: skip
"""Folders that a walk without git does not enter."""


class Entry(NamedTuple):
    """A regular file of the tree. `oid` is the git blob id of its content, empty where it cannot be read."""

    path: str
    oid: str


class Dirty(NamedTuple):
    """A path whose content in the tree is not what the git index holds. `oid` empty: deleted or unreadable."""

    path: str
    oid: str
    stamp: str
    """Size, time and inode, to know next time that nothing happened since."""


class Status(NamedTuple):
    head: str
    """Commit id, empty before the first one."""
    dirty: tuple[str, ...]
    """Tracked paths that differ from the index or (staged) from HEAD, and untracked files that are not ignored."""
    gone: frozenset[str]
    """Of `dirty`, those that are no regular file of the tree any more."""


def listed(git: "Git") -> Iterator[Entry]:
    """Tracked files as the git index has them, without links, submodules and what a sparse checkout leaves out."""
    previous = ""
    for row in git.run("ls-files", "-s", "-t", "-z").split(b"\0"):
        if not row:
            continue
        meta, _, raw = row.partition(b"\t")
        tag, mode, oid, _stage = meta.decode().split(" ")
        path = told(raw)
        if path and tag != "S" and mode in _REGULAR and path != previous:
            yield Entry(path, oid)
        previous = path


def changed_between(git: "Git", old: str, new: str) -> list[Entry]:
    """Paths that differ between two commits with their blob ids in `new` (empty: deleted or no regular file)."""
    out: list[Entry] = []
    fields = git.run(
        "diff", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules", "--relative", old, new, "--"
    ).split(b"\0")
    for i in range(0, len(fields) - 1, 2):
        _old_mode, new_mode, _old, oid, _letter = fields[i].decode().split(" ")
        path = told(fields[i + 1])
        if path:
            out.append(Entry(path, oid if new_mode in _REGULAR else ""))
    return out


def status(git: "Git") -> Status:
    """One `git status`: the commit and every path that is not as the index and HEAD have it."""
    fields = git.run("status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--ignore-submodules=all",
                 "--untracked-files=normal", "--", ".").split(b"\0")  # fmt: skip
    prefix = git.prefix
    head = ""
    dirty: list[str] = []
    gone: set[str] = set()
    there: set[str] = set()
    for field in fields:
        if field.startswith(b"# branch.oid "):
            head = field[13:].decode()
            head = "" if head == "(initial)" else head
            continue
        kind, _, rest = field.partition(b" ")
        if kind == b"?":
            path = told(rest).removeprefix(prefix)
            found = tuple(_below(git, path)) if path.endswith("/") else (path,) if path else ()
            dirty.extend(found)
            there.update(found)
        elif kind in (b"1", b"2", b"u"):
            cut = {b"1": 7, b"2": 8, b"u": 9}[kind]
            parts = rest.split(b" ", cut)
            path = told(parts[-1]).removeprefix(prefix)
            if not path:
                continue
            dirty.append(path)
            worktree_mode = parts[4 if kind != b"u" else 5].decode()
            if worktree_mode not in _REGULAR:
                gone.add(path)
    # `git rm --cached` leaves a file that git names twice: as deleted and as untracked. It is there.
    return Status(head, tuple(dict.fromkeys(dirty)), frozenset(gone - there))


def _below(git: "Git", folder: str) -> Iterator[str]:
    for raw in git.run("ls-files", "-o", "--exclude-standard", "-z", "--", f":(literal){folder}").split(b"\0"):
        if not raw.endswith(b"/") and (path := told(raw)):
            yield path


def told(raw: bytes) -> str:
    """A name as git prints it, or nothing for one that is no text: the index of the code leaves such files out."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""


def stamp_of(path: str) -> str:
    """Size, times and inode of a regular file in one word; empty for everything else."""
    try:
        s = os.lstat(path)
    except OSError:
        return ""
    if not stat.S_ISREG(s.st_mode):
        return ""
    return f"{s.st_size}-{s.st_mtime_ns}-{s.st_ctime_ns}-{s.st_ino}"


def read(path: str, limit: int = PARSE_LIMIT) -> bytes | None:
    """Content of a regular file up to `limit` bytes; None for what is larger, missing, a link, a device or a FIFO."""
    try:
        fd = os.open(
            path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
    except OSError:
        return None
    try:
        s = os.fstat(fd)
        if not stat.S_ISREG(s.st_mode) or s.st_size > limit:
            return None
        data = os.read(fd, s.st_size + 1)
        while len(data) < s.st_size:
            more = os.read(fd, s.st_size - len(data))
            if not more:
                break
            data += more
        return data
    except OSError:
        return None
    finally:
        os.close(fd)


def blob_id(data: bytes, *, wide: bool = False) -> str:
    """The id git gives to a blob of this content (`wide`: in a SHA-256 repository)."""
    made = (sha256 if wide else sha1)(b"blob %d\0" % len(data), usedforsecurity=False)
    made.update(data)
    return made.hexdigest()


def hash_file(path: str, *, wide: bool = False) -> str:
    """Blob id of a file of any size, read in pieces; empty for what is no regular file."""
    try:
        fd = os.open(
            path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
    except OSError:
        return ""
    try:
        s = os.fstat(fd)
        if not stat.S_ISREG(s.st_mode):
            return ""
        made = (sha256 if wide else sha1)(b"blob %d\0" % s.st_size, usedforsecurity=False)
        while piece := os.read(fd, 1 << 20):
            made.update(piece)
        return made.hexdigest()
    except OSError:
        return ""
    finally:
        os.close(fd)


def dirty_now(root: str, paths: Iterable[str], known: Mapping[str, Dirty], *, wide: bool = False) -> Iterator[Dirty]:
    """What is in the tree at `paths`; content whose stamp is in `known` is not read again."""
    for path in paths:
        full = os.path.join(root, path)
        stamp = stamp_of(full)
        if not stamp:
            yield Dirty(path, "", "")
        elif path in known and known[path].stamp == stamp:
            yield known[path]
        else:
            size = int(stamp[: stamp.index("-")])
            # A large file's content is never looked at, so its stamp is name enough: a 200 MB asset is not read.
            oid = hash_file(full, wide=wide) if size <= 4 * PARSE_LIMIT else "large-" + stamp
            yield Dirty(path, oid, stamp)


def walk(root: str, *, limit: int = WALK_LIMIT) -> Iterator[str]:
    """Paths of regular files below `root` without git: ignore files honoured, links not followed, in sorted order."""
    from pathspec import GitIgnoreSpec

    stack: list[tuple[str, tuple[tuple[str, GitIgnoreSpec], ...]]] = [("", ())]
    count = 0
    while stack:
        folder, specs = stack.pop()
        full = os.path.join(root, folder) if folder else root
        try:
            rows = sorted(os.scandir(full), key=lambda e: e.name)
        except OSError:
            continue
        for name in (".gitignore", ".ignore"):
            if any(e.name == name for e in rows) and (text := read(os.path.join(full, name), 1 << 18)):
                specs = (*specs, (folder, GitIgnoreSpec.from_lines(text.decode("utf-8", "replace").splitlines())))
        deeper: list[str] = []
        for entry in rows:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not told(os.fsencode(path)):
                continue
            try:
                is_folder = entry.is_dir(follow_symlinks=False)
                if not is_folder and not entry.is_file(follow_symlinks=False):
                    continue
            except OSError:
                continue
            if is_folder and (entry.name in _NEVER or entry.name.endswith(".egg-info")):
                continue
            below = path + "/" if is_folder else path
            if _ignored(below, specs):
                continue
            if is_folder:
                deeper.append(path)
            else:
                yield path
                count += 1
                if count >= limit:
                    return
        stack.extend((d, specs) for d in reversed(deeper))


def _ignored(path: str, specs: "tuple[tuple[str, GitIgnoreSpec], ...]") -> bool:
    """The nearest ignore file that says something decides."""
    for at, spec in reversed(specs):
        said = spec.check_file(shown(path[len(at) + 1 if at else 0 :])).include
        if said is not None:
            return said
    return False


def walked(root: str, known: Mapping[str, Dirty]) -> Iterator[Dirty]:
    """Every file of a tree without git, with its blob id."""
    yield from dirty_now(root, walk(root), known)


_NUL_WINDOW: Final = 8000


def unreadable(data: bytes) -> str:
    """Why content is not worth indexing as code: `binary`, `minified`, `generated`; empty when it is."""
    head = data[:_NUL_WINDOW]
    if b"\0" in head:
        return "binary"
    if (
        len(data) > 4096
        and len(data) / (data.count(b"\n", 0, 65536) + 1) * (1 if len(data) <= 65536 else 65536 / len(data)) > 800
    ):
        return "minified"
    first = data[:600].lower()
    if b"generated" in first and any(m in first for m in _GENERATED_MARKS):
        return "generated"
    return ""


_GENERATED_MARKS: Final = (
    b"@generated", b"do not edit", b"do not modify", b"auto-generated by", b"autogenerated by", (b"automatically "
        b"generated by"),
    b"generated by the protocol buffer", b"code generated by",
)  # fmt: skip
