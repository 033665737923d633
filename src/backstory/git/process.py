"""Starts git; nothing else in the product does. Builds its command line and environment and reads its exit.

Git starts no program that a repository names, fetches nothing, asks nothing and takes no lock. It uses the repository
that `folder` found and never searches for another one. See `configuration` for the programs a repository may name.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base import debug
from backstory.base.light_imports import load_subprocess
from backstory.git import configuration
from backstory.git.child import Child, Late
from backstory.git.folder import Folder, find_program, is_bare, is_own, would_block
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from subprocess import Popen

    Process = Child | Popen[bytes]

TIMEOUT: Final = 60.0
"""Seconds that one git process may take."""
ASKING: Final = 10.0
"""Seconds that a question about the configuration may take."""

NO_BINARY: Final = "git is not installed"
NO_REPOSITORY: Final = "not a git repository"
PARTIAL: Final = "this is a partial clone without the older contents that it takes"
REFUSED: Final = (
    "git refuses the repository because another user owns it (`git config --global --add safe.directory PATH`)"
)
LATE: Final = "git took too long"
OTHER: Final = "git takes another folder for the repository"

_BASE: Final = ("--no-optional-locks", "--no-pager")
_PATCH: Final = ("--no-ext-diff", "--no-textconv", "--submodule=short")
_CLOSED: Final = {
    "blame": ("--no-textconv",),
    "diff": (*_PATCH, "--ignore-submodules=dirty"),
    "diff-files": (*_PATCH, "--ignore-submodules=dirty"),
    "diff-index": (*_PATCH, "--ignore-submodules=dirty"),
    "diff-tree": _PATCH,
    "log": _PATCH,
    "show": _PATCH,
    "status": ("--ignore-submodules=dirty",),
}
"""Options for commands that read contents; they override `.gitmodules` and attributes."""
_KEPT: Final = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM")
"""Variables of git that name the person's own files. All others may come from a hook and point elsewhere."""
_REASONS: Final = (
    ("dubious ownership", REFUSED), ("is owned by someone else", REFUSED), ("not a git repository", NO_REPOSITORY),
    ("promisor remote", PARTIAL), ("lazy fetching disabled", PARTIAL),
)  # fmt: skip
"""Phrases of git's errors, the first that occurs counts -> the reason in our words."""
_NOT_STARTED: Final = -1000
_TIMED_OUT: Final = -1001
_REFUSED: Final = -1002


class GitResult(NamedTuple):
    """How one git process ended."""

    code: int
    out: bytes
    err: str

    @property
    def late(self) -> bool:
        """Whether it was stopped because it took too long."""
        return self.code == _TIMED_OUT

    @property
    def reason(self) -> str:
        """Why it failed, in words that name no path; empty when it did not."""
        if self.code == 0:
            return ""
        if self.code == _NOT_STARTED:
            return self.err or NO_BINARY
        if self.code == _REFUSED:
            return self.err
        if self.code == _TIMED_OUT:
            return LATE
        return self._explain_error()

    def _explain_error(self) -> str:
        """Git's own message, by the phrases that are recognised, else its first line."""
        reason = next((reason for phrase, reason in _REASONS if phrase in self.err), "")
        return reason or _first_error(self.err) or f"git failed with code {self.code}"


class GitFailed(BackstoryError):
    """A git command failed. `reason` as in `GitResult`."""

    def __init__(self, command: str, ran: GitResult) -> None:
        if ran.code == _NOT_STARTED:
            hint = "install git and run it again"
        elif ran.code == _REFUSED:
            hint = "`git config --list --show-origin` shows the configuration and where it comes from"
        else:
            hint = f"run `git {command}` here to see what it says"
        super().__init__(f"`git {command}` failed: {ran.reason}", hint=hint)
        self.reason = ran.reason
        self.ran = ran


def _first_error(text: str) -> str:
    """The first error that git prints, which names the cause; empty when it prints none.

    The rest, and quoted paths of this machine, do not help a reader.
    """
    line = next((row for row in text.splitlines() if row.startswith(("fatal:", "error:"))), "")
    words = line.partition(":")[2].split("'")[0].strip(" :,")
    return f"git failed: {words}" if words else ""


