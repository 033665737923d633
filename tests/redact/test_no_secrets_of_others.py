"""What stands beside a word for a secret in other people's repositories and is none."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
NKEY = "ADM2CIIL3RWXBA6T2HW3FODNCQQOUJEHHQD6FKCPVAMHDNTTSMO73ROX"
DIGEST = "92E86429DF370BECD7A1A0FC00BA6FF984F9710D"


@pytest.mark.parametrize(
    "text",
    [
        f'acc, _ := s.LookupAccount("{NKEY}")',
        f'account_key: "{NKEY}"',
        f'  "SourceControlRepositoryIdentifierKey" : "{DIGEST}"',
        f"gpg: using RSA key {DIGEST}",
        "minisign public key C5h0y1U9ad4JEAdIgY+vWKhuR/M3PFuI48eNqNRjrQfCtkFsbdrkX2V5",
        'msgstr "Token uwierzytelniający"',
        "\tusername    string\n\tpassword    string\n\tstarted     bool\n\tcloseDelay  time.Duration\n",
        '{HashExp{"collectionRef": "_pb_users_auth_"}, "5eto7nmys833164"}',
        '"related": "https://api.example.org/v1/webhooks/webhook-789/deliveries"',
        "[blog-api-with-drf]: https://www.example.org/watch?v=XMu0T6L2KRQ&list=PLEsfXFp6DpzTOcOVdZF-th7BS_GYGguAS",
        "keys derived from the configured secrets with HKDF-SHA256, and bound to their purpose",
        '"Authorization": "^.+Credential=123/.+$"',
        "user_oqrChHJW5kwXI8vOpMSvwvwP signed in",
    ],
)
def test_what_is_public_or_names_something_else_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("SOAFYNORQLQFJYBYNUGC5D7SH2MXMUX5BFEWWGHN3EK4VGG5TPT5DZP7QU", 'seed := []byte("{}")'),
        ("C5h0y1U9ad4JEAdIgY+vWKhuR/M3PFuI48eNqNRjrQfCtkFsbdrkX2V5", "private key {}"),
        ("q7Xc2Lr9Vt4Bz8KnMw3Hd6Pf", "https://hooks.example.org/webhooks/{}"),
        ("Walnut@4827", 'set("password", "{}")'),
    ],
)
def test_the_secret_counterpart_goes(secret: str, text: str) -> None:
    assert secret not in GATE.clean(text.format(secret))
