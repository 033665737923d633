"""Doctor proves what each agent gets: registered, readable, fired; and it puts back what it says it puts back."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run, git

from backstory.deliver import dry_start
from backstory.store.lock import Lock
from backstory.worker.process import run as run_worker

SETTINGS = ".claude/settings.local.json"


def examine(run: Run) -> dict[str, Any]:
    """The check of each agent, by its name."""
    return {check["agent"]: check for check in run("doctor", "--json", ok=False).json["checks"] if "agent" in check}


def drop_event(repo: Path, event: str) -> None:
    settings = json.loads((repo / SETTINGS).read_text())
    settings["hooks"].pop(event)
    (repo / SETTINGS).write_text(json.dumps(settings))


def run_hook(repo: Path, event: str, session: str) -> int:
    """An agent's hook, as a process of its own."""
    payload = json.dumps({"session_id": session, "cwd": str(repo), "prompt": "anything"})
    words = [sys.executable, "-m", "backstory", "hook", "claude-code", event]
    return subprocess.run(words, cwd=repo, input=payload, text=True, capture_output=True, check=False).returncode


def test_an_agent_whose_settings_do_not_parse_is_red_from_the_start(repo: Path, run: Run) -> None:
    (repo / ".claude").mkdir()
    (repo / SETTINGS).write_text('{ "permissions": {\n' + "  // a line\n" * 70)
    names = "claude-code,codex,gemini,opencode,qwen,copilot,cursor,droid,agents-md"
    ran = run("init", "--yes", "--agents", names, ok=False)
    assert ran.code == 3
    assert ran.err.count("info/exclude") == 1
    assert len(ran.err.splitlines()) < 25
    assert f"warning: `{SETTINGS}` was left as it is: line" in ran.err
    assert "left alone" not in ran.err
    assert "info/exclude" not in run("init", "--yes", ok=False).err
    proof = examine(run)["claude-code"]
    assert (proof["status"], proof["registered"], proof["readable"]) == ("fail", False, False)
    assert f"`{SETTINGS}` cannot be used: line" in proof["detail"]
    assert run("doctor", ok=False).code == 4

    (repo / SETTINGS).write_text("{}")
    run("doctor", "--fix")
    assert examine(run)["claude-code"]["registered"]


@pytest.mark.parametrize("text", ['{"hooks": []}', '{"permissions": "all"}', "null"])
def test_a_file_that_takes_no_hooks_is_red_and_says_why(repo: Path, run: Run, text: str) -> None:
    (repo / ".claude").mkdir()
    (repo / SETTINGS).write_text(text)
    ran = run("init", "--yes", "--agents", "claude-code", ok=False)
    assert ran.code == 3
    assert f"repair `{SETTINGS}` and run `backstory init` again; `backstory init --dry-run` prints what" in ran.err
    check = examine(run)["claude-code"]
    assert (check["status"], check["readable"]) == ("fail", False)
    assert f"`{SETTINGS}` was left as it is: `" in check["detail"]
    assert check["hint"].startswith(f"repair `{SETTINGS}`")
    assert run("doctor", "--fix", ok=False).code == 4
    assert (repo / SETTINGS).read_text() == text


def test_no_repair_is_offered_for_files_of_the_person(repo: Path, run: Run) -> None:
    (repo / ".codex").mkdir()
    (repo / ".codex/hooks.json").write_text('{"hooks": {}}')
    (repo / "AGENTS.md").write_text("# Mine\n")
    run("init", "--yes", "--agents", "codex")
    check = examine(run)["codex"]
    assert check["status"] == "warn" and not check["fixable"]
    assert check["hint"].startswith("`backstory agents add codex --global`")


