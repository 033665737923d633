"""The memory of a repository is found again, and no other repository gets it."""

import os
import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def titles(run: Run) -> list[str]:
    return sorted(i["title"] for i in run("list", "--all", "--json").json["items"])


def set_up(run: Run) -> str:
    run("init", "--yes", "--no-agents")
    return str(run("status", "--json").json["id"])


@pytest.fixture
def upstream(repo: Path, tmp_path: Path) -> Path:
    """A bare repository that `repo` was pushed to."""
    bare = tmp_path / "shop.git"
    git(repo, "init", "-q", "--bare", str(bare))
    git(repo, "remote", "add", "origin", str(bare))
    git(repo, "push", "-qu", "origin", "main")
    return bare


def clone(source: Path, target: Path) -> Path:
    git(source.parent, "clone", "-q", "-b", "main", str(source), str(target))
    os.chdir(target)
    return target


@pytest.mark.parametrize("away", ["clean", "uninstall", "git clean"])
def test_a_memory_is_attached_again(repo: Path, run: Run, away: str) -> None:
    ident = set_up(run)
    run("remember", "decision", "Keep me")
    if away == "git clean":
        git(repo, "clean", "-fdxq")
    else:
        run(away, "--yes")
    said = run("init", "--yes", "--no-agents")
    assert "found the memory of this repository: 1 record, attached" in said.err
    assert titles(run) == ["Keep me"]
    assert run("status", "--json").json["id"] == ident


def test_a_clone_made_anew_finds_the_memory(repo: Path, upstream: Path, run: Run, tmp_path: Path) -> None:
    ident = set_up(run)
    run("remember", "decision", "Keep me")
    os.chdir(tmp_path)
    shutil.rmtree(repo)
    clone(upstream, tmp_path / "elsewhere")
    plan = run("init", "--yes", "--no-agents", "--dry-run")
    assert "1 record, would be attached" in plan.err
    report = run("init", "--yes", "--no-agents", "--json").json
    assert report["memory"]["attached"] == {"id": ident, "records": 1, "evidence": "remote"}
    assert titles(run) == ["Keep me"]


def test_a_remote_that_was_added_later_counts(repo: Path, run: Run, tmp_path: Path) -> None:
    set_up(run)
    bare = tmp_path / "later.git"
    git(repo, "init", "-q", "--bare", str(bare))
    git(repo, "remote", "add", "origin", str(bare))
    git(repo, "push", "-qu", "origin", "main")
    run("remember", "decision", "Keep me")
    os.chdir(tmp_path)
    shutil.rmtree(repo)
    clone(bare, tmp_path / "elsewhere")
    set_up(run)
    assert titles(run) == ["Keep me"]


def test_a_moved_repository_keeps_its_memory(repo: Path, run: Run, tmp_path: Path) -> None:
    set_up(run)
    run("remember", "decision", "Keep me")
    os.chdir(tmp_path)
    repo.rename(tmp_path / "moved")
    os.chdir(tmp_path / "moved")
    git(tmp_path / "moved", "clean", "-fdxq")
    set_up(run)
    assert titles(run) == ["Keep me"]


def test_a_fork_and_a_second_clone_are_not_given_the_memory(
    repo: Path, upstream: Path, run: Run, tmp_path: Path
) -> None:
    """Both have the same first commit; the fork has another remote, and the first clone is still there."""
    ident = set_up(run)
    run("remember", "decision", "Keep me")
    fork = tmp_path / "fork.git"
    git(repo, "clone", "-q", "--bare", str(upstream), str(fork))
    for number, source in enumerate((fork, upstream)):
        clone(source, tmp_path / f"clone{number}")
        said = run("init", "--yes", "--no-agents")
        assert "attached" not in said.err
        assert f"backstory projects adopt {ident[-8:].lower()}" in said.err
        assert titles(run) == []
        assert run("status", "--json").json["id"] != ident


def test_a_git_folder_with_a_forged_or_copied_token_gets_nothing(repo: Path, run: Run, tmp_path: Path) -> None:
    ident = set_up(run)
    run("remember", "decision", "Keep me")
    token = repo / ".git" / f"backstory-clone.{ident}"
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    for content in ("0" * 32, token.read_text()):
        git(stranger, "init", "-q")
        (stranger / ".git" / token.name).write_text(content)
        os.chdir(stranger)
        said = run("init", "--yes", "--no-agents")
        assert "attached" not in said.err
        assert titles(run) == []
        shutil.rmtree(stranger / ".backstory")
        shutil.rmtree(stranger / ".git")


