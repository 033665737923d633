"""A rule that waits for a version is lifted by whoever says that it is out, however it is said."""

import pytest

from backstory.patterns.joint_liftings import read_liftings
from backstory.patterns.lifting_match import NONE, SURE, measure_lifting

RULE = "do not touch the public API until 8.4.0 is out"
RULES = (RULE, "the docs are frozen until we have released 8.4", "hands off CHANGES.md, 8.4.0 is being cut")


def measure(sentence: str, rule: str) -> float:
    return max((measure_lifting(one, rule) for one in read_liftings(sentence)), default=NONE)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "sentence",
    [
        "8.4.0 is out",
        "8.4 is out",
        "v8.4.0 is tagged",
        "version 8.4.0 was released yesterday",
        "8.4.0 has been released this morning",
        "8.4.0 went out last night",
        "8.4.0 landed on npm",
        "the 8.4.0 release is out",
        "we shipped 8.4.0",
        "we released version 8.4.0 today",
        "Karl tagged 8.4.0",
        "8.4.0 ist raus",
    ],
)
def test_a_release_lifts_what_waits_for_it(sentence: str, rule: str) -> None:
    assert measure(sentence, rule) == SURE


@pytest.mark.parametrize(
    "sentence",
    [
        "8.4.1 is out",
        "8.3.0 was released",
        "8.4.0-rc1 is out",
        "8.4.0 is not out yet",
        "is 8.4.0 out?",
        "we ship 8.4.0 tomorrow",
        "8.4.0 will be released next week",
        "once 8.4.0 is out you can rename it",
        "8.4.0 was released with the old parser",
        "bump it to 8.4.0",
    ],
)
def test_other_versions_and_what_is_to_come_lift_nothing(sentence: str) -> None:
    assert measure(sentence, RULE) == NONE


def test_a_release_lifts_no_rule_that_only_names_the_version() -> None:
    assert measure("8.4.0 is out", "never use the 8.4.0 parser in tests") == NONE
