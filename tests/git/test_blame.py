"""From lines and files to the commits behind them, on repositories whose truth is known."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.git import blame, file_commits
from backstory.git.blame import BlamedCommit, blame_lines
from backstory.git.file_commits import walk_file
from backstory.git.issues import find_issues

POOL = "import os\n\n\ndef acquire(timeout):\n    return os.environ['POOL_CONNECTION_OF_THE_SHOP']\n"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A busy machine must not change what is found."""
    monkeypatch.setattr(blame, "PATIENCE", 60.0)
    yield


def roles(repo: Repo, path: str, first: int, last: int = 0) -> list[tuple[str, str]]:
    return [(t.id, t.role) for t in blame_lines(repo.asked, path, first, last or first).touches]


def test_a_line_belongs_to_the_commit_that_brought_it(repo: Repo) -> None:
    first = repo.commit("add a pool\n\nConnections are dear.\n", **{"a.py": POOL})
    second = repo.commit("wait", **{"a.py": POOL + "\n\ndef release():\n    pass\n"})

    assert [(first, "last")] == roles(repo, "a.py", 5)
    assert [(second, "last")] == roles(repo, "a.py", 8)
    touch = blame_lines(repo.asked, "a.py", 5, 5).touches[0]
    assert (
        touch.subject, touch.body, touch.author, touch.lines,
    ) == ("add a pool", "Connections are dear.", "Ada Lovelace <ada@example.org>", 1)  # fmt: skip


def test_a_range_names_each_commit_once_those_with_most_lines_first(repo: Repo) -> None:
    first = repo.commit("add", **{"a.py": POOL})
    second = repo.commit("wait", **{"a.py": POOL + "\n\ndef release():\n    pass\n"})

    touches = blame_lines(repo.asked, "a.py", 1, 9).touches
    assert [(first, 5), (second, 4)] == [(t.id, t.lines) for t in touches]


def test_the_change_before_the_last_is_named_with_what_the_line_was(repo: Repo) -> None:
    first = repo.commit("add", **{"a.py": POOL})
    second = repo.commit("longer", **{"a.py": POOL.replace("(timeout)", "(timeout, retries)")})

    touches = blame_lines(repo.asked, "a.py", 4, 4).touches
    assert [(second, "last", "def acquire(timeout):"), (first, "before", "")] == [
        (t.id, t.role, t.was) for t in touches
    ]


@pytest.mark.parametrize(
    ("subject", "new"),
    [
        ("run black", POOL.replace("'", '"')),
        ("tweaks", POOL.replace("['POOL_CONNECTION_OF_THE_SHOP']", '[\n        "POOL_CONNECTION_OF_THE_SHOP"\n    ]')),
        ("style: f-strings", POOL.replace("os.environ['POOL", "os.environ[f'POOL")),
    ],
)
def test_a_commit_that_only_laid_it_out_anew_is_passed_through(repo: Repo, subject: str, new: str) -> None:
    first = repo.commit("add a pool", **{"a.py": POOL})
    second = repo.commit(subject, **{"a.py": new})

    found = roles(repo, "a.py", 5 if "[\n" not in new else 6)
    assert [(second, "layout"), (first, "last")] == found


def test_white_space_and_commits_to_be_ignored_are_passed_over(repo: Repo) -> None:
    first = repo.commit("add a pool", **{"a.py": POOL})
    repo.commit("deeper", **{"a.py": POOL.replace("    return", "        return")})
    assert [(first, "last")] == roles(repo, "a.py", 5)

    third = repo.commit("upper", **{"a.py": POOL.replace("timeout", "TIMEOUT")})
    repo.commit("ignore it", **{".git-blame-ignore-revs": f"# noise\n{third}\n"})
    assert [(first, "last")] == roles(repo, "a.py", 4)


def test_a_list_to_be_ignored_that_names_what_is_not_here_is_no_obstacle(repo: Repo) -> None:
    first = repo.commit("add a pool", **{"a.py": POOL, ".git-blame-ignore-revs": "no commit at all\n"})

    assert [(first, "last")] == roles(repo, "a.py", 5)


def test_renames_are_followed(repo: Repo) -> None:
    first = repo.commit("add a pool", **{"a.py": POOL})
    repo.git("mv", "a.py", "b.py")
    repo.commit("rename")

    touch = blame_lines(repo.asked, "b.py", 5, 5).touches[0]
    assert (first, "a.py") == (touch.id, touch.path)
    assert file_commits.find_earlier_names(repo.asked, "b.py") == ["a.py"]


def test_a_line_that_was_moved_from_another_file_is_followed_there(repo: Repo) -> None:
    other = "".join(f"value_{n} = {n}\n" for n in range(40))
    first = repo.commit("add a pool", **{"a.py": other + POOL, "b.py": "print('b')\n"})
    second = repo.commit("split", **{"a.py": other, "b.py": "print('b')\n" + POOL})

    touches = blame_lines(repo.asked, "b.py", 5, 5).touches
    assert [(second, "moved", "a.py"), (first, "last", "")] == [(t.id, t.role, t.source) for t in touches]


