"""Compiled patterns that are kept are the patterns that `re` compiles."""

import gc
import importlib
import pkgutil
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory import base, capture, model, patterns, recall
from backstory.patterns.compiled_patterns import CompiledPatterns
from backstory.patterns.pattern import Pattern

FLAGS = (0, re.IGNORECASE, re.MULTILINE | re.DOTALL, re.VERBOSE | re.ASCII)


def pass_on(patterns: CompiledPatterns) -> CompiledPatterns:
    """The patterns of the next process."""
    data = patterns.encode()
    return CompiledPatterns(lambda: data)


def test_each_pattern_of_the_program_is_loaded_as_it_was_compiled() -> None:
    for room in (base, capture, model, patterns, recall):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    sources = sorted({(one.source, int(one.flags)) for one in gc.get_objects() if type(one) is Pattern})
    assert len(sources) > 1_000
    first = CompiledPatterns(lambda: b"")
    compiled = [first.compile(*source) for source in sources]
    later = pass_on(first)
    loaded = [later.compile(*source) for source in sources]
    assert (first.new, later.new) == (0, 0)
    # patterns are equal if their sources, flags and codes are
    differing = [
        source
        for source, one, two in zip(sources, compiled, loaded, strict=True)
        if not one == two == re.compile(*source) or dict(one.groupindex) != dict(two.groupindex)
    ]
    assert differing == []


@given(st.lists(st.tuples(st.sampled_from(["a", r"\w+", "(?P<x>b)", "[^c]", "(d|é)?", "^", r"\b", "(?=e)", "☃"])),
                max_size=8).map(lambda parts: "".join(part for (part,) in parts)),
       st.sampled_from(FLAGS), st.text("abcdeé☃ \n", max_size=12))  # fmt: skip
def test_a_loaded_pattern_matches_what_re_matches(source: str, flags: int, text: str) -> None:
    if source.count("(?P<x>") > 1:
        source = source.replace("(?P<x>", "(")
    first = CompiledPatterns(lambda: b"")
    first.compile(source, flags)
    pattern = pass_on(first).compile(source, flags)
    expected = re.compile(source, flags)
    assert pattern == expected
    assert [match.span() for match in pattern.finditer(text)] == [match.span() for match in expected.finditer(text)]
    assert pattern.groupindex == expected.groupindex


def test_only_new_patterns_are_to_be_kept() -> None:
    first = CompiledPatterns(lambda: b"")
    first.compile("a+")
    first.compile("a+")
    assert first.new == 1
    first.encode()
    assert first.new == 0
    later = pass_on(first)
    later.compile("a+")
    assert later.new == 0
    later.compile("a+", re.IGNORECASE)
    assert later.new == 1


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
                                    lambda data: b"", lambda data: b"x" * 10])  # fmt: skip
def test_damaged_data_is_not_used(damage: Callable[[bytes], bytes]) -> None:
    first = CompiledPatterns(lambda: b"")
    first.compile("(?P<word>[a-z]+) cat")
    data = damage(first.encode())
    later = CompiledPatterns(lambda: data)
    assert later.compile("(?P<word>[a-z]+) cat") == re.compile("(?P<word>[a-z]+) cat")
    assert later.new == 1


def test_one_damaged_pattern_is_compiled_again_and_the_others_are_taken() -> None:
    first = CompiledPatterns(lambda: b"")
    first.compile("first cat")
    data = first.encode_new()
    first.compile("second cat")
    data = bytearray(data + first.encode_new())
    data[-1] ^= 1
    later = CompiledPatterns(lambda: bytes(data))
    assert later.compile("first cat") == re.compile("first cat")
    assert (later.new, later.is_damaged) == (0, False)
    assert later.compile("second cat") == re.compile("second cat")
    assert (later.new, later.is_damaged) == (1, True)
    last = pass_on(later)
    assert [last.compile(source).pattern for source in ("first cat", "second cat")] == ["first cat", "second cat"]
    assert (last.new, last.is_damaged) == (0, False)


def test_an_error_in_a_pattern_is_that_of_re() -> None:
    with pytest.raises(re.error, match="unterminated"):
        CompiledPatterns(lambda: b"").compile("(a")


def test_without_a_place_nothing_is_kept() -> None:
    patterns = CompiledPatterns()
    assert patterns.compile("a") == re.compile("a")
    assert patterns.new == 0
