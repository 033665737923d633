"""Records that say the same: an answer tells them once, and hides none that stands differently."""

from collections.abc import Callable

from backstory.api import Memory, merge_alike
from backstory.model.record import Draft

Opened = Callable[..., Memory]

BODY = "Coroutines run side by side now, which made the five agents three times as fast on the benchmark."


def test_records_with_the_same_text_are_told_once(opened: Opened) -> None:
    memory = opened()
    for name in ("queue.py", "cache.py", "pool.py"):
        memory.remember(Draft(kind="fact", title=f"perf: coroutines instead of threads ({name})", body=BODY))
    memory.remember(Draft(kind="fact", title="Coroutines need Python 3.11", body="Task groups came with it."))
    rows = [hit.row for hit in opened().recall("coroutines", limit=10)]
    distinct, alike = merge_alike(rows, 10)
    assert [row.record.title for row in distinct if row.record.body == BODY] == [
        next(row.record.title for row in rows if row.record.body == BODY)
    ]
    assert {len(others) for others in alike.values()} == {2}
    assert len(distinct) == 2
    assert {row.record.id for row in rows} == {row.record.id for row in distinct} | set(*alike.values())


def test_a_short_text_leaves_the_title_to_decide(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="fact", title="The port of the API is 8080", body="See compose.yml."))
    memory.remember(Draft(kind="fact", title="The port of the API's admin page is 9090", body="See compose.yml."))
    rows = [hit.row for hit in opened().recall("port API", limit=10)]
    assert merge_alike(rows, 10) == (rows, {})


def test_kinds_are_kept_apart_and_the_limit_counts_what_is_told(opened: Opened) -> None:
    memory = opened()
    for kind in ("decision", "fact"):
        for name in ("one", "two"):
            memory.remember(Draft(kind=kind, title=f"Coroutines for {name}", body=BODY))
    rows = [hit.row for hit in opened().recall("coroutines", limit=10)]
    distinct, alike = merge_alike(rows, 2)
    assert {row.record.kind for row in distinct} == {"decision", "fact"}
    assert all(len(others) == 1 for others in alike.values())
    assert len(merge_alike(rows, 1)[0]) == 1
