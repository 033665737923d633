"""Passphrases of several words that a sentence gives, and what is said of passphrases."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize(
    ("line", "phrase"),
    [
        ("the passphrase for the backup disk is {}", "purple teapot sails " + "19 lanterns"),
        ("unlock it with the passphrase {}, all lower case", "maple syrup " + "over gravel"),
        ('the passphrase of the disk is "{}"', "crooked teapot " + "sails"),
        ("backup passphrase = {}", "rusty anchor beneath " + "quiet pines 7"),
    ],
)
def test_a_passphrase_in_a_sentence_goes(line: str, phrase: str) -> None:
    assert phrase not in GATE.clean(line.format(phrase))


@pytest.mark.parametrize(
    "line",
    [
        "the passphrase for the key is stored in the vault",
        "the passphrase is longer than 12 characters",
        "use the passphrase from the vault, please",
        "with the passphrase prompt gone, it works",
        "the passphrase is the same as before",
        "set a passphrase of five random words",
        "the passphrase is asked only once per session",
        "the passphrase of the keyring is cached for 600 seconds",
        "passphrase est demand\u00e9e au d\u00e9marrage du service",
        "The passphrase: three random words plus one digit works best",
        "the passphrase is asked by gpg agent twice daily",
        "unlock it with the passphrase prompt of the desktop keyring",
        "ssh-keygen asks with the passphrase twice before writing files",
        "passphrase = getpass from stdin",
    ],
)
def test_what_is_said_of_a_passphrase_stays(line: str) -> None:
    assert GATE.clean(line) == line


def test_a_secret_goes_in_its_other_spelling_too() -> None:
    secret, spelling = "Sp@ce/" + "9xQ1", "Sp%40ce%2F" + "9xQ1"
    assert spelling not in GATE.clean(f"password: {secret}\nin the address it is http://h/?a=1&u={spelling}")
