"""Git starts nothing that a repository names, whatever place of its configuration names it."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.git.blame import blame_lines
from backstory.git.configuration import (
    BARE,
    DRIVERS,
    ELSEWHERE,
    NAMELESS,
    TOO_MANY,
    UNREADABLE,
    WAITING,
    is_plain,
    read_entries,
)
from backstory.git.folder import find_program
from backstory.git.record_history import default_branch, find_local_commits
from backstory.git.reflog import read_movements
from backstory.git.repository import Git

Make = Callable[..., object]


class Trap:
    """A program that leaves a mark, and a way to make git look into a file again."""

    def __init__(self, folder: Path) -> None:
        self.mark = folder / "mark"
        self.path = folder / "program"
        self.path.write_text(f"#!/bin/sh\ntouch '{self.mark}'\ncat\n")
        self.path.chmod(0o755)

    @property
    def sprung(self) -> bool:
        there = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return there

    def ask_everything(self, git: Git, name: str = "app.py") -> None:
        for number in range(4):
            os.utime(Path(git.root) / name, ns=(10**18, 10**18 + number))
            (git.state, git.memory_oids, git.index, git.untracked)[number]()
        blame_lines(git, name, 1, 1)
        git.attempt("show", "HEAD:" + git.prefix + name)
        git.attempt("diff", "HEAD", "--", name)


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    folder = tmp_path / "trap"
    folder.mkdir()
    return Trap(folder)


@pytest.fixture
def filtered(repo) -> object:
    repo.write(".gitattributes", "*.py filter=evil diff=evil merge=evil\n")
    repo.commit("start", **{"app.py": "x = 1\n"})
    return repo


def git_status(repo, root: Path) -> None:
    os.utime(root / "app.py", ns=(10**18, 10**18 + 99))
    subprocess.run(["git", "-C", root, "status"], env=repo.environ, capture_output=True, check=True)


class TestTheRepositoryThatWasFound:
    def test_a_bare_repository_in_a_folder_of_a_clone(self, repo, tmp_path: Path, trap: Trap) -> None:
        inner = repo.root / "sub"
        repo.git("init", "-q", "--bare", str(inner))
        work = tmp_path / "work"
        work.mkdir()
        (work / "app.py").write_text("x = 1\n")
        (work / ".gitattributes").write_text("*.py filter=evil diff=evil\n")
        for command in (["add", "-A"], ["commit", "-qm", "inner"]):
            repo.git(f"--git-dir={inner}", f"--work-tree={work}", "-c", "core.bare=false", *command)
        for name in ("app.py", ".gitattributes"):
            shutil.copy(work / name, inner)
        shutil.rmtree(inner / "hooks")
        for empty in (inner / "refs" / "tags", inner / "objects" / "info", inner / "objects" / "pack"):
            (empty / ".keep").touch()  # git clones no empty folders
        with (inner / "config").open("w") as file:
            file.write(
                "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n"
                f'[filter "evil"]\n\tclean = {trap.path}\n'
            )
        repo.git("add", "-A", "-f")
        repo.git("commit", "-qm", "outer")
        clone = tmp_path / "clone"
        repo.git("clone", "-q", str(repo.root), str(clone))
        assert not trap.sprung
        git = Git(str(clone / "sub"), repo.environ)
        trap.ask_everything(git)
        assert not trap.sprung
        assert (git.top, git.prefix) == (str(clone), "sub/")
        assert git.state().commit == repo.git("rev-parse", "HEAD")
        git_status(repo, clone / "sub")
        assert trap.sprung  # git by itself takes the folder for the repository

    def test_a_bare_repository_where_there_is_no_other(self, make_repo: Make, tmp_path: Path, trap: Trap) -> None:
        bare = make_repo("bare", args=("--bare",))
        bare.git("config", "core.fsmonitor", str(trap.path))
        git = Git(str(bare.root), bare.environ)
        assert git.state().reason == BARE
        assert git.ls_files() == {}
        assert not trap.sprung

    def test_a_working_tree_elsewhere(self, repo, tmp_path: Path) -> None:
        repo.commit("start", a="1")
        (tmp_path / "secret").mkdir()
        (tmp_path / "secret" / "key").write_text("x")
        repo.git("config", "core.worktree", str(tmp_path / "secret"))
        assert repo.asked.state().reason == ELSEWHERE
        assert repo.asked.untracked() == []

    def test_a_folder_that_holds_worktrees_only(self, repo) -> None:
        repo.commit("start", a="1")
        repo.git("config", "core.bare", "true")
        assert repo.asked.state().reason == BARE

    def test_a_worktree_of_a_bare_repository(self, make_repo: Make, repo, tmp_path: Path) -> None:
        repo.commit("start", a="1")
        repo.git("clone", "-q", "--bare", str(repo.root), str(tmp_path / "hub" / ".git"))
        repo.git(
            f"--git-dir={tmp_path}/hub/.git", "worktree", "add", "-q", "-b", "side", str(tmp_path / "hub" / "side")
        )
        state = Git(str(tmp_path / "hub" / "side"), repo.environ).state()
        assert (state.branch, state.reason, state.changes) == ("side", "", ())

    def test_commondir_is_read_once(self, repo, tmp_path: Path, trap: Trap) -> None:
        """Git keeps a blank before the name, and so would read another configuration than the one that was judged."""
        repo.write(".gitattributes", "*.py filter=evil\n")
        repo.commit("start", **{"app.py": "x = 1\n"})
        shutil.copytree(repo.root / ".git", repo.root / " shared")
        shutil.copytree(repo.root / ".git", repo.root / "shared")
        (repo.root / ".git" / "commondir").write_text("../ shared\n")
        with (repo.root / " shared" / "config").open("a") as file:
            file.write(f'[filter "evil"]\n\tclean = {trap.path}\n')
        (repo.root / ".git" / "commondir").write_text(" ../shared\n")
        trap.ask_everything(repo.asked)
        assert not trap.sprung


class TestDrivers:
    @pytest.mark.parametrize("key", ["clean", "process", "smudge"])
    @pytest.mark.parametrize("name", ["evil", "Evil.one", "e v", "\u00e9vil", 'q"t', "lfs"])
    def test_filters(self, filtered, trap: Trap, key: str, name: str) -> None:
        filtered.write(".gitattributes", f"*.py filter={name}\n" if " " not in name else "*.py filter=evil\n")
        filtered.git("config", f"filter.{name}.{key}", str(trap.path))
        filtered.git("config", f"filter.{name}.required", "true")
        git = filtered.asked
        trap.ask_everything(git)
        assert git.state().reason == ""
        assert not trap.sprung

    @pytest.mark.parametrize("key", ["diff.evil.textconv", "diff.evil.command", "diff.external"])
    def test_differences(self, filtered, trap: Trap, key: str) -> None:
        filtered.git("config", key, str(trap.path))
        filtered.git("config", "diff.evil.cachetextconv", "true")
        filtered.write("app.py", "x = 2\n")
        trap.ask_everything(filtered.asked)
        filtered.asked.attempt("log", "-p", "-m", "--", "app.py")
        assert not trap.sprung
        filtered.git("diff", check=False)
        assert trap.sprung

    @pytest.mark.parametrize("default", [False, True])
    def test_merges_that_a_log_would_make_again(self, repo, trap: Trap, default: bool) -> None:
        if not default:
            repo.write(".gitattributes", "*.py merge=evil\n")
        repo.commit("start", **{"app.py": "x = 1\n"})
        repo.git("checkout", "-qb", "side")
        repo.commit("two", **{"app.py": "x = 2\n"})
        repo.git("checkout", "-q", "main")
        repo.commit("three", **{"app.py": "x = 3\n"})
        repo.git("merge", "-q", "-s", "ours", "-m", "merge", "side")
        repo.git("config", "merge.evil.driver", f"{trap.path} %A")
        repo.git("config", "log.diffMerges", "remerge")
        if default:
            repo.git("config", "merge.default", "evil")
        trap.ask_everything(repo.asked)
        assert not trap.sprung
        repo.git("log", "-m", "--name-only", check=False)
        assert trap.sprung

    @pytest.mark.parametrize("include", ["include.path", "includeIf.onbranch:main.path"])
    def test_an_included_file_that_comes_later(self, filtered, trap: Trap, include: str) -> None:
        filtered.git("config", include, "../later")
        git = filtered.asked
        trap.ask_everything(git)
        filtered.write("later", f'[filter "evil"]\n\tclean = {trap.path}\n')
        trap.ask_everything(git)
        assert not trap.sprung
        git_status(filtered, filtered.root)
        assert trap.sprung

    def test_a_name_that_cannot_be_turned_off_is_a_reason(self, filtered, trap: Trap) -> None:
        filtered.write(".gitattributes", "*.py filter=a=b\n")
        filtered.git("config", "filter.a=b.clean", str(trap.path))
        git = filtered.asked
        trap.ask_everything(git)
        assert git.state().reason == NAMELESS
        assert not trap.sprung

    def test_more_drivers_than_a_command_line_holds(self, filtered) -> None:
        with (filtered.root / ".git" / "config").open("a") as file:
            file.writelines(f'[filter "f{number}"]\n\tclean = x\n' for number in range(2000))
        assert filtered.asked.state().reason == TOO_MANY

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
    def test_a_configuration_that_never_ends(self, filtered) -> None:
        config = filtered.root / ".git" / "config"
        config.unlink()
        os.mkfifo(config)
        assert filtered.asked.state().reason == UNREADABLE


class TestThePersonsOwn:
    def own(self, repo, key: str, value: str) -> None:
        subprocess.run(["git", "config", "--global", key, value], env=repo.environ, check=True)

    def test_a_filter_of_the_person_stays(self, filtered, trap: Trap) -> None:
        self.own(filtered, "filter.evil.clean", str(trap.path))
        os.utime(filtered.root / "app.py", ns=(10**18, 10**18 + 1))
        assert filtered.asked.state().changes == ()
        assert trap.sprung

    @pytest.mark.parametrize("key", ["clean", "smudge"])
    def test_and_a_repository_puts_no_other_in_its_place(self, filtered, tmp_path: Path, trap: Trap, key: str) -> None:
        (tmp_path / "own").mkdir()
        own = Trap(tmp_path / "own")
        self.own(filtered, "filter.evil.clean", str(own.path))
        filtered.git("config", f"filter.evil.{key}", str(trap.path))
        os.utime(filtered.root / "app.py", ns=(10**18, 10**18 + 1))
        assert filtered.asked.state().changes == ()
        assert (own.sprung, trap.sprung) == (True, False)

    def test_a_monitor_of_the_person_is_not_needed(self, filtered, trap: Trap) -> None:
        self.own(filtered, "core.fsmonitor", str(trap.path))
        filtered.git("config", "core.fsmonitor", str(trap.path))
        trap.ask_everything(filtered.asked)
        assert not trap.sprung

    @pytest.mark.parametrize("key", ["lfs.extension.evil.clean", "lfs.customtransfer.evil.path"])
    def test_lfs_is_not_started_where_it_would_start_others(self, repo, trap: Trap, key: str) -> None:
        repo.write(".gitattributes", "*.py filter=lfs\n")
        repo.commit("start", **{"app.py": "x = 1\n"})
        self.own(repo, "filter.lfs.clean", str(trap.path))
        repo.git("config", key, "anything")
        trap.ask_everything(repo.asked)
        assert not trap.sprung


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no FIFOs")
@pytest.mark.parametrize(
    "name",
    [".git/HEAD", ".git/index", ".git/packed-refs", ".git/shallow", ".git/info/exclude", ".git/info/attributes",
     ".git/logs/HEAD", ".git/objects/info/alternates", ".git/refs/heads/main", ".gitignore", ".gitattributes",
     ".mailmap"],
)  # fmt: skip
def test_no_pipe_in_a_repository_is_waited_for(repo, name: str) -> None:
    """An archive can bring one; git itself would wait for a writer."""
    path = repo.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    git = Git(str(repo.root), os.environ, timeout=5.0)
    assert git.state().reason
    assert git.ends() == frozenset()
    assert read_movements(os.path.join(git.git_dir, "logs", "HEAD")) == [] or name != ".git/logs/HEAD"
    assert find_local_commits(git, 0).commits == [] or name != ".git/logs/HEAD"
    assert default_branch(git, "origin") == ""


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="has no such device")
@pytest.mark.parametrize(
    "key", ["blame.ignoreRevsFile", "core.attributesFile", "core.excludesFile", "diff.orderFile", "mailmap.file"]
)
def test_no_endless_file_that_a_configuration_names_is_read(repo, key: str) -> None:
    repo.write("app.py", "x = 1\n")
    repo.commit("one")
    repo.git("config", "--add", key, "/dev/zero")
    repo.git("config", "--add", key, "nothing")
    git = Git(str(repo.root), os.environ, timeout=5.0)
    assert git.state().reason == WAITING
    repo.git("config", "--unset-all", key)
    repo.git("config", key, os.devnull)
    assert git.state().reason == ""


def test_an_empty_ignore_file_may_be_a_link_to_the_null_device(repo) -> None:
    (repo.root / ".gitignore").symlink_to(os.devnull)
    assert Git(str(repo.root), os.environ).state().reason in ("", "no commit yet")


def test_git_is_waited_for_once(repo, tmp_path: Path) -> None:
    folder = tmp_path / "slow"
    folder.mkdir()
    (folder / "git").write_text('#!/bin/sh\necho x >> "$0.calls"\nexec sleep 30\n')
    (folder / "git").chmod(0o755)
    environ = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    git = Git(str(repo.root), environ, timeout=1.0)
    assert git.state().reason == "git took too long"
    calls = (folder / "git.calls").read_text()
    assert git.state().reason == "git took too long"
    assert (folder / "git.calls").read_text() == calls


def test_a_lazy_fetch_starts_no_transport(repo, tmp_path: Path, trap: Trap) -> None:
    """An older git knows no variable against it, and `protocol.ext.allow` counts for more than `protocol.allow`."""
    trap.path.write_text(f"#!/bin/sh\ntouch '{trap.mark}'\nexit 1\n")
    repo.commit("one", **{"app.py": "1\n"})
    repo.commit("two", **{"app.py": "2\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    repo.git("clone", "-q", "--filter=blob:none", f"file://{repo.root}", str(clone))
    repo.git("-C", str(clone), "config", "remote.origin.url", f"ext::{trap.path} %S")
    repo.git("-C", str(clone), "config", "protocol.ext.allow", "always")
    git = Git(str(clone), repo.environ)
    git._process._environ.pop("GIT_NO_LAZY_FETCH")
    assert git.attempt("cat-file", "-p", "HEAD~1:app.py").code
    assert not trap.sprung
    repo.git("-C", str(clone), "cat-file", "-p", "HEAD~1:app.py", check=False)
    assert trap.sprung


@pytest.mark.parametrize("below", ["bin", "node_modules/.bin"])
def test_a_git_that_the_repository_puts_on_the_path(repo, tmp_path: Path, below: str, trap: Trap) -> None:
    """As `npx` does: the folder is absolute, and it is the repository's."""
    repo.commit("start", a="1")
    shutil.copy(trap.path, repo.write(f"{below}/git"))
    (repo.root / below / "git").chmod(0o755)
    environ = {**repo.environ, "PATH": f"{repo.root / below}:{repo.environ['PATH']}"}
    assert Git(str(repo.root), environ).state().branch == "main"
    assert not trap.sprung


