"""What was decided about a text is not decided again, and what is kept of it has none of its words."""

import gc
import importlib
import json
import pkgutil
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory import capture, recall
from backstory.patterns import verdicts
from backstory.patterns.verdicts import (
    MOST_KEPT,
    count_new,
    find_places,
    join_places,
    judged,
    judged_beside,
    load_verdicts,
    name_question,
    take_verdicts,
)

CALLS: list[str] = []


@judged
def _length(text: str) -> int:
    CALLS.append(text)
    return len(text)


@judged
def _share(text: str) -> float:
    return text.count("e") / (len(text) or 1)


@judged
def _places(text: str) -> list[int]:
    return [place for place, letter in enumerate(text) if letter == "e"]


@judged_beside
def _begins_alike(text: str, other: str, third: str = "") -> int:
    CALLS.append(text)
    return sum(one[:1] == text[:1] for one in (other, third))


@pytest.fixture(autouse=True)
def _own_verdicts() -> Iterator[None]:
    before = dict(verdicts._texts.kept)
    load_verdicts({})
    CALLS.clear()
    yield
    load_verdicts(before)


def test_a_text_is_judged_once() -> None:
    assert [_length("one"), _length("three"), _length("one")] == [3, 5, 3]
    assert CALLS == ["one", "three"]
    assert count_new() == 2


def test_what_was_kept_is_not_judged_again() -> None:
    assert _length("three") == 5
    kept = take_verdicts()
    assert count_new() == 0
    load_verdicts(json.loads(json.dumps(kept)))
    assert _length("three") == 5
    assert CALLS == ["three"]
    assert count_new() == 0


@given(st.lists(st.text(), max_size=20))
def test_a_kept_verdict_is_the_verdict(texts: list[str]) -> None:
    load_verdicts({})
    before = [(_length(text), _share(text), _places(text)) for text in texts]
    load_verdicts(json.loads(json.dumps(take_verdicts())))
    assert [(_length(text), _share(text), _places(text)) for text in texts] == before
    assert count_new() == 0


def test_a_text_is_judged_once_beside_each_other_one() -> None:
    pairs = [("one", "two"), ("one", "other"), ("two", "one"), ("one", "two"), ("one", "other", "ours")]
    assert [_begins_alike(*pair) for pair in pairs] == [0, 1, 0, 0, 2]
    assert CALLS == ["one", "one", "two", "one"]
    load_verdicts(json.loads(json.dumps(take_verdicts())))
    assert [_begins_alike(*pair) for pair in pairs] == [0, 1, 0, 0, 2]
    assert len(CALLS) == 4 and count_new() == 0


def test_no_word_of_a_text_is_kept() -> None:
    _length("the harbour gate is painted violet")
    _begins_alike("the harbour gate is painted violet", "the harbour is painted red")
    kept = json.dumps(take_verdicts())
    assert not any(word in kept for word in ("harbour", "painted", "violet"))


def test_the_last_texts_are_kept() -> None:
    texts = [f"text {number}" for number in range(MOST_KEPT)]
    for text in texts:
        _length(text)
    load_verdicts(take_verdicts())
    for text in (texts[0], "one more"):
        _length(text)
    kept = take_verdicts()
    assert len(kept) == MOST_KEPT
    load_verdicts(kept)
    CALLS.clear()
    for text in (texts[0], "one more", texts[2], texts[1]):
        assert _length(text) == len(text)
    assert texts[1:2] == CALLS


def test_a_process_that_runs_for_long_does_not_keep_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "_MOST_READ", 50)
    monkeypatch.setattr(verdicts, "MOST_KEPT", 20)
    for number in range(500):
        assert _length(f"text {number}") == len(f"text {number}")
    assert len(verdicts._texts) <= 50
    assert len(verdicts._texts.kept) <= 70


def test_no_two_questions_have_one_name() -> None:
    for room in (capture, recall):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    wrapped: list[Any] = [one for one in gc.get_objects() if callable(one) and hasattr(one, "__wrapped__")]
    code = _length.__code__  # type: ignore[attr-defined]
    questions = [one for one in wrapped if getattr(one, "__code__", None) is code]
    names = Counter(name_question(one.__wrapped__) for one in questions)
    assert len(names) > 40
    assert names.most_common(1)[0][1] == 1


@given(st.text("ab \n", max_size=12), st.text("ab \n", max_size=6))
def test_a_part_of_a_text_is_kept_by_its_places(text: str, part: str) -> None:
    places = find_places(text, part)
    if places is not None:
        assert join_places(text, places) == part


@given(st.lists(st.text("ab ", max_size=4), max_size=8), st.data())
def test_lines_that_are_left_out_of_a_text_always_have_places(lines: list[str], data: st.DataObject) -> None:
    kept = "\n".join(line if data.draw(st.booleans()) else "" for line in lines)
    places = find_places("\n".join(lines), kept.strip())
    assert places is not None
    assert join_places("\n".join(lines), places) == kept.strip()
