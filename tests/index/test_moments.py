"""An index as it was before a moment: without what was written since, and without any change of its files."""

from collections.abc import Callable
from pathlib import Path

from tests.memory.conftest import opened as opened
from tests.memory.conftest import repo as repo

from backstory.api import Memory
from backstory.index.moments import show_before
from backstory.model.record import Draft, Link

YEAR_2100 = 4_102_444_800.0


def remember(memory: Memory, title: str, when: float, *links: Link) -> str:
    memory.now = lambda: when
    return memory.remember(Draft(kind="decision", text=title, links=list(links))).record.id


def test_what_was_written_since_is_not_there(opened: Callable[..., Memory], tmp_path: Path) -> None:
    old = remember(opened(), "Pools are drained at night", 1_700_000_000.0)
    new = remember(opened(), "Pools are drained at noon", YEAR_2100, Link("supersedes", old))
    memory, other = opened(), opened()

    show_before(memory.fresh(), "2099-01-01T00:00:00Z")

    assert [row.record.id for row in memory.fresh().rows(include_superseded=False)] == [old]
    assert [hit.row.record.id for hit in memory.recall("drained pools")] == [old]
    assert [row.record.id for row in other.fresh().rows(include_superseded=False)] == [new]

    show_before(memory.fresh(), "")
    assert [row.record.id for row in memory.fresh().rows(include_superseded=False)] == [new]


def test_named_contents_and_sessions_are_not_there(opened: Callable[..., Memory]) -> None:
    one = remember(opened(), "Pools are drained at night", 1_700_000_000.0)
    two = remember(opened(), "Pools are blue", 1_700_000_000.0)
    memory = opened()
    (doc,) = [row.doc for row in memory.fresh().rows() if row.record.id == one]

    show_before(memory.fresh(), "", docs=[doc], sessions=["it's none"])

    assert [row.record.id for row in memory.fresh().rows()] == [two]
