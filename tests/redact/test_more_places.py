"""Places that hold a secret which no rule for a name or a service tells: wire forms, stores, notes, wallets, code."""

import base64
import random

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"k" * 32)
CHOSEN = "Walnut" + "@4827"
DRAWN = "q7Xc2Lr9" + "Vt4Bz8Kn"
HEX = "".join(random.Random(1).choices("0123456789abcdef", k=64))


@pytest.mark.parametrize("secret", [CHOSEN, DRAWN])
@pytest.mark.parametrize(
    "text",
    [
        "*2\\r\\n$4\\r\\nAUTH\\r\\n$11\\r\\n{}\\r\\n",
        "*3\r\n$4\r\nAUTH\r\n$3\r\nada\r\n$11\r\n{}\r\n",
        '{{"db_password": {{"sensitive": true, "type": "string", "value": "{}"}}}}',
        "net use Z: \\\\nas\\share /user:ada {}",
        "winrs -r:host -u:ada -p:{} cmd",
        "schtasks /create /ru ada /rp {} /tn nightly",
        "use ada / {} to log in to staging",
        "I changed it from before to {}, the old password no longer works",
        "$ pass show acme/db\n{}\n",
        "$ bw get password github\n{}\n",
        "$ etcdctl get /app/db/password\n/app/db/password\n{}\n",
        "what's the db password?\n> {}\n",
        "Username: admin\nPassword\n{}\n",
        "u: ada p: {}",
        "new Sequelize('shop', 'shop_admin', '{}', {{ host: 'db' }})",
        'new Client("root", "{}")',
        "creds ada:{}",
        "try admin/{}",
        "the wifi here is guest / {}",
        "then type {} at the sudo prompt",
        "BASIC_AUTH=ada:{}",
        'curl_setopt($c, CURLOPT_USERPWD, "ada:{}");',
        'base64.b64encode(b"ada:{}")',
        'sql.Open("mysql", "app:{}@tcp(db:3306)/shop")',
        'WiFi.begin("guest", "{}");',
        "EXEC sp_addlogin 'ada', '{}'",
        "PRAGMA key = '{}';",
        "SELECT pgp_sym_decrypt(card, '{}') FROM cards",
        'ada : EAP "{}"',
        "ada * {} *",
        "yes {} | passwd ada",
        "vncviewer -passwd <(echo {})",
        "erl -name a@b -setcookie {}",
        "RABBITMQ_ERLANG_COOKIE={}",
        '<Setting Name="SmtpPassword"><Value>{}</Value></Setting>',
        "Password1 {}",
        "ada:{{PLAIN}}{}",
        "u/p ada / {}",
        "sa login for sql: {}",
        "decrypt with: {}",
        "unlock code for the laptop = {}",
        "jenkins {}  (initial password)",
        "cy.get('#pw').type('{}')",
        '<Pass encoding="base64">{}</Pass>',
    ],
)
def test_a_place_that_tells_a_secret(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text.format(secret))


def test_every_argument_of_a_command_that_is_a_secret_goes() -> None:
    for text in ("snmpwalk -v3 -u ada -A {} -X {}b host", "qpdf --encrypt {} {}b 256 -- a b"):
        clean = GATE.clean(text.format(CHOSEN, CHOSEN))
        assert CHOSEN not in clean and clean.count("REDACTED") == 2
    assert "--output" in GATE.clean(f"snmpwalk -v3 -A {CHOSEN} --output table host")


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("145192-436836-676195-638767-495013-447664-675804-660397", "Recovery Key:\n  {}\n"),
        ("ddbd 2zje p3vm gs25 pqqe dlj2 wgwt ykka", "Can't scan it? Enter this setup key: {}"),
        ("EAQB3Q2KCXFUZUHV", "oathtool --totp -b {}"),
        (HEX, "DEPLOYER_PK={}"),
        ("0x" + HEX, "Private Keys\n==================\n(0) {}\n"),
        (HEX[:32] + "Zq", ".example.org\tTRUE\t/\tTRUE\t1790000000\tsessionid\t{}"),
        (DRAWN + DRAWN, 'requests.get(url, cookies={{"session": "{}"}})'),
        (DRAWN + "=", "$ head -c 32 /dev/urandom | base64\n{}\n"),
    ],
)
def test_secrets_of_a_form_of_their_own(secret: str, text: str) -> None:
    assert secret not in GATE.clean(text.format(secret))


