"""`agents add --mcp`: our MCP server in the files of agents in the home folder, and out of them again."""

import json
import sys
import tomllib
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from backstory.agents.mcp_servers import SERVERS

pytest.importorskip("mcp")
TOML = b"# mine\r\nmodel = 'gpt'  # the best\r\n\r\n[projects.'/x']\r\ntrust_level = 'trusted'"
FOREIGN = {
    "json": b'{\n\t// mine\n\t"theme": "dark",\n\t"mcpServers": {"one": {"command": "x"}}\n}',
    "toml": TOML,
}
FOREIGN["jsonc"] = FOREIGN["json"]
SHARED = [name for name, file in SERVERS.items() if not file.path.endswith(".yaml")]


@pytest.mark.parametrize("agent", SHARED)
@pytest.mark.parametrize("is_there", [True, False])
def test_the_server_goes_in_and_comes_out_byte_for_byte(run: Run, home: Path, agent: str, is_there: bool) -> None:
    path = home / SERVERS[agent].path
    data = FOREIGN[path.suffix[1:]]
    if is_there:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    before = sorted(home.rglob("*"))
    run("agents", "add", agent, "--mcp")
    text = path.read_text()
    assert json.dumps(sys.executable) in text and '"backstory", "mcp"' in " ".join(text.split())
    assert "nothing to do" in run("agents", "add", agent, "--mcp").err
    run("agents", "rm", agent, "--mcp")
    assert sorted(home.rglob("*")) == before
    assert not is_there or path.read_bytes() == data


def test_continue_gets_a_file_of_its_own(run: Run, home: Path) -> None:
    path = home / SERVERS["continue"].path
    run("agents", "add", "continue", "--mcp")
    assert f"command: {json.dumps(sys.executable)}\n" in path.read_text()
    run("agents", "rm", "continue", "--mcp")
    assert not (home / ".continue").exists()

    path.parent.mkdir(parents=True)
    path.write_text("name: mine\n")
    assert run("agents", "add", "continue", "--mcp", ok=False).code == 3
    assert path.read_text() == "name: mine\n"


def test_a_toml_file_keeps_its_meaning(run: Run, home: Path) -> None:
    path = home / ".codex/config.toml"
    path.parent.mkdir()
    path.write_bytes(TOML)
    run("agents", "add", "codex", "--mcp")
    document = tomllib.loads(path.read_text())
    assert document.pop("mcp_servers") == {
        "backstory": {"command": sys.executable, "args": ["-P", "-m", "backstory", "mcp"]}
    }
    assert document == tomllib.loads(TOML.decode().replace("\r\n", "\n"))


@pytest.mark.parametrize("data", [b"[mcp_servers.backstory]\ncommand = 'x'\n", b"= broken\n", b"mcp_servers = 1\n"])
def test_a_toml_file_that_would_not_parse_is_left(run: Run, home: Path, data: bytes) -> None:
    path = home / ".codex/config.toml"
    path.parent.mkdir()
    path.write_bytes(data)
    refused = run("agents", "add", "codex", "--mcp", ok=False)
    assert refused.code == 3 and "config.toml" in refused.err
    assert path.read_bytes() == data


def test_hooks_and_server_share_a_file(run: Run, home: Path, repo: Path) -> None:
    path = home / ".gemini/settings.json"
    path.parent.mkdir()
    path.write_text('{"a": 1}')
    run("agents", "add", "gemini", "--global")
    hooks = path.read_text()
    run("agents", "add", "gemini", "--mcp")
    assert json.loads(path.read_text())["mcpServers"]["backstory"]["command"] == sys.executable
    run("agents", "rm", "gemini", "--mcp")
    assert path.read_text() == hooks
    run("agents", "add", "gemini", "--mcp")
    run("uninstall", "--yes")
    assert path.read_text() == '{"a": 1}'


def test_a_file_of_ours_goes_with_the_last_of_two_parts(run: Run, home: Path, repo: Path) -> None:
    before = sorted(home.rglob("*"))
    for first, last in (("--global", "--mcp"), ("--mcp", "--global")):
        run("agents", "add", "gemini", "--global")
        run("agents", "add", "gemini", "--mcp")
        run("agents", "rm", "gemini", first)
        run("agents", "rm", "gemini", last)
        assert sorted(home.rglob("*")) == before, first


@pytest.mark.parametrize(
    "data", [None, b'theme = "dark"\n', b'[[permission.rules]]\naction = "deny"\ntool = "web"', b""]
)
@pytest.mark.parametrize("first", ["server", "rules"])
def test_rules_for_grok_and_its_server_share_a_file(
    run: Run, home: Path, repo: Path, data: bytes | None, first: str
) -> None:
    path = home / ".grok/config.toml"
    path.parent.mkdir()
    if data is not None:
        path.write_bytes(data)
    orders = {"server": ("--mcp", "--global"), "rules": ("--global", "--mcp")}
    for option in orders[first]:
        run("agents", "add", "grok", option)
    settings = tomllib.loads(path.read_text())
    rules = settings["permission"]["rules"]
    assert {"action": "allow", "tool": "bash", "pattern": "backstory recall"} in rules
    assert settings["mcp_servers"]["backstory"]["args"][-1] == "mcp"
    assert data is None or path.read_bytes().startswith(data)
    for option in ("--mcp", "--global"):
        run("agents", "rm", "grok", option)
    assert (path.read_bytes() if path.exists() else None) == data


def test_rules_for_grok_are_left_out_where_its_settings_have_another_form(run: Run, home: Path, repo: Path) -> None:
    path = home / ".grok/config.toml"
    path.parent.mkdir()
    path.write_text("[permission]\nrules = []\n")
    run("agents", "add", "grok", "--global")
    assert path.read_text() == "[permission]\nrules = []\n"
    assert (home / ".grok/hooks/backstory.json").exists()


def test_an_agent_without_such_a_file_is_named(run: Run, home: Path) -> None:
    assert (
        "`agents-md` has no file in which to register an MCP server"
        in run("agents", "add", "agents-md", "--mcp", ok=False).err
    )
