"""Passwords of notes without a word for one, beside the word in another script, and as devices print them."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
STRONG = "Marl" + "808y!"
MIXED = "Marl" + "803y"
LETTERS = "knvy" + " jemv nody " + "lygg"
NUMBERS = "8772 3629 " + "8059 7649 9823"


@pytest.mark.parametrize(
    "text",
    [
        "it's {} for the db",
        "yeah its {} for the staging database, same as before",
        "it is {} for root",
        "use {} for the db login",
        "c'est {} pour la base",
        "es ist {} für die Datenbank",
        "User admin # {}",
        "user: root | {}",
        "login admin / {}",
        "Benutzer technik – {}",
        "UniFi controller at https://unifi.lan.example:8443 - ubnt / {}",
        "root密码{}",
        "管理员密码为{}",
        "密码{},账号 root",
        "rootパスワード{}です",
        "root 비밀번호는 {} 입니다",
    ],
)
def test_value_shows_that_it_is_one(text: str) -> None:
    clean = GATE.clean(text.format(STRONG))
    assert STRONG not in clean and STRONG[:-1] not in clean
    assert clean.startswith(text.split("{}")[0]) and clean.endswith(text.split("{}")[1])


@pytest.mark.parametrize("text", ["root密码是{}", "账号admin密码{}", "ルートのパスワード「{}」"])
def test_word_in_another_script_needs_no_sign(text: str) -> None:
    assert MIXED not in GATE.clean(text.format(MIXED))


@pytest.mark.parametrize(
    "text",
    [
        "App-Passwort: {}",
        "google app pw {} for the mailer",
        "Gmail app password is {}",
        "mot de passe d'application : {}",
        "contraseña de aplicación: {}",
    ],
)
def test_letters_in_groups(text: str) -> None:
    assert GATE.clean(text.format(LETTERS)).count(" " + LETTERS[:4]) == 0


@pytest.mark.parametrize(
    "text", ["FritzBox WLAN: {}", "WLAN-Netzwerkschlüssel: {}", "Router key on the sticker: {}", "WPA2-Key: {}"]
)
@pytest.mark.parametrize("key", [NUMBERS, NUMBERS.replace(" ", ""), NUMBERS[:19].replace(" ", "")])
def test_key_on_a_device(text: str, key: str) -> None:
    assert key[:9] not in GATE.clean(text.format(key))


@pytest.mark.parametrize(
    "text",
    [
        "it's v2.4.1 for the db",
        "it's Postgres15 for the db, use t3.large2 for the vpn",
        "it's db-prod-7 for the db",
        "User admin # created in 2024-03-01",
        "user: root # uid0",
        "login page / Release20.3",
        "FRITZ!Box 7590 and its Kennwort",
        "Router serial number: 1234 5678 9012 3456",
        "WLAN-Kanal: 36 40 44 48 52",
        "the app passwords page says four word code form",
        "密码长度8到20位，密码字段varchar255",
        "密码修改为bcrypt12存储",
    ],
)
def test_others_stay(text: str) -> None:
    assert GATE.clean(text) == text