@pytest.mark.parametrize("tracked", [True, False])
def test_settings_that_a_private_setup_leaves_alone_have_another_way(repo: Path, run: Run, tracked: bool) -> None:
    settings = repo / ".gemini/settings.json"
    settings.parent.mkdir()
    settings.write_text('{"a": 1}')
    if tracked:
        git(repo, "add", "-f", ".gemini")
        git(repo, "commit", "-qm", "settings of the team")
    ran = run("init", "--yes", "--agents", "gemini", ok=False)
    assert ran.code == (3 if tracked else 0)
    assert "git rm" not in ran.err
    assert "hint: `backstory agents add gemini --global`" in ran.err
    check = examine(run)["gemini"]
    assert (check["status"], check["registered"]) == ("warn", False)
    assert check["hint"].startswith("`backstory agents add gemini --global`")

    run("agents", "add", "gemini", "--global")
    check = examine(run)["gemini"]
    assert (check["status"], check["registered"]) == ("ok", True)
    assert "`~/.gemini/settings.json`" in check["detail"]
    assert settings.read_text() == '{"a": 1}'


def test_the_dry_run_prints_what_to_add_by_hand(repo: Path, run: Run) -> None:
    (repo / ".claude").mkdir()
    (repo / SETTINGS).write_text("{ broken")
    assert '"SessionStart"' in run("init", "--dry-run", "--agents", "claude-code").err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["AGENTS.md", "CLAUDE.local.md", SETTINGS])
def test_fix_puts_back_what_was_removed(repo: Path, run: Run, name: str) -> None:
    run("init", "--yes", "--agents", "all")
    before = (repo / name).read_bytes()
    (repo / name).unlink()
    shown = run("doctor").out
    assert f"`{name}` is not there" in shown
    assert "`backstory doctor --fix` puts it back" in shown
    run("doctor", "--fix")
    assert (repo / name).read_bytes() == before


def test_a_missing_event_is_named_and_put_back(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    drop_event(repo, "UserPromptSubmit")
    text = (repo / SETTINGS).read_text()
    (repo / SETTINGS).write_text(text.replace("claude-code session-start", "claude-code sesion-start"))
    proof = examine(run)["claude-code"]
    assert proof["status"] == "warn"
    assert "lacks our hook for SessionStart, UserPromptSubmit" in proof["detail"]
    run("doctor", "--fix")
    assert examine(run)["claude-code"]["status"] == "ok"
    assert "UserPromptSubmit" in (repo / SETTINGS).read_text()
    (repo / SETTINGS).write_text((repo / SETTINGS).read_text().replace('"timeout": 10', '"timeout": 0.01'))
    proof = examine(run)["claude-code"]
    assert proof["status"] == "warn" and proof["fixable"]
    assert "gives our hook for SessionStart, SubagentStop, " in proof["detail"]
    assert "less time than it may need" in proof["detail"]
    run("doctor", "--fix")
    assert examine(run)["claude-code"]["status"] == "ok"


def test_it_says_when_a_hook_last_fired(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "all")
    assert "no hook has fired yet" in examine(run)["claude-code"]["detail"]
    assert "fired" not in examine(run)["agents-md"]["detail"]
    assert run_hook(repo, "prompt", "s1") == 0
    proof = examine(run)["claude-code"]
    assert (proof["event"], proof["session"]) == ("prompt", "s1")
    assert f"a hook last fired {proof['fired']} (prompt), just now" in proof["detail"]
    run_worker("claude-code", "stop", {"session_id": "s1", "cwd": str(repo)}, dict(os.environ))
    assert examine(run)["claude-code"]["fired"] == proof["fired"]  # it is in the journal now


@pytest.mark.parametrize(
    "agents", ["claude-code,agents-md", "codex", "opencode,agents-md", "copilot,cursor", "gemini,qwen,droid"]
)
def test_a_committed_file_that_many_agents_read_chooses_none_of_them(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agents: str
) -> None:
    """Whoever reads `AGENTS.md` was not chosen by that: the choice is in the files that only one agent has."""
    run("init", "--yes", "--team", "--agents", agents)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "team")
    git(repo, "clone", "-q", str(repo), str(tmp_path / "clone"))
    for tree in (repo, tmp_path / "clone"):
        monkeypatch.chdir(tree)
        checks = run("doctor", "--json", ok=False).json["checks"]
        looked_at = {check["agent"] for check in checks if check["name"] == "agent"}
        assert looked_at - {"agents-md"} == {*agents.split(",")} - {"agents-md"}
        assert not [check for check in checks if check["name"] == "agent" and "is not there" in check["detail"]]
        run("doctor", "--fix", ok=False)
        assert git(tree, "status", "--short") == ""


