"""Values that name something else by their own form stay beside a word for a secret; a secret of that form goes."""

import base64

import pytest
from tests.redact.vectors import LETTERS

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
ID = "011CUaubVGwgEVkVE3XSPFPx"
DIGEST = "nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"
GIF = base64.b64encode(b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + bytes(range(60, 100))).decode()


@pytest.mark.parametrize(
    "text",
    [
        f"git push -u origin claude/fix-login-{ID}",
        f"**Branch**: `codex/plugin-marketplace-{ID}`",
        f"merged remotes/origin/cursor/rotate-tokens-{ID[:8]}",
        "checkout feature/login-2024 and sign in again",
        "renovate/npm-jsonwebtoken-9.x is about the token",
        "Tests run: 3, Time elapsed: 0.01 s <<< FAILURE! - in org.x.PasswordTest",
        "the `S3_ENDPOINT` beside `AWS_SECRET_ACCESS_KEY`, `S3_BUCKET`",
        "| `CLOUD3_PASSWORD` | API password |\n| `CLOUD3_USERNAME` | API user |",
        "SECRET_MANAGER_PROJECT=acme-prod-726425",
        f"facebook-domain-verification={DIGEST[:30].lower()}",
        "hide the SHA of the htpasswd file (@octo-cat9)",
        "pass the `session` (gh#1593)",
        "used to encrypt the password of the .pfx (PKCS#12)",
        "the credentials leak is GHSA-wg36-wvj6-r67p",
        "an alternative for the client's password: RFC7523",
        "authenticated with a secret by AES-256-CTR/Poly1305",
        "the session key is for Poly1305-AES here",
        "the account moved to route53 as login",
        "Remembering your password is important!",
        "//example.com@search.example/%2f%2e%2e",
        'login(credentials.get("2fa_method"))',
        '"common password":e.rank<=100?"a":"b"',
        "├── passwd → bin/[",
        'curl -u "dyndns:YOUR_TOKEN" "https://dns.example.net/update?host=x"',
        f'<a href="/search?q=x&sa=X&ved=2ahUKE{DIGEST}">',
        f"/_next/static/x.js?dpl=dpl_{DIGEST[:28]}",
        f'_acme-challenge.example.com. 120 IN TXT "{DIGEST}"',
        "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPBdG",
        f'"encoded": "{GIF}"',
        "Content-Type: multipart/form-data; boundary=----WebKitFormBoundaryR9THvoBGuja8JI0x",
        "https://github.com/o/r/security/secret-scanning/unblock-secret/344zhXJQuym2jlszt8a3FJAwcrY",
        "the token rotation (Notion `3a0937f0-3cb4-811d-8bda-e1b9445081f0`)",
        f"lore/golden/forge-plan.md\t{'210d6095c58e26c49ca8093789c491eb' + 'e8f28203'}",
        "EXAMPLE: " + "AKIAIOSFODNN7" + "EXAMPLE",
        "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
        "SELECTELV2_PASSWORD=xxxxx \\\nSELECTELV2_ACCOUNT_ID=1234567 \\\n",
        '"invoice": "in_' + 'JFoOZ8fATnOH1yj5oI2hEVnE"',
        f"cache-key: v3-deps-{'75c685e10c94db40' * 4}",
        'gpg: key 611CDFC1BDB1A2DC: public key "Ana" imported',
        f"script-src 'nonce-{DIGEST[:22]}=='",
        f"google-site-verification={DIGEST}",
        f'<meta name="google-site-verification" content="{DIGEST}">',
        f"DKIM: v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB{DIGEST}",
        "https://www.alchemy.com/docs/how-to-create-access-token-2024",
        "fn verify(token: &str, secret: &[u8]) -> Claims",
        'oauth2.SetAuthURLParam("response_mode", "form_post")',
    ],
)
def test_what_names_something_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "accounts: free / Pro-2024",
        "accounts: trial, Team-50, Enterprise-2025",
        "plans after the login: Basic / Plus-2025",
        "accounts on Q3: Retail-14 / Wholesale-7",
        "accounts in the report: Berlin-2023 / Paris-2024",
        "sign-in works on iOS-17 / Android-14",
        "access (admin): Floor-3 / Floor-4",
        "the account page shows Winter-2024 / Summer-2024",
        "login: Chrome-120 / Firefox-115",
    ],
)
def test_lists_of_things_with_numbers_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        pytest.param(f"git push origin fix/api-key-{LETTERS[:24]}7", LETTERS[:24], id="a key in the name of a branch"),
        pytest.param(f"/search?q=x&code={DIGEST}", DIGEST, id="a parameter that opens"),
        pytest.param(f"https://mainnet.infura.io/v3/{'9f8a7b6c5d4e3f21' * 2}", "9f8a7b6c", id="a key in an address"),
        pytest.param(
            f"https://eth-mainnet.g.alchemy.com/v2/{DIGEST[:32]}", DIGEST[:32], id="the same of another service"
        ),
        pytest.param("login: jenny / Summer-2024", "Summer-2024", id="an account in small letters"),
        pytest.param("the password is @octocat9!x", "@octocat9!x", id="a sign at the beginning"),
        pytest.param('curl -u "dyndns:w4lnu7-Otter" "https://dns.example.net/"', "w4lnu7-Otter", id="a login"),
        pytest.param("the password is walnut77!", "walnut77!", id="an emphasis behind a password"),
        pytest.param("DB_PASSWORD=FAILURE7!x", "FAILURE7!x", id="a verdict with more"),
        pytest.param('password = "4kz Jg9!q"', "4kz Jg9!q", id="drawn parts"),
        pytest.param("DB_PASS: '0kz jg9!'", "0kz jg9!", id="short drawn parts"),
        pytest.param(f'Client("AC12", "{"9f8a7b6c5d4e3f21" * 2}")', "9f8a7b6c", id="the key behind an id"),
        pytest.param(f"algoliasearch('B1G2GM9NG0', '{'9f8a7b6c5d4e3f21' * 2}')", "9f8a7b6c", id="the key of a search"),
        pytest.param("https://hooks.zapier.com/hooks/catch/3212108/9zdkb19/", "9zdkb19", id="a short hook"),
    ],
)
def test_secrets_of_such_forms_go(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        'password: "must be 8 characters!"',
        'password = "no 4 me!"',
        "password: 'sha256 base64'",
        'password: "8 to 64 chars"',
        "password_hint: 'my cat 7!'",
        "https://acme.example/hooks/12345/deliveries",
    ],
)
def test_words_and_terms_in_their_places_stay(text: str) -> None:
    assert GATE.clean(text) == text
