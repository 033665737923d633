"""Several records at once: where one cannot be written, all are as they were, and `undo` knows of none of it."""

import errno
import itertools
import os
from collections.abc import Callable
from typing import Any

import pytest

from backstory.api import Memory
from backstory.memory.verbs.edit import retract_records
from backstory.memory.verbs.share import move_records, share_all
from backstory.memory.verbs.undo import undo_last
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft

CALLS = ("fsync", "replace", "rename", "link", "unlink")
"""What the store writes with. Each failure is of one call, the next of its kind succeeds."""


class Disk:
    """Fails at the call of a number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = self.at = 0
        for name in CALLS:
            monkeypatch.setattr(os, name, self._wrap(getattr(os, name)))

    def _wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **options: Any) -> Any:
            self.number += 1
            if self.number == self.at:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return call(*args, **options)

        return wrapped


def read_state(memory: Memory) -> dict[str, tuple[str, str]]:
    rows = memory.reopened().fresh().rows(include_retracted=True, include_superseded=True)
    places = [(row.record.id, (row.record.scope, row.record.status)) for row in rows]
    assert len(places) == len(dict(places)), "no record has two files"
    return dict(places)


def share(memory: Memory, ids: list[str]) -> object:
    return move_records(memory, ids, "team")


def unshare(memory: Memory, ids: list[str]) -> object:
    return move_records(memory, ids, "private")


def share_everything(memory: Memory, ids: list[str]) -> object:
    return share_all(memory)


@pytest.mark.parametrize("verb", [retract_records, share, unshare, share_everything])
def test_a_failing_write_leaves_every_record_as_it_was(
    opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, verb: Callable[[Memory, list[str]], object]
) -> None:
    memory = opened()
    ids = [memory.remember(Draft(kind="fact", title=f"The queue of part {n} uses huey")).record.id for n in range(3)]
    if verb is unshare:
        move_records(memory, ids, "team")
    before = read_state(memory)
    disk = Disk(monkeypatch)
    failed = 0
    for number in itertools.count(1):
        disk.number, disk.at = 0, number
        try:
            verb(memory.reopened(), ids)
        except (OSError, BackstoryError):
            failed += 1
            disk.at = 0
            assert read_state(memory) == before, f"call {number}"
            continue
        if disk.number < number:
            break
        disk.at = 0
        for _ in ids:  # an error that the store got over: everything was done
            undo_last(memory.reopened())
        assert read_state(memory) == before, f"call {number}"
    assert failed >= 5
    assert read_state(memory) != before
