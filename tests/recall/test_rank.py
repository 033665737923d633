import pytest

from backstory.recall.rank import Relevance, anchor_places, is_gone, staleness_penalty
from backstory.recall.text.content import Place
from backstory.recall.text.moment import BriefRequest

MOMENT = BriefRequest(now="2026-11-20T09:00:00Z", branch="feat/pay", files=("src/pay/retry.py", "web/base.css"))


def score(row, moment=MOMENT, scores=None, states=None) -> float:
    return sum(Relevance(moment, scores or {}).signals(row.record, anchor_places(row.record, states or {})).values())


def test_a_match_beats_everything_mild(make) -> None:
    found, near = make(1, made="2020-01-01", how="inferred"), make(2, made="2026-11-20", branch="feat/pay")
    assert score(found, scores={found.record.id: 3.0}) > score(near)


@pytest.mark.parametrize(
    ("anchor", "near"),
    [
        ("src/pay/retry.py#run", 1.0),
        ("src/pay/*.py", 0.8),
        ("src/pay", 0.8),
        ("src/pay/", 0.8),
        ("src/pay/worker.py", 0.3),
        ("src/db/pool.py", 0.0),
        ("src/pay/retry.pyc", 0.3),
    ],
)
def test_files_in_play(make, anchor: str, near: float) -> None:
    row = make(at=(anchor,))
    signals = Relevance(MOMENT, {}).signals(row.record, anchor_places(row.record, {}))
    assert signals.get("files", 0.0) == pytest.approx(0.6 * near)


def test_trust_orders_equals(make) -> None:
    by_trust = [score(make(1, how=how)) for how in ("explicit", "stated", "observed", "inferred", "imported")]
    assert by_trust == sorted(by_trust, reverse=True)
    assert len(set(by_trust)) == 5


def test_newer_a_little_higher_and_stale_lower(make) -> None:
    assert score(make(1, made="2026-11-19")) > score(make(1, made="2026-03-01"))
    row = make(1, at=("a.py",))
    assert score(row, states={row.record.id: {"a.py": "changed"}}) < score(row)


def test_a_broken_date_costs_nothing_but_recency(make) -> None:
    assert "recency" not in Relevance(MOMENT, {}).signals(make(made="yesterday").record, [])
    assert "recency" not in Relevance(BriefRequest(), {}).signals(make().record, [])


def test_resolved_failures_step_back(make) -> None:
    assert score(make(1, "failure", "x", status="resolved")) < score(make(1, "failure", "x"))


def test_states_are_found_by_target(make) -> None:
    record = make(at=("src/a.py#Pool@b2:0123", "src/b.py")).record
    states = {record.id: {"src/a.py#Pool": "moved:src/c.py#Pool", "src/b.py": "changed"}}
    assert anchor_places(record, states) == [
        Place("src/a.py#Pool", "src/a.py", "moved", "src/c.py#Pool"),
        Place("src/b.py", "src/b.py", "changed"),
    ]
    assert anchor_places(record, {}) == [Place("src/a.py#Pool", "src/a.py"), Place("src/b.py", "src/b.py")]


def test_an_unknown_state_is_no_state(make) -> None:
    record = make(at=("a.py",)).record
    assert anchor_places(record, {record.id: {"a.py": "wobbly"}})[0].state == ""


def test_gone_only_when_nothing_stands() -> None:
    gone, fresh = Place("a", "a", "gone"), Place("b", "b", "fresh")
    assert is_gone([gone])
    assert not is_gone([gone, fresh])
    assert not is_gone([])
    assert (
        staleness_penalty([gone, fresh])
        > staleness_penalty([Place("a", "a", "changed")])
        > staleness_penalty([fresh])
        == 0
    )


def test_code_that_the_work_changes_is_nearer_than_the_rest_of_its_file(make) -> None:
    changed, other = make(1, at=("src/pay/retry.py#run",)), make(1, at=("src/pay/retry.py#stop",))
    states = {changed.record.id: {"src/pay/retry.py#run": "changed", "src/pay/retry.py#stop": "fresh"}}
    assert score(changed, states=states) > score(other, states=states)
    elsewhere = make(1, at=("src/db/pool.py",))
    assert score(elsewhere, states={elsewhere.record.id: {"src/db/pool.py": "changed"}}) < score(elsewhere)


def test_what_describes_code_that_the_work_changes_steps_back(make) -> None:
    fact, states = make(1, "fact", "Three tries", at=("src/pay/retry.py",)), {"src/pay/retry.py": "changed"}
    assert score(fact, states={fact.record.id: states}) < score(fact)
