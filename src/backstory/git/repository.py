"""Asks git, through its own program, for the state of a repository: HEAD, changes over it, history.

Nothing here writes or takes a lock, so that an agent's own git never waits. `process` starts git and keeps it from
starting anything else.

Functions return paths relative to the root as `os` takes them (see `worktree`); `GitState` holds their shown form.
"""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from backstory.base.git_operations import describe_stop, find_left_branch, find_operation
from backstory.git.folder import find_folder, read_regular
from backstory.git.porcelain import (
    LOG_FORMAT,
    Blob,
    StatusEntry,
    StatusOutput,
    Tracked,
    change_state,
    read_author,
    read_commits,
    read_index,
    read_renames,
    read_sized_index,
    read_status,
    read_tree,
)
from backstory.git.process import TIMEOUT, GitFailed, GitProcess, GitResult
from backstory.git.stashes import STASHES, has_stashes, read_stashes
from backstory.git.worktree import HASH_LIMIT, Tree, Unreadable, decode_path, escape_path

if TYPE_CHECKING:
    from backstory.git.process import StartedCommand
    from backstory.model.snapshot import Change, Commit, GitState

MAX_CHANGES: Final = 5000
"""Changes kept in a state; further ones, such as a forgotten ignore rule adds, are only counted."""
HASH_BUDGET: Final = 256 << 20
"""Bytes of changed files that are hashed for one state."""
MEMORY: Final = ".backstory/memory"
OWN: Final = ".backstory"

_SHALLOW: Final = 1 << 20
_AUTHOR: Final = ("config", "-z", "--get-regexp", r"^(user|author)\.(name|email)$")


class PatchStore(Protocol):
    """Keeps patch ids between processes, see `patches.patch_ids`."""

    def read(self, stamp: str) -> dict[str, str]: ...

    def keep(self, stamp: str, ids: Mapping[str, str]) -> None: ...


