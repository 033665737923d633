"""A home folder and a repository with all that makes settings hard to edit come back as they were, bytes and modes."""

import json
import os
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

AT_HOME = {
    "dotfiles/claude.json": b'{\r\n  // mine\r\n  "model": "opus",\r\n  "hooks": {}\r\n}\r\n',
    ".codex/config.toml": b'\xef\xbb\xbfmodel = "o3"\n\n[mcp_servers.own]\ncommand="own"',
    ".gemini/settings.json": b'{"theme":1,\n}',
    ".qwen/settings.json": b'\t{ "hooks" : { "Stop" : [ ] } }\n\n\n',
    ".config/goose/config.yaml": b"# mine\nextensions:\n    own:\n        enabled: true\n",
    ".config/opencode/opencode.jsonc": b"",
}
IN_REPOSITORY = {
    ".mcp.json": b'{"mcpServers": {"own": {"command": "own"}}}',
    ".gitignore": b".codex/\r\n",
    "AGENTS.md": b"# Rules\r\n\r\nKeep it short.",
}


def look(top: Path) -> dict[str, tuple[int, object]]:
    """Every path below a folder without git's and our own stores: its mode, and its bytes or where it points."""
    seen: dict[str, tuple[int, object]] = {}
    for folder, folders, files in os.walk(top):
        folders[:] = [name for name in folders if name != ".git"]
        for name in [*folders, *files]:
            path = Path(folder, name)
            what = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
            seen[str(path.relative_to(top))] = (path.lstat().st_mode, what)
    return seen


def write(top: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_bytes(data)


@pytest.mark.slow
def test_everything_is_taken_out_again(repo: Path, run: Run, home: Path) -> None:
    write(home, AT_HOME)
    write(repo, IN_REPOSITORY)
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").symlink_to("../dotfiles/claude.json")
    (home / ".copilot").mkdir(mode=0o700)
    (repo / ".opencode").mkdir()
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "settings")
    exclude = (repo / ".git/info/exclude").read_bytes()
    before = look(home), look(repo)

    run("init", "--yes", "--agents", "all")
    run("init", "--user")
    run("agents", "add", "codex,gemini,qwen,opencode,copilot", "--global")
    run("agents", "add", "codex,gemini,goose,opencode", "--global", "--mcp", ok=False)
    run("agents", "add", "claude-code,cursor", "--mcp", "--team")
    run("init", "--yes")
    during = look(home), look(repo)
    assert all(during[at][path] != before[at][path] for at, path in ((0, "dotfiles/claude.json"), (1, ".mcp.json")))
    assert b"backstory" in (home / ".codex/config.toml").read_bytes()

    done = run("uninstall", "--yes", "--json").json["done"]
    assert look(home) == before[0]
    assert look(repo) == before[1]
    assert (repo / ".git/info/exclude").read_bytes() == exclude
    assert {"restored `.mcp.json`", "restored `~/.claude/settings.json`", "removed `~/.codex/hooks.json`"} <= {*done}
    assert "kept private memory in" in done[-1] and "--purge` deletes it" in done[-1]


def test_what_the_person_wrote_in_the_meantime_stays(repo: Path, run: Run, home: Path) -> None:
    path = home / ".claude/settings.json"
    write(home, {".claude/settings.json": b'{\n  "model": "opus"\n}\n'})
    run("init", "--user")
    text = path.read_text().replace('"opus"', '"sonnet"')
    path.write_text(text)
    run("uninstall", "--yes")
    assert json.loads(path.read_text()) == {"model": "sonnet"}
