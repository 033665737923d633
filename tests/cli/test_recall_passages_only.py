"""`recall` says so when all that it lists was said in sessions, and no record matches."""

import pytest

from backstory.base.passages import PassageHit
from backstory.cli.recall_answer import Recalled


@pytest.mark.parametrize("has_passage", [True, False])
def test_passages_are_told_apart_from_records(capsys: pytest.CaptureFixture[str], *, has_passage: bool) -> None:
    row = (1, "user", "2026-11-19T09:00:00Z", 1, "Rotate the key.", 1, "s-1", "codex", "")
    passages = (PassageHit(row, 1.0),) if has_passage else ()
    Recalled(query="key", hits=[], doubts={}, explain=False, passages=passages).print_text()
    printed = capsys.readouterr()
    assert ("Rotate the key." in printed.out) == has_passage
    assert ("no record matches; what is above was said in sessions" in printed.err) == has_passage
    assert "no record matches" in printed.err
