"""A damaged index never puts an altered text into a model's context."""

import apsw
import pytest
from testing.hook_process import Project

from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.search import newest_time
from backstory.base.visibility import View
from backstory.hook import integrity
from backstory.hook.index_file import Stale
from backstory.hook.prompt import answer_prompt
from backstory.index import write
from backstory.model.record import Origin

ASKED = "how does the connection pool retry?"


@pytest.fixture
def one(project: Project) -> Project:
    """A project with one record about the pool; quotes in it, so that the file does not hold the title as it is."""
    project.add(
        'The connection pool: "retry" is bounded', "The connection pool retries thrice.",
        origin=Origin(author="Ada", agent="claude-code"),
    )  # fmt: skip
    project.indexed().close()
    return project


def answered(project: Project) -> str:
    con = apsw.Connection(project.path)
    try:
        return answer_prompt(con, str(project.root), ASKED, private=str(project.private))[0]
    finally:
        con.close(True)


def test_the_columns_are_those_of_the_checksum() -> None:
    assert integrity.COLUMNS == write.COLUMNS


def test_what_the_file_says_is_shown(one: Project) -> None:
    assert "bounded" in answered(one)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("title", 'The connection pool: "retry" is unbounded'),
        ("body", "The connection pool r%tries thrice."),
        ("body", "The connection pool"),  # part of what the file says
        ("made", "2026-11-03T01:00:00Z"),
        ("how", "stated"),
        ("kind", "fact"),
        ("status", "resolved"),
        ("rest", '{"origin": {"author": "Ada", "agent": "claude-code"}, "fields": {"outcome": "worked"}}'),
    ],
)
def test_what_it_does_not_say_is_not(one: Project, column: str, value: str) -> None:
    con = apsw.Connection(one.path)
    con.execute(f"UPDATE content SET {column} = ?", (value,))
    con.close(True)
    with pytest.raises(Stale):
        answered(one)


def test_a_text_that_the_gate_changed_is_checked_by_its_sum(project: Project) -> None:
    """The file holds a secret that the index does not: what is shown stands in no file."""
    record = project.add("The connection pool retry secret", "The connection pool retry uses KEY.")
    path = project.path_of(record)
    secret = "ghp_" + "Zq4n8Vb2Kx7Lm1Pw9Rt3Yc6Hd5Jf0Ga8Se2u"
    with open(path) as handle:
        text = handle.read()
    with open(path, "w") as handle:
        handle.write(text.replace("KEY", secret))
    project.indexed().close()
    text = answered(project)
    assert "REDACTED" in text and secret not in text
    con = apsw.Connection(project.path)
    hits = find_relevant(con, View(encode_path(str(project.root))), ASKED)
    assert integrity.is_intact(con, hits[0])
    con.execute("UPDATE content SET body = replace(body, 'uses', 'used')")
    con.close(True)
    with pytest.raises(Stale):
        answered(project)


def test_a_date_in_the_future_counts_as_now() -> None:
    past = "2020-01-01T00:00:00Z"
    assert newest_time([past, ""]) == past
    assert newest_time([]) == ""
    assert past < newest_time([past, "2150-01-01T00:00:00Z"]) < "2150"
