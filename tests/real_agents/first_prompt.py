"""Times how long it takes from `backstory init` to a briefed first prompt, in each real agent. Prints a Markdown table.

`python tests/real_agents/first_prompt.py [AGENT ...]`. Each agent gets a home and a repository of its own, with one
decision, and speaks to the stub. The seconds hold `init`, `remember`, and the start of the agent until the first
request that holds the decision reaches the model. Where the brief comes with a call of a tool, the stub calls one.
With `--show` what the model saw of the memory is printed as well.
"""

import sys
import tempfile
import time
from pathlib import Path

from runners import Machine, missing
from stub import Answer, Request, Stub
from turns import BY_TOOL, COMMAND_TOOLS, NAMES, take_turn

WORDS = "Use psycopg 3 instead of asyncpg"
FENCE = "backstory-context id="
PROGRAMS = (*COMMAND_TOOLS, "pi")


class Clock(Stub):
    """The stub, which notes when the first request with the decision comes."""

    first = 0.0

    def answer(self, request: Request) -> Answer:
        if request.main and not self.first and request.seen(WORDS):
            self.first = time.monotonic()
        return super().answer(request)


def measure(agent: str, folder: Path, *, show: bool) -> str:
    """A row of the table."""
    with Clock() as stub:
        machine = Machine(folder, stub.url, quick=False)
        start = time.monotonic()
        machine.backstory("init", "--yes", "--agents", NAMES.get(agent, agent))
        ready = time.monotonic()
        machine.backstory("remember", "decision", WORDS, "--why", "typed rows")
        asked = time.monotonic()
        more = {"hooks": True} if agent == "codex" else {}
        requests = take_turn(machine, stub, agent, "Say hello", script=BY_TOOL.get(agent, ()), **more)
        heard = [number for number, request in enumerate(requests, 1) if request.seen(WORDS)]
        if not heard:
            return f"| {agent} | {ready - start:.1f} | | | no |"
        if show:
            text = requests[heard[0] - 1].text
            begin = text.find(FENCE)
            print(text[begin : text.find(FENCE, begin + 1)].replace("\\n", "\n"), "\n")
        return f"| {agent} | {ready - start:.1f} | {stub.first - asked:.1f} | {stub.first - start:.1f} | {heard[0]} |"


def main(words: list[str]) -> None:
    agents = [word for word in words if not word.startswith("--")] or list(PROGRAMS)
    rows = [
        "| agent | `init`, s | from its start to the brief, s | together, s | request that holds it |",
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
