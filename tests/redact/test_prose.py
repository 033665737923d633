"""Secrets as people tell them in sentences of several languages."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
CHOSEN = "Zx81" + "qq77"


@pytest.mark.parametrize(
    "text",
    [
        "le mot de passe est {}",
        "das Passwort für den Server lautet {}",
        "la contraseña del servidor es {}",
        "het wachtwoord van de server is {}",
        "パスワードは「{}」です",
        "管理员密码是{}",
        "password → {}",
        "Password — {}",
    ],
)
def test_the_value_goes(text: str) -> None:
    assert CHOSEN not in GATE.clean(text.format(CHOSEN))


def test_the_words_of_a_wallet_go() -> None:
    words = "gravity ripple jacket tourist velvet amount drift pumpkin usage elbow oyster lamp"

    assert words not in GATE.clean(f"seed phrase: {words}")


@pytest.mark.parametrize(
    "text", ["keyword arguments to pass to L{Agent.request} when", "options.secret = (_ref = jwt2)"]
)
def test_code_in_sentences_stays(text: str) -> None:
    assert GATE.clean(text) == text
