"""The rules for every agent package. `test_conformance.py` runs them over the table and over plugins."""

import ast
import inspect
import json
import os
from pathlib import Path
from typing import Any

from backstory.agents import base
from backstory.agents.base import (
    DIALECT_MEMBERS,
    EVENTS,
    SURFACES_MEMBERS,
    Agent,
    Detected,
    HookInput,
    Launch,
    Place,
    Surface,
    Surfaces,
    Texts,
)  # fmt: skip
from backstory.agents.hook_settings import OR_NOTHING
from backstory.agents.turns import Turn
from backstory.base.dialect import PERMISSION, cut_context, find_dialect, find_event
from backstory.edits import change
from backstory.hook.fields import scan_fields
from backstory.hook.process import Call
from backstory.hook.reply import format_reply
from backstory.recall.text.moment import MODES

LAUNCH = Launch("/opt/py/bin/python", ("/opt/site",))
ODD: tuple[Any, ...] = (None, 1, True, [], {}, "x", "\x00", "ä😀", {"a": {}})
"""Values that a payload may hold where a text is expected."""
FIELDS = {
    "session", "cwd", "transcript", "source", "prompt", "prompt_id", "tool", "use", "path", "error",
    "last_text", "subagent", "subagent_transcript",
}  # fmt: skip
PLACED_BY_PROCESS = ("windsurf", "goose")
"""Agents that do not name the folder in every payload: they document that a hook runs in it."""
TEXT = 'a "b"\nä\\ </x> \U0001f600'


def check(agent: Agent, folder: Path, fixtures: Path) -> None:
    """Every rule of the seam. Raises AssertionError with the rule that is broken.

    `fixtures` is the folder with recorded payloads and replies of the agent, one folder per version of it.
    """
    check_members(agent)
    check_dialect(agent)
    check_detection(agent, folder)
    check_surfaces(agent, folder)
    check_hooks_fit_dialect(agent, folder)
    check_odd_payloads(agent)
    check_recorded_payloads(agent, folder, fixtures)
    check_replies(agent, fixtures)
    check_transcripts(agent, folder)


def check_members(agent: Agent) -> None:
    assert agent.name.islower() and " " not in agent.name and agent.title
    assert all(hasattr(agent.dialect, member) for member in DIALECT_MEMBERS)
    for member in SURFACES_MEMBERS:
        wanted = list(inspect.signature(getattr(Surfaces, member)).parameters)[1:]
        assert list(inspect.signature(getattr(agent, member)).parameters) == wanted, member


def check_dialect(agent: Agent) -> None:
    """Data only: the hook process loads this file at every turn, by the agent's name."""
    dialect = agent.dialect
    assert inspect.ismodule(dialect) and dialect.__file__
    tree = ast.parse(Path(dialect.__file__).read_bytes())
    assert all(isinstance(node, ast.Assign | ast.Expr) for node in tree.body), "assignments and docstrings only"
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Call)], "a dialect calls nothing"
    public = {name for name in vars(dialect) if not name.startswith("_")}
    assert public == set(DIALECT_MEMBERS), "the same names in every dialect"
    assert agent.name == dialect.NAME
    assert set(dialect.FIELDS) == FIELDS
    assert all(all(key.split(".")) for keys in dialect.FIELDS.values() for key in keys)
    assert dialect.DEFERRED_TO in ("", *dialect.REPLIES), "what waits has to come with an event that takes text"
    assert set(dialect.EVENTS.values()) <= set(EVENTS)
    assert set(dialect.REPLIES) <= {"session-start", "prompt", "pre-tool", "subagent-start"}, "others take no text"
    assert dialect.BRIEF_MODE in MODES
    assert 1500 <= dialect.MAX_INJECTED <= 100_000
    assert bool(dialect.BRIEF_FILES) == bool(dialect.BRIEF_FILE_BYTES)
    if agent.dialect.__name__.startswith("backstory."):
        assert find_dialect(agent.name) == (agent.name, dialect), "the hook process finds it"
    for theirs, ours in dialect.EVENTS.items():
        assert find_event(theirs, dialect) == find_event(ours, dialect) == ours


