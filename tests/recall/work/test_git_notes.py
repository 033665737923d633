"""What git has under way, and what was stashed."""

from backstory.model.snapshot import Change, GitState, Stash
from backstory.recall.work.git_notes import git_notes


def told(git: GitState) -> list[tuple[str, str, str]]:
    return [(note.label, note.text, note.detail) for note in git_notes(git, "2026-11-20T09:00:00Z")]


def test_nothing_under_way_says_nothing() -> None:
    assert told(GitState(branch="main", changes=(Change("a.py", "modified"),))) == []


def test_an_operation_says_where_it_stopped_and_what_is_in_conflict() -> None:
    git = GitState(
        operation="rebase",
        stopped="Widen the window, commit 1 of 2",
        changes=(Change("src/a.py", "conflicted"), Change("src/b.py", "conflicted"), Change("c.py", "modified")),
    )
    assert told(git) == [("under way", "rebase (Widen the window, commit 1 of 2); in conflict: src/{a.py, b.py}", "")]
    assert told(GitState(operation="bisect")) == [("under way", "bisect", "")]


def test_a_stash_says_since_when_and_what() -> None:
    stashes = (Stash("half done", "2026-11-19T10:00:00Z", ("src/a.py",)), Stash(made="2026-11-20T08:00:00Z"))
    assert told(GitState(stashes=stashes)) == [
        ("stashed", "half done: src/a.py", "yesterday"),
        ("stashed", "changes", "today"),
    ]
