"""Which sentences are bound to an occasion or a part, in words of several languages and of no repository."""

import pytest

from backstory.patterns.occasions import allows_for_once, is_bounded


@pytest.mark.parametrize(
    "sentence",
    [
        "for this measurement alone you may run the whole suite",
        "For the release measurement you are free to run the whole suite now.",
        "This afternoon you can restart the server again.",
        "as an exception, you may now deploy by hand",
        "you're allowed to use sudo now, one time only",
        "forget the amend rule for today",
        "for the install on this box sudo is allowed now",
        "you can run the benchmarks now, one last time",
        "you can skip the hooks for this one commit",
        "for the next two hours you may write to the mirror",
        "für diese Messung darfst du jetzt die ganze Suite laufen lassen",
        "dieses eine Mal darfst du wieder auf main pushen",
        "pour cette fois tu peux lancer toute la suite",
        "solo por esta vez puedes usar mocks",
    ],
)
def test_leave_on_an_occasion_is_none_for_good(sentence: str) -> None:
    assert allows_for_once(sentence)
    assert is_bounded(sentence.lower())


@pytest.mark.parametrize(
    "sentence",
    [
        "you can run the whole suite again, it is fast now",
        "not just for today: you may deploy by hand",
        "from now on you may commit for this task without asking",
        "as of today you can write to the mirror",
        "ab heute darfst du wieder auf main pushen",
        "desde hoy puedes usar mocks",
        "for this reason you may run the whole suite",
        "never push to main",
        "the export runs this afternoon",
    ],
)
def test_what_lasts_is_not(sentence: str) -> None:
    assert not allows_for_once(sentence)


@pytest.mark.parametrize(
    "sentence", ["mocks are allowed now, just for the demo branch", "in this one file we go back to tabs"]
)
def test_a_part_bounds_a_sentence_for_good(sentence: str) -> None:
    """Leave for a part takes the rule back nowhere else, but it lasts."""
    assert is_bounded(sentence)
    assert not allows_for_once(sentence)
