"""Who reads a brief: the values of `brief --for`, and the form and the agent that each stands for."""

from typing import Final

from backstory.model.errors import Invalid
from backstory.settings.table import MODES

MODES_BY_READER: Final = {
    "claude-code": "claude-code-restore",
    "codex": "codex",
    "copilot": "copilot-restore",
    "cursor": "cursor",
    "gemini": "gemini",
    "human": "human-handoff",
    "generic": "generic-agent-restore",
}
"""Values of `--for` that have a form of their own. Any other agent takes the last one."""
OTHER_READERS: Final = {"agent": "generic"}
"""Other names of readers that are no agent."""
READERS: Final = ", ".join(MODES_BY_READER)


def read_reader(reader: str) -> tuple[str, str]:
    """The form for a reader, empty for the usual one, and the agent that it is, whose handoffs the brief then holds.

    Raises `Invalid` for an unknown reader.
    """
    if not reader:
        return "", ""
    from backstory.base.agent_table import AGENTS, OTHER_SIGNS

    agents = {name: row[0] for row in AGENTS for name in (row[0], *row[2])} | {name: name for _, name in OTHER_SIGNS}
    typed = reader.lower()
    name = agents.get(typed) or OTHER_READERS.get(typed, typed)
    if name in MODES and name not in MODES_BY_READER:
        return name, ""
    if name not in MODES_BY_READER and typed not in agents:
        from backstory.cli.usage import hint_near

        names = tuple(dict.fromkeys((*MODES_BY_READER, *agents)))
        listed = (
            f"`--for` takes {READERS}, or the name of another agent that `backstory agents` lists; the task comes "
            'first: `backstory brief "fix the login"`'
        )
        raise Invalid(f"no agent `{reader}`", hint=hint_near(names, reader, listed))
    return MODES_BY_READER.get(name, MODES_BY_READER["generic"]), agents.get(typed, "")
