"""A repository that was moved: its edits are found again, by reading commands and by those that take them out."""

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def list_files(root: Path) -> dict[str, bytes]:
    """The files of a working tree with their contents, without what git keeps for itself."""
    files = (path for path in root.rglob("*") if path.is_file())
    names = {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    return {name: data for name, data in names.items() if not name.startswith(".git/") or name == ".git/info/exclude"}


@pytest.fixture
def before(repo: Path) -> dict[str, bytes]:
    """The files before Backstory came; one of them is the agent's, and the person's."""
    (repo / ".claude").mkdir()
    (repo / ".claude" / "settings.local.json").write_text('{"model": "opus"}\n')
    return list_files(repo)


@pytest.fixture
def moved(repo: Path, run: Run, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that was set up for an agent and then moved; the test stands in it."""
    run("init", "--yes", "--agents", "claude-code")
    place = repo.parent / "elsewhere" / "store"
    place.parent.mkdir()
    repo.rename(place)
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize("command", ["uninstall", "clean"])
@pytest.mark.parametrize("again", [False, True])
def test_every_file_comes_back(moved: Path, run: Run, before: dict[str, bytes], command: str, again: bool) -> None:
    if again:
        run("init", "--yes")
    said = run(command, "--yes")
    assert "not there any more" not in said.err
    assert list_files(moved) == before
    assert git(moved, "status", "--short") == "?? .claude/"
    assert "set up nowhere" in run("uninstall", "--yes").err


def test_a_dry_run_names_the_files_and_takes_nothing(moved: Path, run: Run) -> None:
    files = list_files(moved)
    said = run("uninstall", "--dry-run")
    assert "CLAUDE.local.md" in said.err
    assert str(moved) in said.err
    assert list_files(moved) == files


def test_a_repeated_init_keeps_the_agents_that_were_chosen(moved: Path, run: Run) -> None:
    run("init", "--yes")
    assert run("status", "--json").json["agents"] == ["claude-code"]
    assert not (moved / "AGENTS.md").exists()


def test_the_agents_are_named(moved: Path, run: Run) -> None:
    assert run("status", "--json").json["agents"] == ["claude-code"]
    assert "no agent is told" not in run("doctor", ok=False).out
    (listed,) = run("projects", "--json").json["projects"]
    assert listed["roots"] == [str(moved)]


def test_it_is_uninstalled_from_outside_once_a_command_has_run_in_it(
    moved: Path, run: Run, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remember", "fact", "the pool is small")
    monkeypatch.chdir(moved.parent)
    moved.parent.parent.joinpath("shop").mkdir()  # another folder in the old place
    run("uninstall", "--yes")
    assert list_files(moved) == before


def test_a_copy_leaves_the_edits_of_the_first_one_alone(repo: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init", "--yes", "--agents", "claude-code")
    place = repo.parent / "copy"
    shutil.copytree(repo, place)
    monkeypatch.chdir(place)
    run("status")
    monkeypatch.chdir(repo)
    assert run("status", "--json").json["agents"] == ["claude-code"]
    (listed,) = run("projects", "--json").json["projects"]
    assert str(repo) in listed["roots"]


def test_a_project_below_the_top_of_its_repository_moves_with_it(
    repo: Path, run: Run, before: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("--project-root", "src", "init", "--yes", "--agents", "claude-code")
    place = repo.parent / "store"
    repo.rename(place)
    monkeypatch.chdir(place / "src")
    run("uninstall", "--yes")
    assert list_files(place) == before


def test_a_purge_elsewhere_leaves_what_gives_the_files_back(
    moved: Path, run: Run, before: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "would keep what gives back the files of" in run("uninstall", "--purge", "--dry-run").err
    said = run("uninstall", "--purge", "--yes")
    assert "kept what gives back the files of" in said.err
    (private,) = (tmp_path / "data" / "projects").iterdir()
    assert {path.name for path in private.iterdir()} == {"edits", "project.json"}
    run("uninstall", "--purge", "--yes")
    assert (private / "edits").exists()
    monkeypatch.chdir(moved)
    run("uninstall", "--yes")
    assert list_files(moved) == before
