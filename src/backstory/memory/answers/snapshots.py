"""Takes, finds, compares and prunes snapshots. A snapshot also has the state of the work from the records."""

import os
from collections.abc import Sequence
from os.path import exists, join
from typing import TYPE_CHECKING

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.git.worktree import escape_path
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.workspace import require_enabled
from backstory.model.dates import format_timestamp
from backstory.model.errors import Busy, NotFound
from backstory.model.ids import short_id
from backstory.model.snapshot import RecordRef, RelevantFile, Work
from backstory.model.text import one_line
from backstory.recall.past.work_state import AUTOMATIC

if TYPE_CHECKING:
    from backstory.memory.answers.code import OpenIndex
    from backstory.model.record import Record
    from backstory.model.snapshot import Comparison, Drift, GitState, RepositoryFacts, Snapshot
    from backstory.recall.past.work_state import TaskState
    from backstory.store.snapshots import SnapshotSummary
    from backstory.survey.repository import Survey

MAX_NAMED = 20
"""Open questions and failures that a snapshot names."""
MAX_STEPS = 10
_SHORT_WORD = 3
"""Characters of a word that names nothing."""
MAX_VARIABLES = 60


def take_snapshot(workspace: Catalog, goal: str = "", *, defer: bool = False) -> "Snapshot":
    """Takes a snapshot and stores it. Without a goal the current one is kept.

    If the latest snapshot has the same basis, the files are not surveyed again. With `defer` many changed files are not
    read: their routes, variables and text count as they were last indexed, and `read_deferred` reads them later.
    """
    from backstory.memory.answers.snapshot_basis import describe_basis, find_earlier, has_basis
    from backstory.memory.kernel.current import find_goal
    from backstory.render.snapshot import snapshot_text

    require_enabled(workspace)
    began = workspace.now()
    goal = one_line(goal) or find_goal(workspace)
    earlier = find_earlier(workspace)
    commits = workspace.settings.get("capture.commits")
    state = workspace.git.state(commits, earlier=earlier.git if earlier else None)
    basis = describe_basis(workspace, state, goal)
    if earlier is not None and has_basis(earlier, basis):
        snapshot = msgspec.structs.replace(
            earlier, id="snap-" + workspace.new_id(), made=format_timestamp(began), goal=goal, took_ms=0
        )
    else:
        snapshot = _survey(workspace, goal, state, basis, earlier, defer)
    snapshot = msgspec.structs.replace(snapshot, work=describe_work(workspace))
    took = max(snapshot.took_ms, round((workspace.now() - began) * 1000))
    tokens = estimate_tokens(snapshot_text(snapshot))
    return workspace.snapshots.add(msgspec.structs.replace(snapshot, tokens=tokens, took_ms=took), earlier)


def _survey(
    workspace: Catalog, goal: str, state: "GitState", basis: str, earlier: "Snapshot | None", defer: bool
) -> "Snapshot":
    """Surveys the files. Only a snapshot that nothing is missing from has its basis in `extra`."""
    from backstory.memory.answers.code import OpenIndex
    from backstory.memory.answers.snapshot_basis import (
        EXTRA,
        GATE,
        LISTING,
        UNREAD_FILES,
        describe_basis,
        describe_gate,
        describe_listing,
    )  # fmt: skip
    from backstory.survey import snapshot as survey_snapshot

    code = OpenIndex(workspace, state, defer=defer)
    listing = describe_listing(workspace, state, goal) if basis else ""
    is_listed = bool(listing) and earlier is not None and earlier.extra.get(LISTING) == listing
    ranking = _Ranking(workspace, code)
    snapshot = survey_snapshot.take_snapshot(
        workspace.project.root,
        workspace.git,
        goal=goal,
        ids=workspace.new_id,
        now=workspace.now,
        include=workspace.settings.get("capture.include"),
        exclude=[*workspace.settings.get("capture.exclude"), *_own_files(workspace)],
        max_files=workspace.settings.get("capture.max_files"),
        max_bytes=workspace.settings.get("capture.max_bytes"),
        rank_files=ranking.rank if goal else None,
        previous=None if workspace.head[0] else workspace.snapshots.latest(),
        state=state,
        earlier=earlier if is_listed else None,
    )
    is_whole = not ranking.is_busy
    try:
        facts = _with_surface(workspace, snapshot, code)
    except Busy:
        facts, is_whole = snapshot.facts, False
    extra = {**snapshot.extra, GATE: describe_gate(workspace)}
    if listing:
        extra[LISTING] = listing
    if code.unread:
        extra[UNREAD_FILES] = code.unread
    elif basis and is_whole:
        extra[EXTRA] = describe_basis(workspace, state, goal)  # the ranking may have made the index of the code
    return msgspec.structs.replace(snapshot, facts=facts, relevant_files=tuple(ranking.relevant), extra=extra)


