"""The work of a week on a clone of this repository: every command does what the script says of it."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.acceptance.week.play import Outcome, play_week

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_week_of_two_people_and_their_agents(tmp_path: Path) -> None:
    names = {"FILE": "src/backstory/index/refresh.py", "SYMBOL": "refresh_index", "GOAL": "refresh the index"}
    source = tmp_path / "source"
    git = ["git", "-C", str(source), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(source)], check=True)
    subprocess.run([*git, "rm", "-rq", ".backstory"], check=True)
    subprocess.run([*git, "commit", "-qm", "A repository without a memory"], check=True)
    (tmp_path / "week").mkdir()
    outcomes = play_week(tmp_path / "week", str(source), str(Path(sys.executable).parent / "backstory"), names)
    played = [outcome for outcome in outcomes if isinstance(outcome, Outcome)]
    faults = [
        f"line {one.step.line}: {one.step.who}$ {one.step.command}\n  {fault}\n{one.text}"
        for one in played
        for fault in one.faults
    ]

    assert len(played) >= 120
    assert not faults, "\n".join(faults)
