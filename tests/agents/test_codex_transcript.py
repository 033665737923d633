"""Rollouts as Codex writes them: texts in several copies, forks that repeat, packed files, old and new payloads."""

import json
from pathlib import Path
from typing import Any

import pytest

from backstory.agents import compression
from backstory.agents.codex.transcript import find_sessions, read_turns, recognizes
from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.model.session import Session

TIME = "2026-11-20T10:00:00.000Z"
PATCH = "*** Begin Patch\n*** Update File: wh.py\n@@\n-a\n+b\n*** Add File: new.py\n+x\n*** End Patch"


def row(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": TIME, "type": kind, "payload": payload}


def event(kind: str, **payload: Any) -> dict[str, Any]:
    return row("event_msg", type=kind, **payload)


def item(kind: str, **payload: Any) -> dict[str, Any]:
    return row("response_item", type=kind, **payload)


def message(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text}])


def call(name: str, call_id: str, **arguments: Any) -> dict[str, Any]:
    return item("function_call", name=name, call_id=call_id, arguments=json.dumps(arguments))


def output(call_id: str, value: Any) -> dict[str, Any]:
    return item("function_call_output", call_id=call_id, output=value)


def context(turn: str = "t1", **more: Any) -> dict[str, Any]:
    return row("turn_context", turn_id=turn, cwd="/shop", model="gpt-5.6", **more)


META = row("session_meta", id="s1", cwd="/shop", cli_version="0.169.0", source="cli", git={"branch": "main"})


def write(path: Path, *rows: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))
    return str(path)


def read(path: str, position: int = 0) -> list[Turn]:
    return list(read_turns(path, position))


