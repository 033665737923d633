"""The fold of checkpoints against a slow and obvious model of `docs/work-state.md`."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.record import Record
from backstory.recall.past.work_state import fold_checkpoints

TASKS = ("Retry", "Search index", "retry.")
STEPS = ("jitter", "tests", "docs", "release")
ITEMS = st.lists(st.sampled_from(STEPS), max_size=3, unique=True)
MOVES = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(("checkpoint",) * 5 + ("handoff",)),
            "task": st.sampled_from(TASKS),
            "how": st.sampled_from(("explicit", "stated", "stated", "inferred", "observed")),
            "status": st.sampled_from(("running", "running", "blocked", "done")),
            "state": st.sampled_from(("", "red", "green")),
            "next": ITEMS,
            "blockers": ITEMS,
            "done": ITEMS,
        }
    ),
    max_size=12,
)


def _records(moves: list[dict[str, Any]], make: Any) -> list[Record]:
    """The records of the moves, oldest first."""
    records: list[Record] = []
    for number, move in enumerate(moves, 1):
        is_handoff = move["kind"] == "handoff"
        parts = {name: move[name] for name in ("state", "next", "blockers", "done") if move[name]}
        row = make(
            number,
            move["kind"],
            move["task"],
            how="explicit" if is_handoff else move["how"],
            status="open" if is_handoff else move["status"],
            made=f"2026-11-20T10:{number:02d}:00Z",
            **parts,
        )
        records.append(row.record)
    return records


def _key(text: str) -> str:
    return text.lower().rstrip(".")


class Model:
    """Answers each question by looking at all moves again."""

    def __init__(self, moves: list[dict[str, Any]]) -> None:
        written = [move for move in moves if move["kind"] == "handoff" or move["how"] in ("explicit", "stated")]
        automatic = [move for move in moves if move not in written]
        self.moves = [dict(move) for move in written or automatic[-1:]]
        last = ""
        for move in self.moves:  # a handoff is about the work at hand when it was written
            move["key"] = _key(move["task"]) if move["kind"] == "checkpoint" else last
            last = move["key"]

    def tasks(self) -> list[str]:
        """The pieces of work, the one of the newest checkpoint first."""
        keys = [move["key"] for move in reversed(self.moves)]
        return list(dict.fromkeys(keys))

    def open(self, key: str, part: str) -> list[str]:
        """The items of a part that hold: those of the last naming, unless a later `done` closed them."""
        own = [number for number, move in enumerate(self.moves) if move["key"] == key]
        naming = [number for number in own if self.moves[number][part]]
        ends = [number for number in own if self._ends(number)]
        if not naming or (ends and ends[-1] > naming[-1]):
            return []
        later = self.moves[naming[-1] :]
        closed = {item for move in later for item in move["done"]}
        return [item for item in self.moves[naming[-1]][part] if item not in closed]

    def state(self, key: str) -> str:
        own = [number for number, move in enumerate(self.moves) if move["key"] == key]
        ends = [number for number in own if self._ends(number)]
        saying = [number for number in own if self.moves[number]["state"] and number >= (ends or [0])[-1]]
        return self.moves[saying[-1]]["state"] if saying else ""

    def _ends(self, number: int) -> bool:
        return self.moves[number]["kind"] == "checkpoint" and self.moves[number]["status"] == "done"


@given(moves=MOVES)
def test_the_fold_is_what_the_rules_say(make: Any, moves: list[dict[str, Any]]) -> None:
    work = fold_checkpoints(list(reversed(_records(moves, make))))
    model = Model(moves)
    assert [_key(task.name) for task in work.tasks] == model.tasks()
    for task in work.tasks:
        key = _key(task.name)
        assert [step.text for step in task.steps] == model.open(key, "next")
        assert [blocker.text for blocker in task.blockers] == model.open(key, "blockers")
        assert (task.state.text if task.state else "") == model.state(key)


@given(moves=MOVES)
def test_an_automatic_checkpoint_changes_nothing_that_was_written(make: Any, moves: list[dict[str, Any]]) -> None:
    records = _records(moves, make)
    written = [record for record in records if record.origin.how in ("explicit", "stated")]
    with_all, without = (fold_checkpoints(list(reversed(some))) for some in (records, written))
    if written:
        assert [_told(task) for task in with_all.tasks] == [_told(task) for task in without.tasks]


def _told(task: Any) -> tuple[object, ...]:
    return task.name, task.state, task.steps, task.blockers, task.tried, task.decided


def test_a_step_is_found_by_a_part_of_it_and_exactly_first(make: Any) -> None:
    one = make(1, "checkpoint", "Retry", next=["write tests", "tests", "docs"]).record
    work = fold_checkpoints([one])
    assert [said.text for said in work.find_open("Tests.")] == ["tests"]
    assert [said.text for said in work.find_open("doc")] == ["docs"]
    assert len(work.find_open("t")) == 2
    assert work.find_open("nothing of it") == work.find_open("") == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Retry webhooks", "Retry webhooks"), ("retry the webhooks of the shop", "Retry webhooks"),
        ("SHOP-1 payments", "Retry webhooks"), ("rotate the signing key", ""), ("webhooks", ""),
    ],
)  # fmt: skip
def test_which_work_a_task_means(make: Any, asked: str, found: str) -> None:
    other = make(1, "checkpoint", "Port the CLI tests").record
    one = make(2, "checkpoint", "Retry webhooks", fields={"goal": "SHOP-1 payments"}).record
    task = fold_checkpoints([one, other]).find_task(asked)
    assert (task.name if task else "") == found
