"""Commit messages: what they decide and take back is found, and nothing else."""

import pytest

from backstory.capture.commit_messages import find_commit_statements, find_landed


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
