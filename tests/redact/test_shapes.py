"""Sets of made-up secrets and look-alikes, each of other shapes, written before the gate was tried on them."""

import gzip
import json
from pathlib import Path

import pytest

from backstory.redact.gate import Gate

ROWS = [
    json.loads(line) for line in gzip.decompress(Path(__file__).with_name("shapes.jsonl.gz").read_bytes()).splitlines()
]
LEAST = {"A": 0.97, "B": 0.93, "D": 0.985, "E": 0.97}
SAMPLES = ("AKIAIOSFODNN7EXAMPLE", "user:password@localhost")
"""Look-alikes in the very form of a secret: a sample key and a sample login. The gate redacts them to be safe."""


@pytest.mark.slow
def test_recall_and_look_alikes_of_shapes_nobody_tuned_on() -> None:
    gate = Gate(key=b"k" * 32)
    for name, least in LEAST.items():
        secrets = [row for row in ROWS if row["set"] == name and row["secret"]]
        missed = [row["shape"] for row in secrets if row["secret"] in gate.clean(row["text"])]
        assert 1 - len(missed) / len(secrets) >= least, missed
    harmless = [row["text"] for row in ROWS if not row["secret"] and not any(s in row["text"] for s in SAMPLES)]
    assert [text for text in harmless if gate.clean(text) != text] == []


def test_words_with_a_number_are_a_password_and_pass_may_be_a_verb() -> None:
    gate = Gate(key=b"k" * 32)
    for text in ("password: walnut.harbor95", "Kennwort: amsel.nelke2041", "export DB_PASSWORD=river.stone77"):
        assert "95" not in gate.clean(text) and "2041" not in gate.clean(text) and "77" not in gate.clean(text)
    for text in (
        "then pass it as `opts#x1`",
        "pass this to `a#b2cde`",
        "password = form.password1",
        "password: self.pass2",
    ):
        assert gate.clean(text) == text


def test_pass_is_a_noun_behind_an_article_and_before_a_preposition() -> None:
    gate = Gate(key=b"k" * 32)
    for text in (
        "the pass this week is `hunter#22x`",
        "the pass to it is `hunter#22x`",
        "pass in prod is `hunter#22x`",
    ):
        assert "hunter" not in gate.clean(text)
