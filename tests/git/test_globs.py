"""Globs: the rules, a slow reference, and patterns made to take for ever."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.git.globs import fixed_folder, matches_glob


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("src/*.py", ["src/a.py", "src/.py"], ["src/a/b.py", "a.py", "src/a.pyc"]),
        ("src/**/*.py", ["src/a.py", "src/a/b/c.py"], ["a.py", "src/a.js"]),
        ("**/*.py", ["a.py", "x/y/a.py"], ["a.js"]),
        ("src/", ["src/a", "src/a/b"], ["src", "srca/b"]),
        ("src/**", ["src/a", "src/a/b"], ["src"]),
        ("**", ["a", "a/b"], []),
        ("a?c", ["abc", "a-c"], ["ac", "a/c", "abbc"]),
        ("[a-c]x[!0-9]", ["axy", "cx-"], ["dxy", "ax1"]),
        ("a[", ["a["], ["a"]),
        ("[]a]", ["]", "a"], ["b"]),
        ("**/test/**", ["test/a", "x/test/y/z"], ["test", "tests/a"]),
        ("./a/*", ["a/b"], ["b"]),
        ("a/**/b", ["a/b", "a/x/y/b"], ["ab", "a/x"]),
        ("*a*b*", ["ab", "xaxbx"], ["ba"]),
    ],
)
def test_rules(pattern: str, yes: list[str], no: list[str]) -> None:
    assert [p for p in yes if not matches_glob(pattern, p)] == []
    assert [p for p in no if matches_glob(pattern, p)] == []


def reference(pattern: str) -> re.Pattern[str]:
    parts = pattern.split("/")
    out = ""
    for at, part in enumerate(parts):
        if part == "**":
            out += "(?:[^/]+/)*" if at < len(parts) - 1 else "[^/]+(?:/[^/]+)*"
        else:
            out += "".join({"*": "[^/]*", "?": "[^/]"}.get(c, re.escape(c)) for c in part) + (
                "/" if at < len(parts) - 1 else ""
            )
    return re.compile(out)


@given(
    st.lists(st.one_of(st.just("**"), st.text("ab*?", min_size=1, max_size=4)), min_size=1, max_size=4),
    st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=4),
)
def test_agrees_with_a_regular_expression(pattern: list[str], path: list[str]) -> None:
    parts = ["*" if set(p) == {"*"} and p != "**" else p for p in pattern]
    whole = "/".join(parts)
    assert matches_glob(whole, "/".join(path)) == bool(reference(whole).fullmatch("/".join(path)))


def test_no_pattern_takes_for_ever() -> None:
    assert not matches_glob("*a" * 60 + "b", "a" * 400)
    assert not matches_glob("**/a/" * 60 + "b", "a/" * 400 + "c")
    assert_linear(lambda pattern: matches_glob(pattern, "a" * 400), "*a", 40, end="b")
    assert_linear(lambda pattern: matches_glob(pattern, "a/" * 400 + "c"), "**/a/", 50, end="b")


def test_fixed_folder() -> None:
    assert [fixed_folder(p) for p in ("a/b/*.py", "**/x", "a/b", "*", "a/[b]/c/*")] == ["a/b", "", "a", "", "a"]
