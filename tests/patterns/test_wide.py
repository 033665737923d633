"""Alternatives in scripts without blanks belong to a pattern, and other texts do not wait for them."""

from backstory.patterns.pattern import Pattern

BOTH = Pattern(r"\bnever\b", wide=r"绝不|決して")


def test_a_pattern_matches_in_either() -> None:
    for text in ("never cache it", "绝不缓存", "決して保存しない"):
        assert BOTH.search(text)
        assert BOTH.match(text)
    assert not BOTH.search("缓存它")
    assert BOTH.fullmatch("决定") is None
    assert BOTH.fullmatch("绝不")


def test_all_matches_count() -> None:
    text = "never, 绝不, 決して"
    assert BOTH.findall(text) == ["never", "绝不", "決して"]
    assert [match[0] for match in BOTH.finditer(text)] == ["never", "绝不", "決して"]
    assert BOTH.sub("x", text) == "x, x, x"


def test_a_text_of_other_scripts_compiles_nothing_of_them() -> None:
    pattern = Pattern(r"\bnever\b", wide=r"绝不|決して")
    assert pattern.wide is not None
    pattern.search("always cache it")
    assert pattern.wide._compiled is None
    pattern.search("绝不缓存")
    assert pattern.wide._compiled is not None


def test_matches_of_both_come_in_the_order_of_the_text() -> None:
    assert [match[0] for match in BOTH.finditer("绝不 cache, never 決して")] == ["绝不", "never", "決して"]
    assert BOTH.split("a never b 绝不 c") == ["a ", " b ", " c"]
    assert BOTH.split("a never b") == ["a ", " b"]
