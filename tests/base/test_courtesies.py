"""Prompts that are only polite, and prompts that begin politely and ask for work."""

import pytest

from backstory.base.courtesies import is_courtesy, is_goodbye
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    "prompt",
    [
        "passt, danke dir, schönes Wochenende",
        "perfekt, das wars für heute",
        "alles klar, schönen Feierabend",
        "vale, hasta mañana",
        "parfait, à demain",
        "great, that's all for today",
        "lovely, have a nice evening",
        "gracias, mañana más",
        "boa tarde! tudo certo?",
    ],
)
def test_a_good_bye_is_no_more_than_that(prompt: str) -> None:
    assert is_courtesy(split_words(prompt), asks=False)


@pytest.mark.parametrize(
    "prompt",
    [
        "passt, mach weiter mit der Suite",
        "super, dann nimm den Strich",
        "thanks, now the tests",
        "bien, reprends le parser",
        "good morning, where were we with the parser",
    ],
)
def test_what_asks_for_work_is_more(prompt: str) -> None:
    assert not is_courtesy(split_words(prompt), asks=False)


def test_praise_that_asks_for_something_of_a_kind_is_more() -> None:
    assert is_courtesy(split_words("thanks, that works for now"), asks=False)
    assert not is_courtesy(split_words("great, more tomorrow as well"), asks=True)


@pytest.mark.parametrize("text", ["see you tomorrow", "bis morgen", "à demain", "good night", "hasta mañana", "bye"])
def test_a_good_bye(text: str) -> None:
    assert is_goodbye(text.split())


@pytest.mark.parametrize(
    "text", ["", "monday it is", "tomorrow it is", "see the docs", "until simon is done", "have a look"]
)
def test_what_is_no_good_bye(text: str) -> None:
    assert not is_goodbye(text.split())
