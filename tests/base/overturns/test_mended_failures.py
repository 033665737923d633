"""Dead ends that are none any more."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, find


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        ("nuitka fails: it can't compile the plugins.", "nuitka 2.4 compiles the plugins, i built it at home"),
        ("The new linker crashes on the debug symbols.", "the linker 1.9 works with our debug symbols"),
        (
            "Mit GraalPy geht es nicht: `lxml` lässt sich nicht bauen.",
            "lxml lässt sich unter GraalPy jetzt bauen, geht",
        ),
        ("La signature par la carte échoue, le pilote ne charge pas.", "le pilote charge, la carte fonctionne"),
    ],
)
def test_a_failure_is_over_when_what_failed_works(failure: str, later: str) -> None:
    assert failure in find((1, "try it", failure), BETWEEN, (2, later, "Good."))


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        ("zstd does not work: the restore tool can't read it.", "gzip works with the restore tool"),
        ("nuitka fails: it can't compile the plugins.", "somebody says nuitka compiles plugins now, is that so?"),
        ("nuitka fails: it can't compile the plugins.", "nuitka compiles the core, but not the plugins"),
        ("nuitka fails: it can't compile the plugins.", "if nuitka compiles the plugins we could try again"),
        ("Threads made no difference, they can't run at once.", "the processes run well"),
    ],
)
def test_a_failure_stands(failure: str, later: str) -> None:
    assert failure not in find((1, "try it", failure), BETWEEN, (2, later, "I see."))


@pytest.mark.parametrize(
    ("asked", "failure", "later"),
    [
        (
            "can the browser suite share one login?",
            "It fails after 6 cases: the token expires.",
            "the browser suite runs on one login, the token is refreshed",
        ),
        (
            "try a shared volume for the caches",
            "Each job hangs on a lock.",
            "the shared volume works, the lock is per job",
        ),
    ],
)
def test_what_was_tried_is_named_by_the_prompt(asked: str, failure: str, later: str) -> None:
    """A report need not repeat what it answers; later words name that again."""
    assert failure in find((1, asked, failure), BETWEEN, (2, later, "Good."))


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("does everything else run on the old kernel?", "Yes, the rest runs on the old kernel with the stock bpf."),
        ("what about the arm boards?", "The image for the arm boards builds without the old kernel."),
    ],
)
def test_an_answer_about_something_else_mends_nothing(asked: str, answer: str) -> None:
    failure = "I tried our own bpf: it does not load on the old kernel, so I put it back."
    assert failure not in find((1, "try our own bpf", failure), BETWEEN, (2, asked, answer))
