"""What use scenarios take from a repository: bundles that can be cloned, records that are true of its history."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "use"))

from material import find_line, make_bundle, make_filler, read_lines


def git(repo: Path, *arguments: str) -> str:
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    command = ["git", "-C", str(repo), *author, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with five commits of two folders and a changelog."""
    repo = tmp_path / "clone"
    repo.mkdir()
    git(repo, "init", "-q", "-b", "main")
    (repo / "docs").mkdir()
    for number in range(5):
        (repo / "app.py").write_text(f"LIMIT = {number}\n\n\ndef ask():\n    return LIMIT\n")
        (repo / "docs" / "guide.md").write_text(f"Limit {number}\n")
        (repo / "CHANGES.md").write_text("# 1.2.0\n\n- The limit of the printer grows\n\n# 1.1.0\n\n- short\n")
        git(repo, "add", ".")
        body = "Fixes it because the queue is long.\n\nCo-authored-by: Ben <ben@example.org>" if number == 3 else ""
        git(repo, "commit", "-q", "-m", f"Raise the limit to {number}", *(["-m", body] if body else []))
    return repo


def test_a_bundle_of_the_last_commits_can_be_cloned(clone: Path, tmp_path: Path) -> None:
    make_bundle(clone, "HEAD", tmp_path / "repo.bundle", depth=2)
    git(tmp_path, "clone", "-q", str(tmp_path / "repo.bundle"), "copy")
    copy = tmp_path / "copy"
    assert git(copy, "log", "--format=%s").split("\n") == ["Raise the limit to 4", "Raise the limit to 3"]
    assert git(copy, "branch", "--show-current") == "main"
    assert git(copy, "rev-parse", "HEAD^{tree}") == git(clone, "rev-parse", "HEAD^{tree}")
    assert git(clone, "branch", "--list", "bundle-point") == ""


def test_a_bundle_may_hold_some_paths_only(clone: Path, tmp_path: Path) -> None:
    make_bundle(clone, "HEAD", tmp_path / "repo.bundle", depth=2, paths=("docs",))
    git(tmp_path, "clone", "-q", str(tmp_path / "repo.bundle"), "copy")
    assert git(tmp_path / "copy", "ls-files") == "docs/guide.md"
    assert (tmp_path / "copy/docs/guide.md").read_text() == "Limit 4\n"


def test_records_are_commits_and_entries_of_the_changelog(clone: Path, tmp_path: Path) -> None:
    assert make_filler(clone, "HEAD", tmp_path / "filler.jsonl", "CHANGES.md", least=6) == 6
    rows = [json.loads(line) for line in (tmp_path / "filler.jsonl").read_text().splitlines()]
    assert [row["title"] for row in rows] == [
        *(f"Raise the limit to {n}" for n in range(5)),
        "The limit of the printer grows",
    ]
    assert rows[3]["kind"] == "decision"
    assert rows[3]["body"] == "Fixes it because the queue is long."
    assert rows[0]["at"] == ["CHANGES.md", "app.py", "docs/guide.md"]
    assert rows[5]["body"] == "1.2.0: The limit of the printer grows"
    assert [row["made"] for row in rows] == sorted(row["made"] for row in rows)


def test_too_short_a_history_is_an_error(clone: Path, tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="gives 5 records, 1000 are needed"):
        make_filler(clone, "HEAD", tmp_path / "filler.jsonl")


def test_lines_are_read_as_they_stood_in_a_commit(clone: Path) -> None:
    first = find_line(clone, "HEAD~2", "app.py", "def ask")
    assert (first, read_lines(clone, "HEAD~2", "app.py", first - 3, first)) == (4, "LIMIT = 2\n\n\ndef ask():\n")
    with pytest.raises(LookupError, match=r"no line of `app\.py` starts with `class`"):
        find_line(clone, "HEAD", "app.py", "class")
