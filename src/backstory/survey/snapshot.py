"""Takes snapshots of the repository.

With git a snapshot is a commit and the changes over it; without git, or before the first commit, it holds a table of
blob ids. No path in it is absolute, so that on another machine it compares equal.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from backstory.code.read.roles import GENERATED, role_of
from backstory.git.porcelain import read_names
from backstory.git.repository import Git, recent_command
from backstory.git.worktree import TEXT_LIMIT, Tree, Unreadable, escape_path, unescape_path
from backstory.model.dates import epoch_seconds, format_timestamp
from backstory.model.snapshot import GitState, Skipped, Snapshot
from backstory.survey.repository import survey_repository
from backstory.survey.result import Ranks, Survey
from backstory.survey.reuse import NOTES, note_survey

if TYPE_CHECKING:
    from backstory.survey.key_files import RankFiles

MAX_FILES: Final = 50_000
KEY_FILES: Final = 30
ACTIVE_FILES: Final = 40
MAX_SIGNS: Final = 2 * KEY_FILES
"""Files ranked by signs that are noted: enough where as many are ranked before them by their content."""
RECENT_COMMITS: Final = 20
"""Commits whose files count as recently changed."""
TABLE_BUDGET: Final = 1 << 30
"""Bytes that are hashed for a snapshot without a commit."""
_SETTLED: Final = 2.0
"""Seconds after which a file's time reliably shows that it was not written again."""


def take_snapshot(
    root: str,
    git: Git,
    *,
    goal: str = "",
    ids: Callable[[], str],
    now: Callable[[], float],
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    max_files: int = MAX_FILES,
    max_bytes: int = TEXT_LIMIT,
    commits: int = 5,
    rank_files: "RankFiles | None" = None,
    previous: Snapshot | None = None,
    state: GitState | None = None,
    earlier: Snapshot | None = None,
) -> Snapshot:
    """Takes a snapshot of the repository. Writes nothing.

    `ids` gives ULIDs, `now` seconds since the epoch. `include`, `exclude`, `max_files`, `max_bytes` as in
    `repository.survey_repository`. `rank_files` orders the key files (default: `key_files.rank_by_signs`).
    `previous` spares hashing files again that have not been touched since it was taken; only snapshots without a
    commit hash files at all. `state` is git's state where the caller has it already, `earlier` as in
    `repository.survey_repository`.
    """
    from backstory.survey.key_files import rank_by_signs

    started = now()
    log = None
    if state is None:
        state, (log,) = git.stand(commits, recent_command(RECENT_COMMITS))
    survey = survey_repository(
        root, git, include=include, exclude=exclude, max_files=max_files, max_bytes=max_bytes, state=state,
        earlier=earlier,
    )  # fmt: skip
    recent: Sequence[str] = ()
    if survey.ranks is None:
        recent = read_names((log or git.attempt(*recent_command(RECENT_COMMITS))).out)
        survey = survey._replace(
            ranks=Ranks(tuple(rank_by_signs(goal, survey, recent)[:MAX_SIGNS]), _lately(recent, survey))
        )
    active = _active(state, survey)
    key = list((rank_files or rank_by_signs)(goal, survey, recent))[:KEY_FILES]
    table: dict[str, str] = {}
    skipped = survey.skipped
    extra: dict[str, Any] = {"scan": {"include": list(include), "exclude": list(exclude), "max_files": max_files}}
    if state.commit and (notes := note_survey(survey)):
        extra[NOTES] = notes
    if state.commit:
        extra["oids"] = _noted_ids(state, survey.files, (*key, *active))
    else:
        table, stamps, left = hash_table(root, git.algorithm, survey.files, previous)
        extra["stamps"] = stamps
        if left:
            skipped = (*skipped, Skipped(".", f"{left:,} files were not hashed: more than {TABLE_BUDGET >> 30} GB"))
    return Snapshot(
        id="snap-" + ids(),
        made=format_timestamp(started),
        goal=goal,
        git=state,
        facts=survey.facts,
        files=len(survey.files),
        bytes=survey.bytes,
        table=table,
        key_files=tuple(escape_path(path) for path in key),
        active_files=tuple(escape_path(path) for path in active),
        skipped=skipped,
        took_ms=max(0, round((now() - started) * 1000)),
        extra=extra,
    )


def _noted_ids(state: GitState, files: Mapping[str, str], paths: Iterable[str]) -> dict[str, str]:
    """Path -> blob id of the files that a snapshot names, as they lie in the tree."""
    dirty = {unescape_path(change.path): change.oid for change in state.changes}
    return {escape_path(path): oid for path in paths if (oid := dirty.get(path) or files.get(path))}


def _active(state: GitState, survey: Survey) -> list[str]:
    """The files being worked on: changed files, the tracked ones first, then those of the last commits."""
    changed = sorted(state.changes, key=lambda change: change.state == "untracked")
    dirty = [path for change in changed if (path := unescape_path(change.path)) in survey.files]
    return list(dict.fromkeys((*dirty, *(survey.ranks.recent if survey.ranks else ()))))[:ACTIVE_FILES]


def _lately(recent: Sequence[str], survey: Survey) -> tuple[str, ...]:
    """The files that recent commits touched, as many as the active ones may need beside changed files."""
    paths = dict.fromkeys(path for path in recent if path in survey.files and role_of(path) != GENERATED)
    return tuple(islice(paths, 2 * ACTIVE_FILES))


def hash_table(
    root: str, algorithm: str, files: Iterable[str], previous: Snapshot | None
) -> tuple[dict[str, str], dict[str, str], int]:
    """(shown path -> blob id, shown path -> size and time, files beyond the budget)."""
    tree = Tree(root)
    earlier = _settled_oids(previous)
    table: dict[str, str] = {}
    stamps: dict[str, str] = {}
    budget, left = TABLE_BUDGET, 0
    for path in files:
        name = escape_path(path)
        try:
            status = tree.stat(path)
            stamp = f"{status.st_size}-{status.st_mtime_ns}"
            oid = earlier.get((name, stamp), "")
            if not oid:
                budget -= status.st_size
                if budget < 0:
                    left += 1
                    continue
                oid = tree.blob_id(path, algorithm=algorithm)
        except Unreadable:
            continue
        table[name], stamps[name] = oid, stamp
    return table, stamps, left


def _settled_oids(previous: Snapshot | None) -> dict[tuple[str, str], str]:
    """(path, stamp) -> blob id of an earlier snapshot, where the file was at rest when it was taken."""
    stamps = previous.extra.get("stamps") if previous else None
    if previous is None or not isinstance(stamps, dict):
        return {}
    taken_at = epoch_seconds(previous.made)
    if taken_at is None:
        return {}
    table = previous.table
    return {
        (name, str(stamp)): table[name]
        for name, stamp in stamps.items()
        if name in table and _was_settled(str(stamp), taken_at)
    }


def _was_settled(stamp: str, taken_at: float) -> bool:
    """Whether a file had been at rest for a while when the snapshot was taken."""
    modified = stamp.rpartition("-")[2]
    return modified.isdigit() and int(modified) / 1e9 < taken_at - _SETTLED
