"""Phrases are looked for in texts as they stand: a stray blank or sign in such a text would hide one of them."""

import pytest

from backstory.base import answer_kinds, permission_questions, process_questions, purposes, question_forms
from backstory.base.phrase_texts import LONGEST, PhraseTexts, join_phrases, opens_with

OPENINGS = {
    name: value
    for module in (question_forms, permission_questions, process_questions)
    for name, value in vars(module).items()
    if isinstance(value, str) and value.startswith(";")
}
TABLES = (answer_kinds.PHRASES, purposes.PHRASES)


def test_a_phrase_stands_between_its_signs_and_is_short_enough_to_be_found() -> None:
    phrases = [(table, kind, one) for table in TABLES for kind in table.texts for one in table.list_all(kind)]
    assert len(phrases) > 1_000
    for table, kind, one in phrases:
        assert one == " ".join(one.split())
        assert len(one.split()) <= LONGEST
        for words in ([], ["word"] * 50):
            assert one in table.find(f" {' '.join(['before', *one.split(), 'behind', *words])} ")[kind]


def test_an_opening_stands_between_its_signs_and_is_short_enough_to_be_found() -> None:
    assert len(OPENINGS) == 6
    for text in OPENINGS.values():
        for one in text.strip(";").split(";"):
            assert one == " ".join(one.split()) != ""
            assert opens_with([*one.split(), "something"], text)


@pytest.mark.parametrize("words", ["how do", "how", "", "do you how", "how do i", "how can one"])
def test_only_whole_openings_at_the_beginning_are_found(words: str) -> None:
    openings = join_phrases("\nhow do you; how does one\nhow do i\n")

    assert opens_with(words.split(), openings) is (words == "how do i")


@pytest.mark.parametrize("words", ["", " and so on" * 20])
def test_phrases_are_found_between_blanks(words: str) -> None:
    table = PhraseTexts({"run": "\nrun it; start it\n\nlaunch\n", "test": "run it twice"})

    assert table.find(f" please run it twice{words} ") == {"run": ["run it"], "test": ["run it twice"]}
    assert table.find(f" run  it  launcher restart it{words} ") == {}
    assert table.find(f" run  launch{words} ") == {"run": ["launch"]}
