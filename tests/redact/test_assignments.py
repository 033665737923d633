"""Assignments in every syntax: what is given to a telling name goes, what only refers to it stays."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.redact import assignments
from tests.redact.vectors import HEX, LETTERS

from backstory.redact.gate import Gate
from backstory.redact.names import classify_name

GATE = Gate(key=b"k" * 32)
FORMATS = {form.name: form for form in assignments.FORMATS}


@pytest.mark.slow
def test_nearly_all_generated_assignments_go() -> None:
    drawn = list(assignments.cases(5, each=6))

    missed = [case for case in drawn if case.secret in GATE.clean(case.text)]

    assert len(missed) <= 0.02 * len(drawn), Counter(case.format for case in missed).most_common(8)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_is_read(name: str) -> None:
    draw = Random(name)
    form = FORMATS[name]
    word = "api key" if form.keys.startswith("drawn") else "db password"
    cases = [assignments.case(draw, form, word, shape) for shape in ("letters and digits", "hex", "upper") * 3]

    good = [case.secret not in GATE.clean(case.text) for case in cases if case]

    assert good
    assert sum(good) >= len(good) - 1, [case.text for case in cases if case]


def test_words_of_other_languages_and_misspelt_ones_announce_too() -> None:
    drawn = list(assignments.words(5))

    missed = [case.text for case in drawn if case.secret in GATE.clean(case.text)]

    assert len(missed) <= 0.1 * len(drawn), missed


@pytest.mark.slow
def test_references_stay() -> None:
    texts = [text for _, _, text in assignments.references(5)]

    touched = [text for text in texts if GATE.clean(text) != text]

    assert len(touched) <= 0.004 * len(texts), touched


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from(assignments.FORMATS),
    st.sampled_from((*assignments.STRONG, *assignments.WEAK, *assignments.GLUED)),
    st.sampled_from(assignments.SHAPES),
)
def test_what_was_cleaned_is_clean(seed: int, form: assignments.Format, word: str, shape: str) -> None:
    case = assignments.case(Random(seed), form, word, shape)
    text = case.text if case else form.template

    once = GATE.clean(text)

    assert GATE.clean(once) == once
    if form.name.startswith("json") and form.name != "json in a string" and case:
        json.loads(once)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("jwt_secret", True),
        ("privateKeyPassword", True),
        ("rootPassword", True),
        ("DBPASS", True),
        ("userpass", True),
        ("smtp_pass", True),
        ("secretName", False),
        ("password_file", False),
        ("PASSWORD_MIN_LENGTH", False),
        ("compass", False),
        ("minipass", False),
        ("passenger", False),
        ("api_key", False),
    ],
)
def test_the_last_word_of_a_name_decides(name: str, says: bool) -> None:
    said = classify_name(name.encode())

    assert (said is not None and said.strong) is says


@pytest.mark.parametrize(
    "key",
    [
        "dop_v1_" + HEX * 2,
        "PMAK-" + HEX[:24] + "-" + HEX + "6f",
        "sgp_" + HEX[:16] + "_" + HEX + HEX[:8],
        "rdme_" + "xn8s9h" + HEX * 2,
        "vcp_" + LETTERS + "Zx81qq",
        "xkeysib-" + HEX * 2 + "-" + LETTERS[:16].lower(),
        "dapi" + HEX,
    ],
)
def test_a_short_word_and_a_long_draw_are_a_key_of_some_service(key: str) -> None:
    assert key not in Gate(key=b"k", packs=()).clean(f"pushed with {key} to it")


@pytest.mark.parametrize(
    "name",
    [
        "image_" + HEX + ".png",
        "build-" + HEX + HEX[:8],
        "sha512-" + HEX * 4,
        "chunk-" + HEX,
        "vol-" + HEX[:17],
        "from cryptography import Ed25519PrivateKey, Ed25519PublicKey",
        'isinstance(key, (Ed25519PrivateKey, "Ed25519PublicKey"))',
        '"minipass": "^7.0.3"',
        "the `pass` `autospec=True` form",
        "Pbkdf2PasswordEncoder::defaultsForSpringSecurity_v5_8",
        'Password config.Secret `yaml:"password,omitempty"`',
        "existingSecret: airflow-redis",
        "secretName: traefik-default-cert2",
        'password: "Enter your new password"',
        "latest: digest: sha256:" + HEX * 2,
        "type: 'email|hidden|month|number|password|range|search|tel'",
        "| パスワード | コマンド |",
    ],
)
def test_names_of_things_stay(name: str) -> None:
    assert GATE.clean(name) == name


@pytest.mark.parametrize("value", ["Welcome@2.0", "summer@2024.11", "Herbst@1.2"])
def test_a_password_with_a_number_behind_its_sign_is_no_address(value: str) -> None:
    assert value not in GATE.clean(f"password: {value}")


@pytest.mark.parametrize("value", ["ada@example.org", "redis:8.6.2", "ghcr.io/acme/api:1.12.3", "eslint@9.1.0-beta"])
def test_addresses_and_versions_of_things_stay(value: str) -> None:
    assert GATE.clean(f"token: {value}") == f"token: {value}"
