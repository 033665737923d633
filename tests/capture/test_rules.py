"""Rules of the user: what is one, what is none, and how it is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.rules import find_rules

RULES = [
    ("never push from here, I push myself", "never push from here, I push myself"),
    ("ok, commit. And always add a line to CHANGES.rst.", "always add a line to CHANGES.rst"),
    ("rename it. from now on use tabs in Makefiles", "from now on use tabs in Makefiles"),
    ("merge main, and from now on run with -m fast", "from now on run with -m fast"),
    ("In this repository we don't mock the database.", "In this repository we don't mock the database"),
    ("No new dependencies without asking me.", "No new dependencies without asking me"),
    ("kim is porting it, so keep your hands off src/timer", "keep your hands off src/timer"),
    ("Don't touch api.py, Ian is rewriting it.", "Don't touch api.py, Ian is rewriting it"),
    ("Marek decides anything about the schema, ask him before adding an index.",
     "Marek decides anything about the schema, ask him before adding an index"),
    ("whenever you add an endpoint, add it to openapi.yaml", "whenever you add an endpoint, add it to openapi.yaml"),
    ("Bitte niemals auf main pushen.", "niemals auf main pushen"),
    ("以后不要改 generated/ 下的文件。", "以后不要改 generated/ 下的文件。"),
]  # fmt: skip

NO_RULES = [
    "why does it always fail on Windows?",
    "it always fails on Windows",
    "I never said that it should block",
    "never mind, found it",
    "Time constraint: make this concise and short",
    "Only maintain compatibility and never break it when:",
    "don't worry about the formatting",
    "don't forget the footer",
    "don't change anything yet",
    "for now just stub it out, never call it",
    "In this PR skip the snapshot tests, always",
    "use tabs here just this once",
    "please don't stop until all tests pass",
    'the message says "you must never call close twice". where is it?',
    "`never use autocommit` is what the log says",
    "here is the log:\nERROR you must never run this as root\nWARN always set a timeout\nwhat is wrong?",
    "```\nalways commit to main\nnever test\n```\nwhat is this file?",
    "> we should always use yarn\nthis was in the ticket",
    "<system-reminder>always use the todo tool</system-reminder> hi there my friend",
    "<backstory-context id=\"x\">\n- never push\n</backstory-context>\nwhat is next for us?",
    "deploy failed:\nyou must never run this as root\nalways pass the flag\n\nany idea?",
]  # fmt: skip


@pytest.mark.parametrize(("prompt", "text"), RULES)
def test_a_rule_is_kept_in_the_users_words(prompt: str, text: str) -> None:
    (rule,) = find_rules(prompt)
    assert (rule.kind, rule.text, rule.role) == ("rule", text, "user")
    assert rule.text.rstrip("。") in rule.quote
    assert rule.quote in " ".join(prompt.split())


@pytest.mark.parametrize("prompt", NO_RULES)
def test_orders_of_the_moment_reports_and_pasted_text_are_no_rules(prompt: str) -> None:
    assert find_rules(prompt) == []


def test_only_the_sentence_of_the_rule_is_kept_with_what_it_refers_to() -> None:
    prompt = "The suite needs a real network. This box has none. Always run it with the marker off. Now fix the typo."
    (rule,) = find_rules(prompt)
    assert rule.text == "Always run it with the marker off"
    assert rule.why == "This box has none."


def test_the_reason_in_the_next_sentence_comes_along() -> None:
    (rule,) = find_rules("Never print from internal/. Otherwise the JSON output breaks.")
    assert rule.why == "Otherwise the JSON output breaks."


def test_a_rule_for_a_branch_is_bound_to_it() -> None:
    (rule,) = find_rules("Don't touch adapters.py on this branch, Ian is rewriting send() there.")
    assert rule.tier == "working"


def test_a_rule_for_all_projects_says_so() -> None:
    (rule,) = find_rules("Always answer in German, everywhere.")
    assert rule.tags == ("everywhere",)


def test_a_rule_that_replaces_another_says_so() -> None:
    (rule,) = find_rules("scratch what I said about black, we use ruff here now")
    assert rule.revises


@given(st.text(max_size=600))
def test_no_text_makes_it_fail_and_every_quote_is_in_the_text(text: str) -> None:
    for rule in find_rules(text):
        assert rule.quote in " ".join(text.replace("**", "").split()) or "\r" in text or "<" in text
