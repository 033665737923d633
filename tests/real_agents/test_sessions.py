"""What real agents did is what is read of the sessions that they keep: an edit, a failing command, a commit."""

from collections.abc import Sequence

from runners import Machine
from stub import Call, Say, Stub

from backstory.agents.transcripts import AgentSession, find_sessions, load_reader, recognize_agent
from backstory.agents.turns import Reading, Turn

FAIL = 'python3 -c "import sys; sys.exit(3)"'
COMMIT = 'git add -A && git commit -qm "add a" && git log --oneline -1'
PATCH = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.py\n+x = 1\n*** End Patch\nEOF"


def read_transcript(path: str, position: int = 0, session: str = "") -> Reading:
    reader = load_reader(recognize_agent(path))
    assert reader is not None, f"no reader recognises {path}"
    return reader.read_turns(path, position, session)


def sessions(machine: Machine, agent: str) -> list[tuple[AgentSession, list[Turn]]]:
    """The sessions of the project, each with its turns."""
    kept = sorted(find_sessions({}, str(machine.home), [str(machine.repo)]), key=lambda kept: kept.file.parent)
    assert {session.agent for session in kept} == {agent}
    read = []
    for session in kept:
        reading = read_transcript(session.file.path, session=session.file.session)
        read.append((session, list(reading)))
        assert not reading.unknown and not reading.damaged
    return read


def check(machine: Machine, turns: Sequence[Turn], tokens: tuple[int, int] = (40, 20)) -> None:
    """The turns are what the script of the stub and the tools say."""
    prompts = [turn.text for turn in turns if turn.role == "user"]
    assert prompts == ["add a.py"]
    assert turns[-1].text == "All done." and turns[-1].role == "assistant"
    calls = [turn for turn in turns if turn.role == "tool"]
    results = {turn.call: turn for turn in turns if turn.role == "result"}
    assert len(results) == len(calls) and {turn.call for turn in calls} == results.keys()
    assert [path.rpartition("/")[2] for turn in calls for path in turn.edits] == ["a.py"]
    ended = {turn.command: (results[turn.call].exit_code, results[turn.call].failed) for turn in calls if turn.command}
    assert ended[FAIL] == (3, True) and ended[COMMIT] == (0, False)
    commit = machine.git("log", "--oneline", "-1").split()[0]
    assert any(commit in turn.text for turn in results.values())
    assert all(turn.cwd == str(machine.repo) for turn in turns)
    assert all(turn.time and turn.id for turn in turns) and len({turn.id for turn in turns}) == len(turns)
    assert (sum(turn.tokens.input for turn in turns), sum(turn.tokens.output for turn in turns)) == tokens


def test_claude_is_read_with_its_sub_agent(machine: Machine, stub: Stub) -> None:
    path = str(machine.repo / "a.py")
    stub.script += [
        Call("Write", {"file_path": path, "content": "x = 1\n"}, text="I write it."),
        Call("Bash", {"command": FAIL, "description": "fail"}),
        Call("Task", {"description": "look", "prompt": "Look at a.py", "subagent_type": "general-purpose"}),
        Call("Read", {"file_path": path}),
        Say("x is 1."),
        Call("Bash", {"command": COMMIT, "description": "commit"}),
        Say("All done."),
    ]
    machine.claude("add a.py")
    (main, turns), (sub, side) = sessions(machine, "claude-code")
    check(machine, turns, tokens=(50, 25))
    assert {turn.branch for turn in turns} == {"main"} and sub.file.parent == main.file.session
    assert [(turn.role, turn.text or turn.tool) for turn in side if turn.role != "result"] == [
        ("user", "Look at a.py"), ("tool", "Read"), ("assistant", "x is 1."),
    ]  # fmt: skip
    assert side[1].reads == (path,) and all(turn.sidechain for turn in side)
    report = next(turn for turn in turns if turn.role == "result" and turn.subagent)
    assert {turn.subagent for turn in side} == {report.subagent} and "x is 1." in report.text


def test_claude_is_read_once_after_a_resume(machine: Machine, stub: Stub) -> None:
    stub.script += [Call("Bash", {"command": FAIL, "description": "fail"}), Say("One."), Say("Two.")]
    machine.claude("first")
    ((kept, before),) = sessions(machine, "claude-code")
    end = read_transcript(kept.file.path).end
    machine.claude("second", "--continue")
    new = [turn for turn in read_transcript(kept.file.path, position=end) if turn.id not in {t.id for t in before}]
    assert [(turn.role, turn.text) for turn in new] == [("user", "second"), ("assistant", "Two.")]


def test_codex_is_read(machine: Machine, stub: Stub) -> None:
    commands = (PATCH, FAIL, COMMIT)
    stub.script += [*(Call("exec_command", {"cmd": command}) for command in commands), Say("All done.")]
    machine.codex("add a.py", "--dangerously-bypass-approvals-and-sandbox")
    ((_, turns),) = sessions(machine, "codex")
    check(machine, turns)


def test_gemini_is_read(machine: Machine, stub: Stub) -> None:
    stub.script += [
        Call("write_file", {"file_path": str(machine.repo / "a.py"), "content": "x = 1\n"}, text="I write it."),
        Call("run_shell_command", {"command": FAIL}),
        Call("run_shell_command", {"command": COMMIT}),
        Say("All done."),
    ]
    machine.gemini("add a.py")
    ((_, turns),) = sessions(machine, "gemini")
    check(machine, turns)


def test_opencode_is_read(machine: Machine, stub: Stub) -> None:
    stub.script += [
        Call("write", {"filePath": str(machine.repo / "a.py"), "content": "x = 1\n"}, text="I write it."),
        Call("bash", {"command": FAIL, "description": "fail"}),
        Call("bash", {"command": COMMIT, "description": "commit"}),
        Say("All done."),
    ]
    machine.opencode("add a.py")
    ((kept, turns),) = sessions(machine, "opencode")
    check(machine, turns)
    end = read_transcript(kept.file.path, session=kept.file.session).end
    assert list(read_transcript(kept.file.path, position=end, session=kept.file.session)) == []


def test_qwen_is_read(machine: Machine, stub: Stub) -> None:
    stub.script += [
        Call("write_file", {"file_path": str(machine.repo / "a.py"), "content": "x = 1\n"}, text="I write it."),
        Call("run_shell_command", {"command": FAIL, "is_background": False}),
        Call("run_shell_command", {"command": COMMIT, "is_background": False}),
        Say("All done."),
    ]
    machine.qwen("add a.py")
    ((_, turns),) = sessions(machine, "qwen")
    check(machine, turns)


def test_copilot_is_read(machine: Machine, stub: Stub) -> None:
    stub.script += [
        Call("create", {"path": str(machine.repo / "a.py"), "file_text": "x = 1\n"}, text="I write it."),
        Call("bash", {"command": FAIL, "description": "fail"}),
        Call("bash", {"command": COMMIT, "description": "commit"}),
        Say("All done."),
    ]
    machine.copilot("add a.py")
    ((_, turns),) = sessions(machine, "copilot")
    check(machine, turns)
