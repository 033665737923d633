"""Finds the commit into which a branch was squashed although somebody edited it then: it has most lines of the change.

The last commit of the branch has to be in it for the most part, so that what came after an earlier squash is not taken
for part of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
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
_DIFF: Final = (
    "-c", "core.quotePath=false", "diff-tree", "--stdin", "-p", "-U0", "-r", "--no-ext-diff", "--no-textconv",
    "--no-renames", "--root",
)  # fmt: skip

_NAMES: Final = ("diff-tree", "--stdin", "-z", "-r", "--name-only", "--no-renames", "--root")

ChangedLines = frozenset[tuple[str, str]]
"""The lines of a change, each with its file; what was added begins with a plus, what was removed with a minus."""


def find_edited_squashes(
    git: "Git", head: str, bases: Mapping[str, str], since: Mapping[str, Sequence[str]]
) -> dict[str, str]:
    """Tip of a branch -> the commit of `head` that has most of the change from its base to it.

    `bases`: tip -> its base. `since`: base -> the commits of `head` since then, newest first. A few processes for all.
    """
    changes = _read_changes(git, [f"{tip} {base}" for tip, base in bases.items()])
    wholes = {tip: lines for tip, lines in changes.items() if LEAST_LINES <= len(lines) <= MAX_LINES}
    files = _read_files(git, list(dict.fromkeys(chain.from_iterable(since[bases[tip]] for tip in wholes))))
    carriers = {tip: _choose_carriers(lines, since[bases[tip]], files) for tip, lines in wholes.items()}
    compared = _read_changes(git, list(dict.fromkeys(chain.from_iterable(carriers.values()))))
    squashes: dict[str, str] = {}
    for tip, whole in wholes.items():
        likely = [one for one in carriers[tip] if _has_most(compared.get(one, frozenset()), whole, WHOLE)]
        last = _read_last_part(git, head, tip, whole) if likely else frozenset()
        squash = next((one for one in likely if last and _has_most(compared[one], last, LAST)), "")
        if squash:
            squashes[tip] = squash
    return squashes


def _choose_carriers(whole: ChangedLines, commits: Sequence[str], files: Mapping[str, frozenset[str]]) -> list[str]:
    """The newest of some commits that changed a file of a change."""
    own = {file for file, _ in whole}
    return list(islice((one for one in commits if not own.isdisjoint(files.get(one, ()))), MAX_CARRIERS))


def _read_last_part(git: "Git", head: str, tip: str, whole: ChangedLines) -> ChangedLines:
    """The lines of a change that the last commit of its branch brought."""
    own = git.attempt("rev-list", "--no-merges", f"--max-count={MAX_COMMITS}", f"{head}..{tip}").out.decode().split()
    by_commit = _read_changes(git, own)
    return next(filter(None, (by_commit.get(commit, frozenset()) & whole for commit in own)), frozenset())


def _has_most(change: ChangedLines, part: ChangedLines, share: float) -> bool:
    return len(part & change) >= share * len(part)


def _read_files(git: "Git", commits: Sequence[str]) -> dict[str, frozenset[str]]:
    """Commit -> the files that it changed."""
    if not commits:
        return {}
    shown = git.attempt(*_NAMES, stdin="".join(f"{commit}\n" for commit in commits).encode())
    ids, files = set(commits), dict[str, set[str]]()
    commit = ""
    for row in shown.out.decode("utf-8", "surrogateescape").split("\0"):
        if row in ids:
            commit = row
        elif row and commit:
            files.setdefault(commit, set()).add(row)
    return {commit: frozenset(names) for commit, names in files.items()}


def _read_changes(git: "Git", commits: Sequence[str]) -> Mapping[str, ChangedLines]:
    """The lines that each commit changed, by id. Two ids in a row compare the second with the first."""
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
    """The number of lines in one range of a hunk header: 2 in `-3,2`, 1 in `+7`."""
    number = span.partition(",")[2]
    return int(number) if number.isdigit() else 1
