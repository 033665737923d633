"""The same passages match whether they are ranked at once or only when there are too many."""

import apsw
import pytest

from backstory.base.passages import match_passages


@pytest.fixture
def con() -> apsw.Connection:
    con = apsw.Connection(":memory:")
    con.execute("CREATE VIRTUAL TABLE passage_fts USING fts5 (text, idents)")
    for number in range(1, 31):
        text = f"no longer {'pool ' * (number % 4)}{'queue ' * (number % 3 == 0)}step {number}"
        con.execute("INSERT INTO passage_fts (rowid, text, idents) VALUES (?, ?, '')", (number, text))
    return con


@pytest.mark.parametrize("match", ['"pool"', '"queue"', '"pool" OR "queue"', '("longer") AND ("pool")', '"zebra"'])
@pytest.mark.parametrize("limit", [1, 5, 10, 22, 23, 40])
def test_the_same_passages_match_in_the_same_order(con: apsw.Connection, match: str, limit: int) -> None:
    assert match_passages(con, match, limit, are_many=True) == match_passages(con, match, limit)
