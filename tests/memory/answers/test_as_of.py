"""The memory as it stood: at a date, a commit, a snapshot."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.model.dates import format_timestamp
from backstory.model.errors import Invalid, NotFound
from backstory.model.record import Anchor, Draft, Link

DAY = 86_400
START = 1_750_000_000 // DAY * DAY + 12 * 3600  # noon of a day
Opened = Callable[..., Memory]


def on(m: Memory, day: int) -> Memory:
    """The same memory with its clock on a day, counted from the start."""
    again = m.reopened()
    again.now = lambda: float(START + day * DAY)
    return again


def date(day: int) -> str:
    return format_timestamp(START + day * DAY)[:10]


def commit(repo: Path, day: int, message: str = "work") -> str:
    when = f"{START + day * DAY} +0000"
    environ = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": os.devnull,
               "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when}  # fmt: skip
    for words in (("add", "-A"), ("commit", "-qm", message, "--allow-empty")):
        subprocess.run(["git", "-C", str(repo), *words], check=True, env=environ, capture_output=True)
    ran = subprocess.run(["git", "-C", str(repo), "rev-parse", "HEAD"], check=True, env=environ, capture_output=True)
    return ran.stdout.decode().strip()


def titles(m: Memory) -> list[str]:
    """Current records, as a list shows them."""
    return sorted(r.record.title for r in m.fresh().rows() if not r.superseded_by)


def test_what_was_made_later_is_absent(opened: Opened) -> None:
    m = opened()
    for day in range(3):
        on(m, day).remember(Draft(kind="fact", title=f"fact of day {day}"))
    now = on(m, 9)
    assert titles(now.at(date(0))) == ["fact of day 0"]
    assert titles(now.at(date(1))) == ["fact of day 0", "fact of day 1"]
    assert titles(now.at(date(-1))) == []
    assert titles(now.at("2050-01-01")) == titles(now) == [f"fact of day {day}" for day in range(3)]
    assert titles(now.at("8d")) == ["fact of day 0", "fact of day 1"]
    assert titles(now.at(format_timestamp(START + DAY - 1))) == ["fact of day 0"]
    with pytest.raises(NotFound):
        now.at(date(0)).get(now.query("fact of day 2")[0].record.id)


def test_what_was_superseded_later_is_current_again(opened: Opened) -> None:
    m = opened()
    old = on(m, 0).remember(Draft(kind="decision", title="use asyncpg")).record
    new = on(m, 2).remember(Draft(kind="decision", title="use psycopg", links=[Link("supersedes", old.id)])).record
    now = on(m, 5)
    assert titles(now) == ["use psycopg"]
    assert titles(now.at(date(1))) == ["use asyncpg"]
    assert now.at(date(1)).get(old.id).superseded_by == ()
    assert now.at(date(2)).get(old.id).superseded_by == (new.id,)
    assert [h.row.record.title for h in now.at(date(1)).recall("use which driver asyncpg")] == ["use asyncpg"]
    assert [r.record.title for r in now.at(date(1)).query("kind:decision")] == ["use asyncpg"]


def test_metadata_is_that_of_then(opened: Opened) -> None:
    m = opened()
    record = on(m, 0).remember(Draft(kind="decision", title="use asyncpg", tags=["db"])).record
    other = on(m, 0).remember(Draft(kind="decision", title="use psycopg")).record
    on(m, 2).edit(record.id, tier="pinned", tags=["db", "later"])
    on(m, 3).edit(other.id, add_links=[("supersedes", record.id)])
    on(m, 4).retract(other.id)
    now = on(m, 9)
    assert (now.get(record.id).record.tier, now.get(record.id).record.tags) == ("pinned", ("db", "later"))
    then = now.at(date(1)).get(record.id)
    assert (then.record.tier, then.record.tags, then.superseded_by) == ("reference", ("db",), ())
    assert now.at(date(2)).get(record.id).record.tier == "pinned"
    assert now.at(date(3)).get(record.id).superseded_by == (other.id,)  # the link came later than the record
    assert now.at(date(3)).get(other.id).record.status == "active"
    assert now.at(date(4)).get(other.id).record.status == "retracted"
    assert [r.record.id for r in now.at(date(1)).query("tag:later")] == []
    assert [r.record.id for r in now.query("tag:later")] == [record.id]


def test_what_was_undone_later_still_stood(opened: Opened) -> None:
    m = opened()
    record = on(m, 0).remember(Draft(kind="fact", title="the sky is green")).record
    on(m, 1).retract(record.id)
    on(m, 3).undo()
    now = on(m, 5)
    assert titles(now) == ["the sky is green"]
    assert titles(now.at(date(2))) == []
    assert titles(now.at(date(0))) == ["the sky is green"]


def test_of_a_commit_its_own_tree_is_read(opened: Opened, repo: Path) -> None:
    m = opened()
    one = on(m, 0).remember(Draft(kind="decision", title="first of the team"), scope="team").record
    private = on(m, 0).remember(Draft(kind="fact", title="private of day 0")).record
    first = commit(repo, 1)
    two = on(m, 2).remember(Draft(kind="decision", title="second of the team"), scope="team").record
    on(m, 2).edit(one.id, tags=["changed"])
    on(m, 2).remember(Draft(kind="fact", title="private of day 2"))
    commit(repo, 3)
    m.stores["team"].remove(on(m, 4).get(one.id).path)  # gone from the tree, still in the history
    commit(repo, 4)
    now = on(m, 9)
    assert titles(now) == ["private of day 0", "private of day 2", "second of the team"]
    then = now.at(first[:10])
    assert titles(then) == ["first of the team", "private of day 0"]
    assert then.get(one.id).record.tags == ()
    assert then.get(private.id).record.scope == "private"
    assert then.past is not None
    assert then.past.label == f"at commit {first[:10]}"
    assert then.head[0] == first
    with pytest.raises(NotFound):
        then.get(two.id)
    assert titles(now.at("HEAD~1")) == [
        "first of the team", "private of day 0", "private of day 2", "second of the team",
    ]  # fmt: skip
    assert now.at("HEAD~1").get(one.id).record.tags == ("changed",)
    assert titles(now.at(date(2))) == [
        "private of day 0",
        "private of day 2",
        "second of the team",
    ]  # a date has no tree


def test_snapshots(opened: Opened) -> None:
    m = opened()
    on(m, 0).remember(Draft(kind="fact", title="before"))
    taken = on(m, 1).snapshot("first goal")
    on(m, 2).remember(Draft(kind="fact", title="after"))
    on(m, 3).snapshot("second goal")
    now = on(m, 9)
    for name in (taken.id, taken.id[-8:].lower()):
        then = now.at(name)
        assert titles(then) == ["before"]
        assert then.snapshots.latest_with_goal().goal == "first goal"  # type: ignore[union-attr]
    assert titles(now.at("latest")) == ["after", "before"]


def test_a_brief_of_then(opened: Opened, repo: Path) -> None:
    m = opened()
    text = "the pool holds ten connections"
    on(m, 0).remember(Draft(kind="decision", title=text, anchors=[Anchor("src/pool.py")]))
    on(m, 1).snapshot("tune the pool")
    on(m, 2).remember(Draft(kind="decision", title="the pool is gone"))
    on(m, 3).snapshot("remove the pool")
    (repo / "src" / "pool.py").unlink()
    (repo / "wild.txt").write_text("not there then")
    now = on(m, 9)
    then = now.brief(as_of=date(1)).text
    assert text in then  # whether the code had gone by then is not known
    assert "tune the pool" in then
    assert f"on {date(1)}" in then
    for later in ("the pool is gone", "remove the pool", "wild.txt"):
        assert later not in then
    assert "the pool is gone" in now.brief().text


def test_nothing_is_written(opened: Opened) -> None:
    m = opened()
    on(m, 0).remember(Draft(kind="fact", title="one"))
    now = on(m, 9)
    now.fresh()
    before = {p: p.stat().st_mtime_ns for p in Path(m.project.private).rglob("*") if p.is_file()}
    then = now.at(date(0))
    then.recall("one")
    then.query("kind:fact")
    after = {p: p.stat().st_mtime_ns for p in Path(m.project.private).rglob("*") if p.is_file()}
    assert after == before


@pytest.mark.parametrize("when", ["", "never", "-p", "--all", "HEAD~500", "2025-13-01", "two words", "\x00", "snap-"])
def test_what_is_no_moment_is_refused(opened: Opened, when: str) -> None:
    with pytest.raises((Invalid, NotFound)) as caught:
        opened().at(when)
    assert caught.value.hint
