"""What of a talk was overturned is the same whether it is worked out or read from what an earlier brief kept."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns
from backstory.patterns import verdicts
from backstory.patterns.verdicts import count_new, load_verdicts, take_verdicts
from backstory.recall.quotes.overturn_verdicts import Overturning, list_overturnings

SENTENCES = (
    "We set the timeout of the pool to 30 seconds.",
    "Make the timeout of the pool 50 seconds.",
    "No, never mind that.",
    "The cause was the cache in `pool.py`.",
    "I was wrong about the cause: it is the clock.",
    "Use `redis` for the queue.",
    "Rather use postgres for the queue.",
    "I added a retry to the loader.",
    "Please remove the retry again.",
    "Done.",
    "All tests pass now.",
    "Three tests of the loader fail.",
    "Revert that.",
    "The limit is 5 MB, and the page has 20 rows.",
    "The page now has 40 rows.",
    "Wait, let me check first.",
)
Row = tuple[int, bool, list[str]]
TALK: list[Row] = [
    (0, True, [SENTENCES[0]]), (0, False, [SENTENCES[3], SENTENCES[13]]), (0, True, [SENTENCES[1], SENTENCES[14]]),
    (1, True, [SENTENCES[5]]), (1, False, [SENTENCES[7], SENTENCES[4]]), (1, True, [SENTENCES[6], SENTENCES[8]]),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _own_verdicts() -> Iterator[None]:
    before = dict(verdicts._texts.kept)
    load_verdicts({})
    yield
    load_verdicts(before)


def spoken(talk: list[Row]) -> list[Spoken]:
    return [Spoken(session, sentences, is_person=is_person) for session, is_person, sentences in talk]


def worked_out(talk: list[Row]) -> list[Overturning]:
    rows = spoken(talk)
    places = [
        (max(0, one.figure.end - len(one.figure.written)), one.figure.end) if one.figure else (-1, -1)
        for one in find_overturns(rows)
    ]
    return [
        Overturning(one.row, talk[one.row][2][one.number], one.by_row, one.by, one.is_sure, start, end, one.value)
        for one, (start, end) in zip(find_overturns(rows), places, strict=True)
    ]


def read_again(talk: list[Row]) -> list[Overturning]:
    """As the next process reads it."""
    list_overturnings(spoken(talk))
    load_verdicts(json.loads(json.dumps(take_verdicts())))
    overturnings = list_overturnings(spoken(talk))
    assert count_new() == 0
    return overturnings


def test_what_was_kept_is_what_is_worked_out() -> None:
    expected = worked_out(TALK)

    assert {one.value for one in expected if one.start >= 0} == {"50 seconds", "40"}
    assert any(one.start < 0 for one in expected)
    assert list_overturnings(spoken(TALK)) == read_again(TALK) == expected


UTTERED = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3)


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans(), UTTERED), max_size=8))
def test_any_talk_is_read_as_it_is_worked_out(talk: list[Row]) -> None:
    assert read_again(talk) == worked_out(talk)


@pytest.mark.parametrize(
    "longer",
    [
        [*TALK, (1, True, ["Make the timeout of the pool 90 seconds."])],
        [(0, False, [SENTENCES[0]]), *TALK[1:]],
        [(9, True, TALK[0][2]), *TALK[1:]],
        TALK[:2],
    ],
    ids=["a later turn", "another speaker", "another session", "an earlier moment"],
)
def test_another_talk_is_worked_out_anew(longer: list[Row]) -> None:
    read_again(TALK)

    assert list_overturnings(spoken(longer)) == worked_out(longer)
    assert count_new() > 0


def test_nothing_is_kept_of_the_words() -> None:
    list_overturnings(spoken(TALK))
    (kept,) = (one for one in take_verdicts().values() if "overturn_verdicts._find_places" in one)

    assert all(type(number) is int for number in kept["overturn_verdicts._find_places"])  # type: ignore[union-attr]


def test_a_talk_with_half_a_character_is_worked_out() -> None:
    talk: list[Row] = [*TALK, (1, False, ["A torn \ud83d sign."])]

    assert list_overturnings(spoken(talk)) == worked_out(talk)


def test_an_answer_is_about_what_it_was_asked() -> None:
    """`for the parser` opens a place; the prompt before the answer names the parser, and the answer need not."""
    talk: list[Row] = [
        (0, True, ["the parser: take the regex module"]),
        (0, False, ["`read.py` matches each line with the regex module."]),
        (0, True, ["show the version in the footer"]),
        (0, False, ["The footer shows the version."]),
        (1, True, ["regex module is slow.", "For the parser take lark instead, on all lines."]),
        (1, False, ["`read.py` uses lark on each line."]),
    ]
    marked = {one.sentence for one in list_overturnings(spoken(talk))}
    assert "`read.py` matches each line with the regex module." in marked
    elsewhere: list[Row] = [(0, True, ["the lexer: take the regex module"]), *talk[1:]]
    assert "`read.py` matches each line with the regex module." not in {
        one.sentence for one in list_overturnings(spoken(elsewhere))
    }
