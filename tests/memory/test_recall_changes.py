"""What `recall` says of values that the person gave otherwise later: in passages, in records, and in which order."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory
from backstory.base.passages import PassageHit
from backstory.cli.records import doubt_marks, find_recall_doubts
from backstory.mcp.texts import fence_rows
from backstory.memory.answers.answer_order import order_answers
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft, Record
from backstory.model.session import Answer, CommandRun, Prompt

Opened = Callable[..., Memory]
BADGE = "The badge goes beside the title of the page. Badge colour teal. Keep the title short."
TALK = (
    (BADGE, "The badge is teal and stands beside the title of the page."),
    ("Show the badge in the footer as well.", "The footer has the badge too."),
    ("Teal is what the sponsors have, nobody can tell the badge colour apart. Use coral.", "The badge is coral now."),
)
QUESTION = "which colour does the badge have?"


def say(memory: Memory, *talk: tuple[str, str], first: int = 0, session: str = "s1") -> None:
    """Prompts of a session, one an hour, each with its answer."""
    times = [f"2026-11-20T{first + place:02}:{{}}:00Z" for place in range(len(talk))]
    asked = tuple(Prompt(text, times[n].format("00"), 3 * n + 1) for n, (text, _) in enumerate(talk))
    answered = tuple(Answer(text, times[n].format("05"), 3 * n + 2) for n, (_, text) in enumerate(talk))
    keep(memory, session, prompts=asked, answers=answered, ended=answered[-1].made)


def brief(memory: Memory) -> None:
    compose_brief(memory, BriefOptions())


def recall(memory: Memory, text: str = QUESTION, **given: Any) -> list[str]:
    return [hit.text for hit in memory.recall_passages(text, **given)]


def note(memory: Memory, title: str, made: str = "2026-11-20T00:00:00Z") -> Record:
    """A decision that was taken from the talk."""
    return remember(memory, Draft(kind="decision", title=title), made=made).record


@pytest.mark.parametrize("has_brief", [True, False])
def test_a_former_value_stands_behind_the_present_one_with_its_mark(opened: Opened, has_brief: bool) -> None:
    say(opened(), *TALK)
    if has_brief:
        brief(opened())
    for told in (recall(opened()), recall(opened(), include_superseded=True)):
        former = next(place for place, text in enumerate(told) if "Badge colour teal [replaced by coral]" in text)
        present = next(place for place, text in enumerate(told) if "Use coral" in text)
        assert present < former
        assert not any("teal" in text and "replaced" not in text for text in told if "sponsors" not in text)


def test_a_passage_that_answers_otherwise_keeps_its_place(opened: Opened) -> None:
    say(opened(), *TALK)
    brief(opened())
    told = recall(opened(), "how short is the title to be kept?")
    assert told and "Keep the title short" in told[0]


def test_a_question_puts_the_present_value_first_among_all(opened: Opened) -> None:
    say(opened(), *TALK)
    brief(opened())
    memory = opened()
    ordered = order_answers(memory, QUESTION, [], memory.recall_passages(QUESTION))
    assert ordered is not None
    texts = [hit.text for hit in ordered.all if isinstance(hit, PassageHit)]
    assert "Use coral" in texts[0] or "coral now" in texts[0]


@pytest.mark.parametrize("has_brief", [True, False])
@pytest.mark.parametrize("title", ["Badge colour teal", "Badge colour teal. Keep the title short", "badge colour teal"])
def test_a_record_says_what_became_of_its_value(opened: Opened, title: str, has_brief: bool) -> None:
    record = note(opened("observed", "claude-code", "s1"), title)
    say(opened(), *TALK)
    if has_brief:
        brief(opened())
    memory = opened()
    assert memory.find_revisions([record]).changes == {record.id: "teal replaced by coral"}
    rows = [memory.fresh().get(record.id)]
    doubts = find_recall_doubts(memory, rows)
    assert doubts[record.id]["changed_since"] == "teal replaced by coral"
    assert "changed since: teal replaced by coral" in doubt_marks(doubts[record.id])
    assert "changed since: teal replaced by coral" in fence_rows(memory, rows)


@pytest.mark.parametrize(
    ("title", "made"),
    [
        ("Print the ledger in teal", "2026-11-20T00:00:00Z"),
        ("Badge colour teal", "2026-11-21T00:00:00Z"),
        ("Keep the title short", "2026-11-20T00:00:00Z"),
    ],
    ids=["another thing", "given again later", "another sentence"],
)
def test_other_records_say_nothing(opened: Opened, title: str, made: str) -> None:
    record = note(opened("observed", "claude-code", "s1"), title, made)
    say(opened(), *TALK)
    brief(opened())
    assert opened().find_revisions([record]).changes == {}


def test_a_record_that_was_stated_on_purpose_is_left_alone(opened: Opened) -> None:
    record = opened().remember(Draft(kind="decision", title="Badge colour teal")).record
    say(opened(), *TALK)
    brief(opened())
    assert opened().find_revisions([record]).changes == {}


def test_what_overturned_a_whole_record_is_told(opened: Opened) -> None:
    title = "The import is slow because of the index on `orders`"
    record = note(opened("inferred", "claude-code", "s1"), title, "2026-11-20T00:05:00Z")
    say(
        opened(),
        ("Why is the import so slow?", f"{title}."),
        ("Look again.", "I was wrong about the index: the import opens a connection for each row."),
    )
    brief(opened())
    assert opened().find_revisions([record]).changes[record.id].startswith("I was wrong about the index")


def test_what_was_said_on_another_branch_changes_nothing(opened: Opened) -> None:
    record = note(opened("observed", "claude-code", "s1"), "Badge colour teal")
    say(opened(), TALK[0])
    memory = opened()
    say(memory, TALK[2], first=5, session="s2")
    keep(
        memory, "s2", branch="feat/coral", commit="f" * 40,
        prompts=(Prompt(TALK[2][0], "2026-11-20T05:00:00Z", 1),),
        answers=(Answer(TALK[2][1], "2026-11-20T05:05:00Z", 2),),
    )  # fmt: skip
    brief(opened())
    assert opened().find_revisions([record]).changes == {}
    assert not any("replaced by coral" in text for text in recall(opened()))


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("The badge is coral now. The test of the badge is red.", "The badge is coral now. […]"),
        ("The test of the badge is red.", "The test of the badge is red. [passes since]"),
    ],
)
def test_what_a_green_run_overturned_says_no_more_than_the_run(opened: Opened, stated: str, shown: str) -> None:
    red = CommandRun("pytest tests/test_badge.py", "test", "2026-11-20T00:02:00Z", 1, True, ("test_badge",), "1 failed")
    green = CommandRun("pytest tests/test_badge.py", "test", "2026-11-20T01:02:00Z", 0, False, (), "1 passed")
    other = CommandRun("pytest", "test", "2026-11-20T01:03:00Z", 1, True, ("test_footer",), "1 failed, 1 passed")
    asked = (
        Prompt("Draw the badge in coral.", "2026-11-20T00:00:00Z", 1),
        Prompt("Fix it.", "2026-11-20T01:00:00Z", 4),
    )
    answered = (
        Answer(stated, "2026-11-20T00:05:00Z", 2),
        Answer("The badge has its size again; the footer fails in the full run.", "2026-11-20T01:05:00Z", 5),
    )
    keep(opened(), "s1", prompts=asked, answers=answered, commands=(red, green, other), ended=answered[-1].made)
    brief(opened())
    assert shown in recall(opened(), "the test of the badge")


@pytest.mark.parametrize(
    "question",
    [
        "what did we decide about the mobile app?",
        "why did we choose Kubernetes?",
        "wofür haben wir uns bei der Datenbank entschieden?",
        "what have we agreed with the customers?",
    ],
)
def test_the_verb_for_a_choice_does_not_answer_what_was_chosen(opened: Opened, question: str) -> None:
    say(
        opened(),
        ("Is it `sliding` or `touch`?", "That is open: Ines decides, she chose the name of the module as well."),
    )
    note(opened(), "Ines decides on the names, and we agreed to wait for her")
    assert opened().is_beyond(question)
    assert not opened().is_beyond("what did we decide about the names?")
