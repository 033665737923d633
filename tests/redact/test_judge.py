import random
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.ids import make_ulid
from backstory.redact.chance import is_random, measure_entropy
from backstory.redact.gate import Gate
from backstory.redact.judge import looks_drawn
from backstory.redact.verdict import is_named_secret
from backstory.redact.words import is_placeholder, split_words

GATE = Gate()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"getHTTPResponse2", [b"get", b"HTTP", b"Response", b"2"]),
        (b"api_key-v12", [b"api", b"key", b"v", b"12"]),
        (b"ABC", [b"ABC"]),
        (b"aB", [b"a", b"B"]),
        (b"", []),
        (b"--", []),
    ],
)
def test_segments(value: bytes, expected: list[bytes]) -> None:
    assert split_words(value) == expected


@given(st.binary(max_size=40))
def test_segments_keep_every_letter(value: bytes) -> None:
    kept = bytes(c for c in value if c >= 128 or chr(c).isalnum())

    assert b"".join(split_words(value)) == kept


@pytest.mark.parametrize(
    "value",
    [
        b"<token>",
        b"${VAR}",
        b"{{ x }}",
        b"your-api-key",
        b"YOUR_SECRET_HERE",
        b"xxxxxxxx",
        b"****",
        b"%(password)s",
        b"changeme",
        b"example",
        b"...",
    ],
)
def test_placeholders(value: bytes) -> None:
    assert is_placeholder(value)


@pytest.mark.parametrize("value", [b"hunter2", b"tr0ub4dor&3", b"swordfish", b"a1b2c3d4", b"$aact_prod_abcdef123456"])
def test_no_placeholders(value: bytes) -> None:
    assert not is_placeholder(value)


@pytest.mark.parametrize(
    "word",
    [
        b"getElementsByTagNameNS",
        b"runOneTimeV12",
        b"sizeEndCentDir64Locator",
        b"9f86d081884c7d659a2feaa0",
        b"12345678901234",
    ],
)
def test_words_and_digests_are_not_random(word: bytes) -> None:
    assert not is_random(word)


def test_most_random_strings_are_random() -> None:
    draw = random.Random(7)
    letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    words = [bytes(draw.choices(letters, k=24)) for _ in range(500)]

    assert sum(map(is_random, words)) > 480
    assert sum(map(looks_drawn, words)) > 490


def test_entropy_is_shannon() -> None:
    assert measure_entropy(b"aaaa") == 0
    assert measure_entropy(b"abcd") == 2


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        (b"password", b"swordFish9", True),
        (b"dbPassword", b"correct1", True),
        (b"api_key", b"kT9vQ2mXw7Lr4ZpB8sNf", True),
        (b"author", b"kT9vQ2mXw7Lr4ZpB8sNf", False),
        (b"monkey", b"kT9vQ2mXw7Lr4ZpB8sNf", False),
        (b"key_id", b"kT9vQ2mXw7Lr4ZpB8sNf", False),
        (b"public_key", b"kT9vQ2mXw7Lr4ZpB8sNf", False),
        (b"token", b"next", False),
        (b"password", b"${PASSWORD}", False),
        (b"title", b"swordFish9", False),
    ],
)
def test_values_under_a_name(key: bytes, value: bytes, expected: bool) -> None:
    assert is_named_secret(key, value) is expected


def test_a_thousand_ids_and_digests_stay() -> None:
    draw = random.Random(11)
    lines: list[str] = []
    for n in range(1000):
        sha = f"{draw.getrandbits(160):040x}"
        lines += [
            f"commit {sha}",
            f"{sha[:12]} fix the pool (#{n})",
            f"uuid {uuid.UUID(int=draw.getrandbits(128), version=4)} seen",
            f"id: {make_ulid(1_700_000_000_000 + n, draw.randbytes(10))}",
            f"{draw.randrange(30)}.{draw.randrange(50)}.{n}-rc.{n % 7}+build.{sha[:7]}",
            f'"integrity": "sha512-{draw.randbytes(64).hex()[:86]}=="',
            f"sha256:{sha}{sha[:24]}",
        ]
    text = "\n".join(lines)

    assert GATE.check(text).findings == ()


@pytest.mark.parametrize("value", ["Otter.n5rk" + "GLoZ1", "river.Lv" + "Vr4IpE"])
def test_a_password_with_a_dot_is_no_member_of_an_object(value: str) -> None:
    assert value not in GATE.clean(f"db:\n  password: {value}\n")


@pytest.mark.parametrize("value", ["config.oauth2Client", "options.newPwd2", "self.sha256Hash", "crypto.k8sSecret"])
def test_a_member_of_an_object_is_no_password(value: str) -> None:
    text = f"password = {value}\n"

    assert GATE.clean(text) == text


@pytest.mark.parametrize("value", ["#Ml!u%" + "Gu4tt", "@dm1n" + "2024", "#qT7?" + "w~9x"])
def test_a_password_may_begin_with_a_sign(value: str) -> None:
    assert value not in GATE.clean(f"admin password: {value}\n")


@pytest.mark.parametrize("value", ["#ffee99", "#comment", "#/definitions/Foo2", "@scope/pkg2", "#item-2"])
def test_colours_comments_and_places_are_no_passwords(value: str) -> None:
    text = f"password: {value}\n"

    assert GATE.clean(text) == text
