"""Names from code of which one part was replaced, by the talk as a whole."""

import pytest
from tests.base.overturns.marked_names import mark

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


@pytest.mark.parametrize(
    ("talk", "marked"),
    [
        (
            (
                "do it then and call it parcel and keep it small",
                "`Shelf.parcel(into:)` writes one file.",
                "the name parcel they all thought is the post so nobody gets it could we say crate",
                "There is a `Crate` already, of another kind.",
                "hamper then, lovely",
                "`Shelf.hamper(into:)` in `Hamper.swift`.",
            ),
            "`Shelf.parcel [replaced by Shelf.hamper](into:)` writes one file.",
        ),
        (
            (
                "the function shall be lib.ledger",
                "`lib.ledger` is in and tested.",
                "The name ledger collides with that of the bank. My proposal is lib.journal.",
                "`lib.journal` in `Journal.scala`.",
            ),
            "`lib.ledger [replaced by lib.journal]` is in and tested.",
        ),
        (
            (
                "an own file",
                "`conf/curfew.json` has the days.",
                "they found a better name: siesta",
                "It's called siesta now: `conf/siesta.json`.",
            ),
            "`conf/curfew.json [replaced by conf/siesta.json]` has the days.",
        ),
        (
            (
                "a wrapper for all drivers",
                "`LazyDriver` wraps any other.",
                "good, go on",
                "`LazyDriver` says only half of it; I'm renaming it to `PatientDriver`.",
            ),
            "`LazyDriver [replaced by PatientDriver]` wraps any other.",
        ),
    ],
)
def test_a_part_of_a_name_is_replaced(talk: tuple[str, ...], marked: str) -> None:
    assert marked in mark(*talk)


def test_what_gave_the_former_name_is_out_of_date_too() -> None:
    talk = (
        "package hamster.",
        "`internal/hamster` it is.",
        "hamster is a bad word. grep finds pets. call it larder",
        "It's `internal/larder` now.",
    )
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    outdated = {rows[one.row].sentences[one.number] for one in find_overturns(rows) if not one.is_sure}
    assert "package hamster." in outdated


@pytest.mark.parametrize(
    "talk",
    [
        (  # both are in use
            "a parcel",
            "`Shelf.parcel` is in.",
            "the name parcel is fine. and a hamper",
            "`Shelf.hamper` is in.",
            "go on",
            "`Shelf.parcel` and `Shelf.hamper` share their code.",
        ),
        (  # nobody speaks of a name
            "read it",
            "`db.open` reads the file.",
            "and then?",
            "`db.close` closes it.",
        ),
        (  # a file in which something has a name
            "where to keep it?",
            "`.conf/main.json` is read.",
            "key `nap` in main.json, that name",
            "`.conf/nap.json` would be cleaner.",
        ),
        (  # fields that hold a name
            "show the list",
            "`list_name` is shown.",
            "the name does not change when I type",
            "`update_name` is sent now.",
        ),
    ],
)
def test_other_names_replace_nothing(talk: tuple[str, ...]) -> None:
    assert mark(*talk) == []
