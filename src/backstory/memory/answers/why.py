"""Explains a place in the code: the commits and records behind it, each with its evidence."""

import os
import shlex
from collections.abc import Callable, Iterable, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from backstory.git import blame, file_commits
from backstory.git.ancestry import TRUNKS, find_trunk, read_branch_tips
from backstory.git.blame import CommitWalk, walk_definition
from backstory.git.issues import find_issues
from backstory.git.merges import LINE, find_merges, read_trunk
from backstory.git.process import PARTIAL
from backstory.git.worktree import decode_text
from backstory.memory.answers.evidence import Evidence, EvidenceContext, changed_lines, collect_evidence, weigh_evidence
from backstory.memory.answers.reason import Merge as Merge
from backstory.memory.answers.reason import Reason, reason_from_commit, reason_from_record
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.location import CodeLocation, locate_code, span_of, split_place
from backstory.memory.verbs.anchored_code import suggest_path
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.git.blame import BlamedCommit, CommitWalk
    from backstory.git.merges import MergeInfo
    from backstory.index.read import Row
    from backstory.model.record import Anchor

T = TypeVar("T")
LIMIT: Final = 12
NAME_IT: Final = "name it relative to the current folder: `backstory why src/app.py:12`"
MAX_MERGES: Final = 3
"""Commits whose merge is searched for."""
MAX_OPTIONS: Final = 3
"""Places of a symbol that a hint names."""
MIN_SESSION_WEIGHT: Final = 2.5
"""Weight that a record needs before its session counts as one that worked on the place."""