def check_detection(agent: Agent, folder: Path) -> None:
    """In an empty folder there is no evidence, and a missing folder is not an error."""
    root, home = folder / "detect/repo", folder / "detect/home"
    root.mkdir(parents=True)
    home.mkdir()
    found = agent.detect(str(root), {"PATH": ""}, str(home))
    assert found == Detected(False, False, ()), found
    assert agent.detect(str(folder / "gone"), {}, str(folder / "gone")) == Detected(False, False, ())


def check_surfaces(agent: Agent, folder: Path) -> None:
    for team in (False, True):
        for hooks in (False, True):
            for tracked in ((), _paths(agent, folder)):
                place = Place(str(folder), str(folder / "home"), LAUNCH, team, hooks, True, tracked)
                found = agent.surfaces(place)
                assert found, "an agent without surfaces cannot be told anything"
                assert len({(s.path, s.kind) for s in found}) == len(found)
                assert [s[:3] for s in agent.surfaces(place)] == [s[:3] for s in found]
                assert hooks or not any(s.kind == "hooks" for s in found)
                for surface in found:
                    _check_surface(surface, place)


def _check_surface(surface: Surface, place: Place) -> None:
    if not os.path.isabs(surface.path):
        assert ".." not in surface.path.split("/") and "\\" not in surface.path
    built = surface.build(Texts("PRIVATE-WORDS", "TEAM-WORDS"))
    assert change.kind_of(built) == surface.kind
    written = repr(built)
    if surface.shared or (surface.kind == "block" and surface.path in place.tracked):
        assert "PRIVATE-WORDS" not in written, "a file that git tracks holds nothing private"
    if surface.shared:
        assert place.launch.python not in written and place.root not in written, (
            "a shared file names no machine's paths"
        )
    moved = surface.build(Texts("other", "other")) != built
    assert moved == surface.moving, "`moving` says whether the texts matter"
    data, memo = change.apply(built, b"", None, "file")
    assert change.apply(built, data, memo, "file") == (data, memo)
    assert change.revert(surface.kind, data, memo, "file") == b""


def check_hooks_fit_dialect(agent: Agent, folder: Path) -> None:
    """Installed hooks call this agent by its name, with the event that the dialect has for the agent's own name."""
    for team in (False, True):
        for event, command in _commands(agent, folder, team=team):
            words = command.removesuffix(OR_NOTHING if team else "").split()
            name, ours = words[-3:-1] if words[-1] == "--team" else words[-2:]
            assert name == agent.name
            if ours == PERMISSION:
                assert not team and all(agent.dialect.PERMISSION), "only a person's own hooks say yes, in its own word"
            else:
                assert agent.dialect.EVENTS[event] == ours
            assert team or agent.dialect.PERSONAL_HOOKS in ("", *_paths(agent, folder))


def check_odd_payloads(agent: Agent) -> None:
    """No payload makes it fail."""
    payload = {key.partition(".")[0]: "x" for keys in agent.dialect.FIELDS.values() for key in keys}
    for event in (*EVENTS, "unheard-of"):
        assert agent.parse_event(event, {}) == HookInput(event)
        for odd in ODD:
            strange = agent.parse_event(event, dict.fromkeys(payload, odd))
            assert all(isinstance(v, type(d)) for v, d in zip(strange, HookInput(""), strict=True))
            assert strange.event == event


def check_recorded_payloads(agent: Agent, folder: Path, fixtures: Path) -> None:
    """Each event with a hook has a payload of a real session, and both halves of the hook read the same from it."""
    recorded: dict[str, list[Any]] = {}
    for path in sorted(fixtures.glob("*/payloads.json")):
        for event, payloads in json.loads(path.read_bytes()).items():
            recorded.setdefault(event, []).extend(payloads)
    commands = _commands(agent, folder, team=False)
    hooked = {agent.dialect.EVENTS[event] for event, command in commands if f" {PERMISSION}" not in command}
    assert hooked <= {event for event, payloads in recorded.items() if payloads}, "record payloads of every event"
    for event, payloads in recorded.items():
        for payload in payloads:
            _check_payload(agent, event, payload)


