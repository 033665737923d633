"""Record ids beside words that make a password of what follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.redact.gate import Gate
from backstory.redact.record_ids import clean_around

GATE = Gate()
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
PASS = "Fix: the password as an argument"


def test_an_id_that_the_gate_takes_for_a_password_stays() -> None:
    text = f"{PASS} (a6q742b2, open)"
    assert GATE.clean(text) != text
    assert clean_around(GATE, text, ["a6q742b2"]) == text


def test_a_secret_beside_an_id_goes() -> None:
    text = f"{PASS} (a6q742b2, open). password: hunter2-Xq9!vv"
    clean = clean_around(GATE, text, ["a6q742b2"])
    assert "a6q742b2" in clean
    assert "hunter2" not in clean


@pytest.mark.parametrize("ids", [[], [""], ["zzzzzzzz"]])
def test_a_text_without_these_ids_is_cleaned_as_ever(ids: list[str]) -> None:
    text = f"{PASS} (a6q742b2, open)"
    assert clean_around(GATE, text, ids) == GATE.clean(text)


def test_a_mark_in_the_text_does_not_become_an_id() -> None:
    text = "[REDACTED:record-id:00000000] and a6q742b2"
    assert clean_around(GATE, text, ["a6q742b2"]) == GATE.clean(text)


@given(st.lists(st.text(LETTERS, min_size=8, max_size=8), min_size=1, max_size=4, unique=True))
def test_every_id_stays(ids: list[str]) -> None:
    text = "\n".join(f"- {PASS} ({ident}, open)" for ident in ids)
    assert clean_around(GATE, text, ids) == text
