"""The matrix of agents: what is installed, in use, set up and possible, and when a hook of each last fired."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from backstory.agents import base, registry
from backstory.agents.mcp_servers import SERVERS
from backstory.api import find_last_events
from backstory.base.discovery import user_home
from backstory.deliver.proof import Proof, find_served_agents, prove_agent
from backstory.deliver.tree import Tree
from backstory.edits.ledger_file import Kind

if TYPE_CHECKING:
    from backstory.agents.base import Agent
    from backstory.api import Memory
    from backstory.edits.ledger import Ledger
    from backstory.model.event import Event

SetUp = Literal["yes", "partly", "no"]


class AgentRow(NamedTuple):
    """An agent in a working tree.

    `possible` holds the kinds of surfaces that the agent has, `paths` the files that hold our part, `faults` what keeps
    it from the others. `fired` is the time of the last event that one of its hooks noted, and `event` its kind.
    """

    name: str
    title: str
    installed: bool
    in_use: bool
    set_up: SetUp
    possible: tuple[Kind, ...]
    paths: tuple[str, ...]
    faults: tuple[str, ...]
    fired: str
    event: str
    evidence: tuple[str, ...]


def list_agents(memory: "Memory") -> list[AgentRow]:
    """Every agent that Backstory knows, in the table's order, with those of plugins."""
    team = memory.settings.get("memory.scope") == "team"
    tree = Tree(memory.project, memory.gate, memory.environ)
    names = registry.names(plugins=True)
    served = set(find_served_agents(tree))
    last = find_last_events(memory, names)
    return [
        _describe(tree, registry.load_agent(name), _prove(tree, memory, name, team) if name in served else None,
                  last.get(name))
        for name in names
    ]  # fmt: skip


def list_home_agents(ledger: "Ledger", environ: Mapping[str, str], folder: str) -> list[AgentRow]:
    """Every agent by what is in the home folder for it: hooks for all repositories and MCP servers.

    `set_up` is about the hooks. Nothing is known of what fired, because a hook notes that with a project. `folder` is
    where the agents are looked for beside the home folder.
    """
    launch = base.launch()
    written = [(entry, part) for entry in ledger.entries() for part in entry.parts]
    rows: list[AgentRow] = []
    for name in registry.names(plugins=True):
        agent = registry.load_agent(name)
        surfaces = agent.user_surfaces(launch)
        paths = dict.fromkeys(entry.path for entry, part in written if name in part.agents)
        needed = [surface.path for surface in surfaces if not surface.optional]
        has = [path for path in needed if path in paths]
        set_up: SetUp = "no" if not has else "yes" if len(has) == len(needed) else "partly"
        detected = agent.detect(folder, environ, user_home(environ))
        kinds = [*(surface.kind for surface in surfaces), *(("mcp",) if name in SERVERS else ())]
        rows.append(
            AgentRow(
                name,
                agent.title,
                detected.installed,
                False,
                set_up,
                _list_kinds(kinds),
                tuple(f"~/{path}" for path in paths),
                (),
                "",
                "",
                detected.evidence,
            )
        )
    return rows


def _prove(tree: Tree, memory: "Memory", name: str, team: bool) -> Proof:
    return prove_agent(tree, name, memory.environ, team=team)


def _describe(tree: Tree, agent: "Agent", proof: Proof | None, event: "Event | None") -> AgentRow:
    detected = agent.detect(tree.project.root, tree.environ, tree.home)
    return AgentRow(
        agent.name,
        agent.title,
        detected.installed,
        detected.used_here,
        _judge(proof),
        _list_kinds(surface.kind for surface in agent.surfaces(tree.place(team=False, hooks=True))),
        proof.paths if proof else (),
        tuple(fault.what for fault in proof.faults) if proof else (),
        event.made if event else "",
        event.kind if event else "",
        detected.evidence,
    )


def _judge(proof: Proof | None) -> SetUp:
    """Whether an agent gets all of its surfaces, some or none."""
    if proof is None or not proof.paths:
        return "no"
    return "yes" if proof.registered else "partly"


def _list_kinds(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    distinct: Sequence[Kind] = list(dict.fromkeys(kinds))
    return tuple(sorted(distinct))
