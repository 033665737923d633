"""A definition that a text names is its anchor, where the code index is there and only one is meant."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.conftest import git

from backstory.agents.turns import Turn
from backstory.api import Memory
from backstory.memory.answers.code import open_index
from backstory.memory.intake.candidates import extract_records
from backstory.memory.intake.directives import apply_directives
from backstory.memory.kernel.named_symbols import find_named_symbols
from backstory.model.record import Draft

Opened = Callable[..., Memory]
POOL = """\
class Pool:
    def take(self):
        return 1

    def get(self):
        return 2


def drain_queue():
    return 3
"""
SHELF = """\
class Shelf:
    def take(self):
        return 1


class WorkQueue:
    pass
"""
TEST = """\
class WorkQueue:
    pass


def test_pool():
    pass
"""


@pytest.fixture
def code(repo: Path, opened: Opened) -> Path:
    """Code with two classes, indexed."""
    for name, text in (("src/pool.py", POOL), ("src/shelf.py", SHELF), ("tests/test_pool.py", TEST)):
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(text)
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "code")
    open_index(opened()).close()
    return repo


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("`Pool.take` hands out a closed connection", ["src/pool.py#Pool.take"]),
        ("Pool.take hands out what Shelf::take does", ["src/pool.py#Pool.take", "src/shelf.py#Shelf.take"]),
        ("call drain_queue() first", ["src/pool.py#drain_queue"]),
        ("call drain_queue before the pool ends", ["src/pool.py#drain_queue"]),
        ("the WorkQueue is bounded", ["src/shelf.py#WorkQueue"]),
        ("use Pool#take", ["src/pool.py#Pool.take"]),
        ("`Pool` is shared", ["src/pool.py#Pool"]),
        ("take() blocks", []),  # two have it
        ("get() blocks", []),  # everything has it
        ("Pool is shared", []),  # a word at the beginning of a sentence
        ("the `pool` is shared", []),
        ("Pool.put is missing", []),
        ("see test_pool", []),
        ("open https://example.org/Pool.take", []),
        ("we take what we get", []),
    ],
)  # fmt: skip
def test_a_definition_is_named(code: Path, opened: Opened, text: str, targets: list[str]) -> None:
    assert [anchor.target for anchor in find_named_symbols(opened(), text)] == targets


def test_nothing_is_read_without_an_index(repo: Path, opened: Opened) -> None:
    (repo / "pool.py").write_text(POOL)
    memory = opened()
    path = os.path.join(memory.project.private, "code.db")
    assert not os.path.exists(path)
    assert find_named_symbols(memory, "`Pool.take` is slow") == []
    assert not os.path.exists(path)


def test_a_record_is_anchored_to_what_it_names(code: Path, opened: Opened) -> None:
    memory = opened()
    kept = memory.remember(Draft(kind="fact", title="`Pool.take` hands out a closed connection"))
    assert [anchor.target for anchor in kept.record.anchors] == ["src/pool.py#Pool.take"]
    assert kept.record.anchors[0].digest, "it says when the code has changed"
    assert memory.remember(Draft(kind="checkpoint", title="Mend `Pool.take`")).record.anchors == ()
    assert memory.remember(Draft(kind="rule", title="Never call `Pool.take`"), scope="user").record.anchors == ()


def test_a_directive_and_what_was_said_name_it_too(code: Path, opened: Opened) -> None:
    memory = opened()
    apply_directives(
        memory, "<ctx:remember kind='fact'>The WorkQueue is bounded</ctx:remember>", edited=["src/pool.py"]
    )
    (record,) = [hit.row.record for hit in memory.recall("bounded")]
    assert [anchor.target for anchor in record.anchors] == ["src/shelf.py#WorkQueue"]
    turns = [
        Turn("user", "speed up the import", line=1),
        Turn("assistant", "", line=2, action="edit", edits=("src/shelf.py",)),
        Turn(
            "assistant",
            "I tried a second thread in `Pool.take` and reverted it, because two callers got the same connection.",
            line=3,
        ),
    ]
    (kept,) = extract_records(memory, turns, session="s9", agent="codex")
    assert [anchor.target for anchor in kept.record.anchors] == ["src/pool.py#Pool.take"]
