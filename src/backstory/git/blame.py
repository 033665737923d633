"""Finds the commits behind code: the last ones to change some lines, the ones before, those that touched a file.

Every question is bounded by a number of commits, and by time where git would have to walk a whole history. Paths are
relative to the project's root.
"""

import os
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.git.formatting import NOTHING, Before, find_earlier_form, is_mechanical, says_move_or_formatting
from backstory.git.moved_lines import OPTIONS, Source, source_of
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_LINES: Final = 2_000
"""Lines that one question may span."""
COPIES_WITHIN: Final = 80
"""Lines up to which a question also searches other files for copies; a longer one only searches its own file."""
PATIENCE: Final = 0.7
"""Seconds that a look through the history of a file may take."""
LONGER: Final = 4.0
"""The same for the commit that deleted a file, which has no cheaper answer."""
AROUND: Final = 6
"""Lines on both sides of one that show whether it was copied."""
STEPS: Final = 4
"""Commits through which a line is followed back while they only moved or reformatted it."""
BLAMED: Final = 3
"""Commits of a range whose changes are read."""
FORM: Final = "--format=%H%x00%P%x00%an <%ae>%x00%cI%x00%B%x00%x01"
"""What `parse_log` reads."""
# Begins with a set of characters, for which the engine skips ahead: three times as fast as whole alternatives.
_ISSUE: Final = re.compile(r"[#A-Z](?:(?<=(?<![\w/&])#)\d{1,7}|(?<=\b[A-Z])[A-Z0-9]{1,9}-\d{1,7})\b")
_NO_ISSUES: Final = ("UTF-", "SHA-", "ISO-", "RFC-", "CVE-", "PEP-", "PY-", "CP-", "AES-", "MD-", "UTC-", "GMT-")
_HEADER: Final = re.compile(r"([0-9a-f]{40}|[0-9a-f]{64}) (\d+) (\d+)")


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
    """The file that it moved the line from."""


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
    by: "_Line | None" = None
    source: str = ""


class _Line(NamedTuple):
    """Where one line comes from: its number and file in that commit, its number in the file that was asked about, and
    the commit before with the file's name there."""

    commit: str
    number: int
    final: int
    name: str
    before: str
    before_name: str
    text: str


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
        none = "no such path" in ran.err or "no such ref: HEAD" in ran.err
        return Blamed([], last - first + 1 if none else 0, "" if none else ran.reason)
    lines = _lines(ran.out)
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.commit] = counts.get(line.commit, 0) + 1
    ids = [commit for commit in sorted(counts, key=lambda commit: -counts[commit]) if set(commit) != {"0"}]
    uncommitted = sum(count for commit, count in counts.items() if commit not in ids)
    samples = {commit: _telling([line for line in lines if line.commit == commit]) for commit in ids}
    steps = _steps(git, [samples[commit] for commit in ids[:BLAMED]])
    messages = read_messages(git, [*ids, *(step.by.commit for step in steps.values() if step.by)])
    touches: list[BlamedCommit] = []
    for commit in ids:
        if commit in messages:
            touch = msgspec.structs.replace(messages[commit], lines=counts[commit])
            touches += _chain(git, touch, samples[commit], steps.get(commit, _Step()), messages, path)
    return Blamed(_once(touches), uncommitted)


def walk_file(git: "Git", path: str, limit: int = 15, *, folder: bool = False, rev: str = "HEAD") -> CommitWalk:
    """The commits that touched a file or folder, newest first, and the one that created it.

    Renames are followed for a file. What cannot be found in time is left out.
    """
    common = ("--no-color", FORM)
    follow = () if folder else ("--follow",)
    log = ("--literal-pathspecs", "log", *follow, "--no-merges", f"--max-count={limit}", *common, rev, "--", path)
    creation = ("--literal-pathspecs", "log", "--diff-filter=A", "--max-count=1", *common, rev, "--", path)
    ran, *rest = git.together(log, *(() if folder else (creation,)), seconds=PATIENCE)
    touches = [msgspec.structs.replace(touch, role="touched") for touch in parse_log(ran.out)]
    created = [touch for first in rest for touch in parse_log(first.out)]
    if created:
        end = msgspec.structs.replace(created[0], role="created")
        touches = [end if touch.id == end.id else touch for touch in touches]
        if all(touch.id != end.id for touch in touches):
            touches.append(end)
    return CommitWalk(touches, ran.late, "" if ran.late else ran.reason)


def walk_definition(git: "Git", path: str, first: int, last: int, limit: int = 8) -> CommitWalk:
    """The history of lines of HEAD's file, newest first, as far as time allows."""
    ran = git.together(
        ("log", "-s", "--no-color", f"--max-count={limit}", FORM, f"-L{first},{last}:{path}"), seconds=PATIENCE
    )[0]
    return CommitWalk([msgspec.structs.replace(touch, role="touched") for touch in parse_log(ran.out)], ran.late)


