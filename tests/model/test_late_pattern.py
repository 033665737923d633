"""Patterns that are compiled at their first use answer as those of `re` do."""

import re
from collections.abc import Iterator

import pytest

from backstory.model.late_pattern import late_pattern, use_compiler

compiled: list[str] = []


@pytest.fixture(autouse=True)
def _counting() -> Iterator[None]:
    """Counts what is compiled."""

    def count(source: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(source)
        return re.compile(source, flags)

    compiled.clear()
    use_compiler(count)
    yield
    use_compiler(re.compile)


def test_it_compiles_once_and_answers_as_re_does() -> None:
    pattern = late_pattern(r"(a+)b", re.IGNORECASE)
    assert compiled == []
    for _ in range(2):
        match = pattern.match("AAb")
        assert match is not None
        assert match[1] == "AA"
    assert compiled == [r"(a+)b"]
    assert pattern.sub("x", "ab aab") == "x x"
    assert pattern.findall("ab AAB") == ["a", "AA"]
    with pytest.raises(re.error):
        late_pattern("(").match("x")
