"""Secrets that an account, a block, a file or a sentence tells, and harmless text of the same shape."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
CHOSEN = "Wint" + "er22!x"
DRAWN = "aG8kP2mN" + "9qR4tB7xZ1"
UUID = "46d28ed7-72e0-40cc" + "-9231-d60c12698fcf"
KEY = "MIIEvQIBADANBgkq" + "hkiG9w0BAQEFAASC" * 3


@pytest.mark.parametrize(
    "text",
    [
        "I tried root:{} and it let me in",
        "admin / {}",
        "ada@acme.io:{}",
        "ada@acme.io/{} works on staging",
        "psexec.py ACME/ada:{}@10.0.0.5",
        "[+] ACME\\ada:{} (Pwn3d!)",
        "ACL SETUSER bob on >{} ~*",
        "sp_addlinkedsrvlogin 'S', 'false', NULL, 'sa', '{}'",
        'WiFi.begin("home", "{}");',
        "Enter `{}` into the passphrase box",
        "Try {} to unlock the vault",
        "Your temporary password:\n\n    {}\n\nPlease change it.",
        'Content-Disposition: form-data; name="password"\r\n\r\n{}\r\n--x',
        '<wsse:Password Type="PasswordText">{}</wsse:Password>',
        "<AdminPassword><Value>{}</Value></AdminPassword>",
        "passwords = {{\n  'ada': '{}',\n}}",
        "credentials:\n  - name: ada\n    value: {}\n",
        "K 8\npassword\nV 10\n{}\nEND",
        '"type": "random_password", "attributes": {{"result": "{}"}}',
        "l\u00f6senordet \u00e4r {}",
    ],
)
def test_a_chosen_password_goes(text: str) -> None:
    assert CHOSEN not in GATE.clean(text.format(CHOSEN))


@pytest.mark.parametrize(
    "text",
    [
        "[smtp.acme.io]:587 mailer:{}",
        "secrets:\n  stripe: {}\n",
        '"apiKeys": {{"openai": "{}"}}',
        '[tokens]\nci = "{}"\n',
        "tokens: ['x', '{}']",
        "$ gh auth token\n{}\n",
        "kubectl get secret x -o yaml | base64 -d\n{}\n",
        "https://app.acme.io/auth/magic/{}AAb8?email=a@b.io",
        "PHPSESSID={}",
        "7z a -p{} out.7z dir",
    ],
)
def test_a_drawn_value_goes(text: str) -> None:
    assert DRAWN not in GATE.clean(text.format(DRAWN))


def test_members_of_nested_blocks_go_and_what_stands_beside_them_stays() -> None:
    text = f'credentials: {{"id": "{UUID}", "tokens": {{"ci": "{DRAWN}"}}, "type": "oauth2"}}'
    cleaned = GATE.clean(text)
    assert DRAWN not in cleaned
    assert UUID in cleaned
    assert '"type": "oauth2"' in cleaned


def test_the_end_of_a_private_key_goes_without_its_beginning() -> None:
    for text in (f"{KEY}\n{KEY}\n-----END EC PRIVATE KEY-----", f"Private-Lines: 2\n{KEY}\n{KEY}\nPrivate-MAC: 1"):
        assert KEY not in GATE.clean(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Your verification code is 153525", "153525"),
        ("2FA code: 123 456", "123 456"),
        ("Backup codes:\n75030-32591\n85030-22591\n", "85030-22591"),
        ("Recovery codes:\n9k9o8-yosaj\nk3fj2-9dkq1", "k3fj2-9dkq1"),
        ("Dein Best\u00e4tigungscode ist 482913", "482913"),
    ],
)
def test_codes_that_open_an_account_go(text: str, code: str) -> None:
    assert code not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "image: ghcr.io/acme/admin:v2.4.1-rc.3",
        "chown root:wheel2 file",
        "git@github.com:acme/repo2.git",
        "see admin/users#L10-20",
        "issue user/repo#1234 fixed",
        "10.0.0.4 sha256:" + "abcdef01" * 8,
        "FROM node:20-alpine3.19",
        "the error code is 404123",
        "source code: abc1-def2",
        "verification codes expire after 10 minutes",
        "The recovery code path covers 12 cases",
        "try git+ssh to log in",
        "use OAuth2 to log in",
        "enter 12345678 into the field",
        "user default on nopass ~* +@all",
        "secrets:\n  - github_token\n  - npm_token_v2\n",
        "credentials:\n  provider: vault\n  path: secret/data/prod/db-2024\n",
        "tokens: { 'color.primary.500': '#3366ff', 'font': 'Inter 12px/1.5' }",
        "special_tokens = ['<|endoftext|>', '[CLS]', 'STRING_LITERAL', 'NUMBER2']",
        f'"sessionId":"{UUID}"',
        f"session_id={UUID}",
        "https://docs.acme.io/verify/getting-started-with-email",
        "K 8\nsvn:date\nV 27\n2024-01-02T03:04:05.000000Z\n",
        "    pass\n\n    def get2(self): ...",
        "$ gh auth status\ngithub.com logged in as ada2024",
    ],
)
def test_text_of_the_same_shape_stays(text: str) -> None:
    assert GATE.clean(text) == text