def _with_surface(workspace: Catalog, snapshot: "Snapshot", code: "OpenIndex") -> "RepositoryFacts":
    """Adds the number of routes and the names of variables to the facts, if the code is indexed. Raises `Busy`."""
    from backstory.code.routes.exposed import ROUTE, VARIABLE
    from backstory.memory.answers.code import list_surface

    if not exists(join(workspace.project.private, "code.db")):
        return snapshot.facts
    surface = list_surface(code)
    names = dict.fromkeys(sorted(item.name for item in surface if item.kind == VARIABLE))
    routes = len({(item.name, item.path) for item in surface if item.kind == ROUTE})
    return msgspec.structs.replace(snapshot.facts, routes=routes, variables=tuple(names)[:MAX_VARIABLES])


class _Ranking:
    """Ranks key files by their content for a goal."""

    def __init__(self, workspace: Catalog, code: "OpenIndex") -> None:
        self.workspace = workspace
        self.code = code
        self.relevant: list[RelevantFile] = []
        """The ranked files with their reasons, shown form of the paths."""
        self.is_busy = False
        """Whether another process was reading the code, so that only the signs counted."""

    def rank(self, goal: str, survey: "Survey", recent: Sequence[str]) -> Sequence[str]:
        """Returns the paths of the key files, best first."""
        from backstory.memory.answers.code import explain_ranks
        from backstory.survey.key_files import rank_by_signs

        try:
            reasons = explain_ranks(self.workspace, goal, code=self.code)
            why = {path: reason for path, reason in reasons.items() if path in survey.files}
        except Busy:
            self.is_busy = True
            return rank_by_signs(goal, survey, recent)
        self.relevant += [RelevantFile(escape_path(path), reason) for path, reason in why.items()]
        return [*why, *(path for path in rank_by_signs(goal, survey, recent) if path not in why)]


def repository_fingerprint(workspace: Catalog) -> str:
    """Returns a text that is equal as long as a snapshot would describe the same tree.

    It consists of HEAD and the changed files with their blob ids.
    """
    if not workspace.project.git_dir:
        from backstory.git.tracked import file_fingerprint, walk_paths

        return " ".join(
            f"{path}:{file_fingerprint(os.path.join(workspace.project.root, path))}"
            for path in walk_paths(workspace.project.root)
        )
    state = workspace.git.state(0)
    return " ".join(
        [state.commit, state.branch, *(f"{change.path}:{change.state}:{change.oid}" for change in state.changes)]
    )


def _is_of_git(work: "TaskState") -> bool:
    """Whether nobody wrote its state, and it says what git said then. A snapshot says what git says now."""
    from backstory.memory.kernel.change_states import describes_changes

    is_automatic = work.state is not None and work.state.record.origin.how in AUTOMATIC
    return is_automatic and work.state is not None and describes_changes(work.state.text)


def _is_bare_order(work: "TaskState") -> bool:
    """Whether nobody named the work, and the prompt that it is called after names nothing: `do 1 now`."""
    is_named = any(len(word) > _SHORT_WORD or "`" in word for word in work.name.split())
    return work.head.origin.how in AUTOMATIC and not is_named


def describe_work(workspace: Catalog) -> Work:
    """Describes the state of the work by the latest checkpoint of the branch and the open records.

    The next steps come from the checkpoints, else from the first blocker or the newest open question
    (`docs/work-state.md`).
    """
    from backstory.memory.kernel.current import find_current_task, read_work

    task = find_current_task(workspace)
    current = next((work for work in read_work(workspace).tasks[:1] if not work.is_done), None)
    questions, failures = _find_open(workspace, "question"), _find_open(workspace, "failure")
    blockers = _list_steps([item.text for item in current.blockers] if current else [])
    evidence = (
        ("checkpoint", _list_steps([item.text for item in current.steps] if current else [])),
        ("blocker", blockers[:1]),
        ("open question", tuple(question.title for question in questions[:1])),
    )
    source, steps = next(((name, texts) for name, texts in evidence if texts), ("", ()))
    name = current.name if current and not _is_bare_order(current) else ""
    state = current.state.text if current and current.state and not _is_of_git(current) else ""
    return Work(
        task=one_line(name or (task.title if task else "")),
        state=one_line(state, 1_000),
        checkpoint=current.head.id if current else "",
        next=steps,
        next_from=source,
        blockers=blockers,
        questions=tuple(questions[:MAX_NAMED]),
        failures=tuple(failures[:MAX_NAMED]),
    )