def test_a_shallow_clone_is_not_recognised_by_its_oldest_commit(
    repo: Path, upstream: Path, run: Run, tmp_path: Path
) -> None:
    set_up(run)
    run("remember", "decision", "Keep me")
    os.chdir(tmp_path)
    shutil.rmtree(repo)
    git(tmp_path, "clone", "-q", "--depth", "1", "-b", "main", f"file://{upstream}", "shallow")
    os.chdir(tmp_path / "shallow")
    said = run("init", "--yes", "--no-agents")
    assert "attached" not in said.err
    assert "backstory projects adopt" in said.err


def test_a_new_identity_is_not_confused_with_the_former_one(repo: Path, run: Run) -> None:
    set_up(run)
    run("remember", "decision", "Of the original")
    run("init", "--yes", "--no-agents", "--new-identity")
    run("remember", "decision", "Of the fork")
    run("clean", "--yes")
    set_up(run)
    assert titles(run) == ["Of the fork"]


def test_a_new_identity_takes_the_edits_of_agents_files_along(repo: Path, run: Run) -> None:
    """`clean` gives every file back, whichever identity it was edited under, and no list names the tree twice."""
    (repo / "CLAUDE.local.md").write_text("mine\n")
    exclude = repo / ".git" / "info" / "exclude"
    before = exclude.read_bytes() if exclude.exists() else b""
    run("init", "--yes", "--agents", "claude-code,agents-md")
    run("init", "--yes", "--agents", "claude-code,agents-md", "--new-identity")
    assert run("doctor").code == 0
    run("clean", "--yes")
    assert (repo / "CLAUDE.local.md").read_text() == "mine\n"
    assert not (repo / ".claude").exists()
    assert not (repo / "AGENTS.md").exists()
    assert (exclude.read_bytes() if exclude.exists() else b"") == before
    ran = run("uninstall", "--dry-run")
    assert ran.code == 0
    assert str(repo) not in ran.out + ran.err


def test_two_memories_of_one_clone_are_left_to_the_person(repo: Path, run: Run) -> None:
    first = set_up(run)
    run("remember", "decision", "First")
    token = repo / ".git" / f"backstory-clone.{first}"
    kept = token.read_text()
    run("init", "--yes", "--no-agents", "--new-identity")
    run("remember", "decision", "Second")
    token.write_text(kept)
    run("clean", "--yes")
    said = run("init", "--yes", "--no-agents")
    assert "attached" not in said.err
    assert said.err.count("backstory projects adopt") == 2
    run("projects", "adopt", first[-8:].lower())
    assert titles(run) == ["First"]


def test_projects_are_listed_with_what_they_hold(repo: Path, run: Run, tmp_path: Path) -> None:
    ident = set_up(run)
    run("remember", "decision", "One")
    (tmp_path / "other").mkdir()
    os.chdir(tmp_path / "other")
    set_up(run)
    listed = {one["name"]: one for one in run("projects", "--json").json["projects"]}
    assert listed["shop"]["records"] == 1
    assert listed["shop"]["id"] == ident
    assert listed["shop"]["roots"] == [str(repo)]
    assert listed["other"]["here"]
    out = run("projects").out
    assert "other (here)" in out
    assert ident[-8:].lower() in out


def test_adopting_refuses_where_records_or_a_committed_id_would_be_lost(repo: Path, run: Run, tmp_path: Path) -> None:
    first = set_up(run)
    run("remember", "decision", "First")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    os.chdir(other)
    set_up(run)
    run("remember", "decision", "Second")
    refused = run("projects", "adopt", first, ok=False)
    assert refused.code == 1
    assert f"backstory projects merge {first[-8:].lower()}" in refused.err
    assert titles(run) == ["Second"]


