"""Which prompts ask whether something may be done."""

import pytest

from backstory.base.answer_kinds import RULE_WORDS, find_asked_kinds
from backstory.base.permission_questions import asks_permission, opens_with_permission
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    "text",
    [
        "can I edit the docs now?",
        "ok and may we raise the limit",
        "should I tag it?",
        "darf ich die Version erhöhen?",
        "puis-je modifier la documentation ?",
        "¿puedo cambiar el formato?",
    ],
)
def test_a_question_for_permission_is_one(text: str) -> None:
    assert opens_with_permission(split_words(text))


@pytest.mark.parametrize(
    "text", ["how can I edit the docs?", "where may we stay", "edit the docs", "the docs can wait", ""]
)
def test_another_prompt_is_none(text: str) -> None:
    assert not opens_with_permission(split_words(text))


@pytest.mark.parametrize(
    "text",
    ["can I edit the docs now?", "may we touch api.py again?", "is the schema still frozen?",
     "darf ich legacy wieder ändern?", "ist das Schema noch gesperrt?", "est-ce que je peux modifier le schéma ?",
     "¿puedo tocar el esquema?"],
)  # fmt: skip
def test_one_may_ask_whether_a_rule_still_holds(text: str) -> None:
    assert asks_permission(text, split_words(text))


@pytest.mark.parametrize(
    "text",
    ["can you edit the docs?", "where are the docs?", "I can edit the docs now", "what can the parser read?",
     "why is the test red?"],
)  # fmt: skip
def test_other_questions_ask_for_no_permission(text: str) -> None:
    assert not asks_permission(text, split_words(text))


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        ("can I edit the docs now?", "docs", "docs are frozen until the relaunch"),
        ("bump the minimum Node version", "version", "never touch the engines field"),
        ("erhöhe die Version auf 0.39", "version", "the version is set by the release bot"),
        ("write the changelog entry", "changelog", "each change has a towncrier fragment"),
        ("run prettier on everything", "format", "no drive by formatting"),
        ("committe das als Umbau", "commit", "commit messages are in English"),
        ("füg busted zur rockspec hinzu", "dependency", "no new deps"),
    ],
)
def test_an_order_is_met_by_the_rule_for_its_kind(text: str, kind: str, rule: str) -> None:
    assert kind in find_asked_kinds(text)
    assert not set(RULE_WORDS[kind].split()).isdisjoint(rule.split())
