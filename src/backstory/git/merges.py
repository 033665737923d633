"""How a commit came into the history of HEAD: the merge or pull request that brought it, what came too, who undid it.

Git has no arrows from a commit to what came after it. They are looked for in a window of the history that begins where
HEAD's first-parent line stood at the time of the commit, and that is widened a few times; further on nothing is looked
for. So the costs depend on how long a branch was open and not on how old the commit is.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.git.blame import FORM, BlamedCommit, parse_log, read_messages
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from backstory.git.repository import Git

LINE: Final = ("rev-list", "--first-parent", "--timestamp", "--max-count=60000", "HEAD", "--")
"""The git command whose output `read_trunk` reads."""
WINDOWS: Final = (100, 800, 3_000)
"""Commits of the first-parent line after a commit that are searched for its merge."""
MAX_COMMITS: Final = 12_000
"""Commits of one window that are read."""
_SKEW: Final = 86_400
"""Seconds by which clocks of committers may differ."""
PATIENCE: Final = 1.0
"""Seconds that reading one window may take."""
_DEEPEST: Final = 5

_UNDOES: Final = late_pattern(r"\bThis (?:partially |partly )?reverts commits?:?\s+([0-9a-f]{7,64})", re.IGNORECASE)
_PICKED: Final = late_pattern(r"\(cherry[ -]picked from commit ([0-9a-f]{7,64})\)")
_REQUESTS: Final = (
    (late_pattern(r"^Merge pull request (#\d+) from (?:[^/\s]+/)?(\S+)"), True),
    (late_pattern(r"^Merged in (?P<b>\S+) \(pull request (?P<n>#\d+)\)"), True),
    (late_pattern(r"^Merged PR (\d+):"), True),
    (late_pattern(r"^Merge (?:of )?(#\d+)\b"), True),
    (late_pattern(r"^Merge (?:PR|pull request|MR) (#\d+)", re.IGNORECASE), True),
    (late_pattern(r"\((#\d+|!\d+|GH-\d+)\)$"), False),
    (late_pattern(r"\(PR (#\d+)\)$"), False),
)
_BODY: Final = late_pattern(
    r"^(?:See merge request \S*?(!\d+)|PR-URL: \S+/pull/(\d+)|Pull Request: \S*?#?(\d+))", re.MULTILINE
)
_BRANCH: Final = late_pattern(r"^Merge (?:remote-tracking )?branch(?:es)? '([^']+)'(?: of \S+)?(?: into (\S+))?")


class Request(NamedTuple):
    """A pull or merge request, as a message names it."""

    number: str = ""
    branch: str = ""


class MergeInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one commit came in."""

    merge: BlamedCommit | None = None
    """The merge that brought it; None for a commit of the main line itself, and where none was found."""
    number: str = ""
    """Of the pull or merge request, as it was written: `#12`, `!12`."""
    title: str = ""
    branch: str = ""
    """The branch that was merged, as the merge names it."""
    came: tuple[str, ...] = ()
    """Commits that the merge brought, this one among them; in the order of their ids."""
    forks: tuple[str, ...] = ()
    """Commits of the main line that they were begun at."""
    undoes: BlamedCommit | None = None
    """The commits that this commit reverts."""
    picked: str = ""
    """The commit that this one was copied from."""
    undone: BlamedCommit | None = None
    """The later commit that took it back."""
    redone: BlamedCommit | None = None
    """The commit that reverted the revert."""


class Trunk(NamedTuple):
    """HEAD's first-parent line, newest first, with the time of each commit in seconds."""

    commits: tuple[str, ...] = ()
    times: tuple[int, ...] = ()


def read_trunk(out: bytes) -> Trunk:
    """Reads the output of `LINE`."""
    rows = [line.split() for line in out.decode("ascii", "replace").splitlines()]
    rows = [row for row in rows if len(row) == 2]
    return Trunk(tuple(row[1] for row in rows), tuple(int(row[0]) for row in rows))


