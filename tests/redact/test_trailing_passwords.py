"""Passwords at the end of a sentence about one, or alone in the line below it; and sentences that end otherwise."""

import pytest
from tests.growth import assert_linear

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("the pass for the demo hasn't been rotated, it's walnut2023", "walnut2023"),
        ("first the login, it's kai.\nthen the password, it's kai_pw_9", "kai_pw_9"),
        ("le mdp de la base de test c'est baguette3", "baguette3"),
        ("what's the password? hunter2", "hunter2"),
        ("> which password should I use?\nRhabarber3", "Rhabarber3"),
        ("the root password is below\n\nQuitte88", "Quitte88"),
        ("Passwort für sudo:\n  Ahorn_12", "Ahorn_12"),
        ("here's the db password:\n```\nfoo_bar_12\n```", "foo_bar_12"),
        ("password is now fuchs_99", "fuchs_99"),
    ],
)
def test_the_value_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "what's the password? ask Mira",
        "which password rules apply?\nat least 12 characters",
        "the root password is below the fold",
        "password:\nrequired",
        "password:\n- at least 12 characters",
        "the password field is fine, it's step2 that fails",
        "the password is hashed with bcrypt12",
        "passwords:\nv1.2.3",
        "Did the password test pass?\nyes, in auth2.py",
        "the tests pass, it's walnut2023 that is slow",
    ],
)
def test_other_ends_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize("piece", ["the password a b c d e ", "password?\n", "password:\n"])
def test_the_work_grows_with_the_text(piece: str) -> None:
    assert_linear(GATE.clean, piece)
