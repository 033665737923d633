"""Whether a prompt asks how existing code does something."""

import pytest

from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.question_forms import Asking


def asks_about_code(text: str) -> bool:
    return Asking(text, find_asked_kinds(text), has_name=True).asks_about_code


@pytest.mark.parametrize(
    "text",
    [
        "explain how Pool.take picks a connection",
        "what does --strict do when the file is empty",
        "please explain the retry table",
        "where is the session cookie signed",
        "Was liefert parse_header bei einer leeren Zeile?",
        "bitte erklär die Klasse Pool",
        "à quoi sert le paramètre depth",
        "qué hace la función parse_header",
    ],
)
def test_a_question_how_code_works_is_about_the_code(text: str) -> None:
    assert asks_about_code(text)


@pytest.mark.parametrize(
    "text",
    [
        "how do we sign the session cookie",
        "what does this test wait for",
        "how do I run the tests",
        "how is it deployed now",
        "make Pool.take pick the oldest connection",
        "was Pool.take slower with the lock",
        "why did the retry table go",
        "where are we",
    ],
)
def test_a_question_about_the_work_is_not(text: str) -> None:
    assert not asks_about_code(text)


def asks_for_history(text: str) -> bool:
    return Asking(text, find_asked_kinds(text), has_name=False).asks_for_history


@pytest.mark.parametrize(
    "text",
    [
        "which names were too long for the limit?",
        "what was wrong with the bell",
        "was it slower with the lock?",
        "what's the minimum size at present?",
        "why isn't the glyph used?",
        "weshalb wurde das Feld umbenannt?",
        "welche Grenze gilt aktuell?",
        "pourquoi était-ce si lent ?",
    ],
)
def test_what_was_or_holds_by_now_is_history(text: str) -> None:
    assert asks_for_history(text)


@pytest.mark.parametrize(
    "text",
    [
        "which names are too long?",
        "was macht der Leser?",
        "who was the first man on the moon?",
        "the lock was slow",
        "rename what was left",
        "how many were there",
    ],
)
def test_anything_else_is_not(text: str) -> None:
    assert not asks_for_history(text)


def test_a_topic_before_a_general_question_changes_nothing() -> None:
    assert find_asked_kinds("hexdump: make the failing one green") == {"failed"}
    assert "failed" not in find_asked_kinds("css: make the red one green")
    assert find_asked_kinds("parser: which rules apply?") == find_asked_kinds("which rules apply?")


@pytest.mark.parametrize(
    "text",
    [
        "run the slow specs",
        "how do i start the paging tests?",
        "how can we execute the loop tests",
        "wie starte ich die tests",
    ],
)
def test_what_is_run_may_stand_behind_a_question(text: str) -> None:
    assert "run" in find_asked_kinds(text)


@pytest.mark.parametrize("text", ["how do i start a transaction in here", "how is a test server found"])
def test_what_names_no_tests_or_no_verb_runs_nothing(text: str) -> None:
    assert "run" not in find_asked_kinds(text)
