"""What stands around a rule does not hide it where its place says that it lasts, and only there.

Most sentences beside an order or a question are for the moment. Behind `otherwise`, `in general`, a refusal in a review
or a wish for the agent's answers that is not so, so the words of the sentence alone decide.
"""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.text.prose import read_sentences


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule" and one.confidence >= 0.72]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        (
            (
                "1. Rename the option.\n2. You may squash these two, this once. Otherwise nothing is squashed: each"
                " step of"
                " the review stays a commit of its own."
            ),
            "nothing is squashed",
        ),
        (
            (
                "You can push this branch today, just for this time. Otherwise the history stays as it is:"
                " corrections are"
                " new commits."
            ),
            "the history stays as it is",
        ),
        (
            (
                "The job reports:\n\n```\nerror: no method retain_mut\n```\n\nPlease mend it. In general only"
                " methods that"
                " Rust 1.60 already knows."
            ),
            "only methods that Rust 1.60",
        ),
        (
            (
                "## Review\n\n- `Pool.close()`: declined. `Pool` receives no further public methods; callers use the"
                " context manager.\n- the typo: yes\n\nThen commit."
            ),
            "receives no further public methods",
        ),
        (
            (
                "Thank you. I have a wish for your replies too: please make them shorter, long lists cost me much"
                " time. Does"
                " the cache survive a restart?"
            ),
            "make them shorter",
        ),
        (
            (
                "Why is the second call slow? And something about how you write to me: please no headings, I read on my"
                " phone."
            ),
            "no headings",
        ),
    ],
)
def test_the_place_of_a_rule_says_that_it_lasts(prompt: str, rule: str) -> None:
    assert any(rule in one for one in list_rules(prompt)), list_rules(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "You may squash these two, this once. Otherwise it looks fine.",
        "You can skip the tests this time. Otherwise it never ends.",
        "Something about your answer: no, the cache is not empty there.",
        "Otherwise I have nothing. Please add the test and finish.",
        "In general the page loads well. Please shorten the label.",
        "- item 4: declined. The page has no footer in the new design.\n- item 5: please shorten the label",
        "One thing before you start: pull main, I merged the fix.",
        "No comment there, the author has left.",
        "No problem, it happens to me every day.",
        "About your answers: you did not say why it fails. Why?",
        "Only here you may commit without a ticket, it is one sentence.",
    ],
)
def test_the_place_alone_makes_no_rule(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "please no direct push to develop, everything goes through a pull request",
        "yaar no direct pushes to main please, everything thru PR only",
        "No snapshot tests pls, they rot and nobody reads the diffs.",
    ],
)
def test_a_ban_that_reads_like_a_choice_is_weighed(prompt: str) -> None:
    """Patterns of choices took these, and the weights were not asked."""
    assert list_rules(prompt)


def test_what_opens_a_fence_is_no_heading_of_what_stands_below_it() -> None:
    """The sentence behind a log counted as one of a document, in which the weights see no rules."""
    sentences = read_sentences("The job says:\n\n```\nboom\n```\n\nMend it.", person=True)
    assert [one.heading for one in sentences] == ["", ""]
    assert read_sentences("Our rules:\n\n- no globals", person=True)[-1].heading == "our rules"


def test_thanks_and_an_order_without_an_object_explain_nothing() -> None:
    prompt = "Thank you. I have a wish for your answers: please make them shorter, long lists cost me much time."
    assert [one.why for one in read_prompt(prompt) if one.kind == "rule"] == [""]
