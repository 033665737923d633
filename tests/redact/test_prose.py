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


MIXED = "Hdjan" + "Wvnmg"


@pytest.mark.parametrize(
    "text",
    [
        "数据库密码是 {},别提交到仓库",
        "数据库密码是{}，别提交到仓库",
        "数据库密码为 {}。",
        "密码已经改成了 {}",
        "服务器密码已设置为{}",
        "пароль {}",
        "the db password {} expires soon",
        "root/{} still works on the old box",
        "ssh access: root/{}.",
    ],
)
def test_letters_that_make_no_word_go(text: str) -> None:
    assert MIXED not in GATE.clean(text.format(MIXED))


@pytest.mark.parametrize(
    "text",
    [
        "密码为空",
        "密码是否正确",
        "密码设置为 required",
        "the password FuzzyQuery cannot find",
        "admin/LoginCtrl",
        "root/HdjanWvnmg/bin",
        "login: works / fails-2",
        "sign-in: ok / broken-4",
        "credentials: valid / expired-1",
        'PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]',
        'password_class = "acme.auth.secrets.PlainPassword"',
    ],
)
def test_states_classes_and_names_stay(text: str) -> None:
    assert GATE.clean(text) == text