def test_keystores_in_base64_go_whole() -> None:
    draw = random.Random(2)
    for head in (b"\x30\x82\x0a\xa8\x02\x01\x03\x30\x82", b"\xfe\xed\xfe\xed\x00\x00\x00\x02"):
        code = base64.b64encode(head + draw.randbytes(900)).decode()
        clean = GATE.clean(f"restore from {code} please")
        assert code[:60] not in clean and code[-60:] not in clean
    code = base64.b64encode(draw.randbytes(600)).decode()
    assert code[-60:] not in GATE.clean(f"APPLE_CERT_P12_BASE64={code}")


def test_the_bytes_of_a_key_pair_go_and_a_sequence_stays() -> None:
    draw = random.Random(3)
    pair = ",".join(str(draw.randrange(256)) for _ in range(64))
    assert pair not in GATE.clean(f"[{pair}]")
    sequence = ",".join(map(str, range(64)))
    assert GATE.clean(f"[{sequence}]") == f"[{sequence}]"


def test_a_key_that_a_terminal_wrapped_goes_whole() -> None:
    key = (
        "sk-ant-api03-"
        + "".join(random.Random(4).choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLM23456789_-", k=93))
        + "AA"
    )
    assert key[70:] not in GATE.clean(f"key {key[:70]}\n    {key[70:]} was rejected")


def test_a_setting_below_a_long_key_is_not_taken_for_its_end() -> None:
    key = "".join(random.Random(5).choices("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLM", k=90))
    text = f'{{"config.ini": "ACCESS_TOKEN=xoxp-12{key}\\nBACKUP_ENABLED=true"}}'
    assert "BACKUP_ENABLED=true" in GATE.clean(text) and key[-20:] not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "tests / unit-2\n",
        "login: 12:30:45",
        "try src/base64url2",
        "int * buffer1 *",
        "AUTH: module:func1",
        "cookies = {'theme': 'dark', 'lang': 'en'}",
        "use node:20-bookworm to build",
        "password?\n    def ask2(self):",
        "changed it from 3.11 to 3.12.4, the old version",
        "wifi: 2.4 GHz / 5 GHz",
        "PRAGMA journal_mode = 'wal';",
        "select * from secrets\n",
    ],
)
def test_what_only_looks_like_such_a_place_stays(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "https://lists.acme.io/unsubscribe?t={}",
        "List-Unsubscribe: <https://lists.acme.io/u/unsubscribe.php?id=12&t={}>",
        "https://acme.io/opt-out/{}",
        "https://acme.io/login/magic?t={}",
        "https://acme.io/email-preferences?lang=de&amp;u={}&id=12",
        "https://acme.io/set-password?h={}",
    ],
)
def test_what_an_address_by_mail_lets_do_goes(text: str) -> None:
    assert GATE.clean(text.format(HEX[:40])) != text.format(HEX[:40])
    assert HEX[:40] not in GATE.clean(text.format(HEX[:40]))


@pytest.mark.parametrize(
    "text",
    [
        "https://acme.io/login?next=/orders/2d0552c6-a8c6-4e91-afe5-de9686d034b5",
        "https://acme.io/login?lang=de&v=2024.11.3-rc1-build",
        "https://acme.io/join/acme-summer-party-2024-details",
        "https://lists.acme.io/unsubscribe?t=TOKEN_OF_THE_RECIPIENT",
    ],
)
def test_other_members_of_such_addresses_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        '<Pass encoding="base64">{}</Pass>',
        'expect "assword:"; send "{}\\n"',
        'expect -re ".*ssword.*" ; send -- "{}\\r"',
        "impacket-psexec ACME/eva:'{}'@10.0.0.1",
        "GET /reset-password/{}?lang=de HTTP/1.1",
        '"path": "/unsubscribe?t={}"',
        "host1 ansible_user=root ansible_ssh_pass={}",
        "add name=eva password={} group=full",
    ],
)
def test_drawn_letters_go_in_such_places(text: str) -> None:
    secret = "KYIgJf" + "LIRqXwVb" + "ZkTmNc"
    assert secret not in GATE.clean(text.format(secret))


@pytest.mark.parametrize(
    "text",
    [
        "api密钥:{}",
        "密钥是 {}",
        "访问令牌为 {}",
        "APIキー: {}",
        "アクセストークンは {}",
        "API 키: {}",
        "токен: {}",
        "jeton : {}",
        "API-Schlüssel: {}",
    ],
)
def test_keys_go_beside_their_word_in_other_languages(text: str) -> None:
    assert HEX[:32] not in GATE.clean(text.format(HEX[:32]))
