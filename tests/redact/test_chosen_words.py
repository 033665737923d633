"""Passwords that people build on words of placeholders go, and the placeholders themselves stay."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.words import is_placeholder

GATE = Gate(key=b"k" * 32)
PLACES = (
    "MAIL_PASSWORD={}",
    'MAIL_PASSWORD="{}"\nTZ=UTC',
    "the wiki password is {}",
    '{{"login": "eve", "password": "{}"}}',
    "broker:\n  password: {}\n  port: 1",
    "define('MAIL_PASSWORD', '{}');",
    "mysqldump -u eve -p'{}' shop",
    "sshpass -p '{}' ssh eve@web2",
    "<password>{}</password>",
    "curl -u 'eve:{}' https://intra.lab.lan",
    "amqp://eve:{}@queue.lab.lan/main",
    "Mein Passwort ist {}.",
)
CHOSEN = (
    "Passwd2!", "secret47", "admin99", "root321", "OurSecret12!", "AppPassword#7", "Admin88!", "Password2019",
    "Secret!2020", "MailPass@55", "Root!9",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", CHOSEN)
def test_words_with_a_number_as_people_choose_them_go(place: str, value: str) -> None:
    assert value not in GATE.clean(place.format(value))


@pytest.mark.parametrize(
    "value",
    [
        "password", "secret", "test", "changeme", "changeme1!", "your-password", "your_secret_1!", "new-password",
        "replaceme2!", "password1", "secret123", "MyPassword123", "test123", "admin", "root", "user1", "example42!",
        "fakeSecret9!", "wrongPassword2!", "dummy-password-22", "invalidPassword55", "placeholder99!",
    ],
)  # fmt: skip
def test_placeholders_stay_placeholders(value: str) -> None:
    assert is_placeholder(value.encode())


@pytest.mark.parametrize(
    "text",
    [
        "MAIL_PASSWORD=changeme1!",
        'password = "your-password-12!"',
        "password: <secret99>",
        "password = form.password2",
        "secret: my-secret-2",
        'password="wrongPassword9!"',
    ],
)
def test_what_only_says_that_something_goes_here_stays(text: str) -> None:
    assert GATE.clean(text) == text