def find_deletion(git: "Git", path: str) -> tuple[BlamedCommit, str] | None:
    """The commit that removed a path, and the path's new name (empty: it was deleted); None when none is found.

    Git's own measure of likeness distinguishes a rename from a deletion. Raises `BackstoryError` when time runs out.
    """
    ran = git.together(
        ("--literal-pathspecs", "log", "--max-count=1", "--diff-filter=D", "--no-renames", FORM, "--", path),
        seconds=max(LONGER, PATIENCE),
    )[0]
    deletions = parse_log(ran.out)
    if not deletions and ran.late:
        raise BackstoryError(f"the history is too long to look for `{path}` in it", hint=f"`git log -- {path}`")
    if not deletions:
        return None
    touch = deletions[0]
    moved = git.attempt("diff-tree", "-r", "-z", "-M", "--diff-filter=R", "--name-status", "--root", "--no-commit-id",
                        "--relative", touch.id)  # fmt: skip
    fields = moved.out.decode("utf-8", "surrogateescape").split("\0")
    for position in range(0, len(fields) - 2, 3):
        if fields[position + 1] == path:
            return msgspec.structs.replace(touch, role="renamed", path=path), fields[position + 2]
    return msgspec.structs.replace(touch, role="deleted"), ""


def find_earlier_names(git: "Git", path: str) -> list[str]:
    """Names that a file had before, the latest first, as far as they are found in time."""
    ran = git.together(
        ("--literal-pathspecs", "log", "--follow", "--diff-filter=R", "--name-status", "-z", "--relative", "--format=",
         "--", path),
        ("diff-index", "-z", "-M", "--diff-filter=R", "--name-status", "--relative", "--cached", "HEAD"),
        seconds=PATIENCE,
    )  # fmt: skip
    names: dict[str, None] = {}
    now = path
    for out in (ran[1].out, ran[0].out):
        fields = [field.lstrip("\n") for field in out.decode("utf-8", "surrogateescape").split("\0")]
        for position in range(0, len(fields) - 2, 3):
            if fields[position + 2] == now and fields[position + 1] != path:
                now = fields[position + 1]
                names[now] = None
    return list(names)


