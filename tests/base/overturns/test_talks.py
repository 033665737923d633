"""What a search notes of an exchange saves the next one work and changes nothing that it finds."""

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sweeps import share

from backstory.base.overturns.exchanges import Overturn, Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns
from backstory.base.overturns.talks import Talk

Marks = list[tuple[object, ...]]
Notes = dict[str, dict[str, bool]]
TEXTS = [
    node.value
    for path in sorted(Path(__file__).parent.glob("test_*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 3
]
SENTENCES = sorted({sentence for text in TEXTS for sentence in split_sentences(text)})
"""What the tests of all finders are about, so that each of them finds something."""


def describe(overturns: list[Overturn]) -> Marks:
    return [
        (one.row, one.number, one.by_row, one.by, one.value, one.figure and one.figure.end, one.is_sure, one.is_refused)
        for one in overturns
    ]


def search(rows: list[Spoken], notes: Notes) -> Marks:
    return describe(find_overturns(Talk(rows, lambda text: notes.setdefault(text, {}))))


ROWS = st.lists(
    st.builds(
        lambda session, sentences, is_person: Spoken(session, sentences, is_person=is_person),
        st.integers(1, 2),
        st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4),
        st.booleans(),
    ),
    max_size=14,
)


@settings(max_examples=share(60, 400), deadline=None)
@given(ROWS, st.integers(0, 13))
def test_a_talk_that_grew_is_searched_as_if_it_was_new(rows: list[Spoken], size: int) -> None:
    """The notes of a part of a talk count in the whole: they are about the words of one exchange alone."""
    notes: Notes = {}
    assert search(rows[:size], notes) == describe(find_overturns(rows[:size]))
    notes = json.loads(json.dumps(notes))
    assert search(rows, notes) == describe(find_overturns(rows))


def test_an_exchange_in_which_nothing_is_found_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        Spoken(1, ["show the version in the footer"], is_person=True),
        Spoken(1, ["The footer shows the version."], is_person=False),
    ]
    notes: Notes = {}
    before = search(rows, notes)
    monkeypatch.setattr("backstory.base.overturns.assigned_values._read_assigned", lambda _: pytest.fail("read again"))
    assert search(rows, notes) == before
