"""Logins, keys and links that only their place tells."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
CHOSEN = "Fern" + "549x"
JOINED = "copper-" + "kettle-7"
DRAWN = "f0J96fJpqXkTz7Lw" + "Qe3v8NcH2bRm5Ys1"
SEED = "orbit velvet cancel lemon tribe wisdom gravity pony staff usual kite raven"
HEX = "d75f8c7900fe693d" + "d73554c29b4f2c76"


@pytest.mark.parametrize("secret", [CHOSEN, JOINED])
@pytest.mark.parametrize(
    "text",
    [
        "req.basic_auth 'reports', '{}'",
        'client = Api.new("https://api.example", basic_auth: ["robot", "{}"])',
        'ldap.auth "cn=svc,dc=lab,dc=example", "{}"',
        'session.auth = ("ada", "{}")',
        'auth: ["ada", "{}"],',
        'smtp.login(sender, "{}")',
        'ftp.login(cfg.user, "{}")',
        'local opts = {{ host = "r", port = 6379, auth = "{}" }}',
        "redis: {{ host: 'r', port: 6379, auth: '{}' }}",
        "wifi is birch-guest, key: {}",
        "WLAN Werkstatt: birke, Schlüssel: {}",
        "# /etc/rsyncd.secrets\nmirror:{}\n",
        '~ password = "{}" -> "Lark8dale"',
        '~ password = "Lark8dale" -> "{}"',
        'curl_setopt($ch, CURLOPT_USERPWD, "ada:{}");',
        "<param-name>db.password</param-name><param-value>{}</param-value>",
        "<name>fs.password</name>\n  <value>{}</value>",
    ],
)
def test_login_of_a_place(text: str, secret: str) -> None:
    clean = GATE.clean(text.format(secret))
    assert secret not in clean and clean.count("[REDACTED") in (1, 2)
    assert GATE.clean(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        f"https://privnote.com/aNkiC#{DRAWN[:10]}",
        f"https://eu.onetimesecret.com/secret/{DRAWN}",
        f"https://send.bitwarden.com/#{DRAWN[:22]}/{DRAWN[:18]}",
        f'new ShopGateway(Environment.PRODUCTION, "5vuqcd35hrpy78fp", "fqxrg3m794pvc1yc", "{HEX}");',
    ],
)
def test_link_or_key(text: str) -> None:
    assert "[REDACTED" in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "req.basic_auth 'username', 'password'",
        'auth: ["oauth2", "apikey"]',
        'local opts = { host = "r", port = 443, auth = "oauth2" }',
        "redis: { host: 'r', port: 6379, auth: 'sha256' }",
        'page.login(user, "Log in")',
        "wifi is down, key: value",
        "# users.txt\nada:admin\n",
        "# see nginx.conf\nserver:8080\n",
        'password = "(sensitive value)" -> "(known after apply)"',
        "<name>password</name><value>${db.password}</value>",
        "<param-name>password</param-name><param-value>@password@</param-value>",
        "https://privnote.com/about",
        "client web {\n    ipaddr = 10.0.0.2\n    secret = required\n}\n",
        "secret = settings\nother = load(secret)\n",
        "mit dem Passwort des Kontos anmelden",
        "the password -> hash step",
        "la clave es la paciencia",
        "con la clave primaria de la tabla",
    ],
)
def test_look_alike(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "entré con la clave {} y ya funciona",
        "ich bin mit dem Passwort {} reingekommen",
        "je me connecte avec le mot de passe {} et ça marche",
        "entrei com a senha {} e funcionou",
        "вход с паролем {} работает",
        "das Passwort wurde auf {} geändert",
        "kennwort hab ich geändert auf {}",
        "le mot de passe a été changé en {}",
        "la contraseña se cambió a {}",
        "la password è stata cambiata in {}",
        "the password has been changed to {}",
        "la password di root è {}",
        "pw for the nas -> {}",
    ],
)
def test_sentence(text: str) -> None:
    assert "Torrente-9" not in GATE.clean(text.format("Torrente-9"))


@pytest.mark.parametrize(
    "text",
    [
        "ssh-keygen -t ed25519 -N 'over the hills' -f id",
        "mysql -uroot -p'Gr4nite' -e 'show tables'",
        "{\"command\":\"mysql -uroot -p'Gr4nite' -e 'show tables'\"}",
        'password <- "nightingale"',
        '(def db {:user "ada" :pass "nightingale"})',
        '<wsse:Password Type="a#PasswordText">nightingale</wsse:Password>',
        "client web {\n    ipaddr = 10.0.0.2\n    secret = nightingale\n}\n",
        'var jwtKey = []byte("' + "my_own_signing" + '_94")',
        '"name": "db", "result": ")^HQKh_d' + '{0_@VAV9LXfl", "special": true',
        f"my seed phrase in case something happens: {SEED}",
    ],
)
def test_place_that_gives_words(text: str) -> None:
    assert GATE.clean(text).count("[REDACTED") == 1
