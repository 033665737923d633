"""A large memory is not read whole: the newest and the best matching records are, and the others are counted."""

from collections.abc import Callable

import pytest

from backstory.api import Memory, list_ids, list_newest, read_newest
from backstory.index import read
from backstory.memory.answers import brief_records
from backstory.model.record import Draft

Opened = Callable[..., Memory]
FILTERS = {"kinds": (), "tiers": (), "tags": (), "scopes": (), "since": "", "include_retracted": False,
           "include_superseded": False}  # fmt: skip


@pytest.fixture
def filled(opened: Opened) -> Memory:
    m = opened()
    m.remember(Draft(kind="note", title="Answer in Norwegian", tier="pinned"))
    m.remember(Draft(kind="decision", title="Quagga frames are compressed", body="The link is slow."))
    for number in range(20):
        m.remember(Draft(kind="note", title=f"Thing number {number}"))
    return m.reopened()


@pytest.fixture
def restored(filled: Memory, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the records that are read once the index is up to date."""
    filled.fresh()
    titles: list[str] = []
    restore = read.restore_record

    def note(content, scope):
        titles.append(content.title)
        return restore(content, scope)

    monkeypatch.setattr(read, "restore_record", note)
    return titles


def test_the_log_reads_the_newest_records_and_counts_the_others(filled: Memory, restored: list[str]) -> None:
    newest = read_newest(filled, branch="", everything=False, events=False, since="", limit=3)

    assert [entry.title for entry in newest.entries] == [f"Thing number {n}" for n in (19, 18, 17)]
    assert newest.unread == 19
    assert len(restored) == 3


def test_a_list_reads_no_record_to_know_the_ids(filled: Memory, restored: list[str]) -> None:
    rows, total = list_newest(filled, 4, **FILTERS)
    assert (len(rows), total, len(restored)) == (4, 22, 4)

    every = [row.record.id for row in filled.fresh().rows()]
    restored.clear()
    newest = [row.record.id for row in rows]
    assert set(list_ids(filled, every, **FILTERS)) == set(every) and len(every) == 22
    assert set(list_ids(filled, newest, **FILTERS)) == set(newest)
    assert len(list_ids(filled, every, **(FILTERS | {"tiers": ("pinned",)}))) == 1
    assert restored == []


def test_a_brief_weighs_what_is_pinned_what_matches_and_what_is_new(
    filled: Memory, restored: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MAX_READ", "NEWEST", "NEWEST_OF_KIND"):
        monkeypatch.setattr(brief_records, name, 5)

    composed = filled.brief(task="compress the quagga frames")

    told = {item.title for item in composed.brief.items}
    assert {"Answer in Norwegian", "Quagga frames are compressed", "Thing number 19"} <= told
    assert composed.brief.considered == 22
    assert composed.brief.records + composed.brief.omitted == 22
    assert "Thing number 3" not in restored
    assert f"{composed.brief.omitted} more records" in composed.text


def test_a_brief_of_chosen_records_finds_them_however_old(filled: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brief_records, "MAX_READ", 2)

    composed = filled.brief(kinds=("decision",))

    assert [item.title for item in composed.brief.items] == ["Quagga frames are compressed"]
