"""Files and folders that were to be left alone and are free again."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns
from backstory.base.overturns.freed_places import is_freed_by


def find(*talk: str) -> dict[str, str]:
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows)}


@pytest.mark.parametrize(
    ("talk", "kept"),
    [
        (
            (
                "1 yes 2 no. parser.ex no touching, liv has it open",
                "I keep away from `parser.ex` while Liv works on it.",
                "liv done, go into parser.ex if you must",
                "`parser.ex` is open again.",
            ),
            ("I keep away from `parser.ex` while Liv works on it.", "parser.ex no touching, liv has it open"),
        ),
        (
            (
                "and roles/mail is out of bounds, Petros has it in pieces",
                "Then `roles/mail` I don't open.",
                "Petros has put it together",
                "`roles/mail` can be opened again.",
            ),
            ("and roles/mail is out of bounds, Petros has it in pieces", "Then `roles/mail` I don't open."),
        ),
        (
            (
                "lib/store off limits, uta migrates it",
                "I won't change anything below `lib/store`.",
                "store is open again.",
                "Good.",
            ),
            ("I won't change anything below `lib/store`.",),
        ),
        (
            (
                "the spec-kit folder is odile's, she rewrites it",
                "Noted: no push, `spec-kit/` is Odile's, and tests run with `make fast`.",
                "odile has finished, spec-kit is up for grabs",
                "Good to know.",
            ),
            (
                "the spec-kit folder is odile's, she rewrites it",
                "Noted: no push, `spec-kit/` is Odile's, and tests run with `make fast`.",
            ),
        ),
        (
            (
                "Samir is in pump.rs, so not that one.",
                "Understood, `src/pump.rs` stays with Samir.",
                "Samir merged. pump.rs is fair game",
                "Then I use it.",
            ),
            ("Understood, `src/pump.rs` stays with Samir.",),
        ),
    ],
)
def test_a_place_is_free_again(talk: tuple[str, ...], kept: tuple[str, ...]) -> None:
    marked = find(*talk)
    assert all(any(one.startswith(text) or text in one for one in marked) for text in kept)


@pytest.mark.parametrize(
    "talk",
    [
        ("never touch lib/store", "I leave `lib/store` alone.", "and lib/view?", "`lib/view` can be changed."),
        ("never touch lib/store", "I leave `lib/store` alone.", "still not lib/store", "`lib/store` stays as it is."),
        ("look at lib/store", "`lib/store` reads rows.", "fine", "`lib/store` can be changed in one place."),
    ],
)
def test_what_is_still_to_be_left_alone_stays(talk: tuple[str, ...]) -> None:
    assert find(*talk) == {}


def test_whose_something_is_may_be_said_without_a_ban() -> None:
    talk = ("parser.rs is the lexer's input.", "`parser.rs` is free of cycles now.", "it's today's news", "Yes.")
    assert find(*talk) == {}


def test_a_place_whose_next_sentence_says_to_leave_it() -> None:
    marked = find(
        "Nelson está metido en joins.py con su tesis. No lo toqués.",
        "Bien.",
        "Nelson entregó, joins.py queda libre.",
        "Bien.",
    )
    assert marked["Nelson está metido en joins.py con su tesis."] == "Nelson entregó, joins.py queda libre."


def test_a_rule_about_a_place_is_freed() -> None:
    assert is_freed_by("keep your hands off `Types.hs` until then", "`Types.hs` may be changed again.")
    assert not is_freed_by("keep your hands off `Types.hs` until then", "`Terms.hs` may be changed again.")
    assert not is_freed_by("`Types.hs` holds the terms", "`Types.hs` may be changed again.")
