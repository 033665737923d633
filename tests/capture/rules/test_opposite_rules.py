"""Rules that cannot both hold: opposite ways of one thing, and what one refuses that the other one asks for."""

import pytest

from backstory.capture.rules.opposite_rules import names_refused, wants_opposite


@pytest.mark.parametrize(
    ("former", "text"),
    [
        ("always use double quotes", "use single quotes from now on"),
        ("always use double quotes in Python code", "use single quotes, prettier wants that"),
        ("use tabs for indentation", "indent with spaces from now on"),
        ("put the ticket number first", "ticket number last, not first"),
        ("Commit subjects in lower case", "commit subjects in upper case, please"),
        ("use spaces, not tabs", "use tabs, not spaces"),
    ],
)
def test_opposite_ways_of_the_same_exclude_each_other(former: str, text: str) -> None:
    assert wants_opposite(text, former)


@pytest.mark.parametrize(
    ("former", "text"),
    [
        ("always use double quotes", "use single quotes in TypeScript from now on"),
        ("put imports first", "put exports last"),
        ("never use tabs", "use spaces"),
        ("no double quotes", "use single quotes"),
        ("one single commit for each PR", "double check the commit"),
    ],
)
def test_an_exception_another_thing_and_the_same_in_other_words_do_not(former: str, text: str) -> None:
    assert not wants_opposite(text, former)


@pytest.mark.parametrize(
    ("former", "text", "refuses"),
    [
        ("From now on run the tests with -x", "run the tests with -n4 from now on, not with -x", True),
        ("use uv, not pip", "use poetry from now on, not uv", True),
        ("use print for output", "use click.echo instead of print", True),
        ("use uv, not pip", "use httpx, not requests", False),
        ("use httpx, not print", "use click.echo instead of print", False),
        ("run tests/integration before a push", "put new tests in tests/unit, not in tests/integration", False),
    ],
)
def test_a_rule_refuses_what_another_one_asks_for_in_the_same_place(former: str, text: str, refuses: bool) -> None:
    assert names_refused(text, former) is refuses
