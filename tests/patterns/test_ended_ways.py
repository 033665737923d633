"""A way to run something ends with its variable, its option or its program."""

import pytest

from backstory.patterns.ended_ways import ends_way
from backstory.patterns.rule_revisions import REPLACES, read_revision

ENDED = [
    (
        "always put PYTHONPATH=src in front on this box",
        "from now on it's THREADS=1 python -m pytest -q for everything, the PYTHONPATH business is over",
    ),
    (
        "always run plain npx tap followed by npx eslint",
        "use npm run all from here on, the tap and eslint pair is history",
    ),
    ("always run with GOTMPDIR=$HOME/tmp here", "use sh check.sh from now on, GOTMPDIR by hand is history"),
    ("always run go test -count=1 ./...", "make quick is what we run from here on instead of the bare go test"),
    ("run the suite with --test-skip-pattern=colors here", "from now on it is npm run clean, forget the skip pattern"),
    ("always run with --ignore=tests/test_tornado.py here", "from today it is poe offline, forget the ignore"),
]
STANDING = [
    ("always run with GOTMPDIR=$HOME/tmp here", "the PYTHONPATH business is over from now on"),
    ("always run with --ignore=tests/net here", "from now on sign each commit, forget the changelog"),
    ("always run pytest -q", "from now on the old tests are gone"),
    ("always run with GOTMPDIR=$HOME/tmp here", "from now on GOTMPDIR is done by the script"),
]


@pytest.mark.parametrize(("rule", "sentence"), ENDED)
def test_a_way_ends(rule: str, sentence: str) -> None:
    assert ends_way(sentence, rule)
    assert read_revision(sentence, rule) == REPLACES


@pytest.mark.parametrize(("rule", "sentence"), STANDING)
def test_a_way_stands(rule: str, sentence: str) -> None:
    assert not ends_way(sentence, rule)
