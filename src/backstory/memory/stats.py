"""Figures over the memory: how much of what kind, how old, how stale, whose, and what of it was ever used."""

import os
import time
from typing import Any

from backstory.memory.catalog import Catalog

AGES = ((1, "a day"), (7, "a week"), (30, "a month"), (90, "three months"), (365, "a year"))


def memory_stats(workspace: Catalog) -> dict[str, Any]:
    """Counts of visible records by kind, tier, scope, channel, author, agent, age, state, staleness and use."""
    from backstory.memory.conflicts import find_conflicts
    from backstory.memory.policy.trust import find_foreign
    from backstory.memory.staleness import anchor_states
    from backstory.model.text import one_line

    rows = workspace.fresh().rows(include_retracted=True)
    standing = anchor_states(workspace, [r for r in rows if r.record.status != "retracted"])
    given = count_uses(workspace)
    out: dict[str, Any] = {
        name: {}
        for name in ("kinds", "tiers", "scopes", "channels", "authors", "agents", "ages", "states", "staleness", "use")
    }
    strange = find_foreign(rows)
    for row in rows:
        r = row.record
        state = "retracted" if r.status == "retracted" else "superseded" if row.superseded_by else "standing"
        _count(out["states"], state)
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
            ("staleness", standing[r.id].state if r.id in standing else "not about code"),
            ("use", "given to an agent" if r.id in given else "never given"),
        ):
            _count(out[name], value)
    out["total"] = out["states"].get("standing", 0)
    out["tokens"] = sum(r.tokens for r in rows if r.record.status != "retracted" and not r.superseded_by)
    out["foreign"] = len(strange)
    out["conflicts"] = len(find_conflicts(workspace, rows))
    return out


def count_uses(workspace: Catalog) -> dict[str, int]:
    """Record id -> sessions that it was given to, as far as their lists are still kept."""
    from backstory.base.seen import SUFFIX, read

    out: dict[str, int] = {}
    folder = os.path.join(workspace.project.private, "spool")
    try:
        names = [n for n in os.listdir(folder) if n.endswith(SUFFIX)]
    except OSError:
        return out
    for name in names:
        for ident in read(os.path.join(folder, name)):
            out[ident] = out.get(ident, 0) + 1
    return out


def _count(into: dict[str, int], value: str) -> None:
    into[value] = into.get(value, 0) + 1


def _age(made: str, now: float) -> str:
    import calendar

    try:
        days = (now - calendar.timegm(time.strptime(made, "%Y-%m-%dT%H:%M:%SZ"))) / 86_400
    except ValueError:
        return "unknown"
    return next((f"up to {word}" for limit, word in AGES if days <= limit), "older")
