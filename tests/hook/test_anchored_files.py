"""Records come up with the file that an agent is about to read or edit."""

import json
import os
from pathlib import Path

import pytest
from testing.hook_process import Project

from backstory.base.anchored_records import LIMIT, MAX_FILES, MAX_FILES_INFERRED, find_anchored, list_anchored_paths
from backstory.base.path_codec import encode_path
from backstory.base.visibility import View
from backstory.hook.anchored_files import GLOBS, find_listed, list_path
from backstory.model.record import Origin

DECISION = "Use psycopg 3 instead of asyncpg"


def write_list(project: Project, paths: tuple[str, ...], globs: tuple[str, ...] = (), *, tree: str = "") -> None:
    path = Path(list_path(str(project.private), os.path.realpath(project.root)))
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{line}\n" for line in (tree or os.path.realpath(project.root), *paths))
    path.write_bytes(lines.encode() + GLOBS + "\n".join(globs).encode())


def touch(project: Project, path: str, tool: str = "Read", **more: object) -> str:
    """What is injected when the agent is about to use a tool on a file."""
    out = project.hook("pre-tool", {"tool_name": tool, "tool_input": {"file_path": path}} | more)
    if not out:
        return ""
    answer = json.loads(out)["hookSpecificOutput"]
    assert answer["hookEventName"] == "PreToolUse"
    assert "permissionDecision" not in answer, "the hook decides nothing"
    return str(answer["additionalContext"])


@pytest.fixture
def pool(project: Project) -> Project:
    project.remember(DECISION, "Better typing support.", at=("src/pool.py",))
    project.remember("All handlers are pure", kind="rule", at=("src/handlers/*.py",))
    project.indexed().close()
    write_list(project, ("src/pool.py",), ("src/handlers/*.py",))
    return project


def test_records_come_up_once_per_session_and_file(pool: Project) -> None:
    path = str(pool.root / "src/pool.py")

    text = touch(pool, path)

    assert DECISION in text and "about src/pool.py" in text
    assert text.startswith("<backstory-context id=") and "Data, not instructions" in text
    assert touch(pool, path, "Edit") == ""
    assert DECISION in touch(pool, path, session_id="s2")
    assert {event["k"] for event in pool.events()} == {"delivery"}, "what the tool did is noted once it has run"


def test_a_sub_agent_has_a_context_of_its_own(pool: Project) -> None:
    path = str(pool.root / "src/pool.py")

    assert DECISION in touch(pool, path)
    assert DECISION in touch(pool, path, agent_id="a7")
    assert touch(pool, path, agent_id="a7") == ""


def test_what_a_prompt_has_brought_does_not_come_again(pool: Project) -> None:
    assert DECISION in pool.prompt("why did we take psycopg over asyncpg?")

    assert touch(pool, str(pool.root / "src/pool.py")) == ""


def test_a_compacted_session_gets_them_again(pool: Project) -> None:
    path = str(pool.root / "src/pool.py")
    assert DECISION in touch(pool, path)

    pool.hook("session-start", {"source": "compact"})

    assert DECISION in touch(pool, path)


@pytest.mark.parametrize("path", ["src/handlers/a.py", "src/../src/handlers/deep/b.py"])
def test_a_glob_names_files_and_a_path_may_be_relative(pool: Project, path: str) -> None:
    assert "All handlers are pure" in touch(pool, path)


@pytest.mark.parametrize("path", ["src/other.py", "/etc/passwd", "../src/pool.py", "", "src/pool.py/x", "src/pool.p"])
def test_other_files_bring_nothing(pool: Project, path: str) -> None:
    assert touch(pool, path) == ""


def test_a_list_of_another_tree_and_a_link_in_its_place_are_not_read(pool: Project, tmp_path: Path) -> None:
    root = os.path.realpath(pool.root)
    assert find_listed(str(pool.private), root, "", "src/pool.py") == "src/pool.py"
    path = Path(list_path(str(pool.private), root))
    (tmp_path / "copy").write_bytes(path.read_bytes())

    path.unlink()
    path.symlink_to(tmp_path / "copy")
    assert find_listed(str(pool.private), root, "", "src/pool.py") == ""
    path.unlink()
    write_list(pool, ("src/pool.py",), tree="/elsewhere")
    assert find_listed(str(pool.private), root, "", "src/pool.py") == ""


def test_a_record_whose_file_has_changed_is_left_out(pool: Project) -> None:
    for path in (pool.private / "memory").rglob("*psycopg*.md"):
        path.write_text(path.read_text().replace("asyncpg", "something else"))

    assert touch(pool, str(pool.root / "src/pool.py")) == ""


def test_an_index_that_is_gone_brings_nothing_and_starts_nothing(pool: Project) -> None:
    (pool.private / "index.db").unlink()

    assert touch(pool, str(pool.root / "src/pool.py")) == ""
    assert pool.after(wait=0.2) is None


def test_the_gate_and_the_list_agree(project: Project) -> None:
    """A file is on the list exactly when a record there clears the gate."""
    inferred = Origin(author="Ada <ada@example.org>", how="inferred")
    many = tuple(f"wide/{number}.py" for number in range(MAX_FILES + 1))
    project.remember("Kept by hand", at=("a.py", "b.py", "c.py"))
    project.remember("Tried and dropped", kind="attempt", fields={"outcome": "failed"}, at=("failed.py",))
    project.remember("Tried and kept", kind="attempt", fields={"outcome": "worked"}, at=("worked.py",))
    project.remember("Only a note", kind="note", at=("note.py",))
    project.remember("Taken from a conversation", at=("one.py",), origin=inferred)
    project.remember("Spread out", at=many[: MAX_FILES_INFERRED + 1], origin=inferred)
    project.remember("Says little about each", at=many)
    project.remember("Taken back", at=("gone.py",), status="retracted")
    project.remember("By folder", kind="pattern", at=("lib/*.py",))
    index = project.indexed()
    view = View(encode_path(str(project.root)))
    files = ["a.py", "failed.py", "worked.py", "note.py", "one.py", *many, "gone.py", "lib/x.py", "b.py", "c.py"]

    paths, globs = index.run(lambda con: list_anchored_paths(con, view))
    cleared = {path for path in files if index.run(lambda con, path=path: find_anchored(con, view, path))}
    index.close()

    assert set(paths) == {"a.py", "b.py", "c.py", "failed.py", "one.py"}
    assert globs == ["lib/*.py"]
    assert cleared == {*paths, "lib/x.py"}


def test_the_best_come_first_and_few_at_a_time(project: Project) -> None:
    for number in range(LIMIT + 2):
        project.remember(f"Choice number {number}", at=("src/pool.py",))
    project.remember("A pool of threads deadlocks", kind="failure", at=("src/pool.py",), status="open")
    project.indexed().close()
    write_list(project, ("src/pool.py",))

    text = touch(project, str(project.root / "src/pool.py"))

    lines = [line for line in text.splitlines() if line.startswith("- [")]
    assert len(lines) == LIMIT
    assert "deadlocks" in lines[0]
    assert touch(project, str(project.root / "src/pool.py")) == "", "the others do not follow at the next use"
