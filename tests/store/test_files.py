"""Single files: whole or not at all, private or shared by choice, no link followed."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.store.conftest import SECRET, tree

from backstory.model.errors import BackstoryError, Busy, NotFound, NotWritable
from backstory.redact.gate import Gate
from backstory.store.file_errors import write_error
from backstory.store.files import TEMPORARY, make_folder, open_folder, read_file, write_atomic, write_text
from backstory.store.lock import Lock


class TestWrite:
    @pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
    @pytest.mark.parametrize(("mode", "folder"), [(0o600, 0o700), (0o644, 0o755)])
    def test_modes_hold_under_any_umask(self, tmp_path: Path, umask: int, mode: int, folder: int) -> None:
        path = tmp_path / "a" / "b" / "f"
        old = os.umask(umask)
        try:
            write_atomic(str(path), b"x", mode=mode)
            write_atomic(str(tmp_path / "c" / "d" / "f"), b"x", mode=mode, base=str(tmp_path))
        finally:
            os.umask(old)
        for file in (path, tmp_path / "c" / "d" / "f"):
            assert file.stat().st_mode & 0o777 == mode
            assert file.parent.stat().st_mode & 0o777 == folder
            assert file.parent.parent.stat().st_mode & 0o777 == folder

    def test_replaces_and_leaves_nothing_beside(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        write_atomic(str(path), b"old")
        write_atomic(str(path), b"new")
        assert tree(tmp_path) == {"f": b"new"}

    def test_a_link_in_its_place_is_replaced_and_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "victim").write_text("mine")
        (tmp_path / "f").symlink_to(tmp_path / "victim")
        write_atomic(str(tmp_path / "f"), b"new")
        assert (tmp_path / "victim").read_text() == "mine"
        assert not (tmp_path / "f").is_symlink()

    @pytest.mark.parametrize("link", ["a", "a/b"])
    def test_folders_below_the_base_must_be_real(self, tmp_path: Path, link: str) -> None:
        (tmp_path / "elsewhere" / "b").mkdir(parents=True)
        (tmp_path / "root" / link).parent.mkdir(parents=True)
        (tmp_path / "root" / link).symlink_to(tmp_path / "elsewhere")
        with pytest.raises(BackstoryError, match="is a link"):
            write_atomic(str(tmp_path / "root" / "a" / "b" / "f"), b"x", base=str(tmp_path / "root"))
        assert tree(tmp_path / "elsewhere") == {}

    def test_nothing_is_written_outside_the_base(self, tmp_path: Path) -> None:
        (tmp_path / "root").mkdir()
        with pytest.raises(BackstoryError):
            write_atomic(str(tmp_path / "root" / ".." / "out" / "f"), b"x", base=str(tmp_path / "root"))
        assert not (tmp_path / "out").exists()

    def test_a_full_disk_leaves_the_old_file(self, tmp_path: Path) -> None:
        path = tmp_path / "f"
        write_atomic(str(path), b"old")
        code = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from backstory.store.files import write_atomic
from backstory.model.errors import NotWritable
try:
    write_atomic({str(path)!r}, b"x" * 5000)
except NotWritable as err:
    print(err.errno, err.message, "|", err.hint)
"""
        done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.startswith(f"{errno.EFBIG} cannot write `{path}`: file too large | make room")
        assert tree(tmp_path) == {"f": b"old"}

    def test_no_space_left(self, tmp_path: Path) -> None:
        small = tmp_path / "small"
        small.mkdir()
        mount = shutil.which("mount")
        if os.geteuid() != 0 or not mount:
            pytest.skip("mounting a small file system needs root")
        done = subprocess.run([mount, "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)], capture_output=True)
        if done.returncode:
            pytest.skip(f"no tmpfs here: {done.stderr.decode().strip()}")
        try:
            write_atomic(str(small / "f"), b"old")
            with pytest.raises(NotWritable, match="no space left") as caught:
                write_atomic(str(small / "f"), b"x" * 200_000)
            assert caught.value.errno == errno.ENOSPC
            assert tree(small) == {"f": b"old"}
            subprocess.run([mount, "-o", "remount,ro", str(small)], check=True)
            with pytest.raises(NotWritable, match="read-only") as caught:
                write_atomic(str(small / "f"), b"new")
            assert caught.value.errno == errno.EROFS
            assert isinstance(caught.value, OSError) and isinstance(caught.value, BackstoryError)
            assert str(caught.value) == caught.value.message
        finally:
            subprocess.run(["umount", str(small)], check=True)

    def test_the_hint_names_a_folder_that_exists(self, tmp_path: Path) -> None:
        problem = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        refused = write_error(problem, str(tmp_path / "not" / "made" / "f"))
        assert refused.hint == f"look at its permissions: `ls -ld {tmp_path}`"

    def test_the_part_of_a_path_that_is_no_folder_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_text("x")
        with pytest.raises(BackstoryError, match=f"^`{tmp_path}/f` is a link or not a folder"):
            read_file(str(tmp_path / "f" / "settings.json"), limit=100)

    def test_a_racing_link_is_never_followed(self, tmp_path: Path) -> None:
        """Somebody swaps a folder for a link to a place of theirs, over and over, while files are written."""
        root, victim = tmp_path / "root", tmp_path / "victim"
        (root / "a").mkdir(parents=True)
        victim.mkdir()
        stop = threading.Event()

        def swap() -> None:
            while not stop.is_set():
                try:
                    os.rename(root / "a", root / "real")
                    os.symlink(victim, root / "a")
                    os.unlink(root / "a")
                    os.rename(root / "real", root / "a")
                except OSError:
                    pass

        thread = threading.Thread(target=swap)
        thread.start()
        done = 0
        try:
            for i in range(400):
                try:
                    write_atomic(str(root / "a" / f"f{i}"), b"x", sync=False, base=str(root))
                    done += 1
                except BackstoryError:
                    pass
        finally:
            stop.set()
            thread.join()
        assert tree(victim) == {}
        assert done

    def test_text_passes_the_gate(self, tmp_path: Path, gate: Gate) -> None:
        write_text(str(tmp_path / "handoff.md"), f"use {SECRET} now \ud800", gate, mode=0o644)
        text = (tmp_path / "handoff.md").read_text()
        assert SECRET not in text and "[REDACTED:" in text


class TestRead:
    def test_what_is_no_regular_file_is_refused_at_once(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "fifo")
        (tmp_path / "link").symlink_to(tmp_path / "fifo")
        (tmp_path / "folder").mkdir()
        for name in ("fifo", "link", "folder"):
            with pytest.raises(BackstoryError):
                read_file(str(tmp_path / name), limit=10)
        with pytest.raises(BackstoryError, match="not a regular file"):
            read_file(os.devnull, limit=10)

    def test_limits_and_absence(self, tmp_path: Path) -> None:
        (tmp_path / "f").write_bytes(b"x" * 11)
        with pytest.raises(BackstoryError, match="more than the 10"):
            read_file(str(tmp_path / "f"), limit=10)
        assert read_file(str(tmp_path / "f"), limit=11) == b"x" * 11
        with pytest.raises(NotFound):
            read_file(str(tmp_path / "gone"), limit=10)

    def test_below_a_base_no_link_is_followed(self, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "f").write_text("secret")
        (tmp_path / "root").mkdir()
        (tmp_path / "root" / "a").symlink_to(tmp_path / "out")
        with pytest.raises(BackstoryError, match="is a link"):
            read_file(str(tmp_path / "root" / "a" / "f"), limit=10, base=str(tmp_path / "root"))

    @pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES, errno.EIO, errno.ELOOP, errno.EMFILE, errno.EDQUOT])
    @pytest.mark.parametrize("reading", [True, False])
    def test_every_refusal_has_a_hint(self, number: int, reading: bool) -> None:
        told = write_error(OSError(number, os.strerror(number)), "/x/y", reading=reading)
        assert told.hint and "/x/y" in told.message and not told.message.endswith(".")


