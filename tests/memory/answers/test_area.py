"""`related PATH`: what runs and records say about a file or folder."""

from pathlib import Path

from tests.cli.conftest import Run, git, home, machine, project, repo, run, tmp_path

__all__ = ["home", "machine", "project", "repo", "run", "tmp_path"]


def test_an_area_has_its_records_runs_and_what_was_edited_with_it(project: Path, run: Run) -> None:
    (project / "docs").mkdir()
    (project / "docs" / "pool.md").write_text("old\n")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "docs")
    run("remember", "decision", "Use psycopg 3", "--at", "src/db/pool.py")
    run("remember", "fact", "Nothing to do with it")
    assert run("related", "docs", "--json").json["runs"] == 0
    assert "the memory has nothing about docs" in run("related", "docs").err
    run("prepare", "--task", "port the pool")
    run("finalize", "--outcome", "success", "--files-edited", "src/db/pool.py", "--files-edited", "docs/pool.md")
    area = run("related", "src/db", "--json").json
    assert [one["title"] for one in area["records"]] == ["Use psycopg 3"]
    assert (area["runs"], area["files"]) == (1, [{"path": "src/db/pool.py", "runs": 1}])
    assert area["together"] == [{"path": "docs", "runs": 1}]
    assert "1 run edited something in src/db" in run("related", "src/db").out
    assert run("related", "no/such.py", ok=False).code == 1


def test_runs_are_compared_by_a_field(project: Path, run: Run) -> None:
    for outcome in ("success", "failure"):
        run("run", "start", "--task", f"fix the pool {outcome}", "--task-type", "fix")
        run("run", "finish", "--outcome", outcome)
    groups = run("report", "real-usage", "--by", "task-type", "--json").json["groups"]
    assert groups["fix"] | {"commands": 0} == {
        "runs": 2,
        "success": 1,
        "failure": 1,
        "commands": 0,
        "commands_failed": 0,
    }
    assert "fix: 2 runs" in run("report", "real-usage", "--by", "task-type").out
    assert "`--by` needs `real-usage`" in run("report", "--by", "agent", ok=False).err


def test_fields_of_checkpoints_and_handoffs(project: Path, run: Run) -> None:
    run("checkpoint", "Auth flow", "--field", "verification=passed")
    run("handoff", "next", "the pool is ported", "--field", "confidence=high")
    fields = {one["kind"]: one["fields"] for one in run("list", "--limit", "9", "--json").json["items"]}
    assert fields["checkpoint"]["verification"] == "passed"
    assert fields["handoff"]["confidence"] == "high"
    assert "is not KEY=VALUE" in run("checkpoint", "x", "--field", "nothing", ok=False).err
