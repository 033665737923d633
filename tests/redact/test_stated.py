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
        "WIFI:T:WPA;S:Office;P:{};;",
        "<auth-user-pass>\nada\n{}\n</auth-user-pass>",
        "keytool -importkeystore -srckeystore a.jks -srcstorepass {} -alias k",
        '<String><Key>Password</Key><Value ProtectInMemory="True">{}</Value></String>',
        "htpasswd -bB .htpasswd ada {}",
        "identifiant : root, mdp : {}",
        "la clave del wifi es {}",
        "Zugang: root / {}",
        "рядом с паролем {} лежит ключ",
        "az login --service-principal -u http://app -p {} --tenant example.org",
        "ldapsearch -x -D cn=admin,dc=x -w {} -b dc=x",
        "keytool -genkey -storepass {} -alias k",
        '{{"key":"password","value":"{}","type":"default"}}',
    ],
)
def test_a_password_that_is_told_goes(text: str) -> None:
    assert SECRET not in GATE.clean(text.format(SECRET))


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("Regenschirm", "das Passwort lautet {}"),
        ("nickel canyon thistle ember", 'passphrase for the key: "{}"'),
        ("CwVbSNcxYduo$", "echo 'deploy:{}' | sudo chpasswd"),
        ("k3str3l81", "db_password={} user=app"),
        ("f3rry37", "I set my admin password to {} yesterday"),
        ("AGFkYQBadW5kckAyNg==", "AUTH PLAIN {}"),
        ("TzhrbmtDZlNCMldwZFM2bQ==", "334 UGFzc3dvcmQ6\n{}\n235 2.7.0 Authentication successful"),
        ("16zsKEdVXbE4_cWpPyIA8", 'echo "::add-mask::{}"'),
        ("9f86d081884c7d659a2feaa0c55ad015", "$ cat config/master.key\n{}\n"),
        ("nickel_glacier-172", "mein WLAN-Schlüssel lautet {}"),
        ("Aiko@3084", "    Key Content            : {}"),
        ("able absurd about act actual abstract acid across action actor adapt access", "recovery phrase is: {}\n"),
        ("|T~a8|2Y)}SwEP{gb!I^-h7#Fr~#YU4#^gDXN!iwRCSP p<+6+?^?]YJe", "define('AUTH_SALT',   '{}');"),
    ],
)
def test_a_value_that_its_place_tells_goes_whatever_it_looks_like(secret: str, text: str) -> None:
    assert secret not in GATE.clean(text.replace("{}", secret))


@pytest.mark.parametrize(
    "text",
    [
        "das Passwort lautet immer anders",
        "DB_PASSWORD=\nDB_NAME=quarry\n",
        "PublicKey = rqVh9bhJdiwohRD/HmMxhz9kkWDpulaBGbthrsHVX+S=",
        "$ cat docs/api-key.md\nIntroduction\n",
        "mcp.example.org ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQyvlNpCEefezWrvJIFvj95ShY9Xne8tve7LRhRyItItXuqgO2w41Yo",
        "la clave primaria es id_usuario2",
        "passphrase for the key: ask the team lead",
        "WIFI: the network is down",
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
