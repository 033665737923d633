"""Passwords of a word and a digit right beside the word for one, or said to be one."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")

GIVEN = (
    ("Our shared password walnut7 expires on Monday.", "walnut7"),
    ("the old password walnut7 is still accepted by the replica", "walnut7"),
    ("pw walnut7 for the wiki", "walnut7"),
    ("pw walnut7 fürs Wiki", "walnut7"),
    ("mdp walnut7 pour le wiki", "walnut7"),
    ("la contraseña walnut7 no sirve en staging", "walnut7"),
    ("walnut7 must be the password of the demo account", "walnut7"),
    ("I think walnut7 is still the admin password, try it", "walnut7"),
    ("The value walnut7 is used as the password for the keystore.", "walnut7"),
    ("ich glaube, walnut7 ist das Passwort für den Router", "walnut7"),
    ("walnut7 es la contraseña del router", "walnut7"),
    ("tester99 should be the password of the demo account", "tester99"),
    ("password123 is what I used", "password123"),
    ("I tried password123, which works", "password123"),
    ("passwort123 geht nicht mehr", "passwort123"),
)


@pytest.mark.parametrize(("text", "secret"), GIVEN)
def test_a_value_beside_the_word_goes(text: str, secret: str) -> None:
    clean = GATE.clean(text)

    assert secret not in clean
    assert GATE.clean(clean) == clean


SPEAKING = (
    "the password step2 page is gone",
    "password field3 is empty",
    "is the password page input3 or input4?",
    "web3 is the password server",
    "user42 is the password owner of record",
    "sha256 is what I used for the password",
    "oauth2 is the new password, says the boss",
    "the tests pass walnut7 times",
    "password2 was rejected by the form",
    "const password walnut7(",
)


@pytest.mark.parametrize("text", SPEAKING)
def test_a_thing_with_a_number_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "the password column is varchar255 now",
        "password hashing is bcrypt12",
        "password: sha512crypt",
        "the secret is stored as binary60",
    ],
)
def test_a_type_or_a_way_to_hash_stays(text: str) -> None:
    assert GATE.clean(text) == text
