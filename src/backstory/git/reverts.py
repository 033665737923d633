"""Commits whose work a later commit has taken back, as its message says: `This reverts commit ID.`"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_COMMITS: Final = 500
"""Commits of a history that are searched for reverts."""
MAX_UNDONE: Final = 50
"""Reverted commits, the newest, whose branches are listed."""
_WORDS: Final = "This reverts commit "


def find_reverts(git: "Git", head: str, limit: int = MAX_COMMITS) -> dict[str, str]:
    """Id of a commit that was reverted -> id of the commit that says so, without those whose revert was reverted."""
    if not head:
        return {}
    ran = git.attempt("log", "-z", f"--max-count={limit}", "--format=%H %B", head, "--")
    reverts: dict[str, str] = {}
    for entry in ran.out.decode("utf-8", "replace").split("\0"):
        commit, _, message = entry.partition(" ")
        _, says, after = message.partition(_WORDS)
        named = after.replace(",", ".").split(".")[0].split()[:1] if says else []
        for old in named:
            reverts.setdefault(old, commit)
    return {old: by for old, by in reverts.items() if by not in reverts}


def list_undone(git: "Git", head: str) -> frozenset[str]:
    """The ids of the commits that are part of a history, and whose work reverts in it have taken back.

    Those of a branch are among them where its merge was reverted.
    """
    reverted = list(find_reverts(git, head))[:MAX_UNDONE]
    listed = [git.attempt("rev-list", f"{one}^1..{one}", "--") for one in reverted if one.isalnum()]
    return frozenset(line for ran in listed for line in ran.out.decode("ascii", "replace").split())
