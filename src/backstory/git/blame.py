"""Finds the commits behind lines of code: the last ones to change them, and the ones before.

Every question is bounded by a number of commits, and by time where git would have to walk a whole history. Paths are
relative to the project's root.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.git.formatting import NOTHING, Before, find_earlier_form, is_mechanical, says_move_or_formatting
from backstory.git.moved_lines import OPTIONS, Source, source_of
from backstory.git.porcelain import BlamedLine, read_blame

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_LINES: Final = 2_000
"""Lines that one question may span."""
COPIES_WITHIN: Final = 80
"""Lines up to which a question also searches other files for copies; a longer one only searches its own file."""
PATIENCE: Final = 0.7
"""Seconds that a look through the history of a file may take."""
AROUND: Final = 6
"""Lines on both sides of one that show whether it was copied."""
STEPS: Final = 4
"""Commits through which a line is followed back while they only moved or reformatted it."""
BLAMED: Final = 3
"""Commits of a range whose changes are read."""
FORM: Final = "--format=%H%x00%P%x00%an <%ae>%x00%cI%x00%B%x00%x01"
"""The format of `git log` that `parse_log` reads."""


class BlamedCommit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A commit that touched the code, with its message. `lines` counts the lines in question that it last changed."""

    id: str
    parents: tuple[str, ...] = ()
    author: str = ""
    made: str = ""
    """When it was committed, with git's offset."""
    subject: str = ""
    body: str = ""
    lines: int = 0
    path: str = ""
    """The file's name in that commit, where it was another."""
    role: str = "last"
    """`last` changed the lines; `layout` only reformatted them; `moved` only took them from elsewhere; `before`
    changed them before the last did; `touched` the file; `created`, `deleted` or `renamed` it."""
    was: str = ""
    """The line before this commit, where the commit changed one."""
    source: str = ""
    """The file that it moved the line from, or renamed."""


class Blamed(NamedTuple):
    """The commits behind some lines, those with most lines first."""

    touches: list[BlamedCommit]
    uncommitted: int = 0
    """Lines of the question that are not committed yet."""
    reason: str = ""
    """Why git had no answer, in words."""


class CommitWalk(NamedTuple):
    """Commits that touched a path, newest first; `cut` says that time ran out before the beginning."""

    touches: list[BlamedCommit]
    cut: bool = False
    reason: str = ""
    """Why git stopped on the way, in words."""


class _Step(NamedTuple):
    """How a commit changed a line. `by` is where the line was before; `source` the file, when the commit moved it."""

    before: Before = NOTHING
    by: "BlamedLine | None" = None
    source: str = ""


def blame_lines(git: "Git", path: str, first: int, last: int) -> Blamed:
    """The commits that last changed lines `first` to `last` (from 1), each with its message.

    Moves within the file and copies from files of the same commit are followed, renames too; commits named in
    `.git-blame-ignore-revs` and changes of white space are passed over. Where the commit only reformatted the line,
    the one before it is named as well. Lines that are not committed yet belong to no commit.
    """
    last = min(last, first + MAX_LINES - 1)
    ran = git.attempt(*_blame(git, first, last, "--", path))
    if ran.code and "no such" not in ran.err and _ignored(git):  # a list that git cannot read
        ran = git.attempt(*_blame(git, first, last, "--", path, ignored=False))
    if ran.code:
        uncommitted = last - first + 1 if "no such path" in ran.err or "no such ref: HEAD" in ran.err else 0
        return Blamed([], uncommitted, "" if uncommitted else ran.reason)
    lines, uncommitted = _group_by_commit(ran.out)
    return Blamed(_find_touches(git, lines, path), uncommitted)


def _group_by_commit(out: bytes) -> tuple[dict[str, list[BlamedLine]], int]:
    """(commit -> its lines, how many lines are not committed yet)."""
    lines: dict[str, list[BlamedLine]] = {}
    for line in read_blame(out):
        lines.setdefault(line.commit if _is_committed(line) else "", []).append(line)
    return lines, len(lines.pop("", ()))


def _find_touches(git: "Git", lines: dict[str, list[BlamedLine]], path: str) -> list[BlamedCommit]:
    """The commits behind lines, which are grouped by the commit that last changed them; most lines first."""
    ids = sorted(lines, key=lambda commit: -len(lines[commit]))
    samples = {commit: _telling(lines[commit]) for commit in ids}
    steps = _steps(git, [samples[commit] for commit in ids[:BLAMED]])
    messages = read_messages(git, [*ids, *(step.by.commit for step in steps.values() if step.by)])
    touches: list[BlamedCommit] = []
    for commit in ids:
        if commit in messages:
            touch = msgspec.structs.replace(messages[commit], lines=len(lines[commit]))
            touches += _chain(git, touch, samples[commit], steps.get(commit, _Step()), messages, path)
    return sorted(_once(touches), key=lambda touch: -touch.lines)


