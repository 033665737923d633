"""Rules of several parts of which a person lifts one: the others stay in force."""

from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.agents.turns import Turn
from backstory.api import Memory
from backstory.capture.candidates import find_candidates
from backstory.memory.intake.candidates import keep_candidates
from backstory.memory.intake.partly_lifted import split_rule

Opened = Callable[..., Memory]


def rules_after(opened: Opened, transcript: Path, *said: str) -> list[str]:
    """Says one prompt a session; the rules that are in force then."""
    for number, text in enumerate(said, 1):
        with transcript.open("a", encoding="utf-8") as handle:
            handle.write(text + "\n")
        turn = Turn("user", text, f"2026-11-20T09:0{number}:00.123Z", line=number)
        candidates = find_candidates([turn], known_paths=lambda path: False)
        memory = opened("stated", "claude-code", f"s{number}")
        keep_candidates(memory, candidates, session=f"s{number}", agent="claude-code", source=str(transcript))
    return [row.record.title for row in opened().fresh().rows(kinds=("rule",), include_superseded=False)]


@pytest.mark.parametrize(
    ("rule", "lifting", "rest"),
    [
        (
            "Never touch dist/ by hand, and please don't run the full `npm test` here, it takes long because of tsd.",
            "you may run the full npm test again from now on, I made tsd fast: 20 s",
            "Never touch dist/ by hand",
        ),
        (
            "Never edit files under dist/ by hand, and don't start the browser tests, they need a licence",
            "the licence has arrived, you can start the browser tests from now on",
            "Never edit files under dist/ by hand",
        ),
        ("never push to main, and never run the linter", "you may run the linter again", "never push to main"),
        ("Never touch api.py; never commit secrets.", "you can touch api.py again", "never commit secrets"),
        (
            "Fass dist/ niemals von Hand an, und starte die Browser-Tests niemals",
            "du darfst die Browser-Tests wieder starten",
            "Fass dist/ niemals von Hand an",
        ),
        (
            "ne touche jamais à dist/, et ne lance jamais les tests navigateur",
            "tu peux de nouveau lancer les tests navigateur",
            "ne touche jamais à dist/",
        ),
    ],
)
def test_what_is_left_of_a_rule_holds(opened: Opened, tmp_path: Path, rule: str, lifting: str, rest: str) -> None:
    left = rules_after(opened, tmp_path / "t.jsonl", rule, lifting)
    assert [one for one in left if one != lifting] == [rest]


def test_a_rule_that_is_lifted_as_a_whole_is_gone(opened: Opened, tmp_path: Path) -> None:
    said = ("never run the linter and never run the browser tests here", "you may run the linter again")
    left = rules_after(opened, tmp_path / "t.jsonl", *said, "you can run the browser tests again")
    assert left == []


def test_to_say_the_rule_again_as_before_brings_all_of_it_back(opened: Opened, tmp_path: Path) -> None:
    rule = "never push to main, and never run the linter"
    left = rules_after(opened, tmp_path / "t.jsonl", rule, "you may run the linter again", "never run the linter")
    assert sorted(left) == ["never push to main", "never run the linter"]


@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        ("never push, never rebase", ["never push, never rebase"]),
        ("Never edit dist/ and lib/ without asking", ["Never edit dist/ and lib/ without asking"]),
        ("Never edit dist/, it is generated and checked in", ["Never edit dist/, it is generated and checked in"]),
        ("don't run it on Fridays, because nobody is there and no one can help",
         ["don't run it on Fridays, because nobody is there and no one can help"]),
        ("no emojis and no jokes in commits", ["no emojis", "no jokes in commits"]),
        ("Don't deploy on Fridays. Don't touch legacy/.", ["Don't deploy on Fridays", "Don't touch legacy/"]),
    ],
)  # fmt: skip
def test_parts_of_a_rule(rule: str, parts: list[str]) -> None:
    assert split_rule(rule) == parts