def said(path: str) -> list[tuple[str, str]]:
    return [(t.role, t.text or t.tool) for t in read(path)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rollout-2026-11-20T10-00-00-019a.jsonl"


@pytest.mark.parametrize("first", ["item", "event"])
def test_a_text_that_stands_there_twice_is_one(file: Path, first: str) -> None:
    pairs = [
        (message("user", "Add retry"), event("user_message", message="Add retry")),
        (message("assistant", "Done."), event("agent_message", message="Done.")),
    ]
    rows = [r for pair in pairs for r in (pair if first == "item" else pair[::-1])]
    path = write(file, META, context(), *rows, *rows)
    assert said(path) == [("user", "Add retry"), ("assistant", "Done.")] * 2
    assert {(t.session, t.cwd, t.branch) for t in read(path)} == {("s1", "/shop", "main")}
    assert [t.model for t in read(path)] == ["", "gpt-5.6"] * 2


INJECTED = [
    "<environment_context>\n<cwd>/shop</cwd>\n</environment_context>",
    "# AGENTS.md instructions for /shop\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>",
    "<user_instructions>\nUse tabs.\n</user_instructions>",
    "<turn_aborted>\nThe user interrupted\n</turn_aborted>",
    '<backstory-context id="ab">\na decision\n</backstory-context id="ab">',
]


@pytest.mark.parametrize("text", INJECTED)
@pytest.mark.parametrize("events", [True, False])
def test_what_the_program_says_in_a_persons_name_is_no_prompt(file: Path, text: str, events: bool) -> None:
    prompts = [event("user_message", message="real")] if events else [message("user", "real")]
    developer = item("message", role="developer", content=[{"type": "input_text", "text": "rules"}])
    assert said(write(file, META, message("user", text), developer, context(), *prompts)) == [("user", "real")]


def test_a_request_from_an_editor_is_what_was_typed(file: Path) -> None:
    text = "# Context from my IDE setup:\n\n## Active file: a.py\n\n## My request for Codex:\nfix it\n"
    assert said(write(file, META, event("user_message", message=text))) == [("user", "fix it")]


def test_calls_and_results_of_every_form(file: Path) -> None:
    listed = [{"type": "input_text", "text": "Wall time: 0.1 seconds\nProcess exited with code 1\nOutput:\n1 failed"}]
    path = write(
        file, META, context(),
        call("exec_command", "c1", cmd="pytest -q", workdir="/shop"), output("c1", listed),
        call("shell", "c2", command=["bash", "-lc", "ls -l"]),
        output("c2", json.dumps({"output": "a\n", "metadata": {"exit_code": 0, "duration_seconds": 0.1}})),
        item("custom_tool_call", name="apply_patch", call_id="c3", input=PATCH, status="completed"),
        event("patch_apply_end", call_id="c3", success=False, changes={"/shop/wh.py": {"type": "update"}}),
        item("custom_tool_call_output", call_id="c3", output="patch did not apply"),
        call("shell", "c4", command=["apply_patch", PATCH]), output("c4", "Exit code: 0\nWall time: 1 s\nOutput:\nok"),
        item("local_shell_call", call_id="c5", status="completed", action={"type": "exec", "command": ["git", "log"]}),
        call("update_plan", "c6", plan=[]), output("c6", "Plan updated"),
        event("exec_command_end", call_id="c7", command=["/bin/bash", "-lc", "make"], exit_code=2, stdout="no rule"),
    )  # fmt: skip
    calls = {t.call: t for t in read(path) if t.role == "tool"}
    results = {t.call: t for t in read(path) if t.role == "result"}
    assert [(t.command, t.action) for t in calls.values()] == [
        ("pytest -q", "command"), ("ls -l", "command"), ("", "edit"), ("", "edit"), ("git log", "command"),
        ("", "plan"), ("make", "command"),
    ]  # fmt: skip
    assert calls["c3"].edits == calls["c4"].edits == ("wh.py", "new.py")
    assert [(t.text, t.exit_code, t.failed) for t in results.values()] == [
        ("1 failed", 1, True), ("a", 0, False), ("patch did not apply", 1, True), ("ok", 0, False),
        ("Plan updated", None, False), ("no rule", 2, True),
    ]  # fmt: skip


def usage(inputs: int, cached: int, outputs: int) -> dict[str, int]:
    return {"input_tokens": inputs, "cached_input_tokens": cached, "output_tokens": outputs}


def count(total: dict[str, int], last: dict[str, int] | None = None) -> dict[str, Any]:
    return event("token_count", info={"total_token_usage": total} | ({"last_token_usage": last} if last else {}))


def test_tokens_are_counted_once_and_wait_for_their_event(file: Path) -> None:
    rows = [
        META, context(), message("assistant", "I look."), call("exec_command", "c1", cmd="ls"),
        count(usage(100, 40, 7), usage(100, 40, 7)), count(usage(100, 40, 7), usage(100, 40, 7)), output("c1", "a"),
        message("assistant", "Done."), count(usage(300, 140, 9)),
    ]  # fmt: skip
    path = write(file, *rows)
    assert [tuple(t.tokens) for t in read(path) if any(t.tokens)] == [(60, 7, 40, 0), (100, 2, 100, 0)]
    write(file, *rows[:-1])
    end = read_turns(path).end
    assert read(path)[-1].tokens == (0, 0, 0, 0)
    write(file, *rows)
    assert [(t.text, t.tokens.output) for t in read(path, end)] == [("Done.", 2)]


def test_a_fork_has_the_ids_of_what_it_repeats_and_names_its_parent(file: Path, tmp_path: Path) -> None:
    said_first = [context(), event("user_message", message="one"), call("exec_command", "c1", cmd="ls")]
    first = read(write(file, META, *said_first))
    meta = row("session_meta", id="s2", cwd="/shop", forked_from_id="s1")
    fork = tmp_path / ".codex/sessions/2026/11/21/rollout-2026-11-21T10-00-00-s2.jsonl"
    fork.parent.mkdir(parents=True)
    second = read(write(fork, meta, META, *said_first, context("t2"), event("user_message", message="two")))
    assert [t.id for t in second][:2] == [t.id for t in first] and {t.session for t in second} == {"s2"}
    assert [(f.session, f.parent) for f in find_sessions({}, str(tmp_path), ["/shop"])] == [("s2", "s1")]


def test_a_sub_agent_is_marked(file: Path) -> None:
    spawn = {"subagent": {"thread_spawn": {"parent_thread_id": "s1", "depth": 1}}}
    meta = row("session_meta", id="s9", cwd="/shop", source=spawn)
    assert [(t.sidechain, t.subagent) for t in read(write(file, meta, message("user", "look")))] == [(True, "s9")]


def test_what_was_undone_is_marked(file: Path) -> None:
    rows = [
        META, context("t1"), event("user_message", message="one"), message("assistant", "1"),
        context("t2"), event("user_message", message="two"), message("assistant", "2"),
        event("thread_rolled_back", num_turns=1), context("t3"), event("user_message", message="three"),
    ]  # fmt: skip
    path = write(file, *rows)
    assert [(t.text, t.abandoned) for t in read(path)] == [
        ("one", False), ("1", False), ("two", True), ("2", True), ("three", False),
    ]  # fmt: skip
    write(file, *rows[:7])
    end = read_turns(path).end
    write(file, *rows)
    assert [(t.text, t.abandoned) for t in read(path, end)] == [("two", True), ("2", True), ("three", False)]


def test_a_compaction_gives_its_summary(file: Path) -> None:
    kept = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "old"}]}]
    rows = (row("compacted", message="We added retry.", replacement_history=kept), row("compacted", message=""))
    assert said(write(file, META, *rows)) == [("summary", "We added retry.")]


