"""Real processes: `python -m backstory` with a home, a data home and a repository of their own.

A command that runs to its end is forked from a process that has loaded it (see `testing.prefork`); one that is started
and watched, traced, sealed off or ended is a Python of its own. `BACKSTORY_TEST_FORK=0` gives every command a Python.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from testing.prefork import Prefork
from testing.workers import await_workers, end_workers
from tests.cli.conftest import FOR_PEOPLE, TOKEN

from backstory.store.person_token import keep_token

FOREIGN = (
    "BACKSTORY_",
    "CLAUDE",
    "CODEX",
    "GEMINI",
    "CURSOR",
    "XDG_",
    "GIT_",
    "OPENCODE",
    "COPILOT",
    "PYTEST",
    "COVERAGE",
)
"""Beginnings of variables that would tell a child process about the machine that the tests run on."""


class Ran(NamedTuple):
    """How a process ended; its output decoded, what is no UTF-8 kept visible."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class World:
    """A person's machine in a folder: home, data home, and whatever repositories a test makes."""

    prefork: Prefork | None = None
    fresh = False
    """Whether every command is a Python of its own."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.home = base / "home"
        self.data = base / "data"
        self.root = base / "shop"
        self.home.mkdir(parents=True)
        kept = {k: v for k, v in os.environ.items() if not k.startswith(FOREIGN)}
        self.environ = kept | {
            "HOME": str(self.home),
            "BACKSTORY_HOME": str(self.data),
            "BACKSTORY_DELIVER_BACKGROUND": "false",
            "BACKSTORY_PERSON_TOKEN": TOKEN,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
        }

    # processes

    def command(self, *argv: str | bytes) -> list[str | bytes]:
        if argv and argv[0] in FOR_PEOPLE:
            keep_token(str(self.data), TOKEN)
        return [sys.executable, "-m", "backstory", *argv]

    def start(
        self, *argv: str | bytes, cwd: Path | None = None, env: Mapping[str, str] | None = None, **how: Any
    ) -> "subprocess.Popen[bytes]":
        """A running command; stdout and stderr are pipes unless told otherwise."""
        streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            self.command(*argv), cwd=cwd or self.root, env={**self.environ, **(env or {})}, **{**streams, **how}
        )

    def run(
        self,
        *argv: str | bytes,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        given: bytes | str | None = None,
        prefix: Sequence[str] = (),
        fresh: bool = False,
        ok: bool = True,
        timeout: float = 90,
        **how: Any,
    ) -> Ran:
        """A command line to its end. With `ok` it has to succeed; there is never a traceback.

        With `fresh` it is a Python of its own, which takes the time that it takes for people.
        """
        data = given.encode() if isinstance(given, str) else given
        environ = {**self.environ, **(env or {})}
        if argv and argv[0] in FOR_PEOPLE:
            keep_token(environ["BACKSTORY_HOME"], TOKEN)
        if self.prefork and not (fresh or self.fresh or prefix or how) and self.prefork.takes(environ):
            done = self.prefork.run(argv, cwd=cwd or self.root, env=environ, given=data, timeout=timeout)
        else:
            streams: dict[str, Any] = {"stdin": subprocess.DEVNULL} if data is None else {"input": data}
            done = subprocess.run(
                [*prefix, *self.command(*argv)],
                cwd=cwd or self.root,
                env=environ,
                capture_output=True,
                timeout=timeout,
                check=False,
                **streams,
                **how,
            )
        out, err = done.stdout.decode("utf-8", "backslashreplace"), done.stderr.decode("utf-8", "backslashreplace")
        assert "Traceback" not in err, err
        assert "Traceback" not in out, out
        assert "something went wrong inside" not in err + out, f"{argv}\n{self.reports()}"
        if ok:
            assert done.returncode == 0, f"{argv}: {done.returncode}\n{out}\n{err}\n{self.reports()}"
        return Ran(done.returncode, out, err)

    def run_traced(self, tracer: Sequence[str], *argv: str) -> "subprocess.CompletedProcess[bytes]":
        """A command line to its end, watched by strace; `tracer` is the beginning of a command line (see `strace`).

        It is attached to a process that is forked, so that only what the command does is traced, and not the start of
        Python. Otherwise only the calls that are asked for stop the program, which takes half as long; a signal that
        is injected would not reach it then.
        """
        command = self.command(*argv)
        if self.prefork and not self.fresh and self.prefork.can_trace:
            return self.prefork.run(argv, cwd=self.root, env=self.environ, tracer=tracer)
        quick = ["--seccomp-bpf"] if "-f" in tracer and not any("signal=" in option for option in tracer) else []
        return subprocess.run(
            [*tracer, *quick, *command], cwd=self.root, env=self.environ, capture_output=True, check=False
        )

    def await_workers(self) -> None:
        """Waits for what hooks have begun and go on with after they have answered."""
        await_workers(self.home)

    def reports(self) -> str:
        """Crash reports so far: there is to be none."""
        return "\n".join(p.read_text() for p in sorted(self.data.glob("reports/*.md")))

    def hook(
        self, event: str, payload: Mapping[str, Any] | bytes, *words: str, agent: str = "claude-code", **how: Any
    ) -> Ran:
        """A hook as an agent calls it: it ends with 0 and says nothing on stderr."""
        given = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        ran = self.run("hook", agent, event, *words, given=given, **how)
        assert ran.err == ""
        return ran

    def injected(self, event: str, payload: Mapping[str, Any], *words: str, **how: Any) -> str:
        """What a hook puts into the model's context; empty for silence."""
        out = self.hook(event, payload, *words, **how).out
        if not out:
            return ""
        inside = json.loads(out)["hookSpecificOutput"]
        assert inside["hookEventName"] == {"session-start": "SessionStart", "prompt": "UserPromptSubmit"}[event]
        return str(inside["additionalContext"])

    # repositories

    def git(self, *args: str, cwd: Path | None = None, ok: bool = True) -> str:
        ran = subprocess.run(["git", *args], cwd=cwd or self.root, env=self.environ, capture_output=True, check=False)
        assert not ok or ran.returncode == 0, ran.stderr.decode()
        return ran.stdout.decode("utf-8", "backslashreplace").rstrip("\n")

    def name_author(self, root: Path, name: str = "Ada") -> None:
        self.git("config", "user.name", name, cwd=root)
        self.git("config", "user.email", f"{name.lower()}@example.org", cwd=root)

    def repository(self, root: Path | None = None) -> Path:
        """A small repository with a commit."""
        root = root or self.root
        (root / "src" / "db").mkdir(parents=True)
        (root / "README.md").write_text("# Shop\n\nA small web shop for bicycles and their parts.\n")
        (root / "src" / "db" / "pool.py").write_text(
            "class Pool:\n    def get(self):\n        return 1\n\n\nclass Other:\n    pass\n"
        )
        self.git("init", "-q", "-b", "main", cwd=root)
        self.name_author(root)
        self.commit("start", cwd=root)
        return root

    def commit(self, message: str, cwd: Path | None = None) -> str:
        self.git("add", "-A", cwd=cwd)
        self.git("commit", "-qm", message, cwd=cwd)
        return self.git("rev-parse", "HEAD", cwd=cwd)

    # what is kept

    def titles(self, *argv: str, cwd: Path | None = None) -> list[str]:
        """Titles of `list`, sorted."""
        found = self.run("list", *argv, "--limit", "100000", "--json", cwd=cwd).json
        assert found["total"] == len(found["items"])
        return sorted(item["title"] for item in found["items"])

    @property
    def private(self) -> Path:
        """The private folder of the one project there is."""
        folders = [path for path in (self.data / "projects").iterdir() if path.is_dir()]
        assert len(folders) == 1, folders
        return folders[0]

    def record_files(self) -> list[Path]:
        return sorted(p for top in (self.data, self.root / ".backstory") for p in top.rglob("memory/*/*.md"))


