"""Words that people and code use for the same thing."""

from backstory.code.index.related_words import _stem, related_terms
from backstory.code.index.word_rows import ROWS


def test_a_word_in_any_of_its_forms_is_answered_by_what_code_calls_it() -> None:
    assert {"image", "img"} <= set(related_terms(["pictures"]))
    for forms in (("delete", "deleted", "deleting"), ("copy", "copied", "copies"), ("stop", "stopped", "stops")):
        assert len({related_terms([form]) for form in forms}) == 1
        assert related_terms(forms[:1])
    assert related_terms(["colour", "color"]) == related_terms(["color", "colour"]) != ()
    assert "color" not in related_terms(["colour", "color"])


def test_a_word_without_a_row_has_none_nor_has_the_beginning_of_one() -> None:
    assert related_terms(["gizmo", "pict", ""]) == ()
    assert related_terms([]) == ()


def test_every_row_is_reached_by_its_first_word() -> None:
    for row in ROWS.strip().split("\n"):
        first, *others = row.split()
        assert others
        assert set(related_terms([first])) & set(others) or {_stem(other) for other in others} == {_stem(first)}
