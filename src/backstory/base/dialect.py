"""Finds the dialect of an agent by the agent's name: what its hooks send and what they take back, as data.

The hook process loads one such file, `agents/<name>/dialect.py`, and nothing beside it.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence
    from typing import Protocol

    class Dialect(Protocol):
        """The members of a dialect module. `docs/contributing/dialect.md` explains each one."""

        NAME: str
        EVENTS: Mapping[str, str]
        FIELDS: Mapping[str, Sequence[str]]
        EDIT_TOOLS: Sequence[str]
        COMMAND_TOOLS: Sequence[str]
        PATCH_FIELD: str
        REPLIES: Mapping[str, tuple[str, str]]
        PERMISSION: tuple[str, str]
        PERSON_KEY: str
        MAX_INJECTED: int
        BRIEF_MODE: str
        AFTER_COMPACTION: str
        STARTS_WITH_PROMPT: bool
        STARTS_WITH_TOOL: bool
        RESUME_KEEPS_CONTEXT: bool
        BRIEF_FILES: Sequence[str]
        BRIEF_FILE_BYTES: int
        START_VARIABLE: str
        PROJECT_VARIABLES: Sequence[str]
        SESSION_VARIABLES: Sequence[str]
        PERSONAL_HOOKS: str
        CONTEXT_TAG: str
        HOSTS: Sequence[tuple[str, str]]
        HOST_KEYS: Sequence[tuple[str, str]]
        OTHER_REPLIES: tuple[str, Mapping[str, tuple[str, str]]]
        OWN_SIGN: str
        PROJECT_HOOKS: Sequence[str]
        USER_HOOKS: str
        READS_FIRST_FILE: bool
        STARTS_NEW_ONLY: bool
        DEFERRED_TO: str
        RESUMES: Sequence[str]


SHARED = "agents-md"
"""The agent whose dialect is used for every agent that has none: the field names that most agents share."""
DEFAULTS = {
    "REPLIES": {}, "PATCH_FIELD": "", "PERMISSION": ("", ""), "PERSON_KEY": "",
    "AFTER_COMPACTION": "", "STARTS_WITH_PROMPT": False, "STARTS_WITH_TOOL": False,
    "RESUME_KEEPS_CONTEXT": True, "READS_FIRST_FILE": False, "STARTS_NEW_ONLY": False,
    "BRIEF_FILES": (), "BRIEF_FILE_BYTES": 0, "START_VARIABLE": "",
    "PROJECT_VARIABLES": (), "SESSION_VARIABLES": (), "PERSONAL_HOOKS": "", "CONTEXT_TAG": "", "HOSTS": (),
    "HOST_KEYS": (), "DEFERRED_TO": "", "RESUMES": ("resume",), "OTHER_REPLIES": ("", {}), "OWN_SIGN": "",
    "PROJECT_HOOKS": (), "USER_HOOKS": "",
}  # fmt: skip
"""The members that a dialect may leave out, and what they are then."""
MAX_NAME = 40
_AGENTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "agents")

_ALIASES = {
    "sessionstart": "session-start",
    "prompt": "prompt", "promptsubmit": "prompt",
    "pretool": "pre-tool",
    "posttool": "post-tool",
    "toolfailure": "tool-failure",
    "subagentstart": "subagent-start",
    "subagentstop": "subagent-stop",
    "precompact": "pre-compact",
    "stop": "stop",
    "sessionend": "session-end",
}  # fmt: skip
"""Our names of the events and one of an earlier system's, without hyphens and in lower case."""
EVENTS = tuple(dict.fromkeys(_ALIASES.values()))
"""Our names of the moments that an agent's hooks report."""
PERMISSION = "permission"
"""Our name of the event with which some agents ask their hooks whether a command may run."""


def find_dialect(agent: str) -> "tuple[str, Dialect]":
    """(the agent's own name, its dialect). An agent without a dialect keeps its name and gets the shared dialect.

    `agent` must have passed `agent_name`, since it becomes part of a module's name.
    """
    dialect = _load(agent)
    if dialect is not None:
        return agent, dialect
    own = _resolve_alias(agent)
    dialect = _load(own) if own not in ("", SHARED) else None
    if dialect is not None:
        return own, dialect
    shared = _load(SHARED)
    assert shared is not None
    return agent, shared


def agent_name(word: str) -> str:
    """The name of an agent as it is used for files and modules, or an empty text for a word that cannot be one."""
    word = word.strip().lower()[:MAX_NAME]
    return (
        word
        if word and all(character.isascii() and (character.isalnum() or character in "-_") for character in word)
        else ""
    )


def find_event(word: str, dialect: "Dialect") -> str:
    """Our name of an event that is given by our name or by the agent's; empty for an unknown one."""
    bare = _bare(word)
    if bare in _ALIASES:
        return _ALIASES[bare]
    if bare == PERMISSION:
        return PERMISSION
    for theirs, ours in dialect.EVENTS.items():
        if _bare(theirs) == bare:
            return ours
    return ""


def patched_paths(patch: str) -> list[str]:
    """The files that a patch in the format of `apply_patch` adds, updates or deletes, in its order."""
    heads = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")
    return [line.partition(": ")[2].strip() for line in patch.splitlines() if line.startswith(heads)]


def cut_context(prompt: str, tag: str) -> str:
    """A prompt without the element `<tag>` at its beginning, into which the agent puts what earlier hooks said."""
    opening, closing = f"<{tag}>", f"</{tag}>"
    while tag and prompt.startswith(opening) and closing in prompt:
        prompt = prompt.partition(closing)[2].lstrip()
    return prompt


def choose_replies(dialect: "Dialect", payload: "Container[str]") -> "Mapping[str, tuple[str, str]]":
    """The replies that the program takes that sent a payload with these keys."""
    key, others = dialect.OTHER_REPLIES
    return others if key and key in payload else dialect.REPLIES


def fill_defaults(module: object) -> None:
    """Gives the module of a dialect the members that it leaves out."""
    present = vars(module)
    for member in DEFAULTS:
        if member not in present:
            present[member] = DEFAULTS[member]


def _load(agent: str) -> "Dialect | None":
    package = agent.replace("-", "_")
    if not os.path.isdir(os.path.join(_AGENTS, package)):
        return None  # not a package: an import would load a module of that name first, such as `agents.base`
    name = f"backstory.agents.{package}.dialect"
    try:
        __import__(name)  # `importlib.import_module` would load a module of its own
    except ModuleNotFoundError as err:
        if err.name == name:
            return None
        raise
    fill_defaults(sys.modules[name])
    return sys.modules[name]


def _resolve_alias(agent: str) -> str:
    from backstory.base.agent_table import AGENTS  # most calls name the agent itself

    bare = _bare(agent)
    for name, _, aliases, _ in AGENTS:
        for alias in (name, *aliases):
            if _bare(alias) == bare:
                return name
    return ""


def _bare(word: str) -> str:
    return "".join([character for character in word.lower() if character not in "-_"])
