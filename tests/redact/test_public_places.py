"""Values that everybody may read stay: what stands beside them says so. The same value elsewhere goes."""

import pytest
from tests.redact.vectors import HEX, LETTERS

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
DIGEST = "nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
KEY_ID = "4AEE18F83AFDEB23"
CLIENT = "wX9Kq2Lr7Vw3Zt5Np8Ym4Bd6Fg1Hj0Sc"


@pytest.mark.parametrize(
    "text",
    [
        f"pubkey fingerprint SHA256:{DIGEST}",
        f"key SHA256:{DIGEST} got rejected, so I could not log in",
        f"Accepted publickey for git: ED25519 SHA256:{DIGEST}",
        f"signed with key {KEY_ID}",
        f"gpg --recv-keys {KEY_ID}",
        f"git config user.signingkey {KEY_ID}",
        f"apt complains that key {KEY_ID} is missing",
        f"die Freigabe ist signiert mit dem Schlüssel {KEY_ID}",
        f'the etag "{CLIENT[:22]}" never changes',
        f'If-None-Match: "{CLIENT[:22]}"',
        "postgres://user:password@localhost/db",
        "postgresql://USERNAME:PASSWORD@host:5432/database",
        "die Adresse ist postgres://benutzer:passwort@localhost/db",
        "amqp://guest:guest@localhost:5672/",
        "redis://default:yourpassword@localhost:6379",
        "smtp://username:password@smtp.example.com:587",
        "redis://:password@hostname:6379",
        f"md5 of the password file: {HEX}",
        f"MD5 (password.db) = {HEX}",
        f"sha256 of secrets.tar.gz is {HEX}{HEX}",
        f"password list checksum: {HEX}",
        f"Prüfsumme der Datei mit den Passwörtern: {HEX}",
        f"bisect: secret rotation broke at {HEX}{HEX[:8]}",
    ],
)
def test_what_is_public_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        pytest.param(f"api key {KEY_ID}9QXZ", KEY_ID, id="a key that opens"),
        pytest.param(f"client_secret={CLIENT}", CLIENT, id="the secret of a client"),
        pytest.param(f"client_id=nora&client_secret={CLIENT}", CLIENT, id="a secret behind an id"),
        pytest.param("courier_secret=pk_" + f"test_{LETTERS[:24]}", LETTERS[:24], id="a secret by its name"),
        pytest.param("postgres://user:password@db.acme.io/shop", "password", id="a host of the net"),
        pytest.param("postgres://user:hunter22@localhost/shop", "hunter22", id="a password of somebody"),
        pytest.param("postgres://shop:password@localhost/shop", ":password@", id="an account of somebody"),
        pytest.param(f"the hash of the root password is md5: {HEX}", HEX, id="the digest of a password"),
        pytest.param(f"the login token {CLIENT} came with an etag", CLIENT, id="a tag behind the value"),
    ],
)
def test_the_same_elsewhere_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)
