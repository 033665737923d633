#!/usr/bin/env python3
"""What the slow half of a turn costs: `bench/turns.py [--rounds 30] [--source DIR ...]`.

A session of Claude Code grows by one round of `bench/transcripts.py` at a time: 24 rows, with drawn words. After each,
a worker takes it in as after the hook of a reply, in a memory that has `--records`. Prints, for each source in turn,
the processor time

- of taking in: `worker.process.ingest` in a process that has its patterns compiled, from the spool to the session's
  page, with the records that it makes and the index that it needs for them;
- of bringing the index up to date after that, before the next brief is composed;
- of the whole worker, a new process each time, as a ratio to `python -c pass`: loading, taking in, and the next brief.

With two sources the same round is taken in by both, one after the other.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from statistics import median

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import months
from hot_path import SOURCE, cpu

FIRST = 15
"""Rounds that the session has when the first one is measured."""
IDENT = "5eed0000-0000-4000-8000-000000000001"
SERVE = """
import json, os, sys, time
sys.path.insert(0, sys.argv[1])
from backstory.agents.registry import load_agent
from backstory.api import Channel, Memory
from backstory.worker import process
agent = load_agent("claude-code")
for line in sys.stdin:
    call = agent.parse_event("stop", json.loads(line))
    memory = Memory.open(call.cwd, os.environ, channel=Channel("stated", "claude-code", call.session))
    start = time.process_time()
    process.ingest(memory, agent, call)
    taken = time.process_time()
    memory.renewed()
    print((taken - start) * 1000, (time.process_time() - taken) * 1000, flush=True)
"""


class Side:
    """One source with its own project, in which the session grows."""

    def __init__(self, folder: str, source: str, rows: list[object], records: int) -> None:
        self.source = source
        self.project = months.Project(folder, 0, records)
        self.project.environ["PYTHONPATH"] = source
        root, home = self.project.root, self.project.home
        self.path = os.path.join(home, ".claude", "projects", re.sub(r"[^A-Za-z0-9]", "-", root), f"{IDENT}.jsonl")
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        self.lines = [json.dumps(row, separators=(",", ":")).replace("/ROOT", root) + "\n" for row in rows]
        self.payload = json.dumps({"session_id": IDENT, "transcript_path": self.path, "cwd": root})
        self.server = subprocess.Popen(
            [sys.executable, "-c", SERVE, source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=self.project.environ, cwd=root,
        )  # fmt: skip

    def grow(self, begin: int, end: int) -> None:
        with open(self.path, "a", encoding="utf-8") as handle:
            handle.writelines(self.lines[begin:end])

    def take_in(self) -> tuple[float, float]:
        """Milliseconds of taking in, and of bringing the index up to date after it."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(self.payload + "\n")
        self.server.stdin.flush()
        taken, indexed = map(float, self.server.stdout.readline().split())
        return taken, indexed

    def work(self) -> float:
        code = "from backstory.worker.process import end_process, main; main(); end_process()"
        argv = [sys.executable, "-c", code, "claude-code", "stop"]
        return cpu(argv, self.payload.encode(), self.project.environ, self.project.root)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--records", type=int, default=0)
    parser.add_argument("--source", action="append", default=[])
    given = parser.parse_args()
    months.ROUNDS_A_SESSION = FIRST + given.rounds
    start = datetime.now(UTC) - timedelta(hours=3)
    rows = months.write_session("/ROOT", IDENT, start, random.Random(11), months.read_sentences())
    prompts = [n for n, row in enumerate(rows) if _is_prompt(row)]
    taken: dict[str, list[tuple[float, float]]] = {}
    worked: dict[str, list[float]] = {}
    bare: list[float] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sources = given.source or [SOURCE]
        sides = [Side(os.path.join(folder, str(n)), source, rows, given.records) for n, source in enumerate(sources)]
        for side in sides:
            side.grow(0, prompts[FIRST])
            side.take_in()
        for number in range(FIRST, FIRST + given.rounds - 1):
            for side in sides:
                side.grow(prompts[number], prompts[number + 1])
                if number % 2:
                    taken.setdefault(side.source, []).append(side.take_in())
                else:
                    worked.setdefault(side.source, []).append(side.work())
            bare.append(cpu([sys.executable, "-c", "pass"], b"", dict(os.environ), ".")[0])
        for side in sides:
            side.server.kill()
            side.server.wait()
    for source in sources:
        print(source)
        spent, indexed = zip(*taken[source], strict=True)
        print(f"  taking in a turn      {median(spent):6.1f} ms, at least {min(spent):.1f}")
        print(f"  the index after it    {median(indexed):6.1f} ms, at least {min(indexed):.1f}")
        whole = median(worked[source])
        print(f"  the whole worker      {whole:6.0f} ms, {whole / median(bare):.1f} times python -c pass")


def _is_prompt(row: object) -> bool:
    message = row.get("message") if isinstance(row, dict) else None
    return isinstance(message, dict) and message["role"] == "user" and isinstance(message["content"], str)


if __name__ == "__main__":
    main()
