"""Git as it is found in the wild: every shape of repository answers, or says why not."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.git import repository as module
from backstory.git.configuration import BARE
from backstory.git.porcelain import read_names
from backstory.git.process import NO_BINARY, NO_REPOSITORY, REFUSED, GitFailed
from backstory.git.repository import Git, recent_command
from backstory.model.snapshot import Change

Make = Callable[..., "Repo"]  # noqa: F821


def by_path(changes: tuple[Change, ...]) -> dict[str, Change]:
    return {c.path: c for c in changes}


def recent_files(git: Git, commits: int = 20) -> list[str]:
    return read_names(git.attempt(*recent_command(commits)).out)


class TestState:
    def test_everything_at_once(self, repo) -> None:
        repo.commit("first", kept="1", gone="2\n", edited="3", moved="a long enough text\n" * 9, both="1")
        head = repo.commit("second")
        repo.write("edited", "changed")
        repo.write("both", "staged")
        repo.git("add", "both")
        repo.write("both", "and more")
        repo.git("rm", "-q", "gone")
        repo.git("mv", "moved", "moved here")
        repo.write("new dir/new file", "n")
        repo.write("staged new", "s")
        repo.git("add", "staged new")

        state = repo.asked.state(commits=1)

        assert (state.commit, state.branch, state.detached, state.operation, state.reason) == (
            head,
            "main",
            False,
            "",
            "",
        )
        assert state.author == "Ada Lovelace <ada@example.org>"
        assert [(c.id, c.subject, c.author) for c in state.commits] == [(head, "second", "Ada Lovelace")]
        assert state.commits[0].made.endswith("Z")
        found = by_path(state.changes)
        shape = {p: (c.state, c.staged, c.unstaged, c.was) for p, c in found.items()}
        assert shape == {
            "edited": ("modified", False, True, ""),
            "both": ("modified", True, True, ""),
            "gone": ("deleted", True, False, ""),
            "moved here": ("renamed", True, False, "moved"),
            "new dir/new file": ("untracked", False, False, ""),
            "staged new": ("added", True, False, ""),
        }
        for path in ("edited", "both", "moved here", "new dir/new file", "staged new"):
            assert found[path].oid == repo.git("hash-object", "--no-filters", path)
        assert found["gone"].oid == ""

    def test_commits_newest_first_with_odd_subjects(self, repo) -> None:
        repo.commit("one")
        repo.commit("zwei: ü, 'quotes' and \x01 a control character")
        repo.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
        assert [c.subject for c in repo.asked.state().commits] == [
            "",
            "zwei: ü, 'quotes' and \x01 a control character",
            "one",
        ]

    def test_commits_of_an_earlier_state(self, repo, monkeypatch: pytest.MonkeyPatch) -> None:
        """They are taken over where they are the ones that git would list, and asked for otherwise."""
        for name in ("one", "two", "three"):
            repo.commit(name)
        git = repo.asked
        earlier = git.state(2)
        asked: list[str] = []
        real = module.Git.together
        monkeypatch.setattr(
            module.Git,
            "together",
            lambda self, *commands: asked.extend(c[0] for c in commands) or real(self, *commands),
        )
        assert git.state(2, earlier=earlier) == earlier
        assert asked == ["status"]
        assert git.state(3, earlier=earlier) == git.state(3)
        assert git.state(1, earlier=earlier) == git.state(1)
        repo.commit("four")
        assert [commit.subject for commit in git.state(2, earlier=earlier).commits] == ["four", "three"]
        repo.git("switch", "-q", "--orphan", "empty")
        assert git.state(2, earlier=earlier) == git.state(2)

    def test_conflict(self, repo) -> None:
        repo.commit("base", f="base\n")
        repo.git("checkout", "-q", "-b", "other")
        repo.commit("theirs", f="theirs\n")
        repo.git("checkout", "-q", "main")
        repo.commit("ours", f="ours\n")
        repo.git("merge", "other", check=False)
        state = repo.asked.state()
        assert state.operation == "merge"
        assert [(c.path, c.state) for c in state.changes] == [("f", "conflicted")]
        assert state.changes[0].oid == repo.git("hash-object", "--no-filters", "f")
        assert repo.asked.ls_files()["f"].oid == repo.git("rev-parse", ":2:f")

    @pytest.mark.parametrize("operation", ["rebase", "cherry-pick", "revert", "bisect"])
    def test_operations(self, repo, operation: str) -> None:
        repo.commit("base", f="1\n")
        middle = repo.commit("two", f="2\n")
        repo.git("checkout", "-q", "-b", "other", "HEAD~1")
        other = repo.commit("else", f="x\n")
        repo.git("checkout", "-q", "main")
        repo.commit("three", f="3\n")
        if operation == "bisect":
            repo.git("bisect", "start")
        else:
            repo.git(
                {"rebase": "rebase"}.get(operation, operation),
                {"rebase": "other", "cherry-pick": other, "revert": middle}[operation],
                check=False,
            )
        assert repo.asked.operation() == operation

    def test_before_the_first_commit(self, repo) -> None:
        repo.write("a", "1")
        repo.write("b", "2")
        repo.git("add", "a")
        state = repo.asked.state()
        assert (state.commit, state.branch, state.commits, state.reason) == ("", "main", (), "no commit yet")
        assert {c.path: (c.state, c.staged) for c in state.changes} == {"a": ("added", True), "b": ("untracked", False)}

    def test_detached(self, repo) -> None:
        head = repo.commit()
        repo.git("checkout", "-q", "--detach")
        state = repo.asked.state()
        assert (state.detached, state.branch, state.commit) == (True, "", head)

    def test_own_folder_is_no_change(self, repo) -> None:
        repo.commit(a="1")
        repo.write(".backstory/memory/fact/x.md", "x")
        repo.write(".backstory-not", "x")
        assert [c.path for c in repo.asked.state().changes] == [".backstory-not"]

    def test_a_root_below_the_top_level(self, repo) -> None:
        repo.commit(**{"app/a": "1", "other/b": "2", "other/long": "some text that is kept\n" * 5})
        repo.write("app/a", "changed")
        repo.write("other/b", "changed")
        repo.git("mv", "other/long", "app/long")
        git = Git(str(repo.root / "app"), repo.environ)
        assert git.prefix == "app/"
        found = by_path(git.state().changes)
        assert {p: (c.state, c.was) for p, c in found.items()} == {"a": ("modified", ""), "long": ("added", "")}
        assert set(git.ls_files()) == {"a", "long"}
        assert recent_files(git) == ["a"]
        assert set(git.tree("HEAD")) == {"a"}

    def test_more_changes_than_kept(self, repo) -> None:
        repo.commit()
        for i in range(12):
            repo.write(f"f{i:02}")
        state = repo.asked.state(changes=5)
        assert (len(state.changes), state.more_changes) == (5, 7)

    def test_names_no_tool_likes(self, repo) -> None:
        repo.commit()
        names = [b"caf\xe9.py", b"two\nlines", b"tab\there", b'"quoted"', b" lead", b"-dash", b":(top)magic", b"*"]
        for name in names:
            with open(os.path.join(os.fsencode(str(repo.root)), name), "wb") as file:
                file.write(name)
        state = repo.asked.state()
        assert {c.path for c in state.changes} == {
            "caf\\xe9.py",
            "two\nlines",
            "tab\there",
            '"quoted"',
            " lead",
            "-dash",
            ":(top)magic",
            "*",
        }
        assert all(c.oid for c in state.changes)
        repo.git("add", "-A")
        git = repo.asked
        assert git.tracked("*")
        assert git.tracked(":(top)magic")
        assert git.tracked("caf\udce9.py")
        assert not git.tracked("ca*")
        assert git.ls_files("*").keys() == {"*"}

    def test_odd_files_are_not_opened(self, repo) -> None:
        repo.commit(tracked="x", turned="x")
        os.mkfifo(repo.root / "pipe")
        (repo.root / "turned").unlink()
        os.mkfifo(repo.root / "turned")
        (repo.root / "link").symlink_to("nowhere")
        found = by_path(repo.asked.state().changes)
        assert "pipe" not in found
        assert found["turned"].oid == ""
        assert (
            found["link"].oid
            == subprocess.run(["git", "hash-object", "--stdin"], input=b"nowhere", capture_output=True, check=True)
            .stdout.decode()
            .strip()
        )

    def test_large_changes_have_no_id(self, repo, monkeypatch: pytest.MonkeyPatch) -> None:
        repo.commit()
        repo.write("large", "x" * 2000)
        repo.write("small", "x")
        monkeypatch.setattr(module, "HASH_LIMIT", 1000)
        assert {c.path: bool(c.oid) for c in repo.asked.state().changes} == {"large": False, "small": True}

    def test_sha256_repository(self, make_repo: Make) -> None:
        repo = make_repo("wide", args=("--object-format=sha256",))
        repo.commit(a="1")
        repo.write("a", "2")
        state = repo.asked.state()
        assert len(state.commit) == 64
        assert state.changes[0].oid == repo.git("hash-object", "--no-filters", "a")


class TestWhereThereIsNoAnswer:
    def test_no_repository(self, tmp_path: Path, environ: dict[str, str]) -> None:
        git = Git(str(tmp_path), environ)
        assert not git.available()
        state = git.state()
        assert (state.reason, state.author) == (NO_REPOSITORY, "Ada Lovelace <ada@example.org>")
        assert (git.ls_files(), git.memory_oids(), git.untracked(), recent_files(git)) == ({}, {}, [], [])
        assert git.is_ancestor("a" * 40) is None
        with pytest.raises(GitFailed, match="not a git repository"):
            git.run("status")

    def test_no_git_program(self, repo, tmp_path: Path) -> None:
        repo.commit()
        git = Git(str(repo.root), {"PATH": str(tmp_path)})
        assert not git.available()
        assert git.state().reason == NO_BINARY
        assert git.ls_files() == {}
        with pytest.raises(GitFailed, match="not installed"):
            git.run("status")

    def test_a_git_lying_in_the_repository_is_never_started(self, repo, monkeypatch: pytest.MonkeyPatch) -> None:
        mark = repo.root / "started"
        repo.write("git", f"#!/bin/sh\ntouch {mark}\n").chmod(0o755)
        monkeypatch.chdir(repo.root)
        state = Git(str(repo.root), {**repo.environ, "PATH": f".::{repo.environ['PATH']}"}).state()
        assert state.branch == "main"
        assert not mark.exists()

    def test_bare(self, repo, make_repo: Make) -> None:
        assert make_repo("bare", args=("--bare",)).asked.state().reason == BARE

    @pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
    def test_another_users_repository(self, repo) -> None:
        repo.commit()
        for path in (repo.root, repo.root / ".git"):
            os.chown(path, 12345, 12345)
        state = repo.asked.state()
        assert (state.commit, state.reason) == ("", REFUSED)

    def test_damaged_index(self, repo) -> None:
        repo.commit(a="1")
        (repo.root / ".git" / "index").write_bytes(b"nonsense" * 20)
        reason = repo.asked.state().reason
        assert reason.startswith("git failed: ")
        assert str(repo.root) not in reason

    def test_a_git_that_hangs_is_ended(self, repo, tmp_path: Path) -> None:
        slow = tmp_path / "bin"
        slow.mkdir()
        (slow / "git").write_text("#!/bin/sh\nexec sleep 60\n")
        (slow / "git").chmod(0o755)
        git = Git(str(repo.root), {**repo.environ, "PATH": f"{slow}:{repo.environ['PATH']}"}, timeout=0.1)
        assert git.state().reason == "git took too long"


class TestShapes:
    def test_worktree(self, repo, tmp_path: Path) -> None:
        repo.commit(a="1")
        repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
        (tmp_path / "side" / "a").write_text("2")
        git = Git(str(tmp_path / "side"), repo.environ)
        state = git.state()
        assert (state.branch, [c.path for c in state.changes]) == ("side", ["a"])
        assert git.common_dir == repo.asked.git_dir
        assert git.git_dir != git.common_dir

    def test_submodule(self, repo, make_repo: Make) -> None:
        inner = make_repo("inner")
        inner.commit(i="1")
        repo.commit(a="1")
        repo.git("submodule", "add", "-q", str(inner.root), "lib")
        repo.commit("with a submodule")
        git = Git(str(repo.root / "lib"), repo.environ)
        assert git.state().commit == inner.git("rev-parse", "HEAD")
        assert git.ls_files().keys() == {"i"}
        (repo.root / "lib" / "i").write_text("dirty")
        assert repo.asked.state().changes == ()
        assert repo.asked.ls_files()["lib"].mode == "160000"

    def test_shallow(self, repo, tmp_path: Path) -> None:
        first = repo.commit("one")
        repo.commit("two")
        repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
        git = Git(str(tmp_path / "shallow"), repo.environ)
        assert git.state().shallow
        assert git.is_ancestor(first) is None
        assert not repo.asked.state().shallow

    def test_a_partial_clone_fetches_nothing(self, repo, tmp_path: Path) -> None:
        repo.commit("one", a="1\n" * 50)
        repo.commit("two", a="2\n" * 50)
        repo.git("config", "uploadpack.allowFilter", "true")
        repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.root}", str(tmp_path / "partial"))
        git = Git(str(tmp_path / "partial"), repo.environ)
        before = sorted(p.name for p in (tmp_path / "partial" / ".git").rglob("*"))
        assert git.attempt("cat-file", "-p", "HEAD~1:a").code != 0
        assert git.state().branch == "main"
        assert sorted(p.name for p in (tmp_path / "partial" / ".git").rglob("*")) == before


class TestHostile:
    def test_programs_of_the_configuration_are_not_started(self, repo) -> None:
        mark = repo.root / ".git" / "mark"
        script = repo.write(".git/evil", f"#!/bin/sh\ntouch {mark}\n")
        script.chmod(0o755)
        repo.commit(a="1")
        for key in ("core.fsmonitor", "core.sshCommand", "core.pager", "diff.external", "gpg.program", "core.editor"):
            repo.git("config", key, str(script))
        repo.git("config", "log.showSignature", "true")
        hooks = repo.root / ".git" / "hooks"
        hooks.mkdir(exist_ok=True)
        for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman"):
            (hooks / hook).write_bytes(script.read_bytes())
            (hooks / hook).chmod(0o755)
        mark.unlink(missing_ok=True)
        repo.write("a", "2")
        git = repo.asked
        git.state()
        git.ls_files(), git.untracked(), git.memory_oids(), recent_files(git), git.commits(), git.tree("HEAD")
        assert not mark.exists()

    def test_variables_of_a_hook_do_not_redirect(self, repo, make_repo: Make) -> None:
        other = make_repo("other")
        other.commit("elsewhere", b="1")
        here = repo.commit("here", a="1")
        environ = {
            **repo.environ,
            "GIT_DIR": str(other.root / ".git"),
            "GIT_WORK_TREE": str(other.root),
            "GIT_INDEX_FILE": str(other.root / ".git" / "index"),
            "GIT_PREFIX": "x/",
            "GIT_CONFIG_PARAMETERS": "'user.name=Mallory'",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "user.name",
            "GIT_CONFIG_VALUE_0": "Mallory",
            "GIT_LITERAL_PATHSPECS": "1",
        }
        git = Git(str(repo.root), environ)
        assert git.state().commit == here
        assert git.author() == "Ada Lovelace <ada@example.org>"
        assert git.ls_files().keys() == {"a"}

    @pytest.mark.parametrize("name", ["--output=x", "-x", "", "a b", "HEAD\0", "HEAD\n"])
    def test_revisions_are_never_options(self, repo, name: str) -> None:
        repo.commit()
        git = repo.asked
        assert git.is_ancestor(name) is None
        assert git.commits(name) == ()
        assert git.between(name) == (0, 0)
        assert git.tree(name) == {}
        assert not (repo.root / "x").exists()

    def test_nothing_is_locked_or_written(self, repo) -> None:
        repo.commit(a="1")
        os.utime(repo.root / "a", (1, 1))
        index = (repo.root / ".git" / "index").read_bytes()
        repo.asked.state()
        assert (repo.root / ".git" / "index").read_bytes() == index
        (repo.root / ".git" / "index.lock").touch()
        assert repo.asked.state().reason == ""


class TestHistory:
    def test_ancestors(self, repo) -> None:
        first = repo.commit("one")
        repo.git("checkout", "-q", "-b", "side")
        side = repo.commit("side")
        repo.git("checkout", "-q", "main")
        second = repo.commit("two")
        git = repo.asked
        assert git.is_ancestor(first) is True
        assert git.is_ancestor(second) is True
        assert git.is_ancestor(side) is False
        assert git.is_ancestor("f" * 40) is None
        assert git.between(first) == (1, 0)
        assert git.between(side) == (1, 1)
        assert [c.id for c in git.commits(f"{first}..HEAD")] == [second]

    def test_recent_files_through_a_merge(self, repo) -> None:
        repo.commit("one", base="1", old="1")
        repo.git("checkout", "-q", "-b", "side")
        repo.commit("side", merged="1")
        repo.git("checkout", "-q", "main")
        repo.commit("two", base="2")
        repo.git("merge", "-q", "--no-ff", "-m", "merge", "side")
        repo.commit("own", **{".backstory/config.toml": "x"})
        assert recent_files(repo.asked, 3) == ["merged", "base"]

    def test_tree(self, repo) -> None:
        repo.commit(**{"a": "1", "d/b": "2"})
        found = {p: b.oid for p, b in repo.asked.tree("HEAD").items()}
        assert found == {
            "a": repo.git("rev-parse", "HEAD:a"),
            "d/b": repo.git("rev-parse", "HEAD:d/b"),
        }


class TestMemory:
    def test_only_clean_tracked_files_have_an_id(self, repo) -> None:
        files = {f".backstory/memory/fact/{n}.md": f"{n}\n" for n in ("clean", "dirty", "gone")}
        repo.commit(**files, **{"src/a": "1", ".backstory/config.toml": "c"})
        repo.write(".backstory/memory/fact/dirty.md", "other")
        repo.write(".backstory/memory/fact/new.md", "new")
        (repo.root / ".backstory/memory/fact/gone.md").unlink()
        (repo.root / ".backstory/memory/link").symlink_to("fact")
        repo.git("add", ".backstory/memory/link")
        clean = ".backstory/memory/fact/clean.md"
        assert repo.asked.memory_oids() == {clean: repo.git("rev-parse", f"HEAD:{clean}")}

    def test_below_the_top_level(self, repo) -> None:
        repo.commit(
            **{
                "app/.backstory/memory/fact/a.md": "a",
                "app/.backstory/memory/fact/b.md": "b",
                ".backstory/memory/x.md": "x",
            }
        )
        repo.write("app/.backstory/memory/fact/b.md", "changed")
        git = Git(str(repo.root / "app"), repo.environ)
        assert git.memory_oids().keys() == {".backstory/memory/fact/a.md"}

    def test_staged_but_not_committed(self, repo) -> None:
        repo.commit()
        repo.write(".backstory/memory/fact/a.md", "a")
        repo.git("add", "-A")
        assert repo.asked.memory_oids().keys() == {".backstory/memory/fact/a.md"}


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("", ""),
        ("[user]\nname = A\n", "A"),
        ("[user]\nemail = a@b\n", "<a@b>"),
        ("[user]\nname = A\nemail = a@b\n[author]\nname = B  C\n", "B C <a@b>"),
    ],
)
def test_author(repo, environ: dict[str, str], config: str, said: str) -> None:
    Path(environ["HOME"], ".gitconfig").write_text(config)
    assert repo.asked.author() == said


def test_the_module_is_light() -> None:
    heavy = "print(*sorted({'subprocess', 're', 'hashlib', 'pathlib'} & set(sys.modules)))"
    out = [
        subprocess.run(
            [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; import {name}; {heavy}"],
            capture_output=True,
            check=True,
        ).stdout
        for name in ("backstory.git.repository", "msgspec")
    ]
    assert out[0] == out[1]


def test_what_is_tracked_at_the_top_and_in_hidden_folders(repo) -> None:
    files = (".ci/deep/run", ".ci/conf", "pkg/a.py", "pkg/.x/b", "top.md", "*", "caf\udce9.md")
    repo.commit(**dict.fromkeys(files, "a"))
    (repo.root / ".ci" / "own").write_text("b")
    names = {".ci", ".ci/deep", ".ci/deep/run", ".ci/conf", "top.md", "*", "caf\udce9.md"}
    dotted = repo.asked.list_dotted()
    assert dotted >= names
    assert not dotted & {".ci/own", "pkg", "pkg/a.py", "pkg/.x", "pkg/.x/b"}
    assert all(repo.asked.tracked(one) for one in dotted)
    assert Git(str(repo.root / "pkg" / "none"), os.environ).list_dotted() is None
