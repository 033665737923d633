"""A refresh by folders sees every file that came, went or was replaced, and leaves one that was edited in place."""

import os
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from testing.indexed_stores import World

from backstory.index.build import Index


def titles(index: Index) -> set[str]:
    return {row.record.title for row in index.rows()}


def edit_in_place(path: str, former: str, new: str) -> None:
    data = Path(path).read_bytes()
    with open(path, "r+b") as handle:
        handle.write(data.replace(former.encode(), new.encode()))
        handle.truncate()


def test_one_that_was_edited_in_place_waits_for_the_next_refresh(world: Any) -> None:
    one = world.add("one")
    index = world.fresh()
    edit_in_place(world.path_of(one), "one", "another one")

    assert world.refresh(index, by_folders=True).read == 0
    assert titles(index) == {"one"}
    assert world.refresh(index).read == 1
    assert titles(index) == {"another one"}


def test_a_new_index_is_filled(world: Any) -> None:
    for scope in ("team", "private", "user"):
        world.add(f"from {scope}", scope=scope)
    index = world.open()

    assert world.refresh(index, by_folders=True).read == 3
    assert len(titles(index)) == 3


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.tuples(st.sampled_from(("add", "remove", "replace")), st.booleans()), min_size=1, max_size=8))
def test_whatever_comes_and_goes_it_shows_what_a_whole_refresh_shows(
    steps: list[tuple[str, bool]], tmp_path_factory: Any
) -> None:
    world = World(tmp_path_factory.mktemp("world"))
    records = [world.add(f"first {number}", kind=kind) for number, kind in enumerate(("decision", "rule", "decision"))]
    index = world.fresh()
    for number, (step, is_refreshed) in enumerate(steps):
        if step == "add" or not records:
            records.append(world.add(f"new {number}", scope=("private", "team", "user")[number % 3]))
        elif step == "remove":
            os.unlink(world.path_of(records.pop(0)))
        else:
            path = world.path_of(records[-1])
            Path(f"{path}.new").write_bytes(Path(path).read_bytes() + b"\nMore of it.\n")
            os.replace(f"{path}.new", path)
        if is_refreshed:
            world.refresh(index, by_folders=True)
    world.refresh(index, by_folders=True)
    shown = index.digest(words=True)
    assert world.refresh(index).read == 0
    assert index.digest(words=True) == shown
