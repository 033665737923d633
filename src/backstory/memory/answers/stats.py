"""Statistics of the memory: records by kind, age, staleness, author and use."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from backstory.base.deliveries import SUFFIX, read_seen
from backstory.memory.answers.conflicts import find_conflicts
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.staleness import AnchorStatus, anchor_states
from backstory.memory.policy.trust import find_foreign
from backstory.model.dates import epoch_seconds
from backstory.model.ids import is_ulid
from backstory.model.kinds import RETRACTED
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.model.record import Record

GROUPS = ("kinds", "tiers", "scopes", "channels", "authors", "agents", "ages", "states", "staleness", "use")
AGES = ((1, "a day"), (7, "a week"), (30, "a month"), (90, "three months"), (365, "a year"))


def memory_stats(workspace: Catalog, *, since: str = "") -> dict[str, Any]:
    """Counts visible records by kind, tier, scope, channel, author, agent, age, state, staleness and use.

    With `since`, a time stamp, only the records made since then count.
    """
    rows = workspace.fresh().rows(include_retracted=True, since=since)
    statuses = anchor_states(workspace, [row for row in rows if row.record.status != RETRACTED])
    uses = count_uses(workspace)
    stats: dict[str, Any] = {name: {} for name in GROUPS}
    standing = [row for row in rows if _state_of(row) == "standing"]
    for row in rows:
        _count(stats["states"], _state_of(row))
    for row in standing:
        groups = _groups_of(row.record, workspace.now())
        groups["staleness"] = _staleness_of(row.record.id, statuses)
        groups["use"] = "given to an agent" if row.record.id in uses else "never given"
        for name, value in groups.items():
            _count(stats[name], value)
    stats["total"] = len(standing)
    stats["tokens"] = sum(row.tokens for row in standing)
    stats["foreign"] = len(find_foreign(rows))
    stats["conflicts"] = len(find_conflicts(workspace, rows))
    return stats


def _staleness_of(ident: str, statuses: Mapping[str, AnchorStatus]) -> str:
    return statuses[ident].state if ident in statuses else "not about code"


def _state_of(row: "Row") -> str:
    return RETRACTED if row.record.status == RETRACTED else "superseded" if row.superseded_by else "standing"


def _groups_of(record: "Record", now: float) -> dict[str, str]:
    """Returns group -> the value by which a record is counted in it."""
    return {
        "kinds": record.kind,
        "tiers": record.tier,
        "scopes": record.scope,
        "channels": record.origin.how,
        "authors": one_line(record.origin.author.partition("<")[0]) or "nobody named",
        "agents": record.origin.agent or "none",
        "ages": _age(record.made, now),
    }


def count_uses(workspace: Catalog) -> dict[str, int]:
    """Returns record id -> number of sessions that were given it, as far as their lists still exist."""
    uses: dict[str, int] = {}
    folder = os.path.join(workspace.project.private, "spool")
    try:
        names = [name for name in os.listdir(folder) if name.endswith(SUFFIX)]
    except OSError:
        return uses
    for name in names:
        for ident in filter(is_ulid, read_seen(os.path.join(folder, name))):
            _count(uses, ident)
    return uses


def _count(counts: dict[str, int], value: str) -> None:
    counts[value] = counts.get(value, 0) + 1


def _age(made: str, now: float) -> str:
    seconds = epoch_seconds(made)
    if seconds is None:
        return "unknown"
    return next((f"up to {word}" for limit, word in AGES if now - seconds <= limit * 86_400), "older")
