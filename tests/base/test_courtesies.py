"""Prompts that are only polite, and prompts that begin politely and ask for work."""

import pytest

from backstory.base.courtesies import is_courtesy, is_goodbye, says_nothing
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


@pytest.mark.parametrize(
    "text", ["You're welcome.", "ok thx, lunch", "No problem.", "my pleasure!", "Gern geschehen!", "de rien", "de nada"]
)
def test_a_reply_to_thanks_says_nothing(text: str) -> None:
    assert says_nothing(split_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "no, v9 only",
        "no problem with the cache any more",
        "You're right, it is 5.",
        "no time for tests",
        "valibot then",
    ],
)
def test_a_short_sentence_with_a_subject_says_something(text: str) -> None:
    assert not says_nothing(split_words(text))