@pytest.mark.parametrize("setup", [(), ("init", "--yes", "--no-agents")])
def test_status_names_the_agents_that_committed_files_tell(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setup: tuple[str, ...]
) -> None:
    """Their hooks run in a clone at once: `status` agrees with `agents`, whether or not somebody ran `init` there."""
    run("init", "--yes", "--team", "--agents", "gemini,agents-md")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "team")
    git(repo, "clone", "-q", str(repo), str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data-of-bob"))
    if setup:
        run(*setup)
    told = [agent["name"] for agent in run("agents", "list", "--json").json["agents"] if agent["set_up"] != "no"]
    assert run("status", "--json").json["agents"] == told == ["gemini", "agents-md"]
    assert "gemini, agents-md  (by committed files)" in run("status").out
    git(tmp_path / "clone", "rm", "-q", ".gemini/settings.json", "GEMINI.md", "AGENTS.md")
    assert "none gets it yet" in run("status").out


def test_a_clone_of_a_team_is_told_by_the_committed_files(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--team", "--agents", "all")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    git(repo, "clone", "-q", str(repo), str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data-of-bob"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert "no agent is told" not in run("doctor").out
    proof = examine(run)["claude-code"]
    assert "the hooks in `.claude/settings.json` call `backstory`, which is not on PATH" in proof["detail"]
    program = tmp_path / "bin" / "backstory"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    assert {proof["status"] for proof in examine(run).values()} == {"ok"}


def test_the_set_up_of_another_worktree_is_no_edit_by_hand(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--agents", "claude-code")
    beside = tmp_path / "beside"
    git(repo, "worktree", "add", "-q", str(beside), "-b", "beside")
    monkeypatch.chdir(beside)
    run("init", "--yes", "--agents", "codex")
    monkeypatch.chdir(repo)
    assert "changed by hand" not in run("doctor").out
    git(repo, "worktree", "remove", "--force", str(beside))
    assert "changed by hand" not in run("doctor").out
    exclude = repo / ".git" / "info" / "exclude"
    exclude.write_text(exclude.read_text().replace("/CLAUDE.local.md\n", ""))
    assert "exclude" in run("doctor").out.replace("is in place", "")


def test_other_worktrees_are_named_where_no_agent_is_told(
    repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--agents", "all")
    beside = tmp_path / "be side"
    git(repo, "worktree", "add", "-q", str(beside), "-b", "beside")
    said = run("doctor").out
    assert f"`{beside}`, another worktree: no agent is told" in said
    assert f"`cd '{beside}' && backstory init`" in said
    monkeypatch.chdir(beside)
    assert "no agent is told about the memory" in run("doctor").out
    assert str(repo) + "`, another worktree" not in run("doctor").out
    run("init", "--yes", "--agents", "all")
    monkeypatch.chdir(repo)
    assert "another worktree" not in run("doctor").out


def test_agents_that_were_named_stay_the_choice(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    run("init", "--yes")
    assert not (repo / "AGENTS.md").exists()
    run("init", "--yes", "--agents", "agents-md")
    assert (repo / "AGENTS.md").exists()
    run("clean", "--yes")
    assert "No coding agent was found on this machine" in run("init", "--yes").err
    assert (repo / "AGENTS.md").exists()
    assert (repo / "CLAUDE.local.md").exists()


def find_checks(run: Run, name: str) -> list[dict[str, Any]]:
    return [check for check in run("doctor", "--json", ok=False).json["checks"] if check["name"] == name]


def test_code_that_was_never_found_is_named(repo: Path, run: Run) -> None:
    run("init", "--yes")
    run("remember", "decision", "Use psycopg 3", "--at", "src/db/pool.py")
    assert find_checks(run, "anchors") == []
    run("remember", "decision", "Queue the mails", "--at", "src/mail/unwritten.py")
    (named,) = find_checks(run, "anchors")
    assert named["status"] == "warn" and "src/mail/unwritten.py" in named["detail"]
    assert "backstory lint" in named["hint"]


def test_a_lock_that_is_held_for_long_is_named_with_its_age_and_owner(repo: Path, run: Run) -> None:
    run("init", "--yes")
    (private,) = (Path(os.environ["BACKSTORY_HOME"]) / "projects").iterdir()
    path = private / "locks" / "surfaces.lock"
    with Lock(str(path)):
        assert find_checks(run, "locks") == []
        path.write_text(f"{os.getpid()} {int(time.time()) - 300}\n")  # as if it had been taken then
        (named,) = find_checks(run, "locks")
    assert named["status"] == "warn" and f"process {os.getpid()} has held `{path}` for 5 minutes" in named["detail"]
    assert f"ps -fp {os.getpid()}" in named["hint"]
    assert find_checks(run, "locks") == []


@pytest.mark.parametrize("text", ["# Mine\n", "# Mine\n\n{before}"])
def test_a_file_that_a_person_makes_theirs_is_no_longer_hidden(repo: Path, run: Run, text: str) -> None:
    run("init", "--yes", "--agents", "agents-md")
    path = repo / "AGENTS.md"
    path.write_text(text.format(before=path.read_text()))
    assert "`AGENTS.md` holds text of yours, and `.git/info/exclude` hides it from git" in run("doctor", ok=False).out
    run("doctor", "--fix")
    assert git(repo, "status", "--porcelain") == "?? AGENTS.md"
    assert path.read_text().strip() == "# Mine"
    proof = examine(run)["agents-md"]
    assert "`AGENTS.md` is yours and holds no block of ours" in proof["detail"]
    assert "`backstory init --team`" in proof["hint"]


def test_a_file_that_is_too_large_is_named_once_in_its_line(project: Path, run: Run) -> None:
    folder = project / ".backstory" / "memory" / "fact"
    folder.mkdir(parents=True)
    head = "---\nid: 01M8CCCCCCCCCCCCCCCCCCCCC1\nkind: fact\ntitle: big\n---\n"
    (folder / "big.md").write_text(head + "a" * 600_000)
    (line,) = [line for line in run("doctor", ok=False).out.splitlines() if "more than the" in line]
    assert line.count("big.md") == 1


def test_the_hooks_and_the_server_are_started_as_they_are_registered(
    repo: Path, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def checks() -> dict[str, tuple[str, str]]:
        found = run("doctor", "--json", ok=False).json["checks"]
        return {one["name"]: (one["status"], one["detail"]) for one in found}

    run("init", "--yes", "--agents", "claude-code")
    assert checks()["hook-start"] == ("ok", f"the hooks start with `{sys.executable}`")
    with monkeypatch.context() as patch:
        patch.setattr("backstory.deliver.dry_start.SHORTEST", 0)
        assert checks()["hook-start"][0] == "warn", "a start that takes longer than an agent waits"
    assert "mcp-start" not in checks() and "home" not in checks(), "what nobody registered is not started"
    run("agents", "add", "goose", "--mcp")
    found = checks()
    assert found["mcp-start"][0] == found["home"][0] == "ok" and "and answers" in found["mcp-start"][1]
    config = home / ".config/goose/config.yaml"
    config.write_text(config.read_text().replace(sys.executable, "/opt/gone/python"))
    assert checks()["home"][0] != "fail"
    config.unlink()
    assert checks()["home"] == ("warn", "`~/.config/goose/config.yaml` (goose, MCP server) was removed")


def test_a_hook_that_does_not_start_is_named() -> None:
    environ = {"PATH": os.environ["PATH"]}
    for code, what in (("raise SystemExit('no module')", "no module"), ("print('noise')", "noise")):
        check = dry_start._check_hook((sys.executable, "-I", "-S", "-c", code), environ)
        assert (check.status, check.detail.endswith(what)) == ("fail", True), check
    gone = dry_start._check_hook(("/opt/gone/python", "-I", "-S", "-c", ""), environ)
    assert gone.status == "fail" and "no such file" in gone.detail


def test_a_block_that_the_agent_does_not_read_is_named(repo: Path, run: Run, home: Path) -> None:
    """Codex cuts its instruction files without a word, and reads `AGENTS.override.md` in the place of `AGENTS.md`."""

    def look() -> list[str]:
        checks = run("doctor", "--json", ok=False).json["checks"]
        return [check["detail"] for check in checks if check["name"] == "limits"]

    (repo / "AGENTS.md").write_text("# Rules\n" + "- a rule\n" * 3500)
    git(repo, "add", "AGENTS.md")
    git(repo, "commit", "-q", "-m", "rules")
    run("init", "--yes", "--team", "--agents", "codex")
    assert look() == []
    (home / ".codex").mkdir(exist_ok=True)
    (home / ".codex/config.toml").write_text("project_doc_max_bytes = 32000\n")
    (cut,) = look()
    assert "Codex reads 32,000 bytes of `AGENTS.md`, and our part ends after" in cut
    (repo / "AGENTS.override.md").write_text("# Mine\n")
    assert look() == ["Codex reads `AGENTS.override.md` and not `AGENTS.md`, which holds our block"]


def test_a_file_that_git_tracks_is_no_fault_where_the_agent_has_others(repo: Path, run: Run) -> None:
    (repo / "AGENTS.md").write_text("# Ours\n")
    git(repo, "add", "AGENTS.md")
    git(repo, "commit", "-qm", "agents")
    run("init", "--yes", "--agents", "codex,agents-md")
    proofs = examine(run)
    codex, plain = proofs["codex"], proofs["agents-md"]
    assert codex["status"] == "ok" and "git tracks `AGENTS.md`" in codex["detail"]
    assert plain["status"] == "warn" and "init --team" in plain["hint"], "who reads nothing else is named"


def test_unfinished_files_in_folders_of_others_are_named_and_removed(repo: Path, run: Run) -> None:
    """What a killed process left beside the agents' files and in the folder of git; nothing of other programs."""
    run("init", "--yes", "--agents", "claude-code")
    folders = [repo, repo / ".claude", repo / ".git"]
    left = [folder / ".tmp-backstory-00112233" for folder in folders]
    others = [folder / name for folder in folders for name in (".tmp-00112233", ".tmp-backstory-fresh")]
    for path in (*left, *others):
        path.write_text("x")
    for path in (*left, *others[::2]):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    checks = [check for check in run("doctor", "--json", ok=False).json["checks"] if check["name"] == "unfinished"]
    assert sorted(check["detail"].split("`")[1] for check in checks) == sorted(map(str, left))
    run("doctor", "--fix", ok=False)
    assert not any(path.exists() for path in left)
    assert all(path.exists() for path in others)


def test_clean_removes_what_is_left_in_the_folder_of_git(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    left = repo / ".git" / ".tmp-backstory-00112233"
    left.write_text("x")
    os.utime(left, (1_600_000_000, 1_600_000_000))
    run("clean", "--yes")
    assert not left.exists()


def test_forget_removes_unfinished_files_with_its_words(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code")
    kept = run("remember", "decision", "Use the zirconium gateway for payments", "--json").json["id"]
    left, other = repo / ".git" / ".tmp-backstory-00112233", repo / ".git" / ".tmp-backstory-44556677"
    left.write_text("- Use the zirconium gateway for payments\n")
    other.write_text("- Write tests\n")
    run("forget", kept, "--yes")
    assert not left.exists() and other.exists()
