"""A secret that a person told is not repeated by what comes after it."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.told_secrets import ToldSecrets


@pytest.fixture
def told() -> ToldSecrets:
    told = ToldSecrets(Gate(key=b"k" * 32))
    told.learn("the staging db password is Kartoffel7, user bob")
    return told


@pytest.mark.parametrize(
    "text", ["Ok, I connect with bob / Kartoffel7.", "psql postgres://bob:Kartoffel7@db", "noted: `Kartoffel7`"]
)
def test_a_value_is_hidden_in_other_words(told: ToldSecrets, text: str) -> None:
    hidden = told.hide(text)
    assert "Kartoffel7" not in hidden and "[REDACTED:" in hidden
    assert hidden.partition("[REDACTED:")[0] == text.partition("Kartoffel7")[0]


@pytest.mark.parametrize("text", ["Kartoffel70 is a sort of potato", "bob", "", "the staging db is up"])
def test_other_words_stay(told: ToldSecrets, text: str) -> None:
    assert told.hide(text) == text


def test_a_plain_word_is_not_looked_for() -> None:
    told = ToldSecrets(Gate(key=b"k" * 32))
    told.learn("the password is walnut")
    assert told.hide("the walnut tree") == "the walnut tree"
