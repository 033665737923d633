"""A red test of a try whose files were edited back is over; git says that they are as in the commit."""

from collections.abc import Callable

import pytest

from backstory.api import Memory
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.answers.status import project_status
from backstory.memory.work.automatic_checkpoints import write_session_checkpoint
from backstory.model.session import Answer, CommandRun, Prompt, Session

Opened = Callable[..., Memory]


@pytest.mark.parametrize("is_back", [True, False])
def test_a_brief_names_it_only_while_the_file_differs(opened: Opened, is_back: bool) -> None:
    memory = opened("stated", "claude-code", "s1")
    commit, branch = memory.head
    red = CommandRun(
        "pytest -q", "test", "2026-11-21T10:01:00Z", failed=True, red=("tests/test_pool.py::test_take",), line=4,
        summary="1 failed, 3 passed", edited=("src/pool.py",),
    )  # fmt: skip
    tried = Prompt("Try a pool of four", red.made, line=1, edited=("src/pool.py",))
    session = memory.sessions.write(Session(
        id="s1", agent="claude-code", branch=branch, commit=commit, started="2026-11-21T10:00:00Z",
        ended="2026-11-21T10:09:00Z", prompts=(tried,),
        commands=(red,), answers=(Answer("It is as it was: four are no better.", red.made, line=8),),
        edited=("src/pool.py",), answered=True,
    ))  # fmt: skip
    write_session_checkpoint(memory, session)  # it is written when the turn ends, and names what failed
    if not is_back:
        path = memory.project.root + "/src/pool.py"
        with open(path, "a") as file:
            file.write("SIZE = 4\n")
    text = compose_brief(opened(), BriefOptions()).text
    assert ("test_take" in text) is not is_back, text
    blockers = (project_status(opened())["checkpoint"] or {}).get("blockers", [])
    assert any("test_take" in one for one in blockers) is not is_back, blockers
