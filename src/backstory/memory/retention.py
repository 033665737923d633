"""How long what is no memory stays: by the settings, once a day after a hook, and by `doctor --fix`."""

from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog

if TYPE_CHECKING:
    from backstory.store.retention import Keep


def keep_of(m: Catalog) -> "Keep":
    """The settings `keep.*`."""
    from backstory.store.retention import Keep

    get = m.settings.get
    return Keep(get("keep.session_days"), get("keep.backups"), get("keep.backup_days"), get("keep.trash_days"))


def daily(m: Catalog) -> list[str]:
    """Removes what has expired, at most once a day; otherwise one look at a file."""
    from backstory.store import retention

    now = m.now()
    if not retention.due(m.project.private, now=now):
        return []
    return retention.run(m.project.private, keep_of(m), now=now)


def expired(m: Catalog) -> tuple[int, int, int]:
    """(files that may go, their bytes, journals to compress) as things stand."""
    import os

    from backstory.store import retention

    keep = keep_of(m)
    found = retention.find_expired(m.project.private, keep, now=m.now())
    journals = os.path.join(m.project.private, "journal")
    closed = retention.find_closed(journals, now=m.now(), session_days=keep.session_days)
    return len(found), sum(one.size for one in found), len(closed)


def tidy(m: Catalog) -> list[str]:
    """Removes what has expired, now."""
    from backstory.store import retention

    return retention.run(m.project.private, keep_of(m), now=m.now())
