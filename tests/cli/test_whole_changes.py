"""A command that takes several changes makes all of them or none: half of what was asked for is nobody's wish."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from backstory.api import Memory
from backstory.memory.kernel.workspace import Channel
from backstory.memory.verbs.edit import retract_records
from backstory.memory.verbs.tasks import end_task, start_task
from backstory.model.errors import NotAPerson
from backstory.model.record import Draft


def remember(run: Run, kind: str, title: str, *more: str) -> str:
    ident = run("remember", kind, title, *more, "--json").json["id"]
    assert isinstance(ident, str)
    return ident


def say(project: Path, draft: Draft) -> str:
    """Records what the person says, and returns its id."""
    return Memory.open(project, os.environ, channel=Channel("explicit")).remember(draft).record.id


def show(run: Run, ident: str) -> dict[str, Any]:
    shown = run("show", ident, "--json").json
    assert isinstance(shown, dict)
    return shown


def test_a_record_that_was_edited_is_edited_by_its_new_id(run: Run) -> None:
    """Two titles in the place of one record would contradict each other."""
    first = remember(run, "decision", "The queue uses huey")
    newer = run("edit", first, "--title", "The queue uses huey 2", "--json").json["id"]

    ran = run("edit", first, "--title", "The queue uses huey 3", ok=False)

    assert ran.code and newer[-8:].lower() in ran.err.lower()
    assert show(run, newer)["status"] == "active"
    run("edit", newer, "--title", "The queue uses huey 3")


@pytest.mark.parametrize(
    "more",
    [
        ("--title", "The queue uses rq"),
        ("--body", "x" * 300_000),
        ("--kind", "decision", "--status", "resolved"),
        ("--title", "The queue uses huey 3", "--link", "relates_to:nothing"),
    ],
)
def test_what_refuses_one_change_makes_none(project: Path, run: Run, more: tuple[str, ...]) -> None:
    rejected = remember(run, "fact", "The queue uses rq")
    run("reject", rejected)
    ident = remember(run, "fact", "The queue uses huey", "--tag", "queue")
    before = show(run, ident)
    ran = run("edit", ident, "--tier", "pinned", "--tag", "new", *more, ok=False)
    assert ran.code, ran.err
    assert show(run, ident) == before


def test_a_new_title_comes_with_all_other_changes_and_goes_with_them(project: Path, run: Run) -> None:
    other = remember(run, "fact", "The broker is redis")
    ident = remember(run, "fact", "The queue uses huey", "--tag", "queue", "--tag", "old")
    before = show(run, ident)
    changes = ("--tier", "pinned", "--tag", "new", "--untag", "old", "--link", f"relates_to:{other}")
    run("edit", ident, "--title", "The queue uses huey 3", *changes)
    new = run("list", "--tag", "new", "--json").json["items"][0]
    shown = show(run, new["id"])
    assert (shown["title"], shown["tier"], sorted(shown["tags"])) == (
        "The queue uses huey 3",
        "pinned",
        ["new", "queue"],
    )
    assert {link.split()[0] for link in shown["links"]} == {"supersedes", "relates_to"}
    assert show(run, ident)["tier"] == before["tier"]
    run("undo")
    assert [one["title"] for one in run("list", "--kind", "fact", "--json").json["items"]].count(
        "The queue uses huey"
    ) == 1


@pytest.mark.parametrize("command", [("retract",), ("share",), ("unshare",)])
def test_one_wrong_record_of_several_changes_none(project: Path, run: Run, command: tuple[str, ...]) -> None:
    ident = remember(run, "fact", "The queue uses huey")
    if command == ("unshare",):
        run("share", ident)
    before = show(run, ident)
    assert run(*command, ident, "nothing", ok=False).code
    assert show(run, ident) == before
    run(*command, ident, ident)  # named twice
    assert show(run, ident) != before


def test_an_agent_retracts_nothing_beside_the_words_of_a_person(project: Path, run: Run) -> None:
    rule = say(project, Draft(kind="rule", title="Never push to main"))
    fact = remember(run, "fact", "The queue uses huey")
    agent = Memory.open(project, os.environ, channel=Channel("stated", "claude-code"))
    with pytest.raises(NotAPerson):
        retract_records(agent, [fact, rule])
    assert show(run, fact)["status"] == "active"


def test_an_agent_ends_a_task_and_leaves_the_rule_of_the_person(project: Path, run: Run) -> None:
    agent = Memory.open(project, os.environ, channel=Channel("stated", "claude-code"))
    start_task(agent, "port the pool")
    rule = say(project, Draft(kind="rule", title="Leave the old pool in place for now", tier="working"))
    agent.remember(Draft(kind="note", title="The pool has two callers", tier="working"))
    ended = end_task(agent)
    assert (ended.task.status, [record.kind for record in ended.shelved]) == ("done", ["note"])
    assert show(run, rule)["tier"] == "working"
