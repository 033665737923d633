"""Tables of words: each is what it says, and a look-up finds it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base import (
    common_words,
    everyday_words,
    everyday_words_translated,
    related_words,
    small_words,
    synonyms,
    translations,
)
from backstory.base.common_words import is_foreign, is_usual
from backstory.base.everyday_words import is_everyday
from backstory.base.everyday_words_translated import is_everyday_abroad
from backstory.base.related_words import find_related
from backstory.base.reversals import read_words, stem_words
from backstory.base.small_words import is_small
from backstory.base.software_words import SOFTWARE
from backstory.base.synonyms import find_phrasal, find_synonyms
from backstory.base.tokenizer import STOP, WEAK, count_foreign, split_words
from backstory.base.translations import find_translations

TABLES = {
    "everyday": everyday_words._WORDS,
    "everyday, abroad": everyday_words_translated._STEMS,
    "small": small_words._SMALL,
    "usual": common_words._ENGLISH,
    "other languages": common_words._OTHERS,
}
GROUPS = {
    "synonyms": (synonyms._GROUPS, find_synonyms),
    "translations": (translations._GROUPS, find_translations),
    "related": (related_words._GROUPS, find_related),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_holds_each_word_once_under_its_initial(name: str) -> None:
    for initial, text in TABLES[name].items():
        words = text.split()
        assert text == f" {' '.join(words)} ", f"blanks around the words of {initial}"
        assert words == sorted(set(words)), f"the words of {initial} stand once each, in order"
        assert [word for word in words if word[0] != initial or word != word.lower()] == []


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_has_two_words_at_least_and_each_is_found(name: str) -> None:
    text, find = GROUPS[name]
    for group in text.split(";"):
        words = group.split()
        assert len(words) != 1, f"{words} is no group"
        assert [word for word in words if word != word.lower()] == []
        if words and words[0] != words[-1]:
            assert find(words[0]), words


def test_words_of_everyday_life_are_no_words_of_software() -> None:
    assert [word for text in everyday_words._WORDS.values() for word in text.split() if word in SOFTWARE | STOP] == []


@pytest.mark.parametrize("word", ["cheese", "cheeses", "wrist", "kuchen", "gâteau", "receta", "hochzeit", "juventus"])
def test_words_of_everyday_life(word: str) -> None:
    assert is_everyday(word)


@pytest.mark.parametrize("word", ["pandas", "razor", "jupiter", "rose", "auto", "electron", "branch", "", "s"])
def test_names_of_tools_and_words_of_software_are_none(word: str) -> None:
    assert not is_everyday(word)


def test_words_of_everyday_life_abroad_are_no_words_of_software_and_no_small_ones() -> None:
    groups = {word for table in (synonyms._GROUPS, translations._GROUPS) for word in table.replace(";", " ").split()}
    assert [word for word in sorted(SOFTWARE | STOP | WEAK | groups) if is_everyday_abroad(word)] == []
    small = [word for text in small_words._SMALL.values() for word in text.split()]
    assert [word for word in small if is_everyday_abroad(word)] == []
    assert [word for word in small if word in SOFTWARE | STOP] == []


def test_each_word_of_everyday_life_abroad_is_told_by_a_form_of_it() -> None:
    stems = [word for text in everyday_words_translated._STEMS.values() for word in text.split()]
    forms = [stem if len(stem) < everyday_words_translated.SHORTEST else f"{stem}a" for stem in stems]
    assert [form for form in forms if not is_everyday_abroad(form)] == []


@pytest.mark.parametrize(
    "word",
    ["aardappelen", "fiets", "keuken", "gatto", "gatti", "spiaggia", "cachorros", "geladeira", "kota", "ziemniaki",
     "pociągiem", "crevettes", "grenouille"],
)  # fmt: skip
def test_words_of_everyday_life_in_more_languages(word: str) -> None:
    assert is_everyday(word, is_foreign=True)


@pytest.mark.parametrize(
    "word",
    ["sleutel", "tak", "boom", "toets", "tabel", "plant", "chiave", "ramo", "albero", "porta", "finestra", "letto",
     "chave", "mata", "guarda", "lua", "dom", "okno", "gałąź", "main", "train", "lit", "prune", "ui", ""],
)  # fmt: skip
def test_words_that_mean_something_in_software_too_are_none(word: str) -> None:
    assert not is_everyday(word, is_foreign=True)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("waarom heeft niemand dat gezien?", 3), ("che cosa abbiamo deciso ieri?", 3), ("o que não funciona?", 2),
        ("dlaczego to nie jest gotowe?", 3), ("why did we take this one?", 0), ("come and see the door", 0),
    ],
)  # fmt: skip
def test_small_words_tell_the_language(text: str, count: int) -> None:
    assert count_foreign(split_words(text)) == count


def test_some_small_words_mean_something_in_english() -> None:
    assert is_small("come", is_foreign=True)
    assert not is_small("come")
    assert is_small("uit")


def test_usual_words_of_other_languages_carry_no_subject() -> None:
    assert is_foreign("bekam")
    assert is_usual("bekam")
    assert is_usual("morning")
    assert not is_foreign("morning")
    assert not is_usual("")


@pytest.mark.parametrize(
    ("word", "other"),
    [("outlines", "border"), ("preferences", "settings"), ("vanished", "missing"), ("publishes", "release")],
)
def test_other_words_for_a_word(word: str, other: str) -> None:
    assert other in find_synonyms(word)


@pytest.mark.parametrize(
    ("phrase", "other"),
    [
        ("sign in", "login"), ("signed up", "registration"), ("throw away", "discard"), ("turns off", "disable"),
        ("leaving out", "skip"), ("rolled back", "revert"),
    ],
)  # fmt: skip
def test_other_words_for_a_verb_with_a_particle(phrase: str, other: str) -> None:
    verb, particle = split_words(phrase)
    assert other in find_phrasal(verb, particle)


def test_a_verb_without_another_word_has_none() -> None:
    assert find_phrasal("paint", "over") == []


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_words_have_stems(words: list[str]) -> None:
    assert all(stem and any(word.startswith(stem) for word in words) for stem in stem_words(words))
    assert all(stem_words(read_words(" ".join(words))))


@pytest.mark.parametrize(
    ("word", "other"),
    [("bill", "invoice"), ("blinking", "flicker"), ("typefaces", "font")],
)
def test_words_of_one_field(word: str, other: str) -> None:
    assert other in find_related(word)
