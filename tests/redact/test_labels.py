"""Keys below a line that names them, behind a name to which `key` is glued, and in cells and arguments."""

import pytest
from tests.redact.vectors import HEX, LETTERS, LOWER

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
DRAWN = LETTERS[:14] + "7x" + LETTERS[14:24]


@pytest.mark.parametrize("value", [ID, HEX, HEX + HEX[:8], DRAWN])
@pytest.mark.parametrize(
    "text",
    [
        "zephyrdesk\nKEY\n{}\n",
        "Here is your new API key:\n\n{}\n\nIt is shown once.",
        "## Access token\n\n```\n{}\n```\n",
        "# zephyrdesk credentials\n{}",
        "apiKey\r\n{}\r\n",
        "config/master.key\n{}",
        "zephyrdeskkey={}",
        'zephyrdeskpass: "{}"',
        'const client = new ZephyrClient("{}");',
        "zephyr.init('{}', {{ debug: true }})",
        "<tr><td>API key</td><td>{}</td></tr>",
        "<dt>Secret</dt>\n<dd><code>{}</code></dd>",
        "ENV SECRET_KEY_BASE {}\n",
        "https://conda.zephyr.example/t/{}/get",
    ],
)
def test_a_key_goes(text: str, value: str) -> None:
    assert value not in GATE.clean(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        f"Public key\n{HEX}\n",
        f"SSH host key\n{HEX}\n",
        f"Commit\n{HEX}{HEX[:8]}\n",
        f"Cache key\n{HEX}\n",
        f"Trace id\n{ID}\n",
        f"Key\n{HEX} is the digest of the archive\n",
        f"monkey={HEX}",
        f"cachekey={HEX}",
        f"compass: {HEX}",
        f'new UUID("{ID}")',
        f'ObjectId("{HEX[:24]}")',
        'const client = new ZephyrClient("https://api.zephyr.example");',
        'zephyr.init("production-eu-west-1")',
        "<tr><td>Token</td><td>string</td></tr>",
        "<th>Password</th><td>required, 12 characters</td>",
        "ENV TOKEN_TTL 3600\n",
        "https://forum.zephyr.example/t/how-to-rotate-the-keys/12345",
        f"https://docs.google.com/document/d/9Z-{LETTERS[:16]}_{LETTERS[16:]}/edit",
        f'revert "auth: keep the token" ({HEX}{HEX[:8]})',
        f'"kid": "{LETTERS}-{LETTERS[:16]}"',
    ],
)
def test_what_opens_nothing_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        'zephyr_token: "{}"',
        '  "zephyrToken" => "{}"',
        '$zephyrToken = "{}";',
        "ZEPHYR_TOKEN={}",
        'string zephyrToken = "{}";',
        "zephyr_api_key = '{}'",
    ],
)
@pytest.mark.parametrize("value", ["41206878" + "37332353", "aB3xY" + "9kLmQ", "q7h2k" + "9x4mz1"])
def test_a_number_and_a_short_draw_go_under_the_name_of_a_token(text: str, value: str) -> None:
    assert value not in GATE.clean(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "refresh_token_time = 1790000000000",
        "last_token = 1790000000000",
        'access_token: "20260102030405"',
        "max_token = 100000000000",
        'zephyr_token = "tokenV2"',
        'zephyr_key = "h264Level5"',
        'zephyrToken = "accessToken"',
        "partition_key = 4120687837332353",
    ],
)
def test_a_time_a_count_and_a_name_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        'password = "m{{h}o)p${e]nob(ody[f>-_$#t}}"',
        "db_pass: 'q[w{e]r}t-2$y!'",
        'if password == "Fw3#ab]q{x":',
        'if "Tr0ub4dor&3" == my_password:',
        "'Tr0ub4dor&3' != user.secret",
    ],
)
def test_a_password_with_brackets_goes(text: str) -> None:
    clean = GATE.clean(text)

    assert "Tr0ub4dor" not in clean
    assert "ob(ody" not in clean
    assert "q[w{e]" not in clean
    assert "Fw3#ab" not in clean


