"""An order to mend a test asks for the test that was red last. An order to commit asks for the rules on commits."""

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


@pytest.mark.parametrize(
    "text",
    [
        "commit what's there so far",
        "ok now commit",
        "please commit the two files",
        "commit das bitte mit passender Nachricht",
        "jetzt bitte committen",
        "commite ça",
        "committa tutto",
        "puedes commitear lo que hay",
    ],
)
def test_an_order_to_commit_is_about_commits(text: str) -> None:
    assert "commit" in find_asked_kinds(text)


@pytest.mark.parametrize("text", ["how do I commit?", "what did the last commit change?", "revert the last commit"])
def test_a_commit_that_is_spoken_of_is_not_ordered(text: str) -> None:
    assert "commit" not in find_asked_kinds(text)
