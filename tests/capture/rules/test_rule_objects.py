"""A rule about `it` is kept with the words that name it, and not without them."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.rules import find_rules


def list_rules(prompt: str) -> list[str]:
    turns = [Turn("user", prompt), Turn("assistant", "Understood.")]
    return [one.text for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "The dump from prod lies in /tmp/dump.sql. Never commit it",
        "We have a list of brand names in brand.txt. Never translate them",
    ],
)
def test_the_sentence_before_names_it(prompt: str) -> None:
    assert list_rules(prompt) == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "DB for the download stats: postgres://stats:[REDACTED]@10.0.4.7/crates, don't paste it anywhere.",
        "Here is the token: [REDACTED:token]. Never commit it.",
        "don't paste it anywhere",
    ],
)
def test_nothing_is_kept_about_a_secret_or_about_nothing(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize("prompt", [
    "Ola's team draws histograms from the nightly file, I have to ask her first whether they need the single times.",
    "We still need to check with the billing team first.",
    "I'll talk to Mei before we decide on the format.",
])  # fmt: skip
def test_whom_the_person_asks_is_no_rule_for_the_agent(prompt: str) -> None:
    assert not [one for one in find_rules(prompt) if one.kind == "rule"]
    assert [one for one in find_rules("Ask Ola first before you touch the exporter.") if one.kind == "rule"]


def test_rules_that_are_announced_in_passing_are_all_taken() -> None:
    prompt = (
        "Try 1 quickly. Ground rules while you're at it: no new crates. The msrv stays 1.88. A new flag always gets its"
        " entry in doc/x.1 too. And keep your hands off src/timer."
    )
    assert len([one for one in find_rules(prompt) if one.kind == "rule"]) == 4
