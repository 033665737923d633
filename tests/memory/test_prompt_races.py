"""A prompt that is answered while another process changes the index."""

from collections.abc import Callable
from typing import Any

import apsw
import pytest

from backstory.agents.base import HookInput
from backstory.api import Memory
from backstory.model.record import Draft
from backstory.worker import prompt_answer
from backstory.worker.answers import answer_prompt

Opened = Callable[..., Memory]
ASK = "why did we take psycopg for the database?"


@pytest.mark.parametrize(("times", "is_answered"), [(0, True), (1, True), (2, True), (50, False)])
def test_a_prompt_is_answered_again_where_the_index_changed_meanwhile(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, times: int, is_answered: bool
) -> None:
    memory = opened("stated")
    memory.remember(Draft(kind="decision", title="Use psycopg for the database"), scope="team")
    path = memory.fresh().path
    real, left = prompt_answer.answer_prompt, [times]

    def answer_beside_another_process(*args: Any, **more: Any) -> tuple[str, list[str], bool]:
        if left[0]:
            left[0] -= 1
            other = apsw.Connection(str(path))
            other.execute("UPDATE meta SET value = 'of an earlier state' WHERE key = 'trust'")
            other.close()
        return real(*args, **more)

    monkeypatch.setattr(prompt_answer, "answer_prompt", answer_beside_another_process)
    call = HookInput("prompt", session="s1", cwd=memory.project.root, prompt=ASK)

    text = answer_prompt(opened("stated", "claude-code", "s1"), "claude-code", call)

    assert ("Use psycopg" in text) is is_answered
