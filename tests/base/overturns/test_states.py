"""What an answer said of how something is, until the person had it made otherwise."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

BETWEEN = ("fix the typo in the readme", "Fixed the typo.")


def find(*talk: str) -> dict[str, str]:
    """The sentences that are overturned as a whole in a talk of a person and an agent, in turn, with what does so."""
    rows = [
        Spoken("s1", split_sentences(text), is_person=place % 2 == 0, turn=place) for place, text in enumerate(talk)
    ]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows) if one.figure is None}


@pytest.mark.parametrize(
    "talk",
    [
        (
            "show the stations by distance",
            "Stations are listed by distance.",
            "Our testers get lost that way. Alphabetically please.",
            "Stations are listed in alphabetical order now.",
        ),
        (
            "Keep the archive encrypted.",
            "Archives are encrypted by default, with a key in the keychain.",
            "Nobody remembers the key. Leave them plain, without encryption.",
            "Archives are plain by default now.",
        ),
        ("labels left", "Labels are on the left.", "right, the icons need the space", "Labels are on the right."),
        (
            "Die Karte soll sich von selbst aktualisieren.",
            "Die Karte wird von selbst aktualisiert.",
            "Das frisst zu viel Akku. Nur auf Knopfdruck.",
            "Die Karte wird jetzt nur auf Knopfdruck aktualisiert.",
        ),
        (
            "la légende en bas",
            "La légende est en bas.",
            "finalement en haut",
            "La légende est maintenant en haut.",
        ),
        (
            "Guarda las fotos en el servidor.",
            "Las fotos se guardan en el servidor.",
            "No cabe todo, mejor en el teléfono.",
            "Las fotos se guardan ahora en el teléfono.",
        ),
        ("the separator is a comma", "The separator is a comma.", "commas clash", "The separator is a single pipe."),
    ],
)
@pytest.mark.parametrize("between", [(), BETWEEN], ids=["at once", "later"])
def test_a_later_answer_says_otherwise_of_the_same(talk: tuple[str, ...], between: tuple[str, ...]) -> None:
    found = find(*talk[:2], *between, *talk[2:])
    assert found.get(split_sentences(talk[1])[0]) == talk[3]
    assert not {*BETWEEN, talk[3]} & found.keys(), "a reply about something else leaves what was said before it alone"


def test_what_came_back_holds() -> None:
    found = find(
        "skip empty cells", "Empty cells are skipped.", *BETWEEN,
        "no, keep empty cells", "Empty cells are kept now.", *BETWEEN,
        "hm, skip empty cells after all, but count them", "Empty cells are skipped again, and counted.",
    )  # fmt: skip
    assert found.keys() == {"no, keep empty cells", "Empty cells are kept now."}, "and what came back holds again"


@pytest.mark.parametrize(
    "talk",
    [
        ("sort rooms by floor", "Rooms are sorted by floor.", "sort guests by name", "Guests are sorted by name now."),
        ("the title bold", "The title is bold.", "and centred", "The title is centred now."),
        ("list the rooms", "Rooms are listed by floor.", "list them by wing too", "Rooms are listed by wing as well."),
        (
            "In production keep the photos on the server.",
            "Photos are kept on the server.",
            "In the demo keep the photos in memory instead.",
            "Photos are kept in memory in the demo now.",
        ),
        (
            "keep the photos on the server",
            "Photos are kept on the server.",
            "would memory be better?",
            "Photos are kept on the server for good reason: memory is small.",
        ),
        (
            "close it on escape",
            "The dialog closes on escape.",
            "it still does not close on escape",
            "The dialog closes on escape now, with the focus in a field too.",
        ),
        ("Titel fett", "Der Titel ist fett.", "den Rand lieber grau", "Der Rand ist jetzt grau."),
    ],
)
def test_what_stays_true_is_not_overturned(talk: tuple[str, ...]) -> None:
    assert find(*talk) == {}


def test_an_answer_that_begins_as_the_former_one_carries_out_a_word() -> None:
    """`linear please` is all that is said; the two answers say of the same what it does."""
    report = "The probe retries with exponential backoff, 1 s to 64 s."
    order = "make the retry of the probe exponential"
    assert {order, report} <= find(order, report, *BETWEEN, "linear please", "The probe retries linearly.").keys()
