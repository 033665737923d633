"""Ids of messages, pages and traces, masks, placeholders of other languages and what is said of a password stay."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.words import is_placeholder

GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize(
    "text",
    [
        "Message-ID: <CAHf7xK2mPq9Lw-Zr4TnYb8Vd+1GeUj6Ms3cVoQiZaXtBk7Pw5A@mail.gmail.com>",
        "> In-Reply-To: <CABq1Zt8vNf3HjD6cYgA5eUkT9vQ2mXw7Lr4ZpB8s-NF0Qw+x@mail.corp.lan>",
        "References: <a1@x.de> <CAHf7xK2mPq9Lw-Zr4TnYb8Vd1GeUj6Ms3cVoQiZaXtBk7Pw5A@mail.gmail.com>",
        '"nextPageToken": "XQ-_vL2iO_hd1-9opfKidzQZ9LzZmQJvM3iwvU-gmvmOL7U8H6rv1zHV8w2f"',
        'next_page_token: "CAUQAA2x-Md0sLiCxEWZUQVDUV5rUgTKZKs73EHCRvNSTPBiOiZI2ysd"',
        "X-Amzn-Trace-Id: Root=1-5f84c3d1-b6e24db09a9fde04bdc1a7e3",
        "x-amzn-trace-id: Self=1-5f84c3d2-0c6a4db09a9fde04bdc1a7e3;Root=1-5f84c3d1-b6e24db09a9fde04bdc1a7e3",
        "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq4Xw9Lr2ZpB8sNf3H\n-----END PUBLIC KEY-----",
        "password = '●●●●●●●●'",
        'password: "····"',
        "SMTP_PASS=ihr-kennwort-hier",
        "SMTP_PASS=minha-senha",
        "SMTP_PASS=ton-mot-de-passe-ici",
        "SMTP_PASS=il-tuo-password-qui",
        "SMTP_PASS=kennwort_hier_einsetzen",
        "SMTP_PASS=su_contraseña_aquí",
        "SMTP_PASS=moje-haslo-tutaj",
        "set SMTP_PASS=%BUILD_SMTP_PASS%",
        "const secret = process.env.SESSION_SECRET!;",
        "const pw = form.password!.normalize()",
        "secret: import.meta.env.COOKIE_SECRET!,",
        "const pw = opts.password||opts.pass,n=r?r.length>6:!0;",
        "the password is base64url-encoded",
        "Das Kennwort ist UTF-16-kodiert.",
        "the secret is sha512-hashed before it is stored",
        "le mot de passe est base64-encodé",
        "Esqueceu a senha: link quebrado",
        "Passwort vergessen: Seite lädt nicht",
        "He olvidado mi contraseña: enlace roto",
        "`Authorization: Basic base64(user:password)`",
    ],
)
def test_what_opens_nothing_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Message-ID: <x@y.de>\nX-Api-Key: kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eU", "kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eU"),
        ('"nextToken": "ghp_kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eUZx81"', "kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eU"),
        (
            "-----BEGIN PUBLIC KEY-----\nMFkwEwYH\n-----END PUBLIC KEY-----\napi_key: kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eU",
            "kT9vQ2mXw7Lr4ZpB8sNf3HjD6cYgA5eU",
        ),
        ("SMTP_PASS=Passwort77!", "Passwort77!"),
        ("SMTP_PASS=senha2031", "senha2031"),
        ("SMTP_PASS=geheim123", "geheim123"),
        ("SMTP_PASS=otter.tram!", "otter.tram!"),
        ("SMTP_PASS=%41%62%63walnut9", "%41%62%63walnut9"),
        ("minha senha: Marmelada!7", "Marmelada!7"),
        ("Mein Passwort: Nussbaum", "Nussbaum"),
    ],
)
def test_a_secret_beside_them_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize("value", ["••••••", "●●", "····", "xxxx", "****"])
def test_a_mask_is_one_sign_over_and_over(value: str) -> None:
    assert is_placeholder(value.encode())


@pytest.mark.parametrize("value", ["ñandú", "••a••", "é7"])
def test_other_letters_are_no_mask(value: str) -> None:
    assert not is_placeholder(value.encode())
