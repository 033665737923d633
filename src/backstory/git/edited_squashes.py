"""Finds the commit into which a branch was squashed although somebody edited it then: it has most lines of the change.

The last commit of the branch has to be in it for the most part, so that what came after an earlier squash is not taken
for part of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_CARRIERS: Final = 20
"""Commits that changed the same files, the newest, which are compared."""
MAX_COMMITS: Final = 50
"""Commits of a branch, the newest, among which the last one is looked for that the change still shows."""
MAX_LINES: Final = 20_000
"""Changed lines of a branch; a larger change is not compared."""
LEAST_LINES: Final = 4
"""Changed lines from which a change can be told from another one by most of them."""
WHOLE: Final = 0.75
"""Least share of the lines of the whole change that its squash has."""
LAST: Final = 0.5
"""Least share of the lines of the last commit, of those that the whole change still has."""
_DIFF: Final = ("diff-tree", "--stdin", "-p", "-U0", "-r", "--no-ext-diff", "--no-textconv", "--no-renames", "--root")

ChangedLines = frozenset[tuple[str, str]]
"""The lines of a change, each with its file; what was added begins with a plus, what was removed with a minus."""


def find_edited_squash(git: "Git", tip: str, base: str, head: str) -> str:
    """The commit of `head` since `base` that has most of the change from `base` to `tip`; empty without one."""
    whole = _read_changes(git, [f"{tip} {base}"]).get(tip, frozenset())
    if not LEAST_LINES <= len(whole) <= MAX_LINES:
        return ""
    files = sorted({file for file, _ in whole})
    carriers = _list_commits(git, "--no-merges", f"--max-count={MAX_CARRIERS}", f"{base}..{head}", "--", *files)
    changes = _read_changes(git, carriers)
    likely = [one for one in carriers if _has_most(changes.get(one, frozenset()), whole, WHOLE)]
    if not likely:
        return ""
    own = _list_commits(git, "--no-merges", f"--max-count={MAX_COMMITS}", f"{head}..{tip}", "--", *files)
    by_commit = _read_changes(git, own)
    parts = (by_commit.get(commit, frozenset()) & whole for commit in own)
    last = next(filter(None, parts), frozenset())
    return next((one for one in likely if last and _has_most(changes[one], last, LAST)), "")


def _has_most(change: ChangedLines, part: ChangedLines, share: float) -> bool:
    return len(part & change) >= share * len(part)


def _list_commits(git: "Git", *arguments: str) -> list[str]:
    return git.attempt("rev-list", *arguments).out.decode().split()


def _read_changes(git: "Git", commits: Sequence[str]) -> Mapping[str, ChangedLines]:
    """Commit -> the lines that it changed. A line of two commits stands for the change from the second to the first."""
    if not commits:
        return {}
    shown = git.attempt(*_DIFF, stdin="".join(f"{commit}\n" for commit in commits).encode())
    ids = {commit.partition(" ")[0] for commit in commits}
    changes: dict[str, set[tuple[str, str]]] = {}
    for commit, file, line in _read_lines(shown.out.decode("utf-8", "surrogateescape"), ids):
        changes.setdefault(commit, set()).add((file, line))
    return {commit: frozenset(lines) for commit, lines in changes.items()}


def _read_lines(text: str, ids: set[str]) -> Iterator[tuple[str, str, str]]:
    """Yields commit, file and line of each changed line that says something."""
    commit, old, file, left = "", "", "", 0
    for row in text.split("\n"):
        if left and row[:1] in ("+", "-"):
            left -= 1
            line = row[0] + " ".join(row[1:].split())
            if any(char.isalnum() for char in line):
                yield commit, file, line
        elif row in ids:
            commit = row
        elif row.startswith("--- "):
            old = row[4:].removeprefix("a/")
        elif row.startswith("+++ "):
            file = row[4:].removeprefix("b/")
            file = old if file == "/dev/null" else file
        elif row.startswith("@@ "):
            left = sum(_count(word) for word in row.split()[1:3])


def _count(span: str) -> int:
    """How many lines a part of the head of a hunk stands for: `-3,2` for two, `+7` for one."""
    number = span.partition(",")[2]
    return int(number) if number.isdigit() else 1
