"""What a person says to an offer at the end of an answer: a no with its reason, one of two ways, a row of answers."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate


def find(answer: str, prompt: str, before: str = "go on") -> list[Candidate]:
    turns = [
        Turn(role="user", text=before, line=1),
        Turn(role="assistant", text=answer, line=2),
        Turn(role="user", text=prompt, line=3),
    ]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one for one in found if one.line == 3 and one.kind == "decision" and not one.only_revises]


@pytest.mark.parametrize(
    ("answer", "prompt", "text", "why"),
    [
        (
            "Keywords are bold. Shall I colour the brackets as well, the way vim does?",
            "no. they'd flicker on every keystroke. too busy.",
            "Don't colour the brackets as well, the way vim does",
            "they'd flicker on every keystroke. too busy.",
        ),
        (
            "Committed. Should the export sit behind the beta page for one release?",
            "no. nobody opens the beta page, so nobody would find it.",
            "Should the export sit behind the beta page for one release? No",
            "nobody opens the beta page, so nobody would find it.",
        ),
        (
            "What would work is to bring the lexer over, 200 lines. Shall I?",
            "No. We had a copy of one, it took us a year to drop it.",
            "Don't bring the lexer over, 200 lines",
            "We had a copy of one, it took us a year to drop it.",
        ),
        (
            "All files have a hash. And folders and links, should they get one?",
            "no. files only.",
            "files only (asked: folders and links, should they get one)",
            "",
        ),
        (
            "`chown` with two names isn't defined. We could take the first name, or we reject the call.",
            "Reject it. Two owners of a file is a mess.",
            "reject the call",
            "Two owners of a file is a mess.",
        ),
        (
            "The archive would be empty. Either it shows all of them or it links to the search.",
            "show all of them there, nobody opens that page",
            "show all of them there",
            "nobody opens that page",
        ),
    ],
)
def test_an_offer_that_is_answered(answer: str, prompt: str, text: str, why: str) -> None:
    assert [(one.text, one.why) for one in find(answer, prompt)] == [(text, why)]


def test_a_row_of_answers_is_one_decision() -> None:
    answer = "Only a newline does. Tabs, commas and quotes are swallowed. Should one of them end the field?"
    (one,) = find(answer, "tab ends it. comma ends it. newline of course. a quote doesn't.", "what ends a field?")
    assert one.text == "what ends a field: tab ends it. comma ends it. newline of course. a quote doesn't"


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        ("Done. Shall I commit it?", "no, not yet. I want to read it first."),
        ("Done. Shall I run the whole suite?", "no. it takes too long now."),
        ("Done. Shall I colour the brackets?", "no"),
        ("The test is red. It could be the clock or the cache.", "check the clock first. then tell me."),
        ("It is in. Should I write tests?", "no. that can wait."),
    ],
)
def test_what_only_says_how_the_work_goes_on(answer: str, prompt: str) -> None:
    assert find(answer, prompt) == []
