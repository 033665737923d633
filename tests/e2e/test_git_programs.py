"""No program that a repository names is started: every key of git's configuration that names one is planted in every
place that a clone or an unpacked archive can bring, and every command and every hook is run there."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.test_json import ENDLESS, LINES, every_command
from tests.e2e.conftest import World
from tests.sweeps import every

TELLING = re.compile(
    r"alias|askpass|browser|clean|cmd|command|daemon|driver|editor|exec|external|filter|hook|helper|monitor|pager"
    r"|path|process|program|proxy|receivepack|script|shell|smudge|textconv|tool|update|uploadpack|viewer|vcs",
    re.IGNORECASE,
)
"""What the name of a variable holds that may name a program."""

KEYS = tomllib.loads((Path(__file__).parent / "git-keys.toml").read_text())
PROGRAMS = frozenset(KEYS.pop("programs"))
"""Keys that name a program, whether the installed git knows them or not."""
REVIEWED = frozenset(key for keys in KEYS.values() for key in keys)
"""Keys that look as if they named a program and do not."""
REVIEWED_SECTIONS = (
    "advice.", "color.", "fsck.", "receive.", "uploadpack.allow", "uploadpackfilter.", "guitool.<name>.", "mergetool.",
    "commitGraph.", "fetch.show", "format.", "push.", "repack.", "gitweb.", "submodule.fetch",
)  # fmt: skip

HOOKS = (
    "applypatch-msg",
    "fsmonitor-watchman",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-merge",
    "post-rewrite",
    "pre-applypatch",
    "pre-auto-gc",
    "pre-commit",
    "pre-merge-commit",
    "pre-push",
    "pre-rebase",
    "prepare-commit-msg",
    "query-watchman",
    "reference-transaction",
    "sendemail-validate",
)

SWITCHES = {
    "log.diffMerges": "remerge", "log.showSignature": "true", "diff.submodule": "diff", "diff.ignoreSubmodules": "none",
    "status.submoduleSummary": "true", "submodule.recurse": "true", "filter.evil.required": "true",
    "diff.evil.cachetextconv": "true", "merge.default": "evil", "protocol.ext.allow": "always",
    "protocol.file.allow": "always", "remote.origin.promisor": "true", "remote.origin.url": "ext::PROGRAM %S",
    "lfs.extension.evil.clean": "PROGRAM %f", "lfs.customtransfer.evil.path": "PROGRAM", "gc.auto": "1",
    "hook.evil.event": "post-index-change", "core.attributesFile": "attributes",
}  # fmt: skip
"""What makes git look for a program where it would not look by itself."""

EXTRA: tuple[tuple[str, ...], ...] = (
    ("snapshot",), ("diff",), ("files", "--for", "pool"), ("map",), ("why", "src/pool.py"), ("why", "src/pool.py:1"),
    ("why", "src/pool.py#Pool"), ("remember", "fact", "a pool", "--at", "src/pool.py"), ("checkpoint", "work"),
    ("watch", "--once"), ("lint",), ("trust", "--show"), ("handoff",), ("brief",), ("install",), ("ingest",),
    ("bench", "relevance", "--tasks", "5"),
)  # fmt: skip
WALK = """
import contextlib, io, itertools, json, os, sys
from backstory.cli.root import execute_command
from backstory.deliver import surfaces
folder, lines, step = json.loads(sys.stdin.read())
os.chdir(folder)
refresh, calls = surfaces.refresh_surfaces, itertools.count()
# What follows a command is the same after most: it would be two thirds of all processes.
surfaces.refresh_surfaces = lambda *given, **more: () if next(calls) % step else refresh(*given, **more)
for line in lines:
    for path in ("src/pool.py", "src/other.py", "pool.py"):
        if os.path.exists(path):
            os.utime(path, ns=(10**18, 10**18 + len(line)))  # the index no longer knows it: git looks into the file
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        execute_command(line)
"""
EVENTS = {
    "session-start": "SessionStart", "prompt": "UserPromptSubmit", "post-tool": "PostToolUse",
    "pre-compact": "PreCompact", "stop": "Stop", "session-end": "SessionEnd",
}  # fmt: skip


def documented() -> list[str]:
    out = subprocess.run(["git", "help", "-c"], capture_output=True, text=True, check=True).stdout
    return [line for line in out.split("\n") if re.fullmatch(r"[A-Za-z]+\.\S+", line)]


def test_every_key_that_may_name_a_program_has_been_looked_at() -> None:
    keys = documented()
    assert len(keys) > 300
    telling = {key for key in keys if TELLING.search(key.partition(".")[2])}
    unknown = {k for k in telling - PROGRAMS - REVIEWED if not k.startswith(REVIEWED_SECTIONS)}
    assert not unknown, "does it name a program? Add it to PROGRAMS or REVIEWED"


class Trap:
    """Programs that leave a mark, each named for the key that names it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.folder = world.base / "programs"
        self.folder.mkdir()
        self.marks = world.base / "marks"
        self.count = 0

    def program(self, key: str) -> str:
        path = self.folder / re.sub(r"\W", "_", key)
        path.write_text(f"#!/bin/sh\necho '{key}' >> '{self.marks}'\ncat\n")
        path.chmod(0o755)
        return str(path)

    def configuration(self, git_dir: Path) -> str:
        """All keys at once, as the text of a configuration file."""
        rows = []
        hooks = self.hooks(git_dir / "hooks")
        for key in (*sorted(PROGRAMS), *SWITCHES):
            if key.startswith("alias"):
                values = [(f"alias.{name}", "!" + self.program(key)) for name in ("status", "log", "patch-id")]
            else:
                name = re.sub(r"<[a-z]+>|\*", "origin" if key.startswith("remote") else "evil", key)
                value = SWITCHES.get(key, "PROGRAM").replace("PROGRAM", self.program(key))
                value = hooks if key == "core.hooksPath" else value
                values = [(name, "!" + value if key.endswith(">.update") else value)]
            for full, value in values:
                section, _, rest = full.partition(".")
                sub, dot, variable = rest.rpartition(".")
                name = f' "{sub}"' if dot else ""
                rows.append(f'[{section}{name}]\n\t{variable} = "{value}"\n')
        return "".join(rows)

    def hooks(self, folder: Path) -> str:
        folder.mkdir(exist_ok=True)
        for name in HOOKS:
            path = folder / name
            path.write_text(Path(self.program(f"hook {name}")).read_text())
            path.chmod(0o755)
        return str(folder)

    def sprung(self) -> list[str]:
        found = sorted(set(self.marks.read_text().splitlines())) if self.marks.exists() else []
        self.marks.unlink(missing_ok=True)
        return found


