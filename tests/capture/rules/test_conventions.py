"""Conventions that a person states with an order: the order ends with its task, and they do not."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import select_prompt

STATED = [
    "commit it: message in english, prefix `renderers:`, signed with -s, otherwise the DCO bot rejects it",
    "commit this: subject in English, signed off with -s, or the check fails",
    "ok, commit with -s or the bot rejects it",
    "commit: lower case, max 50 chars, otherwise commitlint complains",
    "commit it please: imperative, with the ticket number",
    "Mach den Commit: Nachricht auf Englisch, signiert mit -s, sonst lehnt die CI ihn ab",
    "Fais le commit : message en anglais, signé avec -s, sinon la CI le rejette",
    "Haz el commit: mensaje en inglés, con prefijo `route:`, si no la CI lo rechaza",
    "open the PR: in English, max 5 lines, otherwise the reviewer rejects it",
    "one more thing, when you write docs for this project: British spelling, and samples must run",
    "when you write tests: use the fake clock",
    "for docs in this repo: British spelling, no filler words",
    "Wenn du Tests schreibst: die falsche Uhr nehmen",
    "Cuando escribas tests: usa el reloj falso",
]
OF_ONE = [
    "commit it: 'Fix the typo', no prefix",
    "commit it: in English, this time without a prefix",
    "commit it as fix: handle empty input",
    "commit the fix and the test, then run the linter or it fails in CI",
    "separate commit on main, no prefix, just 'Fix typo'",
    "can you commit it in English or will the bot reject it?",
    "when you write the parser: use the table of the spec",
    "for the docs: add a section on retries",
]


@pytest.mark.parametrize("sentence", STATED)
def test_a_convention_within_an_order_is_a_rule(sentence: str) -> None:
    prompt = f"All green, thanks. {sentence[0].upper()}{sentence[1:]}."
    (rule,) = find_rules(prompt)
    assert rule.kind == "rule"
    assert rule.text.split()[-3:] == sentence.split()[-3:]


@pytest.mark.parametrize("sentence", OF_ONE)
def test_how_one_commit_is_to_be_is_no_rule(sentence: str) -> None:
    assert not find_rules(sentence)


def test_what_stands_beside_a_convention_is_not_made_a_rule_by_it() -> None:
    (rule,) = find_rules("commit it: in english, signed with -s, otherwise the bot rejects it. dont push")
    assert "push" not in rule.text


def test_a_rule_says_what_it_is_for() -> None:
    (rule,) = find_rules("commit the rest. and for pr texts: always link the issue, max 5 lines, no emojis")
    assert rule.text.startswith("for pr texts: always")


@pytest.mark.parametrize(
    "aside",
    [
        "wait he's out until thursday", "Wait, Jonas is on holiday.", "warte, er ist im Urlaub",
        "hold on, she's not in", "espera, está de vacaciones",
    ],
)  # fmt: skip
def test_word_of_who_is_away_takes_nothing_back(aside: str) -> None:
    kept = select_prompt(f"never change an existing test to get it green, ask Jonas. {aside}")
    assert [one.text for one in kept if one.kind == "rule"]


def test_a_correction_takes_the_rule_before_it_back() -> None:
    kept = select_prompt("never use single quotes. wait, he is right, keep them")
    assert not [one.text for one in kept if one.kind == "rule"]
