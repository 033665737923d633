"""Passwords of plain words in the places where people give them, and ordinary lines with the same words.

The set was written before the rules for it. Half of its shapes were held out: nobody looked at what was missed in them.
"""

import gzip
import json
from pathlib import Path

import pytest

from backstory.redact.gate import Gate

ROWS = [
    json.loads(line) for line in gzip.decompress(Path(__file__).with_name("words.jsonl.gz").read_bytes()).splitlines()
]
GATE = Gate(key=b"k" * 32)


@pytest.mark.parametrize(("half", "missed", "torn"), [("open", 10, 1), ("held", 27, 4)])
def test_words_in_half_of_the_shapes(half: str, missed: int, torn: int) -> None:
    rows = [row for row in ROWS if row["half"] == half]
    survivors = [row["shape"] for row in rows if row["secret"] and row["secret"] in GATE.clean(row["text"])]
    assert len(survivors) <= missed, survivors
    changed = [row["text"] for row in rows if not row["secret"] and GATE.clean(row["text"]) != row["text"]]
    assert len(changed) <= torn, changed


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        pytest.param("127.0.0.1:6379> AUTH walnut", "walnut", id="behind a prompt"),
        pytest.param("AUTH worker walnut\r\nSELECT 2", "walnut", id="before the next command"),
        pytest.param("masterauth walnut\nmaxmemory 2gb", "walnut", id="setting of a server"),
        pytest.param("ACL SETUSER ada on >walnut allkeys", "walnut", id="account of a server"),
        pytest.param("enable password walnut\n", "walnut", id="device"),
        pytest.param("snmp-server community walnut RO", "walnut", id="community"),
        pytest.param("nmcli dev wifi connect Home password walnut", "walnut", id="network"),
        pytest.param("printf 'ada:walnut\\n' | chpasswd", "walnut", id="input of a command"),
        pytest.param('echo -e "walnuttree\\nwalnuttree" | passwd ada', "walnuttree", id="input given twice"),
        pytest.param("user      password\nada       walnut\nbob       hazelnut", "hazelnut", id="aligned by blanks"),
        pytest.param("type 'walnut' when it asks for the password", "walnut", id="when to type it"),
        pytest.param("secret answer: walnut", "walnut", id="answer"),
        pytest.param("https://hub.lan/hook?token=walnut", "walnut", id="address"),
        pytest.param("パスワードはwalnutです", "walnut", id="script without blanks"),
        pytest.param("Das Passwort lautet walnuss", "walnuss", id="German"),
        pytest.param("Enter passphrase for key '/home/a/.ssh/id': walnut\nok", "walnut", id="dialogue"),
    ],
)
def test_a_word_goes(text: str, secret: str) -> None:
    assert secret not in GATE.clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "AUTH required",
        "AUTH LOGIN PLAIN\n250 OK",
        "masterauth is not set, so anybody may connect",
        "ACL SETUSER reader on nopass ~* +@read",
        "enable password hashing",
        "enable secret scanning in the repository",
        "snmp-server community strings are gone",
        "nmcli device wifi connect Home asks for the password",
        "user      state\nada       active",
        "password  changed\nset       yesterday\nnever     -",
        "type 'exit' when it asks for the password",
        "secret answer: required",
        "https://hub.lan/hook?token=refresh",
        "https://hub.lan/hook?apikey=yourapikey",
        "密码是必填项",
    ],
)
def test_an_ordinary_line_stays(text: str) -> None:
    assert GATE.clean(text) == text
