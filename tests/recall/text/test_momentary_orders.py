"""Orders that hold back a step for the moment."""

import pytest

from backstory.recall.text.momentary_orders import holds_back, is_done_at_once


@pytest.mark.parametrize(
    "sentence",
    ["Don't commit yet.", "no, do not push it yet please", "noch nicht committen", "ne pousse rien encore",
     "no hagas commit todavía"],
)  # fmt: skip
def test_they_are_told(sentence: str) -> None:
    assert holds_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["don't commit yet, Sean is rewriting api.py", "never commit", "I have not committed yet",
     "noch nicht committen, bis Jonas fertig ist", "don't push until the tests pass"],
)  # fmt: skip
def test_what_says_how_long_is_none(sentence: str) -> None:
    assert not holds_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["It should only read and report.", "the sub-agent may just look and tell me",
     "Rename it, please, the field and the docs too.", "Let another agent check it, reading only.",
     "lass da jemand anderes drüber schauen, nur gucken", "For this run only you may write to /tmp",
     "explain it in short, no code yet", "Please don't touch any code at this point"],
)  # fmt: skip
def test_what_is_over_with_the_next_answer_is_told(sentence: str) -> None:
    assert is_done_at_once(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["It should only list open files",
     "it should only report errors", "please rename files in lower case", "For this test use the fake clock",
     "Have somebody from security review every change to auth.py", "let users check the list"],
)  # fmt: skip
def test_what_is_to_be_so_from_then_on_is_none(sentence: str) -> None:
    assert not is_done_at_once(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Please summarise the present state in one sentence.", "Remind me.", "ok, remind me where we stopped",
        "We resume the work on former names.", "Good morning, let's continue with the parser",
    ],
)  # fmt: skip
def test_who_asks_where_the_work_stands_orders_what_is_over_at_once(sentence: str) -> None:
    assert is_done_at_once(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Remind me to update the changelog before each release.", "We continue with 5 workers, not 8.",
        "Let's go on with plan B: the queue first.", "Summarise each run in one line: name, time, exit code.",
    ],
)  # fmt: skip
def test_who_says_what_is_to_be_done_does_not(sentence: str) -> None:
    assert not is_done_at_once(sentence)
