"""Snapshots say what is there; drift says what has changed since, wherever it is asked."""

import itertools
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from backstory.git.repository import Git
from backstory.model.snapshot import Drift, Snapshot
from backstory.survey import snapshot as module
from backstory.survey.comparison import find_drift
from backstory.survey.snapshot import take_snapshot

NOW = 1_800_000_000.0


def shot(repo, **options) -> Snapshot:
    """A snapshot as it comes back from disk."""
    counter = itertools.count()
    options = {"ids": lambda: f"{next(counter):026}", "now": lambda: NOW} | options
    return msgspec.json.decode(msgspec.json.encode(take_snapshot(str(repo.root), repo.asked, **options)), type=Snapshot)


def since(repo, then: Snapshot) -> Drift:
    return find_drift(str(repo.root), repo.asked, then)


def classes(found: Drift) -> dict[str, list[str]]:
    return {
        n: [d.path for d in getattr(found, n)]
        for n in ("stale", "changed", "missing", "new", "renamed")
        if getattr(found, n)
    }


CLEAN = {"stale": 0, "changed": 0, "missing": 0, "new": 0, "renamed": 0}


class TestTake:
    def test_what_it_holds(self, repo) -> None:
        repo.commit("one", **{"README.md": "# F\n\nIt frobs all of the widgets.\n", "a.py": "1", "b.py": "2"})
        repo.commit("two", **{"b.py": "3"})
        repo.write("new.py", "n")
        times = iter((NOW, NOW + 0.25))
        taken = shot(repo, goal="fix it", now=lambda: next(times))
        assert taken.id == "snap-" + "0" * 26
        assert (taken.made, taken.goal, taken.took_ms) == ("2027-01-15T08:00:00Z", "fix it", 250)
        assert (taken.files, taken.bytes > 0, taken.table) == (4, True, {})
        assert taken.git.branch == "main"
        assert [c.subject for c in taken.git.commits] == ["two", "one"]
        assert [c.path for c in taken.git.changes] == ["new.py"]
        assert taken.facts.purpose == "It frobs all of the widgets."
        assert taken.active_files[:2] == ("new.py", "b.py")
        assert taken.key_files[0] == "README.md"

    def test_no_absolute_path_is_stored(self, repo) -> None:
        repo.commit(a="1")
        repo.write("b", "2")
        assert str(repo.root).encode() not in msgspec.json.encode(shot(repo))
        shutil.rmtree(repo.root / ".git")
        assert str(repo.root).encode() not in msgspec.json.encode(shot(repo))

    def test_ranking_comes_in_by_one_seam(self, repo) -> None:
        repo.commit(a="1", b="2")
        asked: list[object] = []

        def rank(goal: str, seen: object, recent: object) -> list[str]:
            asked.append((goal, recent))
            return ["b"]

        assert shot(repo, goal="g", rank_files=rank).key_files == ("b",)
        assert asked == [("g", ["a", "b"])]

    def test_lock_files_and_files_for_git_are_no_key_files(self, repo) -> None:
        repo.commit("first", **{"lib/pool.ex": "1", "mix.lock": "1", ".gitignore": "1", ".git-blame-ignore-revs": "1"})
        for number in range(3):
            changed = dict.fromkeys(("mix.lock", ".gitignore", ".git-blame-ignore-revs", "lib/pool.ex"), f"{number}")
            repo.commit(f"change {number}", **changed)

        assert shot(repo).key_files == ("lib/pool.ex",)

    def test_the_goal_names_files(self, repo) -> None:
        repo.commit("first", **{f"src/{n}.py": "" for n in ("pool", "user_profile", "other")})
        for i in range(25):
            repo.commit(f"{i}", x=str(i))
        assert shot(repo, goal="Rework the userProfile page").key_files[0] == "src/user_profile.py"

    def test_own_folder_is_nowhere(self, repo) -> None:
        repo.commit(**{"a": "1", ".backstory/memory/fact/x.md": "x"})
        repo.write(".backstory/memory/fact/y.md", "y")
        assert b".backstory" not in msgspec.json.encode(shot(repo))

    def test_hostile_tree(self, repo) -> None:
        repo.commit(a="1")
        os.mkfifo(repo.root / "pipe.py")
        (repo.root / "broken").symlink_to("nowhere")
        (repo.root / "loop").symlink_to(".")
        with open(os.fsencode(str(repo.root)) + b"/caf\xe9.py", "wb") as file:
            file.write(b"x")
        repo.write("huge.py", b"x" * 12_000_000)
        repo.write("blob.bin", os.urandom(100_000))
        assert since(repo, shot(repo)).counts == {**CLEAN, "valid": 6}
        shutil.rmtree(repo.root / ".git")
        taken = shot(repo)
        assert set(taken.table) == {"a", "caf\\xe9.py", "huge.py", "blob.bin"}
        assert since(repo, taken).counts == {**CLEAN, "valid": 4}


