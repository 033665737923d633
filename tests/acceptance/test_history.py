"""The scripted history: at every step exactly the right records are visible, each in the right state."""

import subprocess
from pathlib import Path

import pytest
from tests.acceptance.history import FILE, STEPS, History, table

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def history(tmp_path: Path) -> History:
    known = subprocess.run(["git", "-C", str(ROOT), "cat-file", "-e", f"HEAD:{FILE}"], capture_output=True, check=False)
    if known.returncode:
        pytest.skip("this is no clone of the repository")
    return History(ROOT, tmp_path)


@pytest.mark.slow
def test_every_step(history: History) -> None:
    for number, step in enumerate(STEPS, 1):
        step.act(history)
        assert history.visible(step.where) == step.visible, f"step {number}: {step.what}"


def test_the_page_shows_these_steps() -> None:
    assert table() in (ROOT / "docs" / "visibility.md").read_text()
