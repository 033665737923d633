"""Quotes are checked against their source, and nothing is opened that a foreign record names."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from backstory.api import Memory
from backstory.memory.answers.provenance import find_ends, trace_chain
from backstory.memory.policy.quotes import (
    FIELD,
    MISSING,
    PRESENT,
    UNCHECKED,
    downgrade_unverified,
    parse_source,
    quote_state,
)
from backstory.model.record import Draft, Link, Origin, Record
from backstory.model.session import Session

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"


def record(source: str, quote: str, how: str = "inferred", scope: str = "private") -> Record:
    return Record(id=ID, kind="fact", title="x", origin=Origin(how=how, source=source, quote=quote), scope=scope)


@pytest.mark.parametrize(
    ("quote", "state"),
    [
        ("A small web shop for bicycles", PRESENT),
        ("small  WEB shop, for “bicycles”", PRESENT),
        ("a small web shop for bicycles and their parts…", PRESENT),
        ("A small web shop for boats", MISSING),
        ("", UNCHECKED),
    ],
)
def test_a_quote_is_looked_for_as_words(opened: Callable[..., Memory], quote: str, state: str) -> None:
    assert quote_state(opened(), record("README.md:3", quote)) == state


def test_a_transcript_is_read_as_what_it_says(opened: Callable[..., Memory], tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"message": {"content": [{"text": 'He said:\n"two keys" — é'}]}}) + "\nnot json\n")
    assert quote_state(opened(), record(str(path), 'said: "two keys" — é')) == PRESENT
    assert quote_state(opened(), record(str(path), "three keys")) == MISSING


@pytest.mark.parametrize(("how", "scope"), [("inferred", "team"), ("imported", "private")])
def test_a_foreign_record_opens_nothing_outside_the_project(
    opened: Callable[..., Memory], tmp_path: Path, how: str, scope: str
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the vault code is 1234")
    m = opened()
    for source in (str(secret), "../secret.txt", "/proc/self/environ"):
        assert quote_state(m, record(source, "the vault code", how, scope)) == UNCHECKED
    assert quote_state(m, record(str(secret), "the vault code")) == PRESENT
    link = Path(m.project.root) / "link.txt"
    link.symlink_to(secret)
    assert quote_state(m, record("link.txt", "the vault code", how, scope)) == UNCHECKED


def test_only_what_is_not_a_persons_is_marked_down(opened: Callable[..., Memory]) -> None:
    m = opened()
    wrong = record("README.md", "nothing of the kind is here", "stated")
    down = downgrade_unverified(m, wrong)
    assert (down.origin.how, down.tier) == ("inferred", "off-context") and down.fields[
        FIELD
    ] == "not found in README.md"
    right = record("README.md", "small web shop")
    assert downgrade_unverified(m, right) == right
    person = msgspec.structs.replace(wrong, origin=msgspec.structs.replace(wrong.origin, how="explicit"))
    assert downgrade_unverified(m, person) == person
    unknown = record("gone.md", "anything", "inferred")
    assert downgrade_unverified(m, unknown) == unknown


def test_a_chain_ends_in_circles_and_gaps(opened: Callable[..., Memory]) -> None:
    m = opened()
    a = m.remember(Draft(kind="fact", title="First of all facts")).record.id
    b = m.remember(Draft(kind="fact", title="Second of all facts", links=[Link("derived_from", a)])).record.id
    m.edit(a, add_links=[("derived_from", b)])
    assert [(k.id, k.depth) for k in trace_chain(opened(), b)] == [(b, 0), (a, 1)]
    Path(m.get(a).path).unlink()
    assert [k.state for k in trace_chain(opened(), b)] == ["", "missing"]


def test_places() -> None:
    assert parse_source("a/b.md:12") == ("a/b.md", 12)
    assert parse_source("a/b.md") == ("a/b.md", 0)
    assert parse_source("C:\\a") == ("C:\\a", 0)


def test_a_session_that_was_ingested_is_there_without_a_journal(opened: Callable[..., Memory]) -> None:
    memory = opened()
    memory.sessions.write(Session(id="s-1", agent="codex", ended="2026-11-20T10:00:00Z"))
    alive = {
        session: [
            end.alive
            for end in find_ends(
                memory, msgspec.structs.replace(record("", ""), origin=Origin(how="inferred", session=session))
            )
            if end.kind == "session"
        ]
        for session in ("s-1", "s-2")
    }
    assert alive == {"s-1": [True], "s-2": [False]}
