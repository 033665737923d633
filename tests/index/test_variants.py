"""Words that the memory spells otherwise: endings of other languages, and the parts of compounds."""

from typing import Any

import pytest

from backstory.base.variants import find_variants, is_inflection


@pytest.fixture
def index(world: Any) -> Any:
    world.add("Die Versuche und der Gruppenknoten", "chromium runs, the column is wide, collect them")
    world.add("Knoten je Gruppe", kind="fact")
    return world.fresh()


@pytest.mark.parametrize(
    ("word", "variant"),
    [("versuchen", "versuch"), ("gruppenkno", "gruppenknoten"), ("knotens", "knoten")],
)
def test_an_ending_makes_no_other_word(index: Any, word: str, variant: str) -> None:
    assert variant in find_variants(index._db.con, [word])[word]


def test_the_parts_of_a_compound_count_where_words_are_joined(index: Any) -> None:
    con = index._db.con
    assert find_variants(con, ["knotengrupp"]) == {}
    assert {"knoten", "grupp"} <= set(find_variants(con, ["knotengrupp"], has_compounds=True)["knotengrupp"])
    assert "column" in find_variants(con, ["spaltenknoten"], has_compounds=True)["spaltenknoten"]


@pytest.mark.parametrize("words", [[], ["lion"], ["x2345678"], ["giraffes"], ["colleagu"]])
def test_other_words_have_none(index: Any, words: list[str]) -> None:
    assert find_variants(index._db.con, words) == {}


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("benutzen", "benutzt", True), ("muerta", "muerto", True), ("changer", "chang", True),
        ("colleagu", "collect", False), ("partit", "partial", False), ("gruppe", "gruppenknoten", True),
        ("gruppenknoten", "gruppe", False),
    ],
)  # fmt: skip
def test_an_inflection_differs_in_its_ending_only(word: str, other: str, expected: bool) -> None:
    assert is_inflection(word, other) is expected
