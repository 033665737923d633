"""The weights of signals: one table, which the settings change."""

from tests.recall.conftest import make

from backstory.recall.rank import WEIGHTS, Relevance
from backstory.recall.text.moment import BriefRequest
from backstory.settings.table import BY_KEY, RANK_WEIGHTS


def test_the_settings_have_the_weights_of_the_table() -> None:
    assert {name: weight for name, (weight, _) in RANK_WEIGHTS.items()} == WEIGHTS
    assert all(BY_KEY[f"rank.{name}"].default == weight for name, weight in WEIGHTS.items())


def test_a_weight_scales_its_signal_and_no_other() -> None:
    record = make().record
    usual = Relevance(BriefRequest(now="2026-11-20T00:00:00Z"), {record.id: 2.0}).signals(record, [])
    heavy = Relevance(
        BriefRequest(now="2026-11-20T00:00:00Z", weights={"trust": 50, "match": 0}), {record.id: 2.0}
    ).signals(record, [])
    assert heavy["trust"] == 2 * usual["trust"] and "match" in usual and "match" not in heavy
    assert heavy["recency"] == usual["recency"]


def test_what_nobody_used_sinks_a_little_and_a_rule_does_not() -> None:
    fact, rule = make(1, "fact").record, make(2, "rule").record
    relevance = Relevance(BriefRequest(unused=(fact.id, rule.id)), {})
    assert relevance.signals(fact, [])["unused"] == -WEIGHTS["unused"] / 100
    assert "unused" not in relevance.signals(rule, [])
