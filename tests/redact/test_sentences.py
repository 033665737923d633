"""Secrets that a sentence, a dialogue or a command tells at some distance, and text that only looks like it."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.pack_files import read_pack_file

GATE = Gate(key=b"k" * 32)
SECRET = "Zx81" + "qq77!w"
DRAWN = "9f86d081884c7d65" + "9a2feaa0c55ad015"


@pytest.mark.parametrize(
    "text",
    [
        "the wifi password here is {}",
        "My password (please keep it) is {}",
        "It asks for a passphrase, enter {}",
        "Change the password from {} to something better",
        "Password for ada: {}\nLogged in.",
        "pw for staging = {}",
        "log in with admin and {}",
        "try {} for the admin password",
        "it is {} (the db password)",
        "enable secret 0 {}",
        "snmp-server community {} RO",
        "redis-server --requirepass {}",
        'expect "assword:"\nsend "{}\\r"',
        "DRIVER=x;UID=ada;PWD={{{}}}",
        "aws ssm put-parameter --name /db/pw --type SecureString --value {}",
        'cryptsetup luksOpen /dev/sdb1 x <<< "{}"',
        'echo "{}" | sudo -S apt update',
        "mysqldump -uroot -p{} --all-databases",
        'Config {{ user: "ada", password: Some("{}") }}',
        '["password"]=>\n  string(10) "{}"',
        's:8:"password";s:10:"{}";',
        '(user . "ada") (password . "{}")',
        "  password: \x1b[32m'{}'\x1b[39m,",
        "INSERT INTO users (email, password, role) VALUES ('a@b.c', '{}', 'admin');",
        "insert into t (id, name, token) values (1, lower('A'), 'x'), (2, 'b', '{}9Kd2')",
        'ldap_bind($c, "cn=admin,dc=x", "{}");',
    ],
)
def test_a_secret_at_a_distance_goes(text: str) -> None:
    assert SECRET not in GATE.clean(text.format(SECRET))


@pytest.mark.parametrize("text", ["the API key you want is {}", "deepgram \u2192 {}", "our Algolia admin one is {}"])
def test_a_drawn_value_that_is_told_goes(text: str) -> None:
    assert DRAWN not in GATE.clean(text.format(DRAWN))


@pytest.mark.parametrize(
    "text",
    [
        "the password field was renamed in v2.3.1",
        "password hashing: argon2id, PBKDF2-HMAC-SHA256",
        "You will be asked for the password twice within 24h.",
        "the password is required to sign in with Google2",
        "log in with Google and GitHub",
        "a key insight from RFC7519 and RFC6749",
        "INSERT INTO users (email, password) VALUES (?, ?)",
        "INSERT INTO users (email, password) VALUES ('a@b.c', '$1')",
        "cache key " + DRAWN,
        "idempotency_key=" + DRAWN,
        "digest: " + DRAWN,
        "mixpanel project id " + DRAWN,
        "toolu_01" + "AbC9dEf8GhI7jKl6MnO5pQ",
        "msg_01" + "AbC9dEf8GhI7jKl6MnO5pQ",
        "Started session `codex-cli-20261109T074227Z-qez2nt`",
        "backup.20261119T020947Z.gq8h7q is the newest",
        "vault login -method=oidc",
        "Pin the integration tests to redis:8.6.2 on PR runs",
        "Pin to ghcr.io/acme/api:1.12.3-rc.1 for now",
        "change the pin from eslint@9.1.0 to eslint@9.2.0-beta",
        "ssh-keygen -N '' -f key",
    ],
)
def test_text_that_tells_nothing_stays(text: str) -> None:
    assert GATE.clean(text) == text


def test_every_command_of_the_table_gives_its_secret_away() -> None:
    lines = [line for line in read_pack_file("commands.txt").decode().splitlines() if line and line[0] != "#"]
    assert len(lines) > 40
    for line in lines:
        command, _, arguments = line.partition(": ")
        for argument in arguments.split():
            before = " x" * (int(argument) - 1) if argument.isdigit() else f" -v 1 {argument}"
            text = f"$ {command}{before} {SECRET}"
            assert SECRET not in GATE.clean(text), text
