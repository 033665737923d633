"""Keys at places that name no secret."""

import pytest

from backstory.redact.gate import Gate

GATE = Gate(key=b"test")
CHOSEN = "Fern" + "549x!k"
HEX = "d75f8c7900fe693d" + "d73554c29b4f2c76"
WHOLE = "vR1NPM3KspRt0UgFa9" + "JFJR+CZ3l+xCiSOFnY30027kA="
LONG = "pALzEe+f1M8g7Ar8eaCET6ZgIVPi6kd8wR5oOWHHliB+" + "8wVQxbeh8syO3kIjBFzLm11qf9pOBkV3XHtIx63UUg=="
NUMBERS = "221, 63, 92, 15, 41, 176, 153, 57, " + "133, 111, 254, 37, 181, 157, 15, 62"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ('secure_link_md5 "$secure_link_expires$uri$remote_addr {}";', CHOSEN),
        ('    secure_link_md5 "{} $uri";', CHOSEN),
        ('secure_link_md5 "$expires$uri {}";', "4AJ9%Tkga" + "#6ZJI"),
        ("secure_link_secret {};", CHOSEN),
        ("Driver={{SQL Server}};Server=a;UID=ada;PWD={{{}}};Encrypt=yes", "bYgBb" + "N7(wnZe!G"),
        ('connect("DRIVER={{x}};UID=ada;PWD={{{}}}")', "p;w #1" + "x=9"),
        ("secure_link_hmac_secret {};", CHOSEN),
        ('echo -n "$expires$uri {}" | openssl md5 -binary', CHOSEN),
        ("openssl enc -d -aes-256-cbc -K {} -iv 00112233445566778899aabbccddeeff -in a -out b", HEX),
        ("openssl dgst -sha256 -mac HMAC -macopt hexkey:{} a.bin", HEX),
        ("openssl dgst -sha256 -hmac {} a.bin", CHOSEN),
        ("openssl s_client -connect a:443 -psk {}", HEX),
        ('"https://api.weather.example/2.5/now?q=Bern&appid={}"', HEX),
        ('params = {{"q": "Bern", "appid": "{}"}}', HEX),
        ("Unseal Key 2: {}", WHOLE),
        ("Application key [base64:{}] set successfully.", WHOLE),
        ('{{"primaryKey": "{}"}}', LONG),
        ('{{\\"secondaryKey\\": \\"{}\\"}}', LONG),
        ("  network_key: [{}]", NUMBERS),
        ('"network_key": [{}],', NUMBERS),
        ("/opt/server/bin/add-user.sh ada {} --silent", CHOSEN),
        ("create_user.py --admin ada {}", CHOSEN),
        ("log in as ada with {} and restart the worker", CHOSEN),
        ('python -c "print(get_random_secret_key())"\n{}\n', "c&aeb(h=_j^a5md4ye2zo(he9&c-%zdg2=" + "#6y@hm8m(a*eo(f0"),
        ("$ cat /var/lib/queue/.erlang.cookie\n{}\n", "LBMQLARZFUMQ" + "ZTNKAWAU"),
    ],
)
def test_key_of_a_place(text: str, secret: str) -> None:
    clean = GATE.clean(text.format(secret))
    assert secret not in clean and "[REDACTED" in clean
    assert GATE.clean(clean) == clean


@pytest.mark.parametrize(
    "text",
    [
        'secure_link_md5 "$secure_link_expires$uri$remote_addr secret";',
        'secure_link_md5 "$secure_link_expires$uri $secret_part";',
        "secure_link_hmac_algorithm sha256;",
        'echo -n "$name $version" | sha256sum',
        'openssl enc -aes-256-cbc -K "$KEY" -iv "$IV" -in a -out b',
        'f"DRIVER={{x}};UID={user};PWD={password}"',
        'f"UID={user};PWD={settings.db.password};"',
        "f'UID={user};PWD={read(1)};'",
        "DRIVER={x};UID={0};PWD={1};",
        "curl -K settings.conf https://a.example",
        "https://play.example/store?appid=730",
        "https://api.weather.example/2.5/now?q=Bern&appid={API key}",
        '{"primaryKey": "id", "secondaryKey": "created_at"}',
        "the recovery key is in the safe",
        "keys: { arrows: [37, 38, 39, 40], key: [37, 38, 39, 40, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76] }",
        "add_user.py --help",
        "log in as ada with your account",
        "sign in as admin with OAuth and check the page",
        "logged in as ada with role-admin2",
    ],
)
def test_look_alike(text: str) -> None:
    assert GATE.clean(text) == text
