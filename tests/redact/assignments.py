# ruff: noqa: E501, one format a line
"""Assignments of secrets in the syntaxes that people and programs write: format, keyword and value are drawn apart.

A format is a template with the place of a keyword and of a value, and what a value may hold in it. Values are drawn by
a seed, so that no file of this repository holds one. `bench/redaction.py` measures recall by format with it.
"""

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.redact.formats import FORMATS, Format

STRONG = (
    "password", "passwd", "pwd", "passphrase", "secret", "client secret", "db password", "webhook secret",
    "private key password", "root password", "app secret", "user password", "jwt secret", "smtp password", "pass phrase",
)  # fmt: skip
WEAK = (
    "api key", "auth token", "token", "access key", "secret access key", "signing key", "private key", "refresh token",
    "encryption key", "bot token", "license key", "session token", "api token", "personal access token", "app key",
    "bearer token", "webhook token", "storage key", "account key", "connection string",
)  # fmt: skip
GLUED = (
    "dbpassword", "apikey", "APIKEY", "secretaccesskey", "clientsecret", "authtoken", "passwd", "pwd", "pw", "passphrase",
    "privkey", "accesskey", "signingkey", "webhooksecret", "secretkey", "accesstoken", "userpass", "rootpw", "dbpass",
    "mypassword", "encryptionkey", "bearertoken", "pswd", "pass", "psk",
)  # fmt: skip
MISSPELT = ("pasword", "passwrod", "passord", "psswd", "secert", "sercet", "paswd", "tokn", "apykey")
FOREIGN = (
    "contraseña", "contrasena", "mot_de_passe", "motdepasse", "passwort", "kennwort", "senha", "hasło", "haslo", "пароль",
    "密码", "密碼", "パスワード", "비밀번호", "wachtwoord", "lösenord", "salasana", "parola", "şifre", "heslo", "jelszo",
)  # fmt: skip

SHAPES = (
    "hex", "long hex", "base64", "base64url", "uuid", "letters and digits", "upper", "word and digits", "passphrase",
    "brackets", "sign before", "symbols", "crypt", "dotted", "dashed",
)  # fmt: skip
DRAWN = ("hex", "long hex", "base64", "base64url", "uuid", "letters and digits", "upper")
"""Shapes that are a secret under any telling name; the others need one that says password or secret."""

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_WORDS = [
    "correct",
    "horse",
    "battery",
    "staple",
    "orange",
    "window",
    "silver",
    "tiger",
    "purple",
    "monday",
    "summer",
    "dragon",
    "coffee",
    "garden",
]


def value(draw: Random, shape: str) -> str:
    """A value of a shape, drawn by a seed."""
    letters = "".join(draw.choice(_LETTERS) for _ in range(40))
    words = draw.sample(_WORDS, 4)
    raw = draw.randbytes(draw.choice((18, 24, 30)))
    digit = str(draw.randrange(10, 999))
    return {
        "hex": lambda: raw[:16].hex(),
        "long hex": lambda: draw.randbytes(draw.choice((20, 32))).hex(),
        "base64": lambda: b64encode(draw.randbytes(draw.choice((20, 32)))).decode(),
        "base64url": lambda: urlsafe_b64encode(raw).decode().rstrip("=").strip("-_") + "k7",
        "uuid": lambda: "-".join(
            (raw[:4].hex(), raw[4:6].hex(), "4" + raw[6:8].hex()[1:], "a" + raw[8:10].hex()[1:], raw[10:16].hex())
        ),
        "letters and digits": lambda: letters[: draw.choice((16, 20, 24, 32, 40))] + digit,
        "upper": lambda: letters[:18].upper() + digit,
        "word and digits": lambda: words[0] + digit + draw.choice(("", "xy", "!")),
        "passphrase": lambda: " ".join(words),
        "brackets": lambda: f"{words[0][:3]}({digit}){words[1][:3]}[{letters[:2]}]",
        "sign before": lambda: draw.choice("-+=@!&*") + letters[:9] + digit,
        "symbols": lambda: words[0].title() + draw.choice("!@#%^*") + digit + draw.choice("?~+"),
        "crypt": lambda: "$2b$12$" + (letters + letters)[:53],
        "dotted": lambda: f"{letters[:10]}.{letters[10:22]}{digit}.{letters[22:]}",
        "dashed": lambda: f"{words[0]}-{words[1]}-{digit}-{words[2]}",
    }[shape]()


def keyword(draw: Random, words: str, style: str) -> str:
    """A keyword in the style that a format needs."""
    parts = words.replace("_", " ").split()
    lead = draw.choice(("", "", "db ", "my ", "acme ", "prod "))
    parts = (
        [*lead.split(), *parts] if len(parts) > 1 or parts[0] in ("password", "secret", "token", "passwd") else parts
    )
    style = draw.choice(("snake", "camel", "kebab")) if style in ("any", "drawn") else style
    if style == "snake":
        return "_".join(parts).upper() if draw.random() < 0.5 else "_".join(parts)
    if style == "kebab":
        return "-".join(parts).title() if draw.random() < 0.3 else "-".join(parts)
    if style == "camel":
        return parts[0] + "".join(p.title() for p in parts[1:])
    return " ".join(parts)


