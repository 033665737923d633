"""What sessions tried and took back with git: its runs say nothing of the tree, and its files are not of the work.

A reset, a checkout of all files, a stash or an abort takes back what was edited since the last commit that stays, and
a revert one commit. What was run before the first of these edits was run on what stays. What was edited back is no
longer different from the last commit.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from backstory.model.session import CommandRun, Commit, Session
from backstory.model.snapshot import GitState
from backstory.patterns.pattern import Pattern

_REPORTING: Final = frozenset(("test", "lint", "types", "build", "run"))
"""Kinds of commands that say something of the tree."""
_GIT: Final = r"(?:^|[;&|(\n]\s*)git (?:-[cC] \S+ |--?[a-z-]+ )*"
_RESET: Final = Pattern(_GIT + r"reset (?=[^;&|\n]*--(?:hard|merge|keep)\b)(?P<words>[^;&|\n]*)")
_RESTORE: Final = Pattern(
    _GIT + r"(?:checkout (?:HEAD )?(?:--? )?(?P<from>[^;&|\n-][^;&|\n]*)|restore (?P<files>[^;&|\n]+))"
)
_STASH: Final = Pattern(_GIT + r"stash(?= *(?:$|[;&|\n])| +(?:push|save|-))(?P<words>[^;&|\n]*)")
_UNSTASH: Final = Pattern(_GIT + r"stash (?:pop|apply)\b")
_ABORT: Final = Pattern(_GIT + r"(?:merge|rebase|cherry-pick|revert|am) --abort\b")
_REVERT: Final = Pattern(_GIT + r"revert (?!--(?:abort|continue|quit|skip)\b)")
_ONLY_STAGED: Final = Pattern(r"(?:^| )(?:--staged|-S)(?= |$)")
_BY_HUNKS: Final = Pattern(r"(?:^| )(?:-p|--patch|--keep-index|-k|--staged|-S)(?= |$)")
_BACK: Final = re.compile(r"(?:HEAD|@)(?P<signs>(?:[~^]\d*)*)")
_ALL: Final = (".", "./", ":/", "*")
_REVERTS: Final = re.compile(r'Revert "(?P<subject>.+)"$', re.DOTALL)


class Undone(NamedTuple):
    """Sessions without what they took back, and the runs on it."""

    sessions: tuple[Session, ...]
    runs: tuple[CommandRun, ...]


class _Step(NamedTuple):
    """Something that happened in a session, in the order of its transcript."""

    place: tuple[int, int, str]
    edits: tuple[str, ...] = ()
    run: CommandRun | None = None
    commit: Commit | None = None


class Tree(NamedTuple):
    """The working tree as git has it."""

    commit: str
    changed: frozenset[str]
    """The files that differ from the commit."""


def describe_tree(git: GitState) -> Tree | None:
    """The working tree; None where git does not name all files that differ from the commit."""
    if not git.commit or git.operation or git.more_changes or git.reason:
        return None
    return Tree(git.commit, frozenset(chain.from_iterable((one.path, one.was) for one in git.changes)))


def drop_undone(sessions: Sequence[Session], reverted: Sequence[str] = (), tree: Tree | None = None) -> Undone:
    """The sessions of one line of work, newest first, without what they took back since.

    A run on it becomes a command that says nothing. `reverted`: subjects of commits that others have taken back.
    `tree`: the working tree after the sessions, where that is known.
    """
    live: list[_Step] = []
    stashed: list[list[_Step]] = []
    undone: list[_Step] = []
    for step in _list_steps(sessions):
        if step.run is not None and _UNSTASH.search(step.run.command) and not step.run.failed and stashed:
            live += stashed.pop()
        taken = _take_back(step, live)
        if step.run is not None and taken and _STASH.search(step.run.command):
            stashed.append(taken)
        undone += taken
        live.append(step)
    for subject in reverted:
        undone += _take_commit(subject, live)
    if tree is not None and sessions and sessions[0].commit == tree.commit:
        undone += _take_edited_back(live, tree.changed)
    kept = {id(step.run) for step in live}
    gone = [step.run for step in undone if step.run is not None and id(step.run) not in kept]
    runs = tuple(run for run in gone if run.kind in _REPORTING)
    if not undone:
        return Undone(tuple(sessions), ())
    files = set(chain.from_iterable(step.edits for step in undone))
    files -= set(chain.from_iterable(step.edits for step in live))
    return Undone(tuple(_leave_out(session, runs, files) for session in sessions), runs)


def undoes(command: str) -> bool:
    """Whether a command takes back what was done, whatever it was: a reset, a revert, a stash, an abort."""
    return any(pattern.search(command) for pattern in (_RESET, _REVERT, _STASH, _ABORT))


def _leave_out(session: Session, runs: Sequence[CommandRun], files: set[str]) -> Session:
    commands = tuple(_silence(run) if any(run is one for one in runs) else run for run in session.commands)
    edited = tuple(path for path in session.edited if path not in files)
    return msgspec.structs.replace(session, commands=commands, edited=edited)


def _silence(run: CommandRun) -> CommandRun:
    return msgspec.structs.replace(run, kind="other", failed=False, red=(), summary="", errors=())


def _list_steps(sessions: Sequence[Session]) -> Iterator[_Step]:
    """What was edited, run and committed, oldest first. Where HEAD moved between two sessions, somebody else may have
    committed what the first of them left."""
    former = ""
    for session in reversed(sessions):
        if former and session.commit and session.commit != former and not session.commits:
            yield _Step((0, 0, session.started), commit=Commit("", ""))
        former = session.commit or former
        steps = [_Step((prompt.line, 1, prompt.made), prompt.edited) for prompt in session.prompts if prompt.edited]
        steps += [_Step((run.line, 0, run.made), run=run) for run in session.commands]
        steps += [_Step((run.line, 1, run.made), run.edited) for run in session.commands if run.edited]
        steps += [_Step((commit.line, 2, commit.made), commit=commit) for commit in session.commits]
        yield from sorted(steps, key=lambda step: step.place)


def _take_back(step: _Step, live: list[_Step]) -> list[_Step]:
    """Removes what a step takes back from what is live, and returns it."""
    if step.commit is not None:
        match = _REVERTS.match(step.commit.subject)
        return _take_commit(match["subject"], live) if match else []
    run = step.run
    if run is None or run.failed or run.kind in _REPORTING or "git" not in run.command:
        return []
    if match := _RESET.search(run.command):
        return _take_since(_find_target(match["words"].split(), live), live)
    if (match := _STASH.search(run.command)) and not _BY_HUNKS.search(match["words"]):
        files = match["words"].partition(" -- ")[2].split()
        return _take_files(files, live) if files else _take_since(_find_commit(live, 0), live)
    if _ABORT.search(run.command):
        return _take_since(_find_commit(live, 0), live)
    if (match := _RESTORE.search(run.command)) and not _ONLY_STAGED.search(match["files"] or ""):
        return _take_files((match["from"] or match["files"] or "").split(), live)
    return []


def _find_target(words: Sequence[str], live: Sequence[_Step]) -> int:
    """The number of the step after which everything goes with a reset to what its words name. A target that the
    sessions do not know keeps what they committed."""
    target = next((word for word in words if not word.startswith("-")), "HEAD")
    if match := _BACK.fullmatch(target):
        signs = re.findall(r"[~^](\d*)", match["signs"])
        return _find_commit(live, sum(int(count or 1) for count in signs))
    ids = [number for number, step in enumerate(live) if step.commit is not None and _is_same(step.commit.id, target)]
    return ids[-1] if ids else _find_commit(live, 0)


def _is_same(ident: str, target: str) -> bool:
    return min(len(ident), len(target)) >= 7 and (ident.startswith(target) or target.startswith(ident))


def _find_commit(live: Sequence[_Step], back: int) -> int:
    """The number of the step that made the last commit, or one before it; -1 before the first."""
    commits = [number for number, step in enumerate(live) if step.commit is not None]
    return commits[-1 - back] if back < len(commits) else -1


def _take_since(number: int, live: list[_Step]) -> list[_Step]:
    """Takes the steps away from the first edit after a step on."""
    first = next((place for place in range(number + 1, len(live)) if live[place].edits), len(live))
    taken = live[first:]
    del live[first:]
    return taken


def _take_files(words: Sequence[str], live: list[_Step]) -> list[_Step]:
    """Takes back what was edited since the last commit in some files and folders, and if that is all that was edited,
    what was run on it, too."""
    places = [word.strip("'\"") for word in words if not word.startswith("-")]
    start = _find_commit(live, 0) + 1
    edited = set(chain.from_iterable(step.edits for step in live[start:]))
    if edited and all(_is_below(path, places) for path in edited):
        return _take_since(start - 1, live)
    taken: list[_Step] = []
    for number, step in enumerate(live[start:], start):
        kept = tuple(path for path in step.edits if not _is_below(path, places))
        if kept != step.edits:
            live[number] = step._replace(edits=kept)
            taken.append(step._replace(edits=tuple(path for path in step.edits if path not in kept)))
    return taken


def _is_below(path: str, places: Sequence[str]) -> bool:
    return any(place in _ALL or path == place or path.startswith(place.rstrip("/") + "/") for place in places)


def _take_edited_back(live: list[_Step], changed: Collection[str]) -> list[_Step]:
    """Takes away the runs on edits that were edited back: their files were edited once more and are as in the commit.

    That is certain where all files that had been edited then are, or where the same tests ran right before these edits.
    Returns the runs, and the edits of files that are as in the commit.
    """
    start = _find_commit(live, 0) + 1
    edited: set[str] = set()
    since: set[str] = set()
    before: CommandRun | None = None
    taken: list[_Step] = []
    for number, step in enumerate(live[start:], start):
        edited.update(step.edits)
        since.update(step.edits)
        if step.run is None or step.run.kind not in _REPORTING:
            continue
        later = set(chain.from_iterable(one.edits for one in live[number + 1 :]))
        is_repeated = before is not None and before.command == step.run.command
        tried = since if is_repeated else edited
        if tried and all(path in later and path not in changed for path in tried):
            taken.append(step)
        else:
            before, since = step.run, set()
    if not taken:
        return []
    gone = [step for step in live[start:] if step.edits and not any(path in changed for path in step.edits)]
    removed = {id(step) for step in (*taken, *gone)}
    live[:] = [step for step in live if id(step) not in removed]
    return [*taken, *gone]


def _take_commit(subject: str, live: list[_Step]) -> list[_Step]:
    """Takes back the last commit of a subject with what was done for it, and the runs on it before the next edit."""
    commits = [number for number, step in enumerate(live) if step.commit is not None]
    number = next((one for one in reversed(commits) if _subject(live[one]) == subject), None)
    if number is None:
        return []
    before = max((one for one in commits if one < number), default=-1)
    first = next((place for place in range(before + 1, number) if live[place].edits), number)
    last = next((place for place in range(number + 1, len(live)) if live[place].edits), len(live))
    taken = live[first:last]
    del live[first:last]
    return taken


def _subject(step: _Step) -> str:
    return step.commit.subject if step.commit is not None else ""
