"""What a brief and the index were made for."""

import os
import time

from testing.hook_process import Project

from backstory.base.discovery import find_project
from backstory.base.fingerprint import head_text, is_fresh, state_fingerprint
from backstory.base.path_codec import decode_path, encode_path
from backstory.hook.prompt import SCHEMA, open_index
from backstory.index.schema import schema_digest


def test_the_schema_the_hook_reads_is_the_one_that_is_written() -> None:
    assert schema_digest() == SCHEMA


def test_stays_while_nothing_changes_and_changes_with_everything_a_brief_depends_on(project: Project) -> None:
    def now() -> str:
        found = find_project(str(project.root))
        assert found is not None
        return state_fingerprint(found, str(project.home))

    seen = [now()]
    assert now() == seen[0]
    for change in (
        lambda: project.add("team", scope="team"),
        lambda: project.add("private"),
        lambda: project.add("user", scope="user"),
        lambda: project.add("new kind", kind="fact"),
        lambda: project.git("add", "-A"),
        lambda: project.git("commit", "-qm", "x"),
        lambda: project.git("checkout", "-qb", "side"),
        lambda: os.utime(project.config),
    ):
        change()
        seen.append(now())

    assert len(set(seen)) == len(seen)


def test_fresh_follows_the_folders_and_head(project: Project) -> None:
    project.add("one")
    index = project.indexed()
    found = find_project(str(project.root))
    assert found is not None
    con = open_index(project.path)

    assert is_fresh(con, found)
    index.hide([], head="somewhere else")
    assert not is_fresh(con, found)
    index.hide([], head=head_text("", "main"))
    assert is_fresh(con, found)
    project.add("two")
    assert not is_fresh(con, found)
    project.refresh(index)
    assert not is_fresh(con, found)  # which records belong to this branch is to be worked out again
    index.hide([], head=head_text("", "main"))
    assert is_fresh(con, found)


def test_a_folder_changed_just_now_proves_nothing(project: Project) -> None:
    project.add("one")
    soon = time.time_ns() + 10**10  # whatever the machine is busy with, this is no time that has passed
    for folder in (project.private / "memory").rglob("*"):
        if folder.is_dir():
            os.utime(folder, ns=(soon, soon))
    index = project.open()
    index.refresh(project.stores, project.gate)
    found = find_project(str(project.root))
    assert found is not None

    assert not index.run(lambda con: is_fresh(con, found))


def test_another_working_tree_was_never_looked_at(project: Project) -> None:
    project.indexed().close()
    found = find_project(str(project.root))
    assert found is not None
    found.root += "-elsewhere"

    assert not is_fresh(open_index(project.path), found)


def test_paths_that_are_no_text() -> None:
    odd = os.fsdecode(b"/caf\xe9/x")

    assert encode_path("/plain") == "/plain" == decode_path("/plain")
    assert encode_path(odd).isascii()
    assert decode_path(encode_path(odd)) == odd
