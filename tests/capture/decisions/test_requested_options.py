"""What is picked of options that the person asked for, with changes, and of a list that is only weighed."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate

WAYS = "1. a cron job. Simple.\n2. a queue with workers\n3. a timer in the app, named `Ticker`"
BOLD = "- **A** keep one index per tenant\n- **B** one index for all, with a filter\n\nSo B."
WEIGHED = "1. takes the write lock and swaps the table\n2. tells the readers\n\nWith 2 each swap costs a wakeup."


def read(*texts: str) -> list[Candidate]:
    turns = [Turn("assistant" if place % 2 else "user", text, line=place + 1) for place, text in enumerate(texts)]
    return [one for one in find_candidates(turns, known_paths=lambda path: False) if one.role == "user"]


@pytest.mark.parametrize(("asked", "answer", "prompt", "text"), [
    ("only options pls", WAYS, "2 but w/o retries. plus a limit of 5 jobs as well",
     "a queue with workers — but w/o retries; plus a limit of 5 jobs as well"),
    ("only options pls", WAYS, "1 but take the name from 3. thx",
     "a cron job. Simple — but take the name from 3 (a timer in the app, named `Ticker`)"),
    ("how would u do it, 2-3 ways", BOLD, "A, and the filter stays in the api",
     "keep one index per tenant — and the filter stays in the api"),
    ("how", WEIGHED, "1, without the readers", "takes the write lock and swaps the table — without the readers"),
    ("options.", WAYS, "2. 40 misses in a row = offline", "a queue with workers — 40 misses in a row = offline"),
    ("so?", "2 has a hole. Alternative 4: count the open ones.", "4. no second queue", "count the open ones"),
])  # fmt: skip
def test_an_option_is_picked_with_its_changes(asked: str, answer: str, prompt: str, text: str) -> None:
    (one,) = read(asked, answer, prompt)
    assert (one.kind, one.text) == ("decision", text)


@pytest.mark.parametrize("prompt", ["2: worst case late?", "3, does it survive a restart?", "2. but first ask Bo"])
def test_a_question_about_an_option_picks_nothing(prompt: str) -> None:
    assert not read("options pls", WAYS, prompt)


def test_a_letter_behind_several_sentences_picks_of_the_last_options() -> None:
    offer = "a) poll every second\nb) a webhook\nc) a queue\n\nc is what I would measure first."
    picks = read("options. no code", offer, "c. measure", "No gain: 41 ms.", "ah. same host. my fault. c dead. a then.")
    assert [one.text for one in picks][-1] == "poll every second"


def test_an_errand_is_no_reason_of_a_pick() -> None:
    (one,) = read("options.", WAYS, "1. workers need redis. run the tests")
    assert one.why == "workers need redis."


def test_a_rule_that_is_the_reason_of_a_pick_stays_one() -> None:
    kept = read("options.", WAYS, "2, we never block the request thread. 40 jobs at most")
    assert {(one.kind, one.text) for one in kept} >= {("rule", "we never block the request thread")}
    assert any(one.kind == "decision" and one.text.startswith("a queue with workers") for one in kept)
