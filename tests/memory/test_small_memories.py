"""What a question is answered with where the memory holds little: what bears on it, and not all there is."""

from collections.abc import Callable

import pytest

from backstory.api import Memory, order_answers
from backstory.base.passages import PassageHit
from backstory.guests.ask import answer_from_memory
from backstory.model.record import Draft
from backstory.model.session import Answer, CommandRun, Prompt, Session

Opened = Callable[..., Memory]
TALK = (
    ("Show the invoices as PDF. Berit owns the mail templates, ask her before you touch one.",
     "`render_invoice` in src/pdf.py makes the PDF now. The fonts are embedded, 14 tests pass."),
    ("20 seconds is too short for the mail queue, big invoices time out. 2 minutes.",
     "The mail queue waits 120 seconds now, in src/queue.py."),
    ("Nice work on the header. I don't need the footer logo. Why did we choose weasyprint again?",
     "Because reportlab needs a layout of its own for every invoice."),
    ("Thanks, that is all for today.", "You're welcome, see you on Monday."),
)  # fmt: skip


@pytest.fixture
def memory(opened: Opened) -> Memory:
    memory = opened()
    commit, branch = memory.head
    rows = [
        (f"2026-11-20T09:{n}{m}:00Z", 10 * n + m, text) for n, pair in enumerate(TALK) for m, text in enumerate(pair)
    ]
    memory.sessions.write(Session(
        id="s1", agent="claude-code", branch=branch, commit=commit, ended="2026-11-20T10:00:00Z", answered=True,
        prompts=tuple(Prompt(text, made, line=line) for made, line, text in rows[::2]),
        answers=tuple(Answer(text, made, line=line) for made, line, text in rows[1::2]),
        commands=(CommandRun(
            kind="test", command="uv run pytest -q tests/test_pdf.py", made="2026-11-20T09:05:00Z", exit_code=0,
            summary="14 passed in 2s",
        ),),
    ))  # fmt: skip
    memory.remember(Draft(kind="rule", title="Berit owns the mail templates, ask her before you touch one"))
    memory.remember(Draft(kind="decision", title="Invoices are shown as PDF"))
    memory.remember(Draft(kind="fact", title="The fonts are embedded in the PDF"))
    return opened()


def recall(memory: Memory, text: str) -> list[str]:
    ordered = order_answers(memory, text, memory.recall(text), memory.recall_passages(text))
    assert ordered is not None
    return [one.text if isinstance(one, PassageHit) else one.row.record.title for one in ordered.all]


def test_what_is_far_from_the_best_answer_is_left_out(memory: Memory) -> None:
    texts = recall(memory, "who owns the mail templates?")
    assert "Berit" in texts[0]
    assert len(texts) <= 3, texts
    assert not any("weasyprint" in text or "welcome" in text for text in texts), texts


def test_a_question_that_was_put_before_does_not_answer_it(memory: Memory) -> None:
    texts = recall(memory, "why did we choose weasyprint?")
    assert "reportlab" in texts[0], texts


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how long does the mail queue wait?", "2 minutes"),
        ("why did we choose weasyprint?", "reportlab"),
        (
            "how do I run the tests?",
            "one test: `uv run pytest PATH::NAME`, such as `uv run pytest -q tests/test_pdf.py`",
        ),
    ],
)
def test_the_memory_answers(memory: Memory, question: str, answer: str) -> None:
    claims = [claim.text for claim in answer_from_memory(memory, question)]
    assert any(answer in claim for claim in claims), claims
    assert not any("footer logo" in claim for claim in claims), claims
