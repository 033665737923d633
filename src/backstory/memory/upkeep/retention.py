"""Removes what has expired by the settings: once a day after a hook, and with `doctor --fix`."""

import os

from backstory.base.journal_lines import safe_name
from backstory.index.shrink import merge_full_texts, shrink_index
from backstory.memory.answers.arranged_briefs import drop_arranged
from backstory.memory.answers.branches import include_all_branches
from backstory.memory.answers.snapshots import find_mentions
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import SESSION
from backstory.memory.kernel.passages import update_passages
from backstory.memory.kernel.record_usage import write_use
from backstory.model.dates import format_timestamp
from backstory.model.ids import ulid_ms
from backstory.store import retention
from backstory.store.origins import opaque_session
from backstory.store.retention import Expired, RetentionPeriods
from backstory.store.snapshots import PREFIX, SUFFIX


def read_limits(workspace: Catalog) -> RetentionPeriods:
    """Reads the settings `keep.*`."""
    get = workspace.settings.get
    return RetentionPeriods(
        get("keep.session_days"), get("keep.backups"), get("keep.backup_days"), get("keep.trash_days")
    )


def tidy_daily(workspace: Catalog) -> list[str]:
    """Removes what has expired, at most once a day. Otherwise it only looks at one file."""
    now = workspace.now()
    if not retention.claim_daily_run(workspace.project.private, now=now):
        return []
    write_use(workspace)
    drop_arranged(workspace.project.private)
    return _run(workspace, now)


def _run(workspace: Catalog, now: float) -> list[str]:
    report = retention.run_retention(workspace.project.private, read_limits(workspace), now=now)
    for what, old in (("files of old sessions", find_old_sessions), ("old snapshots", find_old_snapshots)):
        if gone := retention.remove_files(old(workspace)):
            report.append(f"removed {gone} {what} that no record names")
    if gone := _expire_stated_secrets(workspace, now):
        report.append(f"removed {gone} digests of secrets that were stated long ago")
    update_passages(workspace)  # the index lets go of the sessions that are gone
    merge_full_texts(workspace.index)
    if less := shrink_index(workspace.index):
        report.append(f"shrank the index by {less >> 20} MiB")
    return report


def _expire_stated_secrets(workspace: Catalog, now: float) -> int:
    """Removes the digests of secrets that no session of the kept ones can have stated."""
    days = workspace.settings.get("capture.keep")
    if not days:
        return 0
    return workspace.stated_secrets.expire(format_timestamp(now - days * retention.DAY)[:10])


def find_old_sessions(workspace: Catalog) -> list[Expired]:
    """What is kept of sessions beyond `capture.keep`. Sessions that a record names, or that made one, stay."""
    days = workspace.settings.get("capture.keep")
    if not days:
        return []
    before = workspace.now() - days * retention.DAY
    private = workspace.project.private
    if not retention.find_old_sessions(private, before, lambda _: False):
        return []
    rows = _open_whole(workspace).fresh().rows(include_retracted=True)
    cited = {safe_name(row.record.origin.session) for row in rows if row.record.origin.session}
    cited |= {safe_name(SESSION), safe_name("")}

    def is_cited(name: str) -> bool:
        return name in cited or safe_name(opaque_session(name, workspace.gate)) in cited

    return retention.find_old_sessions(private, before, is_cited)


def find_old_snapshots(workspace: Catalog) -> list[Expired]:
    """The snapshots beyond `capture.keep`. The newest, that with the current goal, and those that records name stay."""
    days = workspace.settings.get("capture.keep")
    before = (workspace.now() - days * retention.DAY) * 1000
    old = [ident for ident in workspace.snapshots.ids()[1:] if days and ulid_ms(ident.removeprefix(PREFIX)) < before]
    if not old:
        return []
    with_goal = workspace.snapshots.latest_with_goal()
    staying = {with_goal.id} if with_goal is not None else set()
    staying |= find_mentions(_open_whole(workspace), old).keys()
    paths = [os.path.join(workspace.snapshots.folder, ident + SUFFIX) for ident in old if ident not in staying]
    return [Expired(path, "snapshots", os.path.getsize(path)) for path in paths if os.path.isfile(path)]


def _open_whole(workspace: Catalog) -> Catalog:
    """The memory with the records of all branches."""
    whole = workspace.reopened()
    include_all_branches(whole)
    return whole


def find_expired(workspace: Catalog) -> tuple[int, int, int]:
    """Returns (number of expired files, their bytes, number of journals to compress)."""

    keep = read_limits(workspace)
    expired = retention.find_expired(workspace.project.private, keep, now=workspace.now())
    expired += find_old_sessions(workspace) + find_old_snapshots(workspace)
    journals = os.path.join(workspace.project.private, "journal")
    closed = retention.find_closed_journals(journals, now=workspace.now(), session_days=keep.session_days)
    return len(expired), sum(file.size for file in expired), len(closed)


def tidy_files(workspace: Catalog) -> list[str]:
    """Removes what has expired now."""
    return _run(workspace, workspace.now())
