"""Decisions in plain words: how something stays, what it is called, how much it may be."""

import pytest

from backstory.capture.decisions.specifications import find_specifications
from backstory.capture.text.prose import read_sentences


def find(prompt: str, answer: str = "") -> list[tuple[str, str]]:
    sentences = read_sentences(prompt, person=True)
    return [(one.text, one.why) for one in find_specifications(sentences, answer)]


@pytest.mark.parametrize(
    ("prompt", "text", "why"),
    [
        ("Call the option --tail-lines. Nothing else.", "Call the option --tail-lines", ""),
        ("limit names to 40 chars. a longer one is cut.", "limit names to 40 chars. a longer one is cut", ""),
        (
            "200 MB is the ceiling for the image, beyond that we stop.",
            "200 MB is the ceiling for the image, beyond that we stop",
            "",
        ),
        (
            "Seven days will do until somebody complains.",
            "Seven days will do until somebody complains",
            "",
        ),
        (
            "json stays compact. pretty print for the console only.",
            "json stays compact. pretty print for the console only",
            "",
        ),
        (
            "And where does the total go when the list is empty? I would leave it out, with a dash in its place.",
            "And where does the total go when the list is empty? leave it out, with a dash in its place",
            "",
        ),
        (
            "Rosa tried it at home. Her table has forty pages. Printed pages keep their header, however long it is.",
            "Printed pages keep their header, however long it is",
            "Rosa tried it at home. Her table has forty pages.",
        ),
        (
            "I asked Ana on Monday. Until she answers we treat a guest like a member.",
            "Until she answers we treat a guest like a member",
            "I asked Ana on Monday.",
        ),
        (
            "Then quote 14 and 3 in the slides, marketing has the same.",
            "quote 14 and 3 in the slides",
            "marketing has the same",
        ),
        ("Sorting by date is fine with me, nobody looks at names.", "Sorting by date is fine", "nobody looks at names"),
        ("Without a title it has to remain as it is.", "Without a title it has to remain as it is", ""),
    ],
)
def test_plain_words_decide(prompt: str, text: str, why: str) -> None:
    assert find(prompt) == [(text, why)]


def test_what_should_be_names_a_thing_of_the_answer() -> None:
    answer = "`add_slot` raises a ValueError for an unknown colour."
    assert find("add_slot should not raise for that.", answer) == [("add_slot should not raise for that", "")]
    assert find("dinner should not be late.", answer) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "the page stays empty after login",
        "call the function foo from main when it starts",
        "I would like to know more",
        "I'd say it works",
        "that is fine with me",
        "the list still stays open",
        "then commit, everything is green",
        "until we meet again",
        "5 tests are the ones that fail",
    ],
)
def test_plain_words_that_decide_nothing(prompt: str) -> None:
    assert find(prompt) == []
