"""What of the talk was overturned, as a brief notes it in the index."""

from typing import Any

from backstory.base.path_codec import encode_path
from backstory.index.build import Index
from backstory.index.overturned import read_overturned_key, write_overturned
from backstory.index.passages import Cut, Kept, PassageRow, SessionRow, write_sessions
from backstory.model.overturned import OverturnedStatement

SESSION = SessionRow("2026-11/s1.json", "1", "claude-code", "s1", "main", "", "2026-11-20T03:00:00Z")
MADE = [f"2026-11-20T0{hour}:00:00Z" for hour in range(3)]
ROWS = [
    OverturnedStatement(MADE[0], "Keep 14 days.", 5, 7, "30", "30 then.", MADE[1], True),
    OverturnedStatement(MADE[1], "Sort by name.", -1, -1, "", "By date.", MADE[2], False),
]


def noted(index: Index) -> list[str]:
    query = "SELECT sentence FROM overturned ORDER BY rowid"
    return index.run(lambda con: [row[0] for row in con.execute(query)])


def put(index: Index, *texts: str, kept: tuple[Kept, ...] = (), state: str = "1") -> None:
    passages = [PassageRow("user", MADE[turn], turn, text) for turn, text in enumerate(texts) if text]
    cut = Cut(SESSION._replace(state=state), passages, kept, former="1")
    assert write_sessions(index, [cut], [], state, 100)


def test_the_statements_of_a_tree_are_replaced(world: Any) -> None:
    index = world.fresh()
    assert read_overturned_key(index) == ""
    write_overturned(index, ROWS, "a")
    assert noted(index) == ["Keep 14 days.", "Sort by name."] and read_overturned_key(index) == "a"
    write_overturned(index, [ROWS[1], ROWS[0]._replace(replied="")], "b")
    assert noted(index) == ["Sort by name."] and read_overturned_key(index) == "b"


def test_each_tree_has_its_own(world: Any) -> None:
    index = world.fresh()
    write_overturned(index, ROWS, "a")
    with Index.open(index.path, tree=index.tree + "-other") as other:
        assert read_overturned_key(other) == ""
        write_overturned(other, ROWS[:1], "b")
    assert read_overturned_key(index) == "a" and len(noted(index)) == 3


def test_a_statement_goes_with_its_words_and_with_those_that_overturned_it(world: Any) -> None:
    index = world.fresh()
    put(index, "Keep 14 days.", "30 then. Sort by name.", "By date.")
    write_overturned(index, ROWS, "a")
    put(index, "Keep 14 days.", "30 then. Sort by name.", "", kept=(Kept(0, 1, 0),), state="2")
    assert noted(index) == ["Keep 14 days."], "the turn that overturned the other one is gone"
    assert read_overturned_key(index) == "", "the next brief writes them again"
    write_sessions(index, [], [SESSION.file], "3", 100)
    assert noted(index) == []


def test_a_tree_that_is_gone_leaves_nothing(world: Any) -> None:
    world.add("one", scope="team")
    index = world.fresh()
    gone = encode_path(index.tree + "-gone")
    index._db.con.execute("INSERT INTO tree VALUES (?, 0, 0, '', '')", (gone,))
    index._db.con.execute("INSERT INTO overturned VALUES (?, '', 'x', -1, -1, '', '', '', 1)", (gone,))
    world.add("two", scope="team")
    world.refresh(index)
    assert noted(index) == []
