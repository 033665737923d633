"""The person names what remains: the other steps are over, wherever they were listed."""

from collections.abc import Callable

import pytest

from backstory.api import Memory
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt, Session

Opened = Callable[..., Memory]
STEPS = ("port the retry queue to asyncio", "write the docs page for retries", "add a benchmark for 10,000 jobs")
LISTED = "Stopped here. Next: " + "; ".join(STEPS) + "."


def tell(memory: Memory, ident: str, hour: int, *talk: str, steps: tuple[str, ...] = ()) -> None:
    commit, branch = memory.head
    times = [f"2026-11-21T{hour}:{10 + n}:00Z" for n in range(len(talk))]
    memory.sessions.write(Session(
        id=ident, agent="claude-code", branch=branch, commit=commit, started=times[0], ended=times[-1],
        prompts=tuple(Prompt(text, times[n], line=n + 1) for n, text in enumerate(talk) if n % 2 == 0),
        answers=tuple(
            Answer(text, times[n], line=n + 1, next=steps if text == LISTED else ())
            for n, text in enumerate(talk) if n % 2
        ),
        next=steps, answered=len(talk) % 2 == 0, edited=("src/pool.py",),
    ))  # fmt: skip


REMAINS = (
    "What is left is the benchmark.",
    "only the benchmark is missing now",
    "Das Einzige, was noch fehlt, ist benchmark",
)


@pytest.mark.parametrize("said", REMAINS)
@pytest.mark.parametrize("place", ["same session", "later session", "checkpoint"])
def test_other_steps_are_over(opened: Opened, said: str, place: str) -> None:
    if place == "checkpoint":
        from backstory.memory.verbs.remember import remember

        memory = opened("stated", "claude-code", "s1")
        body = "## Next\n" + "\n".join(f"- {step}" for step in STEPS)
        remember(memory, Draft(kind="checkpoint", title="retries", body=body), made="2026-11-21T08:00:00Z")
        tell(opened(), "s2", 9, "Morning. " + said, "Ok.")
    elif place == "same session":
        tell(opened(), "s1", 8, "Port the retries.", LISTED, said, steps=STEPS)
    else:
        tell(opened(), "s1", 8, "Port the retries.", LISTED, steps=STEPS)
        tell(opened(), "s2", 9, said, "Ok, I look at src/pool.py.")
    text = compose_brief(opened(), BriefOptions()).text
    open_steps = [line for line in text.splitlines() if line.startswith(("- next", "- open", "- planned", "- also"))]
    assert any("benchmark" in line for line in open_steps), text
    assert not any("asyncio" in line or "docs page" in line for line in open_steps), text


def test_a_plain_step_closes_no_other(opened: Opened) -> None:
    tell(opened(), "s1", 8, "Port the retries.", LISTED, steps=STEPS)
    tell(opened(), "s2", 9, "Look at the benchmark first.", "Ok, I look at src/pool.py.")
    text = compose_brief(opened(), BriefOptions()).text
    assert "asyncio" in text and "docs page" in text


def test_what_remains_of_other_work_closes_nothing(opened: Opened) -> None:
    tell(opened(), "s1", 8, "Port the retries.", LISTED, steps=STEPS)
    tell(opened(), "s2", 9, "What is left of the theme is the footer.", "Ok, I look at src/pool.py.")
    text = compose_brief(opened(), BriefOptions()).text
    assert "asyncio" in text and "docs page" in text
