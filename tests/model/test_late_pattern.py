"""Patterns that are compiled at their first use answer as those of `re` do."""

import re

import pytest

from backstory.model.late_pattern import late_pattern


def test_it_compiles_once_and_answers_as_re_does(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = re.compile

    def counted(source: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(source)
        return real(source, flags)

    monkeypatch.setattr(re, "compile", counted)
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
