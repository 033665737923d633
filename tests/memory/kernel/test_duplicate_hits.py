"""Records with the same text are one hit, and none is hidden that stands differently."""

from collections.abc import Callable

from backstory.api import Memory
from backstory.model.record import Draft

Opened = Callable[..., Memory]

BODY = "Coroutines run side by side now, which made the five agents three times as fast on the benchmark."


def test_records_with_the_same_text_are_one_hit(opened: Opened) -> None:
    memory = opened()
    for name in ("queue.py", "cache.py", "pool.py"):
        memory.remember(Draft(kind="fact", title=f"perf: coroutines instead of threads ({name})", body=BODY))
    memory.remember(Draft(kind="fact", title="Coroutines need Python 3.11", body="Task groups came with it."))
    every = opened().recall("coroutines", limit=10)
    hits, alike = opened().recall_distinct("coroutines", limit=10)
    best = next(hit.row.record.id for hit in every if hit.row.record.body == BODY)
    assert [hit.row.record.id for hit in hits if hit.row.record.body == BODY] == [best]
    assert len(hits) == 2
    assert {hit.row.record.id for hit in every} == {hit.row.record.id for hit in hits} | {*alike[best]}


def test_for_a_short_text_the_title_counts_too(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="fact", title="The port of the API is 8080", body="See compose.yml."))
    memory.remember(Draft(kind="fact", title="The port of the API's admin page is 9090", body="See compose.yml."))
    hits, alike = opened().recall_distinct("port API")
    assert (len(hits), alike) == (2, {})


def test_kinds_stay_apart_and_the_limit_counts_texts(opened: Opened) -> None:
    memory = opened()
    for kind in ("decision", "fact"):
        for name in ("one", "two"):
            memory.remember(Draft(kind=kind, title=f"Coroutines for {name}", body=BODY))
    hits, alike = opened().recall_distinct("coroutines", limit=2)
    assert {hit.row.record.kind for hit in hits} == {"decision", "fact"}
    assert all(len(others) == 1 for others in alike.values())
    assert len(opened().recall_distinct("coroutines", limit=1)[0]) == 1


def test_a_record_that_failed_or_was_replaced_is_not_hidden_behind_another(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="attempt", title="Coroutines, first try", body=BODY, fields={"outcome": "failed"}))
    memory.remember(Draft(kind="attempt", title="Coroutines, second try", body=BODY, fields={"outcome": "worked"}))
    hits, alike = opened().recall_distinct("coroutines")
    assert ({hit.row.record.fields["outcome"] for hit in hits}, alike) == ({"failed", "worked"}, {})
