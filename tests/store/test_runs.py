"""Runs as files: what is written is read, and a path that a caller states is judged like any name."""

from pathlib import Path

from backstory.model.run import CommandRun, Run
from backstory.redact.gate import Gate
from backstory.store.runs import RunStore

START = "2026-11-22T10:00:00Z"
KEY = "z5u8zVCmTM/ttIf2wi1DeBG7gcuRDhTTYqkP" + "+/8b"


def test_a_stated_path_that_holds_a_secret_is_redacted(tmp_path: Path, gate: Gate) -> None:
    store = RunStore(str(tmp_path / "runs"), gate)
    secret = f"aws_secret_access_key = {KEY}"
    run = Run(id="01M81Z2YNVT2NJ03RRMHR5PM9G", started=START, edited=(secret, "src/a.py"), read=(secret,))

    kept = store.write(run)

    assert "src/a.py" in kept.edited
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*.json"))
    assert KEY.encode() not in written
    assert b"aws_secret_access_key" in written


def test_what_is_written_is_read(tmp_path: Path, gate: Gate) -> None:
    store = RunStore(str(tmp_path / "runs"), gate)
    command = CommandRun("pytest", "test", exit_code=1, red=("test_a",), edited=("dist/index-BkX9aLq2.js",))
    run = Run(id="01M81Z2YNVT2NJ03RRMHR5PM9G", started=START, goal="Mend it", commands=(command,))

    assert store.write(run) == run
    assert list(store.newest()) == [run]
    assert store.get(run.id) == run
