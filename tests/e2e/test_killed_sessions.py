"""What a session did after its last reply is known to the next one, though its agent was killed and said no more."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.e2e.conftest import World, eventually


def say(path: Path, number: int, role: str, content: Any) -> None:
    """Appends a row to a transcript as Claude Code writes it."""
    row = {
        "type": role, "uuid": f"u{number}", "sessionId": path.stem, "cwd": "", "gitBranch": "main",
        "timestamp": f"2026-11-20T10:00:{number:02}.000Z", "message": {"role": role, "content": content},
    }  # fmt: skip
    with path.open("a") as handle:
        handle.write(json.dumps(row) + "\n")


def hook(world: World, event: str, transcript: Path, **more: Any) -> None:
    payload = {"session_id": transcript.stem, "cwd": str(world.root), "transcript_path": str(transcript), **more}
    world.hook(event, payload)


def start(world: World, session: str) -> str:
    payload = {"session_id": session, "cwd": str(world.root), "hook_event_name": "SessionStart", "source": "startup"}
    return world.injected("session-start", payload)


def has_workers(world: World) -> bool:
    """Whether a worker runs for this data home."""
    mark = f"BACKSTORY_HOME={world.data}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if b"worker" in (process / "cmdline").read_bytes() and mark in (process / "environ").read_bytes():
                return True
    return False


def test_what_came_after_the_last_reply_is_taken_in_by_the_next_start(world: World, tmp_path: Path) -> None:
    world.repository()
    world.run("init", "--yes", "--agents", "claude-code")
    transcript = tmp_path / "killed.jsonl"
    say(transcript, 1, "user", "Port the pool to psycopg 3")
    say(transcript, 2, "assistant", [{"type": "text", "text": "The pool is ported; the tests come next."}])
    hook(world, "stop", transcript, last_assistant_message="The pool is ported; the tests come next.")
    eventually(lambda: "ported" in start(world, "first"))
    eventually(lambda: not has_workers(world))  # one that sweeps just then would make it the start after

    say(transcript, 3, "user", "Never call the pool's _release from outside of db/")
    hook(world, "prompt", transcript, prompt="Never call the pool's _release from outside of db/")
    told = start(world, "second")

    assert "_release" in told
    assert "_release" in world.run("list", "rule").out


def test_a_reply_of_another_session_takes_it_in_as_well(world: World, tmp_path: Path) -> None:
    world.repository()
    world.run("init", "--yes", "--agents", "claude-code")
    killed, other = tmp_path / "killed.jsonl", tmp_path / "other.jsonl"
    say(killed, 1, "user", "Port the queue to asyncio")
    hook(world, "prompt", killed, prompt="Port the queue to asyncio")
    say(other, 1, "user", "Mend the docs")
    say(other, 2, "assistant", [{"type": "text", "text": "Mended."}])
    hook(world, "stop", other, last_assistant_message="Mended.")

    eventually(lambda: "Port the queue" in world.run("session", "list").out)
    eventually(lambda: "Mend the docs" in world.run("session", "list").out)  # either may be written first


def test_what_an_agent_writes_after_its_last_hook_is_taken_in(world: World, tmp_path: Path) -> None:
    """Copilot and others write their transcripts some time after a hook, and nobody calls one after the last."""
    world.repository()
    world.run("init", "--yes", "--agents", "claude-code")
    transcript = tmp_path / "late.jsonl"
    hook(world, "stop", transcript, last_assistant_message="Ported.")
    hook(world, "session-end", transcript)
    eventually(lambda: "(nothing was asked)" in world.run("session", "list").out)

    say(transcript, 1, "user", "Port the queue to asyncio")
    say(transcript, 2, "assistant", [{"type": "text", "text": "Ported."}])
    eventually(lambda: "Port the queue" in world.run("session", "list").out)
    eventually(lambda: not has_workers(world))
    shown = json.loads(world.run("session", "show", "late", "--json").out)
    assert [answer["text"] for answer in shown["answers"]] == ["Ported."]
    assert not list(world.private.glob("spool/*.unread"))


def test_a_session_whose_worker_was_killed_is_taken_in_by_the_next_start(world: World, tmp_path: Path) -> None:
    """A container ends with its agent: the events are swept, and nobody has read the transcript."""
    world.repository()
    world.run("init", "--yes", "--agents", "claude-code")
    transcript = tmp_path / "killed.jsonl"
    say(transcript, 1, "user", "Never call the pool's _release from outside of db/")
    say(transcript, 2, "assistant", [{"type": "text", "text": "Understood."}])
    spool = world.private / "spool"
    spool.mkdir(parents=True, exist_ok=True)
    (spool / "killed.unread").write_text(f"claude-code\nkilled\n{transcript}")

    assert "_release" in start(world, "next")
    assert not (spool / "killed.unread").exists()


def test_a_transcript_that_cannot_be_taken_in_stops_no_other_session(world: World, tmp_path: Path) -> None:
    world.repository()
    world.run("init", "--yes", "--agents", "claude-code")
    spool = world.private / "spool"
    spool.mkdir(parents=True, exist_ok=True)
    (spool / "odd.unread").write_text(f"no-such-agent\nodd\n{tmp_path}")
    (spool / "other.unread").write_text("three\nlines")
    world.run("remember", "decision", "Use psycopg 3")
    assert "Use psycopg 3" in start(world, "next")


def test_more_sessions_than_one_start_reads_are_left_to_the_next_ones(world: World, tmp_path: Path) -> None:
    world.repository()
    world.run("init", "--yes", "--agents", "claude-code")
    for number in range(7):
        transcript = tmp_path / f"killed-{number}.jsonl"
        say(transcript, 1, "user", f"Port part {number} of the pool")
        hook(world, "prompt", transcript, prompt="Port it")
    start(world, "first")
    eventually(lambda: not has_workers(world))
    start(world, "second")
    eventually(lambda: not has_workers(world))
    shown = world.run("session", "list").out
    assert [number for number in range(7) if f"Port part {number}" not in shown] == []
