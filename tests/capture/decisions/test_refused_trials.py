"""A trial that the person refuses by its cost is a failed attempt, in what the agent measured."""

import pytest

from backstory.capture.decisions.refused_trials import find_buried_way, find_refused_trial

RING = (
    "The ring takes 388 ns instead of 412, 6 % less, with the same allocations. It needs `unsafe` for the slots, and"
    " `drain` gets a good deal longer."
)
TIMER = "With the timer off the loop goes from 41.2 to 44.9 µs, so the two `if`s inside `_multicall` cost 9 percent."


@pytest.mark.parametrize(
    ("answer", "prompt", "title", "why"),
    [
        (RING, "Six percent does not buy an unsafe. The channel stays, forget the ring.",
         RING.rstrip("."), "Six percent does not buy an unsafe. The channel stays, forget the ring"),
        (TIMER, "nah nine percent for somebody who never asked for it, take it out again",
         TIMER.rstrip("."), "nah nine percent for somebody who never asked for it, take it out again"),
        (TIMER, "Too slow. Revert it.", TIMER.rstrip("."), "Too slow. Revert it"),
        (f"Done. {TIMER}", "neun Prozent sind zu viel, bau das wieder raus", TIMER.rstrip("."),
         "neun Prozent sind zu viel, bau das wieder raus"),
    ],
)  # fmt: skip
def test_what_was_measured_and_refused_is_a_failed_attempt(answer: str, prompt: str, title: str, why: str) -> None:
    trial = find_refused_trial(answer, prompt)
    assert trial is not None and trial.kind == "attempt" and trial.parts == {"outcome": "failed"}
    assert (trial.text, trial.why) == (title, why)


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        ("Tests are green. I also added a line to CHANGELOG.md.", "Take that out again. Halvard writes it, not we."),
        (RING, "Good, that is worth it. Keep the ring."),
        (RING, "Forget the ring?"),
        ("12 tests in 3 s.", "drop the old parser and do not touch the docs"),
    ],
)
def test_what_was_not_weighed_is_none(answer: str, prompt: str) -> None:
    assert find_refused_trial(answer, prompt) is None


def test_of_a_dictated_prompt_only_the_refusal_is_told() -> None:
    prompt = (
        "nah nine percent for somebody who never asked for it that's not happening, whoever doesn't switch it on pays"
        " nothing that's the deal, so take it out again and _callers.py stays exactly the way it is on main and do the"
        " other thing then the wrapping in register"
    )
    trial = find_refused_trial(TIMER, prompt)
    assert trial is not None and trial.why.endswith("that's not happening")


HOOK = (
    "The circle is noticed, but the hook can't be used: a retried page fails. It runs again for every retry.\n\nI'd go"
    " to the loop."
)


def test_a_way_that_is_given_up_by_its_name_is_a_failed_attempt() -> None:
    way = find_buried_way(HOOK, "ok clear, the hook is dead. so the loop")
    assert way is not None and way.kind == "attempt" and way.parts == {"outcome": "failed"}
    assert way.text == "The circle is noticed, but the hook can't be used: a retried page fails"
    assert way.why == "It runs again for every retry."


@pytest.mark.parametrize("prompt", ["ok, then the loop", "the server is dead", "the hook is fine", "is the hook dead?"])
def test_nothing_is_given_up_without_its_name(prompt: str) -> None:
    assert find_buried_way(HOOK, prompt) is None


def test_what_an_answer_lists_against_a_way_is_a_failed_attempt() -> None:
    answer = (
        "Both are how `TimeoutHandler` is made:\n\n- its status is always 503, we cannot choose\n- it can't flush\n"
    )
    way = find_buried_way(answer, "no way then. without flush it dies")
    assert way is not None and way.parts == {"outcome": "failed"}
    assert (
        way.text == "Both are how `TimeoutHandler` is made: its status is always 503, we cannot choose; it can't flush"
    )
    assert find_buried_way(answer, "fine, go on") is None
    assert find_buried_way("Done. It can't flush.", "no way then") is None
