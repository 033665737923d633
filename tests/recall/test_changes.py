from backstory.model.snapshot import Change, Commit, GitState, RepositoryFacts, Script
from backstory.recall import changes, project


def test_own_folder_is_no_news() -> None:
    git = GitState(changes=(Change(".backstory/memory/x.md", "untracked"), Change("a.py", "modified")))
    assert [n.text for n in changes.notes(git, most_files=9)] == ["a.py"]


def test_order_and_marks() -> None:
    git = GitState(
        operation="merge",
        changes=(
            Change("u.py", "untracked"),
            Change("b.py", "modified"),
            Change("a.py", "renamed", staged=True, was="z.py"),
            Change("c.py", "conflicted"),
        ),
        commits=(Commit("9f1c2e4", "subject", "Ada <a@b>", "2026-11-20"),),
    )
    notes = changes.notes(git, most_files=3)
    assert [(n.label, n.text, n.detail, n.where) for n in notes] == [
        ("operation", "merge", "", ""),
        ("conflicted", "c.py", "", ""),
        ("renamed", "a.py", "staged", "z.py"),
        ("modified", "b.py", "", ""),
        ("more", "1 more changed files", "", ""),
        ("commit", "subject", "", "9f1c2e4"),
    ]


def test_no_git_no_notes() -> None:
    assert changes.notes(GitState(), most_files=9) == []


def test_project() -> None:
    facts = RepositoryFacts(
        purpose="A shop.", entry_points=("a.py:main",), scripts=(Script("t", "pytest"),), layout=("src/ (1)",)
    )
    notes = project.notes(facts, {"b.py": "changed now", "c.py": ""}, most_files=1)
    assert [(n.label, n.text, n.detail) for n in notes] == [
        ("purpose", "A shop.", ""),
        ("entry", "a.py:main", ""),
        ("file", "b.py", "changed now"),
        ("script", "t", "pytest"),
        ("layout", "src/ (1)", ""),
    ]
    assert project.notes(RepositoryFacts(), {}, most_files=9) == []