class SessionWork(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session that worked on the place, with the records that it wrote."""

    session: str
    agent: str = ""
    made: str = ""
    """The date of the last of these records."""
    records: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reasons behind a place, strongest first."""

    spot: str
    reasons: tuple[Reason, ...]
    line: str = ""
    """The text of the line, if exactly one was named."""
    uncommitted: bool = False
    """Whether some of the lines are not committed yet."""
    path: str = ""
    symbol: str = ""
    first: int = 0
    last: int = 0
    notes: tuple[str, ...] = ()
    """Say how the target was understood and what could not be searched."""
    left_out: int = 0
    """Number of weaker reasons beyond the limit."""
    sessions: tuple[SessionWork, ...] = ()


class _Past(msgspec.Struct):
    """What git knows about the place."""

    touches: "list[BlamedCommit]" = []
    merges: "dict[str, MergeInfo]" = {}
    uncommitted: int = 0
    notes: list[str] = []
    failed: BackstoryError | None = None
    """Why a path that does not exist could not be searched for."""


def explain_code(workspace: Catalog, target: str, *, limit: int = LIMIT) -> Explanation:
    """Explains `PATH`, `PATH:LINE`, `PATH:FIRST-LAST`, `PATH#SYMBOL` or `SYMBOL`. Raises `NotFound`, `Invalid`.

    A path that was deleted or renamed is explained by the commit that did it, a symbol that moved at its new place.
    """
    spot = _locate(workspace, target)
    workspace.git, workspace.head  # noqa: B018 (cached before two threads need them)
    wait_for_past = _run_in_thread(lambda: _ask_git(workspace, spot))
    try:
        rows = workspace.fresh().rows(include_retracted=True)
    finally:
        past = wait_for_past()
    context = _make_context(workspace, spot, past, rows)
    reasons = [
        _redact(workspace, reason_from_commit(touch, past.merges.get(touch.id), spot, place))
        for place, touch in enumerate(past.touches)
    ]
    tied = _tie_records(rows, context)
    if not (spot.there or reasons or tied):
        raise past.failed or NotFound(
            f"no file `{spot.path}` here, and none that git knows of",
            hint=suggest_path(workspace, spot.path, "backstory why", NAME_IT),
        )
    reasons += [reason_from_record(row, evidence) for row, evidence in tied.values()]
    best = sorted(reasons, key=lambda r: (-r.weight, r.made))[:limit]
    ranked = sorted(best, key=lambda r: (r.weight, r.made, r.id), reverse=True)
    notes = ([spot.note] if spot.note else []) + past.notes
    return Explanation(
        str(spot), tuple(ranked), workspace.gate.clean(spot.line), bool(past.uncommitted), spot.path, spot.symbol,
        spot.first, spot.last, tuple(notes), len(reasons) - len(ranked), _group_sessions(ranked),
    )  # fmt: skip


def _locate(workspace: Catalog, target: str) -> CodeLocation:
    """The place of a target; a symbol is followed to where it is now, and may stand without its file."""
    from backstory.memory.answers.symbol_places import find_bare_symbol, follow_symbol

    failed: BackstoryError | None = None
    try:
        spot = locate_code(workspace, target)
    except NotFound as err:
        failed, spot = err, CodeLocation(*split_place(workspace, target), there=False)
    if spot.there:
        return spot
    if spot.symbol:
        place = follow_symbol(workspace, spot.path, spot.symbol)
        places, state = [place] if place else [], "is now"
    else:
        places, state = find_bare_symbol(workspace, target.strip(), workspace.fresh().rows()), "stands for"
    if len(places) > 1:
        options = " or ".join(f"`backstory why {place.target}`" for place in places[:MAX_OPTIONS])
        raise Invalid(f"`{target}` is in {format_count(len(places), 'place')}", hint=options)
    if places:
        now = locate_code(workspace, places[0].target)
        return now._replace(note=f"`{spot if spot.symbol else target}` {state} `{places[0].target}`")
    if failed:
        raise failed
    return spot


def _tie_records(rows: "Sequence[Row]", context: EvidenceContext) -> "dict[str, tuple[Row, list[Evidence]]]":
    """Returns record id -> the record with its evidence, for those that something ties to the place."""
    tied: dict[str, tuple[Row, list[Evidence]]] = {}
    for row in rows:
        evidence = collect_evidence(row.record, context)
        if evidence:
            tied[row.record.id] = (row, evidence)
    _add_sessions(rows, tied)
    return tied


def _redact(workspace: Catalog, reason: Reason) -> Reason:
    """Redacts the texts of a commit, which have not passed the gate before."""
    clean = workspace.gate.clean
    merge = reason.merge
    if merge:
        merge = msgspec.structs.replace(merge, title=clean(merge.title), body=clean(merge.body))
    return msgspec.structs.replace(
        reason, title=clean(reason.title), text=clean(reason.text), was=clean(reason.was), merge=merge
    )


def _run_in_thread(work: Callable[[], T]) -> Callable[[], T]:
    """Starts work that waits for git. The function that it returns waits for the result, or raises the error."""
    values: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            values.append(work())
        except BaseException as err:  # `result` raises it again
            raised.append(err)

    thread = Thread(target=run)
    thread.start()

    def result() -> T:
        thread.join()
        if raised:
            raise raised[0]
        return values[0]

    return result


def _ask_git(workspace: Catalog, spot: CodeLocation) -> _Past:
    """Finds the commits behind a place and the merges that brought them, or says why git cannot tell."""
    if not workspace.project.git_dir:
        return _Past(notes=["this project is not under git: only what was remembered can answer"])
    if not workspace.git.available():
        return _Past(notes=["git is not installed: only what was remembered can answer"])
    if not workspace.head[0]:
        return _Past(notes=["nothing is committed here yet"])

    other = _other_repository(workspace, spot)
    if other:
        return _Past(notes=[f"`{other}` is a repository of its own: `git -C {shlex.quote(other)} log` has its history"])
    wait_for_trunk = _run_in_thread(lambda: read_trunk(workspace.git.attempt(*LINE).out))
    try:
        past = _drop_shallow_ends(workspace, _past_of_spot(workspace, spot))
    finally:
        trunk_commits = wait_for_trunk()
    past.merges = find_merges(workspace.git, past.touches[:MAX_MERGES], trunk_commits)
    return past


def _past_of_spot(workspace: Catalog, spot: CodeLocation) -> _Past:
    if not spot.there:
        return _past_of_missing(workspace, spot)
    return _past_of_lines(workspace, spot) if spot.first else _past_of_file(workspace, spot)


def _past_of_missing(workspace: Catalog, spot: CodeLocation) -> _Past:
    """Finds the commit that deleted or renamed a path, and those before it."""
    try:
        deletion = file_commits.find_deletion(workspace.git, spot.path)
    except BackstoryError as err:
        return _Past(notes=[err.message], failed=err)
    if deletion is None:
        return _Past()
    touch, new_path = deletion
    note = f"`{spot.path}` was renamed to `{new_path}`" if new_path else f"`{spot.path}` was deleted"
    notes = [f"{note} by commit {touch.id[:10]}"]
    earlier = file_commits.walk_file(workspace.git, spot.path, 4, rev=f"{touch.id}^").touches if touch.parents else []
    return _Past([touch, *earlier], notes=notes)


def _past_of_file(workspace: Catalog, spot: CodeLocation) -> _Past:
    """Finds the commits that changed a file or folder."""
    walked = file_commits.walk_file(workspace.git, spot.path, folder=spot.folder)
    notes = ["the history beyond these commits was not searched: it is long"] if walked.cut else []
    if walked.reason == PARTIAL:
        notes.append(f"its history ends early: {PARTIAL}; nothing is fetched unasked, `git log {spot.path}` fetches it")
    elif not walked.touches and not walked.cut:
        notes.append("git does not know it: it is not committed yet, or ignored")
    return _Past(walked.touches, notes=notes)


def _past_of_lines(workspace: Catalog, spot: CodeLocation) -> _Past:
    """Finds the commits that last changed some lines and, for a symbol, those that changed its definition."""
    wait_for_history = _run_in_thread(lambda: _history_of_definition(workspace, spot))
    try:
        blamed = blame.blame_lines(workspace.git, spot.path, spot.first, spot.last)
    finally:
        walked = wait_for_history()
    notes = _note_gaps(spot, blamed, walked)
    blamed_ids = {touch.id for touch in blamed.touches}
    touches = blamed.touches + [touch for touch in walked.touches if touch.id not in blamed_ids]
    return _Past(touches, uncommitted=blamed.uncommitted, notes=notes)


def _note_gaps(spot: CodeLocation, blamed: "blame.Blamed", walked: "CommitWalk") -> list[str]:
    """Facts that git could not give, or was not asked for."""
    notes = [f"git could not say who wrote it: {blamed.reason}"] if blamed.reason else []
    if blamed.reason == PARTIAL:
        notes[0] += f"; nothing is fetched unasked, `git blame {spot.path}` fetches it"
    if blamed.uncommitted:
        notes.append(_describe_uncommitted(spot, blamed.uncommitted))
    if walked.cut:
        notes.append(f"the history of `{spot.symbol}` was not searched to its beginning: it is long")
    return notes


def _drop_shallow_ends(workspace: Catalog, past: _Past) -> _Past:
    """Removes the commits at which a shallow clone ends, because git blames them for every older line."""
    ends = workspace.git.ends() if past.touches else frozenset()
    if any(touch.id in ends for touch in past.touches):
        past.touches = [touch for touch in past.touches if touch.id not in ends]
        past.notes.append(
            "this clone is shallow: what came before its first commit is not known; `git fetch --unshallow` brings it"
        )
    return past


def _describe_uncommitted(spot: CodeLocation, count: int) -> str:
    if spot.lines == 1:
        return f"line {spot.first} is not committed yet"
    if count >= spot.lines:
        return "none of these lines is committed yet"
    return f"{count} of these {spot.lines} lines {'are' if count > 1 else 'is'} not committed yet"


def _history_of_definition(workspace: Catalog, spot: CodeLocation) -> "CommitWalk":
    """Returns git's history of the lines of a symbol, found by their numbers in the committed file."""
    ran = workspace.git.attempt("show", f"HEAD:{workspace.git.prefix}{spot.path}") if spot.symbol else None
    span = span_of(spot.path, decode_text(ran.out), spot.symbol) if ran and not ran.code else None
    return walk_definition(workspace.git, spot.path, *span) if span else CommitWalk([])


def _other_repository(workspace: Catalog, spot: CodeLocation) -> str:
    """Returns the submodule or nested repository that contains the path; empty if there is none."""
    parts = spot.path.split("/")
    for length in range(1, len(parts) + (1 if spot.folder else 0)):
        folder = "/".join(parts[:length])
        if folder not in (".", "") and os.path.lexists(os.path.join(workspace.project.root, folder, ".git")):
            return folder
    return ""


def _make_context(workspace: Catalog, spot: CodeLocation, past: _Past, rows: "Sequence[Row]") -> EvidenceContext:
    """Collects everything about the place that records are compared with."""
    spans: dict[str, tuple[int, int] | None] = {}

    def span(symbol: str) -> tuple[int, int] | None:
        if symbol not in spans:
            spans[symbol] = span_of(spot.path, spot.text, symbol) if spot.text else None
        return spans[symbol]

    # If another file has that name now, the code was copied from there: it is not an earlier name of this file.
    paths = [touch.path for touch in past.touches if touch.path]
    earlier = [path for path in paths if not os.path.lexists(os.path.join(workspace.project.root, path))]
    names = dict.fromkeys([spot.path, workspace.git.prefix + spot.path, *earlier])
    if past.touches and not spot.folder and _has_missing_files(workspace, rows):
        names |= dict.fromkeys(file_commits.find_earlier_names(workspace.git, spot.path))
    return EvidenceContext(
        spot, tuple(names), tuple(past.touches), past.merges, _find_issues(past), span, workspace.head,
        _branch_commits(workspace, rows), bool(past.uncommitted), _find_moved(workspace, past, rows, names),
    )  # fmt: skip


def _find_moved(
    workspace: Catalog, past: _Past, rows: "Sequence[Row]", names: Iterable[str]
) -> "dict[str, dict[str, Anchor]]":
    """The definitions that left the files from which git has the lines, for the records about them."""
    from backstory.memory.answers.symbol_places import find_moved_anchors

    paths = {*names, *(path for touch in past.touches for path in (touch.path, touch.source))}
    return find_moved_anchors(workspace, rows, paths)


def _find_issues(past: _Past) -> dict[str, str]:
    """Returns issue or pull request -> the first of the commits that name it."""
    issues: dict[str, str] = {}
    for touch in past.touches:
        merge_info = past.merges.get(touch.id)
        texts = [touch.subject, touch.body, *((merge_info.number, merge_info.title) if merge_info else ())]
        for issue in find_issues(texts):
            issues.setdefault(issue, touch.id)
    return issues


def _has_missing_files(workspace: Catalog, rows: "Sequence[Row]") -> bool:
    """Whether a record names a file that does not exist any more: it may be an earlier name of this one."""
    paths: set[str] = set()
    for row in rows:
        paths.update(anchor.path for anchor in row.record.anchors if not anchor.is_glob)
        paths.update(changed_lines(row.record))
    return any(not os.path.lexists(os.path.join(workspace.project.root, path)) for path in paths)


def _branch_commits(workspace: Catalog, rows: "Sequence[Row]") -> frozenset[str]:
    """Returns the commits that only the branch checked out has, if any record was made on it."""
    branch = workspace.head[1]
    if not branch or branch in TRUNKS or all(row.record.origin.branch != branch for row in rows):
        return frozenset()
    main = find_trunk(workspace.git, read_branch_tips(workspace.git))
    if not main or main == branch:
        return frozenset()
    ran = workspace.git.attempt("rev-list", "--max-count=500", "HEAD", f"^refs/heads/{main}", "--")
    return frozenset(ran.out.decode().split())


def _add_sessions(rows: "Sequence[Row]", tied: "dict[str, tuple[Row, list[Evidence]]]") -> None:
    """Ties the other records of a session from which a strongly tied record comes."""
    sessions = _strong_sessions(tied)
    if not sessions:
        return
    for row in rows:
        first = sessions.get(row.record.origin.session)
        if first is not None and row.record.id not in tied:
            words = f"was made in the same session as {first.record.kind} {first.record.short}"
            tied[row.record.id] = (row, [Evidence("session", words)])


def _strong_sessions(tied: "dict[str, tuple[Row, list[Evidence]]]") -> "dict[str, Row]":
    """Session -> the first strongly tied record of it."""
    sessions: dict[str, Row] = {}
    for row, evidence in tied.values():
        if row.record.origin.session and weigh_evidence(evidence) >= MIN_SESSION_WEIGHT:
            sessions.setdefault(row.record.origin.session, row)
    return sessions


def _group_sessions(reasons: Sequence[Reason]) -> tuple[SessionWork, ...]:
    """Groups the reasons by session, the latest session first."""
    by_session: dict[str, list[Reason]] = {}
    for reason in sorted(reasons, key=lambda reason: reason.made, reverse=True):
        if reason.session:
            by_session.setdefault(reason.session, []).append(reason)
    return tuple(
        SessionWork(session, some[0].agent, some[0].made, tuple(reason.id for reason in some))
        for session, some in by_session.items()
    )
