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
    assert ("no record matches; the passages above are from sessions" in printed.err) == has_passage
    assert "no record matches" in printed.err


@pytest.mark.parametrize(("weak", "named"), [(("pool",), "`pool`"), (("cache", "pool"), "`cache` or `pool`")])
def test_weak_matches_are_told_apart(capsys: pytest.CaptureFixture[str], weak: tuple[str, ...], named: str) -> None:
    row = (1, "user", "2026-11-19T09:00:00Z", 1, "Drain the pool.", 1, "s-1", "codex", "")
    answer = Recalled(
        query="postgres cache pool", hits=[], doubts={}, explain=False, passages=(PassageHit(row, 1.0),), weak=weak
    )
    answer.print_text()
    printed = capsys.readouterr().err
    assert f"no result has more than one of these words; those above have {named}" in printed
    assert answer.to_json()["weak"] == [*weak]
