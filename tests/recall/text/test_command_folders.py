"""Folders in commands, as the project names them."""

import pytest

from backstory.model.session import CommandRun, Session
from backstory.model.snapshot import GitState
from backstory.recall.past.red_tests import test_notes as list_notes
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.command_folders import relate_folders
from backstory.recall.text.moment import BriefRequest

FILES = ("frontend/src/app.tsx", "src/shop/pay.py", "my docs/a.md")


@pytest.mark.parametrize(("command", "shown"), [
    ("cd /Users/ada/work/shop && npm test", "npm test"),
    ("cd /Users/ada/work/shop/frontend && npm test", "cd frontend && npm test"),
    ("cd /Users/ada/My\\ Drive/shop/frontend && npm test", "cd frontend && npm test"),
    ('cd "d:/work new/shop-v2/frontend" && npx vitest', "cd frontend && npx vitest"),
    ("cd 'C:\\work\\Shop\\src\\shop'; pytest", "cd src/shop; pytest"),
    ("cd /home/shop/checkout/src/shop && pytest", "cd src/shop && pytest"),
    ("cd ~/shop/api; pytest", "cd api; pytest"),
    ('cd "/home/ada/shop/my docs" && vale .', 'cd "my docs" && vale .'),
    ("source .venv/bin/activate && cd /home/ada/shop && pytest", "source .venv/bin/activate && pytest"),
    ("cd frontend && npm test", "cd frontend && npm test"),
    ("cd /opt/other && make test", "cd /opt/other && make test"),
    ("pytest /tmp/shop", "pytest /tmp/shop"),
    ("cd /home/ada/shop", "cd /home/ada/shop"),
])  # fmt: skip
def test_a_folder_is_named_from_the_root_of_the_project(command: str, shown: str) -> None:
    assert relate_folders(command, "shop", FILES) == shown


def test_the_last_test_run_names_no_path_of_another_machine() -> None:
    run = CommandRun(
        "cd /Users/ada/code/shop/frontend && npm test", kind="test", failed=True, summary="1 failed", red=("a > b",)
    )
    past = PastWork((Session(id="one", agent="codex", commands=(run,), edited=FILES),))
    assert list_notes(BriefRequest(project="shop"), past, GitState())[0].text.startswith("`cd frontend && npm test`:")
