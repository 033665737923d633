"""What a person says beside the work, and what only looks so."""

import pytest
from tests.recall.quotes.test_quotes import quote, talk

from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.small_talk import is_small_talk

SMALL_TALK = [
    "Could you write a haiku about locks?",
    "tell me a joke",
    "write me a short poem about SQLite please",
    "Erzähl mir einen Witz",
    "raconte-moi une blague",
    "ok. what's the difference between WAL and rollback journal mode in sqlite btw?",
    "what's the difference between a mutex and a semaphore?",
    "Could you explain what a monad is, and always use pictures?",
    "explain to me how a B-tree works",
    "what is a monad?",
    "Why is the sky blue?",
    "was ist ein Monad?",
    "I was wondering if we should use tabs",
    "I don't care about that",
    "lol.",
    "whatever",
    "mir egal",
    "by the way, what is a bloom filter?",
    "who invented the semaphore?",
    "what does WAL stand for?",
    "tell me a joke about Python",
    "hey, tell us another joke please",
    "Thanks! Now write a limerick.",
    "can you sing a song for me?",
    "Could you write me a haiku in the style of Basho?",
    "schreib mir ein kurzes Gedicht über Datenbanken",
    "Bitte erzähl uns noch einen Witz!",
    "what is the difference between TCP and UDP?",
    "was ist der Unterschied zwischen einem Mutex und einem Semaphor?",
    "what's the difference between let and const in JavaScript?",
    "I wonder if anyone ever reads it",
]
OF_THE_WORK = [
    "what's the difference between `insert` and `upsert`?",
    "what's the difference between our two parsers?",
    "explain what the lexer does",
    "explain how a token gets its span in src/lexer.rs",
    "what is a shard here?",
    "what is an entry in our log?",
    "write a test for the haiku command",
    "write the song parser",
    "add a joke endpoint",
    "write a poem generator in poem.py",
    "I don't care about the order, only about the count",
    "I don't mind a slower build if it is reproducible",
    "we don't care about Python 3.9",
    "btw, we must not use tabs",
    "I wonder why it fails",
    "what's the difference between this and the old one?",
    "tell me what is left",
    "make a short summary of it",
    "explain why we cannot use Redis",
    "give me the story in the issue",
    "what is the plan?",
    "What's the difference between staging and prod deploys?",
    "btw, what's the difference between staging and prod deploys?",
    "what's the difference between the loader and the importer?",
    "what's the difference between drafts and revisions?",
    "What is a tombstone in the store?",
    "what is a run in the scheduler?",
    "was ist ein Grabstein im Speicher?",
    "who came up with the retry logic?",
    "Write a short song importer for the library.",
    "create a song title column",
    "Add a poem field, then write a poem list view",
    "tell me the poem limit",
    "Create a poem for each user",
    "Given a song, return its length",
    "Users can write a poem",
    "make a joke of the day widget",
    "write a haiku about locks and commit it",
    "write a poem about the project in README.md",
    "I was wondering if you could add a retry to the client.",
    "I'm wondering if we could rename run to start",
    "just wondering if there's a way to skip the cache",
    "hm, I wonder whether it's possible to drop Python 3.9",
]


@pytest.mark.parametrize("sentence", SMALL_TALK)
def test_what_is_asked_for_fun_or_in_general(sentence: str) -> None:
    assert is_small_talk(sentence)


@pytest.mark.parametrize("sentence", OF_THE_WORK)
def test_what_is_of_the_work(sentence: str) -> None:
    assert not is_small_talk(sentence)


def test_a_question_about_a_file_of_the_work_is_none() -> None:
    project = merge_terms(["src monad.py"]).keys()
    assert not is_small_talk("what is a monad?", project)
    assert is_small_talk("by the way, what is a monad?", project)


def test_neither_small_talk_nor_the_answer_to_it_is_quoted() -> None:
    rows = [
        ("user", "The wait for a lock is 30 seconds, because the nightly import needs that."),
        ("answer", "`LOCK_WAIT` is 30 in `app/settings.py`."),
        ("user", "Simon is done with the migration. Could you write a haiku about locks?"),
        ("answer", "Two hands on one door, the key waits, then turns again, patience is a loop."),
        ("user", "ok. what's the difference between WAL and rollback journal mode btw?"),
        ("answer", "In rollback mode the original pages are copied into a journal before the database changes."),
        ("user", "Keep `settings.py` free of imports, because the installer reads it."),
        ("answer", "Noted."),
    ]
    told = "\n".join(quote(talk(rows)))
    assert "30 seconds" in told and "free of imports" in told and "Simon is done" in told
    for chat in ("haiku", "Two hands", "rollback"):
        assert chat not in told


def test_a_long_sentence_is_read_at_once() -> None:
    for long in ("what's a " + "a-" * 10_000, "tell me a joke " + "please " * 3_000, "lol " * 5_000):
        assert not is_small_talk(long)
