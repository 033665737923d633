"""A value in a record made on purpose is marked once the person replaced it in the talk."""

from collections.abc import Callable

import pytest

from backstory.api import Memory
from backstory.guests.ask import answer_from_memory
from backstory.hook.prompt import answer_prompt
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt, Session

Opened = Callable[..., Memory]
BEFORE, AFTER = "2026-11-20T08:00:00Z", "2026-11-22T08:00:00Z"
TITLE = "The list refreshes itself every 60 seconds"


def tell(memory: Memory, *talk: str) -> None:
    commit, branch = memory.head
    rows = [(f"2026-11-21T10:{10 + n}:00Z", n, text) for n, text in enumerate(talk)]
    memory.sessions.write(Session(
        id="s1", agent="claude-code", branch=branch, commit=commit, started=rows[0][0], ended=rows[-1][0],
        prompts=tuple(Prompt(text, made, line=line) for made, line, text in rows[::2]),
        answers=tuple(Answer(text, made, line=line) for made, line, text in rows[1::2]), answered=True,
        edited=("src/pool.py",),
    ))  # fmt: skip


TALK = (
    "Show the trash as a list.",
    "The list is there.",
    "The refresh of the list every 60 seconds is annoying, make that 5 minutes.",
    "The list refreshes every 5 minutes now.",
)


@pytest.mark.parametrize(("how", "agent"), [("stated", "claude-code"), ("explicit", "")])
def test_a_replaced_value_is_marked_wherever_the_record_is_told(opened: Opened, how: str, agent: str) -> None:
    memory = opened(how=how, agent=agent)
    from backstory.memory.verbs.remember import remember

    why = "Colleagues empty the trash from their phones and watch it on the screen in the hall."
    remember(memory, Draft(kind="decision", title=TITLE, body=why), made=BEFORE)
    tell(memory, *TALK)
    text = compose_brief(opened(), BriefOptions()).text
    assert f"{TITLE} [replaced by 5 minutes]" in text, text
    hits = opened().recall("list refresh")
    changes = opened().find_revisions(hit.row.record for hit in hits).changes
    assert list(changes.values()) == ["60 seconds replaced by 5 minutes"]
    asked = opened()
    root, private = asked.project.root, str(asked.project.private)
    ask = "why does the list refresh itself so often?"
    given = asked.fresh().run(lambda con: answer_prompt(con, root, ask, private=private))[0]
    assert f"{TITLE} [replaced by 5 minutes]" in given, given
    claims = [claim.text for claim in answer_from_memory(opened(), "how often does the list refresh?")]
    assert not any(claim == TITLE for claim in claims), claims


@pytest.mark.parametrize(
    ("made", "talk"),
    [
        (AFTER, TALK),
        (BEFORE, (*TALK[:2], "The import takes 40 seconds, make that 20 seconds.", "The import takes 20 seconds.")),
        (BEFORE, (*TALK[:2], "why every 60 seconds?", "So that nobody sees an old list.")),
    ],
)
def test_a_value_that_holds_is_not(opened: Opened, made: str, talk: tuple[str, ...]) -> None:
    from backstory.memory.verbs.remember import remember

    memory = opened(how="stated", agent="claude-code")
    remember(memory, Draft(kind="decision", title=TITLE), made=made)
    tell(memory, *talk)
    assert "replaced by" not in compose_brief(opened(), BriefOptions()).text
