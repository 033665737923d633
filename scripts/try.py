#!/usr/bin/env python3
"""Sets up Backstory and runs the whole main job once on a repository: `python3 scripts/try.py [REPOSITORY]`.

Without a repository it takes this checkout. It works on a clone in a temporary folder with a memory of its own, so
neither the repository nor anyone's memory is touched; `--here` works on the repository itself. Fails if the brief of
the next agent lacks the decision.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from workshop import ROOT, environment, program, stop, tell

DECISION = "Use psycopg 3 instead of asyncpg"
PAUSE = 0.1
ENOUGH = 10
"""How often in a row a folder has to be gone."""
LONGEST = 20
"""Seconds after which nothing is waited for any more."""
GIT_FREE = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", nargs="?", default=str(ROOT), help="folder of a git repository (this checkout)")
    parser.add_argument("--here", action="store_true", help="work on the repository itself, with your own memory")
    parser.add_argument("--keep", action="store_true", help="keep the clone and its memory, and print where they are")
    parser.add_argument("--program", help="an installed `backstory` to use in place of this checkout's")
    options = parser.parse_args()

    source = Path(options.repository).resolve()
    if not source.is_dir():
        stop(f"no folder `{source}`")
    if not shutil.which("git"):
        stop("git is needed")
    if options.program and not shutil.which(options.program):
        stop(f"no program `{options.program}`")
    given = options.program and os.path.abspath(shutil.which(options.program) or "")
    backstory = given or str(program(environment([]).parent.parent, "backstory"))
    if options.here:
        return story(backstory, source, dict(GIT_FREE))
    scratch = Path(tempfile.mkdtemp(prefix="backstory-try-"))
    try:
        clone = copy(source, scratch)
        own = {"BACKSTORY_HOME": str(scratch / "home"), "BACKSTORY_DELIVER_BACKGROUND": "false"}
        code = story(backstory, clone, GIT_FREE | own)
    finally:
        if not options.keep:
            remove(scratch)
    if options.keep:
        tell(f"kept: BACKSTORY_HOME={scratch / 'home'} {backstory} --project-root {clone} status")
    return code


def copy(source: Path, scratch: Path) -> Path:
    """A clone of the repository, or a plain copy of a folder without one or without a commit."""
    target = scratch / (source.name or "repository")
    tell(f"cloning {source}")
    clone = ["git", "clone", "--quiet", "--no-hardlinks", str(source), str(target)]
    if subprocess.run(clone, env=GIT_FREE, capture_output=True, check=False).returncode:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".venv", "node_modules"))
    return target


def remove(folder: Path) -> None:
    """Deletes a folder, and deletes it again if a process started by a hook recreates it."""
    end = time.monotonic() + LONGEST
    absent = 0
    while absent < ENOUGH and time.monotonic() < end:
        absent = 0 if os.path.lexists(folder) else absent + 1
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(PAUSE)
    if os.path.lexists(folder):
        tell(f"`{folder}` could not be deleted: something still writes into it")


def story(backstory: str, root: Path, environ: dict[str, str]) -> int:
    """Runs the commands of a person and two agents, one after the other."""

    def call(*arguments: str, given: str = "", show: Callable[[str], str] = str) -> str:
        shown = " ".join(f'"{a}"' if " " in a else a for a in arguments)
        print(f"\n$ backstory {shown}", flush=True)
        done = subprocess.run(
            [backstory, *arguments], cwd=root, env=environ, input=given, text=True, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
        print(show(done.stdout), end="", flush=True)
        if done.returncode:
            sys.exit(f"error: `backstory {arguments[0]}` ended with exit code {done.returncode}")
        return done.stdout

    files = subprocess.run(
        ["git", "grep", "-lIiE", "psycopg|asyncpg", "--", "*.py"],
        cwd=root, env=environ, capture_output=True, text=True, check=False,
    ).stdout  # fmt: skip
    anchor = ["--at", files.splitlines()[0]] if files else []

    call("init", "--yes")
    call(
        "remember",
        "decision",
        DECISION,
        "--why",
        "Better typing support and active maintenance",
        "--instead-of",
        "stay on asyncpg",
        "--impact",
        "Connection pool behaviour changes",
        "--tag",
        "database",
        *anchor,
    )
    call("checkpoint", "Move the pool to psycopg 3", "--state", "the pool is ported, two tests are red",
        "--next-steps", "mend the tests;; measure the pool under load")  # fmt: skip
    recalled = call("recall", "why psycopg over asyncpg?")
    call("status")
    brief = call("brief")
    tell("what a new Claude Code session gets at its start")
    payload = {"session_id": "try", "cwd": str(root), "hook_event_name": "SessionStart", "source": "startup"}
    answer = call("hook", "claude-code", "session-start", given=json.dumps(payload), show=get_context)
    missing = [n for n, text in (("recall", recalled), ("brief", brief), ("the hook", answer)) if DECISION not in text]
    if missing:
        sys.exit(f"error: the decision is missing from {', '.join(missing)}")
    tell("done: the decision has reached the next session")
    return 0


def get_context(reply: str) -> str:
    """The text in a hook's answer that reaches the agent."""
    try:
        return str(json.loads(reply)["hookSpecificOutput"]["additionalContext"])
    except (ValueError, KeyError, TypeError):
        return reply


if __name__ == "__main__":
    sys.exit(main())
