"""Removes expired journals, backups and trash by the settings: once a day after a hook, and with `doctor --fix`."""

import os

from backstory.memory.catalog import Catalog
from backstory.store import retention
from backstory.store.retention import RetentionPeriods


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
    return retention.run_retention(workspace.project.private, read_limits(workspace), now=now)


def find_expired(workspace: Catalog) -> tuple[int, int, int]:
    """Returns (number of expired files, their bytes, number of journals to compress)."""

    keep = read_limits(workspace)
    expired = retention.find_expired(workspace.project.private, keep, now=workspace.now())
    journals = os.path.join(workspace.project.private, "journal")
    closed = retention.find_closed_journals(journals, now=workspace.now(), session_days=keep.session_days)
    return len(expired), sum(file.size for file in expired), len(closed)


def tidy_files(workspace: Catalog) -> list[str]:
    """Removes what has expired now."""
    return retention.run_retention(workspace.project.private, read_limits(workspace), now=workspace.now())
