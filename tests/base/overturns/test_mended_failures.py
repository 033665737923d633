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