def find_merges(git: "Git", touches: Sequence[BlamedCommit], line: Trunk) -> dict[str, MergeInfo]:
    """commit -> how it came in."""
    on_line = {commit: number for number, commit in enumerate(line.commits)}
    references: list[str] = []
    for touch in touches:
        references += _UNDOES.findall(touch.body)[:3]
    undone = read_messages(git, references)
    out: dict[str, MergeInfo] = {}
    for touch in touches:
        request = request_of(touch)
        picked = _PICKED.search(touch.body)
        merge = MergeInfo(
            number=request.number,
            branch=request.branch,
            undoes=_find_undone(touch, undone),
            picked=picked[1] if picked else "",
        )
        out[touch.id] = _widen_search(git, touch, merge, line, on_line)
    return out


def _find_undone(touch: BlamedCommit, undone: dict[str, BlamedCommit]) -> BlamedCommit | None:
    """The first commit of `undone` that the message says it takes back."""
    for reference in _UNDOES.findall(touch.body):
        for commit, message in undone.items():
            if commit.startswith(reference):
                return message
    return None


def request_of(touch: BlamedCommit) -> Request:
    """The pull request that a message names as its own."""
    request = _request_in_subject(touch.subject)
    if request is not None:
        return request
    match = _BRANCH.match(touch.subject)
    branch = match[1] if match else ""
    body = _BODY.search(touch.body)
    if body:
        return Request(body[1] or f"#{body[2] or body[3]}", branch)
    return Request("", branch)


def _request_in_subject(subject: str) -> Request | None:
    """The pull request that a subject names, in the words of the services; None when it names none."""
    for pattern, is_merge in _REQUESTS:
        match = pattern.search(subject)
        if match:
            groups = match.groupdict()
            number = groups.get("n") or match[1]
            branch = groups.get("b") or (match[2] if is_merge and match.re.groups > 1 else "")
            return Request(number if number[0] in "#!G" else f"#{number}", branch)
    return None


def title_of(merge: BlamedCommit) -> str:
    """The title of a merge: the first line of its message that a person wrote, without the number."""
    title = _written_title(merge)
    number = request_of(merge).number
    return title.removesuffix(f"({number})").rstrip() if number else title


def _written_title(merge: BlamedCommit) -> str:
    """The first line that a person wrote, and not the service or git."""
    title = merge.subject
    if title.startswith("Merged PR") and ": " in title:
        return title.partition(": ")[2]
    if title.startswith("Merge") and (request_of(merge).number or _BRANCH.match(title)):
        return next((line.strip() for line in merge.body.splitlines() if line.strip()), "")
    return title


def _widen_search(git: "Git", touch: BlamedCommit, merge: MergeInfo, line: Trunk, on_line: dict[str, int]) -> MergeInfo:
    """Widens the window until it has the merge. A commit of the main line has none, but may have been reverted."""
    seconds = _seconds(touch.made)
    if not line.commits or not seconds:
        return merge
    return _search_windows(git, touch, merge, line, seconds, on_line)


def _search_windows(
    git: "Git", touch: BlamedCommit, merge: MergeInfo, line: Trunk, seconds: int, on_line: dict[str, int]
) -> MergeInfo:
    direct = touch.id in on_line
    position = on_line[touch.id] if direct else _position(line, seconds)
    for width in WINDOWS:
        start = max(0, position - width)
        window = _read_window(git, line.commits[start], seconds)
        merge = _with_revert(touch, merge, window)
        merges = [] if direct else _merges(touch.id, line.commits[start], window)
        if merges:
            return _with_merge(merge, merges, window)
        if direct or start == 0:
            break
    return merge


def _read_window(git: "Git", start: str, seconds: int) -> dict[str, BlamedCommit]:
    """Id -> commit, for the history of `start` since a time."""
    bounds = (f"--since={seconds - _SKEW}", f"--max-count={MAX_COMMITS}")
    ran = git.together(("log", *bounds, "--no-color", FORM, start, "--"), seconds=PATIENCE)[0]
    return {commit.id: commit for commit in parse_log(ran.out)}


