"""Where a file of a working tree is finished: in the folder of git if that is safe, else beside its name."""

import errno
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.conftest import ID, make, run_git

from backstory.edits import foreign
from backstory.model.errors import NotWritable
from backstory.redact.gate import Gate
from backstory.store import files
from backstory.store.archive import export_archive
from backstory.store.files import WRITTEN_HERE, write_atomic
from backstory.store.records import RecordStore
from backstory.store.scratch import find_scratch

SHARED_MEMORY = Path("/dev/shm")
ACL = "system.posix_acl_default"
FOR_USER_1234 = bytes.fromhex(
    "02000000 0100 0700ffffffff 0200 0700d2040000 0400 0500ffffffff 1000 0700ffffffff 2000 0500ffffffff".replace(
        " ", ""
    )
)
"""u::rwx, u:1234:rwx, g::r-x, m::rwx, o::r-x as the kernel has it."""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away and mounts")


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders, relative to `tmp_path`, in which unfinished files lie when their bytes are written."""
    seen: list[str] = []
    original = files._fill_file

    def watch(*rest: object) -> None:
        seen.extend(str(path.parent.relative_to(tmp_path)) for path in tmp_path.rglob(WRITTEN_HERE + "*"))
        original(*rest)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "_fill_file", watch)
    return seen


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    path = tmp_path / "repo"
    path.mkdir()
    run_git(path, "init", "-q")
    (path / "a").write_text("a\n")
    run_git(path, "add", "a")
    run_git(path, "commit", "-q", "-m", "a")
    return path


def write(folder: Path, text: bytes = b"new") -> None:
    """Writes `AGENTS.md` as the ledger does, and leaves nothing else behind."""
    target = folder / "AGENTS.md"
    foreign.write(foreign.read(str(target), within=str(folder)), text, within=str(folder))
    assert target.read_bytes() == text
    assert not [name for name in os.listdir(folder) if name.startswith(WRITTEN_HERE)]


def mount(*arguments: str) -> None:
    program = shutil.which("mount")
    if os.geteuid() != 0 or not program:
        pytest.skip("mounting needs root")
    done = subprocess.run([program, *arguments], capture_output=True)
    if done.returncode:
        pytest.skip(f"no mount here: {done.stderr.decode().strip()}")


class TestPlace:
    def test_a_plain_repository_and_a_folder_in_it(self, repo: Path, places: list[str]) -> None:
        (repo / "packages" / "web").mkdir(parents=True)
        write(repo)
        write(repo, b"newer")
        write(repo / "packages" / "web")
        assert places == ["repo/.git"] * 3

    def test_a_new_file_that_replaces_none(self, repo: Path, places: list[str]) -> None:
        write_atomic(str(repo / "f"), b"x", exclusive=True, in_worktree=True)
        with pytest.raises(FileExistsError):
            write_atomic(str(repo / "f"), b"y", exclusive=True, in_worktree=True)
        assert (repo / "f").read_bytes() == b"x" and (repo / "f").stat().st_nlink == 1
        assert places == ["repo/.git"] * 2
        assert not list(repo.rglob(WRITTEN_HERE + "*"))

    def test_a_linked_working_tree(self, repo: Path, tmp_path: Path, places: list[str]) -> None:
        run_git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        write(tmp_path / "linked")
        assert places == ["repo/.git/worktrees/linked"]
        assert run_git(tmp_path / "linked", "status", "--porcelain") == "?? AGENTS.md"

    def test_a_submodule(self, repo: Path, tmp_path: Path, places: list[str]) -> None:
        above = tmp_path / "above"
        above.mkdir()
        run_git(above, "init", "-q")
        run_git(above, "submodule", "add", "-q", str(repo), "libs/sub")
        write(above / "libs" / "sub")
        assert places == ["above/.git/modules/libs/sub"]

    def test_an_export_into_the_working_tree(self, repo: Path, places: list[str], gate: Gate) -> None:
        store = RecordStore(str(repo.parent / "data" / "memory"), "private", gate)
        store.add(make(1))
        places.clear()
        export_archive(str(repo / "memory.tar.gz"), {"private": store}, gate, project=ID)
        assert places == ["repo/.git"]
        assert run_git(repo, "status", "--porcelain") == "?? memory.tar.gz"

    def test_outside_of_git(self, tmp_path: Path, places: list[str]) -> None:
        (tmp_path / "plain").mkdir()
        write(tmp_path / "plain")
        assert places == ["plain"]

    def test_an_empty_folder_of_that_name_is_passed_over(self, repo: Path, tmp_path: Path, places: list[str]) -> None:
        (tmp_path / ".git").mkdir()
        (tmp_path / "plain").mkdir()
        write(tmp_path / "plain")
        (repo / "packages" / ".git").mkdir(parents=True)
        write(repo / "packages")
        assert places == ["plain", "repo/.git"]

    def test_descriptors_are_not_lost(self, repo: Path, tmp_path: Path) -> None:
        if not os.path.isdir("/proc/self/fd"):
            pytest.skip("no list of descriptors here")
        run_git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        (tmp_path / "odd").mkdir()
        (tmp_path / "odd" / ".git").write_text(f"gitdir: {repo}/.git\n")
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(5):
            for folder in (repo, tmp_path / "linked", tmp_path / "odd", tmp_path):
                write(folder)
        assert len(os.listdir("/proc/self/fd")) == before


class TestHostile:
    """Nothing is written to a place that a repository names and that is not git's for this working tree."""

    @pytest.fixture
    def tree(self, tmp_path: Path) -> Path:
        (tmp_path / "tree").mkdir()
        return tmp_path / "tree"

    def test_a_linked_dot_git(self, repo: Path, tree: Path, places: list[str]) -> None:
        (tree / ".git").symlink_to(repo / ".git")
        write(tree)
        assert places == ["tree"]

    @pytest.mark.parametrize("target", ["out", "repo/.git", "repo/.git/worktrees/other", "gone", "../..", ""])
    def test_a_file_that_names_another_folder(
        self, repo: Path, tree: Path, tmp_path: Path, places: list[str], target: str
    ) -> None:
        run_git(repo, "worktree", "add", "-q", str(tmp_path / "other"))
        (tmp_path / "out").mkdir()
        (tree / ".git").write_text(f"gitdir: {tmp_path / target if target else ''}\n")
        write(tree)
        assert places == ["tree"]

    def test_a_folder_that_names_the_tree_and_is_not_of_git(
        self, tree: Path, tmp_path: Path, places: list[str]
    ) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "gitdir").write_text(f"{tree}/.git\n")
        (tree / ".git").write_text("gitdir: ../out\n")
        write(tree)
        assert places == ["tree"]

    def test_a_link_to_the_right_folder(self, repo: Path, tmp_path: Path, places: list[str]) -> None:
        linked = tmp_path / "linked"
        run_git(repo, "worktree", "add", "-q", str(linked))
        (tmp_path / "link").symlink_to(repo / ".git" / "worktrees" / "linked")
        (linked / ".git").write_text(f"gitdir: {tmp_path / 'link'}\n")
        write(linked)
        assert places == ["linked"]

    def test_no_link_is_followed_to_what_names_the_tree(self, tree: Path, tmp_path: Path, places: list[str]) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "HEAD").write_text("ref: refs/heads/main\n")
        (tmp_path / "names").write_text(f"{tree}/.git\n")
        (tmp_path / "out" / "gitdir").symlink_to(tmp_path / "names")
        (tree / ".git").write_text(f"gitdir: {tmp_path / 'out'}\n")
        write(tree)
        assert places == ["tree"]

    @pytest.mark.parametrize("data", [b"", b"gitdir:", b"x" * 70_000, b"gitdir: a\nb", b"gitdir: \xff\0"])
    def test_an_odd_file(self, tree: Path, places: list[str], data: bytes) -> None:
        (tree / ".git").write_bytes(data)
        write(tree)
        assert places == ["tree"]

    def test_a_pipe(self, tree: Path, places: list[str]) -> None:
        os.mkfifo(tree / ".git")
        write(tree)
        assert places == ["tree"]

    def test_a_folder_in_which_anybody_writes(self, repo: Path, places: list[str]) -> None:
        (repo / ".git").chmod(0o777)
        write(repo)
        assert places == ["repo"]

    @needs_root
    def test_a_folder_of_somebody_else(self, repo: Path, tmp_path: Path, places: list[str]) -> None:
        run_git(repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        for folder in (repo / ".git", repo / ".git" / "worktrees" / "linked"):
            os.chown(folder, 1234, -1)
        write(repo)
        write(tmp_path / "linked")
        assert places == ["repo", "linked"]


class TestObstacles:
    """An edit succeeds whatever is in the way in the folder of git."""

    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO, errno.EMFILE])
    @pytest.mark.parametrize("act", ["_create_file", "write_all", "sync_file"])
    def test_an_error_there(
        self, repo: Path, places: list[str], monkeypatch: pytest.MonkeyPatch, number: int, act: str
    ) -> None:
        write(repo, b"old")
        original: Callable[..., object] = getattr(files, act)
        failed: list[int] = []

        def fail_once(*rest: object) -> object:
            if not failed:
                failed.append(number)
                raise OSError(number, os.strerror(number))
            return original(*rest)

        monkeypatch.setattr(files, act, fail_once)
        write(repo, b"new")
        assert failed and places[-1] == "repo"
        assert not list(repo.rglob(WRITTEN_HERE + "*"))

    def test_an_error_there_and_beside_leaves_the_old_file(self, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(repo, b"old")

        def fail(*rest: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(files, "write_all", fail)
        with pytest.raises(NotWritable, match="no space left"):
            write(repo, b"new")
        assert (repo / "AGENTS.md").read_bytes() == b"old"
        assert not list(repo.rglob(WRITTEN_HERE + "*"))

    def test_a_file_too_large_is_refused_once_and_for_all(self, repo: Path) -> None:
        write(repo, b"old")
        code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from backstory.store.files import write_atomic
write_atomic({str(repo / "AGENTS.md")!r}, b"x" * 5000, in_worktree=True)
"""
        done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True)
        assert "file too large" in done.stderr
        assert (repo / "AGENTS.md").read_bytes() == b"old"
        assert not list(repo.rglob(WRITTEN_HERE + "*"))

    @pytest.fixture
    def far_repo(self, tmp_path: Path) -> Iterator[Path]:
        """A repository on another device than `tmp_path`."""
        if not os.access(SHARED_MEMORY, os.W_OK) or SHARED_MEMORY.stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("there is no second file system to write to")
        with tempfile.TemporaryDirectory(dir=SHARED_MEMORY, prefix="backstory-") as folder:
            run_git(Path(folder), "init", "-q")
            run_git(Path(folder), "commit", "-q", "--allow-empty", "-m", "a")
            yield Path(folder)

    def test_the_folder_of_git_on_another_device(self, far_repo: Path, tmp_path: Path, places: list[str]) -> None:
        run_git(far_repo, "worktree", "add", "-q", str(tmp_path / "linked"))
        assert find_scratch(str(tmp_path / "linked")) == ""
        write(tmp_path / "linked")
        assert places == ["linked"]

    @pytest.mark.parametrize("kind", ["tmpfs", "bind"])
    def test_a_mounted_folder_of_git(self, repo: Path, places: list[str], kind: str) -> None:
        """A bind mount shows the same device, and only the rename says that it is another one."""
        place = str(repo / ".git")
        mount(*(("-t", "tmpfs", "tmpfs", place) if kind == "tmpfs" else ("--bind", place, place)))
        try:
            write(repo)
            assert not list(repo.rglob(WRITTEN_HERE + "*"))
        finally:
            subprocess.run(["umount", place], check=True)
        assert places == (["repo"] if kind == "tmpfs" else ["repo/.git", "repo"])

    def test_a_mounted_folder_of_the_tree(self, repo: Path, places: list[str]) -> None:
        (repo / "docs").mkdir()
        mount("-t", "tmpfs", "tmpfs", str(repo / "docs"))
        try:
            write(repo / "docs")
        finally:
            subprocess.run(["umount", str(repo / "docs")], check=True)
        assert places == ["repo/docs"]


class TestOwner:
    @needs_root
    @pytest.mark.parametrize("closed", [True, False])
    def test_the_group_is_that_of_a_file_made_beside(self, repo: Path, places: list[str], closed: bool) -> None:
        """A folder that hands its group down, and one of git that has another group or hands down its own."""
        shared, other = (repo, repo / ".git") if closed else (repo / ".git", repo)
        os.chown(shared, -1, 1234)
        shared.chmod(0o2755)
        other.chmod(0o755)
        (repo / "beside").write_text("x")
        write(repo)
        write(repo, b"newer")
        assert (repo / "AGENTS.md").stat().st_gid == (repo / "beside").stat().st_gid
        assert places == ["repo", "repo/.git"]

    @needs_root
    def test_a_file_keeps_its_owner_and_mode(self, repo: Path, places: list[str]) -> None:
        (repo / "AGENTS.md").write_text("old")
        os.chown(repo / "AGENTS.md", 1234, 4321)
        (repo / "AGENTS.md").chmod(0o664)
        write(repo)
        state = (repo / "AGENTS.md").stat()
        assert (state.st_uid, state.st_gid, state.st_mode & 0o7777) == (1234, 4321, 0o664)
        assert places == ["repo/.git"]

    def test_an_owner_that_cannot_be_given_is_left(self, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*rest: object) -> None:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(os, "fchown", refuse)
        write_atomic(str(repo / "f"), b"x", in_worktree=True, owner=(1234, 1234))
        assert (repo / "f").stat().st_uid == os.geteuid()

    def test_an_access_list_is_inherited_as_beside(self, repo: Path, places: list[str]) -> None:
        if not hasattr(os, "setxattr"):
            pytest.skip("no access lists that could be set here")
        try:
            os.setxattr(repo, ACL, FOR_USER_1234)
        except OSError as err:
            pytest.skip(f"no access lists here: {err.strerror}")
        write(repo)
        assert os.getxattr(repo / "AGENTS.md", "system.posix_acl_access")
        os.setxattr(repo / ".git", ACL, FOR_USER_1234)
        write(repo, b"newer")
        assert os.getxattr(repo / "AGENTS.md", "system.posix_acl_access")
        assert places == ["repo", "repo/.git"]
