"""What a person lets go or keeps in a few words."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate


def read(prompt: str) -> list[Candidate]:
    turns = [Turn("user", "look", line=1), Turn("assistant", "I measured it.", line=2), Turn("user", prompt, line=3)]
    return [one for one in find_candidates(turns, known_paths=lambda path: False) if one.role == "user"]


@pytest.mark.parametrize(("prompt", "text", "why"), [
    ("ok then the cache goes. predicate only. push it", "ok then the cache goes. predicate only", ""),
    ("the mutex goes. single writer, that is all", "the mutex goes", "single writer, that is all"),
    ("dma out. spi stays (panel). run it", "dma out. spi stays (panel)", ""),
    ("no gain. drop it. stay with -O2", "stay with -O2", ""),
])  # fmt: skip
def test_what_goes_and_what_stays_is_a_decision(prompt: str, text: str, why: str) -> None:
    (one,) = read(prompt)
    assert (one.kind, one.text, one.why) == ("decision", text, why)


@pytest.mark.parametrize("prompt", [
    "everything goes", "it stays red", "the server is dead right now", "how long does it stay? the panel stays dark?",
    "the test goes red when I press save",
])  # fmt: skip
def test_a_report_is_no_verdict(prompt: str) -> None:
    assert not [one for one in read(prompt) if one.kind == "decision"]


@pytest.mark.parametrize("rule", [
    "never the whole bench here, the radio tests hang 9 min", "dont rebuild the docs every time thats 2 min",
    "README hands off", "the pr i open myself, after the field test",
])  # fmt: skip
def test_terse_bans_are_rules(rule: str) -> None:
    (one,) = read(f"good. {rule}. show me the log")
    assert (one.kind, one.text) == ("rule", rule)


def test_what_somebody_says_of_a_name_is_passed_on() -> None:
    (one,) = read("isOpen: vera says nothing new gets exported this year, she signs that off")
    assert one.kind in ("rule", "decision") and "nothing new gets exported" in one.text
