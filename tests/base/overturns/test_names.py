"""Names that the person chose and chose again."""

import pytest
from tests.base.overturns.marked_names import find


@pytest.mark.parametrize(
    ("talk", "marked"),
    [
        (
            (
                "name it openDoor",
                "Done, it is `openDoor` in `src/door.ts`.",
                "openDoor clashes with the game. unlatch",
                "Renamed to `unlatch`.",
            ),
            {("name it openDoor", "unlatch"), ("Done, it is `openDoor`", "unlatch")},
        ),
        (
            (
                "Nenn die Option bitte still.",
                "Die Option heißt `still`.",
                "still klingt nach Stillstand. Finaler Name ist leise.",
                "Die Option heißt jetzt `leise`.",
            ),
            {("Nenn die Option bitte still", "leise"), ("Die Option heißt `still`", "leise")},
        ),
        (
            (
                "appelle la table clients",
                "La table s'appelle `clients`.",
                "non, appelle-la membres",
                "La table s'appelle `membres` maintenant.",
            ),
            {("appelle la table clients", "membres"), ("La table s'appelle `clients`", "membres")},
        ),
    ],
)
def test_a_former_name_is_marked_where_it_stands(talk: tuple[str, ...], marked: set[tuple[str, str]]) -> None:
    assert find(*talk) == marked


def test_of_three_names_the_last_holds() -> None:
    found = find(
        "call the option quiet", "The option is called `quiet`.",
        "quiet is taken. call it silent", "Renamed, it is `silent` now.",
        "sorry, silent reads like a bug. call it hush", "The option is called `hush` now.",
        "and document hush", "Documented.",
    )  # fmt: skip
    assert {value for _, value in found} == {"hush"}
    assert ("Renamed, it is `silent`", "hush") in found


@pytest.mark.parametrize(
    "talk",
    [
        ("call the reader takeIn", "The reader is `takeIn`.", "call the writer giveOut", "The writer is `giveOut`."),
        (
            "rename `user_id` to `owner_id` in orders",
            "`owner_id` is in.",
            "rename `user_id` to `payer_id` in bills",
            "`payer_id` is in.",
        ),
        ("call it openDoor", "It is `openDoor`.", "openDoor still fails", "`openDoor` looked at the wrong `latch`."),
        ("the runs are called BaseRun", "`BaseRun` is the default.", "why?", "`LaterRun` sets no name."),
    ],
)
def test_names_of_several_things_stay(talk: tuple[str, ...]) -> None:
    assert find(*talk) == set()
