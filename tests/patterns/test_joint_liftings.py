"""A sentence may tell of two things that are done: each lifts its own rule."""

import pytest

from backstory.patterns.joint_liftings import read_liftings
from backstory.patterns.lifting_match import NONE, SURE, measure_lifting

FROZEN = "CHANGES.md frozen, 8.4.0 is being cut"
THEIRS = "src/api.py: leave it, Rita is reworking that module right now"
OTHER = "stay out of billing, Rosa is on it"


@pytest.mark.parametrize(
    "sentence",
    [
        "8.4.0 is out, and Rita is done with api.py.",
        "8.4.0 is out and Rita has finished api.py",
        "Rita is done with api.py; 8.4.0 has been tagged.",
        "8.4.0 is out, Rita hat api.py fertig",
    ],
)
def test_each_clause_lifts_its_own_rule(sentence: str) -> None:
    lifted = {rule: max(measure_lifting(one, rule) for one in read_liftings(sentence)) for rule in (FROZEN, THEIRS)}
    assert lifted == {FROZEN: SURE, THEIRS: SURE}
    assert all(measure_lifting(one, OTHER) == NONE for one in read_liftings(sentence))


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("Rita is done with api.py and the docs.", 1),
        ("Rita is done and has pushed", 1),
        ("8.4.0 is out, so CHANGES.md is open again.", 1),
        ("When 8.4.0 is out and Rita is done you may go on", 0),
        ("Is 8.4.0 out, and is Rita done?", 0),
        ("The sky is blue, and the grass is green.", 0),
    ],
)
def test_other_sentences_are_read_as_one(sentence: str, number: int) -> None:
    assert len(read_liftings(sentence)) == number