def _position(line: Trunk, authored: int) -> int:
    """The place on the line of a commit of that time. Times on it may be slightly out of order."""
    return bisect_left(line.times, -(authored - _SKEW), key=lambda t: -t)


def _merges(commit: str, start: str, window: dict[str, BlamedCommit]) -> list[BlamedCommit]:
    """The merges that brought a commit into the line of first parents from `start`, the outermost first."""
    out: list[BlamedCommit] = []
    for _ in range(_DEEPEST):
        chain = _first_parent_chain(start, window)
        if commit in chain:
            break
        visited: set[str] = set()
        merge = next((link for link in reversed(chain) if _is_reachable(link, commit, window, visited)), "")
        if not merge:
            break
        out.append(window[merge])
        sides = window[merge].parents[1:]
        start = next((side for side in sides if _is_reachable(side, commit, window, set())), "")
    return out


def _first_parent_chain(start: str, window: dict[str, BlamedCommit]) -> list[str]:
    """The commits from `start` along first parents, as far as the window has them."""
    chain: list[str] = []
    step = start
    while step in window:
        chain.append(step)
        parents = window[step].parents
        step = parents[0] if parents else ""
    return chain


def _is_reachable(start: str, commit: str, window: dict[str, BlamedCommit], visited: set[str]) -> bool:
    """Whether `commit` is `start` or an ancestor of it; commits in `visited` are not visited again."""
    stack = [start]
    while stack:
        current = stack.pop()
        if current == commit:
            return True
        if current in visited or current not in window:
            continue
        visited.add(current)
        stack += window[current].parents
    return False


def _with_merge(info: MergeInfo, merges: Sequence[BlamedCommit], window: dict[str, BlamedCommit]) -> MergeInfo:
    """The merge that says most: the innermost with a pull request, else the outermost."""
    merge = next((candidate for candidate in reversed(merges) if request_of(candidate).number), merges[0])
    request = request_of(merge)
    came, forks = _split_sides(merge, window)
    return msgspec.structs.replace(
        info,
        merge=merge,
        number=info.number or request.number,
        title=title_of(merge),
        branch=request.branch,
        came=tuple(sorted(came)),
        forks=tuple(sorted(forks)),
    )


def _split_sides(merge: BlamedCommit, window: dict[str, BlamedCommit]) -> tuple[set[str], set[str]]:
    """(commits that a merge brought, commits of the main line that they were begun at)."""
    main: set[str] = set()
    _is_reachable(merge.parents[0], "", window, main)
    came: set[str] = set()
    forks: set[str] = set()
    stack = [parent for parent in merge.parents[1:] if parent in window]
    while stack:
        current = stack.pop()
        if current in came:
            continue
        if current in main or current not in window:
            forks.add(current)
            continue
        came.add(current)
        stack += window[current].parents
    return came, forks


def _with_revert(touch: BlamedCommit, info: MergeInfo, window: dict[str, BlamedCommit]) -> MergeInfo:
    if info.undone is not None:
        return info
    undone = _find_revert(touch.id, touch.subject, window.values())
    redone = _find_revert(undone.id, undone.subject, window.values()) if undone else None
    return msgspec.structs.replace(info, undone=undone, redone=redone)


def _find_revert(commit: str, subject: str, among: Iterable[BlamedCommit]) -> BlamedCommit | None:
    """The commit that reverts `commit`, matched by id, else by its `Revert "..."` subject."""
    for other in among:
        if other.id == commit or "evert" not in other.subject + other.body:
            continue
        ids = _UNDOES.findall(other.body)
        if any(commit.startswith(reverted) for reverted in ids) or (not ids and other.subject == f'Revert "{subject}"'):
            return other
    return None


def _seconds(iso: str) -> int:
    try:
        return int(datetime.fromisoformat(iso).timestamp())
    except ValueError:
        return 0
