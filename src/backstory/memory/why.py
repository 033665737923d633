"""`why`: from a place in the code to the reasons behind it, each with the evidence that ties it to that place."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.evidence import Evidence, EvidenceContext, changed_lines, collect_evidence, weigh_evidence
from backstory.memory.location import CodeLocation, locate, span_of
from backstory.memory.reason import Merge as Merge
from backstory.memory.reason import Reason, reason_from_commit, reason_from_record
from backstory.model.errors import BackstoryError, NotFound

if TYPE_CHECKING:
    from backstory.git.blame import Touch, Walked
    from backstory.git.merges import Landing
    from backstory.index.read import Row

T = TypeVar("T")
LIMIT: Final = 12
LANDED: Final = 3
"""Commits whose merge is looked for."""
STRONG: Final = 2.5
"""Weight from which a record's session counts as one that worked on the place."""


class Workings(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session behind the place, by the records that it left."""

    session: str
    agent: str = ""
    made: str = ""
    """When it left the last of them."""
    records: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    spot: str
    reasons: tuple[Reason, ...]
    line: str = ""
    """The line itself, when the question named one."""
    uncommitted: bool = False
    """Whether some of the lines are not committed yet."""
    path: str = ""
    symbol: str = ""
    first: int = 0
    last: int = 0
    notes: tuple[str, ...] = ()
    """What has to be known to read the answer: how the question was taken, what could not be looked at."""
    left_out: int = 0
    """Weaker reasons beyond the limit."""
    sessions: tuple[Workings, ...] = ()


class _Past(msgspec.Struct):
    """What git says of the place."""

    touches: "list[Touch]" = []
    landings: "dict[str, Landing]" = {}
    uncommitted: int = 0
    notes: list[str] = []
    failed: BackstoryError | None = None
    """Why a path that is not there could not be looked for."""


def explain_code(workspace: Catalog, target: str, *, limit: int = LIMIT) -> Answer:
    """Explains `PATH`, `PATH:LINE`, `PATH:FIRST-LAST` or `PATH#SYMBOL`. Raises `NotFound`, `Invalid`.

    A path that was deleted or renamed is explained by the commit that did it.
    """
    spot = locate(workspace, target)
    workspace.git, workspace.head  # noqa: B018 (made once, before there are two who want them)
    asked = _beside(lambda: _past(workspace, spot))
    try:
        rows = workspace.fresh().rows(include_retracted=True)
    finally:
        past = asked()
    ground = _ground(workspace, spot, past, rows)
    reasons = [
        _redacted(workspace, reason_from_commit(t, past.landings.get(t.id), spot, n))
        for n, t in enumerate(past.touches)
    ]
    tied = {row.record.id: (row, found) for row in rows if (found := collect_evidence(row.record, ground))}
    _add_sessions(rows, tied)
    if not (spot.there or reasons or tied):
        raise past.failed or NotFound(
            f"no file `{spot.path}` here, and none that git knows of",
            hint="name it relative to where you stand: `backstory why src/app.py:12`",
        )
    reasons += [reason_from_record(row, found) for row, found in tied.values()]
    best = sorted(reasons, key=lambda r: (-r.weight, r.made), reverse=False)[:limit]
    shown = sorted(best, key=lambda r: (r.made, r.weight), reverse=True)
    notes = ([spot.note] if spot.note else []) + past.notes
    return Answer(
        str(spot), tuple(shown), workspace.gate.clean(spot.line), bool(past.uncommitted), spot.path, spot.symbol,
        spot.first, spot.last, tuple(notes), len(reasons) - len(shown), _sessions(shown),
    )  # fmt: skip


def _redacted(workspace: Catalog, reason: Reason) -> Reason:
    """A commit's words and the line it changed, as they may be shown: neither has passed the gate before."""
    clean = workspace.gate.clean
    merge = reason.merge
    if merge:
        merge = msgspec.structs.replace(merge, title=clean(merge.title), body=clean(merge.body))
    return msgspec.structs.replace(
        reason, title=clean(reason.title), text=clean(reason.text), was=clean(reason.was), merge=merge
    )


def _beside(work: Callable[[], T]) -> Callable[[], T]:
    """Begins something that waits for git, and returns what waits for it: its value, or what it raised."""
    from threading import Thread

    values: list[T] = []
    raised: list[BaseException] = []

    def do() -> None:
        try:
            values.append(work())
        except BaseException as err:  # raised again where it is waited for
            raised.append(err)

    thread = Thread(target=do)
    thread.start()

    def value() -> T:
        thread.join()
        if raised:
            raise raised[0]
        return values[0]

    return value


# What git says


def _past(workspace: Catalog, spot: CodeLocation) -> _Past:
    if not workspace.project.git_dir:
        return _Past(notes=["this project is not under git: only what was remembered can answer"])
    if not workspace.git.available():
        return _Past(notes=["git is not installed: only what was remembered can answer"])
    if not workspace.head[0]:
        return _Past(notes=["nothing is committed here yet"])
    from backstory.git.merges import LINE, landings, trunk

    other = _other_repository(workspace, spot)
    if other:
        return _Past(notes=[f"`{other}` is a repository of its own: ask there"])
    line = _beside(lambda: trunk(workspace.git.attempt(*LINE).out))
    try:
        past = _known(workspace, _of_spot(workspace, spot))
    finally:
        main = line()
    past.landings = landings(workspace.git, past.touches[:LANDED], main)
    return past


def _of_spot(workspace: Catalog, spot: CodeLocation) -> _Past:
    from backstory.git import blame
    from backstory.git.process import PARTIAL

    if not spot.there:
        try:
            gone = blame.deletion(workspace.git, spot.path)
        except BackstoryError as err:
            return _Past(notes=[err.message], failed=err)
        if gone is None:
            return _Past()
        touch, now = gone
        note = f"`{spot.path}` was renamed to `{now}`" if now else f"`{spot.path}` was deleted"
        notes = [f"{note} by commit {touch.id[:10]}"]
        earlier = blame.of_file(workspace.git, spot.path, 4, rev=f"{touch.id}^").touches if touch.parents else []
        return _Past([touch, *earlier], notes=notes)
    if not spot.first:
        walked = blame.of_file(workspace.git, spot.path, folder=spot.folder)
        notes = ["the history beyond these commits was not searched: it is long"] if walked.cut else []
        if walked.reason == PARTIAL:
            notes.append(
                f"its history ends early: {PARTIAL}; nothing is fetched unasked, `git log {spot.path}` fetches it"
            )
        elif not walked.touches and not walked.cut:
            notes.append("git does not know it: it is not committed yet, or ignored")
        return _Past(walked.touches, notes=notes)
    history = _beside(lambda: _of_definition(workspace, spot))
    try:
        blamed = blame.of_lines(workspace.git, spot.path, spot.first, spot.last)
    finally:
        walked = history()
    notes = [f"git could not say who wrote it: {blamed.reason}"] if blamed.reason else []
    if blamed.reason == PARTIAL:
        notes[0] += f"; nothing is fetched unasked, `git blame {spot.path}` fetches it"
    if blamed.uncommitted:
        notes.append(_uncommitted(spot, blamed.uncommitted))
    if walked.cut:
        notes.append(f"the history of `{spot.symbol}` was not searched to its beginning: it is long")
    known = {t.id for t in blamed.touches}
    touches = blamed.touches + [t for t in walked.touches if t.id not in known]
    return _Past(touches, uncommitted=blamed.uncommitted, notes=notes)


def _known(workspace: Catalog, past: _Past) -> _Past:
    """Without the commits at which a shallow clone ends: every older line seems to be theirs, and is not."""
    ends = workspace.git.ends() if past.touches else frozenset()
    if any(t.id in ends for t in past.touches):
        past.touches = [t for t in past.touches if t.id not in ends]
        past.notes.append(
            "this clone is shallow: what came before its first commit is not known; `git fetch --unshallow` brings it"
        )
    return past


def _uncommitted(spot: CodeLocation, count: int) -> str:
    if spot.lines == 1:
        return f"line {spot.first} is not committed yet"
    if count >= spot.lines:
        return "none of these lines is committed yet"
    return f"{count} of these {spot.lines} lines {'are' if count > 1 else 'is'} not committed yet"


def _of_definition(workspace: Catalog, spot: CodeLocation) -> "Walked":
    """Git's own history of a symbol's lines, which it wants as they are in the committed file."""
    from backstory.git.blame import Walked, of_definition
    from backstory.git.worktree import text_of

    ran = workspace.git.attempt("show", f"HEAD:{workspace.git.prefix}{spot.path}") if spot.symbol else None
    span = span_of(spot.path, text_of(ran.out), spot.symbol) if ran and not ran.code else None
    return of_definition(workspace.git, spot.path, *span) if span else Walked([])


def _other_repository(workspace: Catalog, spot: CodeLocation) -> str:
    """The submodule or nested repository that the path lies in; empty for none."""
    parts = spot.path.split("/")
    for n in range(1, len(parts) + (1 if spot.folder else 0)):
        folder = "/".join(parts[:n])
        if folder not in (".", "") and os.path.lexists(os.path.join(workspace.project.root, folder, ".git")):
            return folder
    return ""


# What records are held against


def _ground(workspace: Catalog, spot: CodeLocation, past: _Past, rows: "Sequence[Row]") -> EvidenceContext:
    from backstory.git.blame import earlier_names, issues_in

    spans: dict[str, tuple[int, int] | None] = {}

    def span(symbol: str) -> tuple[int, int] | None:
        if symbol not in spans:
            spans[symbol] = span_of(spot.path, spot.text, symbol) if spot.text else None
        return spans[symbol]

    # A name that is another file's now is where the code was copied from, and not what this file was called.
    earlier = [
        t.path for t in past.touches if t.path and not os.path.lexists(os.path.join(workspace.project.root, t.path))
    ]
    names = dict.fromkeys([spot.path, workspace.git.prefix + spot.path, *earlier])
    if past.touches and not spot.folder and _orphans(workspace, rows):
        names |= dict.fromkeys(earlier_names(workspace.git, spot.path))
    issues: dict[str, str] = {}
    for touch in past.touches:
        landing = past.landings.get(touch.id)
        texts = [touch.subject, touch.body, landing.number if landing else "", landing.title if landing else ""]
        for issue in issues_in(texts):
            issues.setdefault(issue, touch.id)
    return EvidenceContext(
        spot, tuple(names), tuple(past.touches), past.landings, issues, span, workspace.head, _own(workspace, rows),
        bool(past.uncommitted), _moved(workspace, spot, rows, names),
    )  # fmt: skip


def _orphans(workspace: Catalog, rows: "Sequence[Row]") -> bool:
    """Whether a record speaks of a file that is not there any more: it may be this one under another name."""
    paths = {a.path for row in rows for a in row.record.anchors if not a.is_glob}
    paths |= {path for row in rows for path in changed_lines(row.record)}
    return any(not os.path.lexists(os.path.join(workspace.project.root, p)) for p in paths)


def _own(workspace: Catalog, rows: "Sequence[Row]") -> frozenset[str]:
    """Commits that the branch checked out has and the trunk has not, when records were made on it."""
    from backstory.git.ancestry import TRUNKS, branch_tips, trunk_of

    branch = workspace.head[1]
    if not branch or branch in TRUNKS or all(row.record.origin.branch != branch for row in rows):
        return frozenset()
    main = trunk_of(workspace.git, branch_tips(workspace.git))
    if not main or main == branch:
        return frozenset()
    ran = workspace.git.attempt("rev-list", "--max-count=500", "HEAD", f"^refs/heads/{main}", "--")
    return frozenset(ran.out.decode().split())


def _moved(workspace: Catalog, spot: CodeLocation, rows: "Sequence[Row]", names: "dict[str, None]") -> dict[str, str]:
    """Records about the symbol asked for in another file, whose very text is in this one now."""
    if not spot.symbol:
        return {}
    from backstory.memory.staleness import MOVED, anchor_states

    some = [
        row
        for row in rows
        if any(a.symbol == spot.symbol and a.digest and a.path not in names for a in row.record.anchors)
        and all(os.path.lexists(os.path.join(workspace.project.root, a.path)) for a in row.record.anchors)
    ][:10]
    out: dict[str, str] = {}
    for ident, standing in anchor_states(workspace, some).items() if some else ():
        for target, state in standing.anchors.items():
            if state == f"{MOVED}:{spot.path}#{spot.symbol}":
                out[ident] = target
    return out


def _add_sessions(rows: "Sequence[Row]", tied: "dict[str, tuple[Row, list[Evidence]]]") -> None:
    """Ties what was made in a session that strongly tied records come from."""
    worked: dict[str, Row] = {}
    for row, found in tied.values():
        if row.record.origin.session and weigh_evidence(found) >= STRONG:
            worked.setdefault(row.record.origin.session, row)
    for row in rows if worked else ():
        first = worked.get(row.record.origin.session)
        if first is not None and row.record.id not in tied:
            words = f"was made in the same session as {first.record.kind} {first.record.short}"
            tied[row.record.id] = (row, [Evidence("session", words)])


def _sessions(reasons: Sequence[Reason]) -> tuple[Workings, ...]:
    """Sessions behind the reasons, the latest first."""
    by_session: dict[str, list[Reason]] = {}
    for reason in reasons:
        if reason.session:
            by_session.setdefault(reason.session, []).append(reason)
    return tuple(
        Workings(session, some[0].agent, some[0].made, tuple(r.id for r in some))
        for session, some in by_session.items()
    )