def configured(root: Path, git_dir: Path, trap: Trap) -> Path:
    with (git_dir / "config").open("a") as file:
        file.write(trap.configuration(git_dir))
    (git_dir / "info").mkdir(exist_ok=True)
    (git_dir / "info" / "attributes").write_text("*.py filter=evil diff=evil merge=evil\n")
    return root


def in_config(world: World, trap: Trap) -> Path:
    return configured(world.root, world.root / ".git", trap)


def in_worktree_config(world: World, trap: Trap) -> Path:
    world.git("config", "extensions.worktreeConfig", "true")
    (world.root / ".git" / "config.worktree").write_text(trap.configuration(world.root / ".git"))
    return world.root


def in_an_included_file(world: World, trap: Trap) -> Path:
    (world.root / "included").write_text(trap.configuration(world.root / ".git"))
    world.git("config", "includeIf.onbranch:main.path", "../included")
    return world.root


def in_an_embedded_bare_repository(world: World, trap: Trap) -> Path:
    inner = world.root / "sub"
    shutil.copytree(world.root / ".git", inner)
    (inner / "index").unlink()
    subprocess.run(["git", "--git-dir", str(inner), "read-tree", "HEAD"], check=True, env=world.environ)
    shutil.copytree(world.root / "src", inner / "src")
    (inner / ".gitattributes").write_text("*.py filter=evil diff=evil merge=evil\n")
    text = (inner / "config").read_text().replace("[core]", "[core]\n\tworktree = .", 1)
    (inner / "config").write_text(text)
    (inner / ".backstory").mkdir()
    (inner / ".backstory" / "config.toml").write_text('format = 1\nid = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"\n')
    return configured(inner, inner, trap)


def in_a_submodule(world: World, trap: Trap) -> Path:
    lib = world.base / "lib"
    shutil.copytree(world.root, lib)
    world.git("-c", "protocol.file.allow=always", "submodule", "add", "-f", "-q", str(lib), ".backstory/memory/lib")
    world.git("commit", "-qam", "a submodule", "--no-verify")
    configured(world.root, world.root / ".git" / "modules" / ".backstory" / "memory" / "lib", trap)
    (world.root / ".backstory" / "memory" / "lib" / "src" / "pool.py").write_text("dirty\n")
    return world.root


def inside_a_submodule(world: World, trap: Trap) -> Path:
    return in_a_submodule(world, trap) / ".backstory" / "memory" / "lib"


def behind_a_git_file(world: World, trap: Trap) -> Path:
    (world.root / ".git").rename(world.root / "inner")
    (world.root / ".git").write_text("gitdir: inner\n")
    return configured(world.root, world.root / "inner", trap)


def behind_a_link(world: World, trap: Trap) -> Path:
    (world.root / ".git").rename(world.root / "inner")
    (world.root / ".git").symlink_to("inner")
    return configured(world.root, world.root / "inner", trap)


def behind_commondir(world: World, trap: Trap) -> Path:
    (world.root / ".git").rename(world.root / " shared")  # git keeps the blank before a name
    git_dir = world.root / ".git"
    git_dir.mkdir()
    for name in ("HEAD", "index"):
        shutil.copy(world.root / " shared" / name, git_dir)
    (git_dir / "commondir").write_text("../ shared\n")
    shutil.copytree(world.root / " shared", world.root / "shared")
    return configured(world.root, world.root / " shared", trap)


def with_the_daemon(world: World, trap: Trap) -> Path:
    world.git("config", "core.fsmonitor", "true")
    world.git("config", "core.untrackedCache", "true")
    return world.root


