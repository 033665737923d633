"""Aider hears the memory through the file that its settings name, and its history is read."""

import os
import shutil
import subprocess

import pytest
from runners import Machine
from stub import Stub

AIDER = os.environ.get("BACKSTORY_AIDER") or shutil.which("aider") or ""
"""The program: `pip install aider-chat==0.86.2` into an environment of its own."""

pytestmark = pytest.mark.skipif(not AIDER, reason="Aider is not installed")


def run_aider(machine: Machine, prompt: str) -> "subprocess.CompletedProcess[str]":
    """One turn of Aider against the stub."""
    options = [
        "--model", "openai/stub-model", "--no-stream", "--no-show-model-warnings", "--no-check-update",
        "--analytics-disable", "--yes-always", "--no-auto-commits", "--no-detect-urls", "--no-show-release-notes",
        "--no-gitignore", "--map-tokens", "0",
    ]  # fmt: skip
    env = machine.environ | {"OPENAI_API_BASE": f"{machine.url}/v1", "OPENAI_API_KEY": "dummy", "TERM": "dumb"}
    env |= {"AIDER_ANALYTICS": "false", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    return subprocess.run(
        [AIDER, *options, "--message", prompt],
        cwd=machine.repo, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90,
    )  # fmt: skip


def test_aider_hears_the_memory_is_read_and_leaves_no_trace(machine: Machine, stub: Stub) -> None:
    exclude = machine.repo / ".git/info/exclude"
    before = exclude.read_bytes()
    machine.backstory("init", "--yes", "--agents", "aider")
    machine.backstory("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Better typing support")
    ran = run_aider(machine, "hello, which database driver do we use?")
    assert ran.returncode == 0, ran.stderr
    assert stub.requests[-1].seen("Use psycopg 3 instead of asyncpg") == 1
    machine.backstory("ingest")
    assert "which database driver" in machine.backstory("log").stdout
    machine.backstory("uninstall", "--yes")
    assert not (machine.repo / ".aider.conf.yml").exists()
    assert exclude.read_bytes() == before
