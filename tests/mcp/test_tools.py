"""The table of tools: what clients can take of it, and what it leaves to people."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.e2e.conftest import World

from backstory.base.token_estimate import estimate_tokens
from backstory.mcp import inputs
from backstory.mcp.listing import list_tools
from backstory.mcp.origin import Origin
from backstory.mcp.process import read_options, require_sdk
from backstory.mcp.schemas import make_schema, read_arguments
from backstory.mcp.session import Session, name_agent
from backstory.mcp.table import TOOLS, Tool
from backstory.mcp.texts import CUT, cut_text
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.kinds import KINDS, RELATIONS
from backstory.model.run import TASK_TYPES

MAX_TOKENS = 4_000
"""Tokens of the list of tools, which clients send with every request."""
FOR_PEOPLE = ("trust", "reject", "forget", "undo", "retract", "uninstall", "clean", "share")


def members(schema: Any) -> Iterator[tuple[str, Any]]:
    """All keywords of a schema with their values."""
    if isinstance(schema, dict):
        for name, value in schema.items():
            yield name, value
            yield from members(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from members(value)


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_schemas_are_what_every_client_takes(tool: Tool) -> None:
    for schema in (make_schema(tool.input), make_schema(tool.output)):
        assert schema["type"] == "object" and "properties" in schema
        keywords = list(members(schema))
        assert not {"$ref", "$defs", "anyOf", "oneOf"} & {name for name, _ in keywords}
        assert all("" not in value and "type" in schema for name, value in keywords if name == "enum")
    for name, field in make_schema(tool.input)["properties"].items():
        assert field["description"], name


def test_the_list_of_tools_is_short() -> None:
    shown = [{name: tool[name] for name in ("name", "description", "inputSchema")} for tool in list_tools()["tools"]]

    assert estimate_tokens(json.dumps(shown)) < MAX_TOKENS


def test_what_is_for_people_is_not_offered() -> None:
    assert not TOOLS.keys() & set(FOR_PEOPLE)


def test_words_are_those_of_the_model() -> None:
    relation = make_schema(inputs.LinkInput)["properties"]["relation"]["enum"]
    assert sorted(relation) == sorted(RELATIONS)
    kinds = make_schema(inputs.RememberInput)["properties"]["kind"]["enum"]
    assert set(kinds) < KINDS.keys()
    assert sorted(make_schema(inputs.RunStartInput)["properties"]["task_type"]["enum"]) == sorted(TASK_TYPES)


def test_arguments_are_read_as_models_send_them() -> None:
    given = read_arguments(inputs.RecallInput, {"query": "x", "kinds": "decision", "limit": "5", "tags": None})

    assert given == inputs.RecallInput(query="x", kinds=["decision"], limit=5)


@pytest.mark.parametrize("arguments", [{"nonsense": 1}, {"limit": 0}, {"limit": "many"}, {"kinds": [1]}, {"query": []}])
def test_arguments_that_do_not_fit_are_an_error(arguments: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read_arguments(inputs.RecallInput, arguments)


@pytest.mark.parametrize(
    ("client", "agent"),
    [
        ("claude-code", "claude-code"),
        ("codex-mcp-client", "codex"),
        ("gemini-cli-mcp-client", "gemini"),
        ("cursor-vscode", "cursor"),
        ("Visual Studio Code", "visual-studio-code"),
        ("@cline/core", "cline"),
        ("grok-shell-backstory", "grok"),
        ("kimi-code", "kimi"),
        ("factory-cli", "droid"),
        ("zedric", "zedric"),
        ("claude-ai", "claude-ai"),
        ("", "mcp"),
        ("???", "mcp"),
        ("x" * 500, "x" * 40),
    ],
)
def test_a_client_is_the_agent_that_it_says(client: str, agent: str) -> None:
    assert name_agent(client) == agent


def test_the_environment_names_agent_and_session() -> None:
    environ = {"BACKSTORY_AGENT": "kimi", "BACKSTORY_SESSION": "s1"}
    session = Session(Origin(environ, "/"))
    session.name_client("claude-code")
    own = Session(Origin({"CLAUDE_CODE_SESSION_ID": "c1"}, "/"))
    own.name_client("claude-code")

    assert (session.agent, session.ident) == ("kimi", "s1")
    assert (own.agent, own.ident) == ("claude-code", "c1")


def test_every_connection_is_a_session_of_its_own() -> None:
    one, other = Session(Origin({}, "/")), Session(Origin({}, "/"))
    one.name_client("x")
    other.name_client("x")

    assert one.ident.startswith("mcp-") and one.ident != other.ident


def test_a_hook_that_works_in_the_session_has_given_the_brief(shop: World) -> None:
    payload = {"session_id": "s1", "cwd": str(shop.root), "source": "startup"}
    shop.hook("session-start", payload)
    session = Session(Origin(shop.environ, str(shop.root)))
    session.name_client("claude-code")
    late = Session(Origin(shop.environ, str(shop.root)), now=lambda: session.started + 3_600)
    late.name_client("claude-code")

    assert session.call("status", {}).context == ""
    assert "psycopg" in late.call("status", {}).context


def test_a_brief_has_the_form_that_its_agent_reads(shop: World) -> None:
    session = Session(Origin(shop.environ, str(shop.root)))
    session.name_client("claude-code")
    other = Session(Origin(shop.environ, str(shop.root)))
    other.name_client("somebody")

    assert "<decisions>" in session.call("brief", {}).text
    assert "## Decisions" in other.call("brief", {}).text


def test_an_agent_cannot_speak_for_a_person(shop: World) -> None:
    session = Session(Origin(shop.environ, str(shop.root)))
    session.name_client("")

    assert session.open_memory().channel[:2] == ("stated", "mcp")


def test_paths_of_any_bytes_are_answered(shop: World) -> None:
    from backstory.mcp.server import call_safely

    (shop.root / "src" / "caf\udce9.py").write_text("def pool(): ...\n")
    shop.commit("a name that is no UTF-8")
    session = Session(Origin(shop.environ, str(shop.root)))
    result = call_safely(session, TOOLS["files"], {"goal": "pool"})

    assert not result.is_error
    json.dumps(result.model_dump(mode="json"), ensure_ascii=False).encode()


def test_words_of_the_code_are_asked_for_where_no_file_stands_out(shop: World) -> None:
    for name in ("spool", "inbox", "mirror", "cabinet"):
        (shop.root / "src" / f"{name}.py").write_text("def stop(limit):\n    return limit\n")
    (shop.root / "src" / "quota.py").write_text("def exceeds_quota(size):\n    return size\n")
    session = Session(Origin(shop.environ, str(shop.root)))
    goal = "it should stop when there is too much"

    assert "words that the code may have" in session.call("files", {"goal": goal}).text
    assert "words that the code may have" not in session.call("files", {"goal": f"{goal}, exceeds quota size"}).text


@pytest.mark.parametrize("length", [10, 99, 100, 101, 5_000])
def test_a_long_text_is_cut_and_says_so(length: int) -> None:
    text = "word " * (length // 5)
    short = cut_text(text, 100)

    assert len(short) <= 100
    assert (short == text) is (len(text) <= 100) is not short.endswith(CUT)


def test_the_command_line_is_read() -> None:
    assert read_options(["--project-root", "/x", "--http=0"]) == ("/x", 0)
    assert read_options([]) == ("", None)


@pytest.mark.parametrize("argv", [["x"], ["--http"], ["--http", "70000"], ["--http", "-1"], ["--project-root="]])
def test_a_wrong_command_line_is_an_error(argv: list[str]) -> None:
    with pytest.raises(Invalid):
        read_options(argv)


def test_without_the_sdk_the_hint_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backstory.mcp.process.find_spec", lambda name: None)

    with pytest.raises(BackstoryError) as caught:
        require_sdk()
    assert caught.value.hint == '`pip install "backstory[mcp]"` installs it'


def test_faults_of_the_command_line_end_the_process_with_a_hint(shop: World, tmp_path: Path) -> None:
    ran = shop.run("mcp", "--nonsense", ok=False, fresh=True)
    assert ran.code == Exit.USAGE and ran.err.startswith("error: ") and "hint: " in ran.err and not ran.out
    ran = shop.run("--project-root", str(shop.root), "mcp", ok=False)
    assert ran.code == Exit.USAGE and "comes first" in ran.err
    assert "--http" in shop.run("mcp", "--help").out
