"""What a sentence does in a conversation: wishes, errands, accounts, reasons, meanings, deeds."""

import pytest

from backstory.recall.text.courtesies import is_courtesy
from backstory.recall.text.idle_sentences import is_idle
from backstory.recall.text.stance import (
    addresses_person,
    asks,
    asks_for_digest,
    describes_code,
    gives_cause,
    gives_meaning,
    is_account,
    is_deed,
    is_errand,
    is_passing,
)
from backstory.recall.text.substance import split_sentences


@pytest.mark.parametrize(
    "text",
    [
        "Let's not, I'd rather keep the old column",
        "shouldn't we fold both modes into one option?",
        "Can you make it so that the total stands below the table?",
        "don't touch the generated client",
        "Why do you insist on two queries?",
        "Die Spalte soll rechtsbündig sein",
        "Je préfère une seule requête",
    ],
)
def test_a_wish_says_how_something_is_to_be(text: str) -> None:
    assert asks(text)
    assert not is_account(text)


@pytest.mark.parametrize(
    "text",
    [
        "Well, I am reading that on my tablet",
        "I could see the badge before the update",
        "Huh, I have restarted the server twice",
        "So I thought it was the cache",
        "Ich habe es gestern noch gesehen",
    ],
)
def test_an_account_tells_what_somebody_did_or_saw(text: str) -> None:
    assert is_account(text)
    assert not asks(text)


@pytest.mark.parametrize(
    "text",
    ["run the tests", "Can you check whether the table is empty?", "please commit and push", "let's look at the log"],
)
def test_an_errand_is_done_with_the_moment(text: str) -> None:
    assert is_errand(text)


@pytest.mark.parametrize("text", ["always run the tests first", "run `make fast` instead", "never commit the lock"])
def test_a_firm_order_is_more_than_an_errand(text: str) -> None:
    assert not is_errand(text)


def test_a_line_says_what_a_name_or_a_value_means() -> None:
    assert gives_meaning("STATE=6: in the library, not downloaded")
    assert gives_meaning("`retry_after` means the seconds until the lock ends")
    assert gives_meaning("$REGION is an environment variable of the shell")
    assert not gives_meaning("Regular books: Dune and others")
    assert not gives_meaning("src/app.py: updated the header")
    assert not gives_meaning("This is what it looks like")


def test_a_reason_is_known_by_its_words() -> None:
    assert gives_cause("The issue was that the lock is never released")
    assert gives_cause("Das liegt daran, dass die Sperre bleibt")
    assert not gives_cause("The lock is released")


def test_deeds_and_instructions_are_of_the_moment() -> None:
    assert is_deed("✅ Removed the empty settings file")
    assert is_deed("Added three tests")
    assert is_deed("These changes should make the table faster")
    assert is_deed("The new approach is now complete")
    assert not is_deed("The lock is released too late")
    assert not is_deed("This table holds one row for each owner")
    assert addresses_person("If your SDK is elsewhere, set the variable")
    assert not addresses_person("The lock is released too late")


def test_what_the_code_says_itself_is_a_description() -> None:
    assert describes_code("`src/app/main.py` handles the start page")
    assert not describes_code("`main.py` handles it because the router cannot")
    assert not describes_code("Anna handles the releases")


def test_a_prompt_may_ask_for_what_was_learnt() -> None:
    assert asks_for_digest("let's write that down before we stop")
    assert asks_for_digest("save the context please")
    assert not asks_for_digest("write the parser")


def test_a_paragraph_that_was_broken_at_a_width_is_one_sentence() -> None:
    text = (
        "The mayor problem with the free tier of the provider that we tried last from\n"
        "Google was that it answers with code 429 in the evening. Then it stops\n"
        "\n- first item of a list that is long enough to be taken for a wrapped line of it\n- second item"
    )
    assert split_sentences(text)[0].endswith("with code 429 in the evening.")
    assert split_sentences(text)[2:] == [
        "first item of a list that is long enough to be taken for a wrapped line of it",
        "second item",
    ]
    data = "rows are [{'id': 17, 'owner': 'a', 'due': '2024-01-02'}] and then [{'id': 18, 'owner': 'b'}] " * 2
    assert is_idle(data)
    assert not is_idle("The table holds 17 rows since March, because the importer skips what it cannot read. " * 2)


@pytest.mark.parametrize(
    "text",
    [
        "Could you now connect the gauge to the meter table?",
        "have one of your helpers read the old importer",
        "Somebody please check what else writes to the ledger",
        "can you get the exporter looked at, it feels slow",
        "just curious, why is the folder called zz?",
        "Erklär mir kurz den Unterschied zwischen den beiden Puffern",
    ],
)
def test_what_is_done_with_once_it_was_answered_lays_nothing_down(text: str) -> None:
    assert is_passing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Could you keep the test names in the style of this folder?",
        "would you always change both manuals in the same commit?",
        "the ledger is read by somebody in accounting",
        "can you add the gauge, but only for admins",
    ],
)
def test_a_request_that_holds_for_longer_stays(text: str) -> None:
    assert not is_passing(text)


@pytest.mark.parametrize(
    "text",
    [
        "A very good morning to you!",
        "Splendid!",
        "Moin zusammen!",
        "Please don't worry, it took me no time and I was glad to help.",
        "Take all the time you need.",
        "You're very welcome!",
        "Gern geschehen!",
        "See you tomorrow!",
        "Bis morgen dann.",
    ],
)
def test_a_courtesy_says_nothing(text: str) -> None:
    assert is_courtesy(text)
    assert is_idle(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello, the importer drops rows.py on the floor",
        "Great, drop the second table instead",
        "Don't worry about gauge_v1, nobody reads it",
        "Good morning, can we sort the meters by street",
        "Excellent, 40 it is",
        "See you use the old table, drop it",
        "Until tomorrow the flag stays off in `main`",
    ],
)
def test_a_courtesy_that_says_more_is_none(text: str) -> None:
    assert not is_courtesy(text)
