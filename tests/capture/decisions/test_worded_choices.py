"""Choices in full sentences: points with numbers, conclusions with their reason, wishes of others."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.text.candidate import Candidate


def find_decisions(prompt: str) -> list[Candidate]:
    return [one for one in read_prompt(prompt) if one.kind == "decision"]


POINTS = """Good evening. Gerhild has seen the export, and she is firm on one thing:

1. A file per month was a mistake. The accountants open twelve of them and copy the rows together by hand.
2. The export is therefore one file with a column for the month. Whoever wants a single month filters by it.
3. What does it cost to write?"""


def test_a_conclusion_in_a_point_has_the_point_before_as_its_reason() -> None:
    (one,) = find_decisions(POINTS)
    assert one.text.startswith("The export is therefore one file with a column for the month. Whoever wants")
    assert "copy the rows together by hand" in one.why
    assert one.parts["alternatives"] == ["A file per month"]
    assert one.revises


def test_the_sentences_of_a_point_are_one_decision() -> None:
    prompt = (
        "Two remarks:\n\n1. The queue must not be unbounded after all. 40 trucks report at once. He proposes 500.\n"
    )
    (one,) = find_decisions(f"{prompt}2. Is the log rotated?")
    assert one.text == "The queue must not be unbounded after all. He proposes 500"
    assert one.why == "40 trucks report at once."
    assert one.quote == "The queue must not be unbounded after all."


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("I cannot agree:\n\n1. Hence the colour stays with the series, and the order is alphabetical.", "the colour"),
        ("1. a width of 0 is to be allowed, since it hides the column,\n2. who calls it?", "a width of 0"),
        ("1. No date format of our own.\n2. Is that clear?", "No date format of our own"),
        ("In order that the list stays short, I would like a number rather than the names.", "In order that"),
        ("The sum is rounded at the end and not per line, as the tax office wants it so.", "The sum is rounded"),
        (
            "My answers are:\n\n1. B, because A needs a lock.\n2. Let us keep the old key as nobody has a better.",
            "B",
        ),
        (
            "I should think that\n\n1. everything else is refused with a message that names the field.",
            "everything else",
        ),
        ("So `--brief` it is, and I shall not ask again.", "So `--brief` it is"),
        ("`--short` would be better, I think. Yes.", "`--short` would be better"),
    ],
)
def test_a_full_sentence_settles(prompt: str, text: str) -> None:
    assert any(one.text.startswith(text) for one in find_decisions(prompt))


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("She wants one index per language, and I find that convincing.", "She wants one index per language"),
        ("Roswitha proposes that it ends at midnight.", "Roswitha proposes that it ends at midnight"),
    ],
)
def test_the_wish_of_somebody_else_is_a_decision(prompt: str, text: str) -> None:
    assert [one.text.startswith(text) for one in find_decisions(prompt)] == [True]


@pytest.mark.parametrize(
    "prompt",
    [
        "I must leave now, so please stop there.",
        "The gateway has 12 workers which all ask the same host, hence 12 connections.",
        "Let us leave that for the moment.",
        "I must disagree:\n\n1. What would you do?",
        "She wants to read it once more.",
    ],
)
def test_what_settles_nothing(prompt: str) -> None:
    assert not find_decisions(prompt)


def test_points_that_end_with_a_semicolon_are_no_code() -> None:
    prompt = "Then\n\n1. store the time with the event, as you say, and not with the batch;\n2. what does that cost?"
    assert [one.text for one in find_decisions(prompt)] == [
        "store the time with the event, as you say, and not with the batch"
    ]


def test_one_is_named_by_what_it_replaces() -> None:
    (one,) = find_decisions("1. One key per customer is as good as none. She wants one per country.\n2. Is that slow?")
    assert one.text == "She wants one (key) per country"
    assert one.parts["alternatives"] == ["One key per customer"]