class Case(NamedTuple):
    format: str
    shape: str
    word: str
    text: str
    secret: str


def case(draw: Random, form: Format, word: str, shape: str) -> Case | None:
    """One assignment, or nothing where the value cannot stand in the format."""
    secret = value(draw, shape)
    if any(c in secret for c in form.bans):
        return None
    if form.keys.startswith("drawn") and shape not in DRAWN:
        return None
    name = keyword(draw, word, form.keys.removeprefix("drawn ") if form.keys != "none" else "snake")
    login = b64encode(f"ada:{secret}".encode()).decode()
    token = draw.randbytes(16).hex()
    text = form.template.format(k=name, K=name[:1].upper() + name[1:], v=secret, b=login, h=token, d="kQ9x1Z")
    for place, stands in (("{b}", login), ("{h}", token), ("{d}", "vQK3lmgMGvcXcRP8bkQ9x1Z")):
        secret = stands if place in form.template else secret
    return Case(form.name, shape, word, text, secret)


def cases(seed: int, each: int = 12) -> Iterator[Case]:
    """`each` assignments of every format; keywords and shapes are drawn as they fit together."""
    draw = Random(seed)
    for form in FORMATS:
        left, tries = each, each * 12
        while left and tries:
            tries -= 1
            word = draw.choice(draw.choice((STRONG, STRONG, WEAK, WEAK, GLUED)))
            strong = form.keys == "none" or any(
                w in word.replace(" ", "") for w in ("pass", "pw", "secret", "psk", "pswd")
            )
            drawn = case(draw, form, word, draw.choice(SHAPES if strong else DRAWN))
            if drawn:
                left -= 1
                yield drawn


def words(seed: int) -> Iterator[Case]:
    """Misspelt keywords and those of other languages, with values that look drawn and such that do not."""
    draw = Random(seed)
    plain = [f for f in FORMATS if f.name in ("env file", "yaml", "json", "python", "prose is", "js property")]
    for word in (*MISSPELT, *FOREIGN):
        for form in plain:
            drawn = case(draw, form, word, draw.choice(("hex", "letters and digits", "word and digits", "symbols")))
            if drawn:
                yield drawn


REFERENCES = (
    "${DB_PASSWORD}", "$DB_PASSWORD", "${{ secrets.DB_PASSWORD }}", "{{ vault_db_password }}", "%(db_password)s",
    "<your-password>", "<password>", "YOUR_API_KEY", "your_password_here", "xxxxxxxx", "********", "...", "null", "None",
    "true", "false", "os.environ['DB_PASSWORD']", 'os.environ["DB_PASSWORD"]', "process.env.DB_PASSWORD", "secrets.DB_PASSWORD",
    "var.db_password", "config.password", "getpass.getpass()", "self.password", "args.token", "generate_token()", "str", "string",
    "Optional[str]", "bytes | None", "#{password}", "%DB_PASSWORD%", "$(cat /run/secrets/db)", "/run/secrets/db_password",
    "{password}", "[password]", "@password", "password", "vault.read('kv/db')", "data.aws_secret.db.value", "await getToken()",
    "!Ref DbPassword", "{{ .Values.db.password }}", "{{resolve:secretsmanager:db}}", "required", "nil", "undefined",
)  # fmt: skip
"""What stands in a secret's place and is none."""


EXPRESSIONS = frozenset(r for r in REFERENCES if r[-1:] in ")]" or "." in r)
"""References that are code; in quotes they would be none."""


def references(seed: int) -> Iterator[tuple[str, str, str]]:
    """Format, reference and text: assignments that hold no secret."""
    draw = Random(seed)
    skip = ("curl quoted user", "curl -u", "htpasswd", "basic header", "sentry dsn", "git remote", "csv", "sql insert")
    for form in FORMATS:
        if form.name in skip or form.keys.startswith("drawn") or "blank" in form.keys or "://" in form.template:
            continue
        quoted = any(mark in form.template for mark in ("'{v}", '"{v}', "`{v}", "'ada:{v}", "({v}", "[{v}"))
        for reference in REFERENCES:
            if any(c in reference for c in form.bans) or (quoted and reference in EXPRESSIONS):
                continue
            name = keyword(draw, draw.choice((*STRONG, *WEAK)), form.keys if form.keys != "none" else "snake")
            text = form.template.format(k=name, K=name[:1].upper() + name[1:], v=reference, b="", h="", d="")
            yield form.name, reference, text
