import pytest

from backstory.model.errors import Invalid
from backstory.recall.text.moment import CLAUDE, COPILOT, GENERIC, HUMAN, BriefRequest


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ("", GENERIC),
        ("generic", GENERIC),
        ("claude-code", CLAUDE),
        ("copilot", COPILOT),
        ("human", HUMAN),
        (HUMAN, HUMAN),
    ],
)
def test_mode_by_alias(given: str, mode: str) -> None:
    assert BriefRequest(mode=given).mode == mode


def test_legacy_is_the_tail() -> None:
    assert BriefRequest(strategy="legacy").strategy == "tail"
    assert BriefRequest(strategy="").strategy == "balanced"


@pytest.mark.parametrize("wrong", [{"mode": "poem"}, {"strategy": "greedy"}])
def test_unknown_words_are_named(wrong: dict[str, str]) -> None:
    with pytest.raises(Invalid) as caught:
        BriefRequest(**wrong)
    assert next(iter(wrong.values())) in caught.value.message
    assert caught.value.hint
