"""Passwords of plain words that a sentence tells, and sentences about passwords."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")

TELLING = (
    "the staging password is walnut",
    "my password is “walnut”",
    "The root password on the new box is walnut.",
    "pw: walnut",
    "(password: walnut)",
    "the passphrase is walnut, all lower case",
    "log in as admin with password walnut",
    "username ada password walnut",
    "ssh root@10.0.0.5, password walnut",
    "user ada, pass walnut",
    "creds: ada / walnut",
    "login is admin/walnut",
    "try the password walnut",
    "use walnut as the password",
    "is the wifi password still walnut?",
    "I changed the admin password to walnut yesterday",
    "it asked for the passphrase and I typed walnut",
    "old password walnut, new password chestnut",
    "um the password is uh walnut",
    "the password is walnut river",
    "das Passwort ist Walnut",
    "ich habe das Passwort auf Walnut geändert",
    "nimm als Passwort Walnut",
    "nimm als Passwort bitte Walnut",
    "le mot de passe est walnut",
    "la contraseña de la base de datos es walnut",
    "la password è walnut",
    "a senha é walnut",
)


@pytest.mark.parametrize("text", TELLING)
def test_a_word_that_a_sentence_tells_as_the_password_goes(text: str) -> None:
    clean = GATE.clean(text)

    assert "walnut" not in clean.lower()
    assert GATE.clean(clean) == clean


SPEAKING = (
    "the password is required",
    "the password is hashed with bcrypt",
    "the password is plaintext.",
    "the password is case sensitive",
    "the password is always lowercase",
    "the secret is persistence",
    "the password policy is strict",
    "use argon as the password hash",
    "use the password field",
    "try the password reset again",
    "login with user and password fails",
    "username, password and email are required",
    "log in without password.",
    "changed the password to required",
    "set the password to null",
    "one pass is enough",
    "the password is never user input",
    "the password is always server side",
    "username, password = split\n",
    "the first pass's stats",
    "pass: adjacent or overlapping intervals",
    "credentials: username / password",
    "creds: see src/auth",
    "login is broken for admin/users",
    "das Passwort ist falsch",
    "das Passwort lautet immer anders",
    "le mot de passe est obligatoire",
    "le mot de passe de la base est dans le coffre",
    "la contraseña es incorrecta",
    "la clave es entender el problema",
    "la password è scaduta",
    "a senha é inválida",
    "passphrase for the key: ask the team lead",
)


@pytest.mark.parametrize("text", SPEAKING)
def test_a_sentence_about_a_password_stays(text: str) -> None:
    assert GATE.clean(text) == text
