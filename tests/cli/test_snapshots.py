"""What snapshots say on the command line."""

from pathlib import Path

from tests.cli.conftest import Run


def test_a_changed_file_is_called_changed_also_if_the_snapshot_names_it(project: Path, run: Run) -> None:
    run("snapshot")
    for name in ("README.md", "src/db/pool.py"):
        (project / name).write_text("other\n")
    named = len(run("diff", "--json").json["stale"])
    assert named
    out = run("diff").out
    assert f"2 changed ({named} key or active)" in out
    assert "stale" not in out
    assert out.count("  changed  ") == 2


def test_the_files_beyond_the_limit_are_counted_without_a_path(project: Path, run: Run) -> None:
    for number in range(30):
        (project / f"f{number}").write_text("x\n")
    run("config", "set", "capture.max_files", "20")
    err = run("snapshot").err
    assert "files beyond the limit of 20" in err
    assert "(" not in err.partition("not in it: ")[2]
