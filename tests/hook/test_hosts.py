"""Sub-agents, agents that run another one's hooks, and prompts into which an agent puts what was said before."""

import json
from pathlib import Path

import pytest
from testing.hook_process import Project

from backstory.base.dialect import cut_context
from backstory.base.discovery import find_project
from backstory.base.fingerprint import state_fingerprint
from backstory.hook.prepared import brief_path

ASK = "which database driver do we use, psycopg or asyncpg?"


def prepare(project: Project, text: str, agent: str = "claude-code") -> None:
    """Lays down a brief that was composed in advance."""
    location = find_project(str(project.root))
    assert location is not None
    path = Path(brief_path(str(project.private), location.root, agent))
    path.parent.mkdir(parents=True, exist_ok=True)
    stamp = state_fingerprint(location, str(project.home))
    path.write_text(json.dumps({"tree": location.root, "stamp": stamp, "text": text}))


def test_a_sub_agent_gets_the_prepared_brief(project: Project) -> None:
    prepare(project, "THE BRIEF")
    answer = json.loads(project.hook("subagent-start", {"agent_id": "a1"}))["hookSpecificOutput"]
    assert answer == {"hookEventName": "SubagentStart", "additionalContext": "THE BRIEF"}
    events = [(event["k"], event["d"]["subagent"]) for event in project.events()]
    assert events == [("subagent.start", "a1"), ("delivery", "a1")]


def test_a_sub_agent_starts_without_a_brief_where_none_is_prepared(project: Project) -> None:
    assert project.hook("subagent-start", {"agent_id": "a1"}) == ""
    assert project.after(wait=0.5) is None, "nobody composes one for it"


def test_an_agent_that_runs_the_hooks_of_claude_is_served_as_itself(project: Project) -> None:
    prepare(project, "THE BRIEF", agent="copilot")
    answer = json.loads(project.hook("session-start", {"source": "new"}, COPILOT_CLI="1"))
    assert answer == {"additionalContext": "THE BRIEF"}
    assert {event["a"] for event in project.events()} == {"copilot"}


def test_the_hooks_of_claude_step_back_where_that_agent_has_its_own(project: Project) -> None:
    prepare(project, "THE BRIEF", agent="copilot")
    prepare(project, "THE BRIEF")
    hooks = project.root / ".github/hooks/backstory.json"
    hooks.parent.mkdir(parents=True)
    hooks.write_text('{"hooks": "backstory.hot.hook"}')
    assert project.hook("session-start", {"source": "new"}, COPILOT_CLI="1") == ""
    assert project.events() == []
    started = project.hook("session-start", {"source": "startup"}, COPILOT_CLI="1", CLAUDECODE="1")
    assert "THE BRIEF" in started, "Claude Code that was started by Copilot is itself"


def test_cursor_is_served_as_itself_and_hears_the_brief_once(project: Project) -> None:
    prepare(project, "THE BRIEF", agent="cursor")
    start = {"conversation_id": "s1", "workspace_roots": [str(project.root)], "source": "startup"}
    answer = json.loads(project.hook("session-start", start, CURSOR_VERSION="3.20.17"))
    assert answer == {"additional_context": "THE BRIEF"}
    assert {(event["a"], event["s"]) for event in project.events()} == {("cursor", "s1")}
    hooks = project.root / ".cursor/hooks.json"
    hooks.parent.mkdir(parents=True)
    hooks.write_text('{"hooks": "backstory.hot.hook"}')
    assert project.hook("session-start", start, CURSOR_VERSION="3.20.17") == "", "its own hooks answer"


def test_the_chat_of_vs_code_is_served_once_and_in_its_own_form(project: Project) -> None:
    """By its documentation: `hookEventName` in camel case, and Claude Code's form of a reply."""
    prepare(project, "THE BRIEF", agent="copilot")
    start = {"hookEventName": "SessionStart", "sessionId": "v1", "timestamp": "2026-11-23T10:00:00Z", "source": "new"}
    expected = {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "THE BRIEF"}}
    assert json.loads(project.hook("session-start", start, agent="copilot")) == expected
    assert json.loads(project.hook("session-start", start | {"sessionId": "v2"})) == expected, "by Claude's hooks"
    asked = start | {"hookEventName": "UserPromptSubmit", "prompt": ASK}
    assert project.hook("prompt", asked, agent="copilot") == "" and project.after(wait=0.3) is None
    assert {event["a"] for event in project.events()} == {"copilot"}
    assert [event["k"] for event in project.events()].count("delivery") == 2, "nothing is noted as given to a prompt"
    hooks = project.root / ".github/hooks/backstory.json"
    hooks.parent.mkdir(parents=True)
    hooks.write_text(OURS)
    assert project.hook("session-start", start | {"sessionId": "v3"}) == "", "its own file answers"