class GitProcess:
    """Starts git in `root` for the repository `folder`. `environ` is the caller's environment."""

    def __init__(self, root: str, folder: Folder, environ: Mapping[str, str], *, timeout: float = TIMEOUT) -> None:
        self.root = root
        self.folder = folder
        self.timeout = timeout
        names = ("git.exe", "git.cmd") if os.name == "nt" else ("git",)
        self.program = find_program(names, environ, outside=folder.top or root)
        """Where git is; empty when it is not installed."""
        self._environ = {name: value for name, value in environ.items() if not name.startswith("GIT_") or name in _KEPT}
        self._environ |= {
            "LC_ALL": "C",
            "LANGUAGE": "C",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",  # what commits brought is judged by the history that the team has
            "GIT_GRAFT_FILE": os.devnull,
            "GIT_LFS_SKIP_SMUDGE": "1",  # Git LFS may be the person's, and would fetch
            "GIT_ALLOW_PROTOCOL": "none",  # `protocol.ext.allow` in a repository counts for more than `protocol.allow`
        }
        if folder.linked:
            self._environ["GIT_COMMON_DIR"] = folder.common_dir
        self._owned: str | None = None
        self._late = False
        """Whether git had to be stopped once: later calls do not wait a minute each."""

    def read_author_settings(self) -> bytes | None:
        """The settings that say who would commit, read without starting git; None where only git can tell."""
        from backstory.git.author import read_author_settings

        return read_author_settings(self.folder, self._environ, self.program) if self.program else None

    def run(self, command: Sequence[str], stdin: bytes = b"") -> GitResult:
        """Runs one command and says how it ended; never raises, whatever git does."""
        guard = self._guard()
        return self._finish(self._start(command, guard, stdin=bool(stdin)), guard.refusal, stdin)

    def start(self, command: Sequence[str]) -> "StartedCommand":
        """Starts one command whose end is waited for later."""
        guard = self._guard()
        process = self._start(command, guard)
        return StartedCommand(lambda: self._finish(process, guard.refusal), lambda: _end(process))

    def together(self, commands: Sequence[Sequence[str]], *, seconds: float = 0.0) -> list[GitResult]:
        """Runs several commands at the same time. With `seconds` each is stopped after them, `Ran.late`, and what it
        printed until then counts (on Windows it is lost)."""
        guard = self._guard() if commands else configuration.Guard(())
        started: list[Process | None] = []
        try:
            started.extend(self._start(command, guard) for command in commands)
            return [self._finish(process, guard.refusal, seconds=seconds) for process in started]
        finally:
            for process in started:
                _end(process)

    def command_line(self, command: Sequence[str], guard: configuration.Guard) -> list[str]:
        """The command line for a git command; options of git itself may come before its name."""
        place = next((number for number, word in enumerate(command) if not word.startswith("-")), len(command))
        name = command[place] if place < len(command) else ""
        folder = self.folder
        # Without a repository git still reads the person's configuration, and does not search for a repository.
        where = ("--git-dir=" + (folder.git_dir or os.devnull), *(["--work-tree=" + folder.top] if folder.top else []))
        return [
            self.program, "-C", self.root, *where, *_BASE, *guard.options, *configuration.options(configuration.FIXED),
            *command[: place + 1], *_CLOSED.get(name, ()), *command[place + 1 :],
        ]  # fmt: skip

    def _guard(self) -> configuration.Guard:
        """Read again for each start: a configuration may change, and its includes may depend on the branch."""
        if not (self.program and self.folder.top):
            return configuration.Guard(())
        if self._late:
            return configuration.Guard((), LATE)
        if would_block(self.folder):
            return configuration.Guard((), configuration.WAITING)
        if self._owned is None:
            self._owned = self._ownership()
        if self._owned:
            return configuration.Guard((), self._owned)
        return configuration.guard(self.folder, self._list)

    def _list(self) -> bytes | None:
        for command in (configuration.LIST, configuration.LIST_OLD):
            ran = self._finish(self._start(command, configuration.Guard(())), seconds=ASKING)
            if ran.code == 0:
                return ran.out
        return None

    def _ownership(self) -> str:
        """Why git would refuse the repository; empty when it does not.

        Git skips the check of owners when `--git-dir` names the repository. So git is asked to find a repository of
        another user by itself, which it only does if the person's `safe.directory` allows it.
        """
        folder = self.folder
        if is_own(folder):
            return ""
        command = [
            self.program, "-C", folder.top, *_BASE, *configuration.options(configuration.FIXED), "rev-parse",
            "--absolute-git-dir",
        ]  # fmt: skip
        ceiling = {"GIT_CEILING_DIRECTORIES": os.path.dirname(folder.top)}
        environ = {name: value for name, value in self._environ.items() if name != "GIT_COMMON_DIR"} | ceiling
        ran = self._finish(_popen(command, environ, stdin=False), seconds=ASKING)
        if ran.code:
            return ran.reason
        stood = os.path.realpath(os.fsdecode(ran.out).rstrip("\r\n"))
        return "" if stood == os.path.realpath(folder.git_dir) else OTHER

    def _start(self, command: Sequence[str], guard: configuration.Guard, *, stdin: bool = False) -> "Process | None":
        if not self.program or guard.refusal:
            return None
        return _popen(self.command_line(command, guard), self._environ, stdin=stdin)

    def _finish(
        self, process: "Process | None", refusal: str = "", stdin: bytes = b"", *, seconds: float = 0.0
    ) -> GitResult:
        if process is None:
            return self._describe_missing_process(refusal)
        started = debug.start("git")
        try:
            out, err = _communicate(process, stdin, seconds or (1.0 if self._late else self.timeout))
        except Late as late:
            self._late = self._late or not seconds
            return GitResult(_TIMED_OUT, late.output if seconds else b"", "")
        finally:
            _end(process)
            if started:
                debug.write("git", f"{process.returncode} {_command_text(process)}", started)
        message = err.decode("utf-8", "replace")
        if process.returncode and self._is_bare_repository(message):
            return GitResult(_REFUSED, out, configuration.BARE)
        return GitResult(process.returncode or 0, out, message)

    def _describe_missing_process(self, refusal: str) -> GitResult:
        """The result of a call for which no process runs: git is refused, missing or cannot be started."""
        if not self.program:
            return GitResult(_NOT_STARTED, b"", NO_BINARY)
        return (
            GitResult(_REFUSED, b"", refusal) if refusal else GitResult(_NOT_STARTED, b"", "git could not be started")
        )

    def _is_bare_repository(self, message: str) -> bool:
        """Whether git finds no repository because the one here is bare, which it may not use."""
        return not self.folder.top and "not a git repository" in message and is_bare(self.root)


