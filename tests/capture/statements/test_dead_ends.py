"""Dead ends: what an agent tried and took back in the sentences after, and what a person tells of."""

import pytest

from backstory.capture.decisions.reported_attempts import find_reported_attempts
from backstory.capture.selection import select_answer


@pytest.mark.parametrize(
    ("answer", "text", "why"),
    [
        ("We tried wrapping every sqlite3.Error in a decorator. That failed: it hides traces. I rolled it back.",
         "We tried wrapping every sqlite3.Error in a decorator",
         "That failed: it hides traces. I rolled it back."),
        ("I attempted to use set_authorizer to block writes. It deadlocked under threads. Dropped.",
         "I attempted to use set_authorizer to block writes", "It deadlocked under threads. Dropped."),
        ("I first tried to check the Accept header, but browsers send `*/*` there, so I took the content type.",
         "I first tried to check the Accept header, but browsers send `*/*` there, so I took the content type", ""),
    ],
)  # fmt: skip
def test_what_failed_in_the_sentences_after_is_a_failed_attempt(answer: str, text: str, why: str) -> None:
    (one,) = [one for one in select_answer(answer, last=True) if one.kind == "attempt"]
    assert (one.text, one.why, one.parts["outcome"]) == (text, why, "failed")


@pytest.mark.parametrize(
    "answer",
    [
        "I tried to run the tests on Windows as well. They failed with three errors.",
        "I tried to reproduce the report with the file from it. It failed as you said.",
    ],
)
def test_a_run_that_failed_is_no_attempt(answer: str) -> None:
    assert [one for one in select_answer(answer, last=True) if one.kind == "attempt"] == []


@pytest.mark.parametrize(
    ("prompt", "is_told"),
    [
        ("we tried connection pooling in 3.x and it leaked handles, so no pooling", True),
        ("We had a Redis cache once, but it was flaky, so we dropped it.", True),
        ("I tried to run it but it fails, so please fix it", False),
        ("I tried it and it fails with 500", False),
        ("have we tried pooling, or did it leak handles, so no pooling?", False),
    ],
)
def test_a_person_tells_of_a_dead_end_by_what_follows_from_it(prompt: str, is_told: bool) -> None:
    assert [one.text for one in find_reported_attempts(prompt)] == ([prompt.rstrip(".")] if is_told else [])