def test_adopting_is_for_people(repo: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = set_up(run)
    run("remember", "decision", "First")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    os.chdir(other)
    set_up(run)
    monkeypatch.setenv("CLAUDECODE", "1")
    for command in ("adopt", "merge"):
        assert run("projects", command, first, ok=False).code == 2
    assert titles(run) == []


def test_a_merge_brings_the_records_with_their_channel_and_can_be_undone(repo: Path, run: Run, tmp_path: Path) -> None:
    first = set_up(run)
    run("remember", "decision", "First")
    run("checkpoint", "work")
    run("clean", "--yes")
    other = tmp_path / "other"
    other.mkdir()
    os.chdir(other)
    set_up(run)
    run("remember", "decision", "Second")
    said = run("projects", "merge", first[-8:].lower())
    assert "Imported 2 records of `shop`" in said.err
    assert titles(run) == ["First", "Second", "work"]
    assert {i["origin"]["how"] for i in run("list", "--json").json["items"]} <= {"explicit", "stated"}
    assert first not in {one["id"] for one in run("projects", "--json").json["projects"]}
    run("undo")
    assert titles(run) == ["Second"]


def test_forgetting_a_project_asks_and_leaves_a_backup(repo: Path, run: Run, tmp_path: Path) -> None:
    ident = set_up(run)
    run("remember", "decision", "First")
    used = run("projects", "forget", ident, "--yes", ok=False)
    assert "is set up in" in used.err
    run("clean", "--yes")
    asked = run("projects", "forget", ident, ok=False)
    assert "the question was not answered" in asked.err and asked.code
    run("projects", "forget", ident, "--yes")
    assert run("projects", "--json").json["projects"] == []
    assert not (repo / ".git" / f"backstory-clone.{ident}").exists()
    (backup,) = tmp_path.glob("backstory-*.tar.gz")
    set_up(run)
    assert titles(run) == []
    run("import", str(backup))
    assert titles(run) == ["First"]


def test_a_project_is_named_by_its_id_its_end_or_its_name(repo: Path, run: Run) -> None:
    ident = set_up(run)
    run("clean", "--yes")
    for name in (ident, ident[-8:].lower(), ident[:12], "shop"):
        adopted = run("projects", "adopt", name, "--json").json
        assert adopted["id"] == ident
    assert "`backstory projects` lists them" in run("projects", "adopt", "nowhere", ok=False).err


@pytest.mark.slow
def test_an_adopted_clone_is_recognised_and_can_be_cleaned(
    repo: Path, upstream: Path, run: Run, tmp_path: Path
) -> None:
    ident = set_up(run)
    run("remember", "decision", "Keep me")
    second = clone(upstream, tmp_path / "second")
    run("init", "--yes", "--agents", "all")
    assert (second / "AGENTS.md").exists()
    run("projects", "adopt", ident)
    assert titles(run) == ["Keep me"]
    run("clean", "--yes")
    assert git(second, "status", "--porcelain", "--ignored") == "", "what was made for agents is taken out again"
    said = run("init", "--yes", "--no-agents")
    assert "found the memory of this repository: 1 record, attached" in said.err


def test_a_memory_that_a_pull_left_behind_is_named(repo: Path, upstream: Path, run: Run, tmp_path: Path) -> None:
    """A colleague's `init --team` brings a config with another id: the private records stay under the former one."""
    ident = set_up(run)
    run("remember", "decision", "Keep me")
    assert run("status", "--json").json["left"] is None
    theirs = clone(upstream, tmp_path / "theirs")
    run("init", "--yes", "--team", "--no-agents")
    git(theirs, "add", ".")
    git(theirs, "-c", "user.name=Bob", "-c", "user.email=bob@example.org", "commit", "-qm", "memory of the team")
    git(theirs, "push", "-q", "origin", "main")
    assert run("status", "--json").json["left"] is None, "it is another clone"

    os.chdir(repo)
    git(repo, "pull", "-q", "--ff-only", "origin", "main")
    state = run("status", "--json").json
    assert state["id"] != ident and state["left"]["id"] == ident and state["left"]["records"] == 1
    assert state["next"] == f"backstory projects merge {ident}"
    told = run("status").err
    assert f"1 private record of this clone is under the id `{ident}`" in told
    assert f"hint: `backstory projects merge {ident}` brings them here" in told
    assert any(ident in check["detail"] for check in run("doctor", "--json", ok=False).json["checks"])
    run("projects", "merge", ident)
    assert titles(run) == ["Keep me"]
    assert run("status", "--json").json["left"] is None
