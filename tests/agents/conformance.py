"""What every agent module has to do, whatever it is about. `test_conformance.py` runs it over the table and plugins."""

import inspect
import os
from pathlib import Path
from typing import Any

from backstory.agents import base
from backstory.agents.base import EVENTS, MEMBERS, Agent, Detected, Heard, Launch, Place, Surface, Texts, Turn
from backstory.edits import change

LAUNCH = Launch("/opt/py/bin/python", ("/opt/site",))
ODD: tuple[Any, ...] = (None, 1, True, [], {}, "x", "\x00", "ä😀", {"a": {}})
"""Values that a payload may hold where a text is expected."""


def check(agent: Agent, folder: Path) -> None:
    """Every rule of the seam; raises AssertionError with the rule that does not hold."""
    names(agent)
    detects(agent, folder)
    surfaces(agent, folder)
    hears(agent)
    replies(agent)
    reads(agent, folder)


def names(agent: Agent) -> None:
    assert all(hasattr(agent, member) for member in MEMBERS)
    assert agent.NAME.islower() and " " not in agent.NAME and agent.TITLE
    for member in MEMBERS[2:]:
        wanted = list(inspect.signature(getattr(Agent, member)).parameters)[1:]
        assert list(inspect.signature(getattr(agent, member)).parameters) == wanted, member


def detects(agent: Agent, folder: Path) -> None:
    """Nothing is there, nothing is started, and what is said has evidence."""
    root, home = folder / "detect/repo", folder / "detect/home"
    root.mkdir(parents=True)
    home.mkdir()
    found = agent.detect(str(root), {"PATH": ""}, str(home))
    assert found == Detected(False, False, ()), found
    assert agent.detect(str(folder / "gone"), {}, str(folder / "gone")) == Detected(False, False, ())


def surfaces(agent: Agent, folder: Path) -> None:
    for team in (False, True):
        for hooks in (False, True):
            for tracked in ((), _paths(agent, folder)):
                place = Place(str(folder), str(folder / "home"), LAUNCH, team, hooks, True, tracked)
                found = agent.surfaces(place)
                assert found, "an agent that cannot be told anything is no agent"
                assert len({(s.path, s.kind) for s in found}) == len(found)
                assert agent.surfaces(place) and [s[:3] for s in agent.surfaces(place)] == [s[:3] for s in found]
                assert hooks or not any(s.kind == "hooks" for s in found)
                for surface in found:
                    _surface(surface, place)


def _surface(surface: Surface, place: Place) -> None:
    if not os.path.isabs(surface.path):
        assert ".." not in surface.path.split("/") and "\\" not in surface.path
    secret = Texts("PRIVATE-WORDS", "TEAM-WORDS")
    built = surface.build(secret)
    assert change.kind_of(built) == surface.kind
    said = repr(built)
    if surface.shared or surface.path in place.tracked:
        assert "PRIVATE-WORDS" not in said, "a file that git tracks holds nothing private"
    if surface.shared:
        assert place.launch.python not in said and place.root not in said, "a shared file names no machine's paths"
    moved = surface.build(Texts("other", "other")) != built
    assert moved == surface.moving, "`moving` says whether the texts matter"
    data, memo = change.put(built, b"", None, "file")
    assert change.put(built, data, memo, "file") == (data, memo)
    assert change.take(surface.kind, data, memo, "file") == b""


def hears(agent: Agent) -> None:
    """Nothing that an agent sends makes it fail."""
    payload = {"session_id": "s-1", "cwd": "/repo", "transcript_path": "/t.jsonl", "prompt": "why", "tool_name": "Bash"}
    for event in (*EVENTS, "unheard-of"):
        heard = agent.hear(event, payload)
        assert isinstance(heard, Heard) and heard.event == event
        assert agent.hear(event, {}) == Heard(event)
        for odd in ODD:
            strange = agent.hear(
                event, dict.fromkeys((*payload, "tool_input", "source", "last_assistant_message"), odd)
            )
            assert all(isinstance(v, type(d)) for v, d in zip(strange, Heard(""), strict=True))


def replies(agent: Agent) -> None:
    for event in (*EVENTS, "unheard-of"):
        assert isinstance(agent.reply(event, "text"), bytes)
        assert agent.reply(event, "") == b"", "nothing to say is no bytes"
    lone = agent.reply("session-start", "ä😀\ud800 </x>")
    lone.decode("utf-8")


def reads(agent: Agent, folder: Path) -> None:
    """Transcripts may be missing, foreign, torn or huge: what can be read is, and nothing fails."""
    assert agent.transcripts(str(folder), {}, str(folder / "no-home")) == []
    assert list(agent.turns(str(folder / "gone.jsonl"))[0]) == []
    odd = folder / "odd.jsonl"
    odd.write_bytes(
        b'{"type": "user"}\n\xff\xfe\n[]\n{"type": "user", "message": {"content": [1, {}]}}\n{"type": "assi'
    )
    found, end = agent.turns(str(odd))
    assert all(isinstance(t, Turn) for t in found)
    assert end <= odd.stat().st_size
    assert isinstance(base.on_path("no-such-program", {"PATH": str(folder)}), str)


def _paths(agent: Agent, folder: Path) -> tuple[str, ...]:
    place = Place(str(folder), str(folder), LAUNCH)
    return tuple(s.path for s in agent.surfaces(place))