def test_a_rollout_of_2025_is_read(file: Path) -> None:
    path = write(
        file,
        {"id": "s1", "timestamp": TIME, "instructions": None, "git": {"branch": "dev"}},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<cwd>/shop</cwd> hi"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": '{"output":"a","metadata":{"exit_code":1}}'},
        {"type": "reasoning", "summary": []},
    )
    assert [(t.role, t.text or t.command, t.exit_code, t.branch) for t in read(path)] == [
        ("user", "<cwd>/shop</cwd> hi", None, "dev"), ("tool", "ls", None, "dev"), ("result", "a", 1, "dev"),
    ]  # fmt: skip
    assert recognizes(path, file.read_bytes())


def test_unknown_payloads_are_counted(file: Path) -> None:
    reading = read_turns(write(file, META, event("from_the_future"), item("new_item"), row("new_row")))
    assert list(reading) == []
    assert reading.unknown == {"event_msg:from_the_future": 1, "new_item": 1, "new_row": 1}


def test_a_packed_rollout_is_read_and_found_and_its_position_holds(file: Path, tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    folder = tmp_path / "codex/archived_sessions"
    folder.mkdir(parents=True)
    plain = write(folder / file.name, META, context(), event("user_message", message="one"), message("assistant", "1"))
    turns, end = read(plain), read_turns(plain).end
    packed = folder / f"{file.name}.zst"
    packed.write_bytes(zstandard.compress(Path(plain).read_bytes(), 3))
    environ = {"CODEX_HOME": str(tmp_path / "codex")}
    assert [f.path for f in find_sessions(environ, "", ["/shop"])] == [plain], "the plain one of both"
    Path(plain).unlink()
    assert recognizes(str(packed), packed.read_bytes()[:100])
    assert read(str(packed)) == turns and len(turns) == 2 and read(str(packed), end) == []
    assert [(f.path, f.session) for f in find_sessions(environ, "", ["/shop"])] == [(str(packed), "019a")]
    packed.write_bytes(packed.read_bytes()[:40])
    assert read(str(packed)) == []


def test_without_a_library_a_packed_rollout_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "_load", lambda: None)
    path = file.with_suffix(".jsonl.zst")
    path.write_bytes(compression.MAGIC + b"x")
    reading = read_turns(str(path))
    assert list(reading) == [] and reading.unknown == {"zstd": 1}


def test_a_long_turn_is_gone_on_with(file: Path) -> None:
    """What is remembered goes back to the beginning of the turn, however long it has become."""
    rows = [META, context(), event("user_message", message="go on")]
    for n in range(40):
        rows += [call("exec_command", f"c{n}", cmd=f"cat {n}"), output(f"c{n}", f"{n}" * 20_000)]
    last = [message("assistant", "Done."), event("agent_message", message="Done.")]
    path = write(file, *rows, *last)
    whole = {t.id: t for t in read(path)}
    for cut in (len(rows), len(rows) + 1):
        write(file, *(rows + last)[:cut])
        before = read_turns(path)
        turns = {t.id: t for t in before}
        write(file, *rows, *last)
        assert turns | {t.id: t for t in read_turns(path, before.end)} == whole


def test_the_report_of_a_subagent_is_what_the_wait_for_it_gave(file: Path) -> None:
    status = {"status": {"ag1": {"completed": "None but GZip."}, "ag2": "running"}, "timed_out": False}
    rows = (
        call("spawn_agent", "c1", message="Which middlewares buffer the body?"),
        output("c1", json.dumps({"agent_id": "ag1"})),
        call("wait", "c2", ids=["ag1", "ag2"]),
        output("c2", json.dumps(status)),
    )
    turns = read(write(file, META, context(), *rows))
    assert [(t.role, t.subagent, t.text) for t in turns if t.subagent] == [
        ("result", "ag1", ""),
        ("assistant", "ag1", "None but GZip."),
    ]
    session = extend_session(Session(id="s1", agent="codex"), turns, roots=("/shop",))
    (agent,) = session.subagents
    assert (agent.id, agent.task, agent.report) == ("ag1", "Which middlewares buffer the body?", "None but GZip.")
