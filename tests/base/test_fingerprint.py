"""What a brief and the index were made for."""

import os
import time

from testing.hook_process import Project

from backstory.base.discovery import find_project
from backstory.base.fingerprint import AWAY, SAME_HEAD, UNKNOWN, head_text, index_state, state_fingerprint
from backstory.base.path_codec import decode_path, encode_path
from backstory.hook.index_file import SCHEMA, open_index
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


def test_the_state_follows_the_folders_and_head(project: Project) -> None:
    project.add("one")
    index = project.indexed()
    found = find_project(str(project.root))
    assert found is not None
    con = open_index(project.path)

    assert index_state(con, found) == (SAME_HEAD, False)
    index.hide([], head="somewhere else")
    assert index_state(con, found) == (AWAY, True)
    index.hide([], head=head_text("", "main"))
    assert index_state(con, found) == (SAME_HEAD, False)
    project.add("two")
    assert index_state(con, found) == (SAME_HEAD, True)
    project.refresh(index)
    assert index_state(con, found) == (UNKNOWN, True)  # no policy has judged the new file
    index.hide([], head=head_text("", "main"))
    assert index_state(con, found) == (SAME_HEAD, False)


def test_a_file_read_again_with_the_same_content_leaves_the_hidden_records_valid(project: Project) -> None:
    record = project.add("one")
    index = project.indexed()
    index.hide([], head=head_text("", "main"))
    os.utime(project.path_of(record))
    project.refresh(index)
    found = find_project(str(project.root))
    assert found is not None

    assert index_state(open_index(project.path), found)[0] == SAME_HEAD


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

    assert index.run(lambda con: index_state(con, found))[1]


def test_another_working_tree_was_never_looked_at(project: Project) -> None:
    project.indexed().close()
    found = find_project(str(project.root))
    assert found is not None
    found.root += "-elsewhere"

    assert index_state(open_index(project.path), found) == (UNKNOWN, True)


def test_paths_that_are_no_text() -> None:
    odd = os.fsdecode(b"/caf\xe9/x")

    assert encode_path("/plain") == "/plain" == decode_path("/plain")
    assert encode_path(odd).isascii()
    assert decode_path(encode_path(odd)) == odd