class StartedCommand(NamedTuple):
    """A git command that runs while its caller does other work. Whoever starts it calls `end`, whatever happens."""

    finish: Callable[[], GitResult]
    """Waits for its end and says how it ended; never raises, whatever git does."""
    end: Callable[[], None]
    """Ends it if it still runs."""


def _popen(command: Sequence[str], environ: Mapping[str, str], *, stdin: bool) -> "Process | None":
    if os.name == "posix":
        try:
            return Child(command, environ, stdin=stdin)
        except (OSError, ValueError):
            return None
    load_subprocess()
    from subprocess import DEVNULL, PIPE, Popen

    flags = 0x08000000 if os.name == "nt" else 0  # no console window
    try:
        return Popen(
            [os.fsencode(word) if os.name != "nt" else word for word in command], stdin=PIPE if stdin else DEVNULL,
            stdout=PIPE, stderr=PIPE, env=environ, creationflags=flags,
        )  # fmt: skip
    except (OSError, ValueError):
        return None


def _communicate(process: "Process", stdin: bytes, seconds: float) -> tuple[bytes, bytes]:
    """What a process prints on both streams. Raises `Late`."""
    if isinstance(process, Child):
        return process.communicate(seconds, stdin)
    from subprocess import TimeoutExpired

    try:
        return process.communicate(stdin or None, timeout=seconds)
    except TimeoutExpired as late:
        raise Late(late.output or b"") from None


def _command_text(process: "Process") -> str:
    """The command line without the options that every call has."""
    words = [os.fsdecode(word) for word in process.args] if isinstance(process.args, list) else []
    return " ".join(word for word in words[3:] if not word.startswith(("core.", "-c")))


def _end(process: "Process | None") -> None:
    """Ends a process and closes its pipes, also when the caller was interrupted."""
    if process is None:
        return
    if isinstance(process, Child):
        process.end()
        return
    if process.poll() is None:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
