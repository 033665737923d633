"""Ways that a person gives up with a reason, and what they say was tried long before."""

import pytest

from backstory.capture.decisions.reported_attempts import find_reported_attempts
from backstory.capture.decisions.reversals import find_reversals
from backstory.capture.text.candidate import Candidate


def told(prompt: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.text, one.why) for one in find_reversals(prompt)]


@pytest.mark.parametrize(
    ("prompt", "what", "why"),
    [
        ("actually no, revert the jitter. tests get flaky w/ it and qa wants deterministic timings", "the jitter",
         "tests get flaky w/ it and qa wants deterministic timings"),
        ("undo the pooling, it leaks handles on windows", "the pooling", "it leaks handles on windows"),
        ("roll back the lru cache because memory explodes in prod", "the lru cache", "memory explodes in prod"),
        ("nimm den Cache wieder raus, der Speicher läuft voll", "den Cache", "der Speicher läuft voll"),
        ("quita el cache otra vez, revienta la memoria", "el cache", "revienta la memoria"),
        ("annule le cache, ça casse les tests", "le cache", "ça casse les tests"),
    ],
)  # fmt: skip
def test_an_order_to_revert_with_a_reason_is_a_failed_attempt(prompt: str, what: str, why: str) -> None:
    assert told(prompt) == [("attempt", f"{what} (reverted)", why)]


@pytest.mark.parametrize(
    "prompt",
    [
        "revert the jitter",
        "revert the last commit, it breaks the build",
        "revert that, it breaks the build",
        "revert the jitter for now, tests are flaky",
        "revert to the old parser because the new one is slow",
        "undo the change. then run the tests",
        "should we revert the jitter because it is flaky?",
        "the button breaks the layout, undo the padding",
        "remove the header because it is ugly",
        "no, that is wrong. it has to be blue",
        "no, the tests fail. must be fixed",
        "no it breaks. should be quick",
    ],
)
def test_a_matter_of_the_moment_is_none(prompt: str) -> None:
    assert told(prompt) == []


@pytest.mark.parametrize(
    "prompt", ["nope, asyncio.sleep breaks trio. has to be anyio", "nope, asyncio.sleep breaks trio, has to be anyio"]
)
def test_a_refusal_that_says_what_has_to_be_is_a_decision(prompt: str) -> None:
    assert told(prompt) == [("decision", "has to be anyio: asyncio.sleep breaks trio", "")]


def attempts(prompt: str) -> list[Candidate]:
    return find_reported_attempts(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "we tried honoring long retry-afters in the crawler once and the workers hung for an hour",
        "we tried celery last year but it leaked connections",
        "they already used to run redis locks and they deadlocked, back then",
        "wir haben das letztes Jahr schon mal mit celery probiert und die Worker hingen",
        "ya probamos celery y se colgaban los workers",
        "on a déjà essayé celery et les workers plantaient",
    ],
)
def test_what_was_tried_long_before_is_an_attempt(prompt: str) -> None:
    (one,) = attempts(prompt)
    assert (one.text, one.parts["outcome"]) == (prompt, "failed")


@pytest.mark.parametrize(
    "prompt",
    [
        "i tried it and it fails",
        "i tried it once and it fails",
        "we tried to start the server and it failed",
        "we had a meeting last week and it broke my heart",
        "we already have a cache and it works",
        "we had a bug last week and the page broke",
        "have we tried celery once and did it fail?",
    ],
)
def test_a_report_is_none(prompt: str) -> None:
    assert attempts(prompt) == []
