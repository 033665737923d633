"""Two processes that take in conversations at the same time keep what one after the other would have kept."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest
from tests.memory.test_half_written_transcripts import row

from backstory.api import Channel, Memory, ingest_transcript
from backstory.memory.kernel.duplicate_lock import deciding
from backstory.model.record import Draft

Opened = Callable[..., Memory]
RULE = "Never round prices or discounts in the database"
PART = "Never round prices in the database"


def open_with(opened: Opened, randomness: Callable[[int], bytes]) -> Memory:
    memory = opened()
    return Memory.open(memory.project.root, memory.environ, channel=Channel("stated"), randomness=randomness)


def test_what_two_sessions_say_at_once_makes_one_record(opened: Opened, tmp_path: Path) -> None:
    """The other one comes between the search for what is there and the writing of the record."""
    for name, rule in (("one", RULE), ("two", PART)):
        (tmp_path / f"{name}.jsonl").write_text(row("user", rule, 1) + row("assistant", "Understood.", 2))
    others: list[Thread] = []

    def take_in(memory: Memory, name: str) -> None:
        ingest_transcript(memory, "claude-code", str(tmp_path / f"{name}.jsonl"), name)

    def randomness(size: int) -> bytes:
        if not others:
            others.append(Thread(target=lambda: take_in(opened(), "two")))
            others[0].start()
            others[0].join(1)  # it would be done by now, if it did not wait
        return os.urandom(size)

    take_in(open_with(opened, randomness), "one")
    assert others, "the record got its id meanwhile"
    others[0].join()
    rules = [one.record.title for one in opened().fresh().rows(kinds=("rule", "preference"))]
    assert rules == [RULE]


def test_the_lock_may_be_taken_again_by_who_holds_it(opened: Opened) -> None:
    memory = opened()
    with deciding(memory), deciding(memory):
        memory.remember(Draft(kind="fact", title="The gateway drops one call in nine"))
    assert not memory.is_deciding


@pytest.mark.parametrize("first", ["earlier", "later"])
def test_no_record_is_superseded_by_words_that_came_before_it(opened: Opened, tmp_path: Path, first: str) -> None:
    """Sessions are taken in in any order: a worker reads one that ended while an older one is imported."""
    earlier = row("user", "From now on always run the tests with a timeout of 30 seconds", 1)
    later = row("user", "From now on always run the tests with a timeout of 60 seconds", 1).replace("11-20T", "11-21T")
    (tmp_path / "earlier.jsonl").write_text(earlier + row("assistant", "Set.", 2))
    (tmp_path / "later.jsonl").write_text(later + row("assistant", "Set.", 2).replace("11-20T", "11-21T"))
    for name in (first, "later" if first == "earlier" else "earlier"):
        ingest_transcript(opened(), "claude-code", str(tmp_path / f"{name}.jsonl"), name)
    rows = opened().fresh().rows()
    links = [(row.record.made[:10], link.relation) for row in rows for link in row.record.links]
    assert links and ("2026-11-20", "supersedes") not in links
