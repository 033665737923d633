"""What `recall` finds for a question: the best first, whether it was recorded or only said."""

from collections.abc import Callable
from typing import Any

import apsw
import pytest

from backstory.api import Memory, order_answers
from backstory.base import put_questions
from backstory.base.passages import PassageHit
from backstory.base.question import Question
from backstory.base.relevance import Findings
from backstory.base.visibility import View
from backstory.index.branches import show_all_branches
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt, Session

Opened = Callable[..., Memory]


def keep(memory: Memory) -> None:
    commit, branch = memory.head
    prompts = ("Port the delay to the async transport.", "why is the sky blue?")
    answers = ("It breaks under trio with `asyncio.sleep`. So the async transport sleeps with `anyio.sleep`.",
               "Rayleigh scattering: short wavelengths scatter more.")  # fmt: skip
    memory.sessions.write(Session(
        id="s1", agent="claude-code", branch=branch, commit=commit, ended="2026-11-20T10:00:00Z", answered=True,
        prompts=tuple(Prompt(text, f"2026-11-20T09:{n}0:00Z", line=10 * n + 1) for n, text in enumerate(prompts)),
        answers=tuple(Answer(text, f"2026-11-20T09:{n}5:00Z", line=10 * n + 5) for n, text in enumerate(answers)),
    ))  # fmt: skip


def order(memory: Memory, text: str) -> list[str]:
    hits: Any = memory.recall(text)
    ordered = order_answers(memory, text, hits, memory.recall_passages(text))
    assert ordered is not None
    return [one.text if isinstance(one, PassageHit) else one.row.record.title for one in ordered.all]


def test_what_was_said_comes_first_where_it_answers(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="pattern", title="Sync and async transports stay the same"))
    keep(memory)
    texts = order(opened(), "which sleep function do we use for async?")
    assert any("anyio.sleep" in text for text in texts[:2])
    assert "Sync and async transports stay the same" in texts


def test_a_reason_comes_first_for_a_question_why(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="decision", title="The delay lives in the transport", body="Why: a third loop in Client "
                          "made the traceback unreadable"))  # fmt: skip
    keep(memory)
    assert order(opened(), "why is the delay in the transport?")[0] == "The delay lives in the transport"


def test_what_is_about_something_else_is_left_out(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="decision", title="The delay lives in the transport"))
    keep(memory)
    texts = order(opened(), "why is the delay in the transport?")
    assert not any("sky" in text or "Rayleigh" in text for text in texts)


def test_words_to_look_for_have_no_order_of_their_own(opened: Opened) -> None:
    assert order_answers(opened(), "async sleep", [], []) is None


def count_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions for which the evidence is gathered from then on."""
    asked: list[str] = []
    explain = put_questions.explain_question

    def noting(con: apsw.Connection, view: View, question: Question) -> Findings:
        asked.append(question.text)
        return explain(con, view, question)

    monkeypatch.setattr(put_questions, "explain_question", noting)
    return asked


def test_one_answer_gathers_the_evidence_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(opened())
    asked = count_calls(monkeypatch)
    memory = opened()
    text = "which sleep function do we use for async?"
    assert not memory.is_beyond(text)
    order(memory, text)
    assert asked == [text]
    order(memory, "why is the sky blue?")
    assert asked == [text, "why is the sky blue?"]


def test_the_evidence_is_gathered_again_after_a_change(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(opened())
    asked = count_calls(monkeypatch)
    memory = opened()
    text = "which sleep function do we use for async?"
    order(memory, text)
    opened().remember(Draft(kind="decision", title="The sleep function for async is trio.sleep"))
    memory.renewed()
    assert "The sleep function for async is trio.sleep" in order(memory, text)
    assert asked == [text, text]


def test_the_evidence_is_gathered_again_where_other_branches_are_shown(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(opened())
    asked = count_calls(monkeypatch)
    memory = opened()
    text = "which sleep function do we use for async?"
    order(memory, text)
    show_all_branches(memory.fresh())
    order(memory, text)
    assert asked == [text, text]
