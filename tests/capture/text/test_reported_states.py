"""What a person reports is neither a rule nor a decision."""

import pytest

from backstory.capture.selection import select_prompt
from backstory.capture.text.reported_states import is_bound, reports_state


@pytest.mark.parametrize(
    "sentence",
    [
        "no the table is responsive again, but no column is frozen at all",
        "no visual change at all.",
        "we never dealt with such patterns.",
        "I have just downloaded the symbols.",
        "I can use the delete button, but not when I select all accounts.",
        "I think we discussed earlier to only have one.",
        "not accurate notification in admin when someone asks for an item",
        "En el dir data hay datos que no se cargan cuando se abre la app.",
        "(e-connomics), Name (e-connomics), Mapped To Account No.",
    ],
)
def test_a_report_lays_nothing_down(sentence: str) -> None:
    assert reports_state(sentence.lower())
    assert not [one for one in select_prompt(sentence) if one.kind in ("rule", "decision")]


@pytest.mark.parametrize(
    "sentence",
    [
        "No new dependencies, ever.",
        "We never push to main.",
        "I can test it myself, never run the deploy script.",
        "Always one commit per change.",
    ],
)
def test_a_rule_stays_one(sentence: str) -> None:
    assert not reports_state(sentence.lower())


def test_bounds_of_a_change_are_no_rule() -> None:
    assert is_bound("no rompas nada para corregir esto")
    assert not is_bound("never break the api to save a call")


def test_an_offer_to_go_on_is_no_decision() -> None:
    question = "Would you like me to continue fixing the errors, or should we test the core first?"
    assert not [one for one in select_prompt("continue fixing", question) if "accepted" in one.tags]
