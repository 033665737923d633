"""Measures what the hooks of `init --user` cost in a repository that has no memory, against `python -c pass`.

    python bench/no_memory.py [--rounds 25] [--agents claude-code,codex]

Every agent with hooks for all repositories, every event with a recorded payload. Each round runs every case once, in
shuffled order, and `python -c pass` beside it. Prints the median CPU time (user and system) of the process, and the
ratio to the median of `python -c pass`; the goal is less than 1.0. Nothing may be printed or written.
"""

import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE / "src"))

from backstory.agents import base, registry  # noqa: E402
from backstory.edits.change import Change, Hooks, Plugin, Tables  # noqa: E402

GOAL = 1.0
PROGRAM = re.compile(r"^const PROGRAM = (.*)$", re.MULTILINE)
COMMAND = re.compile(r'"?command"?\s*[:=]\s*("(?:[^"\\]|\\.)*")')
MARK = "backstory.hot.hook"


def list_commands(change: Change, agent: str) -> Iterator[list[str]]:
    """The words of each command with which an agent calls the hook process."""
    if isinstance(change, Hooks):
        texts = COMMAND.findall(json.dumps(change.entries))
    elif isinstance(change, Tables):
        texts = [line.partition("=")[2].strip() for line in change.lines if line.startswith("command")]
    elif isinstance(change, Plugin) and (match := PROGRAM.search(change.data.decode())):
        for event in set(registry.load_dialect(agent).EVENTS.values()):
            yield [*json.loads(match[1]), agent, event, "--user"]
        return
    else:
        text = change.data.decode() if isinstance(change, Plugin) else ""
        scripts = [line for line in text.splitlines() if MARK in line and text.startswith("#!")]
        texts = [json.dumps(line) for line in scripts] or COMMAND.findall(text)
    for text in texts:
        command = json.loads(text)
        if MARK in command:
            yield shlex.split(command.rpartition("; ")[2] if command.startswith("echo") else command)


def read_payloads(agent: str) -> dict[str, Any]:
    """Event -> a recorded payload."""
    files = sorted((HERE / "tests/agents" / agent.replace("-", "_")).glob("*/payloads.json"))
    return {
        event: payloads[0] for path in files for event, payloads in json.loads(path.read_text()).items() if payloads
    }


def measure(words: list[str], payload: bytes, cwd: str, environ: dict[str, str]) -> tuple[float, bytes]:
    """(CPU seconds of a process, what it printed)."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
        given.write(payload)
        given.seek(0)
        process = subprocess.Popen(words, cwd=cwd, env=environ, stdin=given, stdout=out, stderr=out)
        usage = os.wait4(process.pid, 0)[2]
        process.returncode = 0
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, out.read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--agents", default="")
    options = parser.parse_args()
    launch = base.launch()
    with tempfile.TemporaryDirectory() as folder:
        repo, home = os.path.join(folder, "repo"), os.path.join(folder, "home")
        subprocess.run(["git", "init", "-q", repo], check=True)
        os.mkdir(home)
        environ = {"HOME": home, "PATH": os.environ["PATH"], "BACKSTORY_HOME": os.path.join(folder, "data")}
        cases: dict[tuple[str, str], tuple[list[str], bytes]] = {
            ("python", "pass"): ([sys.executable, "-c", "pass"], b"")
        }
        for agent in options.agents.split(",") if options.agents else registry.names():
            payloads = read_payloads(agent)
            for surface in registry.load_agent(agent).user_surfaces(launch):
                for words in list_commands(surface.build(base.Texts()), agent):
                    event = words[-2]
                    if payload := payloads.get(event):
                        text = json.dumps(payload).replace("/home/ada/shop", repo)
                        cases[agent, event] = (words, text.encode())
        times: dict[tuple[str, str], list[float]] = {case: [] for case in cases}
        for _ in range(options.rounds):
            for case in random.sample(list(cases), len(cases)):
                seconds, printed = measure(*cases[case], repo, environ)
                assert not printed, f"{case}: {printed!r}"
                times[case].append(seconds)
        assert sorted(os.listdir(folder)) == ["home", "repo"], "nothing is written"
    usual, least = median(times["python", "pass"]), min(times["python", "pass"])
    for (agent, event), seconds in sorted(times.items(), key=lambda item: -median(item[1])):
        ratio = median(seconds) / usual
        over = "  over the goal" if ratio >= GOAL and agent != "python" else ""
        figures = f"{median(seconds) * 1000:6.1f} ms {ratio:5.2f}  least {min(seconds) / least:5.2f}"
        print(f"{agent:12} {event:15} {figures}{over}")


if __name__ == "__main__":
    main()
