"""The shares of what `recall` finds for a question add up to its score, and the weights change them."""

from backstory.base.passages import PassageHit
from backstory.base.shares import Tally, explain_passages


def make(passage: int, own: float, with_context: float, score: float) -> PassageHit:
    hit = PassageHit((passage, "user", "2026-11-20T00:00:00Z", passage, "text", 1, "s1", "claude-code", "main"), score)
    hit.own, hit.with_context = own, with_context
    return hit


def test_an_exponent_of_nothing_leaves_the_score() -> None:
    tally = Tally({"kind": 0, "text": 50, "tier": 200})
    tally.add("text", 4.0)
    tally.multiply("kind", 1.1)
    tally.multiply("tier", 1.1)
    tally.add("named", 500.0, "path")
    assert tally.shares["kind"] == 0 and tally.shares["text"] == 2.0
    assert tally.shares["tier"] == 2.0 * 1.1**2 - 2.0
    assert tally.shares["named path"] == 500.0 and tally.score == sum(tally.shares.values())


def test_shares_of_a_passage_add_up_and_the_usual_weights_keep_its_score() -> None:
    hits = [make(1, 2.0, 5.0, 7.0), make(2, 0.0, 4.0, 4.0)]
    explain_passages(hits, {})
    assert [hit.score for hit in hits] == [7.0, 4.0]
    assert hits[0].why == {"text": 2.0, "context": 3.0, "role": 2.0}
    assert hits[1].why == {"text": 0.0, "context": 4.0, "role": 0.0}


def test_weights_change_the_score_of_a_passage_once() -> None:
    hit = make(1, 2.0, 5.0, 7.0)
    explain_passages([hit], {"context": 0, "role": 0})
    explain_passages([hit], {"context": 0, "role": 0})
    assert hit.score == 2.0 and hit.why == {"text": 2.0, "context": 0.0, "role": 0.0}


def test_a_correction_stands_with_what_it_corrects() -> None:
    correction, corrected = make(2, 0.0, 0.0, 0.0), make(1, 2.0, 5.0, 7.0)
    explain_passages([correction, corrected], {})
    assert correction.score == 7.0 and correction.why == {"context": 7.0}
