"""Prompts that ask to be reminded of what was settled before."""

import pytest

from backstory.base.general_questions import find_general_kinds
from backstory.base.reminders import asks_to_be_reminded
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    "text",
    [
        "what was the port again?",
        "remind me of the prefix",
        "what did we call it in the end",
        "how many days do we keep it now?",
        "wie hieß die Tabelle nochmal?",
        "c'est quoi déjà, le nom du champ ?",
        "¿cuántos reintentos son ahora?",
    ],
)
def test_who_wants_to_be_reminded(text: str) -> None:
    assert asks_to_be_reminded(split_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "run it again",
        "do it now",
        "in the end remove the print",
        "how do I log in postgres now",
        "what is a dead letter queue again",
        "write a function that reads the port",
        "what is the difference between a port and a socket?",
        "I told you that the name of the file is wrong, and that the tests have to be run with the flag, again",
        "",
    ],
)
def test_who_wants_something_else(text: str) -> None:
    assert not asks_to_be_reminded(split_words(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("do the red one", "failed"),
        ("now the red one please", "failed"),
        ("fix the test that's failing", "failed"),
        ("arreglá el rojo", "failed"),
        ("Please start the tests.", "run"),
        ("corré los tests", "run"),
        ("fix the red border of the button", ""),
        ("start the server for the tests of the parser", ""),
    ],
)
def test_orders_about_the_tests_ask_for_their_state(text: str, kind: str) -> None:
    assert find_general_kinds(split_words(text)) == (frozenset([kind]) if kind else frozenset())
