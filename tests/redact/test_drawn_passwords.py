"""Passwords drawn from letters, digits and signs go whatever signs they have, and code that resembles them stays."""

import random
import string

import pytest

from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
QUOTED = (
    "SMTP_PASSWORD='{}'\nMODE=live",
    'cache:\n  password: "{}"\n  port: 2',
    '{{"login": "eve", "password": "{}"}}',
    'config.put("ftp.password", "{}");',
    "CREATE USER eve IDENTIFIED BY '{}';",
    "wrap --secret '{}' --all",
    "sshpass -p '{}' rsync a b@c:",
    "ldapsearch -D cn=reader -w '{}' -b dc=lab",
    "mosquitto_sub -u probe -P '{}' -t x",
    "docker login -u eve -p '{}' hub.lab.lan",
    'type the passphrase "{}" when it asks',
    "le mot de passe est `{}`",
)
BARE = (
    "SMTP_PASSWORD={}\nMODE=live",
    "cache:\n  password: {}\n  port: 2",
    "the wiki password is {}",
    "the wiki password is {} and it worked",
    "das Kennwort lautet {}",
    "passphrase for the backup: {}",
    "la contraseña es {}",
)
VALUES = (
    "Vt<9x>qB{2;Lw:Ea", "(Kd7;wR,z[Q3n^Yf", ";pX4|Gq}m?Z8(tHs", ",Bz6@Wn]k:R1{yCv", "]N2!gF<jU7;xS>ae",
    ">Hq5)vM[r%T0=dLo", "{Jw8&bY,k3Ds}Ax/", "x9${Qe}7;Wm^Zp|c", "Ua#[4]tK(6){Rv}z", "w}K1(pZ_8;Vg*Xe,",
)  # fmt: skip


@pytest.mark.parametrize("template", QUOTED + BARE)
@pytest.mark.parametrize("value", VALUES)
def test_a_drawn_password_goes_whatever_its_signs(template: str, value: str) -> None:
    assert value[1:-1] not in GATE.clean(template.format(value))


@pytest.mark.parametrize("template", QUOTED + BARE)
def test_hardly_any_drawn_password_stays(template: str) -> None:
    draw = random.Random(46)
    signs = "!#%&()*+,-./:;<=>?@[]^_{|}~"
    values = ["".join(draw.choices(string.ascii_letters + string.digits + signs, k=16)) for _ in range(100)]
    if template in BARE:
        values = [value for value in values if value[0] not in "#-!*&%@|>?" and value[-1] not in ".,;:!?"]

    kept = [value for value in values if value[2:-2] in GATE.clean(template.format(value))]

    assert len(kept) <= 2


@pytest.mark.parametrize(
    "value",
    [
        "options.password||options.pw,t=i?i.length>6:!0",
        "a.secret&&(b=c(a.secret,{k:!0}))",
        "${DB_PASSWORD:-changeme}",
        "{{ vault_password | default('') }}",
        "<your-password-here>",
        "%(password)s@%(host)s:%(port)d",
        "^(?=.*[A-Z])(?=.*\\d)[^\\s]{8,}$",
        "@Html.PasswordFor(m=>m.Pin)",
        "os.environ['DB_PASSWORD'];",
        "$this->password[$i]['hash']",
        "prod/billing/db-XyZaBc",
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "eyJhbGciOiJIUz...//token",
        "if(!user.password){return}",
        "--password-file=/run/secrets/db",
        "map[string]string{\"a\":b}",
        "12:30:45.123+02:00",
        "****************",
    ],
)  # fmt: skip
def test_code_and_placeholders_are_not_drawn(value: str) -> None:
    assert not is_drawn_password(value.encode())


@pytest.mark.parametrize(
    "text",
    [
        "if (opts.password||opts.pw,t=i?i.length>6:!0) {",
        'password = re.compile(r"^(?=.*[A-Z])[^\\s]{8,}$")',
        "pin-sha256=\"WQwcNo7lKp0Dq1FhOSuUl4JxMIb+Zk9/TvYrG2sA3Xe=\"; includeSubDomains",
        "secretsmanager:eu-west-1:001122334455:secret:prod/billing-XyZaBc",
        'const secret = "eyJhbGciOiJIUz...//token";',
        "password: ${{ secrets.DB_PASSWORD }}",
        "the password field takes [a-z0-9]{8,} and nothing else",
    ],
)  # fmt: skip
def test_code_beside_the_word_stays(text: str) -> None:
    assert GATE.clean(text) == text
