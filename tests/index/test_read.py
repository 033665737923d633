"""Rows, one record by its id, edges and tags."""

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from testing.indexed_stores import World

from backstory.base.fingerprint import SAME_HEAD
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.visibility import VISIBLE, View
from backstory.index.counts import count_records
from backstory.index.read import Edge, RowFilter
from backstory.index.record_counts import count_rows
from backstory.index.write import blob_id
from backstory.model.errors import Ambiguous, NotFound
from backstory.store.trust import note_own


def titles(index: Any, **more: Any) -> list[str]:
    return [row.record.title for row in index.rows(**more)]


def test_newest_first_and_filters(world: Any) -> None:
    world.add("old", kind="fact", made="2025-01-01T00:00:00Z", tags=("a", "b"), tier="pinned")
    world.add("mid", kind="decision", made="2025-06-01T00:00:00Z", tags=("a",), scope="team")
    world.add("new", kind="question", made="2026-01-01T00:00:00Z", status="answered")
    world.add("gone", kind="fact", made="2026-02-01T00:00:00Z", status="retracted")
    index = world.fresh()

    assert titles(index) == ["new", "mid", "old"]
    assert titles(index, limit=2) == ["new", "mid"]
    assert titles(index, kinds=("fact", "decision")) == ["mid", "old"]
    assert titles(index, tiers=("pinned",)) == ["old"]
    assert titles(index, tags=("a",)) == ["mid", "old"]
    assert titles(index, tags=("a", "b")) == ["old"]
    assert titles(index, scopes=("team",)) == ["mid"]
    assert titles(index, statuses=("answered",)) == ["new"]
    assert titles(index, statuses=("retracted",)) == ["gone"]
    assert titles(index, since="2025-06-01") == ["new", "mid"]
    assert titles(index, include_retracted=True) == ["gone", "new", "mid", "old"]
    assert titles(index, kinds=("' OR 1 --",)) == []


def test_one_row_per_id_team_before_private(world: Any) -> None:
    record = world.add("shared", scope="team")
    world.stores["private"].add(record)
    index = world.fresh()
    note_own(str(world.private), [f"{record.id} {blob_id(Path(world.path_of(record)).read_bytes())}"])
    index.judge(str(world.private))

    assert [row.record.scope for row in index.rows()] == ["team"]
    assert index.get(record.id).record.scope == "team"
    assert count_records(index)["total"] == 1
    os.unlink(world.stores["team"].path_of(record))
    world.refresh(index)
    assert [row.record.scope for row in index.rows()] == ["private"]


def test_a_foreign_record_neither_stands_for_a_trusted_one_nor_replaces_it(world: Any) -> None:
    mine = world.add("mine")
    world.stores["team"].add(msgspec.structs.replace(mine, title="theirs", scope="team"))
    world.add("replaces it", scope="team", links=[("supersedes", mine.id)])
    other = world.add("foreign too", scope="team")
    world.add("replaces what is foreign too", scope="team", links=[("supersedes", other.id)])
    index = world.fresh()

    assert index.get(mine.id).record.title == "mine"
    assert not index.get(mine.id).superseded_by
    assert index.get(other.id).superseded_by
    assert [
        h.title
        for h in find_relevant(index._db.con, View(encode_path(index.tree)), f"tell me about {mine.id}")
        if h.id == mine.id
    ] == ["mine"]


def test_superseded_by_visible_records_that_are_not_retracted(world: Any) -> None:
    old = world.add("old")
    new = world.add("new", links=(("supersedes", old.id),))
    other = world.add("other", links=(("supersedes", old.short),))
    index = world.fresh()

    assert index.get(old.id).superseded_by == tuple(sorted((new.id, other.id)))
    assert titles(index, include_superseded=False) == ["other", "new"]
    index.hide([other.id])
    world.stores["private"].change(world.path_of(new), {"status": "retracted"})
    world.refresh(index)
    assert index.get(old.id).superseded_by == ()
    assert titles(index, include_superseded=False) == ["old"]


def test_what_a_retracted_record_replaced_stays_replaced_while_its_successor_holds(world: Any) -> None:
    first = world.add("first walrus")
    second = world.add("second walrus", links=(("supersedes", first.id),))
    third = world.add("third walrus", links=(("supersedes", second.id),))
    fourth = world.add("fourth walrus", links=(("supersedes", third.id),))
    index = world.fresh()

    def shown() -> list[str]:
        query = f"SELECT c.title FROM presence p JOIN content c ON c.doc = p.doc WHERE {VISIBLE[SAME_HEAD]}"
        return [str(title) for (title,) in index._db.con.execute(query, (encode_path(index.tree),))]

    for middle in (second, third):
        world.stores["private"].change(world.path_of(middle), {"status": "retracted"})
        world.refresh(index)
        assert index.get(first.id).superseded_by == (fourth.id if middle is third else third.id,)
        assert titles(index, include_superseded=False) == shown() == ["fourth walrus"]
    world.stores["private"].change(world.path_of(fourth), {"status": "retracted"})
    world.refresh(index)
    assert index.get(first.id).superseded_by == ()
    assert titles(index, include_superseded=False) == shown() == ["first walrus"]


