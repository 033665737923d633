"""Faults that the work went on to mend, and how far it had come, are not quoted as if they still held."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Remark, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.passing_states import goes_on, lists_steps, names_fault, tells_progress
from backstory.recall.quotes.quotes import quote_talk
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.moment import BriefRequest

MOMENT = BriefRequest(project="shop", branch="main", now="2026-11-20T09:00:00Z", budget=2400)
FAULT = "The issue is that `round_total` in `bill.py` drops the cents of a refund, so the sum of the invoice is wrong."
WHY = "`round_total` keeps cents as integers because floats lost one in a thousand refunds."


def quote(*sessions: Session) -> str:
    return "\n".join(one.note.text for one in quote_talk(MOMENT, Talk(PastWork(sessions)), ()))


def session(answers: tuple[str, ...], edits: tuple[int, ...], kind: str = "other") -> Session:
    """Turns in lines 10, 20, ... with their answers. `edits`: the lines of commands behind which files are edited."""
    runs = (CommandRun("make", kind, line=line, edited=("bill.py",) * (kind != "test")) for line in edits)
    return Session(
        id="s1", agent="claude-code", branch="main", started="2026-11-19T09:00:00Z", ended="2026-11-19T10:00:00Z",
        prompts=tuple(Prompt(f"Look at the refunds again, part {n}.", line=10 * n) for n in range(1, 1 + len(answers))),
        answers=tuple(Answer(text, line=10 * n + 6) for n, text in enumerate(answers, 1)),
        commands=tuple(runs), edited=("bill.py",) * (kind != "test"), answered=True,
    )  # fmt: skip


def test_a_fault_is_not_quoted_once_files_were_edited_after_it() -> None:
    assert FAULT in quote(session((FAULT, WHY), ()))
    mended = quote(session((FAULT, WHY), (23,)))
    assert FAULT not in mended and WHY in mended


def test_a_fault_that_an_answer_leaves_after_its_edits_is_quoted() -> None:
    assert FAULT in quote(session((FAULT,), (13,)))
    assert FAULT in quote(session((FAULT, WHY), (13,)))


def test_a_later_test_run_tells_where_a_transcript_keeps_no_edits() -> None:
    assert FAULT not in quote(session((FAULT, WHY), (23,), kind="test"))
    assert FAULT in quote(session((FAULT, WHY), (13,), kind="test"))


def test_what_is_remarked_within_a_turn_comes_before_its_edits() -> None:
    whole = session((WHY,), (13,))
    assert goes_on(whole, 12, "", ends_turn=False)
    assert not goes_on(whole, 16, "", ends_turn=True)
    remarked = Session(**{name: getattr(whole, name) for name in whole.__struct_fields__} | {
        "remarks": (Remark(FAULT, line=12, worth=80),)
    })  # fmt: skip
    assert FAULT not in quote(remarked)


def test_how_far_the_work_had_come_is_told_by_the_last_answer_alone() -> None:
    early = "Task 12 of the refunds is not started yet, and `refund_all` is in progress."
    late = "Task 12 of the refunds is complete, and `refund_all` covers partial refunds."
    told = quote(session((early, WHY, late), ()))
    assert early not in told and late in told


@pytest.mark.parametrize(
    "text",
    [
        "Current status: the task is officially marked as open",
        "All the implementation steps are now marked as complete",
        "We have 20 failing tests out of 81",
        "78 of 81 tests pass",
        "The export is still in progress",
        "La migración está terminada",
        "迁移已完成",
    ],
)
def test_words_of_progress(text: str) -> None:
    assert tells_progress(text) and not names_fault(text)


@pytest.mark.parametrize(
    "text",
    [
        "Orders are complete only when the payment has a receipt",
        "A job is retried three times, then it goes to the dead letters",
        "`status` holds `open` or `paid`",
        "Never start the worker before the queue",
        "Prices stay in cents, because Pohoda rejects floats",
    ],
)
def test_what_holds_for_good_is_no_progress(text: str) -> None:
    assert not tells_progress(text) and not names_fault(text)


def test_a_next_step_that_was_done_or_struck_is_not_quoted() -> None:
    step = "Add an `on_refund` callback so that the callers of `bill.py` know when a refund is booked"
    whole = session((f"{WHY}\n\n{step}", "Agreed."), ())
    named = msgspec.structs.replace(whole.answers[0], next=(step,))
    struck = msgspec.structs.replace(whole, answers=(named, whole.answers[1]))
    assert "on_refund" in quote(whole)
    assert "on_refund" not in quote(struck) and WHY in quote(struck)
    assert "on_refund" in quote(msgspec.structs.replace(struck, next=(step,)))


@pytest.mark.parametrize(
    ("sentence", "is_list"),
    [
        ("Next: ask Henrike about the refunds, then the docs section.", True),
        ("What is left: the docs and one test.", True),
        ("Open points for tomorrow: `round_total`, the docs.", True),
        ("Offen: die Doku und ein Test.", True),
        ("The next refund is rounded: 3 cents.", False),
        ("Left-padding costs two bytes.", False),
    ],
)
def test_what_an_earlier_session_left_is_told_by_the_state_of_the_work_alone(sentence: str, is_list: bool) -> None:
    assert lists_steps(sentence) is is_list
    first = session((f"{WHY} {sentence}",), (13,))
    last = msgspec.structs.replace(session((WHY,), (13,)), id="s2", ended="2026-11-20T10:00:00Z")
    told = quote(msgspec.structs.replace(last, started="2026-11-20T09:00:00Z"), first)
    assert sentence not in told or not is_list
