"""The table of kinds agrees with itself and with what reads it."""

import pytest

from backstory.base.search import KIND
from backstory.model.kinds import KINDS, Kind
from backstory.recall.sections import SECTIONS


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_row_names_only_what_there_is(kind: Kind) -> None:
    states = {*kind.statuses, *(choice for field in kind.fields for choice in field.choices)}
    assert {kind.section, *kind.sections.values()} - {""} <= set(SECTIONS)
    assert set(kind.sections) <= states
    assert {*kind.settled, *(kind.status_words or {}), *kind.status_sentences} <= set(kind.statuses)
    assert all(part.sentence.count("{}") == bool(part.sentence) for part in kind.parts)


def test_search_weighs_only_kinds_that_there_are() -> None:
    assert set(KIND) <= set(KINDS)
