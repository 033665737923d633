"""What another branch decided or tried comes with a prompt that orders just that, with the branch named."""

import re

import pytest
from testing.hook_process import Project

from backstory.base.fingerprint import head_text
from backstory.model.record import Origin, Record

SPIKE = "For 2.0: suggestions for unknown keys come as an option of their own"
ORDER = "add a suggestion for unknown keys to the error"


def add(project: Project, title: str, body: str = "", branch: str = "spike/hints", **more: object) -> Record:
    commit = project.git("rev-parse", "HEAD").strip()
    return project.remember(
        title, body, origin=Origin(author="Ada", how="stated", agent="codex", branch=branch, commit=commit), **more
    )


@pytest.fixture
def memory(project: Project) -> Project:
    project.git("commit", "-qm", "one", "--allow-empty")
    add(project, "Unknown keys are an error of their own type", branch="main")
    for number in range(8):
        project.remember(f"Filler about penguins {number}", "and icebergs", kind="note")
    return project


def hide(project: Project, *records: Record, anywhere: bool = False) -> None:
    with project.indexed() as index:
        idents = [record.id for record in records]
        head = head_text(project.git("rev-parse", "HEAD").strip(), "main")
        index.hide(idents, anywhere=idents if anywhere else (), head=head)


def test_a_decision_of_another_branch_answers_an_order_for_the_same(memory: Project) -> None:
    hide(memory, add(memory, SPIKE, "## Why\n\n11 of 40 hints were wrong"))

    text = memory.prompt(ORDER)

    assert re.search(
        rf"\[decision \w+, private\] {SPIKE} \(stated, Ada, codex, [\d-]+, on spike/hints, another branch", text
    )
    assert "11 of 40 hints were wrong" in text
    assert memory.prompt(ORDER) == ""  # nothing twice


@pytest.mark.parametrize(("outcome", "kind"), [("failed", "attempt"), (None, "failure")])
def test_so_does_what_was_tried_there(memory: Project, kind: str, outcome: str | None) -> None:
    fields = {"outcome": outcome} if outcome else {}
    hide(memory, add(memory, "Suggestions for unknown keys by edit distance", kind=kind, fields=fields))

    assert "by edit distance" in memory.prompt(ORDER)


@pytest.mark.parametrize("kind", ["rule", "fact", "note"])
def test_rules_and_facts_of_another_branch_hold_only_there(memory: Project, kind: str) -> None:
    hide(memory, add(memory, SPIKE, kind=kind))

    assert SPIKE not in memory.prompt(ORDER)


def test_what_this_branch_has_says_enough_where_it_has_as_much_of_the_prompt(memory: Project) -> None:
    add(memory, "No suggestion for unknown keys in the error", branch="main")
    hide(memory, add(memory, SPIKE))

    text = memory.prompt(ORDER)

    assert "No suggestion" in text and SPIKE not in text


def test_no_question_is_answered_by_what_holds_elsewhere(memory: Project) -> None:
    hide(memory, add(memory, SPIKE))

    assert SPIKE not in memory.prompt("are suggestions for unknown keys an option of their own?")


def test_one_shared_word_is_not_enough(memory: Project) -> None:
    hide(memory, add(memory, SPIKE))

    assert memory.prompt("what is a good option for dinner?") == ""
    assert SPIKE not in memory.prompt("rename the option --verbose")


def test_a_rejected_or_superseded_record_stays_hidden(memory: Project) -> None:
    hide(memory, add(memory, SPIKE), anywhere=True)
    assert SPIKE not in memory.prompt(ORDER)

    old = add(memory, "Suggestions for unknown keys are printed in the error")
    hide(memory, old, add(memory, "Nothing is guessed", links=(("supersedes", old.id),)))
    assert "are printed" not in memory.prompt(ORDER, session_id="two")


def test_after_a_commit_it_may_have_arrived(memory: Project) -> None:
    hide(memory, add(memory, SPIKE))
    memory.git("commit", "-qm", "two", "--allow-empty")  # for all that the hook knows, a merge of the spike

    assert SPIKE not in memory.prompt(ORDER)
