"""Orders and choices that a later order revises, with other things between."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

BETWEEN = ("fix the typo in the readme", "Fixed the typo.", "and the broken link", "The link works.")


def find(*talk: str) -> dict[str, str]:
    """The sentences that are overturned in a talk of a person and an agent, in turn, with what overturns each."""
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows)}


@pytest.mark.parametrize(
    ("first", "answer", "later", "done"),
    [
        (
            "write it as csv, the export of orders",
            "Orders are exported as CSV by `export_orders`.",
            "actually parquet for the orders",
            "`export_orders` writes Parquet now.",
        ),
        (
            "die Zeitstempel in UTC speichern",
            "Die Zeitstempel werden in UTC gespeichert.",
            "die Zeitstempel doch in Ortszeit speichern",
            "Die Zeitstempel werden jetzt in Ortszeit gespeichert.",
        ),
        (
            "We decided to go with Redis for the job queue, because ops runs it anyway.",
            "Good, the job queue uses Redis.",
            "Could we use Postgres for the job queue instead?",
            "Sure. The job queue lives in Postgres now.",
        ),
        (
            "Wir nehmen YAML für die Konfiguration, weil man da Kommentare schreiben kann.",
            "Gut, die Konfiguration liegt in `config.yaml`.",
            "Könnten wir statt YAML nicht lieber TOML für die Konfiguration nehmen?",
            "Ja, umgestellt: die Konfiguration liegt jetzt in `config.toml`.",
        ),
    ],
)
def test_a_choice_is_revised_after_other_things(first: str, answer: str, later: str, done: str) -> None:
    found = find(first, answer, *BETWEEN, later, done)
    assert found[first] == later
    assert not {*BETWEEN} & found.keys()


def test_of_a_chain_of_choices_the_last_holds() -> None:
    talk = (
        "export the report as csv", "The report is exported as CSV by `export_report()`.",
        "actually json", "`export_report()` writes JSON now.",
        "no, parquet", "Switched: `export_report()` writes Parquet.",
    )  # fmt: skip
    assert {by for old, by in find(*talk).items() if "csv" in old.lower()} == {"no, parquet"}


@pytest.mark.parametrize(
    ("first", "later", "done"),
    [
        ("log level warn in production", "actually debug on staging please", "The log level on staging is debug now."),
        (
            "write it as csv, the export of orders",
            "also parquet for the orders",
            "Orders are written as Parquet now too.",
        ),
        (
            "Store the avatars in the database, they are tiny.",
            "Actually, can you rename the column for the phone to `mobile`?",
            "The column is called `mobile` now.",
        ),
        (
            "Let us settle on the light theme as the default.",
            "Would it be possible to have the dark theme as the default?",
            "The charts would break: their labels are dark grey. I left everything as it is.",
        ),
    ],
)
def test_a_choice_stands_beside_another_one(first: str, later: str, done: str) -> None:
    assert not find(first, "Done.", *BETWEEN, later, done)


def test_what_would_overturn_all_of_a_talk_overturns_nothing() -> None:
    talk = [
        text
        for name in ("logs", "users", "orders", "tags", "notes")
        for text in (f"use the sidebar buttons for view of {name}", f"The view of {name} has the sidebar buttons.")
    ]
    assert not find(*talk, "tidy the page of the logs", "I removed the sidebar buttons of the logs.")


def test_a_report_that_something_does_not_work_revises_no_order() -> None:
    assert not find(
        "make all lines of the table dark blue", "The lines are dark blue.", "nothing is shown anymore", "Fixed."
    )