def read_messages(git: "Git", commits: Sequence[str]) -> dict[str, BlamedCommit]:
    """Commit -> its message and author; one process for all. Commits that this clone lacks are left out."""
    if not commits:
        return {}
    asked = "".join(f"{commit}\n" for commit in dict.fromkeys(commits)).encode()
    ran = git.attempt("log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "--no-color", FORM, stdin=asked)
    return {touch.id: touch for touch in parse_log(ran.out)}


def find_issues(texts: Iterable[str]) -> list[str]:
    """Issue and pull-request numbers that texts name (`#12`, `GH-12`, `ABC-12`), in order, each once."""
    issues: dict[str, None] = {}
    for text in texts:
        for match in _ISSUE.finditer(text):
            if not match.group().startswith(_NO_ISSUES):
                issues.setdefault(match.group())
    return list(issues)


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


def _lines(out: bytes) -> list[_Line]:
    """Reads `blame --porcelain`, which describes a commit and its file once and only names them afterwards."""
    lines: list[_Line] = []
    commit, number, final, name, before, before_name = "", 0, 0, "", "", ""
    described: dict[str, tuple[str, str, str]] = {}
    for line in out.decode("utf-8", "replace").split("\n"):
        if line.startswith("\t"):
            described[commit] = (name, before, before_name)
            lines.append(_Line(commit, number, final, name, before, before_name, line[1:].rstrip("\r")))
            continue
        header = _HEADER.match(line)
        if header:
            commit, number, final = header[1], int(header[2]), int(header[3])
            name, before, before_name = described.get(commit, ("", "", ""))
        elif line.startswith("filename "):
            name = line[9:]
        elif line.startswith("previous "):
            before, _, before_name = line[9:].partition(" ")
    return lines


def _telling(lines: Sequence[_Line]) -> _Line:
    """The longest line, which says most about a commit's change."""
    return max(lines, key=lambda line: len(line.text.strip()))


def _steps(git: "Git", lines: Sequence[_Line]) -> dict[str, _Step]:
    """Commit -> how it changed its line; all are asked at once, for a limited time.

    A line that had an earlier form in the same place is followed past the commit by git's own matching; one that had
    none is looked for among all that the commit took away or copied.
    """
    asked = [line for line in lines if set(line.commit) != {"0"}]
    if not asked:
        return {}
    diffs = git.together(*(_diff(line) for line in asked), seconds=PATIENCE)
    befores = [
        find_earlier_form(r.out.decode("utf-8", "replace"), a.number, a.text) for a, r in zip(asked, diffs, strict=True)
    ]
    commands = [_look_past(git, a) if b.alike else _look_round(git, a) for a, b in zip(asked, befores, strict=True)]
    ran = iter(git.together(*(c for some in commands for c in some), seconds=PATIENCE))
    out: dict[str, _Step] = {}
    for line, before in zip(asked, befores, strict=True):
        if before.alike:
            told = _lines(next(ran).out)
            # Blame prints the line as it is now; the diff has its text from before.
            by = told[0]._replace(text=before.text) if told and told[0].commit != line.commit else None
            out[line.commit] = _Step(before, by)
            continue
        diff, copies = next(ran), next(ran)
        source = source_of(diff.out.decode("utf-8", "replace"), line.name, line.number, line.text)
        if source is None:
            copy = next((c for c in _lines(copies.out) if c.final == line.number and c.commit != line.commit), None)
            source = Source(copy.name, copy.number) if copy and copy.name != line.name else None
        moved = _blamed_there(git, f"{line.commit}^1", source) if source else []
        out[line.commit] = _Step(NOTHING, moved[0], source.path) if source and moved else _Step(before)
    return out


def _look_past(git: "Git", line: _Line) -> list[Sequence[str]]:
    """The blame of the line before its commit, by git's own matching."""
    number = line.number
    return [_blame(git, number, number, "--ignore-rev", line.commit, line.commit, "--", _from_root(git, line.name))]


def _look_round(git: "Git", line: _Line) -> list[Sequence[str]]:
    """The lines that the commit removed, and the lines that git takes for copies from the commit before."""
    span = f"{max(1, line.number - AROUND)},+{2 * AROUND + 1}"
    copied = ("--porcelain", "-w", "-C", "-L", span, f"{line.commit}^!", "--", _from_root(git, line.name))
    return [("diff", *OPTIONS, f"{line.commit}^1", line.commit), ("blame", *copied)]


def _blamed_there(git: "Git", rev: str, source: Source) -> list[_Line]:
    """The blame of a line of an earlier commit."""
    number = source.number
    return _lines(
        git.together(_blame(git, number, number, rev, "--", _from_root(git, source.path)), seconds=PATIENCE)[0].out
    )


def _diff(line: _Line) -> tuple[str, ...]:
    if not line.before:
        return ("version",)
    blobs = (f"{line.before}:{line.before_name}", f"{line.commit}:{line.name}")
    return ("diff", "--no-color", "--no-ext-diff", "--no-textconv", "-U0", *blobs)


def _from_root(git: "Git", name: str) -> str:
    """A name from git's top level as git takes it where it is run."""
    return os.path.relpath(name, git.prefix).replace(os.sep, "/") if git.prefix else name


def _chain(
    git: "Git", touch: BlamedCommit, line: _Line, step: _Step, found: dict[str, BlamedCommit], path: str
) -> list[BlamedCommit]:
    """A commit, followed back while it only moved or reformatted the line; then the one before the last."""
    out: list[BlamedCommit] = []
    replace = msgspec.structs.replace
    lines = touch.lines
    for _ in range(STEPS):
        name = _own_name(git, line.name)
        touch = replace(touch, lines=lines, path="" if name == path else name)
        by = step.by
        if by is not None and by.commit not in found:
            found.update(read_messages(git, [by.commit]))
        if by is None or by.commit not in found:
            out.append(replace(touch, was=step.before.text if step.before.alike else ""))
            return out
        earlier = found[by.commit]
        if step.source:
            out.append(replace(touch, role="moved", source=_own_name(git, step.source)))
        elif is_mechanical(touch.subject, step.before):
            out.append(replace(touch, role="layout", was=step.before.text))
        else:
            out.append(replace(touch, was=step.before.text))
            earlier, by = _beyond(git, earlier, by, found)
            name = _own_name(git, by.name)
            out.append(replace(earlier, role="before", path="" if name == path else name))
            return out
        touch, line = earlier, by
        step = _steps(git, [by]).get(by.commit, _Step())
    out.append(replace(touch, lines=lines))
    return out


def _beyond(git: "Git", touch: BlamedCommit, line: _Line, found: dict[str, BlamedCommit]) -> tuple[BlamedCommit, _Line]:
    """The commit before the last, or the one before that where it says that it only moved or formatted things."""
    if says_move_or_formatting(touch.subject):
        step = _steps(git, [line]).get(line.commit, _Step())
        if step.by is not None and (step.source or is_mechanical(touch.subject, step.before)):
            found.update(read_messages(git, [step.by.commit]))
            if step.by.commit in found:
                return found[step.by.commit], step.by
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
