"""Lessons: what failed is never offered without saying so, and a lesson is no next step."""

from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.test_graph import keep, titles


def test_what_failed_says_so_everywhere(project: Path, run: Run) -> None:
    keep(run, "strategy", "Rebuild the index in place", "--outcome", "failed")
    keep(run, "attempt", "Use ContextVar for limits", "--outcome", "failed")
    keep(run, "attempt", "Pass it along", "--outcome", "worked")
    for argv in (("list", "strategy"), ("list", "attempt"), ("recall", "rebuild the index in place"), ("brief",)):
        line = next(line for line in run(*argv).out.splitlines() if "Rebuild" in line or "ContextVar" in line)
        assert "failed" in line, argv
    claude = next(line for line in run("brief", "--for", "claude-code").out.splitlines() if "ContextVar" in line)
    assert ", failed" in claude
    assert titles(run, "--exclude-failed") == {"Pass it along"}
    assert len(titles(run, "--include-failed")) == 3


def test_a_lesson_is_no_next_step_and_stays_a_warning(project: Path, run: Run) -> None:
    lesson = keep(run, "failure", "decompressobj raises on two frames", "--fix", "use a new object per frame")
    keep(run, "failure", "The login test is flaky")

    def sections() -> dict[str, list[str]]:
        return {
            section["name"]: [item["title"] for item in section.get("items", [])]
            for section in run("brief", "--json").json["sections"]
        }

    assert "now" not in sections(), "nothing is invented"
    run("edit", lesson, "--status", "resolved")
    assert "decompressobj raises on two frames" in sections()["warnings"]
    assert "## Tried, failed" in run("brief").out
    assert "resolved" in run("brief").out
