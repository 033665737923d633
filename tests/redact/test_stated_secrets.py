"""A secret that a person stated is not repeated by what comes after it."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.stated_secrets import StatedSecrets


@pytest.fixture
def secrets() -> StatedSecrets:
    secrets = StatedSecrets(Gate(key=b"k" * 32))
    secrets.learn("the staging db password is Kartoffel7, user bob")
    return secrets


@pytest.mark.parametrize(
    "text", ["Ok, I connect with bob / Kartoffel7.", "psql postgres://bob:Kartoffel7@db", "noted: `Kartoffel7`"]
)
def test_a_value_is_hidden_in_other_words(secrets: StatedSecrets, text: str) -> None:
    hidden = secrets.hide(text)
    assert "Kartoffel7" not in hidden and "[REDACTED:" in hidden
    assert hidden.partition("[REDACTED:")[0] == text.partition("Kartoffel7")[0]


@pytest.mark.parametrize("text", ["Kartoffel70 is a sort of potato", "bob", "", "the staging db is up"])
def test_other_words_stay(secrets: StatedSecrets, text: str) -> None:
    assert secrets.hide(text) == text


def test_a_plain_word_is_not_looked_for() -> None:
    secrets = StatedSecrets(Gate(key=b"k" * 32))
    secrets.learn("the password is walnut")
    assert secrets.hide("the walnut tree") == "the walnut tree"
