"""A secret of any size goes whole: where reading a value ends, the rest of its run goes with it."""

import json
import random

import pytest
from tests.growth import assert_linear

from backstory.redact.gate import Gate

from .vectors import LETTERS

GATE = Gate(key=b"k" * 32)
FORMS = ("API_KEY={}\n", 'password="{}"\n', 'token: "{}",\n', "export SESSION_SECRET='{}'\n", "the password is {}\n")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("size", [4_096, 4_097, 9_000, 60_000, 300_000])
def test_a_long_value_goes_whole(form: str, size: int) -> None:
    value = "".join(random.Random(size).choices(LETTERS, k=size))
    text = f"before it\n{form.format(value)}behind it\n"

    clean = GATE.clean(text)

    assert len(clean) < 200
    assert clean.startswith("before it\n") and clean.endswith("behind it\n")
    assert GATE.clean(clean) == clean


def test_a_document_with_a_long_value_stays_one() -> None:
    value = "".join(random.Random(2).choices(LETTERS, k=30_000))

    clean = json.loads(GATE.clean(json.dumps({"secret": value, "note": "a line of prose"})))

    assert clean["note"] == "a line of prose"
    assert len(clean["secret"]) < 80


def test_time_is_linear_in_the_size_of_a_value() -> None:
    assert_linear(GATE.clean, LETTERS, start="password=")
    assert_linear(GATE.clean, "a1", start="API_KEY=")
