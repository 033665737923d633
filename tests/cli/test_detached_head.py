"""Work while no branch is checked out: it belongs to its commits, and goes where these go."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git
from tests.cli.test_next import Said, ingest

CHOICE = "Sort the salts alphabetically"
SAID: Said = [("user", f"Always {CHOICE.lower()}. Let's use a frozen dataclass for keys."), ("assistant", "Done.")]


def commit(root: Path, name: str) -> None:
    (root / name).write_text(name)
    git(root, "add", name)
    git(root, "commit", "-qm", f"add {name}")


def test_what_a_transcript_says_on_a_detached_head_goes_where_its_commits_go(
    project: Path, run: Run, tmp_path: Path
) -> None:
    """Agents write `HEAD` as the branch then, because git prints that; no branch has this name."""
    git(project, "checkout", "-q", "--detach")
    commit(project, "keys.txt")
    ingest(run, tmp_path, "qwen", project, SAID, "HEAD")

    assert "frozen dataclass" in run("list").out
    git(project, "switch", "-q", "main")
    ran = run("list")
    assert "frozen dataclass" not in ran.out
    assert "more at other commits" in ran.err and "`HEAD`" not in ran.err
    git(project, "branch", "frozen", "HEAD@{1}")
    git(project, "merge", "-q", "frozen")
    assert "frozen dataclass" in run("list").out
    assert "on HEAD" not in run("log").out


def test_a_commit_of_the_time_is_that_of_its_words(project: Path, run: Run, tmp_path: Path) -> None:
    """The transcript may be read when a branch is checked out again."""
    git(project, "checkout", "-q", "--detach")
    commit(project, "keys.txt")
    git(project, "switch", "-q", "main")
    log = project / ".git" / "logs" / "HEAD"
    lines = log.read_text().splitlines()
    times = ["1795100000", "1795100001", "1795200000"]  # the words of the transcript were said before the last movement
    for number, time in zip(range(-len(times), 0), times, strict=True):
        head, _, what = lines[number].partition("\t")
        who, _, zone = head.rpartition(" ")
        lines[number] = f"{who.rpartition(' ')[0]} {time} {zone}\t{what}"
    log.write_text("\n".join(lines) + "\n")

    ingest(run, tmp_path, "qwen", project, SAID, "HEAD")

    assert "frozen dataclass" not in run("list").out
    git(project, "checkout", "-q", "HEAD@{1}")
    assert "frozen dataclass" in run("list").out


def test_a_record_that_an_earlier_version_filed_under_head_is_seen(project: Path, run: Run) -> None:
    ident = run("remember", "decision", "Keys are frozen", "--json").json["id"]
    path = next(Path(project.parent).rglob(f"*{ident[-8:].lower()}*.md"), None) or next(
        file for file in Path(project.parent).rglob("*.md") if ident in file.read_text()
    )
    text = path.read_text()
    lines = [line for line in text.splitlines() if not line.startswith("commit: ")]
    path.write_text("\n".join("branch: HEAD" if line.startswith("branch: ") else line for line in lines) + "\n")
    git(project, "switch", "-qc", "other")

    ran = run("list")

    assert "Keys are frozen" in ran.out
    assert "more on" not in ran.err


def test_during_a_bisection_words_belong_to_the_branch_that_git_goes_back_to(
    project: Path, run: Run, tmp_path: Path
) -> None:
    for name in ("one", "two", "three"):
        commit(project, name)
    git(project, "bisect", "start", "HEAD", "HEAD~3")
    ingest(run, tmp_path, "qwen", project, SAID, "HEAD")
    git(project, "bisect", "reset")

    assert "frozen dataclass" in run("list").out


@pytest.fixture
def team(project: Path, run: Run) -> Path:
    """A project whose last but one commit brings `.backstory/` with three records of the team, one of them replaced."""
    for number in range(4):
        commit(project, f"earlier{number}.txt")
    for title in ("Use psycopg 3", "Sign with SHA-512"):
        run("remember", "decision", title, "--scope", "team", "-q")
    ident = run("remember", "fact", "The pool has eight slots", "--scope", "team", "--json").json["id"]
    run("edit", ident, "--title", "The pool has nine slots", "-q")
    git(project, "add", "-f", ".backstory/memory", ".backstory/config.toml")
    git(project, "commit", "-qm", "memory")
    commit(project, "later.txt")
    return project


@pytest.mark.parametrize("command", ["checkout -q HEAD~3", "bisect start HEAD HEAD~5"])
def test_the_teams_records_are_named_at_a_commit_from_before_them(team: Path, run: Run, command: str) -> None:
    """The files are those of the commit. What the branch has beside them is counted, and shown on demand."""
    git(team, *command.split())

    status = run("status")
    assert "no records at this commit" in status.out
    assert "no records yet" not in status.out
    assert "3 more on `main`; `--all-branches` shows them" in status.err
    assert run("status", "--json").json["detached_from"] == "main"
    assert "Nothing is remembered yet" not in run("brief").out
    for ask, count in ((("list",), 3), (("brief",), 3), (("recall", "sign SHA-512"), 1)):
        ran = run(*ask)
        assert "SHA-512" not in ran.out
        assert f"{count} more on `main`" in ran.out + ran.err
        assert "Sign with SHA-512" in run(*ask, "--all-branches").out
    assert "eight slots" not in run("list", "--all-branches").out


def test_a_detached_head_at_the_tip_has_all_of_the_branch(team: Path, run: Run) -> None:
    git(team, "checkout", "-q", "--detach")

    ran = run("status")

    assert "no branch (`main` was checked out before)" in ran.out
    assert "more on" not in ran.err
    assert "Sign with SHA-512" in run("list").out


def test_a_brief_says_that_no_branch_is_checked_out(team: Path, run: Run) -> None:
    git(team, "checkout", "-q", "--detach")
    run("checkpoint", "port the pool", "--next", "write the test")

    assert "(no branch at " in run("brief").out


def test_a_branch_that_is_gone_is_not_named(team: Path, run: Run) -> None:
    git(team, "switch", "-qc", "short")
    git(team, "checkout", "-q", "--detach", "HEAD~1")
    git(team, "branch", "-D", "short")

    assert run("status", "--json").json["detached_from"] == "main"


def test_conflicts_of_a_stash_are_named(project: Path, run: Run) -> None:
    """Git has no operation under way then, and the files cannot be committed."""
    commit(project, "pool.txt")
    (project / "pool.txt").write_text("stashed\n")
    git(project, "stash", "-q")
    (project / "pool.txt").write_text("committed\n")
    git(project, "commit", "-qam", "another size")
    with pytest.raises(AssertionError, match="CONFLICT"):
        git(project, "stash", "pop", "-q")

    assert "under way: unresolved conflicts in pool.txt" in run("brief").out
