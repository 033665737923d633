"""A value that the person replaced in the talk is marked when a hook brings the record that was made on purpose."""

import os

import apsw
import pytest
from testing.hook_process import Project
from tests.hook.test_anchored_files import touch, write_list

from backstory.base.path_codec import encode_path
from backstory.model.record import Origin

TITLE = "The trash list refreshes itself every 60 seconds"
ASK = "how often does the trash list refresh itself?"
MARKED = f"{TITLE} [replaced by 5 minutes]"


def note(project: Project, *, sure: int = 1, made: str = "2026-11-20T08:00:00Z", tree: str = "") -> None:
    """Notes the value as replaced, as the last brief of the tree does."""
    con = apsw.Connection(project.path)
    start = TITLE.index("60")
    row = (tree or encode_path(os.path.realpath(project.root)), made, TITLE, start, len(TITLE), "5 minutes",
           "make that 5 minutes", "2026-11-21T08:00:00Z", sure)  # fmt: skip
    con.execute(f"INSERT INTO overturned VALUES ({', '.join('?' * len(row))})", row)
    con.close()


def remember(project: Project, how: str) -> None:
    origin = Origin(how=how, author="Ada <ada@example.org>", agent="claude-code" if how == "stated" else "")
    project.remember(TITLE, "Nobody waits longer.", at=("src/trash.py",), origin=origin, made="2026-11-20T08:00:00Z")
    project.indexed().close()
    write_list(project, ("src/trash.py",))


@pytest.mark.parametrize("how", ["explicit", "stated"])
def test_a_replaced_value_is_marked_with_a_prompt_and_with_a_file(project: Project, how: str) -> None:
    remember(project, how)
    assert TITLE in project.prompt(ASK, session_id="s1") and "replaced by" not in project.prompt(ASK, session_id="s2")
    note(project)
    assert MARKED in project.prompt(ASK, session_id="s3")
    assert MARKED in touch(project, str(project.root / "src/trash.py"), session_id="s4")


@pytest.mark.parametrize(
    "other", [{"sure": 0}, {"made": "2026-11-19T08:00:00Z"}, {"tree": encode_path("/elsewhere/shop")}]
)
def test_a_value_that_holds_is_not(project: Project, other: dict[str, object]) -> None:
    remember(project, "explicit")
    note(project, **other)  # type: ignore[arg-type]
    text = project.prompt(ASK)
    assert TITLE in text and "replaced by" not in text
