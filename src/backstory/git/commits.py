"""Reads the commits of a repository: messages and the paths that each touched.

Merges are left out, since their changes are in their parents. A commit of more than `WIDE` files keeps no paths:
reformatting says nothing about a file.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.issues import find_issues
from backstory.git.worktree import decode_path, is_text

if TYPE_CHECKING:
    from backstory.git.repository import Git


WINDOW: Final = 4000
"""Commits remembered, newest first. Django's last 4,000 reach back about four years."""
WIDE: Final = 400
_MESSAGE_LIMIT: Final = 4000
_FORMAT: Final = "--format=%x01%H%x00%at%x00%an%x00%B%x00"


class CommitFiles(NamedTuple):
    """A commit as the index keeps it."""

    commit: str
    when: int
    """Seconds since the epoch, the author's clock."""
    author: str
    message: str
    paths: tuple[str, ...]


def issues_of(message: str) -> list[str]:
    """Issue numbers that a commit's message names, in order, each once."""
    return find_issues((message,))


def commit_window(git: "Git", head: str) -> list[str]:
    """Ids of the newest `WINDOW` commits without merges, newest first."""
    return git.run("rev-list", "--no-merges", f"--max-count={WINDOW}", head, "--", *_below(git)).decode().split()


def newest_commits(git: "Git", head: str, limit: int = WINDOW) -> Iterator[CommitFiles]:
    """The newest `limit` commits with the paths they touched, newest first."""
    return parse_commits(read_newest(git, head, limit))


def read_newest(git: "Git", head: str, limit: int = WINDOW) -> bytes:
    """The output that `newest_commits` parses. It only waits for git, so a thread can run it beside other work."""
    return git.run(
        "log", "--no-merges", "--no-renames", "--name-only", "-z", f"--max-count={limit}", _FORMAT, "--relative",
        head, "--", *_below(git),
    )  # fmt: skip


def named_commits(git: "Git", commits: Iterable[str]) -> Iterator[CommitFiles]:
    """The named commits with the paths they touched."""
    listed = "\n".join(commits).encode()
    if not listed:
        return iter(())
    return parse_commits(
        git.run(
            "log",
            "--no-walk=unsorted",
            "--stdin",
            "--no-renames",
            "--name-only",
            "-z",
            _FORMAT,
            "--relative",
            stdin=listed + b"\n",
        )
    )


def _below(git: "Git") -> tuple[str, ...]:
    """The path to limit a log to: a root below git's top level only has commits that touch it."""
    return (".",) if git.prefix else ()


def parse_commits(data: bytes) -> Iterator[CommitFiles]:
    """Reads the output of `git log` in the format above. A message holds no NUL and no line of ours begins with \\1."""
    for block in data.split(b"\x01"):
        parts = block.split(b"\x00")
        if len(parts) < 5:
            continue
        commit, when, author, message = parts[:4]
        paths = [field.lstrip(b"\n") for field in parts[4:]]
        if len(commit) not in (40, 64):
            continue
        names = tuple(name for name in map(decode_path, paths) if name and is_text(name))
        yield CommitFiles(
            commit.decode(), int(when or b"0"), author.decode("utf-8", "replace"),
            message.decode("utf-8", "replace").strip()[:_MESSAGE_LIMIT], names if len(names) <= WIDE else (),
        )  # fmt: skip
