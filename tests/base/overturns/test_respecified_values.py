"""Values that the person gives anew without a word for a change; and sentences that only share some words.

What decides is the form: nothing is told but what is counted, and one earlier sentence alone counts it. No noun of
these sentences is in the tables.
"""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*prompts: str) -> set[tuple[str, str]]:
    """Each figure that was replaced, with the one in force, in a talk of prompts with a short answer to each."""
    rows = [
        Spoken("s1", split_sentences(text), is_person=is_person)
        for prompt in prompts
        for text, is_person in ((prompt, True), ("Done.", False))
    ]
    overturns = find_overturns(rows)
    return {(one.figure.written, one.value) for one in overturns if one.figure is not None and one.is_sure}


@pytest.mark.parametrize(
    ("former", "later", "replaced"),
    [
        ("We use 4 workers and a queue of 1000.", "8 workers, queue of 200", {("4", "8"), ("1000", "200")}),
        ("Ratio 0.2, at least 10 tokens, bucket starts full.", "make the ratio 0.1", {("0.2", "0.1")}),
        ("Font size 14, line height 1.6.", "font size 16 and line height 1.4 now", {("14", "16"), ("1.6", "1.4")}),
        ("Le délai est de 30 secondes, trois tentatives.", "Passe le délai à 10 secondes.",
         {("30 secondes", "10 secondes")}),
        ("Límite de 100 filas, 5 segundos.", "Mejor 50 filas y 2 segundos.",
         {("100", "50"), ("5 segundos", "2 segundos")}),
        ("Höchstens 5 Verbindungen, 2 Sekunden Pause.", "Doch 10 Verbindungen.", {("5", "10")}),
    ],
)  # fmt: skip
def test_values_given_anew_replace_those_of_the_same_things(
    former: str, later: str, replaced: set[tuple[str, str]]
) -> None:
    assert find(former, "Now mend the typo in the readme.", later) == replaced


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("Use 3 retries for the upload.", "5 retries for the download"),
        ("Upload limit 20 MB.", "Avatar limit 5 MB."),
        ("The pool has 8 workers.", "with 4 workers it took twice as long"),
        ("Logs rotate at 10 MB.", "Keep 10 logs."),
        ("The queue holds 100 items.", "not 200 items"),
        ("The queue holds 100 items.", "200 items?"),
        ("The queue holds 100 items.", "maybe 200 items"),
        ("The queue holds 100 items.", "raise the items by 50"),
        ("The queue holds 100 items.", "[items] 200 items = full"),
        ("The timeout is 30 seconds.", "10 seconds"),
    ],
)
def test_what_tells_of_something_else_replaces_nothing(former: str, later: str) -> None:
    assert find(former, "Now mend the typo in the readme.", later) == set()


def test_a_value_that_two_sentences_count_is_neither_of_them() -> None:
    assert find("The reader has 4 workers.", "The writer has 6 workers.", "8 workers") == set()


@pytest.mark.parametrize(
    "later",
    [
        "make it 60. or no, leave it at 30", "make it 60 seconds. Hm, no. Keep 30.",
        "mach 60 daraus. ach nein, lass es bei 30",
    ],
)  # fmt: skip
def test_a_proposal_that_is_taken_back_at_once_replaces_nothing(later: str) -> None:
    assert find("Set the timeout to 30 seconds.", later) == set()


def test_a_no_that_denies_something_else_takes_no_proposal_back() -> None:
    assert find("Set the timeout to 30 seconds.", "make it 60 seconds. No retries.") == {("30 seconds", "60 seconds")}