def test_programs_of_a_home_that_is_a_repository(tmp_path: Path) -> None:
    program = tmp_path / "home" / ".local" / "bin" / "git"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    environ = {"HOME": str(tmp_path / "home"), "PATH": str(program.parent)}
    assert find_program(("git",), environ, outside=str(tmp_path / "home")) == str(program)
    assert find_program(("git",), {**environ, "HOME": "/nowhere"}, outside=str(tmp_path / "home")) == ""


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
class TestOwners:
    def give_away(self, repo) -> None:
        repo.commit("start", a="1")
        for path in (repo.root, repo.root / ".git"):
            os.chown(path, 12345, 12345)

    def test_allowed_by_the_person(self, repo) -> None:
        self.give_away(repo)
        subprocess.run(
            ["git", "config", "--global", "safe.directory", str(repo.root)], env=repo.environ, check=True
        )  # fmt: skip
        assert repo.asked.state().branch == "main"

    def test_a_repository_cannot_allow_itself(self, repo) -> None:
        self.give_away(repo)
        with (repo.root / ".git" / "config").open("a") as file:
            file.write("[safe]\n\tdirectory = *\n")
        assert repo.asked.state().branch == ""

    def test_a_git_folder_of_somebody_else(self, repo, tmp_path: Path) -> None:
        self.give_away(repo)
        mine = tmp_path / "mine"
        mine.mkdir()
        (mine / ".git").write_text(f"gitdir: {repo.root / '.git'}\n")
        assert Git(str(mine), repo.environ).state().commit == ""


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("core", "FILTER", "filter.evil", 'filter "e"', 'Diff "x"', 'merge "y"', "include", "user",
                             'includeIf "onbranch:m"', 'remote "o"', 'remote "filter"', "[filter]", "lfs")),
            st.sampled_from(("\n", " ", "\t", "\r\n", "", " # ", "\n;")),
            st.sampled_from(("clean = x", "path=/dev/null", "bare = false", "bare", "textconv=y", "name = [filter]",
                             "url = a\\\nb", "editor = z", "process", "promisor = true", "x = \"[diff]\"")),
        ),
        max_size=6,
    )
)  # fmt: skip
def test_what_is_plain_names_no_program(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, ...]]) -> None:
    text = "".join(f"[{section}]{blank}{line}\n" for section, blank, line in rows).encode()
    if not is_plain(text):
        return
    file = tmp_path_factory.getbasetemp() / "config"
    file.write_bytes(text)
    out = subprocess.run(["git", "config", "-z", "--list", "-f", file], capture_output=True, check=False).stdout
    for entry in read_entries(out):
        assert entry.key.partition(".")[0] not in (*DRIVERS, "include", "includeif", "lfs")
        assert not entry.key.endswith((".editor", ".process", ".promisor", ".textconv", ".clean"))


@pytest.mark.parametrize(
    "text",
    [
        "", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n",
        ('[remote "origin"]\n\turl = https://example.org/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n'
        '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\n\tname = A\n'),
    ],
)  # fmt: skip
def test_an_ordinary_configuration_costs_no_process(text: str) -> None:
    assert is_plain(text.encode())
