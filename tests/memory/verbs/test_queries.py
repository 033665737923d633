"""Queries through the one face of the library."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sweeps import share

from backstory.api import Memory
from backstory.model.query import KEYS, SYNONYMS, QueryError, parse_query
from backstory.model.record import Anchor, Draft, Link

Opened = Callable[..., Memory]


@pytest.fixture
def filled(opened: Opened) -> Memory:
    m = opened(agent="claude-code", session="3f0c6c1e")
    auth = ["project:auth"]
    one = m.remember(
        Draft(kind="decision", title="Rotate refresh tokens", tags=auth, anchors=[Anchor("src/pool.py", "Pool")])
    )
    m.remember(Draft(kind="fact", title="Tokens last an hour", tags=["project:myapp"], tier="pinned"))
    m.remember(Draft(kind="observation", title="Login was slow today", links=[Link("caused_by", one.record.id)]))
    m.remember(Draft(kind="source", title="The specification", body="token " * 3000))
    return m


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("type:decision AND tag:project:auth", ["Rotate refresh tokens"]),
        ("tag:tier:reference OR tag:tier:pinned", ["Rotate refresh tokens", "Tokens last an hour"]),
        ("NOT type:observation", ["Rotate refresh tokens", "The specification", "Tokens last an hour"]),
        ("(type:fact OR type:decision) AND tag:project:myapp", ["Tokens last an hour"]),
        ("created:>2025-01-01 AND kind:fact", ["Tokens last an hour"]),
        ("tokens:<1000 -kind:observation", ["Rotate refresh tokens", "Tokens last an hour"]),
        ("updated:>1h type:source", ["The specification"]),
        ("agent:claude-code session:3f0c branch:main author:ada kind:fact", ["Tokens last an hour"]),
        ("path:src/pool.py#Pool stale:no", ["Rotate refresh tokens"]),
        ("has:links", ["Login was slow today"]),
    ],
)
def test_memdown_examples(filled: Memory, query: str, expected: list[str]) -> None:
    assert sorted(r.record.title for r in filled.query(query)) == expected


def test_a_session_is_found_by_its_id_in_records_that_only_have_its_digest(opened: Opened) -> None:
    m = opened(agent="claude-code", session="3f0c6c1e")
    m.remember(Draft(kind="fact", title="The team's"), scope="team")
    m.remember(Draft(kind="fact", title="My own"), scope="private")
    opened(agent="claude-code", session="77777777").remember(Draft(kind="fact", title="Later"), scope="team")

    again = m.reopened()

    assert sorted(row.record.title for row in again.query("session:3f0c6c1e")) == ["My own", "The team's"]
    assert [row.record.title for row in again.query("-session:3f0c6c1e kind:fact")] == ["Later"]
    assert sorted(row.record.title for row in again.query("(session:3f0c6c1e OR session:77777777) scope:team")) == [
        "Later", "The team's",
    ]  # fmt: skip


def test_free_text_ranks(filled: Memory) -> None:
    assert next(r.record.title for r in filled.query("refresh tokens -kind:source")) == "Rotate refresh tokens"
    newest = [r.record.id for r in filled.query("tier:*")]
    assert newest == sorted(newest, reverse=True)


def test_stale_asks_the_code(filled: Memory, repo: Path) -> None:
    (repo / "src" / "pool.py").write_text("class Pool:\n    pass\n")
    again = filled.reopened()
    assert [r.record.title for r in again.query("stale:changed")] == ["Rotate refresh tokens"]
    assert [r.record.title for r in again.query("stale:yes")] == ["Rotate refresh tokens"]
    (repo / "src" / "pool.py").unlink()
    assert [r.record.title for r in filled.reopened().query("stale:gone")] == ["Rotate refresh tokens"]


def test_hidden_superseded_and_retracted(filled: Memory) -> None:
    old = filled.query("kind:decision")[0].record
    filled.rewrite(old.id, title="Rotate all tokens")
    assert [r.record.title for r in filled.query("kind:decision")] == ["Rotate all tokens"]
    assert len(filled.query("kind:decision", include_superseded=True)) == 2
    filled.retract(filled.query("kind:fact")[0].record.id)
    assert filled.query("kind:fact") == []
    assert len(filled.query("kind:fact status:retracted")) == 1
    assert len(filled.query("kind:fact", include_retracted=True)) == 1


VALUES = ("x*", "7d", ">1", '"a b"', "decision", "pinned", "yes")
PIECES = (
    "(", ")", "()", "AND", "OR", "NOT", "-", '"', '"row level"', "\\", ":", "*", "'", ";--", "\n", "\x00", "\ud800",
    "7d", "x", "ä", "資料", "auth", "token*", "NEAR(a", "b)", "^a", "{a", "b}", "a+b", "2025-01-01", ">=", "<", "=",
    "%", "_", "?1", "?", "NULL", "C++", "#", "01JD8ZK3M7Q4T9W2R5X8Y1B6C0", "src/pool.py#Pool", "tier:", "pinned",
    *(f"{k}:" for k in (*KEYS, *SYNONYMS)),
    *(f"{k}:{v}" for k in KEYS for v in VALUES),
)  # fmt: skip


def strings(seed: int, count: int) -> list[str]:
    """Cheap random texts: pieces of queries, characters of all planes, and both."""
    made = random.Random(seed)
    out = []
    for _ in range(count):
        pieces = [
            made.choice(PIECES) if made.random() < 0.9 else chr(made.randrange(0x11_0000))
            for _ in range(made.randrange(14))
        ]
        out.append(made.choice(("", " ", " ", " ")).join(pieces))
    return out


@pytest.mark.slow
def test_any_string_parses_or_is_a_syntax_error() -> None:
    trees = errors = 0
    count = share(20_000, 100_000)
    for text in strings(1, count):
        try:
            trees += parse_query(text) is not None
        except QueryError as error:
            assert 0 <= error.at <= len(text)
            errors += 1
    assert trees > count / 10
    assert errors > count / 10


@pytest.mark.slow
def test_any_string_is_answered_or_a_syntax_error(filled: Memory) -> None:
    answers = errors = found = 0
    for text in strings(2, 2_000):
        try:
            found += bool(filled.query(text))
            answers += 1
        except QueryError as error:
            assert 0 <= error.at <= len(text)
            errors += 1
    assert min(answers, errors, found) > 100
    assert len(filled.query("")) == 4
