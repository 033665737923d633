"""Passwords as people tell them: in other languages, beside a login, after a short flag."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
SECRET = "Zx81" + "qq77!w"


@pytest.mark.parametrize(
    "text",
    [
        "das Passwort lautet {} bitte nicht weitergeben",
        "la contraseña es {} y el usuario ada",
        "пароль от базы: {}",
        "パスワードは {} です",
        "hasło do bazy to {}",
        "login with ada / {} on staging",
        "creds are ada:{} for the admin panel",
        'echo "ada:{}" | chpasswd',
        "docker login -u ada -p {} registry.example.org",
        "az login --service-principal -u http://app -p {} --tenant example.org",
        "ldapsearch -x -D cn=admin,dc=x -w {} -b dc=x",
        "keytool -genkey -storepass {} -alias k",
        '{{"key":"password","value":"{}","type":"default"}}',
    ],
)
def test_a_password_that_is_told_goes(text: str) -> None:
    assert SECRET not in GATE.clean(text.format(SECRET))


@pytest.mark.parametrize(
    "text",
    [
        "the password is required to sign in with Google",
        "log in with GitHub / GitLab2 accounts",
        "echo done | sudo chpasswd",
        "docker login -u ada -p $TOKEN registry.example.org",
        "la contraseña es obligatoria",
        '{"key":"password","value":"","type":"default"}',
    ],
)
def test_a_sentence_about_passwords_stays(text: str) -> None:
    assert GATE.clean(text) == text
