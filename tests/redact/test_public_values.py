"""What looks drawn and is public stays: page tokens, resources' names, the public half of a key. The rest goes."""

import pytest
from tests.redact.vectors import HEX, LETTERS

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
UUID = f"{HEX[:8]}-{HEX[8:12]}-4{HEX[13:16]}-a{HEX[17:20]}-{HEX[20:32]}"
LONG = LETTERS * 5


@pytest.mark.parametrize(
    "text",
    [
        f'{{"NextToken": "{LETTERS}"}}',
        f'{{"nextPageToken": "{LETTERS}"}}',
        f"aws s3api list-objects --starting-token {LETTERS[:20]}",
        f"aws acm request-certificate --idempotency-token {HEX[:8]}",
        f'"encryptionKey": "arn:aws:kms:us-west-2:417498243647:key/{UUID}"',
        f'"Arn": "arn:aws:controlcatalog:::control/{LETTERS}"',
        f'{{"kty": "RSA", "n": "{LONG}", "e": "AQAB"}}',
        f'{{"kty": "EC", "crv": "P-256", "x": "{LETTERS}0aB", "y": "{LETTERS}9xY"}}',
        "PASS: evex equates\nPASS: pr20995-2\nFAIL: x86_64 AVX\nPASS: rgn-over7\n",
        f'"EncodedKey": "-----BEGIN PUBLIC KEY-----\\nMIIBIjANBgkqhkiG9w0B{LETTERS}\\n-----END PUBLIC KEY-----"',
    ],
)
def test_what_everybody_may_read_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"NEXT_TOKEN={LETTERS}", LETTERS),
        (f"statuspage_token = {UUID}", UUID),
        (f'"nextToken": "ghp_{LETTERS}Zx81"', LETTERS),
        (f'{{"kty": "RSA", "n": "AQ", "d": "{LONG}"}}', LONG),
        (f'{{"kty": "oct", "k": "{LETTERS}0aB"}}', LETTERS),
        ("PASS: warm2up!x\nUSER: ada\n", "warm2up!x"),
        (f"arn:aws:s3:::bucket/file?token={LETTERS}", LETTERS),
    ],
)
def test_what_stands_where_public_things_stand_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


def test_public_keys_of_age_stay() -> None:
    key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    for text in (f"encrypt it for {key}", f"the age public key is {key}", f"recipient: {key}", key):
        assert Gate(key=b"k" * 32).clean(text) == text
