"""Debug lines: one for each topic where it is named, none where it is not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from backstory.base import debug


def lines(root: Path, value: str, *argv: str, stdin: str = "") -> list[str]:
    """The debug lines of a command."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("BACKSTORY_", "GIT_", "CLAUDE"))}
    environ |= {"HOME": str(root.parent), "BACKSTORY_HOME": str(root.parent / "data"), "BACKSTORY_AGENT": "test"}
    environ |= {"BACKSTORY_DEBUG": value} if value else {}
    done = subprocess.run(
        [sys.executable, "-m", "backstory", *argv],
        cwd=root, env=environ, input=stdin, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    topics = tuple(f"backstory {topic}" for topic in debug.TOPICS)
    return [line for line in done.stderr.splitlines() if line.startswith(topics)]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "README.md").write_text("# Shop\n")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    lines(root, "", "init", "--yes", "--no-agents")
    return root


def test_every_topic_has_its_lines(repository: Path) -> None:
    def topics(*argv: str, stdin: str = "") -> set[str]:
        return {line.split()[1].rstrip(":") for line in lines(repository, "all", *argv, stdin=stdin)}

    found = topics("remember", "fact", "The pool has one connection")
    found |= topics("recall", "pool")
    found |= topics("snapshot")
    found |= topics("hook", "claude-code", "post-tool", stdin=json.dumps({"cwd": str(repository), "session_id": "s"}))
    assert found == set(debug.TOPICS)


def test_only_the_topics_that_are_named_have_lines(repository: Path) -> None:
    assert lines(repository, "", "recall", "pool") == []
    assert lines(repository, "1", "recall", "pool") == []
    assert {line.split()[1] for line in lines(repository, "recall, index", "recall", "pool")} == {"recall"}


def test_a_line_holds_no_control_characters(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BACKSTORY_DEBUG", "git")
    debug.write("git", "a\x1b[31m\nb", debug.start("git"))
    line = capsys.readouterr().err
    assert line.startswith("backstory git ") and line.count("\n") == 1 and "\x1b" not in line
