"""A session that goes on, loses turns and is ended elsewhere: its passages are those of an index that is built anew."""

import random
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.memory.conftest import git
from tests.memory.kernel.test_passages import Opened, find, keep

from backstory.api import Memory
from backstory.index import passages
from backstory.index.passages import Cut, Kept, PassageRow, SessionRow, put_session, write_sessions
from backstory.memory.kernel.passage_cutting import DIGITS, _find_kept
from backstory.memory.upkeep.retention import tidy_files
from backstory.model.session import Answer, CommandRun, Prompt

ROW = SessionRow("20261120T100000Z.claude-code.s1.json", "1:2:3:0", "claude-code", "s1", "main", "", "2026-11-20")


def rows(memory: Memory) -> list[tuple[Any, ...]]:
    """The passages of all sessions in the order of their numbers, and that the full text has them and no others."""
    query = "SELECT s.id, p.role, p.made, p.turn, p.text, p.crc FROM passage p JOIN session s USING (session)"

    def run(con: apsw.Connection) -> list[tuple[Any, ...]]:
        listed = con.execute("SELECT rowid FROM passage_fts ORDER BY 1").fetchall()
        assert listed == con.execute("SELECT passage FROM passage ORDER BY 1").fetchall()
        return con.execute(f"{query} ORDER BY p.passage").fetchall()

    return memory.fresh().run(run)


def test_every_state_of_a_session_gives_the_passages_of_an_index_built_anew(opened: Opened) -> None:
    draw = random.Random(7)
    prompts: list[Prompt] = []
    answers: list[Answer] = []
    commands: list[CommandRun] = []
    for step in range(1, 25):
        line = 10 * step
        prompts.append(Prompt(f"Move the counter number {step} out of the cache today.", line=line))
        answers.append(Answer(f"Counter {step} is moved. It took a lock of its own.", line=line + 2))
        name = draw.choice(("a", "b", "c"))
        commands.append(CommandRun(f"pytest tests/{name}", "test", summary=f"{step} passed", line=line + 1))
        if draw.random() < 0.4:
            del answers[draw.randrange(len(answers))]
        if draw.random() < 0.1:
            place = draw.randrange(len(prompts))
            prompts[place] = Prompt(f"Say it in other words, for the {step} th time.", line=prompts[place].line)
        ended = f"2026-{11 + step // 20:02}-20T10:{step:02}:00Z"
        keep(opened(), "s1", prompts=tuple(prompts), answers=tuple(answers), commands=tuple(commands), ended=ended)
        if step % 3:
            continue
        grown = rows(opened())
        memory = opened()
        memory.index.rebuild(memory.stores, memory.gate)
        assert grown == rows(opened())


def test_the_turns_that_stay_are_not_written_again(opened: Opened) -> None:
    prompts = [Prompt(f"The counter number {n} moves out of the cache today.", line=n) for n in range(1, 41)]
    keep(opened(), "s1", prompts=tuple(prompts))
    numbers = "SELECT passage FROM passage ORDER BY 1"
    before = opened().fresh().run(lambda con: con.execute(numbers).fetchall())
    more = Prompt("And one more word about the counter.", line=99)
    keep(opened(), "s1", prompts=(*prompts, more), ended="2026-11-20T11:00:00Z")
    after = opened().fresh().run(lambda con: con.execute(numbers).fetchall())
    assert len(before) == 40
    assert after[:40] == before
    assert len(after) == 41


def test_another_process_that_wrote_the_session_meanwhile_is_not_overwritten(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt("The first word about the counter.", line=1),))
    memory = opened()
    index = memory.fresh()
    stale = Cut(ROW, [PassageRow("user", "", 1, "A second word")], [Kept(0, 0, 0)], former="another state")
    assert not write_sessions(index, [stale], (), "a state", 100)
    assert find(opened(), "first word counter") == ["The first word about the counter."]


def test_of_more_sessions_than_are_searched_the_oldest_go(opened: Opened) -> None:
    for day in range(10, 15):
        keep(
            opened(),
            f"s{day}",
            prompts=(Prompt(f"Day {day} of the counter.", line=1),),
            ended=f"2026-11-{day}T10:00:00Z",
        )
    memory = opened()
    index = memory.fresh()
    assert write_sessions(index, (), (), "a state", 2)
    left = index.run(lambda con: con.execute("SELECT id FROM session ORDER BY id").fetchall())
    assert left == [("s13",), ("s14",)]


