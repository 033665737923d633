"""How commits came in: merges, pull requests, reverts."""

import pytest
from testing.repositories import Repo

from backstory.git import merges
from backstory.git.blame import BlamedCommit, read_messages
from backstory.git.merges import LINE, MergeInfo, Request, find_merges, read_trunk, request_of, title_of


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merges, "PATIENCE", 60.0)


def landed(repo: Repo, commit: str) -> MergeInfo:
    git = repo.asked
    line = read_trunk(git.attempt(*LINE).out)
    return find_merges(git, [read_messages(git, [commit])[commit]], line)[commit]


def test_a_merge_brings_its_branch(repo: Repo) -> None:
    start = repo.commit("start", **{"a.py": "a = 1\n"})
    repo.git("checkout", "-qb", "pool")
    one = repo.commit("pool", **{"b.py": "b = 1\n"})
    two = repo.commit("pool again", **{"b.py": "b = 2\n"})
    repo.git("checkout", "-q", "main")
    direct = repo.commit("else", **{"c.py": "c = 1\n"})
    repo.git("merge", "-q", "--no-ff", "-m", "Merge pull request #7 from ada/pool\n\nA pool of connections", "pool")
    merge = repo.git("rev-parse", "HEAD")

    found = landed(repo, one)
    assert (merge, "#7", "pool", "A pool of connections") == (
        found.merge and found.merge.id, found.number, found.branch, found.title,
    )  # fmt: skip
    assert ({one, two}, {start}) == (set(found.came), set(found.forks))
    assert landed(repo, direct).merge is None
    assert landed(repo, start).merge is None


def test_of_nested_merges_the_inner_one_with_a_request_counts(repo: Repo) -> None:
    repo.commit("start", **{"a.py": "a = 1\n"})
    repo.git("checkout", "-qb", "features")
    repo.git("checkout", "-qb", "pool")
    one = repo.commit("pool", **{"b.py": "b = 1\n"})
    repo.git("checkout", "-q", "features")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge pull request #7 from ada/pool\n\nA pool", "pool")
    inner = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge branch 'features'", "features")

    found = landed(repo, one)
    assert (inner, "#7") == (found.merge and found.merge.id, found.number)


def test_a_merge_of_the_trunk_into_the_branch_is_not_how_it_came_in(repo: Repo) -> None:
    repo.commit("start", **{"a.py": "a = 1\n"})
    repo.git("checkout", "-qb", "pool")
    repo.commit("pool", **{"b.py": "b = 1\n"})
    repo.git("checkout", "-q", "main")
    direct = repo.commit("else", **{"c.py": "c = 1\n"})
    repo.git("checkout", "-q", "pool")
    repo.git("merge", "-q", "-m", "Merge branch 'main' into pool", "main")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge branch 'pool'", "pool")

    assert landed(repo, direct).merge is None


def test_the_window_is_widened_for_a_branch_that_was_open_long(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merges, "WINDOWS", (2, 50))
    repo.commit("start", **{"a.py": "a = 1\n"})
    repo.git("checkout", "-qb", "pool")
    one = repo.commit("pool", **{"b.py": "b = 1\n"})
    repo.git("checkout", "-q", "main")
    for n in range(6):
        repo.environ |= {"GIT_COMMITTER_DATE": f"2030-01-{n + 10:02} 12:00:00 +0000"}
        repo.commit(f"work {n}")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge branch 'pool'", "pool")

    assert landed(repo, one).branch == "pool"
    monkeypatch.setattr(merges, "WINDOWS", (2,))
    assert landed(repo, one).merge is None, "further on nothing is looked for"


def test_reverts_name_each_other(repo: Repo) -> None:
    repo.commit("start", **{"a.py": "a = 1\n"})
    change = repo.commit("use two", **{"a.py": "a = 2\n"})
    repo.git("revert", "--no-edit", change)
    revert = repo.git("rev-parse", "HEAD")
    assert landed(repo, change).undone == read_messages(repo.asked, [revert])[revert]
    assert landed(repo, change).redone is None
    undoes = landed(repo, revert).undoes
    assert undoes is not None
    assert (change, "use two") == (undoes.id, undoes.subject)

    repo.git("revert", "--no-edit", revert)
    redone = landed(repo, change).redone
    assert redone is not None
    assert redone.id == repo.git("rev-parse", "HEAD")


@pytest.mark.parametrize(
    ("subject", "body", "number", "branch"),
    [
        ("Merge pull request #12 from ada/feature/pool", "A pool", "#12", "feature/pool"),
        ("Add a pool (#12)", "", "#12", ""),
        ("gh-9: Add a pool (GH-12)", "", "GH-12", ""),
        ("Merge branch 'pool' into 'main'", "Add a pool\n\nSee merge request shop/api!12", "!12", "pool"),
        ("Merged in pool (pull request #12)", "", "#12", "pool"),
        ("Merged PR 12: Add a pool", "", "#12", ""),
        ("Add a pool", "PR-URL: https://example.org/shop/pull/12\n", "#12", ""),
        ("Merge branch 'pool'", "", "", "pool"),
        ("Fix #12", "", "", ""),
        ("Add a pool", "Merged before.", "", ""),
    ],
)
def test_pull_requests_as_the_hosts_write_them(subject: str, body: str, number: str, branch: str) -> None:
    assert Request(number, branch) == request_of(BlamedCommit("1" * 40, subject=subject, body=body))


def test_titles_are_what_a_person_wrote() -> None:
    assert title_of(BlamedCommit("", subject="Merge pull request #1 from a/b", body="A pool\n\nmore")) == "A pool"
    assert title_of(BlamedCommit("", subject="Add a pool (#12)")) == "Add a pool"
    assert title_of(BlamedCommit("", subject="Merged PR 12: Add a pool")) == "Add a pool"
    assert title_of(BlamedCommit("", subject="Merge branch 'pool'")) == ""
