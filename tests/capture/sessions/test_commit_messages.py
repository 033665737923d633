"""Commit messages: what they decide and take back is found, and nothing else."""

import pytest

from backstory.capture.sessions.commit_messages import find_commit_statements, find_landed, find_returned, is_returned


@pytest.mark.parametrize(
    ("message", "kind", "text", "why"),
    [
        (
            "cli: parse by hand\n\nIt grew.\nWe decided to drop it, because it costs a second.\n\nSigned-off-by: A",
            "decision",
            "cli: parse by hand",
            "We decided to drop it, because it costs a second.",
        ),
        (
            'Revert "Cache the pool"\n\nThis reverts commit 1234567.\n\nIt leaked connections under load in staging.',
            "attempt",
            "Cache the pool",
            "It leaked connections under load in staging.",
        ),
        (
            "We decided against GraphQL: too much tooling for two endpoints",
            "decision",
            "We decided against GraphQL",
            "too much tooling for two endpoints",
        ),
        ("docs: we agreed to drop Python 3.8", "decision", "docs: we agreed to drop Python 3.8", ""),
        ('Revert "Cache the pool" (#12)\n\nThis reverts commit 1234567890.', "attempt", "Cache the pool", ""),
        (
            'Revert "Merge pull request #1"\n\nThis reverts commit 1234567, reversing\nchanges made to 7654321.',
            "attempt",
            "Merge pull request #1",
            "",
        ),
    ],
)
def test_what_is_stated_is_found(message: str, kind: str, text: str, why: str) -> None:
    (statement,) = find_commit_statements(message)
    assert (statement.kind, statement.text, statement.why) == (kind, text, why)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Fix the crash",
        "Fix the crash\n\nThe length was 0, so we decided we were not running.",
        "Use b instead of a\n\nIt prints integers instead of floats, because of the division.",
        "Add a log\n\n    we decided to indent this: it is output",
        "Add a log\n\n> we decided to quote this from elsewhere",
        "Revert the change of the docs",
        'Revert "Merge stable into main"',
    ],
)
def test_what_is_not_stated_is_not_found(message: str) -> None:
    assert find_commit_statements(message) == []


@pytest.mark.parametrize(
    ("message", "landed", "is_attempt"),
    [
        ("Add `pathsend` (#22)", "add pathsend", False),
        ('Revert "Add pathsend (#1)" (#2)', "", True),
        ('Reapply "Add pathsend" (#3)', "add pathsend", False),
        ('Revert "Revert "Add pathsend""', "add pathsend", False),
        ('Revert "Reapply "Add pathsend""', "", True),
        ('Revert "Use "foo" here" (#9)', "", True),
    ],
)
def test_what_was_brought_again_is_no_attempt(message: str, landed: str, is_attempt: bool) -> None:
    assert find_landed(message) == landed
    assert [one.kind for one in find_commit_statements(message)] == ["attempt"] * is_attempt


@pytest.mark.parametrize(
    "message",
    [
        'Revert "Add lindgren as a maintainer"\n\nThis reverts commit 1234567.',
        'Revert "Add Ines to the reviewers"',
        'Revert "Bump serde from 1.0.59 to 1.0.63"\n\nThis reverts commit 1234567.',
        'Revert "build(deps): update all dependencies"',
        'Revert "Upgrade numpy to v2.1"',
    ],
)
def test_people_and_new_versions_are_no_attempts(message: str) -> None:
    assert find_commit_statements(message) == []


def test_a_new_version_with_a_reason_is_an_attempt() -> None:
    message = 'Revert "Bump serde from 1.0.59 to 1.0.63"\n\nThe new release does not build with our oldest compiler.'
    assert [one.kind for one in find_commit_statements(message)] == ["attempt"]


@pytest.mark.parametrize(
    ("change", "later", "expected"),
    [
        ("Switch from std::sync::mpsc to crossbeam-channel", "walk: Switch back to crossbeam-channel", True),
        ("Switch from std::sync::mpsc to crossbeam-channel", "Switch back to std::sync::mpsc", False),
        ("Use the arena allocator", "Re-enable the arena allocator (#31)", True),
        ("Replace yaml with toml", "config: go back to toml", True),
        ("Replace yaml with toml", "config: go back to yaml", False),
        ("Cache the pool", "Use the pool again", True),
        ("Drop the retry of uploads", "Bring back the retry of uploads", False),
        ("Cache the pool", "Bring back the colours of the list", False),
        ("Cache the pool", "Cache the list", False),
        ("Cache the pool", 'Revert "Cache the pool"', False),
    ],
)
def test_a_change_that_comes_back_in_other_words_is_seen(change: str, later: str, expected: bool) -> None:
    assert is_returned(change, find_returned(later)) == expected
