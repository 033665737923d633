"""Text that an agent takes with a later event than the one which brought it. Whole processes, on real files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from testing.hook_process import Project
from tests.hook.conftest import prepare

from backstory.hook.deferred import FIELDS, SUFFIX, defer_text, take_deferred

ASK = "why did we take psycopg over asyncpg for the database?"
DECISION = "Use psycopg 3 instead of asyncpg"
FREEZE = "Deploys freeze on Fridays"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


def use_tool(project: Project, **more: object) -> str:
    """What Grok CLI is given with a call of a tool."""
    fields = {"tool_name": "read_file", "tool_input": {"target_file": "README.md"}} | more
    out = project.hook("pre-tool", fields, agent="grok")
    return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""


def start(project: Project) -> None:
    """A session that has its brief."""
    prepare(project, "THE BRIEF", agent="grok")
    assert project.hook("session-start", {"source": "new"}, agent="grok") == ""
    assert use_tool(project) == "THE BRIEF"


def receipts(project: Project) -> list[str]:
    return [str(event["d"]["moment"]) for event in project.events() if event["k"] == "delivery"]


def test_what_fits_a_prompt_comes_with_the_next_call_of_a_tool_and_once(filled: Project) -> None:
    start(filled)
    assert filled.hook("prompt", {"prompt": ASK}, agent="grok") == ""
    assert receipts(filled) == ["session-start"], "nothing was given since"
    assert use_tool(filled, subagentId="a1") == "", "a sub-agent was not asked"
    assert use_tool(filled, session_id="s2") == "", "nor was another session"
    assert DECISION in use_tool(filled)
    assert receipts(filled) == ["session-start", "prompt"]
    assert use_tool(filled) == ""
    assert filled.hook("prompt", {"prompt": ASK}, agent="grok") == "" and use_tool(filled) == "", "it has been given"


def test_the_brief_of_a_sub_agent_waits_for_its_own_call(filled: Project) -> None:
    start(filled)
    assert filled.hook("subagent-start", {"subagentId": "sub", "subagentType": "general"}, agent="grok") == ""
    assert use_tool(filled) == "", "it is not for the session that started it"
    assert use_tool(filled, session_id="sub", subagentType="general") == "THE BRIEF"
    assert use_tool(filled, session_id="sub", subagentType="general") == "", "once"
    assert receipts(filled) == ["session-start", "subagent-start"]
    assert {event["s"] for event in filled.events() if event["k"] == "delivery"} == {"s1"}


def test_a_prompt_takes_the_place_of_the_one_before_and_leaves_the_brief(filled: Project) -> None:
    prepare(filled, "THE BRIEF", agent="grok")
    assert filled.hook("session-start", {"source": "new"}, agent="grok") == ""
    filled.hook("prompt", {"prompt": ASK}, agent="grok")
    filled.hook("prompt", {"prompt": "may I deploy on a Friday, or is there a freeze?"}, agent="grok")
    text = use_tool(filled)
    assert "THE BRIEF" in text and FREEZE in text and DECISION not in text
    assert receipts(filled) == ["session-start", "prompt"]


def test_a_prompt_answered_beside_the_brief_does_not_repeat_it(tmp_path: Path) -> None:
    """A session that goes on has its changes composed while its first prompt is answered."""
    (tmp_path / "spool").mkdir()
    defer_text(str(tmp_path), "s1", "changes", ["a", "b"], "resume", {"text": "changes"})
    defer_text(str(tmp_path), "s1", "a again", ["a"], "prompt")
    assert [one.text for one in take_deferred(str(tmp_path), "s1")] == ["changes"]
    defer_text(str(tmp_path), "s1", "changes", ["a", "b"], "resume", {"text": "changes"})
    defer_text(str(tmp_path), "s1", "a again and c", ["a", "c"], "prompt")
    assert [one.text for one in take_deferred(str(tmp_path), "s1")] == ["changes", "a again and c"]


def test_the_worker_answers_a_prompt_where_no_session_was_started(filled: Project) -> None:
    """Grok CLI does not call the hooks of Claude Code when a session starts."""
    filled.hook("prompt", {"prompt": ASK}, agent="grok")
    assert filled.after()[0] == ["grok", "prompt"]


def test_a_session_that_goes_on_is_told_what_is_new(filled: Project) -> None:
    """Grok CLI calls it `load`."""
    start(filled)
    filled.hook("session-start", {"source": "load"}, agent="grok")
    assert use_tool(filled) and receipts(filled) == ["session-start", "resume"]
    assert use_tool(filled) == ""


def test_the_hooks_of_others_answer_as_grok_and_step_back_for_its_own(filled: Project) -> None:
    """Grok CLI runs the hooks of Claude Code and of Cursor as well."""
    for agent in ("claude-code", "cursor"):
        session = {"session_id": agent, "hookEventName": "user_prompt_submit"}
        assert filled.hook("prompt", session | {"prompt": ASK}, agent=agent, GROK_HOOK_EVENT="user_prompt_submit") == ""
        assert {event["a"] for event in filled.events(agent)} == {"grok"}
    hooks = filled.root / ".grok/hooks/backstory.json"
    hooks.parent.mkdir(parents=True)
    hooks.write_text('{"hooks": "backstory.hot.hook"}')
    filled.hook("prompt", {"session_id": "s9", "prompt": ASK}, GROK_HOOK_EVENT="user_prompt_submit")
    assert filled.events("s9") == [], "its own hooks note it"


def test_two_calls_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    (tmp_path / "spool").mkdir()
    code = "import sys; from backstory.hook.deferred import take_deferred; print(len(take_deferred(sys.argv[1], 's1')))"
    for _ in range(5):
        defer_text(str(tmp_path), "s1", "once", ["r1"], "prompt")
        command = [sys.executable, "-c", code, str(tmp_path)]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
        assert sorted(process.communicate()[0].strip() for process in running) == ["0", "0", "0", "1"]
    assert [name for name in os.listdir(tmp_path / "spool") if SUFFIX in name] == []


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=3), st.dictionaries(st.sampled_from(FIELDS), TEXTS))
def test_what_waits_comes_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], fields: dict[str, str]
) -> None:
    private = str(tmp_path_factory.mktemp("private"))
    os.mkdir(os.path.join(private, "spool"))
    brief = fields | {"text": texts[0]}
    defer_text(private, "s1", texts[0], ["a", "b"], "session-start", brief)
    for text in texts:
        defer_text(private, "s1", text, ["c"], "prompt")
    first, last = take_deferred(private, "s1")
    assert (first.text, first.ids, first.moment, first.fields) == (texts[0], ["a", "b"], "session-start", brief)
    assert (last.text, last.ids, last.moment, last.fields) == (texts[-1], ["c"], "prompt", {})
    assert take_deferred(private, "s1") == []
