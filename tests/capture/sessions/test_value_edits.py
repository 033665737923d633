"""Numbers that edits replace, read from the calls of many agents, and what a session keeps of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.capture.sessions.value_edits import find_value_edits
from backstory.capture.sessions.value_trail import MAX_CHANGES
from backstory.capture.text.edit_texts import TextEdit, read_text_edits
from backstory.model.session import Session, ValueChange
from backstory.model.session_parts import split_by_branch

ROOT = "/home/ada/shop"
OLD, NEW = "PAUSE = 0.2\n", "PAUSE = 0.5\n"
PATCH = "*** Begin Patch\n*** Update File: shop/retry.py\n@@\n # seconds\n-PAUSE = 0.2\n+PAUSE = 0.5\n*** End Patch"
BLOCKS = "<<<<<<< SEARCH\nPAUSE = 0.2\n=======\nPAUSE = 0.5\n>>>>>>> REPLACE"


@pytest.mark.parametrize(
    "given",
    [
        {"file_path": "shop/retry.py", "old_string": OLD, "new_string": NEW},
        {"filePath": "shop/retry.py", "oldString": OLD, "newString": NEW},
        {"command": "str_replace", "path": "shop/retry.py", "old_str": OLD, "new_str": NEW},
        {"file_path": "shop/retry.py", "edits": [{"old_string": OLD, "new_string": NEW}]},
        {"path": "shop/retry.py", "edits": [{"oldText": OLD, "newText": NEW}]},
        {"TargetFile": "shop/retry.py", "ReplacementChunks": [{"TargetContent": OLD, "ReplacementContent": NEW}]},
        {"input": PATCH},
        {"patch": PATCH.replace("@@\n", "@@ def wait():\n")},
        {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]},
        {"path": "shop/retry.py", "diff": BLOCKS},
        {"path": "shop/retry.py", "diff": BLOCKS.replace("<<<<<<<", "-------").replace(">>>>>>>", "+++++++")},
    ],
)
def test_the_forms_of_all_agents_are_read(given: dict[str, Any]) -> None:
    (value,) = find_value_edits(read_text_edits(given))
    assert (value.path, value.old, value.new) == ("shop/retry.py", "0.2", "0.5")
    assert value.name.split()[-1] == "PAUSE"


@pytest.mark.parametrize(
    "given",
    [
        {"file_path": "shop/retry.py", "content": NEW},
        {"input": "*** Begin Patch\n*** Add File: shop/retry.py\n+PAUSE = 0.5\n*** End Patch"},
        {"input": "*** Begin Patch\n*** Delete File: shop/retry.py\n-PAUSE = 0.2\n*** End Patch"},
        {"file_path": "shop/retry.py", "old_string": "", "new_string": NEW},
        {"file_path": "shop/retry.py", "old_string": 3, "new_string": None, "edits": "none"},
        {"path": "shop/retry.py", "diff": "<<<<<<< SEARCH\nPAUSE = 0.2\n"},
    ],
)
def test_what_replaces_no_text_has_none(given: dict[str, Any]) -> None:
    assert read_text_edits(given) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("retry(n=3, delay=50)", "retry(patience=500)", [("retry n delay", "3", ""), ("retry n delay", "50", "")]),
        ("MAX = 30", "def median(known):\n    return known[len(known) // 2]", [("MAX", "30", "")]),
        ('max-size: "100m"', 'max-size: "130m"', [("max-size", '"100m"', '"130m"')]),
        ("limits:\n  tries: 3", "limits:\n  tries: 5", [("limits tries", "3", "5")]),
        ("wait(30)  # seconds", "wait(30)  # minutes", []),
        ('version = "1.2.3"', 'version = "1.2.4"', []),
        ("a = 1\nb = 2", "b = 2\na = 1", []),
        ("name = 'Ada'", "name = 'Jo'", []),
    ],
)
def test_only_numbers_that_are_gone_are_values(old: str, new: str, expected: list[tuple[str, str, str]]) -> None:
    values = find_value_edits([TextEdit("a", old, new)])
    assert sorted((one.old, one.new) for one in values) == sorted(row[1:] for row in expected)
    assert all(set(names.split()) & set(one.name.split()) for one, (names, _, _) in zip(values, expected, strict=True))


def test_a_table_that_is_rewritten_has_no_values() -> None:
    old, new = (", ".join(str(number) for number in range(begin, begin + 10)) for begin in (100, 200))
    lines = [TextEdit("a", old.replace(", ", "\n"), new.replace(", ", "\n"))]
    assert find_value_edits(lines) == []


@given(st.text(alphabet="ab=, 0123.\n\"'`", max_size=60), st.text(alphabet="ab=, 0123.\n\"'`", max_size=60))
def test_a_value_stands_in_the_old_text_more_often_than_in_the_new(old: str, new: str) -> None:
    for one in find_value_edits([TextEdit("a", old, new)]):
        assert one.old in old and one.new in new


def edit(old: str, new: str, call: str = "e1", path: str = f"{ROOT}/shop/retry.py", **more: Any) -> Turn:
    given = {"file_path": path, "old_string": old, "new_string": new}
    return Turn("tool", "", tool="Edit", action="edit", edits=(path,), input=given, call=call, cwd=ROOT, **more)


def digest(*turns: Turn, session: Session | None = None) -> Session:
    mask = lambda text: text.replace("7788", "[redacted]")  # noqa: E731
    return extend_session(session or Session(id="s1", agent="claude-code"), turns, roots=(ROOT,), clean=mask)


def test_a_session_keeps_what_was_replaced_and_when() -> None:
    session = digest(edit(OLD, NEW, time="2026-11-20T10:00:00Z", line=4), Turn("result", "ok", call="e1"))
    assert session.changes == (ValueChange("PAUSE", "0.2", "0.5", ("shop/retry.py",), "2026-11-20T10:00:00Z", 4),)


def test_what_failed_lies_outside_or_holds_a_secret_is_not_kept() -> None:
    session = digest(
        edit(OLD, NEW), Turn("result", "no such text", call="e1", failed=True),
        edit(OLD, NEW, "e2", "/etc/retry.py"), Turn("result", "ok", call="e2"),
        edit("PIN = 7788", "PIN = 1234", "e3"), Turn("result", "ok", call="e3"),
    )  # fmt: skip
    assert session.changes == ()


def test_a_session_that_is_read_in_pieces_keeps_the_same() -> None:
    turns = [
        edit(OLD, NEW),
        Turn("result", "ok", call="e1"),
        edit(NEW, "PAUSE = 1\n", "e2"),
        Turn("result", "", call="e2"),
    ]
    for cut in range(len(turns)):
        assert digest(*turns[cut:], session=digest(*turns[:cut])) == digest(*turns)


def test_the_oldest_drop_out_first() -> None:
    turns = [edit(f"PAUSE = {number}\n", f"PAUSE = {number + 1}\n", f"e{number}") for number in range(MAX_CHANGES + 5)]
    changes = digest(*turns).changes
    assert (len(changes), changes[0].old, changes[-1].new) == (MAX_CHANGES, "5", str(MAX_CHANGES + 5))


def test_what_was_replaced_belongs_to_the_branch_that_was_checked_out() -> None:
    session = digest(
        Turn("user", "make the pause 0.5", line=1, branch="main"),
        edit(OLD, NEW, line=2, branch="main"),
        Turn("result", "ok", call="e1", line=3, branch="main"),
        Turn("user", "make the tries 5", line=6, branch="tries"),
        edit("TRIES = 3", "TRIES = 5", "e2", line=7, branch="tries"),
        Turn("result", "ok", call="e2", line=8, branch="tries"),
    )
    parts = {one.branch: [change.old for change in one.changes] for one in split_by_branch(session, "tries")}
    assert parts == {"main": ["0.2"], "tries": ["3"]}
