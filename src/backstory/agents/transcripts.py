"""Finds the reader of a transcript: by the agent's name, or by the file itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple, cast

from backstory.agents.turns import Reading, SessionFile, Transcript

HEAD: Final = 64 * 1024
"""Bytes at the beginning of a file by which its agent is recognised; more where its first line is longer."""
MAX_HEAD: Final = 4 << 20
"""Largest first line, in bytes."""

READERS: Final[tuple[tuple[str, str], ...]] = (
    ("claude-code", "Claude Code"),
    ("codex", "Codex"),
    ("gemini", "Gemini CLI"),
    ("opencode", "OpenCode"),
    ("qwen", "Qwen Code"),
    ("copilot", "GitHub Copilot"),
    ("cursor", "Cursor"),
    ("cline", "Cline, Roo Code, Kilo Code"),
    ("aider", "Aider"),
    ("specstory", "SpecStory"),
    ("kiro", "Kiro"),
    ("droid", "Factory Droid"),
    ("goose", "Goose"),
    ("amp", "Amp"),
    ("zed", "Zed"),
    ("kimi", "Kimi Code"),
    ("grok", "Grok CLI"),
    ("pi", "Pi, Oh My Pi, OpenClaw"),
    ("vibe", "Mistral Vibe"),
    ("antigravity", "Google Antigravity"),
    ("crush", "Crush"),
    ("continue-dev", "Continue"),
    ("warp", "Warp"),
    ("hermes", "Hermes"),
    ("qwenpaw", "QwenPaw"),
    ("posit-assistant", "Posit Assistant"),
    ("omnigent", "Omnigent"),
    ("windsurf", "Windsurf"),
    ("chats", "a chat"),
)
"""Name and title of each agent whose transcripts can be read; its package is named after it, with `_` for `-`.

`chats` comes last: it takes what no agent recognises as its own."""


class AgentSession(NamedTuple):
    """A session on this machine, and the agent that keeps it."""

    agent: str
    file: SessionFile


def load_reader(agent: str) -> Transcript | None:
    """The reader of an agent's transcripts; None for an agent without one."""
    if agent not in (name for name, _ in READERS):
        return None
    return cast(Transcript, import_module(f"backstory.agents.{agent.replace('-', '_')}.transcript"))


def find_resuming(reader: Transcript) -> Callable[..., Reading] | None:
    """The function `read_on` of a reader that goes on from a position with what came before it; None for the others.

    It is `read_turns` with the mark that the reading up to the position has left. Any other mark counts as none.
    """
    return getattr(reader, "read_on", None)


def find_parent(reader: Transcript, path: str) -> str:
    """The session of which a transcript is a fork, as it says at its top; empty for any other."""
    find = getattr(reader, "find_parent", None)
    return find(path) if find is not None else ""


def recognize_agent(path: str) -> str:
    """Name of the agent that wrote a file, empty when no reader recognises it. Raises OSError."""
    with open(path, "rb") as handle:
        head = handle.read(HEAD)
        if b"\n" not in head and head[:1] == b"{":
            head += handle.readline(MAX_HEAD)
    for name, _ in READERS:
        reader = load_reader(name)
        if reader is not None and reader.recognizes(path, head):
            return name
    return ""


def find_sessions(
    environ: Mapping[str, str], home: str, roots: Sequence[str], agents: Sequence[str] = ()
) -> Iterator[AgentSession]:
    """The sessions on this machine that were held below one of `roots`, of all agents or of those named."""
    for name, _ in READERS:
        reader = load_reader(name) if not agents or name in agents else None
        if reader is not None:
            for file in reader.find_sessions(environ, home, roots):
                yield AgentSession(name, file)
