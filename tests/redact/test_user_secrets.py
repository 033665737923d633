import os
import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sweeps import share

from backstory.redact.user_secrets import _PLAIN, _is_plain, own_values

from .vectors import PLANTED


def test_finds_the_values_of_env_files(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(
        "# settings\nexport DB_PASSWORD=hunter2correct\n"
        'API_KEY=\'quoted value 9\'\nTOKEN="with \\"quotes\\" 77" # why\n'
        "DEBUG=true\nHOST=localhost\nPORT=5432\nLOG=/var/log/app.log\nSESSION_ID_SALT=Zx81qq77Zx81qq77\n"
        "DATABASE_URL=postgres://app:s3cr3tV4lue@db/shop\nAPP_NAME=backstory-demo\n"
    )
    (tmp_path / ".env.local").write_text("LOCAL_SECRET=only-here-1234\r\n")
    (tmp_path / ".env.example").write_text("DB_PASSWORD=put-it-here-99\n")

    found = own_values(str(tmp_path), {}, "")

    assert set(found) == {
        "hunter2correct", "quoted value 9", 'with "quotes" 77', "Zx81qq77Zx81qq77", "s3cr3tV4lue", "only-here-1234",
    }  # fmt: skip
    assert found == sorted(found, key=lambda v: (-len(v), v))


def test_finds_the_values_of_the_usual_files(tmp_path: Path) -> None:
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws" / "credentials").write_text(
        "[default]\naws_access_key_id = " + PLANTED["aws id"][0] + "\n"
        "aws_secret_access_key = abc/DEF+123456\nregion = eu-west-1\n"
    )
    (tmp_path / ".netrc").write_text("machine example.org login ada password netrc-pass-1\n")
    (tmp_path / ".npmrc").write_text(
        "registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=tok-en-12345\n"
    )
    (tmp_path / ".git-credentials").write_text("https://ada:p%40ss-word-1@example.org\n")
    (tmp_path / ".docker").mkdir()
    (tmp_path / ".docker" / "config.json").write_text('{"auths": {"r": {"auth": "YWRhOnBhc3N3b3Jk"}}}')

    found = own_values(str(tmp_path / "nowhere"), {}, str(tmp_path))

    assert {
        "abc/DEF+123456",
        "netrc-pass-1",
        "tok-en-12345",
        "p%40ss-word-1",
        "p@ss-word-1",
        "YWRhOnBhc3N3b3Jk",
    } <= set(found)
    assert not {"eu-west-1", "https://registry.npmjs.org/"} & set(found)


def test_takes_the_environment_by_telling_names() -> None:
    environ = {
        "GITHUB_TOKEN": "made-up-token-1",
        "MY_PASSWORD": "swordfish-9",
        "PATH": "/usr/bin:/bin",
        "SSH_AUTH_SOCK": "/tmp/ssh-x/agent.1",
        "EDITOR": "nvim-with-long-name-77",
        "AUTH_MODE": "disabled",
        "API_KEY": "short",
        "GIT_AUTHOR_NAME": "Ada Lovelace 99",
        "REDIS_URL": "redis://:pass-word-77@h:6379/0",
        "SERVICE_TOKEN_URL": "https://example.org/token",
        "KEY_LENGTH_TOKEN": "4096",
        "CI_TOKEN": "aaaaaaaaaaaa",
    }

    assert own_values("", environ, "") == ["made-up-token-1", "pass-word-77", "swordfish-9"]


def test_survives_whatever_lies_there(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    os.mkfifo(tmp_path / ".env.fifo")
    (tmp_path / ".env.huge").write_bytes(b"TOKEN=" + b"x1" * 400_000)
    (tmp_path / ".env.binary").write_bytes(b"TOKEN=abc\0def-123456\n")
    (tmp_path / ".env.latin").write_bytes(b"TOKEN=p\xe4ssw\xf6rd-123\n")
    (tmp_path / ".env.broken").symlink_to(tmp_path / "missing")
    (tmp_path / ".netrc").write_text("machine x password")
    (tmp_path / ".npmrc").write_bytes(b"\xff\xfe\x00")

    assert len(own_values(str(tmp_path), {}, str(tmp_path))) == 1
    assert own_values(str(tmp_path / "gone"), {}, str(tmp_path / "gone")) == []
    assert own_values("\0", {"TOKEN": "\udcff-surrogate-1"}, "\0") == ["\udcff-surrogate-1"]


PIECES = st.sampled_from([*"aZ19.:/\\@$<{}>~-_ é\u212a\n", "com", "://", "."])


@settings(max_examples=share(500, 5_000))
@given(st.lists(PIECES, min_size=1, max_size=10).map("".join).map(str.strip).filter(bool))
def test_a_value_is_plain_as_the_pattern_says(value: str) -> None:
    assert _is_plain(value) == bool(re.fullmatch(_PLAIN, value, re.IGNORECASE))
