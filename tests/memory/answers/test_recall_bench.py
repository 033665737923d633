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
from backstory.model.record import Anchor, Draft, Link
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
    commit(repo, "other.py", "start something that is about none of them")
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


def test_what_was_recorded_during_the_work_of_a_commit_is_no_answer_to_it(repo: Path, opened: Opened) -> None:
    for name, _, _ in TOPICS:
        (repo / name).write_text("step = 0\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "Begin", when="2001-01-01T00:00:00Z")
    for name, title, _ in TOPICS:
        opened().remember(Draft(kind="decision", text=title, anchors=[Anchor(name)]))
    for name, _, message in TOPICS:
        commit(repo, name, message)

    assert measure_recall(opened(), 100)["questions"] == len(TOPICS) - 1  # the first commit ends the work of its record


def test_a_rebased_commit_counts_by_when_it_was_written(shop: Path, opened: Opened) -> None:
    commit(shop, "pool.py", "take turns when somebody waits for them again")
    assert measure_recall(opened(), 100)["questions"] == 7

    git(shop, "commit", "-q", "--amend", "--no-edit", "--date=2002-01-01T00:00:00Z")

    assert measure_recall(opened(), 100)["questions"] == 6


def test_a_record_of_the_session_that_made_a_commit_is_no_answer_to_it(shop: Path, opened: Opened) -> None:
    opened("stated", "claude-code", "s1").remember(
        Draft(kind="decision", text="Rows have stripes", anchors=[Anchor("table.py")])
    )
    (shop / "table.py").write_text("step = 0\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "Begin again")
    commit(shop, "table.py", "colour every second line of an exported sheet", when="2099-01-03T00:00:00Z")
    assert measure_recall(opened(), 100)["questions"] == 7

    keep(opened(), "s1", started="2020-01-01T00:00:00Z", ended="2099-02-01T00:00:00Z")

    assert measure_recall(opened(), 100)["questions"] == 6


def test_a_question_that_says_the_title_of_its_record_is_left_out(shop: Path, opened: Opened) -> None:
    commit(shop, "pool.py", "make the readers of reports use psycopg for connections too")

    figures = measure_recall(opened(), 100)

    assert (figures["questions"], figures["left_out"]) == (6, 1)


def test_figures_are_compared_question_by_question(shop: Path, opened: Opened) -> None:
    figures = measure_recall(opened(), 100)

    assert set(figures["differences"]) == {"plain text search", "newest first"}
    for name, one in figures["differences"].items():
        gain = figures["methods"]["recall"]["MRR"] - figures["methods"][name]["MRR"]
        assert one["MRR"] == pytest.approx(gain)
        assert one["MRR_low"] <= one["MRR"] <= one["MRR_high"]


def test_a_record_that_was_replaced_since_is_still_the_answer_of_its_time(shop: Path, opened: Opened) -> None:
    old = opened().remember(Draft(kind="decision", text="Rows have stripes", anchors=[Anchor("table.py")])).record
    (shop / "table.py").write_text("step = 0\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "Begin again")
    commit(shop, "table.py", "colour every second line of an exported sheet")
    later = opened()
    later.now = lambda: 4_102_444_800.0  # 2100
    later.remember(Draft(kind="decision", text="No row has any colour", links=[Link("supersedes", old.id)]))

    figures = measure_recall(opened(), 100)

    assert (figures["questions"], figures["records"]) == (7, 7)
    assert old.id in {one["id"] for miss in figures["missed"] for one in miss["expected"]}


def test_a_session_without_prompts_and_a_team_record_of_a_session(shop: Path, opened: Opened) -> None:
    opened("stated", "claude-code", "s1").remember(Draft(kind="decision", text="Retries double"), scope="team")
    keep(opened(), "s1")
    assert measure_recall(opened(), 100)["prompts"] == 0

    keep(
        opened(),
        "s1",
        prompts=(Prompt("how long should we hold off between two deliveries of a webhook?", "2020-01-01T00:00:00Z"),),
    )
    assert measure_recall(opened(), 100)["prompts"] == 1


def test_younger_records_take_no_places_of_older_ones(shop: Path, opened: Opened) -> None:
    before = measure_recall(opened(), 100)
    later = opened()
    later.now = lambda: 4_102_444_800.0  # 2100
    for name, title, message in TOPICS:
        for number in range(9):
            later.remember(Draft(kind="note", text=f"{title} {number}: {message}", anchors=[Anchor(name)]))

    after = measure_recall(opened(), 100)

    assert after["with_prompt"]["right"] >= before["with_prompt"]["right"] > 0
    assert {miss["question"] for miss in after["missed"]} == {miss["question"] for miss in before["missed"]}


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
    assert [[one["id"] for one in miss["expected"]] for miss in missed] == [[stated.record.id]]  # they share no word


def test_a_question_without_its_record_among_the_first_ten_is_listed(shop: Path, opened: Opened) -> None:
    opened().remember(Draft(kind="decision", text="Blue labels", anchors=[Anchor("mail.py")]))
    (shop / "label.py").write_text("step = 0\n")
    git(shop, "add", "-A")
    git(shop, "commit", "-qm", "Begin again")
    lone = opened().remember(Draft(kind="decision", text="Zebra stripes", anchors=[Anchor("label.py")]))
    commit(shop, "label.py", "draw letters through the relay and count invoices outside")

    missed = measure_recall(opened(), 100)["missed"]

    (miss,) = [miss for miss in missed if miss["question"].startswith("draw")]
    assert miss["expected"] == [{"id": lone.record.id, "title": "Zebra stripes", "place": None}]
    assert miss["first"]["place"] == 1


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
