"""Passwords that read like an expression of code."""

import pytest

from backstory.redact.drawn_expressions import is_drawn_expression
from backstory.redact.gate import Gate

GATE = Gate(key=b"test")


@pytest.mark.parametrize(
    "secret", ["Vtr6_" + "nkU.EEc", "bn50Hg" + "C==42w", "w!=Cur" + "CXC4cZ", "Jjv@" + "8Do.KhGE", "g6Sy0" + ".y3_wcD"]
)
@pytest.mark.parametrize(
    "text", ["password: {}", "keytool -storepass {} -alias a", "DB_PASS={} run", "das Passwort ist {} für alle"]
)
def test_password(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text.format(secret))


@pytest.mark.parametrize(
    "text",
    [
        "password = settings.dbPassword2",
        "password: config.auth.S3Key",
        "password: process.env.DB1_PASS",
        "password = user2.Name",
        "password: ada99@Mail.example",
    ],
)
def test_code_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "value", [b"pkcs7.Options", b"utf8.String", b"a.b", b"self._lib", b"ec.SECP256R1", b"Base64Url.decode(x9K)"]
)
def test_names_are_not_drawn(value: bytes) -> None:
    assert not is_drawn_expression(value)
