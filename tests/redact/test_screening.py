"""Texts that are screened together: what is called harmless holds nothing that the gate finds."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sweeps import share

from backstory.redact.assigned_secrets import find_assigned
from backstory.redact.blanking import find_stated_values
from backstory.redact.gate import Gate
from backstory.redact.paths import clean_name
from backstory.redact.scan import find_given

from .assignments import cases
from .test_gate import TEXTS
from .test_shapes import ROWS
from .vectors import FORMS, INNOCENT, PLANTED

GATE = Gate(key=b"k" * 32)
PLAIN = ["We keep one pool for each worker.", "Opening a connection takes longer than most queries do.", "", "x"]
HELD = [sentence.format(secret) for secret, sentence in (*PLANTED.values(), *FORMS.values())]


def test_a_text_with_a_secret_is_never_harmless() -> None:
    found = [text for text in HELD if GATE.check(text).findings]
    assert len(found) > 40

    harmless = GATE.find_harmless([*PLAIN, *found, *PLAIN])

    assert set(harmless).isdisjoint(found)
    assert set(PLAIN) <= set(harmless)


def test_what_the_search_finds_at_words_for_keys_is_told_of_to_the_index() -> None:
    lines = [*(row["text"] for row in ROWS), *HELD]
    texts = [line.encode() for line in lines]
    texts += ["\n".join(lines[start : start + 5]).encode() for start in range(0, len(lines), 5)]
    number = 0
    for text in texts:
        told = set(find_stated_values(text))
        for first, _, word in find_given(text, 0, len(text)):
            if word >= 0 and (span := find_assigned(text, first, word, False, len(text))):
                assert (span.start, span.end) in told, text
                number += 1
    assert number > 40


def test_nor_one_of_any_shape() -> None:
    texts = [row["text"] for row in ROWS]

    harmless = set(GATE.find_harmless(texts))

    assert [text for text in harmless if GATE.check(text).findings] == []


def test_nor_between_others_of_its_kind() -> None:
    texts = [case.text for case in cases(7)]
    assert len(texts) > 300
    random.Random(3).shuffle(texts)

    harmless = set(GATE.find_harmless([*texts, *INNOCENT]))

    assert [text for text in harmless if GATE.check(text).findings] == []


@settings(max_examples=share(80, 2_000))
@given(st.lists(TEXTS, max_size=6))
def test_what_is_harmless_is_left_as_it_is(texts: list[str]) -> None:
    for text in GATE.find_harmless(texts):
        assert GATE.check(text).findings == ()


@pytest.mark.slow
def test_nor_one_with_a_disguise() -> None:
    chance = random.Random(1)
    disguises = ("\u200b", "\x1b[0m", "&#8203;", "\\u200b", "\u00ad", "\x00", "&#45;")
    texts: list[str] = []
    for text in [*(row["text"] for row in ROWS), *HELD] * 2:
        place = chance.randrange(len(text) + 1)
        texts.append(text[:place] + chance.choice(disguises) + text[place:])

    harmless = set(GATE.find_harmless(texts))

    assert [text for text in harmless if GATE.check(text).findings] == []
    assert sum(bool(GATE.check(text).findings) for text in texts) > 1_000


def test_a_text_with_a_mark_is_checked_by_itself() -> None:
    marked = GATE.clean(HELD[0])
    assert marked != HELD[0]

    assert GATE.find_harmless([*PLAIN, marked]) == PLAIN


def test_values_and_patterns_of_the_user() -> None:
    texts = [*PLAIN, "the pond of the otters is deep", "invoice 77"]

    assert GATE.find_harmless(texts) == texts
    assert Gate(own_values=["pond of the otters"]).find_harmless(texts) == [*PLAIN, "invoice 77"]
    assert Gate(patterns=[r"invoice \d+"]).find_harmless(texts) == []


def test_an_id_is_kept_unless_it_is_a_value_of_the_user() -> None:
    commit, ulid = "9f1c2e4b" * 5, "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"

    assert [clean_name(GATE, name) for name in (commit, ulid)] == [commit, ulid]
    own = Gate(key=b"k" * 32, own_values=[commit])
    assert commit not in clean_name(own, commit)
    assert clean_name(own, ulid) == ulid