class TestDrift:
    def test_every_class(self, repo) -> None:
        repo.commit(
            "first", **{f: f * 20 for f in ("kept", "quiet", "active", "gone", "moved", "big move", "unstaged")}
        )
        for i in range(20):
            repo.commit(f"{i}", active=str(i))
        repo.write("draft", "d")
        then = shot(repo, rank_files=lambda *_: [])
        assert set(then.active_files) == {"draft", "active"}
        repo.commit("later", quiet="changed", active="changed")
        repo.git("mv", "moved", "elsewhere")
        repo.git("rm", "-q", "gone")
        repo.git("commit", "-q", "-m", "moved")
        (repo.root / "unstaged").rename(repo.root / "renamed by hand")
        repo.write("new", "n")
        repo.write("draft", "more")

        found = since(repo, then)

        assert classes(found) == {
            "stale": ["active", "draft"],
            "changed": ["quiet"],
            "missing": ["gone"],
            "new": ["new"],
            "renamed": ["elsewhere", "renamed by hand"],
        }
        assert found.counts == {"stale": 2, "changed": 1, "missing": 1, "new": 1, "renamed": 2, "valid": 2}
        assert [(d.was, d.reason) for d in found.renamed] == [
            ("moved", "moved in commits since"),
            ("unstaged", "moved, not committed"),
        ]
        assert {d.path: d.reason for d in (*found.stale, *found.changed, *found.missing, *found.new)} == {
            "active": "active file: changed in commits since",
            "draft": "active file: changed, not committed",
            "quiet": "changed in commits since",
            "gone": "deleted in commits since",
            "new": "untracked",
        }
        assert (found.relation, found.commits_between, found.commits_lost) == ("ahead", 2, 0)
        assert [c.subject for c in found.commits] == ["moved", "later"]
        assert found.describe() == [
            f"2 commits since {then.git.commit[:10]}",
            "3 changed (2 key or active), 1 missing, 1 new, 2 renamed, 2 unchanged",
        ]

    def test_nothing_changed(self, repo) -> None:
        repo.commit(a="1")
        repo.write("a", "dirty")
        repo.write("b", "new")
        found = since(repo, shot(repo))
        assert (found.relation, found.counts) == ("same", {**CLEAN, "valid": 2})

    def test_what_was_dirty_and_is_committed_now_is_valid(self, repo) -> None:
        repo.commit(a="1")
        repo.write("a", "2")
        repo.write("b", "3")
        then = shot(repo)
        repo.commit("now")
        assert since(repo, then).counts == {**CLEAN, "valid": 2}

    def test_line_endings_changed_by_git_are_no_drift(self, repo) -> None:
        repo.git("config", "core.autocrlf", "input")
        repo.commit(a="1\n")
        repo.write("a", "1\r\n2\r\n")
        then = shot(repo)
        repo.commit("now")
        assert since(repo, then).counts == {**CLEAN, "valid": 1}

    def test_a_discarded_edit_is_a_change(self, repo) -> None:
        repo.commit(a="1")
        repo.write("a", "2")
        then = shot(repo)
        repo.git("checkout", "-q", "a")
        assert [(d.path, d.reason) for d in since(repo, then).stale] == [("a", "key file: the edit of then was undone")]

    def test_branch_switch(self, repo) -> None:
        repo.commit("base", base="1", a="1")
        repo.git("checkout", "-q", "-b", "side")
        repo.commit("side", a="2", only="x")
        then = shot(repo)
        repo.git("checkout", "-q", "main")
        repo.commit("main", base="2")
        found = since(repo, then)
        assert (found.branch_then, found.branch_now, found.relation) == ("side", "main", "apart")
        assert (found.commits_between, found.commits_lost) == (1, 1)
        assert classes(found) == {"stale": ["a", "base"], "missing": ["only"]}
        assert found.describe()[0] == "branch side then, main now"

    def test_moved_and_changed_in_a_commit(self, repo) -> None:
        lines = "".join(f"line {i} of a longer file\n" for i in range(40))
        repo.commit(old=lines)
        then = shot(repo)
        repo.git("mv", "old", "fresh")
        repo.commit("moved", fresh=lines + "one more\n")
        found = since(repo, then)
        assert [(d.path, d.was, d.reason) for d in found.renamed] == [
            ("fresh", "old", "key file: moved and changed in commits since")
        ]
        assert found.counts == {**CLEAN, "renamed": 1, "valid": 0}

    def test_empty_files_are_no_rename(self, repo) -> None:
        repo.commit(old="")
        then = shot(repo)
        (repo.root / "old").unlink()
        repo.write("other", "")
        assert classes(since(repo, then)) == {"missing": ["old"], "new": ["other"]}

    def test_another_machine_compares_equal(self, repo, tmp_path: Path) -> None:
        repo.commit(a="1", b="2")
        then = shot(repo)
        repo.git("clone", "-q", str(repo.root), str(tmp_path / "other place"))
        other = Git(str(tmp_path / "other place"), repo.environ)
        found = find_drift(str(tmp_path / "other place"), other, then)
        assert (found.relation, found.counts) == ("same", {**CLEAN, "valid": 2})

    def test_a_clone_without_the_commit(self, repo, make_repo) -> None:
        repo.commit(**{"README.md": "1", "main.py": "2", "other": "3"})
        then = shot(repo)
        clone = make_repo("clone")
        clone.commit(**{"README.md": "1", "main.py": "changed", "third": "x"})
        found = since(clone, then)
        assert (found.relation, found.partial) == ("gone", "the snapshot's commit is not here")
        assert classes(found) == {"stale": ["main.py"], "missing": ["other"]}
        assert found.describe()[0] == f"its commit {then.git.commit[:10]} is not in this clone"

    def test_git_lost_since(self, repo) -> None:
        repo.commit(a="1", b="2")
        then = shot(repo)
        shutil.rmtree(repo.root / ".git")
        repo.write("a", "changed")
        found = since(repo, then)
        assert found.partial == "git does not answer here"
        assert classes(found) == {"stale": ["a"]}

    def test_lists_are_capped_and_counted(self, repo) -> None:
        repo.commit()
        then = shot(repo)
        for i in range(9):
            repo.write(f"f{i}", str(i))
        found = find_drift(str(repo.root), repo.asked, then, listed=4)
        assert (len(found.new), found.counts["new"]) == (4, 9)

    def test_the_snapshots_globs_hold(self, repo) -> None:
        repo.commit(**{"a.py": "1", "dist/x": "1"})
        then = shot(repo, exclude=["dist/**"])
        repo.write("dist/x", "2")
        repo.write("dist/y", "2")
        assert since(repo, then).counts == {**CLEAN, "valid": 1}

    def test_links_and_submodules_count(self, repo, make_repo) -> None:
        inner = make_repo("inner")
        inner.commit(i="1")
        repo.commit(a="1")
        repo.git("submodule", "add", "-q", str(inner.root), "lib")
        (repo.root / "link").symlink_to("a")
        repo.commit("with link")
        then = shot(repo)
        assert since(repo, then).counts == {**CLEAN, "valid": 4}
        (repo.root / "link").unlink()
        (repo.root / "link").symlink_to("elsewhere")
        assert classes(since(repo, then)) == {"changed": ["link"]}

    def test_worktree_of_the_same_clone(self, repo, tmp_path: Path) -> None:
        repo.commit(a="1")
        then = shot(repo)
        repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
        (tmp_path / "side" / "a").write_text("2")
        found = find_drift(str(tmp_path / "side"), Git(str(tmp_path / "side"), repo.environ), then)
        assert (found.branch_now, found.relation, classes(found)) == ("side", "same", {"stale": ["a"]})


