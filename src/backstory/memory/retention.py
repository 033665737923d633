"""Removes expired journals, backups and trash by the settings: once a day after a hook, and with `doctor --fix`."""

import os

from backstory.base.journal_lines import safe_name
from backstory.memory.branches import include_all_branches
from backstory.memory.catalog import Catalog
from backstory.memory.operations import SESSION
from backstory.memory.use import write_use
from backstory.store import retention
from backstory.store.origins import opaque_session
from backstory.store.retention import Expired, RetentionPeriods


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
    return _run(workspace, now)


def _run(workspace: Catalog, now: float) -> list[str]:
    report = retention.run_retention(workspace.project.private, read_limits(workspace), now=now)
    old = find_old_sessions(workspace)
    gone = retention.remove_files(old)
    return [*report, f"removed {gone} files of old sessions that no record names"] if gone else report


def find_old_sessions(workspace: Catalog) -> list[Expired]:
    """What is kept of sessions beyond `capture.keep`. Sessions that a record names, or that made one, stay."""
    days = workspace.settings.get("capture.keep")
    if not days:
        return []
    before = workspace.now() - days * retention.DAY
    private = workspace.project.private
    if not retention.find_old_sessions(private, before, lambda _: False):
        return []
    whole = workspace.reopened()
    include_all_branches(whole)
    rows = whole.fresh().rows(include_retracted=True)
    named = {safe_name(row.record.origin.session) for row in rows if row.record.origin.session}
    named |= {safe_name(SESSION), safe_name("")}

    def is_cited(name: str) -> bool:
        return name in named or safe_name(opaque_session(name, workspace.gate)) in named

    return retention.find_old_sessions(private, before, is_cited)


def find_expired(workspace: Catalog) -> tuple[int, int, int]:
    """Returns (number of expired files, their bytes, number of journals to compress)."""

    keep = read_limits(workspace)
    expired = retention.find_expired(workspace.project.private, keep, now=workspace.now())
    expired += find_old_sessions(workspace)
    journals = os.path.join(workspace.project.private, "journal")
    closed = retention.find_closed_journals(journals, now=workspace.now(), session_days=keep.session_days)
    return len(expired), sum(file.size for file in expired), len(closed)


def tidy_files(workspace: Catalog) -> list[str]:
    """Removes what has expired now."""
    return _run(workspace, workspace.now())
