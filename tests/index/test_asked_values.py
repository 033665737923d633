"""Questions for a value, and the texts that give one without the noun."""

from collections.abc import Iterator

import apsw
import pytest

from backstory.base.asked_values import LENGTH, NUMBER, VERSION, read_kind
from backstory.base.put_questions import find_passages, may_answer
from backstory.base.relevance import read_question
from backstory.base.tokenizer import split_words
from backstory.base.visibility import View
from backstory.index.passages import PassageRow, SessionRow, put_session
from backstory.index.schema import SCHEMA

VIEW = View("/t")
SAID = [
    "let's bump the version of the go linter in the workflow",
    "The go vet step is slow, what does the go tool do there?",
    "the version in the changelog has no date, please add it to every version",
    "we support 1.18 and up, somebody on the list still builds with that",
    "we support people on the list as far as we can",
    "The retry loop sits in `client.go` and knows nothing of the queue.",
    "five attempts, not more, then it gives up for good",
    "between two attempts it sleeps for 30 s",
    "the queue is drained before the client closes",
]


@pytest.fixture
def con() -> Iterator[apsw.Connection]:
    con = apsw.Connection(":memory:")
    con.execute(SCHEMA)
    con.execute("INSERT INTO meta VALUES ('refreshes', '0')")
    row = SessionRow("s1.json", "1", "claude-code", "s1", "main", "", "2026-11-20T11:00:00Z")
    passages = [PassageRow("user", f"2026-11-20T10:{turn:02}:00Z", turn, text) for turn, text in enumerate(SAID)]
    put_session(con, row, passages)
    con.execute("INSERT INTO shown (tree, session) SELECT '/t', session FROM session")
    yield con
    con.close()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("which Go version do we support", VERSION),
        ("what is the minimum version of python?", VERSION),
        ("welche Version von PHP muss noch laufen?", VERSION),
        ("how many attempts do we make?", NUMBER),
        ("combien de tentatives fait-on ?", NUMBER),
        ("what port does the server listen on?", NUMBER),
        ("how long do we wait between two attempts?", LENGTH),
        ("what is the timeout of the client?", LENGTH),
        ("wie lange warten wir?", LENGTH),
        ("which test is red?", ""),
        ("why did the version in the lock file change?", ""),
        ("who decided that?", ""),
    ],
)
def test_what_a_question_asks_for(text: str, kind: str) -> None:
    assert read_kind(split_words(text))[0] == kind


@pytest.mark.parametrize(
    ("question", "text", "is_given_in"),
    [
        ("which Go version do we support", "we support 1.18 and up", True),
        ("which Go version do we support", "we support v1.18.x; ask Ann", True),
        ("which Go version do we support", "we support everybody. 1.18 was long ago", False),
        ("which Go version do we support", "chapter 3 tells what we support", False),
        ("how many attempts do we make", "five attempts, not more", True),
        ("how many attempts do we make", "the attempts are counted", False),
        ("how long does an attempt take", "an attempt takes 30s", True),
        ("how long does an attempt take", "an attempt takes 3 helpers", False),
    ],
)
def test_a_value_stands_beside_a_word_of_the_question(
    con: apsw.Connection, question: str, text: str, is_given_in: bool
) -> None:
    value = read_question(con, VIEW, question, is_put=True).value
    assert value is not None and value.is_given_in(text) == is_given_in


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which Go version do we support", SAID[3]),
        ("how many attempts do we make", SAID[6]),
        ("how long do we wait between two attempts", SAID[7]),
    ],
)
def test_the_passage_with_the_value_comes_first(con: apsw.Connection, question: str, answer: str) -> None:
    assert may_answer(con, VIEW, question)
    assert find_passages(con, VIEW, question, 8)[0].text == answer


def test_a_version_of_something_else_is_no_answer(con: apsw.Connection) -> None:
    assert not may_answer(con, VIEW, "which version of the violin concerto did Brahms publish?")
