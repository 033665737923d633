"""Ranking files for a goal: git runs while records are looked for."""

import os
from collections.abc import Callable

import pytest
from testing.children import list_children, needs_proc

from backstory.api import Memory
from backstory.memory.answers import code


@needs_proc
def test_a_git_that_was_started_is_ended_when_the_search_for_records_fails(
    opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = opened()
    descriptors, children = len(os.listdir("/dev/fd")), list_children()
    monkeypatch.setattr(Memory, "fresh", lambda _memory: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        code.rank_files(memory, "pool")

    assert len(os.listdir("/dev/fd")) == descriptors
    assert list_children() <= children


def test_a_change_since_the_last_question_is_seen(opened: Callable[..., Memory]) -> None:
    memory = opened()
    code.rank_files(memory, "refund an order")
    with open(os.path.join(memory.project.root, "refund.py"), "w") as file:
        file.write("def refund(order): ...\n")

    assert code.rank_files(memory, "refund an order")[0].path == "refund.py"


def test_the_last_changes_of_the_person_in_gits_configuration_count(opened: Callable[..., Memory]) -> None:
    memory = opened()
    git, root = memory.git, memory.project.root
    for number in range(100):
        with open(os.path.join(root, f"part{number}.py"), "w") as file:
            file.write("def read(order):\n    return order  # review\n")
    git.run("add", "-A")
    git.run("-c", "user.name=Bob", "commit", "-q", "-m", "add the parts")
    with open(os.path.join(root, "quay.py"), "w") as file:
        file.write("def moor():\n    pass\n")
    git.run("add", "quay.py")
    git.run("commit", "-q", "-m", "add a quay")

    ranked = {each.path: each for each in code.rank_files(memory, "address the review", limit=20)}

    assert ranked["quay.py"].reason == "you changed it lately"
