"""The brief that an agent's hook gives when a session starts."""

from typing import TYPE_CHECKING, NamedTuple

from backstory.agents import registry
from backstory.hook.reply import cut_to_limit
from backstory.memory.brief import BriefOptions, compose_brief

if TYPE_CHECKING:
    from backstory.memory.catalog import Catalog


class AgentBrief(NamedTuple):
    """What the hook of an agent says when a session starts, and the ids of the records in it."""

    text: str
    ids: tuple[str, ...]
    paths: tuple[str, ...] = ()
    """Of the code that the records are about."""


def compose_agent_brief(workspace: "Catalog", agent: str) -> AgentBrief:
    """The brief in the form and of the length that an agent takes. Empty when nothing is remembered."""
    dialect = registry.load_dialect(agent)
    composed = compose_brief(workspace, BriefOptions(mode=dialect.BRIEF_MODE, agent=agent))
    ids = tuple(item.id for item in composed.brief.items)
    return AgentBrief("" if composed.empty else cut_to_limit(composed.text, dialect.MAX_INJECTED), ids, composed.paths)
