"""Statistics of the memory: records by kind, age, staleness, author and use."""

import calendar
import os
import time
from typing import Any

from backstory.base.seen import SUFFIX, read_seen
from backstory.memory.catalog import Catalog
from backstory.memory.conflicts import find_conflicts
from backstory.memory.policy.trust import find_foreign
from backstory.memory.staleness import anchor_states
from backstory.model.text import one_line

GROUPS = ("kinds", "tiers", "scopes", "channels", "authors", "agents", "ages", "states", "staleness", "use")
AGES = ((1, "a day"), (7, "a week"), (30, "a month"), (90, "three months"), (365, "a year"))


def memory_stats(workspace: Catalog) -> dict[str, Any]:
    """Counts visible records by kind, tier, scope, channel, author, agent, age, state, staleness and use."""
    rows = workspace.fresh().rows(include_retracted=True)
    statuses = anchor_states(workspace, [r for r in rows if r.record.status != "retracted"])
    uses = count_uses(workspace)
    stats: dict[str, Any] = {name: {} for name in GROUPS}
    for row in rows:
        r = row.record
        state = "retracted" if r.status == "retracted" else "superseded" if row.superseded_by else "standing"
        _count(stats["states"], state)
        if state != "standing":
            continue
        for name, value in (
            ("kinds", r.kind),
            ("tiers", r.tier),
            ("scopes", r.scope),
            ("channels", r.origin.how),
            ("authors", one_line(r.origin.author.partition("<")[0]) or "nobody named"),
            ("agents", r.origin.agent or "none"),
            ("ages", _age(r.made, workspace.now())),
            ("staleness", statuses[r.id].state if r.id in statuses else "not about code"),
            ("use", "given to an agent" if r.id in uses else "never given"),
        ):
            _count(stats[name], value)
    stats["total"] = stats["states"].get("standing", 0)
    stats["tokens"] = sum(r.tokens for r in rows if r.record.status != "retracted" and not r.superseded_by)
    stats["foreign"] = len(find_foreign(rows))
    stats["conflicts"] = len(find_conflicts(workspace, rows))
    return stats


def count_uses(workspace: Catalog) -> dict[str, int]:
    """Returns record id -> number of sessions that were given it, as far as their lists still exist."""
    uses: dict[str, int] = {}
    folder = os.path.join(workspace.project.private, "spool")
    try:
        names = [name for name in os.listdir(folder) if name.endswith(SUFFIX)]
    except OSError:
        return uses
    for name in names:
        for ident in read_seen(os.path.join(folder, name)):
            _count(uses, ident)
    return uses


def _count(counts: dict[str, int], value: str) -> None:
    counts[value] = counts.get(value, 0) + 1


def _age(made: str, now: float) -> str:
    try:
        days = (now - calendar.timegm(time.strptime(made, "%Y-%m-%dT%H:%M:%SZ"))) / 86_400
    except ValueError:
        return "unknown"
    return next((f"up to {word}" for limit, word in AGES if days <= limit), "older")
