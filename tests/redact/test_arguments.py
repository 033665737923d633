"""Secrets that only their place among arguments tells go; arguments of the same calls that are none stay."""

import pytest
from tests.redact.vectors import LETTERS

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
CHOSEN = "Zx81" + "qq77"


@pytest.mark.parametrize(
    "text",
    [
        "http -a ada:{} GET https://example.org",
        "smbclient //nas/d -U ada%{}",
        "dbtool -u ada -p {} -h db.example.org",
        "tool /user:ada /pass:{} /v:host",
        "client.login('ada', '{}')",
        "auth=('ada', '{}')",
        "username ada privilege 15 password 7 {}",
        "set -gx DB_PASSWORD {}",
        "use {} as the admin password",
        "credentials: ada / {}",
    ],
)
def test_a_chosen_value_goes(text: str) -> None:
    assert CHOSEN not in GATE.clean(text.format(CHOSEN))


def test_a_key_given_to_a_cipher_goes() -> None:
    assert LETTERS not in GATE.clean(f'AES.new("{LETTERS}", AES.MODE_CBC, iv)')


@pytest.mark.parametrize(
    "text",
    [
        "createHmac('sha256', key)",
        "docker run -u 1000:1000 -p 8080:80 image",
        "dotnet test -p:TargetFrameworks=net8.0",
        "msbuild /p:Configuration=Release9 /p:Platform=x64",
        "button.connect('clicked', 'on_click')",
        "git clone git@github.com:ada/shop2.git",
        "use this as the default password",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert GATE.clean(text) == text
