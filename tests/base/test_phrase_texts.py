"""Phrases are looked for in texts as they stand: a stray blank or sign in such a text would hide one of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.base import (
    answer_kinds,
    code_questions,
    permission_questions,
    process_questions,
    purposes,
    question_forms,
)
from backstory.base.phrase_texts import LONGEST, PhraseTexts, join_phrases, opens_with

OPENINGS = (
    question_forms._ABOUT_THE_WORLD, question_forms._HOW_ONE_DOES, question_forms._ABOUT_A_TERM,
    question_forms._FOR_ANYBODY, question_forms._ABOUT_CODE, permission_questions._OPENING_WORDS,
    process_questions._OF_PROCESS,
)  # fmt: skip
TABLES = (answer_kinds.PHRASES, purposes.PHRASES)
WORDS = sorted(
    {word for table in TABLES for kind in table.texts for one in table.list_all(kind) for word in one.split()}
)
"""All words of the phrases, so that many lines hold one, or begin one."""


def test_a_phrase_stands_between_its_signs_and_is_short_enough_to_be_found() -> None:
    phrases = [(table, kind, one) for table in TABLES for kind in table.texts for one in table.list_all(kind)]
    assert len(phrases) > 1_000
    for table, kind, one in phrases:
        assert one == " ".join(one.split())
        assert len(one.split()) <= LONGEST
        for words in ([], ["word"] * 50):
            assert one in table.find(f" {' '.join(['before', *one.split(), 'behind', *words])} ")[kind]


def test_an_opening_stands_between_its_signs_and_is_short_enough_to_be_found() -> None:
    for text in OPENINGS:
        for one in join_phrases(text).strip(";").split(";"):
            assert one == " ".join(one.split()) != ""
            assert opens_with([*one.split(), "something"], text)


@pytest.mark.parametrize("words", ["how do", "how", "", "do you how", "how do i", "how can one"])
def test_only_whole_openings_at_the_beginning_are_found(words: str) -> None:
    openings = "\nhow do you; how does one\nhow do i\n"

    assert opens_with(words.split(), openings) is (words == "how do i")


@pytest.mark.parametrize("words", ["", " and so on" * 20])
def test_phrases_are_found_between_blanks(words: str) -> None:
    table = PhraseTexts({"run": "\nrun it; start it\n\nlaunch\n", "test": "run it twice"})

    assert table.find(f" please run it twice{words} ") == {"run": ["run it"], "test": ["run it twice"]}
    assert table.find(f" run  it  launcher restart it{words} ") == {}
    assert table.find(f" run  launch{words} ") == {"run": ["launch"]}


def test_questions_how_code_works_begin_with_a_word_by_which_they_are_looked_at() -> None:
    """The list of first words spares most prompts the table of openings, so it must have the first of each."""
    openings = join_phrases(process_questions._OF_PROCESS).strip(";").split(";")

    assert {one.split()[0] for one in openings} | {"which"} == code_questions.OF_PROCESS


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=30), st.sampled_from(TABLES))
def test_the_phrases_of_a_line_are_those_that_stand_in_it(words: list[str], table: PhraseTexts) -> None:
    """Whatever the words: each phrase is looked for in the line, and the search by beginnings gives the same."""
    line = f" {' '.join(words)} "
    known = {kind: {one for one in table.list_all(kind) if f" {one} " in line} for kind in table.texts}

    assert {kind: set(ones) for kind, ones in table.find(line).items()} == {k: v for k, v in known.items() if v}