class Git:
    """One working tree's git. `root` may be below git's top level: then only paths under `root` are reported.

    `environ` is the caller's environment; variables that a hook may have set to redirect git are not passed on.
    Making one costs a look for `.git` upwards and no process.
    """

    def __init__(self, root: str, environ: Mapping[str, str], *, timeout: float = TIMEOUT) -> None:
        self.root = os.path.realpath(root)
        folder = find_folder(self.root)
        self.top, self.git_dir, self.common_dir, _ = folder
        """Top level, this tree's git folder, the folder all worktrees share; empty without a repository."""
        relative = os.path.relpath(self.root, self.top).replace(os.sep, "/") if self.top else "."
        self.prefix = "" if relative == "." else relative + "/"
        """The root's place below the top level, with a slash at its end; empty when they are the same."""
        self._process = GitProcess(self.root, folder, environ, timeout=timeout)
        self.patches: PatchStore | None = None
        """The store of patch ids. Without one, git computes all of them."""
        self.answers: dict[Any, Any] = {}
        """What `ancestry` has asked, as long as the branches stay as they are."""

    def available(self) -> bool:
        """Whether there is a git program and something that looks like a repository with a working tree."""
        return bool(self._process.program and self.top)

    @property
    def program(self) -> str:
        """The path of git; empty where there is none."""
        return self._process.program

    @property
    def algorithm(self) -> str:
        """The hash of object ids here: `sha1` or `sha256`."""
        return "sha256" if "objectformat=sha256" in _config_text(self.common_dir) else "sha1"

    # Running

    def run(self, *args: str, stdin: bytes = b"") -> bytes:
        """The output of `git ARGS`. Raises `GitFailed`."""
        ran = self.attempt(*args, stdin=stdin)
        if ran.code:
            raise GitFailed(args[0] if args else "", ran)
        return ran.out

    def attempt(self, *args: str, stdin: bytes = b"") -> GitResult:
        """Runs `git ARGS` and says how it ended; never raises, whatever git does."""
        return self._process.run(args, stdin)

    def start(self, *args: str) -> "StartedCommand":
        """Starts `git ARGS`, which runs while the caller does other work."""
        return self._process.start(args)

    def together(self, *commands: Sequence[str], seconds: float = 0.0) -> list[GitResult]:
        """Runs several commands at the same time, as `GitProcess.together` says."""
        return self._process.together(commands, seconds=seconds)

    # State

    def state(
        self, commits: int = 5, *, changes: int = MAX_CHANGES, oids: bool = True, earlier: "GitState | None" = None
    ) -> "GitState":
        """Branch, commit, changes with blob ids, the last commits, who would commit. Two processes at once.

        Never raises: facts that git does not give are empty and `reason` says why. Our own folder is left out. Blob ids
        are of the content in the tree, without filters; a change that was not hashed has none (deleted, larger than
        32 MB, or beyond the budget of 256 MB). The last commits are taken from an earlier state of the same commit that
        names as many.
        """
        return self.stand(commits, changes=changes, oids=oids, earlier=earlier)[0]

    def stand(
        self,
        commits: int = 5,
        *commands: Sequence[str],
        changes: int = MAX_CHANGES,
        oids: bool = True,
        earlier: "GitState | None" = None,
    ) -> "tuple[GitState, list[GitResult]]":
        """The state as `state` gives it, and how `commands` ended that ran at the same time."""
        from backstory.model.snapshot import GitState

        settings = self._process.read_author_settings()
        keys = () if settings is not None else (_AUTHOR,)
        log = ("log", "-z", f"--max-count={max(commits, 0)}", LOG_FORMAT, "HEAD", "--")
        stashes = (STASHES,) if has_stashes(self.common_dir) else ()
        reused = earlier if earlier and len(earlier.commits) == commits and not self.is_shallow() else None
        status, *others = self.together(
            ("status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all", "--find-renames",
             "--ignore-submodules=dirty", "--", "."),
            *(() if reused else (log,)),
            *keys,
            *stashes,
            *commands,
        )  # fmt: skip
        logged = None if reused else others.pop(0)
        author = read_author(others.pop(0).out if settings is None else settings)
        stashed = others.pop(0).out if stashes else b""
        if status.code:
            return GitState(reason=status.reason, author=author), others
        output = read_status(status.out)
        branch = output.branch or find_left_branch(self.git_dir)
        rows = self._changes(output)
        if reused and reused.commit != output.commit:
            reused, logged = None, self.attempt(*log)
        return GitState(
            commit=output.commit,
            branch=escape_path(branch),
            detached=output.detached,
            operation=self.operation(),
            stopped=escape_path(describe_stop(self.git_dir)),
            stashes=read_stashes(stashed, branch) if stashes else (),
            changes=tuple(self._hashed(rows[:changes]) if oids else rows[:changes]),
            more_changes=max(0, len(rows) - changes),
            commits=reused.commits if reused else _read_log(logged) if logged and output.commit else (),
            author=author,
            shallow=self.is_shallow(),
            reason="" if output.commit else "no commit yet",
        ), others

    def operation(self) -> str:
        """`rebase`, `merge`, `cherry-pick`, `revert` or `bisect` when one is in progress, else empty. No process."""
        return find_operation(self.git_dir)

    def is_shallow(self) -> bool:
        """Whether history ends before its beginning here. No process."""
        return bool(self.common_dir) and os.path.exists(os.path.join(self.common_dir, "shallow"))

    def ends(self) -> frozenset[str]:
        """Commits at which a shallow clone's history ends: to git they added every file, in truth they did not."""
        if not self.is_shallow():
            return frozenset()
        try:
            data = read_regular(os.path.join(self.common_dir, "shallow"), _SHALLOW) or b""
        except OSError:
            return frozenset()
        return frozenset(data[:_SHALLOW].decode("ascii", "replace").split())

    def author(self) -> str:
        """`Name <mail>` that a commit here would carry, from configuration only; empty when it has neither."""
        settings = self._process.read_author_settings()
        if settings is None:
            settings = self.attempt(*_AUTHOR).out
        return read_author(settings)

    # Files

    def ls_files(self, *paths: str) -> dict[str, Blob]:
        """The index below the root, or below `paths`: path -> blob, of a conflict our side. Empty without git."""
        return read_index(self.attempt("ls-files", "-s", "-z", *_specs(paths)).out)

    def index(self) -> dict[str, Tracked] | None:
        """The index below the root with file sizes, so that no file has to be touched. A conflict counts with our side.

        None when git does not answer: no git, no repository, a damaged index.
        """
        ran = self.attempt("ls-files", "-s", "-z", "--debug")
        if ran.code:
            return None
        entries = read_sized_index(ran.out)
        if ran.out and not entries:  # another git prints other details: without sizes then
            return {path: Tracked(blob.oid, blob.mode, 0, False) for path, blob in self.ls_files().items()}
        return entries

    def untracked(self) -> list[str]:
        """Files that are neither tracked nor ignored; a nested repository is one entry with a slash at its end."""
        out = self.attempt("ls-files", "-o", "--exclude-standard", "-z").out
        return [decode_path(row) for row in out.split(b"\0") if row]

    def memory_oids(self) -> dict[str, str]:
        """Path -> blob id of the team's record files that are tracked and as the index has them. Two processes."""
        listed, dirty = self.together(
            ("ls-files", "-s", "-z", *_specs([MEMORY])),
            ("diff-files", "-z", "--name-only", "--relative", *_specs([MEMORY])),
        )
        if dirty.code:
            return {}
        changed = {decode_path(row) for row in dirty.out.split(b"\0")}
        return {
            path: blob.oid
            for path, blob in read_index(listed.out, unmerged=False).items()
            if path not in changed and blob.mode.startswith("100")
        }

    def tracked(self, path: str) -> bool:
        """Whether the index has this very path, or a folder with something tracked in it."""
        return bool(self.attempt("ls-files", "-z", *_specs([path])).out)

    def list_dotted(self) -> frozenset[str] | None:
        """What the index has at the top and in folders at the top whose name begins with a dot, with these folders and
        those in them. None where git does not answer."""
        ran = self.attempt("ls-files", "-z", "--", ":(glob)*", ":(glob).*/**")
        if ran.code:
            return None
        names: set[str] = set()
        for row in ran.out.split(b"\0"):
            path = decode_path(row)
            while path and path not in names:
                names.add(path)
                path = path.rpartition("/")[0]
        return frozenset(names)

    def hidden(self, paths: Sequence[str]) -> frozenset[str]:
        """The paths that git ignores and does not track, so that no commit includes them by accident."""
        names = b"".join(os.fsencode(path) + b"\0" for path in paths)
        out = self.attempt("check-ignore", "-z", "--stdin", stdin=names).out
        return frozenset(decode_path(row) for row in out.split(b"\0") if row)

    def blob_ids(self, paths: Sequence[str]) -> dict[str, str]:
        """Path -> blob id of the content in the tree; unreadable files are left out. No process."""
        tree, algorithm = Tree(self.root), self.algorithm
        budget = HASH_BUDGET
        out: dict[str, str] = {}
        for path in paths:
            try:
                budget -= tree.stat(path).st_size
                if budget < 0:
                    break
                out[path] = tree.blob_id(path, algorithm=algorithm, limit=HASH_LIMIT)
            except Unreadable:
                continue
        return out

    def tree(self, commit: str, folder: str = ".") -> dict[str, Blob]:
        """A commit's tree below a folder of the root; empty when this clone does not have it."""
        return read_tree(self.attempt("ls-tree", "-r", "-z", commit, "--", folder).out) if _is_name(commit) else {}

    def renames(self, old: str, new: str = "HEAD") -> list[tuple[str, str]]:
        """(old path, new path) of files that moved between two commits, also where they changed on the way."""
        if not (_is_name(old) and _is_name(new)):
            return []
        command = ("diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--relative", old, new)
        return read_renames(self.attempt(*command).out)

    # History

    def is_ancestor(self, commit: str, of: str = "HEAD") -> bool | None:
        """Whether `commit` is `of` or behind it; None when this clone does not have one of them."""
        if not (_is_name(commit) and _is_name(of)):
            return None
        code = self.attempt("merge-base", "--is-ancestor", commit, of).code
        return code == 0 if code in (0, 1) else None

    def commits(self, revisions: str = "HEAD", limit: int = 20) -> "tuple[Commit, ...]":
        """Commits of a revision or range such as `A..B`, newest first; empty when there are none."""
        if not _is_name(revisions):
            return ()
        ran = self.attempt("log", "-z", f"--max-count={limit}", LOG_FORMAT, revisions, "--")
        return () if ran.code else read_commits(ran.out)

    def between(self, old: str, new: str = "HEAD") -> tuple[int, int]:
        """How many commits `new` has that `old` lacks, and the other way round; zeros when one is not here."""
        if not (_is_name(old) and _is_name(new)):
            return 0, 0
        counts = self.attempt("rev-list", "--left-right", "--count", f"{old}...{new}", "--").out.split()
        return (int(counts[1]), int(counts[0])) if len(counts) == 2 else (0, 0)

    # Reading what git prints

    def _changes(self, output: StatusOutput) -> "list[Change]":
        """The changes below the root. The blob id of a change that has to be hashed is `?`; our own folder has none."""
        from backstory.model.snapshot import Change

        changes: list[Change] = []
        for entry in output.entries:
            path = self._below(entry.path)
            if not path or path == OWN or path.startswith(OWN + "/"):
                continue
            if entry.kind == "?":
                changes.append(Change(path, "untracked", False, False, "", "?"))
            elif entry.kind == "u":
                changes.append(Change(path, "conflicted", False, True, "", "?"))
            else:
                changes.append(self._tracked_change(entry, path))
        return changes

    def _tracked_change(self, entry: StatusEntry, path: str) -> "Change":
        """The change of a file that git tracks, without a conflict."""
        from backstory.model.snapshot import Change

        staged, unstaged = entry.staged != ".", entry.unstaged != "."
        was = self._below(entry.was)
        state = change_state(entry.staged, entry.unstaged)
        if state == "renamed" and not was:
            state = "added"  # moved in from outside the root
        # The index has the id of a file that the tree does not change. A submodule's own state is not read.
        oid = "?" if unstaged else entry.oid
        if state == "deleted" or (unstaged and entry.submodule):
            oid = ""
        return Change(path, state, staged, unstaged, was if state == "renamed" else "", oid)

    def _below(self, path: str) -> str:
        """A path from the top level as one from the root; empty for a path outside the root."""
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else ""

    def _hashed(self, changes: "Sequence[Change]") -> "list[Change]":
        from backstory.model.snapshot import Change

        oids = self.blob_ids([change.path for change in changes if change.oid == "?" and not change.path.endswith("/")])
        return [
            Change(
                escape_path(change.path),
                change.state,
                change.staged,
                change.unstaged,
                escape_path(change.was),
                oids.get(change.path, "") if change.oid == "?" else change.oid,
            )
            for change in changes
        ]


def _read_log(log: GitResult) -> "tuple[Commit, ...]":
    return () if log.code else read_commits(log.out)


def recent_command(commits: int) -> tuple[str, ...]:
    """The git command whose output `read_names` reads."""
    shape = ("--first-parent", "-m", "--name-only", "--relative", "--format=")
    return ("log", "-z", f"--max-count={commits}", *shape, "HEAD", "--")


def _specs(paths: Sequence[str]) -> tuple[str, ...]:
    return ("--", *(":(literal)" + path for path in paths)) if paths else ()


def _is_name(revision: str) -> bool:
    """Whether the text can be handed to git as a revision: neither an option nor more than one word."""
    return bool(revision) and not revision.startswith("-") and revision.isprintable() and " " not in revision


def _config_text(common_dir: str) -> str:
    if not common_dir:
        return ""
    try:
        data = read_regular(os.path.join(common_dir, "config"), 1 << 16) or b""
    except OSError:
        return ""
    return "".join(data.decode("utf-8", "replace").lower().split())
