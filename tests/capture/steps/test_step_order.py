"""The order of steps by what was said after they were named, in the words of many people."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.capture.steps.done_steps import drop_done
from backstory.capture.steps.step_order import order_steps
from backstory.model.session import Session

STEPS = ["cap the delay", "port the async transport", "the changelog entry", "a benchmark for `Pool.take`"]


def numbers(*utterances: str) -> list[int]:
    return [STEPS.index(step) + 1 for step in order_steps(STEPS, utterances)]


@pytest.mark.parametrize(
    ("utterance", "expected"),
    [
        ("the benchmark first please", [4, 1, 2, 3]),
        ("start with the async one", [2, 1, 3, 4]),
        ("begin with 4 tomorrow", [4, 1, 2, 3]),
        ("4 worries me most, that goes first", [4, 1, 2, 3]),
        ("I'd rather see the benchmark before anything else", [4, 1, 2, 3]),
        ("`Pool.take` has priority", [4, 1, 2, 3]),
        ("le benchmark en premier", [4, 1, 2, 3]),
        ("changelog can wait", [1, 2, 4, 3]),
        ("The async transport goes last, at the release.", [1, 3, 4, 2]),
        ("2 before 1", [2, 1, 3, 4]),
        ("Benchmark before the changelog please, they want figures on Monday", [1, 2, 4, 3]),
        ("Do the delay after the benchmark.", [2, 3, 4, 1]),
        ("3 first, then 1", [3, 1, 2, 4]),
        ("first the changelog, then the delay", [3, 1, 2, 4]),
        ("Zuerst das Changelog, dann den Benchmark.", [3, 4, 1, 2]),
        ("Erst der Benchmark, dann der Transport", [4, 2, 1, 3]),
        ("Noted: the benchmark, then the changelog.", [1, 2, 4, 3]),
        ("order: benchmark, delay, async, changelog", [4, 1, 2, 3]),
        ("OK: benchmark, changelog, the async port, the delay.", [4, 3, 2, 1]),
        ("The benchmark goes ahead of everything.", [4, 1, 2, 3]),
        ("porting after the benchmarking, please", [1, 3, 4, 2]),
    ],
)
def test_what_is_said_of_the_order_counts(utterance: str, expected: list[int]) -> None:
    assert numbers(utterance) == expected


@pytest.mark.parametrize(
    "utterance",
    [
        "The async transport took 3 seconds, that was the first run.",
        "should the benchmark come first?",
        "the first draft of the changelog was too long",
        "the delay is 2 seconds, the benchmark takes 4 minutes",
        "ok, good night",
        "we saw it with the benchmark first",
        "the benchmark broke before the changelog did",
    ],
)
def test_what_only_speaks_of_steps_orders_none(utterance: str) -> None:
    assert numbers(utterance) == [1, 2, 3, 4]


def test_the_last_word_counts_and_what_waits_for_somebody_comes_last() -> None:
    assert numbers("the changelog first", "no, the benchmark first, then the changelog") == [4, 3, 1, 2]
    assert numbers("the delay when there's an answer", "the benchmark first") == [4, 2, 3, 1]
    steps = ["the header, when Lena has replied", "retry when the server answers 503", "waiting for Sam: the licence"]
    assert order_steps([*steps, "docs"], ()) == [steps[1], "docs", steps[0], steps[2]]


PARSER = [
    "`LogStreamParser`: a second constructor with a limit",
    "`Errors.md`: our message below `bad-input`",
    "`nextBareValue`: the check, so that `testLimitOfBareValues` gets green",
    "whole `core` module once more",
]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            (
                "First nextBareValue, a red test should not stay. Then the errors page, then all tests.",
                "LogStreamParser please do not start, I have to ask Karol.",
            ),
            [3, 2, 4, 1],
        ),
        (
            ("Clear: bare first, then the errors text, then all tests; `LogStreamParser` waits for Karol.",),
            [3, 2, 4, 1],
        ),
        (("Swap 2 and 3, they read the page on Monday.", "Good."), [1, 3, 2, 4]),
        (("swap the parser and the errors page",), [2, 1, 3, 4]),
        (("vertausch 1 und 2",), [2, 1, 3, 4]),
    ],
)
def test_parts_of_names_and_sentences_in_a_row_tell_the_order(said: tuple[str, ...], expected: list[int]) -> None:
    assert [PARSER.index(step) + 1 for step in order_steps(PARSER, said)] == expected


def test_a_readme_is_named_by_its_whole_name() -> None:
    steps = ["Honor `allowEmpty` in `readValues`", "`ExampleWithValues` in values_test.go", "README section"]
    assert order_steps(steps, ["README right after the fix, then the example."]) == [steps[0], steps[2], steps[1]]


def test_a_sentence_that_orders_steps_reports_none_as_done() -> None:
    answer = "Noted: the benchmark, then the changelog."
    assert drop_done(STEPS, ["benchmark before the changelog please"], [answer], []) == STEPS


def test_a_session_leaves_its_steps_in_the_order_agreed() -> None:
    said = [
        ("user", "what's left"),
        ("assistant", "Left:\n\n1. `drain`, once Kofi has answered\n2. the README\n3. bundle size\n4. a build for Ana"),
        ("user", "ana's build comes first, she leaves at noon. bundle size we skip"),
        ("assistant", "Got it: Ana's build first, then the README, `drain` when there's an answer."),
    ]
    rows = [
        Turn(role=role, text=text, line=n, time=f"2026-11-20T09:0{n}:00Z")  # type: ignore[arg-type]
        for n, (role, text) in enumerate(said, 1)
    ]
    steps = extend_session(Session(id="s", agent="codex"), rows).next
    assert steps == ("a build for Ana", "the README", "`drain`, once Kofi has answered")


@pytest.mark.parametrize(
    "prompt",
    ["Benchmarks come from the fork. Cross them off.", "the benchmark is off the list", "Scratch the benchmark"],
)
def test_what_the_person_strikes_is_no_step(prompt: str) -> None:
    assert drop_done(STEPS, [prompt], ["OK."], []) == STEPS[:3]
