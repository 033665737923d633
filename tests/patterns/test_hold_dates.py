"""The day until which a ban holds by its own words. A rule that lasts, and a day that is part of a name, give none."""

import pytest

from backstory.patterns.hold_dates import find_last_day

TUESDAY = "2026-11-24T10:00:00Z"


@pytest.mark.parametrize(
    ("rule", "day"),
    [
        ("don't touch the exporter until Thursday", "2026-11-26"),
        ("Do not deploy before Friday.", "2026-11-27"),
        ("please don't merge the parser till Tuesday, Ben is away", "2026-12-01"),
        ("hands off `api.py` until tomorrow morning", "2026-11-25"),
        ("no changes in api/ until 2026-12-01", "2026-12-01"),
        ("don't merge until the 3rd of December", "2026-12-03"),
        ("Nothing goes out until Jan 4", "2027-01-04"),
        ("hands off api.py until next week", "2026-12-06"),
        ("lass die Finger weg vom Export bis Freitag", "2026-11-27"),
        ("ne touche pas à l'export jusqu'à vendredi", "2026-11-27"),
        ("no toques el exportador hasta el viernes", "2026-11-27"),
    ],
)
def test_a_day_bounds_a_ban(rule: str, day: str) -> None:
    assert find_last_day(rule, TUESDAY) == day


@pytest.mark.parametrize(
    "rule",
    [
        "never deploy on Fridays",
        "never merge before Thursday",
        "don't merge until Friday's release is out",
        "don't deploy before the Monday meeting",
        "Run the tests before Monday",
        "don't touch the exporter until Ben is back",
        "don't release before February 30",
        "don't rename week.py, it is read until the end",
    ],
)
def test_other_rules_have_no_last_day(rule: str) -> None:
    assert not find_last_day(rule, TUESDAY)


def test_without_a_date_of_its_own_a_ban_has_no_last_day() -> None:
    assert not find_last_day("don't touch the exporter until Thursday", "")
