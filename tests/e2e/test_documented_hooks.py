"""Agents that are not run in the tests: the commands that their files hold, called as their documentation says."""

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import Machine, World, eventually

jsonschema = pytest.importorskip("jsonschema")
FACT = "Use psycopg 3"
HANDLER = {
    "type": "object",
    "properties": {
        "type": {"enum": ["command"]},
        "command": {"type": "string", "minLength": 1},
        "timeout": {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    },
    "required": ["command"],
    "additionalProperties": False,
}
GROUP = {
    "type": "object",
    "properties": {"matcher": {"type": "string"}, "hooks": {"type": "array", "items": HANDLER}},
    "required": ["hooks"],
    "additionalProperties": False,
}
FLAT, GROUPED = {"type": "array", "items": HANDLER}, {"type": "array", "items": GROUP}
ANTIGRAVITY = {
    "type": "object",
    "properties": {"enabled": False},
    "additionalProperties": {
        "type": "object",
        "properties": {
            "enabled": {"type": "boolean"},
            **dict.fromkeys(("PreToolUse", "PostToolUse"), GROUPED),
            **dict.fromkeys(("PreInvocation", "PostInvocation", "Stop", "SessionStart"), FLAT),
        },
        "additionalProperties": False,
    },
}
"""What Antigravity takes. For anything else it drops the whole file without a word."""
WINDSURF = {
    "type": "object",
    "properties": {
        "hooks": {
            "type": "object",
            "propertyNames": {
                "enum": [
                    "pre_read_code", "post_read_code", "pre_write_code", "post_write_code", "pre_run_command",
                    "post_run_command", "pre_mcp_tool_use", "post_mcp_tool_use", "pre_user_prompt",
                    "post_cascade_response", "post_cascade_response_with_transcript", "post_setup_worktree",
                ]
            },
            "additionalProperties": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "command": {"type": "string"}, "powershell": {"type": "string"},
                        "show_output": {"type": "boolean"}, "working_directory": {"type": "string"},
                    },
                    "required": ["command"],
                    "additionalProperties": False,
                },
            },
        }
    },
    "required": ["hooks"],
}  # fmt: skip
GOOSE = {
    "type": "object",
    "properties": {
        "hooks": {
            "type": "object",
            "propertyNames": {
                "enum": [
                    "SessionStart", "SessionEnd", "Stop", "UserPromptSubmit", "PreToolUse", "PreToolUseResult",
                    "PostToolUse", "PostToolUseFailure", "BeforeReadFile", "AfterFileEdit", "BeforeShellExecution",
                    "AfterShellExecution",
                ]
            },
            "additionalProperties": GROUPED,
        }
    },
    "required": ["hooks"],
    "additionalProperties": False,
}  # fmt: skip
AMP = """
import start from {plugin}
const handlers = {{}}
const messages = []
start({{ on: (event, handler) => {{ handlers[event] = handler }} }})
const ctx = {{ thread: {{ messages: async () => messages }} }}
const thread = {{ id: "T-1" }}
const said = []
for (const message of ["hello there", "which driver does the pool use, psycopg or asyncpg?"]) {{
  said.push(await handlers["agent.start"]({{ thread, message }}, ctx))
  messages.push({{ role: "user" }}, {{ role: "assistant" }})
}}
await handlers["tool.result"]({{ thread, tool: "edit_file", input: {{ path: "a.py" }}, status: "done" }}, ctx)
const content = [{{ type: "text", text: {reply} }}]
await handlers["agent.end"]({{ thread, status: "done", messages: [{{ role: "assistant", content }}] }}, ctx)
console.log(JSON.stringify(said))
"""


@pytest.fixture
def shop(machine: Machine) -> World:
    """A repository whose instruction file git tracks, so that only hooks and a rule file tell the brief."""

    def set_up(world: World) -> None:
        world.repository()
        (world.root / "AGENTS.md").write_text("# Rules\n")
        world.git("add", "AGENTS.md")
        world.git("commit", "-q", "-m", "rules")
        world.run("init", "--yes", "--no-agents")
        world.run("remember", "decision", FACT, "--why", "typed rows")

    return machine("documented", set_up)


def call(world: World, command: str, payload: dict[str, Any]) -> str:
    """What a hook's command prints, run by a shell in the top folder of the project."""
    ran = subprocess.run(["sh", "-c", command], cwd=world.root, env=world.environ, input=json.dumps(payload),
                         capture_output=True, text=True, timeout=60)  # fmt: skip
    assert ran.returncode == 0, "other codes stop the agent"
    return ran.stdout


