"""Texts of a program in many languages stay where their name speaks of a secret; secrets of such letters go."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("client-secret", "Секретный ключ клиента"),
        ("secretkey", "Тајни кључ"),
        ("signing-secret-configured", "Настроен"),
        ("signing-secret", "署名シークレット"),
        ("api-key", "Chave API"),
        ("client-secret", "Segredo do Cliente"),
        ("keep-api-key", "Laat dit leeg om de bestaande sleutel te behouden"),
        ("new-password", "Neues Passwort"),
        ("repeat-new-password", "Repita a nova senha"),
        ("newPassword", "Нова парола"),
        ("password", "Лозинка"),
        ("password", "Κωδικός Πρόσβασης"),
        ("smtp-password", "SMTP-Passwort"),
        ("change-password", "Vaihda salasana"),
        ("confirmPassword", "Επιβεβαίωση κωδικού πρόσβασης"),
        ("password-not-match", "Паролите не съвпадат."),
        ("password-changed", "Das hat geklappt"),
        ("disable-password-login-final-warning", "Будь ласка, введіть "),
    ],
)
@pytest.mark.parametrize("form", ['  "{}": "{}",\n  "title": "x"', "  '{}' => '{}',\n"])
def test_a_text_under_the_name_of_a_secret_stays(form: str, name: str, value: str) -> None:
    text = form.format(name, value)
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('"password": "кошка собака 42"', "кошка"),
        ('"password": "Schlüßel77!x"', "77!x"),
        ('"client-secret": "q7Xw2LmPz9Tk4Rb8Vn3C"', "q7Xw2LmP"),
        ('"password": "purple otter drinks espresso"', "otter"),
        ('"api-key": "Walnut-Ferry-4711"', "4711"),
        ('mnemonic: "orbit lunar tissue garlic hammer swift puzzle evil noble tunnel crane wife"', "orbit lunar"),
    ],
)
def test_a_secret_with_words_or_other_letters_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "<key>Persistent ID</key><string>12B1ABAD6D8E7496</string>",
        '"uri": "spotify:track:' + '6sjZfVJworBX6TqyjkxIJ1"',
        'album = self.album_for_id("' + '0yhKyyjyKXWUieJ4w1IAEa")',
        "// the design pass, see mt#4124",
        "expect(surfaces).toEqual(MT_4251_MODIFIED); // design pass",
    ],
)
def test_ids_and_references_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    ["<key>ApiToken</key><string>12B1ABAD6D8E749612B1ABAD6D8E7496</string>", "the pw is wal#27x", "password: ab#1234"],
)
def test_what_such_forms_name_a_secret_goes(text: str) -> None:
    assert "[REDACTED:" in GATE.clean(text)