class TestFolders:
    def test_made_private_all_the_way(self, tmp_path: Path) -> None:
        old = os.umask(0)
        try:
            make_folder(str(tmp_path / "a" / "b"))
        finally:
            os.umask(old)
        assert (tmp_path / "a").stat().st_mode & 0o777 == (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700

    def test_a_file_in_the_way(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text("x")
        with pytest.raises(OSError):
            make_folder(str(tmp_path / "a" / "b"))
        with pytest.raises(BackstoryError):
            write_atomic(str(tmp_path / "a" / "b" / "f"), b"x")

    def test_descriptors_are_not_lost(self, tmp_path: Path) -> None:
        before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
        for _ in range(20):
            os.close(open_folder(str(tmp_path / "a" / "b"), base=str(tmp_path), create=True))
            with pytest.raises(OSError):
                open_folder(str(tmp_path / "gone" / "b"), base=str(tmp_path))
            write_atomic(str(tmp_path / "f"), b"x", sync=False)
        if before:
            assert len(os.listdir("/proc/self/fd")) == before

    def test_the_prefix_of_unfinished_files_is_hidden(self) -> None:
        assert TEMPORARY.startswith(".")


class TestLock:
    def test_holds_between_threads_and_frees(self, tmp_path: Path) -> None:
        path = str(tmp_path / "x" / "lock")
        with Lock(path), pytest.raises(Busy, match="another process has held"), Lock(path, wait=0.05):
            pass
        with Lock(path, wait=0):
            pass

    def test_ends_with_its_process(self, tmp_path: Path) -> None:
        path = str(tmp_path / "lock")
        code = (
            "import time\nfrom backstory.store.lock import Lock\n"
            f"with Lock({path!r}):\n    print(1, flush=True)\n    time.sleep(60)"
        )
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        assert child.stdout is not None and child.stdout.readline()
        with pytest.raises(Busy), Lock(path, wait=0.05):
            pass
        child.kill()
        child.wait()
        with Lock(path, wait=5):
            pass

    def test_no_link_is_followed_to_make_it(self, tmp_path: Path) -> None:
        (tmp_path / "victim").mkdir()
        (tmp_path / "local").symlink_to(tmp_path / "victim")
        with (
            pytest.raises(BackstoryError, match="is a link"),
            Lock(str(tmp_path / "local" / "lock"), base=str(tmp_path)),
        ):
            pass
        assert tree(tmp_path / "victim") == {}
