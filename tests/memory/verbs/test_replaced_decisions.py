"""Decisions that name an earlier one as what they were chosen instead of."""

from collections.abc import Callable
from typing import Any

import pytest

from backstory.api import Memory
from backstory.memory.verbs.remember import remember
from backstory.model.record import Anchor, Draft


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    return opened("explicit")


def decide(memory: Any, title: str, *instead_of: str, at: str = "") -> Any:
    parts: dict[str, str | list[str]] = {"alternatives": list(instead_of)} if instead_of else {}
    anchors = [Anchor.parse(at)] if at else []
    return remember(memory, Draft(kind="decision", title=title, parts=parts, anchors=anchors))


def relate(memory: Any, first: tuple[str, ...], later: tuple[str, ...], places: tuple[str, str] = ("", "")) -> str:
    """How the later of two decisions is linked to the first one."""
    former = decide(memory, *first, at=places[0])
    new = decide(memory, *later, at=places[1])
    (relation,) = {link.relation for link in new.record.links if link.target == former.record.id} or {""}
    standing = {row.record.id for row in memory.fresh().rows(kinds=("decision",), include_superseded=False)}
    assert (former.record.id in standing) == (relation != "supersedes")
    assert new.record.id in standing
    return relation


@pytest.mark.parametrize(
    ("first", "later", "places"),
    [
        (("Sniff on 8192 bytes",), ("Detect on 1024 bytes", "Sniff on 8192 bytes"), ("a.py", "a.py")),
        (("Sniff on 8192 bytes",), ("Detect on 1024 bytes", "sniff on 8192 bytes."), ("", "")),
        (("Sessions live in Redis",), ("Sessions live in Postgres", "sessions that live in Redis"), ("", "")),
        (
            ("Detect the delimiter over the first 10 lines",),
            ("Detect the delimiter on 4096 bytes", "the first ten lines"),
            ("a.py", "a.py"),
        ),
        (("Use tabs for indentation",), ("Use spaces for indentation, not tabs",), ("", "")),
        (("Log to a file",), ("Log to stderr instead of a file",), ("", "")),
    ],
)
def test_the_decision_that_is_named_is_superseded(
    memory: Any, first: tuple[str, ...], later: tuple[str, ...], places: tuple[str, str]
) -> None:
    assert relate(memory, first, later, places) == "supersedes"


@pytest.mark.parametrize(
    ("first", "later", "places"),
    [
        (
            ("Detect the delimiter over the first 10 lines",),
            ("Detect the delimiter on 4096 bytes", "first 10 lines"),
            ("", ""),
        ),
        (("Cache rows in Redis per table",), ("Cache rows in memory per table", "Redis"), ("a.py", "a.py")),
    ],
)
def test_a_decision_that_may_be_meant_is_linked_as_a_contradiction(
    memory: Any, first: tuple[str, ...], later: tuple[str, ...], places: tuple[str, str]
) -> None:
    assert relate(memory, first, later, places) == "contradicts"


@pytest.mark.parametrize(
    ("first", "later", "places"),
    [
        (("Sniff on 8192 bytes",), ("Detect on 1024 bytes", "Sniff on 4096 bytes"), ("a.py", "a.py")),
        (("Never cache rows in Redis",), ("Cache rows in memory", "rows in Redis"), ("a.py", "a.py")),
        (("Cache rows in memory", "rows in Redis"), ("Cache rows on disk", "rows in Redis"), ("a.py", "a.py")),
        (("Use tabs in the Makefile",), ("Use spaces for indentation, not tabs",), ("", "")),
        (("Use asyncpg for the listener",), ("Use psycopg 3 for queries", "asyncpg"), ("", "")),
        (("Count the first 10 lines of the log",), ("Detect by the BOM", "first 10 lines"), ("a.py", "b.py")),
        (("Retry uploads three times",), ("Retry downloads three times",), ("a.py", "a.py")),
    ],
)
def test_decisions_that_resemble_one_another_stay(
    memory: Any, first: tuple[str, ...], later: tuple[str, ...], places: tuple[str, str]
) -> None:
    assert relate(memory, first, later, places) == ""


def test_a_note_names_the_record_and_the_command(memory: Any) -> None:
    former = decide(memory, "Sniff on 8192 bytes")
    new = decide(memory, "Detect on 1024 bytes", "Sniff on 8192 bytes")
    ((message, hint),) = new.notes
    assert former.record.short in message
    assert f"`backstory unlink {new.record.short} {former.record.short}`" in hint


def test_an_agent_that_names_what_a_person_decided_replaces_nothing(opened: Callable[..., Memory]) -> None:
    former = decide(opened("explicit"), "Sniff on 8192 bytes")
    agent = opened("stated", "claude-code", "s1")
    new = decide(agent, "Detect on 1024 bytes", "Sniff on 8192 bytes")
    assert [(link.relation, link.target) for link in new.record.links] == [("contradicts", former.record.id)]
    assert "backstory supersede" in new.notes[0][1]


@pytest.mark.parametrize(
    ("first", "later", "places"),
    [
        ("Sniff on 8192 bytes", "Detect on 1024 bytes", ("a.py", "a.py")),
        ("Detect the delimiter over the first 10 lines", "Detect the delimiter on 20 lines", ("a.py#f", "a.py")),
        ("Time out after 30s", "The time out is 45s", ("a.py", "a.py")),
        ("Use tabs for indentation", "Use spaces for indentation", ("", "")),
        ("Use Redis as the session store", "We use Postgres as the session store", ("", "a.py")),
        ("Cache rows in memory", "Do not cache rows in memory", ("", "")),
    ],
)
def test_a_decision_that_hardly_goes_with_another_one_names_it(
    memory: Any, first: str, later: str, places: tuple[str, str]
) -> None:
    former = decide(memory, first, at=places[0])
    new = decide(memory, later, at=places[1])
    assert not new.record.links
    (hint,) = [hint for message, hint in new.notes if "hardly goes with" in message]
    assert f"`backstory supersede {former.record.short} {new.record.short}`" in hint


@pytest.mark.parametrize(
    ("first", "later", "places"),
    [
        ("Sniff on 8192 bytes", "Detect on 1024 bytes", ("a.py", "b.py")),
        ("Retry uploads three times", "Retry mails five times", ("a.py", "a.py")),
        ("Retry uploads three times", "Retry downloads three times", ("a.py", "a.py")),
        ("Use tabs for indentation", "Use spaces for alignment", ("", "")),
        ("Use Redis for sessions", "Use Redis for sessions and for locks", ("", "")),
        ("Keep logs for 30 days", "Wait 5 seconds before a retry", ("a.py", "a.py")),
    ],
)
def test_decisions_that_go_together_are_not_named(memory: Any, first: str, later: str, places: tuple[str, str]) -> None:
    decide(memory, first, at=places[0])
    assert not [one for one, _ in decide(memory, later, at=places[1]).notes if "hardly goes with" in one]
