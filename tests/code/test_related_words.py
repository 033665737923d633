"""Words that people and code use for the same thing."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from backstory.code.index.related_words import FILE, find_concepts, stem_word

ROWS = [line.partition(": ") for line in Path(FILE).read_text(encoding="utf-8").splitlines()]


def words_for(term: str) -> set[str]:
    (concept,) = find_concepts("", [term])
    assert concept.words[term] == 1.0
    return concept.words.keys() - {term}


def test_a_word_in_any_of_its_forms_is_answered_by_what_code_calls_it() -> None:
    assert {"image", "photo"} <= words_for("pictures")
    for forms in (("delete", "deleted", "deleting"), ("copy", "copied", "copies"), ("stop", "stopped", "stops")):
        assert len({frozenset(words_for(form)) for form in forms}) == 1
        assert words_for(forms[0])


def test_a_word_without_a_row_stands_for_itself() -> None:
    for term in ("gizmo", "pict", "xy", "e", "by"):
        assert words_for(term) == set()
    assert find_concepts("", []) == []


def test_two_forms_of_a_word_are_one_concept() -> None:
    assert [concept.written for concept in find_concepts("", ["copies", "copied", "page"])] == ["copies", "page"]


def test_a_phrase_is_a_concept_wherever_it_stands() -> None:
    (phrase,) = find_concepts("It should restart BY ITSELF at nine", [])
    assert phrase.written == "by itself"
    assert "auto" in phrase.words
    assert find_concepts("itself, by", []) == []


def test_words_of_any_subject_are_worth_less() -> None:
    light, telling = find_concepts("", ["thing", "password"])
    assert light.worth < telling.worth


def test_every_row_is_reached_by_what_it_begins_with() -> None:
    for first, _, others in ROWS:
        terms = [] if " " in first else [first]
        reached = {word for concept in find_concepts(first, terms) for word in concept.words}
        assert others.split()
        assert set(others.split()) <= reached


def test_the_rows_are_in_order_and_none_says_a_thing_twice() -> None:
    firsts = [first for first, _, _ in ROWS]
    assert firsts == sorted(firsts)
    stems = [" ".join(map(stem_word, first.split())) for first in firsts]
    assert len(set(stems)) == len(stems)
    for first, _, others in ROWS:
        assert len(set(others.split())) == len(others.split())
        assert first not in others.split()


@given(st.text(max_size=80))
def test_any_sentence_has_concepts_whose_words_are_sure_between_nothing_and_one(sentence: str) -> None:
    for concept in find_concepts(sentence, sentence.lower().split()):
        assert all(0 < sure <= 1 for sure in concept.words.values())
