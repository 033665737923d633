"""Rules of people who dictate, digress, joke or write letters. The words here are other than those that the patterns
were written from: what counts is the form of a clause."""

import pytest

from backstory.capture.prompts import read_prompt


def find_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        # what somebody keeps for themselves
        ("Merging I'd rather do myself, it calms me down 🧘", "Merging I'd rather do myself"),
        ("Lovely! The glossary page is my baby, I write it on the train.", "The glossary page is my baby"),
        ("so yes and the handbook is Olga's she keeps that herself", "the handbook is Olga's"),
        ("The file `routes.yaml` is maintained by the gateway team.", "the file `routes.yaml` is maintained"),
        ("Super! Den Fahrplan schreibt bei uns der Karl, also raus damit.", "Den Fahrplan schreibt bei uns der Karl"),
        # wishes and tastes
        (
            "I'd feel so much better if models.py didn't grow any further 😬",
            "I'd feel so much better if models.py didn't",
        ),
        ("My brain hurts whenever I meet a nested ternary.", "My brain hurts whenever I meet a nested ternary"),
        ("Singletons are where I draw the line 🙃", "Singletons are where I draw the line"),
        ("`eval` has no business in this service.", "`eval` has no business in"),
        ("I'd rather walk home barefoot than see one more `Helper` class.", "I'd rather walk home barefoot"),
        ("In this shop we spell identifiers out, always have.", "In this shop we spell identifiers out"),
        # formal prose and lists
        ("Please ensure that no exported function is added without a test.", "no exported function is added"),
        ("It is not permitted to open sockets in unit tests.", "It is not permitted to open sockets"),
        ("Please do:\n\n1. Add the column.\n2. Each migration is reversible.", "Each migration is reversible"),
        # a clause of a run-on sentence
        (
            (
                "right so that looks fine to me mostly but in here we never return null from a repository because the "
                "callers forget to check and then it blows up at night so change those two and go on"
            ),
            "we never return null from a repository",
        ),
        (
            "Last year someone put a clip into docs/assets and we still pay, so no clips in there.",
            "so no clips in there",
        ),
    ],
)
def test_a_clause_is_a_rule_whatever_stands_around_it(prompt: str, rule: str) -> None:
    assert any(rule.lower() in one.lower() for one in find_rules(prompt)), find_rules(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "I'd be so happy if the button was a bit rounder!",
        "My eyes hurt today, I slept badly. What is left?",
        "For the purposes of this ticket, please do not write any migrations.",
        "Not sure I like it. What else could we do?",
        "If you could find out why it hangs, I'd be very happy.",
        "want a new flag for that. just tell me the options, no code",
        "He told me they never had a backup in there, four years long.",
        "That's my laptop, not you. Go on.",
        "Would you please look at every test that fails?",
    ],
)
def test_what_only_sounds_alike_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []


def test_there_is_the_place_that_was_named_before() -> None:
    prompt = (
        "Someone once put 90 MB of video into docs/assets and cloning hurts since 🙈 so no videos in there, please."
    )
    assert find_rules(prompt) == ["docs/assets: no videos in there"]


def test_a_dislike_has_what_is_wanted_instead() -> None:
    assert find_rules("Short words in messages, my eyes glaze over when they meet a `refactor:`.") == [
        "Short words in messages, my eyes glaze over when they meet a `refactor:`"
    ]
