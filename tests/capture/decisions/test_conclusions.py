"""Decisions behind their reason: the sentence with `so` is the decision, what stands before it says why."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.text.candidate import Candidate


def find(prompt: str) -> list[Candidate]:
    return [one for one in read_prompt(prompt) if one.kind == "decision"]


@pytest.mark.parametrize(
    ("prompt", "decided", "reason"),
    [
        (
            "half of the partners want the token in the query, and logs go to a vendor. so in the log only the path",
            "in the log only the path",
            "half of the partners want the token in the query, and logs go to a vendor.",
        ),
        (
            (
                "Last month two shops sent us invoices in latin-1, and the importer ate the accents. So the reader"
                " guesses the encoding from the first 4 KB."
            ),
            "the reader guesses the encoding from the first 4 KB",
            "Last month two shops sent us invoices in latin-1, and the importer ate the accents.",
        ),
        (
            "half the users are on slow laptops and the watcher eats a core there. so poll every 2 s, no inotify",
            "poll every 2 s, no inotify",
            "half the users are on slow laptops and the watcher eats a core there.",
        ),
        (
            (
                "Bea measured it: of 900 taps, eleven were shorter than 40 ms, all accidents. Therefore we ignore a"
                " tap below 40 ms."
            ),
            "we ignore a tap below 40 ms",
            "Bea measured it: of 900 taps, eleven were shorter than 40 ms, all accidents.",
        ),
        (
            (
                "A template that fails halfway leaves a page that looks finished. That's why the renderer writes into a"
                " buffer first."
            ),
            "the renderer writes into a buffer first",
            "A template that fails halfway leaves a page that looks finished.",
        ),
        (
            "ops wants to see the raw stack, not our pretty banner. so dont catch it in main, let it crash",
            "dont catch it in main, let it crash",
            "ops wants to see the raw stack, not our pretty banner.",
        ),
        (
            "In the warehouse a number alone confuses people. So her decision is that the field is called `barcode`.",
            "the field is called `barcode`",
            "In the warehouse a number alone confuses people.",
        ),
        (
            "The table keeps growing on the small boxes. So lower the cap to 20 rows, then the page fits on a phone.",
            "lower the cap to 20 rows",
            "The table keeps growing on the small boxes. Then the page fits on a phone",
        ),
        (
            "The release train leaves on Thursday and we are late, so the new schema goes into 4.3.",
            "the new schema goes into 4.3",
            "The release train leaves on Thursday and we are late",
        ),
    ],
)
def test_the_sentence_with_so_is_the_decision(prompt: str, decided: str, reason: str) -> None:
    assert [(one.text, one.why) for one in find(prompt)] == [(decided, reason)]


def test_a_sentence_that_points_back_names_what_stays() -> None:
    (one,) = find(
        "I have compared both layouts on the big screen, and the table with fixed columns is calmer, because nothing"
        " moves while it loads. So that is how we keep it, I take back what I said about the list."
    )
    assert one.text == "the table with fixed columns is calmer: that is how we keep it"
    assert one.why == "nothing moves while it loads"
    assert one.revises
    assert one.parts["alternatives"] == ["the list"]


def test_a_value_names_the_one_that_it_replaces() -> None:
    (one,) = find("The vendor allows 600 calls an hour, for three workers. So 180 is the limit for each and not 300.")
    assert one.text == "180 is the limit for each and not 300"
    assert one.parts["alternatives"] == ["300"]
    assert one.revises


@pytest.mark.parametrize(
    "prompt",
    [
        "I restarted the worker twice and looked at the log. So the queue is empty but nothing arrives.",
        "The build is red since this morning. So please have a look at the linker output.",
        "We talked about it at lunch. So what I need from you is a short list.",
        "My laptop died on the train. So I had to type this on a phone.",
        "There are two listeners on that port. So it seems the old one never stops.",
        "Kim is ill, so the review will take until Friday, I think.",
        "I've been called into a meeting, so please don't begin with the fix.",
        "I am new to this framework and I'd like to learn it, so provide an example of how to use the cache.",
        "Last day before the fair, so let's see what we can finish.",
    ],
)
def test_a_conclusion_that_lays_nothing_down(prompt: str) -> None:
    assert find(prompt) == []


def test_a_decision_of_the_person_keeps_what_follows_from_it() -> None:
    found = find("We decided to move the index into SQLite. So the JSON files go away.")
    assert [one.text for one in found] == ["We decided to move the index into SQLite"]
