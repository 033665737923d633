"""What a question about the work as a whole is answered with: what a brief of this moment says, and no step that is
done since."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest

from backstory.api import Memory, answer_general
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.reversed_hits import mark_reversed
from backstory.base.search import Hit
from backstory.base.visibility import View
from backstory.model.record import Draft
from backstory.model.session import Answer, CommandRun, Prompt, Session

Opened = Callable[..., Memory]
STEPS = ("port the async transport", "document `retry_status` in transports.md", "test_http_date is still red")


def run(made: str, *red: str, command: str = "pytest tests/test_retry.py", kind: str = "test") -> CommandRun:
    summary = "1 failed" if red else "4 passed"
    return CommandRun(command, kind, made, 1 if red else 0, bool(red), red, summary)


def keep(memory: Memory, ident: str, day: str, *prompts: str, **fields: Any) -> None:
    Path(memory.project.root, "transport.py").write_text("delay = 1\n")
    commit, branch = memory.head
    said = tuple(Prompt(text, f"{day}T09:0{n}:00Z", line=n + 1) for n, text in enumerate(prompts))
    given = {"branch": branch, "commit": commit, "prompts": said, "started": f"{day}T09:00:00Z",
             "ended": f"{day}T10:00:00Z", "edited": ("transport.py",), "answered": True} | fields  # fmt: skip
    memory.sessions.write(Session(id=ident, agent="claude-code", **given))


def keep_two_sessions(memory: Memory) -> None:
    left = Answer(f"The cap is in place.\n\nNext:\n- {STEPS[0]}\n- {STEPS[1]}\n- {STEPS[2]}", "2026-11-18T09:30:00Z",
                  line=9, next=STEPS)  # fmt: skip
    red = run("2026-11-18T09:20:00Z", "tests/test_retry.py::test_http_date")
    keep(
        memory, "s1", "2026-11-18", "Honour Retry-After in the transport.", answers=(left,), next=STEPS, commands=(red,)
    )
    ported = Answer("The transport waits with `anyio.sleep` under trio.", "2026-11-19T09:30:00Z", line=9)
    runs = (
        run("2026-11-19T09:20:00Z"),
        CommandRun("mypy src", "types", "2026-11-19T09:25:00Z", 1, True, (), "Found 1 error in 1 file"),
    )
    keep(memory, "s2", "2026-11-19", "continue with the async one", answers=(ported,), commands=runs)


def test_what_is_next_is_what_the_brief_says(opened: Opened) -> None:
    keep_two_sessions(opened())
    answer = answer_general(opened(), "what is next?")
    assert answer is not None
    assert [(note.label, note.text) for note in answer.notes] == [
        ("still open", STEPS[1]),
        ("blocker", "`mypy src`: Found 1 error in 1 file"),
    ]
    steps = [hit.text for hit in answer.passages if hit.role == "next"]
    assert steps == [f"Next steps: {STEPS[1]}"], "what is done is left out"


def test_a_prompt_is_told_no_step_that_is_done(opened: Opened) -> None:
    keep_two_sessions(opened())
    memory = opened()
    memory.brief()
    view = View(encode_path(memory.project.root))

    def find(con: apsw.Connection) -> list[Hit | PassageHit]:
        hits = find_relevant(con, view, "what is next?")
        mark_reversed(con, view, hits)
        return hits

    hits = memory.fresh().run(find)
    texts = [hit.text for hit in hits if getattr(hit, "role", "") == "next"]
    assert texts and not any("port the async" in text for text in texts)


def test_what_failed_names_records_and_checks_and_no_test_that_passes(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="attempt", title="Sleep with asyncio", fields={"outcome": "failed"}))
    memory.remember(Draft(kind="failure", title="The pool hangs under uvloop"))
    keep_two_sessions(memory)
    answer = answer_general(opened(), "what failed?")
    assert answer is not None
    titles = [hit.row.record.title for hit in answer.hits]
    assert {"Sleep with asyncio", "The pool hangs under uvloop"} <= set(titles)
    texts = [hit.text for hit in answer.passages]
    assert any("mypy src" in text for text in texts)
    assert not any("still red" in text for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        "what are the open questions?",
        "are there any unanswered questions?",
        "welche Fragen sind noch offen?",
        "quelles questions sont encore ouvertes ?",
    ],
)
def test_the_open_questions_are_those_that_nobody_answered(opened: Opened, text: str) -> None:
    memory = opened()
    keep_two_sessions(memory)
    for title, status in (("Do we want trio?", "open"), ("Which Python?", "answered")):
        memory.remember(Draft(kind="question", title=title, status=status))
    memory.remember(Draft(kind="decision", title="Every question goes to Ines"))
    answer = answer_general(opened(), text)
    assert answer is not None and not answer.passages
    assert [hit.row.record.title for hit in answer.hits] == ["Do we want trio?"]
    assert not [note.text for note in answer.notes if note.label == "next"]


def test_a_question_about_open_questions_on_something_is_searched(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="question", title="Do we want trio?"))
    assert answer_general(opened(), "which questions about the transport are open?") is None
