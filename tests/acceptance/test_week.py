"""A week on a clone of this repository: every command does what the script says, and the tutorial shows it."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.acceptance.week.play import Outcome, play_week

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
NAMES = {"FILE": "src/backstory/index/refresh.py", "SYMBOL": "refresh_index", "GOAL": "refresh the index"}
SHOWN_FILE = "httpx/_client.py"
"""The file in the tutorial, which was played on another repository."""
VARYING = (
    (re.compile(r"\b[0-9a-hjkmnp-tv-z]{8}\b"), "ID"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "DATE"),
    (re.compile(r"\b[0-9a-f]{7,12}\b"), "COMMIT"),
)
"""What differs from run to run."""


@pytest.fixture
def outcomes(tmp_path: Path, program: Path) -> list[Outcome]:
    """What came of each command of the week."""
    base = tmp_path
    source = base / "source"
    git = ["git", "-C", str(source), "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(source)], check=True)
    subprocess.run([*git, "rm", "-rq", ".backstory"], check=True)
    subprocess.run([*git, "commit", "-qm", "A repository without a memory"], check=True)
    (base / "week").mkdir()
    played = play_week(base / "week", str(source), str(program), NAMES)
    return [outcome for outcome in played if isinstance(outcome, Outcome)]


@pytest.mark.slow
def test_a_week_of_two_people_and_their_agents_goes_as_the_tutorial_prints_it(outcomes: list[Outcome]) -> None:
    """Both in one test: in two, two workers would play the week."""
    faults = [
        f"line {one.step.line}: {one.step.who}$ {one.step.command}\n  {fault}\n{one.text}"
        for one in outcomes
        for fault in one.faults
    ]
    printed = [_level(outcome.text) for outcome in outcomes]
    pieces = list(_shown_pieces(TUTORIAL.read_text()))
    faults += [
        f"not printed, but in the tutorial:\n{piece}"
        for piece in pieces
        if not any(_pattern(piece).search(text) for text in printed)
    ]

    assert not faults, "\n---\n".join(faults)
    assert len(outcomes) >= 120
    assert len(pieces) >= 12


def _shown_pieces(text: str) -> Iterator[str]:
    """The outputs in a document: what stands below a command, in pieces where `...` leaves something out."""
    for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if "<backstory:" not in block:
            yield from filter(None, map(str.strip, re.split(r"^(?:\$ .*|\.\.\.)$", block, flags=re.MULTILINE)))


def _pattern(piece: str) -> re.Pattern[str]:
    """Finds a piece. A printed line may go on: the commits of this repository add to what `why` knows of a record."""
    return re.compile(r"[^\n]*\n".join(map(re.escape, _level(piece).split("\n"))))


def _level(text: str) -> str:
    """A text without what differs from run to run, so that two of them can be compared."""
    text = text.replace(SHOWN_FILE, NAMES["FILE"])
    for pattern, word in VARYING:
        text = pattern.sub(word, text)
    return re.sub(r" +", " ", re.sub(r" *\n *", "\n", text))
