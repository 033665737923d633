"""Telling a change of looks from a change of meaning."""

import pytest

from backstory.git.formatting import NOTHING, find_earlier_form, is_mechanical, says_formatting_only


def diff(old: list[str], new: list[str], at: int = 1) -> str:
    head = f"--- a/x\n+++ b/x\n@@ -{at},{len(old)} +{at},{len(new)} @@\n"
    return head + "".join(f"-{line}\n" for line in old) + "".join(f"+{line}\n" for line in new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["x = 'a'"], ['x = "a"']),
        (["call(a, b)"], ["call(", "    a,", "    b,", ")"]),
        (["value = compute(first,", "                second)"], ["value = compute(first, second)"]),
    ],
)
def test_dress_is_no_change(old: list[str], new: list[str]) -> None:
    for n, line in enumerate(new, 1):
        before = find_earlier_form(diff(old, new), n, line)
        assert before.dressed or not any(c.isalnum() for c in line) or len(line.strip()) < 6, line


def test_a_change_of_a_name_or_a_number_is_one() -> None:
    before = find_earlier_form(diff(["limit = 10"], ["limit = 20"]), 1, "limit = 20")
    assert (before.dressed, before.alike, before.text) == (False, True, "limit = 10")
    assert not is_mechanical("raise the limit", before)
    assert is_mechanical("run pyupgrade", before), "as the commit says"


def test_the_line_in_the_very_place_may_differ_more() -> None:
    assert find_earlier_form(diff(["return 1"], ["return 2"]), 1, "return 2").alike
    assert not find_earlier_form(diff(["return 1", "x"], ["return 2"]), 1, "return 2").alike
    second = find_earlier_form(diff(["go(1)", "go(2)"], ["run(1)", "run(2)"]), 2, "run(2)")
    assert second.text == "go(2)"


def test_another_line_in_its_place_is_no_earlier_form() -> None:
    before = find_earlier_form(
        diff(["import os"], ["return self.pool.acquire(timeout)"]), 1, "return self.pool.acquire(timeout)"
    )
    assert not before.alike
    assert not is_mechanical("run black", before)


def test_only_the_hunk_of_the_line_counts() -> None:
    text = diff(["a = 1"], ["a = 2"], 1) + "@@ -9 +9 @@\n-b = 1\n+b = 2\n"
    assert find_earlier_form(text, 9, "b = 2").text == "b = 1"
    assert find_earlier_form(text, 5, "c = 2") == NOTHING
    assert find_earlier_form("", 5, "c = 2") == NOTHING


@pytest.mark.parametrize(
    ("subject", "looks"),
    [
        ("Reformat with black", True),
        ("style: sort", True),
        ("[pre-commit.ci] pre-commit autoupdate", True),
        ("Update copyright years", True),
        ("fix indentation", True),
        ("blacklist hosts", False),
        ("Fix pool leak", False),
        ("restyle the login page", False),
    ],
)
def test_subjects(subject: str, looks: bool) -> None:
    assert says_formatting_only(subject) is looks
