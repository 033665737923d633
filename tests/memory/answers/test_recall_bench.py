"""`bench recall`: which past questions count, and what is expected of the answers."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory
from backstory.memory.answers.recall_bench import measure_recall
from backstory.model.errors import BackstoryError
from backstory.model.record import Anchor, Draft
from backstory.model.session import Prompt

Opened = Callable[..., Memory]
TOPICS = (
    ("pool.py", "Use psycopg for connections", "drain idle sockets before the pool hands out another connection"),
    ("invoice.py", "Invoice numbers are gapless", "count the numbers of invoices without any hole between two of them"),
    ("mail.py", "Letters leave over the relay", "send every letter through the relay host and never directly outside"),
    ("login.py", "Tokens end after an hour", "let each login token expire sixty minutes after it was issued first"),
    (
        "export.py",
        "CSV files have a byte order mark",
        "write the mark of the byte order in front of every exported table",
    ),
    ("search.py", "Umlauts are folded", "fold umlauts before a word is looked up in the search tables of names"),
)


def git(folder: Path, *args: str, when: str = "2099-01-01T00:00:00Z") -> None:
    environ = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", *args]
    subprocess.run(command, cwd=folder, env=environ, check=True, capture_output=True)


def commit(folder: Path, name: str, message: str, when: str = "2099-01-01T00:00:00Z") -> None:
    with (folder / name).open("a") as file:
        file.write(f"step = {message!r}\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message, when=when)


@pytest.fixture
def shop(repo: Path, opened: Opened) -> Path:
    """Six records about six files, each of which has a commit in other words afterwards."""
    for name, _, _ in TOPICS:
        (repo / name).write_text("step = 0\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Begin", when="2001-01-01T00:00:00Z")
    for name, title, _ in TOPICS:
        opened().remember(Draft(kind="decision", text=title, anchors=[Anchor(name)]))
    for name, _, message in TOPICS:
        commit(repo, name, message)
    return repo


def test_a_commit_asks_for_the_older_records_about_its_files(shop: Path, opened: Opened) -> None:
    figures = measure_recall(opened(), 100)

    assert (figures["questions"], figures["commits"], figures["prompts"], figures["records"]) == (6, 6, 0, 6)
    assert set(figures["methods"]) == {"recall", "plain text search", "newest first"}
    assert figures["methods"]["newest first"]["hit@10"] == 1.0  # six records, and ten places
    assert 0 < figures["methods"]["recall"]["MRR"] <= 1
    ours = figures["methods"]["recall"]
    assert ours["MRR_low"] <= ours["MRR"] <= ours["MRR_high"]
    assert figures["with_prompt"]["right"] + figures["with_prompt"]["silent"] <= 6


def test_the_same_history_gives_the_same_figures(shop: Path, opened: Opened) -> None:
    assert measure_recall(opened(), 5) == measure_recall(opened(), 5)
    assert measure_recall(opened(), 5)["questions"] == 5


def test_a_record_that_is_younger_than_the_commit_is_no_answer_to_it(shop: Path, opened: Opened) -> None:
    commit(shop, "pool.py", "open the sockets of the pool lazily when somebody asks", when="2002-01-01T00:00:00Z")

    assert measure_recall(opened(), 100)["questions"] == 6


def test_a_file_with_many_records_makes_no_question(shop: Path, opened: Opened) -> None:
    for number in range(6):
        opened().remember(Draft(kind="fact", text=f"The pool has rule {number}", anchors=[Anchor("pool.py")]))

    assert measure_recall(opened(), 100)["questions"] == 5


def test_a_prompt_asks_for_what_was_stated_in_answer_to_it(shop: Path, opened: Opened) -> None:
    stated = opened("stated", "claude-code", "s1").remember(Draft(kind="decision", text="Retries double their wait"))
    opened("observed", "claude-code", "s1").remember(Draft(kind="decision", text="how long between two deliveries"))
    prompts = (
        Prompt("how long should we hold off between two deliveries of a webhook?", "2020-01-01T00:00:00Z", line=1),
        Prompt("and after the last of them has failed, what do we do then?", "2098-01-01T00:00:00Z", line=9),
    )
    keep(opened(), "s1", prompts=prompts)

    figures = measure_recall(opened(), 100)

    assert figures["prompts"] == 1
    missed = [miss for miss in figures["missed"] if miss["source"] == "prompt"]
    assert [miss["expected"] for miss in missed] == [[stated.record.id]]  # they share no word


def test_a_question_without_its_record_among_the_first_ten_is_listed(shop: Path, opened: Opened) -> None:
    opened().remember(Draft(kind="decision", text="Blue labels", anchors=[Anchor("mail.py")]))
    (shop / "label.py").write_text("step = 0\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "Begin again", when="2001-01-02T00:00:00Z")
    lone = opened().remember(Draft(kind="decision", text="Zebra stripes", anchors=[Anchor("label.py")]))
    commit(shop, "label.py", "draw letters through the relay and count invoices outside")

    missed = measure_recall(opened(), 100)["missed"]

    assert [miss["expected"] for miss in missed if miss["question"].startswith("draw")] == [[lone.record.id]]


def test_too_few_questions_say_what_is_needed(repo: Path, opened: Opened) -> None:
    with pytest.raises(BackstoryError, match="0 questions") as raised:
        measure_recall(opened(), 100)
    assert "--at" in (raised.value.hint or "")


def test_it_changes_nothing(shop: Path, opened: Opened, tmp_path: Path) -> None:
    opened().fresh()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "data").rglob("*") if path.suffix == ".md"}

    measure_recall(opened(), 100)

    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "data").rglob("*") if path.suffix == ".md"} == before
    assert not list((tmp_path / "data").rglob("receipts*"))
