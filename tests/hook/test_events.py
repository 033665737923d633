"""What the hook notes of events. Whole processes, on real files."""

import json
import os
import re
from pathlib import Path

import pytest
from testing.hook_process import Project

from backstory.store.event_lines import decode_event
from backstory.store.trust import trust_worktree

ASK = "why did we take psycopg over asyncpg for the database?"


def test_outside_of_a_project_nothing_happens(project: Project, tmp_path: Path) -> None:
    for event in ("session-start", "prompt", "post-tool", "stop"):
        assert project.hook(event, {"cwd": str(tmp_path), "prompt": ASK}) == ""

    assert project.after(wait=0.3) is None
    assert not (project.private / "spool").exists()


def test_post_tool_notes_names_and_pointers_and_nothing_else(project: Project) -> None:
    secret = "ghp_" + "a8Kd0fLq2Zx7Vb4Nm1Cw9Ey6Rt3Ui5Op0As8"
    project.hook("post-tool", {
        "tool_name": "Edit", "tool_use_id": "toolu_1", "agent_id": "a7",
        "tool_input": {"file_path": "/p/a.py", "old_string": secret}, "tool_response": {"text": secret},
    })  # fmt: skip

    lines = (project.private / "spool" / "s1.jsonl").read_bytes()
    assert secret.encode() not in lines
    event = decode_event(lines.splitlines()[0])
    assert not isinstance(event, str), event
    assert (event.kind, event.session, event.agent) == ("edit", "s1", "claude-code")
    assert event.data == {
        "tool": "Edit", "path": "/p/a.py", "use": "toolu_1", "transcript": "/t/s1.jsonl", "subagent": "a7",
    }  # fmt: skip
    assert project.after(wait=0.3) is None


@pytest.mark.parametrize(
    ("event", "kind", "tool"),
    [
        ("session-start", "session.start", ""), ("prompt", "prompt", ""), ("post-tool", "tool", "Read"),
        ("post-tool", "command", "Bash"), ("pre-compact", "compact", ""), ("stop", "reply", ""),
        ("session-end", "session.end", ""),
        ("SessionStart", "session.start", ""), ("UserPromptSubmit", "prompt", ""), ("PostToolUse", "tool", "Grep"),
        ("PreCompact", "compact", ""), ("Stop", "reply", ""), ("SessionEnd", "session.end", ""),
        ("prompt-submit", "prompt", ""),
    ],
)  # fmt: skip
def test_every_event_is_noted_once_by_any_of_its_names(project: Project, event: str, kind: str, tool: str) -> None:
    project.hook(event, {"tool_name": tool} if tool else {})

    assert [line["k"] for line in project.events()] == [kind]


def test_unknown_events_and_missing_words_are_ignored(project: Project) -> None:
    assert project.hook("Notification") == ""
    assert project.hook("", agent="") == ""
    assert project.hook("stop", agent="../../evil") == ""
    assert project.events() == []


@pytest.mark.parametrize("event", ["stop", "pre-compact", "session-end"])
def test_the_slow_half_is_started_apart_with_the_payload(project: Project, event: str) -> None:
    may_go_on = project.root / "go"
    waits = {"STUB_WAITS_FOR": str(may_go_on), "STUB_SAYS": "no"}

    assert project.hook(event, {"last_assistant_message": "said", "trigger": "auto"}, **waits) == ""

    may_go_on.touch()  # only now the slow half can end: the hook did not wait for it
    argv, data, path, leads, isolated = project.after()
    agent = [] if event == "pre-compact" else [str(os.getpid())]
    assert argv == ["claude-code", event, *agent], "with the process of the agent, which is this one here"
    assert json.loads(data)["last_assistant_message"] == "said"
    assert leads and isolated
    assert path[: len(project.site)] == project.site
    assert not [folder for folder in path if folder in ("", ".") or folder.startswith(str(project.root))]


def test_sessions_do_not_mix_and_their_ids_make_no_paths(project: Project) -> None:
    for session in ("one", "two", "../../../evil", "a/b", "x" * 5000, ""):
        project.hook("post-tool", {"session_id": session})

    spool = project.private / "spool"
    assert len([path for path in spool.iterdir() if path.suffix == ".jsonl"]) == 6
    assert project.events("one")[0]["s"] == "one"
    assert not [path for path in project.home.rglob("*evil*") if path.parent != spool]