def touched_commits(out: bytes) -> list[BlamedCommit]:
    """The commits of a log, as those that touched a path."""
    return [msgspec.structs.replace(touch, role="touched") for touch in parse_log(out)]


def walk_definition(git: "Git", path: str, first: int, last: int, limit: int = 8) -> CommitWalk:
    """The history of lines of HEAD's file, newest first, as far as time allows."""
    log = ("log", "-s", "--no-color", f"--max-count={limit}", FORM, f"-L{first},{last}:{path}")
    ran = git.together(log, seconds=PATIENCE)[0]
    return CommitWalk(touched_commits(ran.out), ran.late)


def read_messages(git: "Git", commits: Sequence[str]) -> dict[str, BlamedCommit]:
    """Commit -> its message and author; one process for all. Commits that this clone lacks are left out."""
    if not commits:
        return {}
    stdin = "".join(f"{commit}\n" for commit in dict.fromkeys(commits)).encode()
    ran = git.attempt("log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "--no-color", FORM, stdin=stdin)
    return {touch.id: touch for touch in parse_log(ran.out)}


def parse_log(out: bytes) -> list[BlamedCommit]:
    """Reads the output for `FORM`; a commit that is cut off at the end is left out."""
    touches: list[BlamedCommit] = []
    for chunk in out.decode("utf-8", "replace").split("\x01")[:-1]:
        parts = chunk.lstrip("\n").split("\x00")
        if len(parts) < 5:
            continue
        subject, _, body = parts[4].strip().partition("\n")
        touches.append(
            BlamedCommit(parts[0], tuple(parts[1].split()), parts[2], parts[3], subject.strip(), body.strip())
        )
    return touches


def _blame(git: "Git", first: int, last: int, *rest: str, ignored: bool = True) -> tuple[str, ...]:
    options = _ignored(git) if ignored else ()
    moves = "-C" if last - first < COPIES_WITHIN else "-M"
    return ("blame", "--porcelain", "-w", moves, *options, "-L", f"{first},{last}", *rest)


def _ignored(git: "Git") -> tuple[str, ...]:
    listed = os.path.join(git.top, ".git-blame-ignore-revs")
    return ("--ignore-revs-file", listed) if os.path.isfile(listed) else ()


def _is_committed(line: BlamedLine) -> bool:
    return set(line.commit) != {"0"}


def _telling(lines: Sequence[BlamedLine]) -> BlamedLine:
    """The longest line, which says most about a commit's change."""
    return max(lines, key=lambda line: len(line.text.strip()))


def _steps(git: "Git", lines: Sequence[BlamedLine]) -> dict[str, _Step]:
    """Commit -> how it changed its line; all are asked at once, for a limited time.

    A line that had an earlier form in the same place is followed past the commit by git's own matching; one that had
    none is looked for among all that the commit took away or copied.
    """
    committed_lines = [line for line in lines if _is_committed(line)]
    if not committed_lines:
        return {}
    befores = _find_earlier_forms(git, committed_lines)
    commands: list[Sequence[str]] = []
    for line, before in zip(committed_lines, befores, strict=True):
        commands += _look_past(git, line) if before.alike else _look_round(git, line)
    ran = iter(git.together(*commands, seconds=PATIENCE))
    out: dict[str, _Step] = {}
    for line, before in zip(committed_lines, befores, strict=True):
        if before.alike:
            out[line.commit] = _Step(before, _earlier_place(line, before, next(ran).out))
        else:
            diff, copies = next(ran), next(ran)
            out[line.commit] = _moving_step(git, line, diff.out, copies.out) or _Step(before)
    return out


def _find_earlier_forms(git: "Git", lines: Sequence[BlamedLine]) -> list[Before]:
    """The form of each line before its commit, from the diffs of the commits."""
    diffs = git.together(*(_diff(line) for line in lines), seconds=PATIENCE)
    return [
        find_earlier_form(diff.out.decode("utf-8", "replace"), line.number, line.text)
        for line, diff in zip(lines, diffs, strict=True)
    ]


def _earlier_place(line: BlamedLine, before: Before, blamed: bytes) -> BlamedLine | None:
    """Where a line was before its commit, from `_look_past`. Blame prints it as it is now; the diff has its text."""
    lines = read_blame(blamed)
    return lines[0]._replace(text=before.text) if lines and lines[0].commit != line.commit else None


def _moving_step(git: "Git", line: BlamedLine, diff: bytes, copies: bytes) -> _Step | None:
    """How a commit moved a line from elsewhere, from what `_look_round` asks for; None when it did not."""
    source = source_of(diff.decode("utf-8", "replace"), line.name, line.number, line.text)
    source = source or _copied_from(line, copies)
    moved = _blamed_there(git, f"{line.commit}^1", source) if source else []
    return _Step(NOTHING, moved[0], source.path) if source and moved else None


def _copied_from(line: BlamedLine, copies: bytes) -> Source | None:
    """The line of another file that git takes for the origin of this one."""
    for copy in read_blame(copies):
        if copy.final == line.number and copy.commit != line.commit:
            return Source(copy.name, copy.number) if copy.name != line.name else None
    return None


def _look_past(git: "Git", line: BlamedLine) -> list[Sequence[str]]:
    """The blame of the line before its commit, by git's own matching."""
    number = line.number
    return [_blame(git, number, number, "--ignore-rev", line.commit, line.commit, "--", _from_root(git, line.name))]


def _look_round(git: "Git", line: BlamedLine) -> list[Sequence[str]]:
    """The lines that the commit removed, and the lines that git takes for copies from the commit before."""
    span = f"{max(1, line.number - AROUND)},+{2 * AROUND + 1}"
    copied = ("--porcelain", "-w", "-C", "-L", span, f"{line.commit}^!", "--", _from_root(git, line.name))
    return [("diff", *OPTIONS, f"{line.commit}^1", line.commit), ("blame", *copied)]


def _blamed_there(git: "Git", rev: str, source: Source) -> list[BlamedLine]:
    """The blame of a line of an earlier commit."""
    blame = _blame(git, source.number, source.number, rev, "--", _from_root(git, source.path))
    return read_blame(git.together(blame, seconds=PATIENCE)[0].out)


def _diff(line: BlamedLine) -> tuple[str, ...]:
    if not line.before:
        return ("version",)
    blobs = (f"{line.before}:{line.before_name}", f"{line.commit}:{line.name}")
    return ("diff", "--no-color", "--no-ext-diff", "--no-textconv", "-U0", *blobs)


def _from_root(git: "Git", name: str) -> str:
    """A name from git's top level as git takes it where it is run."""
    return os.path.relpath(name, git.prefix).replace(os.sep, "/") if git.prefix else name


def _chain(
    git: "Git", touch: BlamedCommit, line: BlamedLine, step: _Step, messages: dict[str, BlamedCommit], path: str
) -> list[BlamedCommit]:
    """A commit, followed back while it only moved or reformatted the line; then the one before the last.

    Of the commits behind the first only that line is known, however many the first has moved.
    """
    out: list[BlamedCommit] = []
    replace = msgspec.structs.replace
    lines = touch.lines
    for _ in range(STEPS):
        name = _own_name(git, line.name)
        touch = replace(touch, lines=lines, path="" if name == path else name)
        by = step.by
        if by is not None and by.commit not in messages:
            messages.update(read_messages(git, [by.commit]))
        if by is None or by.commit not in messages:
            out.append(replace(touch, was=step.before.text if step.before.alike else ""))
            return out
        earlier = messages[by.commit]
        if step.source:
            out.append(replace(touch, role="moved", source=_own_name(git, step.source)))
        elif is_mechanical(touch.subject, step.before):
            out.append(replace(touch, role="layout", was=step.before.text))
        else:
            out.append(replace(touch, was=step.before.text))
            earlier, by = _beyond(git, earlier, by, messages)
            name = _own_name(git, by.name)
            out.append(replace(earlier, role="before", path="" if name == path else name))
            return out
        touch, line, lines = earlier, by, min(lines, 1)
        step = _steps(git, [by]).get(by.commit, _Step())
    out.append(replace(touch, lines=lines))
    return out


def _beyond(
    git: "Git", touch: BlamedCommit, line: BlamedLine, messages: dict[str, BlamedCommit]
) -> tuple[BlamedCommit, BlamedLine]:
    """The commit before the last, or the one before that where it says that it only moved or formatted things."""
    if says_move_or_formatting(touch.subject):
        step = _steps(git, [line]).get(line.commit, _Step())
        if step.by is not None and (step.source or is_mechanical(touch.subject, step.before)):
            messages.update(read_messages(git, [step.by.commit]))
            if step.by.commit in messages:
                return messages[step.by.commit], step.by
    return touch, line


def _once(touches: Iterable[BlamedCommit]) -> list[BlamedCommit]:
    """Each commit once, with the role that says most."""
    rank = ("last", "moved", "layout", "before")
    out: dict[str, BlamedCommit] = {}
    for touch in touches:
        earlier = out.get(touch.id)
        if earlier is None:
            out[touch.id] = touch
            continue
        best = min(earlier, touch, key=lambda t: rank.index(t.role))
        out[touch.id] = msgspec.structs.replace(best, lines=max(earlier.lines, touch.lines))
    return list(out.values())


def _own_name(git: "Git", name: str) -> str:
    """A name from git's top level as one from the project's root."""
    return name[len(git.prefix) :] if git.prefix and name.startswith(git.prefix) else name
