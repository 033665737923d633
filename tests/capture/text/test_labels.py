"""A word that names the kind of a statement does not stay in front of it."""

import pytest

from backstory.capture.decisions.decisions import find_decisions
from backstory.capture.text.labels import drop_label


@pytest.mark.parametrize(
    ("kind", "text", "kept"),
    [
        ("decision", "decision: we use psycopg 3", "we use psycopg 3"),
        ("decision", "Decision - retries live in the transport", "retries live in the transport"),
        ("decision", "DECIDED: port to anyio", "port to anyio"),
        ("decision", "**Decision:** keep one pool per host", "keep one pool per host"),
        ("decision", "The decision: keep one pool", "keep one pool"),
        ("decision", "ADR 12: one pool per host", "one pool per host"),
        ("decision", "Entscheidung: wir nehmen psycopg", "wir nehmen psycopg"),
        ("decision", "Décision : on garde psycopg", "on garde psycopg"),
        ("decision", "决定：使用 psycopg", "使用 psycopg"),
        ("fact", "FYI: the staging server is db-7", "the staging server is db-7"),
        ("rule", "Rule: never edit generated files", "never edit generated files"),
    ],
)
def test_a_label_is_dropped(kind: str, text: str, kept: str) -> None:
    assert drop_label(kind, text) == kept


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("decision", "Decision: yes"),
        ("decision", "Decided to port to anyio"),
        ("decision", "Decision records go to docs/adr"),
        ("decision", "decision-making stays with the team"),
        ("fact", "Root cause: the token was reset too late"),
        ("rule", "Decision: keep one pool per host"),
        ("task", "Task: port the pool"),
    ],
)
def test_what_says_more_than_the_kind_stays(kind: str, text: str) -> None:
    assert drop_label(kind, text) == text


def test_a_reason_is_no_part_of_what_was_not_chosen() -> None:
    (decision,) = find_decisions("Decision: use psycopg 3 instead of asyncpg because of its typing.")
    assert decision.parts["alternatives"] == ["asyncpg"]