def test_what_was_moved_before_the_last_change_is_followed_too(repo: Repo) -> None:
    first = repo.commit("add a pool", **{"a.py": POOL, "b.py": "print('b')\n"})
    repo.commit("move the pool to b", **{"a.py": "import os\n", "b.py": "print('b')\n" + POOL})
    third = repo.commit("longer", **{"b.py": "print('b')\n" + POOL.replace("(timeout)", "(timeout, retries)")})

    assert roles(repo, "b.py", 5) == [(third, "last"), (first, "before")]


def test_lines_that_are_not_committed_are_counted(repo: Repo) -> None:
    repo.commit("add", **{"a.py": POOL})
    repo.write("a.py", POOL + "new = 1\n")
    repo.write("b.py", "x = 1\n")

    assert blame_lines(repo.asked, "a.py", 6, 6)[:2] == ([], 1)
    blamed = blame_lines(repo.asked, "a.py", 5, 6)
    assert (len(blamed.touches), blamed.uncommitted) == (1, 1)
    assert blame_lines(repo.asked, "b.py", 1, 1) == ([], 1, ""), "a file that git does not know"


def test_below_the_top_level_paths_are_those_of_the_root(repo: Repo) -> None:
    from backstory.git.repository import Git

    first = repo.commit("add", **{"shop/a.py": POOL})
    second = repo.commit("longer", **{"shop/a.py": POOL.replace("(timeout)", "(timeout, retries)")})
    git = Git(str(repo.root / "shop"), repo.environ)

    touches = blame_lines(git, "a.py", 4, 4).touches
    assert [(second, ""), (first, "")] == [(t.id, t.path) for t in touches]


def test_a_file_is_told_by_its_commits_and_its_creation(repo: Repo) -> None:
    first = repo.commit("add", **{"a.py": POOL})
    later = [repo.commit(f"change {n}", **{"a.py": POOL + f"n = {n}\n"}) for n in range(4)]

    touches = walk_file(repo.asked, "a.py", 2).touches
    assert [(later[3], "touched"), (later[2], "touched"), (first, "created")] == [(t.id, t.role) for t in touches]
    assert not walk_file(repo.asked, "no.py").touches


def test_a_deleted_path_has_the_commit_that_took_it(repo: Repo) -> None:
    repo.commit("add", **{"a.py": POOL, "c.py": "c = 1\n"})
    repo.git("rm", "-q", "c.py")
    gone = repo.commit("drop c")
    repo.git("mv", "a.py", "b.py")
    moved = repo.commit("rename")

    touch, now = file_commits.find_deletion(repo.asked, "c.py") or (BlamedCommit(""), "?")
    assert (gone, "deleted", "") == (touch.id, touch.role, now)
    touch, now = file_commits.find_deletion(repo.asked, "a.py") or (BlamedCommit(""), "?")
    assert (moved, "renamed", "b.py") == (touch.id, touch.role, now)
    assert file_commits.find_deletion(repo.asked, "never.py") is None


def test_issue_numbers_are_told_from_other_words() -> None:
    text = "Fixes #12, GH-7 and SHOP-31; see a/b#4, UTF-8, PEP-8, &#39; and #12 again"
    assert find_issues([text]) == ["#12", "GH-7", "SHOP-31"]


def test_what_takes_too_long_is_stopped_and_what_it_said_counts(repo: Repo, tmp_path: Path) -> None:
    repo.commit("add", **{"a.py": POOL})
    ran = repo.asked.together(("-c", "alias.slow=!echo said; exec sleep 5", "slow"), seconds=1.0)[0]
    assert (ran.late, ran.out) == (True, b"said\n")


@pytest.mark.parametrize("path", ['it\'s "q"/my file.py', "tab\there.py", "back\\slash.py", "ümlaut.py"])
def test_a_path_that_git_quotes_is_still_the_one_asked_for(repo: Repo, path: str) -> None:
    repo.commit("add a pool", **{path: POOL})

    assert [touch.path for touch in blame_lines(repo.asked, path, 5, 5).touches] == [""]


def test_a_commit_behind_one_that_moved_many_lines_has_only_the_line_that_was_followed(repo: Repo) -> None:
    """A long class is moved to a file of its own. One line of it was changed before; the others are not from there."""
    body = [f"    def method_{number}(self): return {number}" for number in range(90)]
    body[7] = "    def method_7(self): return 'a line that is longer than all others, and so the one that is followed'"
    old = ["import os", "", "class Pool:", *body]
    begun = old[:3] + [line.replace("followed'", "looked at'") for line in body]
    repo.commit("add a pool", **{"all.py": "\n".join(begun) + "\n"})
    changed = repo.commit("say followed", **{"all.py": "\n".join(old) + "\n"})
    moved = repo.commit("split into modules", **{"all.py": "import os\n", "pool.py": "\n".join(old[2:]) + "\n"})
    new = ["class Pool:", *body, *[f"    def other_{number}(self): return {-number}" for number in range(9)]]
    grown = repo.commit("add others", **{"pool.py": "\n".join(new) + "\n"})

    touches = {touch.id: touch for touch in blame_lines(repo.asked, "pool.py", 1, len(new)).touches}

    assert (touches[moved].role, touches[moved].lines) == ("moved", 91)
    assert touches[grown].lines == 9
    assert touches[changed].lines <= 1
    assert list(touches).index(grown) < list(touches).index(changed)
