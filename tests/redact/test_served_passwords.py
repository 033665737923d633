"""Passwords in statements that sign in to a server, in directives, sections of accounts and calls."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
CHOSEN = "Fern" + "549x"
DRAWN = "f0J96fJpqXkTz7Lw" + "Qe3v8NcH2bRm5Ys1"
HEX = "d75f8c7900fe693dd73554c29b4f2c76"


@pytest.mark.parametrize(
    "text",
    [
        ".LOGON tdprod/etl_user,{};",
        "LOGON dwh/batch,{}",
        "CONNECT TO 'stores@ol_inf' USER 'informix' USING '{}';",
        "db2 connect to sales user db2admin using {}",
        "[zk: localhost:2181(CONNECTED) 0] addauth digest super:{}",
        "ldap_default_authtok = {}",
        "PAM_AUTHTOK={}",
        "conn = database('wh','ana','{}','Vendor','PostgreSQL');",
        "imap_open('{mail.example:993/ssl}INBOX', 'ana@lab.example', '{}');".replace("{mail", "{{mail").replace(
            "ssl}", "ssl}}"
        ),
        "ipa-server-install -r LAB.EXAMPLE -p '{}' -a '{}'",
        "ipa-client-install --principal admin -w {} --unattended",
        "dsconf -D cn=Manager -w {} ldap://d1 backend list",
        "nodetool -u ops -pw {} status",
        "ab -n 10 -A ops:{} https://lab.example/",
        "[admins]\nadmin = {}\n\n[chttpd]\nbind_address = 0.0.0.0",
        "[users]\nharry = {}\nsally = {}\n",
        "listen stats\n  stats enable\n  stats auth ops:{}\n",
        '; userlist.txt\n"appuser" "{}"\n',
        "chpasswd:\n  expire: false\n  list: |\n    root:{}\n    ubuntu:{}\n",
        "snmpwalk -v3 -u monitor -l authPriv -a SHA -A {} -x AES -X {} 10.0.0.3",
        'let creds = Credentials::new("ops@lab.example".to_owned(), "{}".to_owned());',
        'echo "{}" | keepassxc-cli show -q vault.kdbx github',
        "varnishadm -T v1:6082 -S <(echo {}) ban req.url",
        "kinit ops@LAB.EXAMPLE <<< '{}'",
        'local ok, err = red:auth("{}")',
        'expect "*assword:"\nsend "{}\\r"',
        "add user rtr1 ops\nadd password rtr1 {} {}\n",
        "guest wifi: SSID Heron-5G, key {}",
        "$config['snmp']['community'] = array(\"{}\");",
        "printf 'vpnuser\\n{}\\n' > /etc/openvpn/client/auth.txt",
    ],
)
def test_password_of_a_place(text: str) -> None:
    places = text.count("{}")
    clean = GATE.clean(text.format(*[CHOSEN] * places))
    assert CHOSEN not in clean and clean.count("[REDACTED") == places


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer automation {}",
        "headers = {{'Authorization': 'Token ana {}'}}",
        "Authorization: AccessKey acme {}",
        "subscription-manager register --org=lab --activationkey={}",
        "Cookie: .AUTH=_|WARNING:-DO-NOT-SHARE-THIS.--It-lets-in|_{0}{0}",
        "PAGERDUTY_ROUTING_KEY={}",
        '{{"routing_key": "{}", "event_action": "trigger"}}',
        "const appCertificate = '{}';",
    ],
)
@pytest.mark.parametrize("value", [DRAWN, HEX])
def test_drawn_value_of_a_place(text: str, value: str) -> None:
    assert value not in GATE.clean(text.format(value))


def test_account_of_a_bridge_and_session_of_a_vault() -> None:
    assert DRAWN not in GATE.clean(f"curl http://192.168.1.8/api/{DRAWN}/lights")
    assert DRAWN not in GATE.clean(f'export BW_SESSION="{DRAWN}{DRAWN}{DRAWN[:22]}=="')
    assert HEX not in GATE.clean(f'const wallet = new ethers.Wallet("0x{HEX}{HEX}", provider)')


def test_a_long_value_takes_no_setting_below() -> None:
    value = HEX * 4
    assert GATE.clean(f"OTP_SECRET={value}\nSMTP_LOGIN=ops\nPORT=25").endswith("]\nSMTP_LOGIN=ops\nPORT=25")


def test_words_in_quotes_go_as_a_whole() -> None:
    phrase = "velvet" + " 62 Anchor"
    clean = GATE.clean(f"BORG_PASSPHRASE='{phrase}' borg create")
    assert clean.startswith("BORG_PASSPHRASE='[REDACTED") and clean.endswith("]' borg create")


@pytest.mark.parametrize(
    "text",
    [
        "routing_key: orders.created.v1",
        'routing_key = "metrics.cpu01.load5"',
        "CONNECT TO 'stores@ol_inf' USER 'informix' USING :pwd",
        "connect to the server with user root using port 5432",
        'Authorization: Bearer realm="acme7", scope="x"',
        "addauth digest <user>:<password>",
        'conn = database("analytics_v2", "readonly", "schema_2024")',
        "password    sufficient pam_unix.so sha512 shadow nullok use_authtok",
        "authtok_type = kerberos5",
        "mysql::server::root_password: \"%{lookup('profile::db::root_password')}\"",
        "USDC token contract: 0x3cd12c8b9845755b8e5572061711ae7208627e96 (6 decimals)",
        "login.password.fail:1|c|#env:prod,version:2.14.0",
        (
            "untrusted comment: minisign public key 2FC0D7564063C5BD\n"
            "RW3bBbEyuRPZrM6yhJXYpLJE1EjOtnrLAwTOJykYvioWxKK/aPEhGbcV"
        ),
        "auth:\n  secretKeys:\n    adminPasswordKey: postgres-password\n    userPasswordKey: app-password",
        "passwordKey: rabbitmq-password2",
        "password: z.string().min(8).max(64), // min8max64",
        "// password: min8max32upper1digit1",
        "[users]\nharry = rw\nsally = false\n",
        "http://192.168.1.8/api/v1/lights/kitchen-ceiling",
    ],
)
def test_others_stay(text: str) -> None:
    assert GATE.clean(text) == text
