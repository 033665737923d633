"""Kinds of files by their paths and in words: rules speak of them by another name than a prompt."""

import pytest

from backstory.base.file_kinds import FILE_WORDS, find_file_kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("mention the flag in docs/man/quill.1", "manpage"),
        ("put that into share/man1/tern.8.in, please", "manpage"),
        ("add limits to types/index.d.ts", "typings"),
        ("annotate pool.pyi", "typings"),
        ("bump serde in `Cargo.lock`", "lockfile"),
        ("add a job to .github/workflows/test.yml.", "ci"),
        ("update tests/__snapshots__/list.snap", "snapshot"),
        ("put the year into LICENSE", "license"),
        ("patch third_party/zlib/inflate.c", "vendored"),
        ("regenerate the lock file", "lockfile"),
        ("extend the man page", "manpage"),
        ("create StringLimitTest.java for the rest", "testfile"),
        ("put it into tests/test_pool.py", "testfile"),
        ("add a case to pool.spec.ts", "testfile"),
    ],
)
def test_a_file_is_of_the_kind_that_rules_name(text: str, kind: str) -> None:
    assert kind in find_file_kinds(text) and kind in FILE_WORDS


@pytest.mark.parametrize(
    "text",
    [
        "add a test to src/pool.py",
        "set v1.2 in setup.cfg",
        "see 2.1 and p.3",
        "manage it",
        "rename Latest.java",
        "edit contest.js",
        "add protest.py",
    ],
)
def test_other_files_have_no_kind(text: str) -> None:
    assert not find_file_kinds(text)
