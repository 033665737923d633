"""Bans on a file or a folder are rules, in seven languages; what only holds for the task at hand is none."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt
from backstory.memory.intake.candidates import MIN_CONFIDENCE

BANS = [
    "don't touch docs/changelog.rst",
    "Don't touch `docs/changelog.rst`, Simon writes that himself.",
    "please leave vendor/jquery.js alone",
    "do not modify the fixtures folder",
    "fass config/prod.yml bitte nicht an",
    "Den Ordner assets/raw nicht anfassen",
    "ne touche pas à config/routes.rb",
    "no toques schema.sql, lo genera el build",
    "não mexa em src/vendor",
    "non toccare mai il file setup.cfg",
    "raak data/raw niet aan",
]
NO_BANS = [
    "don't touch docs/changelog.rst yet, I'm still editing it",
    "don't touch db.py, I'm on it",
    "don't delete data.csv before the import ran",
    "don't move main.py into src",
    "don't touch the default in config.py",
    "Fix the parser in io.py. Don't touch db.py.",
    "did you touch docs/changelog.rst?",
    "I didn't touch package-lock.json",
    "no toques eso todavía",
    "the docs say: never edit this file by hand",
]


@pytest.mark.parametrize("prompt", BANS)
def test_a_ban_on_a_file_is_a_rule_in_the_brief(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt) if one.confidence >= MIN_CONFIDENCE] == ["rule"]


@pytest.mark.parametrize("prompt", NO_BANS)
def test_what_only_reads_like_a_ban_is_no_rule(prompt: str) -> None:
    assert not [one for one in find_rules(prompt) if one.kind == "rule"]


def test_a_ban_behind_an_order_is_a_rule_where_the_file_is_none_of_the_program() -> None:
    [rule] = find_rules("Fix the parser. And don't touch docs/changelog.rst.")
    assert rule.text == "don't touch docs/changelog.rst"
    [rule] = find_rules("Fix the parser. Don't touch db.py, the generator writes it.")
    assert rule.text == "Don't touch db.py, the generator writes it"


@pytest.mark.parametrize(
    "sentence",
    [
        "And leave src/timer alone on this branch, Wiebke has the Windows half in pieces.",
        "Please don't touch lib/pool.rb in this pull request, Ines is taking it apart.",
        "Lass src/timer in Ruhe auf diesem Branch, Wiebke baut es um.",
    ],
)
def test_a_ban_on_a_file_for_the_branch_holds_amid_orders(sentence: str) -> None:
    prompt = f"Pair by command and parameters then. {sentence}"
    assert [rule.quote for rule in find_rules(prompt)] == [sentence]


def test_a_file_that_others_use_stays_as_it_is() -> None:
    prompt = "take 1. tests into a new file, tests/base.py gets imported by other packages and stays the way it is"
    (rule,) = [one for one in read_prompt(prompt) if one.kind == "rule"]
    assert "tests/base.py" in rule.text
