"""What a statement says is replaced, and whether an earlier one is meant."""

import pytest

from backstory.base.reversals import find_reversals, measure_reversal
from backstory.capture.decisions.withdrawals import find_withdrawals, list_taken_back
from backstory.capture.selection import select_prompt
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.revisions import denies, find_replaced, find_withdrawn, is_same_topic, names_replaced


@pytest.mark.parametrize(
    ("text", "former", "meant"),
    [
        ("from now on run with -m fast instead of that deselect", "Always run with --deselect tests/x.py", True),
        ("from now on run with -m fast instead of that deselect", "Always put a line into HISTORY.md", False),
        ("so host name alone was wrong, decide by origin", "Strip only when the hostname changes", True),
        ("wir nehmen TOML statt YAML", "Configuration is YAML", True),
        ("use ruff", "use black", False),
    ],
)
def test_a_statement_names_what_it_replaces(text: str, former: str, meant: bool) -> None:
    assert names_replaced(find_replaced(text), former) is meant


def test_the_same_topic_needs_nearly_the_same_words() -> None:
    assert is_same_topic("never push to main from here", "Please don't push from here to main")
    assert not is_same_topic("never push to main from here", "never edit main.py by hand")


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("evicting the newest is out: nobody notices it", "evict the newest"),
        ("scrap the outbox, we write directly", "Events go through the outbox"),
        ("we don't want retries any more", "retry three times"),
        ("no caching after all", "Cache responses for 10 minutes"),
        ("doch kein Redis", "Der Cache liegt in Redis"),
        ("die Warteschlange fällt weg", "eine Warteschlange je Mandant"),
        ("ok, die neue. die Warteschlange ist damit vom Tisch", "eine Warteschlange je Mandant"),
        ("finalement pas de Redis", "Le cache est dans Redis"),
        ("ya no usamos Redis, ahora es SQLite", "la caché va en Redis"),
        ("no le gusta lo de doblar: prefiere escalones", "la espera se dobla"),
    ],
)
def test_a_statement_names_what_holds_no_longer(text: str, former: str) -> None:
    assert names_replaced(find_withdrawn(text), former)
    assert [one.only_revises for one in find_withdrawals(text)] == [True]


@pytest.mark.parametrize(
    "text",
    ["the tests are out of date", "no more than one row", "it is not visible any more", "move it from left to right",
     "drop the oldest when it is full", "once a header is dropped it stays dropped", "now no results show anymore"],
)  # fmt: skip
def test_reports_and_tasks_withdraw_nothing(text: str) -> None:
    assert not find_withdrawn(text)


@pytest.mark.parametrize(
    ("prompt", "taken"),
    [
        ("Use the queue only if both are unset. hmm wait. no. Leave the adapter alone.",
         {"Use the queue only if both are unset."}),
        ("Put it into core. no wait, into the session", {"Put it into core."}),
        ("Nimm 12 Spalten. Ach nee, nimm 8.", {"Nimm 12 Spalten."}),
        ("Always log the id. Wait for the build, then push.", set()),
        ("Does it close? no. Then close it.", set()),
    ],
)  # fmt: skip
def test_what_a_prompt_takes_back_at_once(prompt: str, taken: set[str]) -> None:
    assert list_taken_back(read_sentences(prompt, person=True)) == taken


def test_an_order_and_its_withdrawal_keep_what_holds() -> None:
    prompt = "Always use the queue for mails. Scratch that. Always send mails directly, because it loses them."
    assert [one.text for one in select_prompt(prompt)] == ["Always send mails directly, because it loses them"]


@pytest.mark.parametrize(
    ("text", "former", "is_denied"),
    [
        ("The bucket must not start full", "The bucket starts full", True),
        ("The footer must not show the name of the user", "The footer shows the name of the user", True),
        ("Writers must not retry when the disk is full", "Writers retry when the disk is full", True),
        ("The bucket must not start full", "All threads fight for the lock when the bucket is full", False),
        ("The consumer must not drop messages silently", "The queue drops messages when the consumer is slow", False),
        ("Jobs must not be started twice by the scheduler", "The scheduler starts all jobs at noon", False),
        ("The footer must not show the name of the user", "The header shows the name of the user", False),
        ("The form must not show the password", "The form must show an error when the password is wrong", False),
    ],
)
def test_a_denial_reverses_what_it_denies_as_a_whole(text: str, former: str, is_denied: bool) -> None:
    """Words that two sentences share say little: what is denied has to be what the other says, not when it holds, and
    without a way of doing it that only the denial has."""
    reversals = find_reversals([(1, True, text)])
    assert (measure_reversal(former, 0, reversals, len, is_person=True) > 0) is is_denied


@pytest.mark.parametrize(
    ("text", "former", "is_denied"),
    [
        ("Never retry uploads", "Retry uploads three times", True),
        ("Do not mock the clock", "Mock the clock when a test waits", True),
        ("The bucket must not be full", "All threads fight for the lock when the bucket is full", False),
        ("Never retry uploads at night", "Retry uploads", False),
        ("Retry uploads", "Retry downloads", False),
    ],
)
def test_a_rule_that_denies_another_says_no_more_than_that(text: str, former: str, is_denied: bool) -> None:
    assert denies(text, former) is is_denied
    assert denies(former, text) is is_denied


@pytest.mark.parametrize(
    "text",
    ["Set it to 60 seconds. Or no, leave it at 30.", "We use Redis. no, keep it", "Nimm Redis. nein, lass Postgres"],
)
def test_a_proposal_is_taken_back_by_what_stays(text: str) -> None:
    sentences = read_sentences(text, person=True)
    assert list_taken_back(sentences) == {sentences[0].text}


def test_a_no_of_something_else_takes_nothing_back() -> None:
    assert not list_taken_back(read_sentences("Set it to 60 seconds. No retries.", person=True))
