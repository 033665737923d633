"""Statements about now in the words of a session carry what replaced them since."""

import pytest
from tests.recall.quotes.test_quotes import talk

from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.content import Note
from backstory.recall.work.now_section import Statement
from backstory.recall.work.uttered_notes import mark_changed_words

ROWS = (
    ("user", "Please sort the guests by table."),
    ("answer", "Guests are sorted by table, in `guests.sql`."),
    ("user", "The waiters lost the list, sort the guests by name."),
    ("answer", "Guests are sorted by name now, in `guests.sql`."),
)
SINCE = " [may have changed since: Guests are sorted by name now, in `guests.sql`.]"


@pytest.mark.parametrize(
    ("label", "session", "row", "is_marked"),
    [
        ("last session ended with", "s1", 1, True),
        ("asked last", "s1", 0, True),
        ("task", "s1", 0, True),
        ("last session ended with", "s1", 3, False),
        ("decided", "s1", 1, False),
        ("task", "", 0, False),
    ],
)
def test_words_that_were_replaced_since_are_marked(label: str, session: str, row: int, is_marked: bool) -> None:
    text = ROWS[row][1]
    statement = Statement(0, Note(label=label, text=text, session=session))
    marked = mark_changed_words(statement, Talk(PastWork((talk(ROWS),)))).note.text
    assert marked == (f"{text.rstrip('.')}{SINCE}." if is_marked else text)
