"""What was done can be taken back, step by step, to where it began; and what others did meanwhile stays."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.sweeps import share

from backstory.api import Memory
from backstory.memory.kernel.operations import SESSION
from backstory.memory.kernel.writer import move_record
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft

Opened = Callable[..., Memory]


def state(m: Memory) -> list[tuple[Any, ...]]:
    """Everything that the commands can change, by id."""
    rows = m.reopened().fresh().rows(include_retracted=True, include_hidden=True)
    return sorted(
        (r.record.id, r.record.scope, r.record.tier, r.record.status, r.record.tags, r.record.links) for r in rows
    )


def files(m: Memory) -> dict[str, bytes]:
    found = [f.path for store in m.stores.values() for f in store.files()]
    return {path: Path(path).read_bytes() for path in found}


OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["remember", "checkpoint", "tag", "untag", "tier", "retract", "link", "rewrite", "pin"]),
        st.integers(0, 5),
        st.sampled_from(["a", "b", "tier:pinned"]),
    ),
    max_size=7,
)  # fmt: skip


def do(m: Memory, what: str, which: int, word: str) -> None:
    rows = sorted(m.reopened().fresh().rows(include_retracted=True), key=lambda r: r.record.id)
    ref = rows[which % len(rows)].record.id
    other = rows[(which + 1) % len(rows)].record.id
    m = m.reopened()
    if what == "remember":
        m.remember(Draft(kind="fact", title=f"fact {word} {len(rows)}", tags=[word]))
    elif what == "checkpoint":
        m.checkpoint(f"work {len(rows)}")
    elif what == "tag":
        m.edit(ref, add_tags=[word])
    elif what == "untag":
        m.edit(ref, remove_tags=[word, "first"])
    elif what == "tier":
        m.edit(ref, tier="off-context")
    elif what == "retract":
        m.retract(ref)
    elif what == "rewrite":
        current = [row for row in rows if not row.superseded_by]  # of others the newer one is rewritten
        m.rewrite(current[which % len(current)].record.id, title=f"better {len(rows)}")
    elif what == "pin":
        m.pin_file("src/pool.py", f"look here {len(rows)}")
    elif ref != other:
        m.edit(ref, add_links=[("relates_to", other)])


@pytest.mark.slow
@given(steps=OPERATIONS)
@settings(max_examples=share(15, 100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undoing_everything_is_the_beginning(opened: Opened, steps: list[tuple[str, int, str]]) -> None:
    m = opened()
    for title in ("one", "two"):
        m.remember(Draft(kind="fact", title=f"{title} {os.urandom(4).hex()}", tags=["first"]))
    before, standing = state(m), len(_standing(m))
    for what, which, word in steps:
        do(m, what, which, word)
    while len(_standing(m)) > standing:
        m.reopened().undo()
    assert state(m) == before


def _operations(m: Memory) -> list[Any]:
    return [e for e in m.journal.read("operations").events if e.data.get("verb") != "undo"]


def _standing(m: Memory) -> list[Any]:
    gone = {str(e.data.get("undoes")) for e in m.journal.read("operations").events}
    return [e for e in _operations(m) if e.id not in gone]


def test_nothing_to_undo_is_an_error_with_a_hint(opened: Opened) -> None:
    with pytest.raises(BackstoryError) as caught:
        opened().undo()
    assert caught.value.hint


def test_undo_takes_only_its_own_tags_away(opened: Opened) -> None:
    m = opened()
    ident = m.remember(Draft(kind="fact", title="one", tags=["old"])).record.id
    m.edit(ident, add_tags=["mine"])
    (path,) = [p for p in files(m) if "one" in p]
    Path(path).write_text(Path(path).read_text().replace("tags: [old, mine]", "tags: [old, mine, theirs]"))
    m.reopened().undo()
    assert m.reopened().get(ident).record.tags == ("old", "theirs")


def test_a_change_that_changes_nothing_is_no_operation(opened: Opened) -> None:
    m = opened()
    ident = m.remember(Draft(kind="fact", title="one", tags=["a"], tier="reference")).record.id
    before = files(m)
    count = len(_operations(m))
    m.edit(ident, add_tags=["a"], tier="reference", remove_tags=["nothing"])
    assert files(m) == before
    assert len(_operations(m)) == count


def test_undo_finds_a_file_that_was_renamed_by_hand(opened: Opened) -> None:
    m = opened()
    done = m.remember(Draft(kind="fact", title="one"))
    m.edit(done.record.id, tier="pinned")
    os.rename(done.path, Path(done.path).with_name("2026-11-20-renamed-aaaaaaaa.md"))
    assert m.reopened().undo().verb == "edit"
    assert m.reopened().get(done.record.id).record.tier == "reference"
    m.reopened().undo()
    assert [r for r in m.reopened().fresh().rows() if r.record.id == done.record.id] == []


def test_a_record_that_was_deleted_by_hand_stands_in_nobody_s_way(opened: Opened) -> None:
    m = opened()
    m.remember(Draft(kind="fact", title="one"))
    two = m.remember(Draft(kind="fact", title="two"))
    os.unlink(two.path)
    assert m.reopened().undo().titles == ("one",)
    with pytest.raises(BackstoryError, match="nothing to undo"):
        m.reopened().undo()


def test_a_record_of_the_team_that_is_not_here_is_named(opened: Opened) -> None:
    m = opened()
    m.remember(Draft(kind="fact", title="one"))
    two = m.remember(Draft(kind="fact", title="two"), scope="team")
    os.unlink(two.path)
    with pytest.raises(BackstoryError, match="not in this working tree"):
        m.reopened().undo()


def test_what_is_undone_lies_in_the_trash(opened: Opened) -> None:
    m = opened()
    path = Path(m.remember(Draft(kind="fact", title="one")).path)
    text = path.read_bytes()
    m.undo()
    assert not path.exists()
    assert [p.read_bytes() for p in Path(m.project.private).rglob("trash/**/*.md")] == [text]


@pytest.mark.parametrize("is_absolute", [False, True], ids=["as it is", "of an earlier version"])
def test_the_log_says_where_a_record_lies_below_its_folder(opened: Opened, is_absolute: bool) -> None:
    m = opened()
    kept = m.remember(Draft(kind="fact", title="otters hold hands"))
    (event,) = (e for e in m.journal.read(SESSION).events if e.data.get("verb") == "remember")
    (entry,) = event.data["records"]
    assert entry["path"] == os.path.relpath(kept.path, m.stores["private"].folder)
    if is_absolute:
        (log,) = Path(m.journal.folder).glob("*/operations.jsonl")
        log.unlink()
        records = [{**entry, "path": kept.path}]
        m.journal.append(structs.replace(event, data={**event.data, "records": records}), stream=SESSION)

    m.reopened().undo()

    assert not os.path.exists(kept.path) and state(m) == []


def test_undo_of_a_move_moves_once(opened: Opened) -> None:
    m = opened()
    m.remember(Draft(kind="fact", title="one"))
    two = m.remember(Draft(kind="fact", title="two"))
    move_record(m, two.record.id, "team")
    assert m.reopened().undo().verb == "share"
    assert m.reopened().get(two.record.id).record.scope == "private"
    assert m.reopened().undo().titles == ("two",), "the command before"
    assert m.reopened().undo().titles == ("one",)
