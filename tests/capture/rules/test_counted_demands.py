"""Demands that somebody counts before naming them: what announces them is none, and what explains them neither."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.text.candidate import Candidate

CRATE = (
    "Take the first way. Three things you should know before you write anything, since they hold for all "
    "the work on this crate. First, nothing in the public API may be renamed. Second, please don't add "
    "tokio or any other runtime. Third, every error names its file. Let's begin with the reader."
)
REPOSITORY = (
    "Two points before we begin, and they apply to everything you do in this repository. The wire format "
    "stays as it is in version 3. And a warning has to go to stderr and nowhere else. Call the class "
    "FrameReader."
)
READER = (
    "Before you write a line: two conditions that hold throughout. The reader never loads a whole file. "
    "The writer never holds a lock while it waits. I will be back at four."
)
OWN = [
    (
        CRATE,
        [
            "nothing in the public API may be renamed",
            "don't add tokio or any other runtime",
            "every error names its file",
        ],
    ),
    (REPOSITORY, ["The wire format stays as it is in version 3", "a warning has to go to stderr and nowhere else"]),
    (READER, ["The reader never loads a whole file", "The writer never holds a lock while it waits"]),
]


def told(prompt: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in read_prompt(prompt)]


def find(prompt: str, text: str) -> Candidate:
    return next(one for one in read_prompt(prompt) if one.text == text)


@pytest.mark.parametrize(("prompt", "rules"), OWN)
def test_what_a_person_counts_for_all_the_work_are_rules(prompt: str, rules: list[str]) -> None:
    assert [text for kind, text in told(prompt) if kind == "rule"] == rules


def test_what_stands_between_numbered_demands_is_their_reason() -> None:
    prompt = (
        "There are two things I want you to keep in mind, and they go for all of it. First, a plain `tar cf` behaves "
        "as it does today. Second, we can't pull in libarchive. Tomasz packages us for Solaris, and the last "
        "library cost "
        "him a month."
    )
    rules = [one for one in read_prompt(prompt) if one.kind == "rule"]
    assert [one.text for one in rules] == ["a plain `tar cf` behaves as it does today", "we can't pull in libarchive"]
    assert rules[1].why.startswith("Tomasz packages us for Solaris")


def test_demands_of_somebody_carry_the_name() -> None:
    prompt = (
        "Sofia from compliance read the draft yesterday. She has two conditions and she won't move on them. A deleted "
        "account leaves no row behind. Backups are encrypted with the customer's own key."
    )
    assert told(prompt) == [
        ("decision", "Sofia: A deleted account leaves no row behind"),
        ("decision", "Sofia: Backups are encrypted with the customer's own key"),
    ]


def test_demands_of_somebody_on_the_work_are_rules() -> None:
    prompt = (
        "I talked to Priyanka. She made two demands that we cannot argue about. Every public function gets an example. "
        "Nobody changes the wire format without her."
    )
    assert told(prompt) == [
        ("rule", "Priyanka: Every public function gets an example"),
        ("rule", "Priyanka: Nobody changes the wire format without her"),
    ]


def test_a_department_is_named_as_well() -> None:
    prompt = "legal has two demands, no discussion. no ip address in the logs. exports carry the licence text."
    texts = [text for _, text in told(prompt)]
    assert texts == ["legal: no ip address in the logs", "legal: exports carry the licence text"]


@pytest.mark.parametrize(
    "prompt",
    [
        "He has three demands and they are not up for discussion.",
        "Two things before you start. Where is the config read, and who calls it?",
        "Three things happened while you were away. The build broke. Lena fixed the tests. And the server was moved.",
        "Wanda has two questions. Does the cache survive a restart? And who clears it?",
        "The customer has two wishes. A dark theme, and a bigger font in the table. Can you estimate both?",
        "The function has two requirements. It takes a path and returns a stream.",
        "Three things went well and they count for the whole quarter. Sales rose. Nobody left. The office moved.",
        "Two things puzzle me and they apply to all pages. The header flickers. And the menu is gone.",
        "The issue has three conditions to reproduce. The cache is warm. The clock jumps. The disk is full.",
    ],
)
def test_what_is_counted_for_another_reason_lays_nothing_down(prompt: str) -> None:
    assert [one for one in told(prompt) if one[0] == "rule"] == []


def test_who_demands_something_may_stand_in_the_same_sentence() -> None:
    demand = "The installer works without a network"
    for lead in (
        "Benedikt signs the release, and he has one condition.",
        "Our notary, Ms Benedikt, has one condition and it is firm.",
        "Benedikt runs the data centre. He named one condition yesterday and he is not going to discuss it.",
    ):
        assert told(f"{lead} {demand}.") == [("decision", f"Benedikt: {demand}")]


def test_things_that_have_to_hold() -> None:
    prompt = (
        "1 it is. three things have to hold. whoever passes no jitter gets the same results."
        " a jitter may only shorten a life."
    )
    taken = [one.text for one in read_prompt(prompt) if one.kind == "rule"]
    assert len(taken) == 2
