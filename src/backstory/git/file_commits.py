"""Finds the commits behind a file or folder: those that touched, created, renamed or deleted it."""

from typing import TYPE_CHECKING, Final

import msgspec

from backstory.git import blame
from backstory.git.blame import FORM, BlamedCommit, CommitWalk, parse_log, touched_commits
from backstory.git.porcelain import read_renames
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.git.repository import Git

LONGER: Final = 4.0
"""The same for the commit that deleted a file, which has no cheaper answer."""


def walk_file(git: "Git", path: str, limit: int = 15, *, folder: bool = False, rev: str = "HEAD") -> CommitWalk:
    """The commits that touched a file or folder, newest first, and the one that created it.

    Renames are followed for a file. What cannot be found in time is left out.
    """
    common = ("--no-color", FORM)
    follow = () if folder else ("--follow",)
    log = ("--literal-pathspecs", "log", *follow, "--no-merges", f"--max-count={limit}", *common, rev, "--", path)
    creation = ("--literal-pathspecs", "log", "--diff-filter=A", "--max-count=1", *common, rev, "--", path)
    ran, *rest = git.together(log, *(() if folder else (creation,)), seconds=blame.PATIENCE)
    touches = touched_commits(ran.out)
    created = parse_log(rest[0].out) if rest else []
    if created:
        touches = _with_creation(git, touches, created[0], path)
    return CommitWalk(touches, ran.late, "" if ran.late else ran.reason)


def _with_creation(git: "Git", touches: list[BlamedCommit], created: BlamedCommit, path: str) -> list[BlamedCommit]:
    """The commits with the one that brought the path, which is added where it is missing.

    It renamed the file where git has a rename for it; a commit that is the first one anyway is not asked for that.
    """
    is_first = bool(touches) and touches[-1].id == created.id
    source = "" if is_first else _read_renames(git, created.id).get(path, "")
    creation = msgspec.structs.replace(created, role="renamed" if source else "created", source=source)
    marked = [creation if touch.id == creation.id else touch for touch in touches]
    return marked if creation in marked else [*marked, creation]


def find_deletion(git: "Git", path: str) -> tuple[BlamedCommit, str] | None:
    """The commit that removed a path, and the path's new name (empty: it was deleted); None when none is found.

    Git's own measure of likeness distinguishes a rename from a deletion. Raises `BackstoryError` when time runs out.
    """
    ran = git.together(
        ("--literal-pathspecs", "log", "--max-count=1", "--diff-filter=D", "--no-renames", FORM, "--", path),
        seconds=max(LONGER, blame.PATIENCE),
    )[0]
    deletions = parse_log(ran.out)
    if not deletions and ran.late:
        raise BackstoryError(f"the history is too long to look for `{path}` in it", hint=f"`git log -- {path}`")
    if not deletions:
        return None
    touch = deletions[0]
    new_name = {old: new for new, old in _read_renames(git, touch.id).items()}.get(path)
    if new_name is not None:
        return msgspec.structs.replace(touch, role="renamed", path=path), new_name
    return msgspec.structs.replace(touch, role="deleted"), ""


def _read_renames(git: "Git", commit: str) -> dict[str, str]:
    """New path -> old path of the files that a commit renamed."""
    ran = git.attempt("diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--root", "--no-commit-id",
                      "--relative", commit)  # fmt: skip
    return {new: old for old, new in read_renames(ran.out)}


def find_earlier_names(git: "Git", path: str) -> list[str]:
    """Names that a file had before, the latest first, as far as they are found in time."""
    history, uncommitted = git.together(
        ("--literal-pathspecs", "log", "--follow", "--diff-filter=R", "--name-status", "-z", "--relative", "--format=",
         "--", path),
        ("diff-index", "-z", "-M", "--diff-filter=R", "--name-status", "--relative", "--cached", "HEAD"),
        seconds=blame.PATIENCE,
    )  # fmt: skip
    names: dict[str, None] = {}
    current = path
    for old, new in read_renames(uncommitted.out) + read_renames(history.out):
        if new == current and old != path:
            current = old
            names[current] = None
    return list(names)
