"""A password that its form alone tells goes wherever it stands; names, types, versions and cells of that form stay."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
INSIDE = "Crake" + "223!Moor"
AT_END = "Andorinha" + "58@"


@pytest.mark.parametrize(
    "text", ["{}", "grafana still has {}, rotate that", 'let db = open("localhost", "app", "{}", "x")']
)
def test_sign_between_letters(text: str) -> None:
    assert INSIDE not in GATE.clean(text.format(INSIDE))


@pytest.mark.parametrize(
    "text", ["prod still uses admin with {}", "login do painel: suporte / {}", "connect as ops {}", "ssh deploy, {}"]
)
def test_sign_at_the_end_behind_an_account(text: str) -> None:
    assert AT_END not in GATE.clean(text.format(AT_END))


@pytest.mark.parametrize(
    "text",
    [
        "=Sheet12!A1+Sheet12!$B$20",
        "width: calc(100Px10!important)",
        "user opens Index12%20Page",
        "let admin: UInt64! = UInt256!",
        "login fixed in acme/Repo12#345, see Base64#encode64",
        "install Lib32Auth@12 and user @Handle2015",
        "auth: the **Ed25519Keys** move, level 30*Second12",
        "We support Python311! HTTP2 and Base64 too.",
    ],
)
def test_others_stay(text: str) -> None:
    assert GATE.clean(text) == text