@pytest.mark.parametrize("where", ["person", "team"])
def test_the_hooks_of_claude_step_back_for_those_of_the_host_wherever_they_are(project: Project, where: str) -> None:
    prepare(project, "THE BRIEF", agent="cursor")
    start = {"conversation_id": "s1", "workspace_roots": [str(project.root)]}
    hooks = (project.home.parent if where == "person" else project.root) / ".cursor/hooks.json"
    hooks.parent.mkdir(parents=True)
    hooks.write_text(OURS if where == "person" else '{"hooks": "backstory hook cursor session-start --team"}')
    own = {"HOME": str(project.home.parent)}
    assert project.hook("session-start", start, CURSOR_VERSION="3.20.17", **own) == ""
    assert "THE BRIEF" in project.hook("session-start", start, agent="cursor", **own)


def test_cursor_and_kiro_are_not_told_again_what_a_file_of_theirs_holds(project: Project) -> None:
    """Their rule file is there as well, and says nothing of the brief where `AGENTS.md` holds it."""
    brief = '<backstory-context id="0badcafe">\n- [decision] Use psycopg\n</backstory-context id="0badcafe">'
    for agent, rule in (("cursor", ".cursor/rules/backstory.mdc"), ("kiro", ".kiro/steering/backstory.md")):
        prepare(project, brief, agent=agent)
        path = project.root / rule
        path.parent.mkdir(parents=True)
        path.write_text("instructions\n")
        assert "psycopg" in project.hook("session-start", {}, agent=agent)
        (project.root / "AGENTS.md").write_text(brief)
        assert project.hook("session-start", {}, agent=agent) == ""
        (project.root / "AGENTS.md").unlink()
        path.write_text(brief)
        assert project.hook("session-start", {}, agent=agent) == ""


def test_what_earlier_hooks_said_is_no_part_of_a_prompt() -> None:
    assert cut_context(f"<hook_context>brief</hook_context>\n\n{ASK}", "hook_context") == ASK
    assert cut_context(f"<hook_context>a</hook_context><hook_context>b</hook_context>{ASK}", "hook_context") == ASK
    for text in (ASK, "<hook_context>not closed", f"{ASK} <hook_context>x</hook_context>"):
        assert cut_context(text, "hook_context") == text
    assert cut_context("<hook_context>a</hook_context>b", "") == "<hook_context>a</hook_context>b"


OURS = '{"hooks": "backstory.hot.hook"}'


def test_the_hooks_of_a_person_step_back_where_the_project_has_its_own(project: Project) -> None:
    prepare(project, "THE BRIEF")
    payload = {"source": "startup"}
    assert "THE BRIEF" in project.hook("session-start", payload, flags=("--user",))
    settings = project.root / ".claude/settings.local.json"
    settings.parent.mkdir()
    settings.write_text(OURS)
    assert project.hook("session-start", payload, flags=("--user",)) == ""
    below = project.root / "src"
    below.mkdir(exist_ok=True)
    started = project.hook("session-start", payload, flags=("--user",), CLAUDE_PROJECT_DIR=str(below))
    assert "THE BRIEF" in started, "in a subfolder Claude Code does not read the settings of the root"


def test_the_hooks_of_a_team_step_back_where_the_person_has_hooks_for_all(project: Project) -> None:
    prepare(project, "THE BRIEF")
    payload = {"source": "startup"}
    assert "THE BRIEF" in project.hook("session-start", payload, flags=("--team",))
    settings = Path(project.environ["HOME"]) / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text(OURS)
    assert project.hook("session-start", payload, flags=("--team",)) == ""


def test_the_hooks_of_a_person_are_silent_without_a_memory(project: Project, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    for event in ("session-start", "prompt", "stop"):
        assert project.hook(event, {"cwd": str(tmp_path / "elsewhere"), "prompt": ASK}, flags=("--user",)) == ""
    assert project.after(wait=0.5) is None and project.events() == []
