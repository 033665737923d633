"""A team's project in a checkout whose cone leaves `.backstory` out: found, told, and git sees nothing of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.base.discovery import find_project
from backstory.store.places import resolve_project
from backstory.store.trust import trust_worktree


@pytest.fixture
def origin(repo: Path, run: Run) -> Path:
    """The team's repository: set up, with a shared record, committed."""
    run("init", "--yes", "--team", "--agents", "claude-code")
    run("remember", "decision", "Use psycopg 3", "--why", "better types")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "memory")
    git(repo, "config", "uploadpack.allowFilter", "true")
    return repo


@pytest.fixture
def sparse(origin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of it that has `src` only, on another machine."""
    root = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--sparse", origin.as_uri(), str(root))
    git(root, "sparse-checkout", "set", "src")
    monkeypatch.chdir(root)
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data2"))
    assert not (root / ".backstory").exists()
    return root


def test_the_project_is_found_and_the_rest_is_told_in_one_sentence(origin: Path, sparse: Path, run: Run) -> None:
    ran = run("status", "--json")
    wanted = find_project(str(origin))
    assert wanted and ran.json["id"] == wanted.id
    assert "1 record of the team in `.backstory` is outside of this sparse checkout" in ran.err
    assert "`git sparse-checkout add .backstory`" in ran.err
    assert "sparse checkout leaves `.backstory` out" in run("status", "--explain").out
    assert "outside of this sparse checkout" in run("doctor").out
    assert git(sparse, "status", "--porcelain") == ""


def test_the_command_that_is_told_works_in_a_folder_below(
    sparse: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sparse / "src")
    told = run("list").err.partition("bring it in: `")[2].partition("`")[0]
    subprocess.run(told.split(), check=True, capture_output=True)
    assert (sparse / ".backstory" / "config.toml").is_file()
    ran = run("list")
    assert "Use psycopg 3" in ran.out and "sparse" not in ran.err
    assert git(sparse, "status", "--porcelain") == ""


def test_what_is_remembered_is_kept_for_oneself(sparse: Path, run: Run) -> None:
    run("remember", "fact", "Ports begin at 7000")
    assert [r["scope"] for r in run("list", "--json").json["items"]] == ["private"]
    refused = run("remember", "fact", "For all", "--scope", "team", ok=False)
    assert refused.code == 1 and "sparse-checkout add .backstory" in refused.err
    assert run("share", "-y", run("list", "--json").json["items"][0]["id"], ok=False).code != 0
    assert "Ports" in run("list").out
    assert not (sparse / ".backstory" / "memory").exists()


def test_init_writes_nothing_that_git_sees(sparse: Path, run: Run) -> None:
    ran = run("init", "--yes", "--agents", "claude-code")
    assert ".claude/settings.json" not in ran.err, "nobody trusts the setting that asks for it"
    assert "only for you" in ran.err
    run("remember", "fact", "Ports begin at 7000")
    run("snapshot")
    assert git(sparse, "status", "--porcelain") == ""
    for command in (("init", "--team"), ("init", "--new-identity"), ("config", "set", "memory.scope", "private")):
        refused = run(*command, ok=False)
        assert refused.code == 1 and "sparse-checkout add" in refused.err, command
    assert not (sparse / ".backstory" / "config.toml").exists()
    assert git(sparse, "status", "--porcelain") == ""


def test_hooks_find_it_without_git_also_after_the_cone_is_applied_again(sparse: Path, run: Run, tmp_path: Path) -> None:
    run("status")
    git(sparse, "sparse-checkout", "reapply")
    environ = {**os.environ, "PATH": str(tmp_path / "empty"), "PYTHONPATH": os.pathsep.join(sys.path)}
    payload = json.dumps({"session_id": "s1", "cwd": str(sparse / "src"), "tool_name": "Bash"})
    subprocess.run(
        [sys.executable, "-m", "backstory", "hook", "claude-code", "post-tool"],
        input=payload.encode(), env=environ, cwd=sparse / "src", check=True,
    )  # fmt: skip
    project = resolve_project(str(sparse), os.environ)
    assert project.sparse and (Path(project.private) / "spool" / "s1.jsonl").is_file()


def test_settings_of_the_team_hold_once_trusted_and_follow_the_commits(origin: Path, sparse: Path, run: Run) -> None:
    """Trust is given where the file is checked out: it holds for the same bytes in a sparse checkout."""
    untrusted = run("config", "get", "memory.scope")
    assert untrusted.out.strip() == "private" and "memory.scope" in untrusted.err
    private = resolve_project(str(sparse), os.environ).private
    trust_worktree(private, str(origin))
    assert run("config", "get", "memory.scope").out.strip() == "team"
    config = origin / ".backstory" / "config.toml"
    config.write_text("enabled = false\n" + config.read_text())
    git(origin, "commit", "-qam", "off")
    git(sparse, "pull", "-q")
    assert run("status", "--json").json["enabled"] is True
    trust_worktree(private, str(origin))
    assert run("status", "--json").json["enabled"] is False


def test_a_partial_clone_fetches_nothing_and_says_what_to_do(
    origin: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "partial"
    git(tmp_path, "clone", "-q", "--sparse", "--filter=blob:none", origin.as_uri(), str(root))
    git(root, "sparse-checkout", "set", "src")
    monkeypatch.chdir(root)
    before = sorted((root / ".git" / "objects").rglob("*"))
    for command in ("status", "init"):
        refused = run(command, "--yes" if command == "init" else "-q", ok=False)
        assert refused.code == 10 and "`git sparse-checkout add .backstory`" in refused.err
    assert sorted((root / ".git" / "objects").rglob("*")) == before
    git(root, "sparse-checkout", "add", ".backstory")
    assert "Use psycopg 3" in run("list").out


def test_a_sparse_worktree_beside_a_full_one(
    origin: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "second"
    git(origin, "worktree", "add", "-q", str(root), "-b", "second")
    git(root, "sparse-checkout", "set", "src")
    monkeypatch.chdir(root)
    assert "outside of this sparse checkout" in run("list").err
    run("clean", "--yes")
    folder = git(root, "rev-parse", "--git-dir")
    assert not (Path(folder) / "backstory").exists()


def test_a_project_in_a_folder_of_the_repository(
    repo: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = repo / "services" / "pay"
    (service / "src").mkdir(parents=True)
    (service / "src" / "pay.py").write_text("def pay(): ...\n")
    run("init", "--yes", "--no-agents", "--team", "--project-root", str(service))
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "service")
    root = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--sparse", repo.as_uri(), str(root))
    git(root, "sparse-checkout", "set", "services/pay/src")
    monkeypatch.chdir(root / "services" / "pay" / "src")
    wanted = find_project(str(service))
    ran = run("status", "--json")
    assert wanted and ran.json["id"] == wanted.id
    assert ran.json["root"] == str(root / "services" / "pay")
    monkeypatch.chdir(root / "src") if (root / "src").exists() else monkeypatch.chdir(root)
    assert run("status", ok=False).code == 10
    assert git(root, "status", "--porcelain") == ""


def test_a_config_that_was_deleted_by_hand_is_not_brought_back(origin: Path, run: Run) -> None:
    import shutil

    shutil.rmtree(origin / ".backstory")
    assert run("status", ok=False).code == 10