def test_a_circle_of_retracted_records_hides_nothing(world: Any) -> None:
    one = world.add("one")
    two = world.add("two", links=(("supersedes", one.id),), status="retracted")
    world.add("three", links=(("supersedes", two.id),), status="retracted", id="01HXB2K0QQ0000000000ABCDEF")
    world.stores["private"].change(world.path_of(two), {"links": [f"supersedes {one.id}", "supersedes ABCDEF"]})
    index = world.fresh()
    assert index.get(one.id).superseded_by == ()
    assert titles(index, include_superseded=False) == ["one"]


def test_get_by_whole_id_beginning_end_and_path(world: Any) -> None:
    record = world.add("one", id="01HXB2K0QQ0000000000ABCDEF")
    world.add("two", id="01HXB2ZZZZ0000000000GHJKMN")
    index = world.fresh()

    for ref in (
        record.id, record.id.lower(), "01hxb2k0", "o1hxb2ko", "abcdef", "ABCDEF", " abcdef ", "oooooooabcdef",
        index.get(record.id).path, os.path.relpath(index.get(record.id).path),
    ):  # fmt: skip
        assert index.get(ref).record == record, ref


def test_ambiguous_names_the_candidates(world: Any) -> None:
    one = world.add("first thing", id="01HXB2K0QQ0000000000ABCDEF")
    two = world.add("second thing", id="01HXB2K0QQ0000000000GHJKMN")
    index = world.fresh()

    with pytest.raises(Ambiguous) as caught:
        index.get("01HXB2")

    assert one.short in caught.value.message
    assert "second thing" in caught.value.message
    assert f"backstory show {two.short}" in caught.value.hint


def test_ambiguous_ends_are_told_apart_by_whole_ids(world: Any) -> None:
    world.add("first", id="01HXB2K0QQ0000000000ABCDEF")
    world.add("second", id="01HXB2K0ZZ0000000000ABCDEF")

    with pytest.raises(Ambiguous) as caught:
        world.fresh().get("00abcdef")

    assert "01HXB2K0QQ0000000000ABCDEF" in caught.value.message


def test_not_found_hints_at_the_nearest(world: Any) -> None:
    record = world.add("one", id="01HXB2K0QQ0000000000ABCDEF")
    index = world.fresh()

    with pytest.raises(NotFound) as caught:
        index.get("00abcdez")

    assert f"backstory show {record.short}" in caught.value.hint


@pytest.mark.parametrize(
    "ref", ["", "abc", "zzzz", "no such words", "01HXB2K0QQ0000000000ABCDEFGH", "x/y.md", "*", "%_%_", "\0", "'"]
)
def test_what_names_nothing(world: Any, ref: str) -> None:
    world.add("one")

    with pytest.raises(NotFound) as caught:
        world.fresh().get(ref)

    assert "backstory" in caught.value.hint


def test_links_and_tags(world: Any) -> None:
    one = world.add("one", tags=("a", "b"))
    two = world.add(
        "two", tags=("a",), links=(("depends_on", one.id.lower()), ("relates_to", "01HXB2K0QQ0000000000ABCDEF"))
    )
    world.add("three", tags=("a",), status="retracted")
    index = world.fresh()

    assert index.links() == [
        Edge(two.id, "depends_on", one.id), Edge(two.id, "relates_to", "01HXB2K0QQ0000000000ABCDEF"),
    ]  # fmt: skip
    assert list(index.tags().items()) == [("a", 2), ("b", 1)]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["team", "private"]), st.booleans()), max_size=14),
    st.integers(1, 6),
    st.booleans(),
)
def test_a_limit_gives_the_beginning_and_the_count_the_whole(
    drawn: list[tuple[int, str, bool]], limit: int, superseded: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        last = ""
        for day, scope, supersedes in drawn:
            links = (("supersedes", last),) if supersedes and last else ()
            last = world.add("title", scope=scope, made=f"2026-11-{1 + day:02d}T00:00:00Z", links=links).id
        index = world.fresh()
        everything = index.rows(include_superseded=superseded)
        some = index.rows(include_superseded=superseded, limit=limit)
        counted = index.run(lambda con: count_rows(con, encode_path(index.tree), RowFilter(superseded=superseded)))

    assert some == everything[:limit]
    assert counted == len(everything)


@given(st.lists(st.tuples(st.sampled_from(["team", "private"]), st.booleans(), st.booleans()), max_size=10))
def test_a_record_with_several_files_counts_once(drawn: list[tuple[str, bool, bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        last = ""
        for scope, is_copied, supersedes in drawn:
            links = (("supersedes", last),) if supersedes and last else ()
            record = world.add("title", scope=scope, links=links)
            if is_copied:
                world.stores["private" if scope == "team" else "team"].add(record)
            last = record.id
        index = world.fresh()
        everything, standing = index.rows(), index.rows(include_superseded=False)
        counts = count_records(index)
        counted = index.run(lambda con: count_rows(con, encode_path(index.tree), RowFilter(superseded=False)))

    assert counts["total"] == counted == len(standing)
    assert counts["superseded"] == len(everything) - len(standing)
    assert counts["tokens"] == sum(row.tokens for row in standing)
    assert sum(counts["scopes"].values()) == len(standing)
