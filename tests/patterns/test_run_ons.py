"""What was dictated without signs is divided where speech begins a new sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.patterns.run_ons import split_run_on

DICTATED = (
    "no stop don't use the emulator it takes forever on this laptop let me tell you how we work here so locally only"
    " run the unit tests and lint has to be clean before every commit and please never touch the lock file"
)


def test_each_order_of_a_dictated_prompt_stands_by_itself() -> None:
    assert split_run_on(DICTATED) == [
        "no stop don't use the emulator it takes forever on this laptop",
        "let me tell you how we work here",
        "so locally only run the unit tests",
        "and lint has to be clean before every commit",
        "and please never touch the lock file",
    ]


def test_a_farewell_is_no_part_of_the_last_order() -> None:
    assert split_run_on(f"{DICTATED} okay bye")[-2:] == ["and please never touch the lock file", "okay bye"]


GERMAN = (
    "ich hab mir das gestern angeschaut und die Tests und die Doku sind eigentlich ganz okay aber die Migration"
    " muss noch rückwärts laufen und bitte nie direkt auf main pushen weil das Deployment dann sofort losläuft"
)
FRENCH = (
    "j'ai regardé le cache et la file et les journaux et je pense que le problème vient de la reprise donc il"
    " faut garder les offsets et surtout ne jamais toucher au schéma de la base parce que Inès le gère"
)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (GERMAN, ["aber die Migration muss noch rückwärts laufen", "und bitte nie direkt auf main pushen weil das"]),
        (FRENCH, ["donc il faut garder les offsets", "et surtout ne jamais toucher au schéma de la base"]),
    ],
)
def test_german_and_french_are_divided_at_their_own_words(text: str, rules: list[str]) -> None:
    parts = split_run_on(text)
    assert all(any(part.startswith(rule) for part in parts) for rule in rules)


def test_a_reason_stands_with_the_order_that_says_nothing_without_it() -> None:
    text = (
        "okay I looked at it on the train and the old changelog has been dead since version two so leave that alone too"
    )
    parts = split_run_on(f"{text} and then we can look at the cache and what it does when the disk is full")
    assert "and the old changelog has been dead since version two so leave that alone too" in parts


SIGNED = (
    "We looked at the cache, the queue and the retries, and we think that the queue is wrong, because it drops what"
    " waits, so please change it, but leave the cache as it is, and tell me what you find."
)
CODE = (
    "for i in range(10): x = [a for a in b if a] and then we do this so that it works but only when the list is not"
    " empty and I think that is fine because the other one does it too okay"
)


LIST = (
    "we looked at the cache and the queue and the retry logic and the importer and the docs for the exporter that Ben"
    " wrote when I asked Ben about the requests that wait for the lock at the moment"
)
"""Items, a name and a verb that are also words with which speech begins again in another language or meaning."""


@pytest.mark.parametrize("text", ["Run the tests and then we can commit.", SIGNED, CODE, LIST])
def test_short_sentences_and_those_with_signs_stay_whole(text: str) -> None:
    assert split_run_on(text) == [text]


WORDS = st.sampled_from(
    ("and", "so", "but", "okay", "um", "please", "never", "the", "cache", "we", "it", "that", "make", "don't",
     "because", "run", "ich", "und", "bitte")
)  # fmt: skip


@given(st.lists(WORDS, min_size=1, max_size=90))
def test_no_word_is_lost_or_moved(words: list[str]) -> None:
    text = " ".join(words)
    assert " ".join(split_run_on(text)) == text


def test_what_a_speaker_takes_back_is_gone() -> None:
    dictated = (
        "right so time those properly, a wrapper must not get the blame for what it wraps and give me two entries"
        " one for"
        " the setup and one for the teardown, no wait the collector keys on hook plus plugin so the second one would"
        " just"
        " overwrite the first, make it one entry with the two halves added up"
    )
    assert split_run_on(dictated) == [
        "right so time those properly",
        "a wrapper must not get the blame for what it wraps",
        "the collector keys on hook plus plugin",
        "so the second one would just overwrite the first",
        "make it one entry with the two halves added up",
    ]


def test_only_the_last_clause_is_taken_back() -> None:
    dictated = (
        "nice and then the threshold, kwabena from sre looked at it and half a second is way too late for him, he'd"
        " like"
        " 0.2 no wait sorry he said 0.25 because the buckets of their histogram have an edge at a quarter of a second"
    )
    assert split_run_on(dictated) == [
        "nice and then the threshold, kwabena from sre looked at it and half a second is way too late for him",
        "he said 0.25 because the buckets of their histogram have an edge at a quarter of a second",
    ]
    kept = dictated.replace("no wait sorry he said", "and please wait until they said")
    assert any("he'd like 0.2" in part for part in split_run_on(kept))
    program = dictated.replace("no wait sorry he said 0.25", "no wait in the loop and no wait until the lock is free")
    assert any("he'd like 0.2" in part for part in split_run_on(program))


def test_a_first_part_keeps_its_correction_and_a_long_clause_is_kept() -> None:
    first = (
        "no wait take that export back out what is public is the decision of the maintainer and i have asked him on the"
        " issue so as long as he has not answered nothing new goes into the package"
    )
    assert split_run_on(first)[0].startswith("no wait take that export back out")
    long = (
        "half a second is too late for everybody who reads the histogram of the platform team since its first bucket"
        " ends"
        " long before that point no wait it is the second bucket and the first one ends at a quarter"
    )
    assert split_run_on(long)[0].endswith("long before that point")
