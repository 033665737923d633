"""Patch ids are asked once of git, and again where what they depend on has changed."""

import shutil
from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.git import process
from backstory.git.patches import patch_ids
from backstory.git.repository import Git
from backstory.store import patch_ids as kept_ids
from backstory.store.patch_ids import PatchIds


class Asked:
    """A project whose patch ids are kept, and how many git processes each question started."""

    def __init__(self, repo: Repo, private: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.repo = repo
        self.private = private
        self.commands: list[str] = []
        start = process._popen

        def note(command: list[str], *args: object, **options: object) -> object:
            self.commands.append(next(word for word in command if word in ("diff-tree", "patch-id")))
            return start(command, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(process, "_popen", note)

    def ids(self, *commits: str, root: Path | None = None) -> dict[str, str]:
        self.commands.clear()
        git = Git(str(root or self.repo.root), self.repo.environ)
        git.patches = PatchIds(str(self.private))
        return patch_ids(git, commits)

    def ids_from_git(self, *commits: str) -> dict[str, str]:
        return patch_ids(Git(str(self.repo.root), self.repo.environ), commits)


@pytest.fixture
def asked(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    repo.commit("first", **{"a.txt": "a\n"})
    return Asked(repo, tmp_path / "private", monkeypatch)


def test_an_id_that_git_gave_is_not_asked_for_again(asked: Asked) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})

    first = asked.ids(one)

    assert first == asked.ids_from_git(one) != {}
    assert asked.ids(one) == first
    assert asked.commands == []


def test_a_commit_without_a_change_or_not_fetched_yet_is_asked_for_again(asked: Asked, tmp_path: Path) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    empty = asked.repo.commit("empty")
    asked.repo.git("clone", "-q", str(asked.repo.root), str(tmp_path / "clone"))
    two = asked.repo.commit("two", **{"a.txt": "c\n"})

    assert asked.ids(one, empty, two, root=tmp_path / "clone") == asked.ids_from_git(one)
    asked.repo.git("-C", str(tmp_path / "clone"), "fetch", "-q")
    assert asked.ids(one, empty, two, root=tmp_path / "clone") == asked.ids_from_git(one, two)


def test_git_is_asked_for_new_commits_alone(asked: Asked) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    asked.ids(one)
    two = asked.repo.commit("two", **{"a.txt": "c\n"})
    pair = f"{two} {asked.repo.git('rev-parse', f'{one}~1')}"

    assert asked.ids(one, two) == asked.ids_from_git(one, two)
    assert asked.ids(one, pair) == asked.ids_from_git(one, pair)
    assert asked.ids(one, pair)[two] != asked.ids(two)[two]
    assert asked.commands == []


def test_a_commit_that_was_amended_or_rebased_is_another_commit(asked: Asked) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    before = asked.ids(one)
    asked.repo.write("a.txt", "bb\n")
    asked.repo.git("commit", "-qa", "--amend", "--no-edit")
    amended = asked.repo.git("rev-parse", "HEAD")

    after = asked.ids(one, amended)

    assert after == asked.ids_from_git(one, amended)
    assert after[amended] != before[one] == after[one]


def test_other_attributes_make_other_ids(asked: Asked) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    asked.ids(one)
    asked.repo.write(".gitattributes", "*.txt -diff\n")

    assert asked.ids(one) == asked.ids_from_git(one)
    asked.ids(one)
    assert asked.commands == []


def test_nothing_is_kept_of_a_history_that_git_replaces_or_has_cut_off(asked: Asked, tmp_path: Path) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    asked.repo.git("clone", "-q", "--depth=1", f"file://{asked.repo.root}", str(tmp_path / "shallow"))
    assert asked.ids(one, root=tmp_path / "shallow") == {}
    assert asked.ids(one) == asked.ids_from_git(one) != {}

    two = asked.repo.commit("two", **{"a.txt": "c\n"})
    asked.repo.git("replace", one, two)
    assert asked.ids(one) == asked.ids_from_git(one)
    assert asked.commands == ["diff-tree", "patch-id"] * 2


def test_nothing_is_kept_where_git_fails(asked: Asked) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    first = asked.repo.git("rev-parse", "HEAD~1")
    blob = asked.repo.git("rev-parse", f"{first}:a.txt")
    shutil.move(asked.repo.root / f".git/objects/{blob[:2]}/{blob[2:]}", asked.private.parent / "blob")
    assert asked.ids(one) == {}
    shutil.move(asked.private.parent / "blob", asked.repo.root / f".git/objects/{blob[:2]}/{blob[2:]}")
    assert list(asked.ids(one)) == [one]


@pytest.mark.parametrize("damage", [b"", b"\xff\xff", b"1 other\nabc=def\n", b"no line"])
def test_a_damaged_file_is_made_anew(asked: Asked, damage: bytes) -> None:
    one = asked.repo.commit("one", **{"a.txt": "b\n"})
    ids = asked.ids(one)
    (asked.private / "digests/patches").write_bytes(damage)

    assert asked.ids(one) == ids
    assert asked.ids(one) == ids
    assert asked.commands == []


def test_the_ids_that_were_asked_last_are_kept(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_ids, "MOST", 2)
    commits = [asked.repo.commit(name, **{"a.txt": name}) for name in "xyz"]

    for commit in commits:
        asked.ids(commit)

    asked.ids(*commits[1:])
    assert asked.commands == []
    asked.ids(commits[0])
    assert asked.commands == ["diff-tree", "patch-id"]
