"""Ordinary text that looks like a secret at first sight stays whole, and what resembles it and is a secret goes."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            '"credentialsSignin": "\\u0938\\u093e\\u0907\\u0928 \\u0907\\u0928 \\u0935"', id="escaped letters"
        ),
        pytest.param('"apiKeys": {\n "title": "\\u05de\\u05e4\\u05ea\\u05d7\\u05d5\\u05ea API"\n}', id="escaped title"),
        pytest.param("    fastcgi_pass unix:/run/php/php8.2-fpm.sock;", id="socket"),
        pytest.param("openssl req -x509 -newkey rsa:4096 -sha256 -days 365", id="kind and size of a key"),
        pytest.param('# pass = "env(SENDGRID_API_KEY)"', id="variable of the environment"),
        pytest.param('--set-secrets "DB_URL=db-url:latest,SERVICE_KEY=service-key:3"', id="versions of secrets"),
        pytest.param("set `SECRET_KEY`, `DEBUG=False` and `ALLOWED_HOSTS`", id="another setting"),
        pytest.param("Kennwort: erforderlich", id="required, German"),
        pytest.param("mot de passe : obligatoire", id="required, French"),
        pytest.param("密码是什么?", id="question"),
        pytest.param("git clone https://user:password@example.com/x.git", id="sample address"),
        pytest.param('run({**environ, "PWD": folder})', id="variable as a member"),
        pytest.param("login: admin / viewer / editor", id="roles"),
        pytest.param("sshpass -e ssh deploy@web1", id="account and host"),
        pytest.param('<a class="token" href="#/s:9Alamofire13AuthenticatorP10CredentialQa">x</a>', id="attribute"),
        pytest.param('"password": r"([^\\\\s]+)@(?P<host>[^/]+)",', id="regular expression"),
        pytest.param(
            "the secret is read in **main** and `assistant.server.ts:112`", id="emphasis and a line of a file"
        ),
    ],
)
def test_no_secret_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        pytest.param(
            "password: \\u0410\\u043d\\u043d\\u04302019!", "u0430" + "2019!", id="escaped letters and a number"
        ),
        pytest.param("fastcgi_pass_key hunter#22x9", "hunter#22x9", id="a value behind a compound name"),
        pytest.param("https://user:password@db.acme.io/x", "password", id="a real host"),
        pytest.param("https://user:hunter22@example.com/x", "hunter22", id="a real password"),
        pytest.param("ftp://username:password@ftp.example.com:21", "password", id="no address of the web"),
        pytest.param("{password: walnut, host: db1}", "walnut", id="a member of a flow"),
        pytest.param('<input name="token" value="f81Qz0wLx7Tq29Vb">', "f81Qz0wLx7Tq29Vb", id="an input"),
        pytest.param("密码是hunter#22x?", "hunter#22x", id="a password in a question"),
    ],
)
def test_a_secret_like_it_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)