PLACES: tuple[Callable[[World, Trap], Path], ...] = (
    in_config, in_worktree_config, in_an_included_file, in_an_embedded_bare_repository, in_a_submodule,
    inside_a_submodule, behind_a_git_file, behind_a_link, behind_commondir, with_the_daemon,
)  # fmt: skip

TRACED = (in_config, in_an_embedded_bare_repository)
"""Places where every program that is executed is looked at, where `strace` is installed."""


@pytest.fixture
def hostile(world: World) -> World:
    """A repository with a merge, attributes and a project of ours; nothing is planted yet."""
    root = world.root
    (root / "src").mkdir(parents=True)
    world.git("init", "-q", "-b", "main")
    world.git("config", "user.name", "Ada")
    world.git("config", "user.email", "ada@example.org")
    (root / "src" / "other.py").write_text("def other():\n    return 0\n")
    (root / ".gitattributes").write_text("*.py filter=evil diff=evil merge=evil\n")
    for branch, size in (("main", 1), ("side", 2)):
        if branch == "side":
            world.git("checkout", "-q", "-b", branch)
        (root / "src" / "pool.py").write_text(f"class Pool:\n    size = {size}\n")
        world.git("add", "-A")
        world.git("commit", "-qm", f"pool of {branch}")
    world.git("checkout", "-q", "main")
    (root / "src" / "pool.py").write_text("class Pool:\n    size = 3\n")
    world.git("commit", "-qam", "another size")
    world.git("merge", "-q", "-s", "ours", "-m", "merge side", "side")
    world.run("init", "--yes", "--no-agents")
    return world


def lines() -> Iterator[list[str]]:
    """Every command: as the contract of the JSON output runs it, and the rest by their bare names."""
    chosen = [*EXTRA, *LINES]
    yield from (list(line) for line in chosen)
    for path, _ in every_command():
        if path[0] not in ENDLESS and not any(line[: len(path)] == path for line in chosen):
            yield list(path)


def walk(world: World, folder: Path, *, traced: Path | None = None, part: slice = slice(None)) -> None:
    """Runs every command in one process, and every hook with its slow half; all processes are over at the end.

    `part` chooses from the commands; hooks and what takes the memory away are always run.
    """
    strace = (
        ["strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", str(traced)]
        if traced
        else []
    )

    def start(command: list[str], stdin: str, **more: str) -> None:
        done = subprocess.run(
            [*strace, *command], input=stdin.encode(), cwd=folder, env={**world.environ, **more},
            capture_output=True, timeout=600, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr.decode()[-2000:]
        if traced:
            with traced.with_suffix(".all").open("a") as file:
                file.write(traced.read_text())

    destructive = {"clean", "uninstall"}
    asked = list(lines())
    first = [line for line in asked if line[0] not in destructive][part]
    start([sys.executable, "-c", WALK], json.dumps([str(folder), first, every(6)]))
    for event, name in EVENTS.items():
        os.utime(world.root / "src" / "pool.py", ns=(10**18, 10**18 + len(event)))
        payload = {"session_id": "s", "cwd": str(folder), "hook_event_name": name, "prompt": "the pool", "source": "x"}
        if traced:
            start([sys.executable, "-m", "backstory", "hook", "claude-code", event], json.dumps(payload))
        start([sys.executable, "-m", "backstory.worker.process", "claude-code", event], json.dumps(payload))
    start([sys.executable, "-c", WALK], json.dumps([str(folder), [x for x in asked if x[0] in destructive], 1]))


def assert_only_git(trace: str) -> None:
    """Nothing is executed but git, with the place of the repository given, and this Python."""
    rows = re.findall(r'execve\("([^"]+)", (\[.*?\]).* = 0$', trace, re.MULTILINE)
    executed = {program for program, _ in rows}
    assert any(program.endswith("/git") for program in executed)
    own = os.path.realpath(sys.executable)
    foreign = {p for p in executed if os.path.basename(p) != "git" and os.path.realpath(p) != own}
    assert not foreign
    git = [argv for program, argv in rows if program.endswith("/git")]
    assert all("--git-dir=" in argv or "--absolute-git-dir" in argv for argv in git)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_no_program_of_a_repository_is_started(hostile: World, place: Callable[[World, Trap], Path]) -> None:
    trap = Trap(hostile)
    folder = place(hostile, trap)
    traced = hostile.base / "trace" if place in TRACED and shutil.which("strace") else None
    # The first place meets every command, the others meet each a part of them, together all.
    number, step = PLACES.index(place), every(len(PLACES) - 1)
    walk(hostile, folder, traced=traced, part=slice(number % step, None, step) if number else slice(None))
    assert trap.sprung() == []
    if traced:
        assert_only_git(traced.with_suffix(".all").read_text())
    if place is with_the_daemon:
        return
    # The traps are set: git itself, called as everybody calls it, springs some.
    for command in (["status"], ["diff"], ["log", "-m", "-p", "-3"], ["show"]):
        subprocess.run(["git", *command], cwd=folder, env=hostile.environ, capture_output=True, check=False)
    assert trap.sprung()