class TestWithoutGit:
    def test_every_class(self, make_repo) -> None:
        plain = make_repo("plain", init=False)
        for path in ("README.md", "kept", "edited", "gone", "old name"):
            plain.write(path, f"content of {path}")
        then = shot(plain)
        assert then.git.reason == "not a git repository"
        assert len(then.table) == 5
        plain.write("README.md", "other")
        plain.write("edited", "other")
        (plain.root / "gone").unlink()
        (plain.root / "old name").rename(plain.root / "new name")
        plain.write("new", "n")
        found = since(plain, then)
        assert classes(found) == {
            "stale": ["README.md"],
            "changed": ["edited"],
            "missing": ["gone"],
            "new": ["new"],
            "renamed": ["new name"],
        }
        assert found.counts["valid"] == 1
        assert (found.relation, found.partial) == ("", "")
        assert found.stale[0].reason == "key file: changed"

    def test_before_the_first_commit_and_after_it(self, repo) -> None:
        repo.write("a", "1")
        repo.write("b", "2")
        repo.git("add", "a")
        then = shot(repo)
        assert set(then.table) == {"a", "b"}
        assert since(repo, then).counts == {**CLEAN, "valid": 2}
        repo.commit("first")
        assert since(repo, then).counts == {**CLEAN, "valid": 2}
        repo.write("b", "3")
        assert since(repo, then).counts["valid"] == 1

    def test_untouched_files_are_not_hashed_again(self, make_repo, monkeypatch: pytest.MonkeyPatch) -> None:
        plain = make_repo("plain", init=False)
        for name in ("a", "b"):
            os.utime(plain.write(name, "1"), (NOW - 100, NOW - 100))
        first = shot(plain)
        read: list[str] = []
        real = module.Tree.blob_id
        monkeypatch.setattr(
            module.Tree, "blob_id", lambda tree, path, **k: (read.append(path), real(tree, path, **k))[1]
        )
        os.utime(plain.write("b", "2"), (NOW - 50, NOW - 50))
        os.utime(plain.write("c", "3"), (NOW - 1, NOW - 1))
        second = shot(plain, previous=first)
        assert read == ["b", "c"]
        assert second.table == shot(plain).table
        read.clear()
        shot(plain, previous=second)
        assert read == ["c"]  # it was written too near to the snapshot to be trusted

    def test_budget(self, make_repo, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "TABLE_BUDGET", 10)
        plain = make_repo("plain", init=False)
        for name in "abc":
            plain.write(name, "x" * 6)
        taken = shot(plain)
        assert len(taken.table) == 1
        assert "2 files were not hashed" in taken.skipped[-1].reason


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_drift_against_a_naive_comparison(make_repo: Callable[..., object], seed: int) -> None:
    """Random edits, commits, moves and branch switches: the classes agree with a comparison by content."""
    rng = random.Random(seed)
    repo = make_repo(f"r{seed}")
    for i in range(12):
        repo.write(f"{'d/' * (i % 3)}f{i}", f"start {i}\n")
    repo.commit("start")

    def contents() -> dict[str, bytes]:
        return {
            str(p.relative_to(repo.root)): p.read_bytes()
            for p in repo.root.rglob("*")
            if p.is_file() and ".git" not in p.relative_to(repo.root).parts
        }

    def shake(times: int) -> None:
        for n in range(times):
            paths = sorted(contents())
            match rng.randrange(7):
                case 0:
                    repo.write(rng.choice(paths), f"edit {rng.random()}\n")
                case 1:
                    repo.write(f"new{rng.randrange(50)}", f"new {rng.random()}\n")
                case 2:
                    (repo.root / rng.choice(paths)).unlink()
                case 3:
                    (repo.root / rng.choice(paths)).rename(repo.root / f"moved{rng.randrange(50)}")
                case 4:
                    repo.commit(f"c{n}")
                case 5:
                    repo.git("add", "-A")
                case 6:
                    repo.commit("before the switch")
                    repo.git(
                        "checkout", "-q", "-B", f"b{rng.randrange(3)}", rng.choice(["HEAD", "HEAD~1"]), check=False
                    )

    shake(6)
    before, then = contents(), shot(repo)
    shake(8)
    after, found = contents(), since(repo, then)
    got = classes(found)
    moved = {(d.was, d.path) for d in found.renamed}
    assert set(got.get("stale", [])) | set(got.get("changed", [])) == {
        p for p in before.keys() & after if before[p] != after[p]
    }
    assert set(got.get("missing", [])) | {a for a, _ in moved} == before.keys() - after.keys()
    assert set(got.get("new", [])) | {b for _, b in moved} == after.keys() - before.keys()
    assert found.counts["valid"] == len([p for p in before.keys() & after if before[p] == after[p]])
