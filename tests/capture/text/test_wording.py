"""Words as signals: which there are, and what programs send in the person's name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.capture.selection import select_prompt
from backstory.capture.text.classifier import measure_chances
from backstory.capture.text.prose import MASK, read_sentences
from backstory.capture.text.signals import Place
from backstory.capture.text.weights import FILE, find_rows, load_table, name_table, sum_weights
from backstory.capture.text.wording import MAX_WORDS, find_words, split_words


def test_words_pairs_neighbours_and_headings_are_named() -> None:
    text = "## Limits\n\nWe keep 5 links.\nThe rest is dropped."
    sentences = read_sentences(text, person=False)
    names = find_words(Place(sentences, 0))
    assert {"w keep", "w keep 0", "^ we", "< -", "> dropped", "# limits", "place 0", "rest 1"} <= names
    assert "w dropped" not in names


def test_code_is_one_word_and_a_script_without_spaces_is_read_by_characters() -> None:
    assert split_words(f"use {MASK * 9}, not 12") == ["use", "CODE", ",", "not", "0"]
    assert split_words("不能移除") == ["不", "能", "移", "除"]


@given(st.text(max_size=400))
def test_every_word_is_read_whatever_the_text(text: str) -> None:
    sentences = read_sentences(text, person=True)
    for place in range(len(sentences)):
        names = find_words(Place(sentences, place))
        assert sum(name.startswith("w ") for name in names) <= 2 * MAX_WORDS
        assert all("\t" not in name and "\n" not in name for name in names)


def test_words_are_read_in_linear_time() -> None:
    assert_linear(split_words, "why this word ")


def test_an_unknown_word_has_no_row_and_the_file_is_small() -> None:
    with open(FILE, "rb") as handle:
        assert len(handle.read()) < 300_000
    table = name_table(person=True, cued=False)
    assert find_rows(["w qqxyzzy"], table) == []
    assert find_rows(["", "w qqxyzzy", "w always"], table) == [load_table(table)[""], load_table(table)["w always"]]


@given(st.data())
def test_weights_that_are_added_at_once_are_the_sums_of_their_rows(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from([name_table(person=p, cued=c) for p in (True, False) for c in (True, False)]))
    names = data.draw(st.lists(st.sampled_from([*load_table(table), "w qqxyzzy", "w no such"]), max_size=90))
    rows = find_rows(["", *names], table)
    assert sum_weights(["", *names], table) == pytest.approx([sum(column) for column in zip(*rows, strict=True)])


def test_a_sentence_that_patterns_speak_for_is_judged_without_its_words() -> None:
    first, second = (read_sentences(f"{word} went with a static pool.", person=True) for word in ("We", "Ada"))
    cued, plain = (
        [measure_chances(Place(those, 0), cues, person=True)["decision"] for those in (first, second)]
        for cues in (("decision",), ())
    )
    assert cued[0] == cued[1]
    assert plain[0] != plain[1]


@pytest.mark.parametrize("sent", [
    "Implement the plan as specified, it is attached for your reference. Never stop: completed all the to-dos.",
    "The following task has finished. If you were already aware, ignore this notification and never restate it.",
    "Base directory for this skill: /home/ada/.skills/gate\n\n# Gate\n\nAlways touch the marker. Never skip it.",
])  # fmt: skip
def test_what_programs_send_in_the_persons_name_is_no_rule(sent: str) -> None:
    assert read_sentences(sent, person=True) == []
    assert select_prompt(sent) == []


def test_what_a_person_adds_to_it_is_theirs() -> None:
    sent = (
        "Plan for the pool\n\nImplement the plan as specified, it is attached for your reference. Don't stop until you"
        " have completed all the to-dos.\n\nNever push to main."
    )
    assert [one.text for one in select_prompt(sent)] == ["Never push to main"]