def await_swept(world: World) -> None:
    """Waits until a worker has taken in what hooks noted, so that no session counts as broken off."""
    for _ in range(600):
        if not list((world.private / "spool").glob("*.jsonl")):
            return
        time.sleep(0.1)
    raise AssertionError("events wait in the spool for a minute")


def hide(world: World, name: str) -> None:
    """Keeps a file of the person's out of git, so that it may hold personal hooks."""
    with open(world.root / ".git/info/exclude", "a") as file:
        file.write(f"/{name}\n")


def read(path: Path) -> Any:
    return json.loads(path.read_text())


@pytest.mark.parametrize(
    ("agent", "name", "schema", "own"),
    [
        ("antigravity", ".agents/hooks.json", ANTIGRAVITY,
         {"lint": {"PostToolUse": [{"matcher": "*", "hooks": [{"command": "make lint"}]}]}}),
        ("windsurf", ".windsurf/hooks.json", WINDSURF, {"hooks": {"pre_user_prompt": [{"command": "true"}]}}),
        ("goose", ".agents/plugins/backstory/hooks/hooks.json", GOOSE, None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("team", [False, True])
def test_the_file_is_what_the_agent_takes(
    shop: World, agent: str, name: str, schema: dict[str, Any], own: dict[str, Any] | None, team: bool
) -> None:
    path = shop.root / name
    before = None
    if own is not None:
        path.parent.mkdir()
        before = json.dumps(own)
        path.write_text(before)
        hide(shop, name)
        jsonschema.validate(own, schema)
    shop.run("init", "--yes", "--agents", agent, *(["--team"] if team else []))
    value = read(path)
    jsonschema.validate(value, schema)
    assert own is None or path.read_text() != before
    shop.run("agents", "rm", agent)
    assert (path.read_text() if path.exists() else None) == before


def test_a_mistake_beside_ours_is_named(shop: World) -> None:
    """Antigravity says nothing of it, and drops our hooks as well."""
    path = shop.root / ".agents/hooks.json"
    path.parent.mkdir()
    hide(shop, ".agents/hooks.json")
    path.write_text('{\n  // mine\n  "lint": {"Stop": [{"command": "make", "timeout": 1.5}]}\n}\n')
    shop.run("agents", "add", "antigravity")
    found = shop.run("doctor", ok=False).out
    assert "Antigravity drops `.agents/hooks.json`" in found and "comment" in found
    path.write_text(path.read_text().replace("  // mine\n", ""))
    assert "`timeout`" in shop.run("doctor", ok=False).out
    path.write_text(path.read_text().replace("1.5", "1"))
    assert "drops" not in shop.run("doctor", ok=False).out


def test_antigravity_is_told_the_brief_where_no_file_holds_it(shop: World) -> None:
    shop.run("agents", "add", "antigravity", "--global")
    hooks = read(shop.home / ".gemini/config/hooks.json")["backstory"]
    session = {"conversationId": "c1", "workspacePaths": [str(shop.root)], "transcriptPath": ""}
    reply = json.loads(call(shop, hooks["SessionStart"][0]["command"], session))
    assert FACT in reply["injectSteps"][0]["ephemeralMessage"] and list(reply) == ["injectSteps"]
    stop = {"executionNum": 0, "terminationReason": "model_stop", "error": "", "fullyIdle": True}
    assert json.loads(call(shop, hooks["Stop"][0]["command"], session | stop)) == {"decision": ""}
    await_swept(shop)
    shop.run("agents", "add", "antigravity")
    own = read(shop.root / ".agents/hooks.json")["backstory"]["SessionStart"][0]["command"]
    assert FACT in (shop.root / ".agents/rules/backstory.md").read_text()
    assert call(shop, own, session | {"conversationId": "c2"}) == "", "the rule file holds it"
    assert call(shop, hooks["SessionStart"][0]["command"], session | {"conversationId": "c3"}) == ""


def test_windsurf_is_captured_from_the_transcript_that_it_writes_for_the_hook(shop: World) -> None:
    shop.run("agents", "add", "windsurf")
    hooks = read(shop.root / ".windsurf/hooks.json")["hooks"]
    commands = {event: entries[0]["command"] for event, entries in hooks.items()}
    steps = [
        {"status": "done", "type": "user_input", "user_input": {"user_response": "Retry the webhook three times"}},
        {"status": "done", "type": "code_action", "code_action": {"path": str(shop.root / "wh.py"), "new_content": ""}},
        {"status": "done", "type": "planner_response", "planner_response": {
            "response": 'Done.\n\n<backstory:remember kind="fact">The webhook retries thrice</backstory:remember>'}},
    ]  # fmt: skip
    transcript = shop.home / ".windsurf/transcripts/t1.jsonl"
    transcript.parent.mkdir(parents=True)
    transcript.write_text("".join(json.dumps(step) + "\n" for step in steps))
    common = {"trajectory_id": "t1", "execution_id": "e1", "model_name": "m"}
    calls = {
        "pre_user_prompt": {"user_prompt": "Retry the webhook three times"},
        "post_write_code": {"file_path": str(shop.root / "wh.py"), "edits": []},
        "post_cascade_response_with_transcript": {"transcript_path": str(transcript)},
    }
    for event, info in calls.items():
        assert call(shop, commands[event], common | {"agent_action_name": event, "tool_info": info}) == ""
    eventually(lambda: "The webhook retries thrice" in shop.run("list").out)
    assert "Retry the webhook three times" in shop.run("log").out


def test_goose_is_heard_and_told_nothing(shop: World) -> None:
    shop.run("agents", "add", "goose")
    hooks = read(shop.root / ".agents/plugins/backstory/hooks/hooks.json")["hooks"]
    reply = 'Done.\n\n<backstory:remember kind="fact">The queue drops duplicates</backstory:remember>'
    calls = {
        "UserPromptSubmit": {"message": "which driver does the pool use, psycopg or asyncpg?"},
        "PostToolUse": {"tool_name": "developer__edit", "tool_input": {"path": "a.py"}, "working_dir": str(shop.root)},
        "Stop": {"last_assistant_message": reply},
        "SessionEnd": {},
    }
    for event, more in calls.items():
        [entry] = hooks[event]
        assert call(shop, entry["hooks"][0]["command"], {"event": event, "session_id": "g1"} | more) == ""
    eventually(lambda: "The queue drops duplicates" in shop.run("list").out)


def test_crush_is_told_with_its_first_tool_and_of_a_file_at_hand(shop: World) -> None:
    shop.run("remember", "decision", "Keep one pool", "--at", "src/db/pool.py")
    shop.run("agents", "add", "crush", "--global")
    path = shop.home / ".config/crush/crush.json"
    entries = read(path)["hooks"]["PreToolUse"]
    assert all(set(entry) == {"matcher", "command", "timeout"} for entry in entries)
    commands = [entry["command"] for entry in entries]
    tool = {"event": "PreToolUse", "session_id": "c1", "cwd": str(shop.root), "tool_name": "ls", "tool_input": {}}
    call(shop, commands[0], tool)  # nothing is prepared yet
    shop.run("brief")
    first = eventually(lambda: call(shop, commands[0], tool))
    reply = json.loads(first)
    assert set(reply) == {"context"} and FACT in reply["context"], "no decision: the agent asks as it does"
    assert call(shop, commands[0], tool) == "", "once"
    for line, answer in (("backstory recall pool", '{"decision":"allow"}'), ("backstory recall pool; rm -r .", "")):
        run = tool | {"tool_name": "bash", "tool_input": {"command": line}}
        assert call(shop, commands[1], run) == answer
    view = {"tool_name": "view", "tool_input": {"file_path": "src/db/pool.py"}}
    told = call(shop, commands[0], tool | view | {"session_id": "c2"})
    assert "Keep one pool" in json.loads(told)["context"]
    shop.run("agents", "rm", "crush", "--global")
    assert not path.exists()


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_amp_is_told_once_and_heard(shop: World) -> None:
    """By the plugin's own code, with an object in the place of Amp's."""
    shop.run("agents", "add", "amp")
    plugin = shop.base / "plugin.mjs"
    plugin.write_bytes((shop.root / ".amp/plugins/backstory.ts").read_bytes())
    reply = 'Done.\n\n<backstory:remember kind="fact">The queue drops duplicates</backstory:remember>'
    script = shop.base / "run.mjs"
    script.write_text(AMP.format(plugin=json.dumps(str(plugin)), reply=json.dumps(reply)))
    ran = subprocess.run(["node", str(script)], cwd=shop.root, env=shop.environ, capture_output=True, text=True,
                         timeout=60)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    first, second = json.loads(ran.stdout)
    assert FACT in first["message"]["content"] and first["message"]["display"] is False
    assert FACT not in json.dumps(second), "the thread has it"
    eventually(lambda: "The queue drops duplicates" in shop.run("list").out)