def _list_steps(value: str | list[str]) -> tuple[str, ...]:
    return tuple(one_line(text) for text in ([value] if isinstance(value, str) else value)[:MAX_STEPS])


def _find_open(workspace: Catalog, kind: str) -> list[RecordRef]:
    """Returns the open records of a kind, newest first."""
    rows = workspace.fresh().rows(kinds=(kind,), statuses=("open",))
    records = [row.record for row in rows if not (row.superseded_by or row.foreign)]
    records.sort(key=lambda record: (record.made, record.id), reverse=True)
    return [RecordRef(record.id, one_line(record.title, 200)) for record in records]


def find_snapshot(workspace: Catalog, ref: str = "") -> "Snapshot":
    """Returns a snapshot by id or prefix, or the latest one. Raises `NotFound`, `Ambiguous`."""
    if ref and ref != "latest":
        return workspace.snapshots.get(ref)
    latest = workspace.snapshots.latest()
    if latest is None:
        raise NotFound("there is no snapshot yet", hint="`backstory snapshot` takes one")
    return latest


def find_drift(workspace: Catalog, ref: str = "") -> "tuple[Snapshot, Drift]":
    """Returns a snapshot and how the repository differs from it now. Raises `NotFound`, `Ambiguous`."""
    from backstory.survey import comparison

    snapshot = find_snapshot(workspace, ref)
    if own := _own_files(workspace):
        scan = snapshot.extra.get("scan")
        globs = scan if isinstance(scan, dict) else {}
        exclude = [*(globs.get("exclude") or ()), *own]
        snapshot = msgspec.structs.replace(snapshot, extra={**snapshot.extra, "scan": {**globs, "exclude": exclude}})
    return snapshot, comparison.find_drift(workspace.project.root, workspace.git, snapshot)


def _own_files(workspace: Catalog) -> list[str]:
    """Globs of the files that Backstory made in a folder without git. Where there is git, it does not see them."""
    if workspace.project.git_dir:
        return []
    from backstory.edits.tree_edits import read_edits

    entries = read_edits(join(workspace.project.private, "edits"), workspace.project.root) or ()
    return [f"/{entry.path}" for entry in entries if not entry.existed]


def compare_snapshots(workspace: Catalog, old: str, new: str = "") -> "Comparison":
    """Compares two snapshots; the second one is the latest by default. Raises `NotFound`, `Ambiguous`."""
    from backstory.survey import comparison

    return comparison.compare_snapshots(workspace.git, find_snapshot(workspace, old), find_snapshot(workspace, new))


class PrunedSnapshots(msgspec.Struct, frozen=True):
    """The ids of deleted snapshots, and the old ones that stayed with the reason."""

    deleted: tuple[str, ...] = ()
    stayed: dict[str, str] = {}


def prune_snapshots(workspace: Catalog, keep: int, *, dry_run: bool = False) -> PrunedSnapshots:
    """Deletes all snapshots except the newest `keep`, the one with the current goal, and those that a record names."""
    old: list[SnapshotSummary] = workspace.snapshots.summaries()[max(keep, 1) :]
    with_goal = workspace.snapshots.latest_with_goal()
    mentioned = find_mentions(workspace, [one.id for one in old])
    stayed: dict[str, str] = {}
    deleted: list[str] = []
    for one in old:
        if one.id in mentioned:
            stayed[one.id] = f"{mentioned[one.id].kind} {mentioned[one.id].short} names it"
        elif with_goal is not None and one.id == with_goal.id:
            stayed[one.id] = "it holds the current goal"
        else:
            if not dry_run:
                workspace.snapshots.remove(one.id)
            deleted.append(one.id)
    return PrunedSnapshots(tuple(deleted), stayed)


def find_mentions(workspace: Catalog, snapshots: "Sequence[str]") -> "dict[str, Record]":
    """Returns snapshot id -> a record that names it, by its full id or the short one that people see."""
    mentions: dict[str, Record] = {}
    for row in workspace.fresh().rows(include_retracted=False, include_hidden=True):
        record = row.record
        text = "\n".join((record.title, record.body, record.origin.source, *record.fields.values())).lower()
        links = {link.target.lower() for link in record.links}
        if "snap-" not in text and not any(link.startswith("snap-") for link in links):
            continue
        for ident in snapshots:
            if _is_mentioned(ident, text, links):
                mentions.setdefault(ident, record)
    return mentions


def _is_mentioned(ident: str, text: str, links: set[str]) -> bool:
    names = (ident.lower(), f"snap-{short_id(ident)}".lower())
    return any(name in text or name in links for name in names)