def test_a_session_is_shown_by_its_own_branch_when_another_one_has_just_been_written(
    opened: Opened, repo: Path
) -> None:
    keep(opened(), "s1", prompts=(Prompt("The lamp of the hallway is green.", line=1),))
    opened().fresh()
    git(repo, "switch", "-qc", "feature")
    git(repo, "commit", "-qm", "more", "--allow-empty")
    keep(opened(), "s2", prompts=(Prompt("The lamp of the cellar is red.", line=1),))
    assert find(opened(), "lamp cellar red")
    git(repo, "switch", "-q", "main")
    keep(opened(), "s3", prompts=(Prompt("The lamp of the attic is blue.", line=1),))
    assert find(opened(), "lamp attic blue")[0].startswith("The lamp of the attic")
    assert not [text for text in find(opened(), "lamp cellar red") if "cellar" in text]


@given(
    st.lists(st.integers(0, 30), unique=True, max_size=20),
    st.sets(st.integers(0, 19)),
    st.lists(st.integers(31, 60), unique=True, max_size=6),
)
@settings(max_examples=60, deadline=None)
def test_kept_turns_with_new_ones_are_all_turns(old: list[int], gone: set[int], more: list[int]) -> None:
    con = apsw.Connection(":memory:")
    con.execute(
        "CREATE TABLE session (session INTEGER PRIMARY KEY, file, state, agent, id, branch, head, ended, parts);"
        "CREATE TABLE passage (passage INTEGER PRIMARY KEY, session, role, made, turn, text, crc, branch);"
        "CREATE TABLE overturned (tree, made, sentence, begin, end, value, reply, replied, sure);"
        "CREATE VIRTUAL TABLE passage_fts USING fts5(text, idents, content='', contentless_delete=1);"
    )
    new = [one for place, one in enumerate(old) if place not in gone] + more
    former, digests = ([f"{one:06x}" for one in turns] for turns in (old, new))
    put_session(con, ROW, [PassageRow("user", "", number, f"turn {one}") for number, one in enumerate(old)])
    kept, count = _find_kept(f"1:2:3:0 {''.join(former)}", "4:5:6:0", digests)
    fresh = [PassageRow("user", "", number, f"turn {one}") for number, one in enumerate(new) if number >= count]
    put_session(con, ROW, fresh, kept)
    stored = con.execute("SELECT turn, text FROM passage ORDER BY passage").fetchall()
    assert stored == [(number, f"turn {one}") for number, one in enumerate(new)]
    assert len("".join(digests)) == DIGITS * len(digests)
    assert count >= len(new) - len(more)


def count_pieces(memory: Memory, table: str) -> int:
    """The number of pieces that the full text is in, from the header of its structure: see FTS5's source."""
    block: bytes = memory.fresh().run(lambda con: con.execute(f"SELECT block FROM {table}_data WHERE id = 10").get)
    place = 4 if block[4:8] != bytes.fromhex("ff000001") else 8
    assert block[place + 1] < 128  # one byte each
    return block[place + 1]


def test_the_pieces_of_the_full_texts_are_merged_by_the_daily_tidying(opened: Opened) -> None:
    for number in range(3):
        said = (Prompt(f"Day {number} of the counter.", line=1),)
        keep(opened(), f"s{number}", prompts=said, ended=f"2026-11-2{number}T10:00:00Z")
        opened().fresh()
    memory = opened()
    assert count_pieces(memory, "passage_fts") == 3
    tidy_files(memory)
    assert count_pieces(memory, "passage_fts") == 1
    assert find(opened(), "day counter")


def test_many_passages_at_once_leave_one_piece(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(opened(), "s0", prompts=(Prompt("The first word about the counter.", line=1),))
    opened().fresh()
    monkeypatch.setattr(passages, "MERGE", 10)
    said = tuple(Prompt(f"Day {number} of the counter.", line=number) for number in range(1, 12))
    keep(opened(), "s1", prompts=said, ended="2026-11-21T10:00:00Z")
    assert count_pieces(opened(), "passage_fts") == 1
