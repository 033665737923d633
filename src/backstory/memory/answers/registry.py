"""The pull index: what of the memory can be loaded, by which command, and at which cost. See `render.registry`."""

from typing import TYPE_CHECKING, Final

from backstory.base.token_estimate import estimate_tokens
from backstory.index.counts import sum_tokens
from backstory.memory.answers.brief import HANDOFF
from backstory.memory.answers.sessions import list_sessions
from backstory.model.text import one_line
from backstory.recall.notes import changed_files
from backstory.render.registry import Cost, build_registry, encode_registry
from backstory.render.sessions import session_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.memory.answers.brief import ComposedBrief
    from backstory.memory.kernel.catalog import Catalog
    from backstory.model.session import Session

SESSIONS: Final = 10
"""Sessions of the source `history`."""
MAP_TOKENS: Final = 1_500
LINE_TOKENS: Final = 25
"""Tokens of what stands around a record or a session: its id, who said it, the day."""
MIN_TOKENS, MAX_TOKENS, STEP = 300, 4_000, 50
"""Bounds of a budget that a command is given, and the step to which it is rounded up."""
FORMS: Final = ("push", "pull", "both")
"""How an agent gets the memory: the brief, the pointer to what can be loaded, or the brief with the pointer."""


def write_registry(workspace: "Catalog", composed: "ComposedBrief") -> str:
    """The registry as JSON: the handoff as a file, everything else as commands."""
    costs = _measure_records(workspace)
    sessions = [] if workspace.past else list_sessions(workspace, limit=SESSIONS)
    if sessions:
        costs["history"] = Cost(_measure_sessions(sessions), f"backstory log -n {SESSIONS}")
    changes = "\n".join(f"{change.state[:1]} {change.path}" for change in changed_files(composed.git))
    if changes:
        costs["tree"] = Cost(estimate_tokens(changes), "")
    if composed.brief.considered:
        costs["map"] = Cost(MAP_TOKENS, f"backstory map --budget {MAP_TOKENS}")
    files = {"handoff": (HANDOFF, composed.text)}
    return encode_registry(build_registry(composed.brief, files, costs)).decode()


def _measure_records(workspace: "Catalog") -> dict[str, Cost]:
    """Name of a source that consists of records -> its cost. The budget in a command is kept whatever it finds."""
    sums = sum_tokens(workspace.fresh())
    sources = {
        "pinned": (sums["tiers"].get("pinned"), "tier:pinned"),
        "decisions": (sums["kinds"].get("decision"), "kind:decision"),
        "failures": (sums["kinds"].get("failure"), "kind:failure"),
        "team": (sums["scopes"].get("team"), "scope:team"),
    }
    costs: dict[str, Cost] = {}
    for name, (total, query) in sources.items():
        if total is not None:
            count, tokens = total
            budget = _round_up(1.2 * tokens + LINE_TOKENS * count + 100)
            costs[name] = Cost(budget, f"backstory brief --query {query} --budget {budget}")
    return costs


def _measure_sessions(sessions: "Sequence[Session]") -> int:
    text = "\n".join(f"{one_line(session.title, 100)} {session_line(session)}" for session in sessions)
    return estimate_tokens(text) + LINE_TOKENS * len(sessions)


def _round_up(tokens: float) -> int:
    return min(max(int(-(-tokens // STEP)) * STEP, MIN_TOKENS), MAX_TOKENS)


def choose_delivery_form(workspace: "Catalog", agent: str) -> str:
    """How an agent gets the memory, by the setting `deliver.form`: `pull` for all, or `codex=pull` for one."""
    form = FORMS[0]
    for entry in workspace.settings.get("deliver.form"):
        name, equals, value = entry.strip().lower().rpartition("=")
        if value in FORMS and (not equals or name == agent):
            form = value
            if equals:
                return form
    return form
