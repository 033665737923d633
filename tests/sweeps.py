"""How much of a long sweep a run takes: a fixed part of it, or the whole with `BACKSTORY_TEST_STEP=1`."""

import os

WHOLE = os.environ.get("BACKSTORY_TEST_STEP") == "1"


def every(usual: int) -> int:
    """The step of a sweep over calls: each `usual`-th, or each."""
    return 1 if WHOLE else usual


def share(usual: int, whole: int) -> int:
    """The number of cases: `usual` ones, which are the first of the whole and so the same in every run."""
    return whole if WHOLE else usual
