"""A value or a name that a person gives with what speaks against another is a decision; a report of values is none."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.value_choices import find_value_choices
from backstory.capture.text.prose import read_sentences


def find_replaced(prompt: str) -> list[str]:
    """What the decisions of a prompt put something else in the place of."""
    candidates = find_candidates([Turn(role="user", text=prompt, line=1)], known_paths=lambda path: True)
    return [
        name
        for one in candidates
        if one.kind == "decision" and one.revises
        for name in one.parts.get("alternatives", ())
    ]


@pytest.mark.parametrize(
    ("prompt", "replaced"),
    [
        ("30 seconds is too short for the upload timeout, give it 2 minutes", "30 seconds"),
        ("thirty seconds is too short for the upload timeout, give it two minutes", "thirty seconds"),
        ("5 retries is way too many, make it 3", "5 retries"),
        ("4 is too few for a quorum; go with 5", "4"),
        ("80 columns is too narrow for the table, make it 100 columns wide", "80 columns"),
        ("64 KB was a bit too small, let's take 256 KB", "64 KB"),
        ("50 Zeilen sind zu wenig, nimm 200", "50 Zeilen"),
        ("10 Sekunden ist viel zu lang, lieber 2", "10 Sekunden"),
        ("trois essais c'est trop peu, mets cinq", "trois essais"),
        ("une minute c'est trop court, passe à 5 minutes", "une minute"),
        ("5 segundos es demasiado poco, pon 20", "5 segundos"),
        ("the deepest event has 140 levels, so 128 cuts real data, take 256", "128"),
        ("40 is not enough for our ids, make it 60", "40"),
        ("10 seconds is too short, nobody is that fast. 30.", "10 seconds"),
        ("60 seconds is way too often for the sweep, it wakes the disk. Every 5 minutes.", "60 seconds"),
        ("15 workers are too many for the box. At most 4.", "15 workers"),
        ("8 was too few as well. It assumes a small screen. Most are larger. Shall we say 12? Yes, 12.", "8"),
        ("retries: 3, not 5", "5"),
        ("the timeout is 30 s, not 10", "10"),
        ("max attempts: three, not five", "five"),
        ("the name is `drain`, `flush` is taken", "flush"),
        ("call it `Budget`, limit means something else here", "limit"),
        ("nenn es `leeren`, `flush` ist schon vergeben", "flush"),
        ("the option is --all, --every is used by cron", "--every"),
    ],
)
def test_a_value_in_the_place_of_another_is_a_decision(prompt: str, replaced: str) -> None:
    assert replaced in find_replaced(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "3 tests are too slow, 2 of them fail",
        "500 ms is too slow, can we make it faster?",
        "200 lines is too long for one function, split it in 2",
        "it's too long, cut it to 50 words",
        "the test is too slow, takes 30 seconds",
        "3 seconds is too long for me, I have 2 of those running",
        "3 tests break the build, fix 2",
        "3 tests are red. 2.",
        "the result is 3, not 5",
        "exit code: 1, not 0",
        "expected: 3, not 5",
        "the name is fine, it is what I wanted",
        "the function is slow, profiling is needed",
        "the module is new, `a.py` is the old one",
        "the class is big, splitting would help",
    ],
)
def test_a_report_of_values_replaces_nothing(prompt: str) -> None:
    assert find_replaced(prompt) == []


def test_the_value_stands_in_the_decision_and_in_its_quote() -> None:
    (one,) = find_value_choices(read_sentences("And 90 days is too long. At most 30 days.", person=True))
    assert (one.text, one.quote) == (
        "90 days is too long. At most 30 days",
        "And 90 days is too long. At most 30 days.",
    )