@pytest.mark.parametrize("data", [b"", b"{", b"null", b"[]", b"\xff\xfe", b'{"session_id": 7}', b"{}" * 1000])
def test_any_input_is_taken(project: Project, data: bytes) -> None:
    for event in ("post-tool", "stop", "session-start", "prompt"):
        project.hook(event, data)


def test_a_payload_of_any_size(project: Project) -> None:
    big = json.dumps(
        {"session_id": "s1", "cwd": str(project.root), "tool_name": "Read", "tool_response": "x" * (12 << 20)}
    )

    project.hook("post-tool", big.encode())
    project.hook("stop", big.encode())

    assert [line["k"] for line in project.events()] == ["tool", "reply"]
    assert json.loads(project.after()[1])["session_id"] == "s1"


def test_the_teams_hook_is_silent_where_the_persons_own_is_installed(project: Project) -> None:
    own = project.root / ".claude" / "settings.local.json"
    project.hook("post-tool", flags=("--team",))
    own.parent.mkdir()
    own.write_text('{"hooks": "from backstory.hot.hook import main"}')

    project.hook("post-tool", flags=("--team",))
    project.hook("post-tool")

    assert len(project.events()) == 2


@pytest.mark.parametrize(
    ("config", "variable", "noted"),
    [
        ("enabled = false\n", "", 0), ("enabled=false # for now\n", "", 0), ("enabled = true\n", "", 1),
        ("[x]\nenabled = false\n", "", 1), ("", "false", 0), ("", "0", 0), ("enabled = false\n", "true", 1),
    ],
)  # fmt: skip
def test_switched_off(project: Project, config: str, variable: str, noted: int) -> None:
    project.config.write_text(project.config.read_text() + config)
    trust_worktree(str(project.private), str(project.root))

    project.hook("post-tool", **({"BACKSTORY_ENABLED": variable} if variable else {}))

    assert len(project.events()) == noted


def test_a_repository_switches_nothing_off_before_it_is_trusted(project: Project) -> None:
    project.config.write_text(project.config.read_text() + "enabled = false\n")

    project.hook("post-tool")

    assert len(project.events()) == 1


def test_a_data_home_that_cannot_be_used_breaks_nothing(filled: Project) -> None:
    for event in ("session-start", "prompt", "post-tool", "stop"):
        filled.hook(event, {"prompt": ASK}, BACKSTORY_HOME=str(filled.config))


def test_a_failing_slow_half_breaks_nothing(project: Project) -> None:
    assert project.hook("session-start", STUB_FAILS="1", STUB_SAYS="before") == "before"
    (Path(project.site[0]) / "backstory" / "worker" / "process.py").unlink()
    assert project.hook("session-start") == ""
    assert project.hook("stop") == ""


def test_failures_are_logged_without_contents(filled: Project) -> None:
    spool = filled.private / "spool"
    spool.write_text("")

    filled.hook("post-tool", {"session_id": "secret-session"})

    log = (filled.home / "hook.log").read_text()
    assert re.fullmatch(r"\S+Z hook claude-code post-tool: \w+ \d+ at \w+\.py:\d+\n", log)


def test_modules_of_the_repository_are_never_imported(project: Project) -> None:
    for name in ("os", "apsw", "json", "backstory", "time"):
        (project.root / f"{name}.py").write_text("raise SystemExit('imported from the repository')")

    for event in ("session-start", "prompt", "post-tool", "stop"):
        project.hook(event, {"prompt": ASK}, PYTHONPATH=str(project.root))
    assert project.after() is not None


def test_copilot_asks_nobody_for_commands_that_are_allowed(project: Project) -> None:
    def ask(command: str, agent: str = "copilot") -> str:
        payload = {"sessionId": "c1", "cwd": str(project.root), "toolName": "bash", "toolInput": {"command": command}}
        return project.hook("permission", payload, agent=agent)

    assert json.loads(ask("backstory remember fact 'The gateway drops one call in nine'")) == {"behavior": "allow"}
    assert ask("backstory uninstall --yes") == ""
    assert ask("backstory recall x; rm -rf .") == ""
    assert ask("backstory recall x", agent="claude-code") == "", "it has rules of its own"
    assert not project.events(), "what a tool did is noted, once it has run"