def _check_payload(agent: Agent, event: str, payload: dict[str, Any]) -> None:
    if "hook_event_name" in payload:  # Copilot CLI 1.0 leaves it out as a sub-agent starts
        assert find_event(payload["hook_event_name"], agent.dialect) == event
    read = agent.parse_event(event, payload)
    assert read.session and (os.path.isabs(read.cwd) or (agent.name in PLACED_BY_PROCESS and not read.cwd))
    named = scan_fields(json.dumps(payload).encode(), set(agent.dialect.FIELDS["transcript"]))
    assert bool(read.transcript) == bool(named)
    if event in ("session-start", "session-end", "pre-compact"):
        is_named = bool(agent.dialect.FIELDS["source"])
        assert read.source or not is_named or (event == "session-start" and agent.dialect.STARTS_NEW_ONLY)
    if event == "prompt" and payload.get("prompt", True):  # Qwen Code calls it with an empty prompt after each tool
        assert read.prompt and "<hook_context>" not in read.prompt
    if event == "stop":
        named = scan_fields(json.dumps(payload).encode(), set(agent.dialect.FIELDS["last_text"]))
        assert bool(read.last_text) == bool(named)
    if event == "subagent-stop":
        assert read.subagent
        assert bool(read.subagent_transcript) == ("agent_transcript_path" in payload)
    if event in ("post-tool", "tool-failure"):
        is_said = event == "tool-failure" and bool(agent.dialect.FIELDS["error"])  # else the event alone says so
        assert read.failed == is_said
        assert read.tool
        assert bool(read.files) == (read.tool in agent.dialect.EDIT_TOOLS)
    keys = {key for names in agent.dialect.FIELDS.values() for key in names}
    call = Call(agent.name, agent.dialect, event, b"", scan_fields(json.dumps(payload).encode(), keys))
    for field in (
        "session",
        "cwd",
        "transcript",
        "source",
        "prompt",
        "tool",
        "last_text",
        "subagent",
        "subagent_transcript",
    ):
        value = call.field(field)
        assert (cut_context(value, agent.dialect.CONTEXT_TAG) if field == "prompt" else value) == getattr(read, field)


def check_replies(agent: Agent, fixtures: Path) -> None:
    """A reply is the document that the agent expects, as it is written down for a version of it."""
    recorded = [json.loads(path.read_bytes()) for path in fixtures.glob("*/replies.json")]
    assert recorded, "write down the replies that the agent takes, with TEXT in the place of the text"
    for event in (*EVENTS, "unheard-of"):
        assert format_reply(agent.dialect, event, "") == b"", "no text gives no bytes"
        reply = format_reply(agent.dialect, event, TEXT)
        for replies in recorded:
            assert (event in replies) == bool(reply)
            if event in replies and isinstance(replies[event], str):
                assert reply.decode() == replies[event].replace("TEXT", TEXT)
            elif event in replies:
                assert json.loads(reply) == _with_text(replies[event])
        format_reply(agent.dialect, event, "ä😀\ud800 </x>").decode("utf-8")


def check_transcripts(agent: Agent, folder: Path) -> None:
    """Transcripts may be missing, foreign, torn or huge. What can be read is read, and nothing fails."""
    assert list(agent.read_turns(str(folder / "gone.jsonl"))) == []
    odd = folder / "odd.jsonl"
    odd.write_bytes(
        b'{"type": "user"}\n\xff\xfe\n[]\n{"type": "user", "message": {"content": [1, {}]}}\n{"type": "assi'
    )
    reading = agent.read_turns(str(odd))
    assert all(isinstance(t, Turn) for t in reading)
    assert reading.end <= odd.stat().st_size
    assert isinstance(base.on_path("no-such-program", {"PATH": str(folder)}), str)


def _with_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_text(below) for key, below in value.items()}
    if isinstance(value, list):
        return [_with_text(below) for below in value]
    return TEXT if value == "TEXT" else value


def _commands(agent: Agent, folder: Path, *, team: bool) -> list[tuple[str, str]]:
    """(the agent's name of the event, the command) of every hook that is installed."""
    place = Place(str(folder), str(folder), LAUNCH, team)
    found: list[tuple[str, str]] = []
    for surface in agent.surfaces(place):
        built = surface.build(Texts())
        if isinstance(built, change.Hooks):
            for event, groups in built.entries.items():
                for group in groups:
                    assert isinstance(group, dict)
                    handlers = group.get("hooks", [group])
                    assert isinstance(handlers, list)
                    found += [(event, str(handler["command"])) for handler in handlers]  # type: ignore[index,call-overload]
    return found


def _paths(agent: Agent, folder: Path) -> tuple[str, ...]:
    place = Place(str(folder), str(folder), LAUNCH)
    return tuple(s.path for s in agent.surfaces(place))
