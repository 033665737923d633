"""Times how long it takes from `backstory init` to a briefed first prompt, in each real agent. Prints a Markdown table.

`python tests/real_agents/first_prompt.py [AGENT ...]`. Each agent gets a home and a repository of its own, with one
decision, and speaks to the stub. The seconds hold `init`, `remember`, and the start of the agent until its first
request reaches the model. With `--show` what the model saw of the memory is printed as well.
"""

import sys
import tempfile
import time
from pathlib import Path

from runners import PROGRAM_NAMES, Machine, missing
from stub import Answer, Request, Stub

WORDS = "Use psycopg 3 instead of asyncpg"
FENCE = "backstory-context id="


class Clock(Stub):
    """The stub, which notes when the first request of the conversation comes."""

    first = 0.0

    def answer(self, request: Request) -> Answer:
        if request.main and not self.first:
            self.first = time.monotonic()
        return super().answer(request)


def measure(agent: str, folder: Path, *, show: bool) -> str:
    """A row of the table."""
    with Clock() as stub:
        machine = Machine(folder, stub.url)
        start = time.monotonic()
        machine.backstory("init", "--yes", "--agents", agent)
        ready = time.monotonic()
        machine.backstory("remember", "decision", WORDS, "--why", "typed rows")
        asked = time.monotonic()
        ran = machine.codex("hello", hooks=True) if agent == "codex" else getattr(machine, agent)("hello")
        if ran.returncode or not stub.main:
            return f"| {agent} | | | failed: {ran.stderr.strip()[-80:]} |"
        text = stub.main[0].text
        if show:
            begin = text.find(FENCE)
            print(text[begin : text.find(FENCE, begin + 1)].replace("\\n", "\n"), "\n")
        heard = "yes" if stub.main[0].seen(WORDS) else "no"
        return f"| {agent} | {ready - start:.1f} | {stub.first - asked:.1f} | {stub.first - start:.1f} | {heard} |"


def main(words: list[str]) -> None:
    agents = [word for word in words if not word.startswith("--")] or list(PROGRAM_NAMES)
    rows = [
        "| agent | `init`, s | agent's start, s | together, s | brief in the first request |",
        "|---|---|---|---|---|",
    ]
    for agent in agents:
        if missing(agent):
            rows.append(f"| {agent} | | | | not installed |")
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            rows.append(measure(agent, Path(folder), show="--show" in words))
    print("\n".join(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