@pytest.mark.parametrize(
    "text",
    [
        'password = "${DB_PASSWORD:-changeme}"',
        'password = "prefix-${DB_PASSWORD}-suffix"',
        "password: \"{{ lookup('env', 'DB_PASS') }}\"",
        'password = "#{config[:password]}"',
        'password = "$(cat /run/secrets/db)"',
        'secret = "{{.Values.secret}}"',
        'if "password" == field_password:',
        'if "required" == password:',
    ],
)
def test_a_reference_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "key",
    [
        "access_token$production$" + LOWER[:8] + "12345678$" + HEX,
        "nsec1" + ("qpzry9x8gf2tvdw0s3jn54khce6mua7l" * 2)[:58],
        "WPL_AP1." + LETTERS[:16] + "." + LETTERS[:4] + "+" + LETTERS[4:5] + "==",
        LETTERS[:8] + "123" + "A" * 10 + (LETTERS * 2)[:43],
    ],
)
@pytest.mark.parametrize("text", ["{}", "try {} now", 'f("{}")'])
def test_a_key_that_tells_whose_it_is_goes(text: str, key: str) -> None:
    assert key not in GATE.clean(text.format(key))


def test_the_keys_of_a_network_for_development_go() -> None:
    key = "0x" + HEX + HEX[::-1]

    assert key not in GATE.clean(f"accounts: ['{key}']")
    assert key not in GATE.clean(f'accounts: [\n  "{HEX}{HEX}",\n  "{key}"\n]')


def test_the_address_of_a_chain_stays() -> None:
    address = "bc1q6mfae80vglkx42ynrazc8xu0p2wyksfjnkykn2"

    assert GATE.clean(f"send to {address}") == f"send to {address}"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("10.3.4.5 root {}", "*Fh%d9Yaan"),
        ("192.168.7.9:22 (svc / {})", "k9!xQ2#m"),
        ("EXEC sp_addlogin 'app', '{}'", "OTSuANKqX"),
        ("CREATE DATABASE LINK l CONNECT TO app IDENTIFIED BY {} USING 'x'", "YefKrqdm"),
        ("ALTER USER app IDENTIFIED BY {};", "tiger"),
        ('"credentials": ["app", "{}"]', "!Bom8x+F!N"),
        ('Auth.basic("app", "{}")', "559oRm2F38yM"),
        ('pyotp.TOTP("{}").now()', "REQLUBOR6D2OWWGU"),
        ("admin PW: {}", "@^Q&zYVMq"),
        ("\uc544\uc774\ub514/\ube44\ubc88: app/{}", "YiPeAb^0U"),
        ("Authorization: NTLM {}", "TlRMTVNTUAAD" + LETTERS + LETTERS[::-1]),
        ("sqlplus -S app/{}@//db.zephyr.example:1521/s", "odV1jZR5y"),
        ("TNS: app/{}@//db:1521/s", "odV1jZR5y"),
        ("  DBPassword:\n    Type: String\n    Default: {}\n    NoEcho: true\n", "YOeEpdVAqN7O"),
        ("zephyr_api_key: {}", "b2146" + "ac962"),
        ('BUNDLE_GEMS__ZEPHYR__IO: "ci:{}"', "jUyHmAhZZ" + "EexFJ20"),
        ("poetry config http-basic.zephyr ci {}", "bcnWG7rk!VHaJz"),
    ],
)
def test_a_password_at_its_place_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text.format(secret))


def test_every_line_of_a_static_key_goes() -> None:
    lines = [HEX[place:] + HEX[:place] for place in range(16)]
    clean = GATE.clean(
        "-----BEGIN OpenVPN Static key V1-----\n" + "\n".join(lines) + "\n-----END OpenVPN Static key V1-----\n"
    )

    assert not any(line in clean for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "10.0.0.5 root sshd[4121]: session opened",
        "10.0.0.5 - admin [10/Oct/2000:13:55:36] GET /",
        "10.0.0.9 (eth0/vlan20)",
        "the server 10.0.0.9 root access-list",
        "the row is identified by its number",
        "CREATE USER app IDENTIFIED BY VALUES 'x'",
        '"credentials": ["read", "write"]',
        f'repo.checkout("{HEX}{HEX[:8]}")',
        f"doc id {LETTERS[:28]}",
        "npm i @zephyr/cli@1.2.3 zephyr/desk@main",
        "uses: zephyr/deploy-action@v4",
        "  DBPassword:\n    Type: String\n    Default: changeme\n",
        "  PasswordLength:\n    Type: Number\n    Default: 1234567\n",
        "poetry config virtualenvs.in-project true",
    ],
)
def test_what_stands_at_such_a_place_and_is_no_password_stays(text: str) -> None:
    assert GATE.clean(text) == text
