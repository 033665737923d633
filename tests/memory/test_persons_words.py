"""An agent cannot change the rules that a person stated; the error tells it to ask the person."""

from collections.abc import Callable

import pytest

from backstory.api import Channel, Draft, Memory
from backstory.memory.intake.directives import read_directives
from backstory.model.errors import NotAPerson
from backstory.model.record import Link, Record

PERSON = Channel("explicit")
HEARD = Channel("observed", agent="claude-code")
AGENT = Channel("stated", agent="claude-code")

OpenMemory = Callable[..., Memory]


@pytest.fixture
def memory(opened: OpenMemory) -> Memory:
    return opened()


@pytest.fixture
def rule(memory: Memory) -> Record:
    """A rule that a hook heard from the person."""
    memory.channel = HEARD
    return memory.remember(Draft(kind="rule", title="ask Ines before a dependency is added")).record


@pytest.mark.parametrize(
    "change",
    [
        lambda memory, ref: memory.rewrite(ref, title="add what you need"),
        lambda memory, ref: memory.rewrite(ref, body="unless it is urgent"),
        lambda memory, ref: memory.rewrite(ref, kind="note"),
        lambda memory, ref: memory.edit(ref, tier="off-context"),
        lambda memory, ref: memory.edit(ref, status="retracted"),
        lambda memory, ref: memory.retract(ref),
        lambda memory, ref: memory.remember(
            Draft(kind="rule", title="add what you need", links=[Link("supersedes", ref)])
        ),
    ],
)
def test_an_agent_neither_replaces_nor_hides_it(
    memory: Memory, rule: Record, change: Callable[[Memory, str], object]
) -> None:
    memory.channel = AGENT
    with pytest.raises(NotAPerson, match="claude-code") as refused:
        change(memory, rule.id)
    assert "ask the person" in refused.value.hint
    row = memory.get(rule.id)
    assert row.record == rule
    assert not row.superseded_by


def test_an_agent_puts_nothing_in_its_place(memory: Memory, rule: Record) -> None:
    memory.channel = AGENT
    note = memory.remember(Draft(kind="note", title="Ines is on holiday")).record
    with pytest.raises(NotAPerson):
        memory.edit(note.id, add_links=[("supersedes", rule.id)])
    applied = read_directives(memory, f'<backstory:supersede old="{rule.short}" new="{note.short}"/>')
    assert not applied.kept
    assert "claude-code" in applied.refused[0]
    assert not memory.get(rule.id).superseded_by


def test_an_agent_may_tag_link_and_pin_it(memory: Memory, rule: Record) -> None:
    memory.channel = AGENT
    note = memory.remember(Draft(kind="note", title="Ines is on holiday")).record
    memory.edit(rule.id, tier="pinned", add_tags=["people"], add_links=[("relates_to", note.id)])
    assert memory.get(rule.id).record.tier == "pinned"


def test_a_person_does_all_of_that(memory: Memory, rule: Record) -> None:
    memory.channel = PERSON
    new = memory.rewrite(rule.id, title="ask Ines or Karl before a dependency is added").record
    assert memory.get(rule.id).superseded_by == (new.id,)
    assert memory.retract(new.id).status == "retracted"


@pytest.mark.parametrize(
    "draft", [Draft(kind="rule", title="run the linter first"), Draft(kind="fact", title="x is 3")]
)
def test_what_an_agent_stated_is_its_own_to_correct(memory: Memory, draft: Draft) -> None:
    memory.channel = AGENT
    old = memory.remember(draft).record
    assert memory.rewrite(old.id, title="something else").record.title == "something else"


def test_a_decision_of_a_person_may_be_corrected(memory: Memory) -> None:
    memory.channel = PERSON
    old = memory.remember(Draft(kind="decision", title="the limit is 40")).record
    memory.channel = AGENT
    memory.rewrite(old.id, title="the limit is 60")
    assert memory.get(old.id).superseded_by
