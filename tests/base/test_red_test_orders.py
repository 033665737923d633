"""An order to mend a test is about the test that was red last."""

import pytest

from backstory.base.answer_kinds import find_asked_kinds


@pytest.mark.parametrize(
    "text",
    [
        "make the parser test pass",
        "fix the test",
        "ok now get the tests for empty rows green",
        "please repair the spec that checks the header",
        "let's fix the tests first",
        "bring den Test für leere Zeilen grün",
        "repariere den Test",
        "fais passer le test du parseur",
        "corrige le test",
        "haz que pase el test",
        "arregla la prueba de las filas",
        "fai passare il test",
        "zorg dat de test slaagt en groen is",
    ],
)
def test_an_order_to_mend_a_test_asks_what_failed(text: str) -> None:
    assert "failed" in find_asked_kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "fix the test runner",
        "make a test helper that starts a server",
        "get the version from the test data",
        "write a test that passes an empty list",
        "how do I make the tests pass in parallel?",
        "fix the parser",
        "make the build green",
    ],
)
def test_an_order_about_something_else_does_not(text: str) -> None:
    assert "failed" not in find_asked_kinds(text)