@pytest.fixture(scope="session", autouse=True)
def forked_commands(prefork: Prefork | None) -> None:
    """Has commands forked, where that is possible."""
    World.prefork = prefork


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A machine with nothing on it."""
    return World(tmp_path)


@pytest.fixture
def shop(world: World) -> World:
    """A machine with a small repository whose memory is set up; no agent is told about it."""
    world.repository()
    world.run("init", "--yes", "--no-agents")
    return world


Machine = Callable[[str, Callable[[World], object]], World]


@pytest.fixture
def machine(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """Sets a machine up once, and puts a copy of it at its place for each later test: `machine("name", set_up)`.

    The place is the same for all tests: a memory names the paths it was set up at. What is there when the test and the
    workers of its hooks have ended goes into the folder of the test.
    """
    base = tmp_path_factory.getbasetemp()
    place = base / "machine-of-processes"

    def machine(name: str, set_up: Callable[[World], object]) -> World:
        world, template = World(place), base / "machines-of-processes" / name
        if template.exists():
            shutil.copytree(template, place, symlinks=True, dirs_exist_ok=True)
            world.git("update-index", "--refresh")  # git tells files by their inodes too
        else:
            set_up(world)
            world.await_workers()
            shutil.copytree(place, template, symlinks=True)
        return world

    yield machine
    if place.exists():
        end_workers(place / "home")
        place.rename(tmp_path / "machine")


def eventually(what: Callable[[], Any], *, within: float = 90) -> Any:
    """The first truthy answer; fails when there is none within `within` seconds."""
    end = time.monotonic() + within
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < end, f"nothing within {within} s"
        time.sleep(0.05)


def tree(root: Path, *, skip: Sequence[str] = (".git",)) -> dict[str, bytes]:
    """Every file below a folder with its bytes, links with their targets; folders end in a slash."""
    found: dict[str, bytes] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [n for n in folders if n not in skip]
        for name in names:
            path = Path(folder) / name
            key = str(path.relative_to(root))
            found[key] = (
                os.readlink(path).encode() if path.is_symlink() else path.read_bytes() if path.is_file() else b"?"
            )
        for name in folders:
            found[str((Path(folder) / name).relative_to(root)) + "/"] = b""
    return found


def under_permissions() -> list[str]:
    """The beginning of a command line that permissions of files bind, for root too: it gives up what overrides them."""
    if os.geteuid() != 0:
        return []
    given_up = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all"]
    if not shutil.which("setpriv") or subprocess.run([*given_up, "true"], capture_output=True, check=False).returncode:
        pytest.skip("permissions do not bind root, and `setpriv` cannot change that here")
    return given_up


def sealed_off(folder: Path, size: str = "") -> list[str]:
    """The beginning of a command line under which `folder` is read-only, or with `size` a file system that small.

    A mount in a namespace of its own; the test is skipped where the system allows none.
    """
    if not shutil.which("unshare"):
        pytest.skip("no `unshare` here")
    unshare = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-r", "-m"]
    mount = (
        f'mount -t tmpfs -o size={size} tmpfs "{folder}"' if size
        else f'mount --bind "{folder}" "{folder}" && mount -o remount,ro,bind "{folder}"'
    )  # fmt: skip
    if subprocess.run([*unshare, "sh", "-c", mount], capture_output=True, check=False).returncode:
        pytest.skip("mounts in a namespace are not allowed here")
    return [*unshare, "sh", "-c", f'{mount} && exec "$@"', "sh"]


def strace(*arguments: str) -> list[str]:
    """The beginning of a command line that is traced."""
    found = find_strace()
    if not found:
        pytest.skip("strace is not installed, or cannot trace here")
    return [found, "-f", "-qq", "-o", os.devnull, *arguments]


@cache
def find_strace() -> str:
    """Where strace is; empty where there is none, or it cannot trace."""
    found = shutil.which("strace") or ""
    works = found and not subprocess.run([found, "-qq", "-o", os.devnull, "true"], capture_output=True).returncode
    return found if works else ""


def counted_git(world: World) -> Callable[..., int]:
    """Puts a `git` before the real one that notes each call; returns how many a process, or all, made so far."""
    calls, place = world.base / "git-calls", world.base / "counted"
    place.mkdir()
    calls.write_bytes(b"")
    shim = place / "git"
    shim.write_text(f'#!/bin/sh\necho $PPID >> "{calls}"\nexec "{shutil.which("git")}" "$@"\n')
    shim.chmod(0o755)
    world.environ["PATH"] = f"{place}{os.pathsep}{world.environ['PATH']}"

    def count(parent: int | None = None) -> int:
        parents = calls.read_text().split()
        return len(parents) if parent is None else parents.count(str(parent))

    return count


def copy_of(shop: World, base: Path) -> World:
    """The same machine somewhere else."""
    shutil.copytree(shop.base, base, symlinks=True)
    made = World.__new__(World)
    made.base, made.home, made.data, made.root = base, base / "home", base / "data", base / "shop"
    made.environ = {**shop.environ, "HOME": str(made.home), "BACKSTORY_HOME": str(made.data)}
    return made


def touching(shop: "World", calls: Sequence[str], argv: list[str], log: Path) -> dict[str, list[int]]:
    """For each sort of call the numbers of those of a command that have to do with files of ours, out of all of it."""
    shop.run_traced(["strace", "-y", "-qq", "-o", str(log), "-e", f"trace={','.join(calls)}"], *argv)
    lines = [line for line in log.read_text(errors="replace").splitlines() if "(" in line and line[0].isalpha()]
    ours = (f"{shop.data}/", f"{shop.root}/.backstory")
    found: dict[str, list[int]] = {}
    for call in calls:
        of_it = [line for line in lines if line.partition("(")[0] in call.split(",")]
        found[call] = [n for n, line in enumerate(of_it, 1) if any(place in line for place in ours)]
    return found
