from backstory.model.event import Event
from backstory.model.snapshot import Change, Commit, GitState, RepositoryFacts
from backstory.recall.notes import MAX_EVENTS, change_notes, project_notes, session_notes


def test_own_folder_is_no_news() -> None:
    git = GitState(changes=(Change(".backstory/memory/x.md", "untracked"), Change("a.py", "modified")))
    assert [n.text for n in change_notes(git, most_files=9)] == ["a.py"]


def test_merges_and_commits_of_bots_are_left_out() -> None:
    commits = (
        Commit("1", "Bump hbs", "dependabot[bot]", "2026-11-20"),
        Commit("2", "Merge branch 'x'", "Ada", "2026-11-20"),
        Commit("3", "Cache views", "Ada", "2026-11-20"),
    )
    assert [note.text for note in change_notes(GitState(commits=commits), most_files=9)] == ["Cache views"]


def test_order_and_marks() -> None:
    git = GitState(
        changes=(
            Change("u.py", "untracked"),
            Change("b.py", "modified"),
            Change("a.py", "renamed", staged=True, was="z.py"),
            Change("c.py", "conflicted"),
        ),
        commits=(Commit("9f1c2e4", "subject", "Ada <a@b>", "2026-11-20"),),
    )
    notes = change_notes(git, most_files=3)
    assert [(n.label, n.text, n.detail, n.where) for n in notes] == [
        ("conflicted", "c.py", "", ""),
        ("renamed", "a.py", "staged", "z.py"),
        ("modified", "b.py", "", ""),
        ("more", "1 more changed file", "", ""),
        ("commit", "subject", "", "9f1c2e4"),
    ]


def test_no_git_no_notes() -> None:
    assert change_notes(GitState(), most_files=9) == []


def test_project() -> None:
    facts = RepositoryFacts(purpose="A shop.", entry_points=("a.py:main",), layout=("src/ (1)",))
    notes = project_notes(facts, {"b.py": "changed now", "c.py": ""}, most_files=1)
    assert [(n.label, n.text, n.detail) for n in notes] == [
        ("purpose", "A shop.", ""),
        ("file", "b.py", "changed now"),
    ]
    assert project_notes(RepositoryFacts(), {}, most_files=9) == []


def event(kind: str, **data: object) -> Event:
    return Event(id="1", kind=kind, data=data)


def test_repeats_are_counted() -> None:
    some = [event("command", command="pytest"), event("edit", path="a.py"), event("command", command="pytest")]
    assert [(n.label, n.text, n.detail) for n in session_notes(some, "balanced")] == [
        ("edit", "a.py", ""),
        ("command", "pytest", "2 times"),
    ]


def test_errors_outlive_noise() -> None:
    some = [event("error", message="boom"), *(event("edit", path=f"{i}.py") for i in range(50))]
    assert session_notes(some, "balanced")[0].text == "boom"
    assert len(session_notes(some, "balanced")) == MAX_EVENTS
    assert session_notes(some, "aggressive")[0].text == "boom"
    assert len(session_notes(some, "aggressive")) == MAX_EVENTS // 3 + 1
    assert [n.text for n in session_notes(some, "tail")] == [f"{i}.py" for i in range(38, 50)]


def test_events_without_words_are_silent() -> None:
    assert session_notes([event("session.start", name="x"), event("edit"), event("tool", size=3)], "balanced") == []
