"""Plays the week of `week.txt`: two people, two agents, clones, branches, a hand-over.

    python tests/acceptance/week/play.py REPOSITORY [--file PATH] [--symbol NAME] [--goal TEXT] [--program PATH]

A line `WHO$ COMMAND` runs in the clone of that person, or, for `claude` and `codex`, sends an event to the hooks of
Ada's or Bob's agent. What follows says what must come of it: `= TEXT` is printed, `!= TEXT` is not, `? CODE` is the
exit code (0 where there is none; any code of a hook but 0 is a fault). Prints the transcript, and ends with an error
that names every line that did not hold. `$FILE`, `$SYMBOL` and `$GOAL` are a source file of the repository, a symbol
in it and a piece of work.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

SCRIPT = Path(__file__).with_name("week.txt")
AGENTS = {"claude": ("ada", "claude-code"), "codex": ("bob", "codex")}


@dataclass
class Step:
    """A command and what must come of it."""

    line: int
    who: str
    command: str
    code: int = 0
    shown: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)


@dataclass
class Outcome:
    """What a command printed, and what of it did not hold."""

    step: Step
    text: str
    faults: list[str]


def read_steps(script: str) -> list[Step | str]:
    """The steps, with the headings between them as text."""
    steps: list[Step | str] = []
    for number, line in enumerate(script.splitlines(), 1):
        if line.startswith("# "):
            steps.append(line[2:])
        elif match := re.match(r"(\w+)\$ (.*)", line):
            steps.append(Step(number, match[1], match[2]))
        elif line:
            step = steps[-1]
            assert isinstance(step, Step), line
            mark, _, value = line.partition(" ")
            if mark == "?":
                step.code = int(value)
            else:
                (step.shown if mark == "=" else step.absent).append(value)
    return steps


def list_shared_variables() -> dict[str, str]:
    """The environment as far as it is the same for both people."""
    foreign = ("BACKSTORY_", "CLAUDE", "CODEX", "GIT_", "XDG_", "PYTHON")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
    return kept | {"BACKSTORY_DELIVER_BACKGROUND": "false", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


class Week:
    """Two people with a machine each, and the repository that they share."""

    def __init__(self, base: Path, repository: str, program: str, names: dict[str, str]) -> None:
        self.base = base
        self.program = program
        self.names = names
        self.sessions = dict.fromkeys(AGENTS, 0)
        subprocess.run(["git", "clone", "-q", "--bare", repository, str(base / "origin.git")], check=True)
        head = ["git", "-C", str(base / "origin.git"), "symbolic-ref", "HEAD", "refs/heads/main"]
        branch = subprocess.run(
            ["git", "-C", str(base / "origin.git"), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
        )
        subprocess.run(
            ["git", "-C", str(base / "origin.git"), "update-ref", "refs/heads/main", branch.stdout.strip()], check=True
        )
        subprocess.run(head, check=True)
        for who in ("ada", "bob"):
            self.root(who).mkdir(parents=True)
            (base / who / "home").mkdir()
            for key, value in (("user.name", who.title()), ("user.email", f"{who}@example.org")):
                subprocess.run(["git", "config", "--global", key, value], check=True, env=self.environ(who))
        origin = str(base / "origin.git")
        subprocess.run(["git", "clone", "-q", origin, str(self.root("ada"))], check=True, env=self.environ("ada"))

    def root(self, who: str) -> Path:
        return self.base / who / "work"

    def environ(self, who: str) -> dict[str, str]:
        home = self.base / who / "home"
        return list_shared_variables() | self.names | {
            "HOME": str(home),
            "BACKSTORY_HOME": str(self.base / who / "data"),
            "PATH": f"{os.path.dirname(self.program)}{os.pathsep}{os.environ['PATH']}",
        }  # fmt: skip

    def play(self, step: Step) -> Outcome:
        """Runs a step and compares what came of it."""
        if step.who in AGENTS:
            person, agent = AGENTS[step.who]
            ran = self.send_event(step, person, agent)
        else:
            ran = subprocess.run(
                ["bash", "-c", step.command], cwd=self.root(step.who), env=self.environ(step.who),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
        text = ran.stdout.decode("utf-8", "replace").replace(str(self.base), "~")
        faults = [] if ran.returncode == step.code else [f"exit code {ran.returncode}, not {step.code}"]
        faults += [f"not printed: {words}" for words in map(self.fill, step.shown) if words not in text]
        faults += [f"printed: {words}" for words in map(self.fill, step.absent) if words in text]
        if "Traceback" in text:
            faults.append("a traceback")
        return Outcome(step, text, faults)

    def fill(self, words: str) -> str:
        for name, value in self.names.items():
            words = words.replace(f"${name}", value)
        return words

    def send_event(self, step: Step, person: str, agent: str) -> "subprocess.CompletedProcess[bytes]":
        """An event of an agent, as its hook gets it. What is said is in its transcript first."""
        event, _, rest = step.command.partition(" ")
        text = json.loads(rest) if rest.startswith('"') else self.fill(rest)
        self.sessions[step.who] += event == "session-start"
        session = f"{step.who}-{self.sessions[step.who]}"
        transcript = self.base / person / f"{session}.jsonl"
        payload: dict[str, object] = {
            "session_id": session, "cwd": str(self.root(person)), "transcript_path": str(transcript),
        }  # fmt: skip
        name = {"says": "stop", "edit": "post-tool", "end": "session-end"}.get(event, event)
        if event == "session-start":
            payload |= {"source": "startup"}
        elif event == "prompt":
            payload |= {"prompt": text}
            self.write_row(transcript, session, "user", text)
        elif event == "edit":
            path = str(self.root(person) / text)
            payload |= {"tool_name": "Edit", "tool_input": {"file_path": path, "old_string": "", "new_string": ""}}
        elif event == "says":
            self.write_row(transcript, session, "assistant", [{"type": "text", "text": text}])
        return self.call_hook(person, agent, name, payload)

    def write_row(self, transcript: Path, session: str, role: str, content: object) -> None:
        row = {"type": role, "sessionId": session, "message": {"role": role, "content": content}}
        with transcript.open("a") as handle:
            handle.write(json.dumps(row) + "\n")

    def call_hook(
        self, person: str, agent: str, event: str, payload: dict[str, object]
    ) -> "subprocess.CompletedProcess[bytes]":
        """Calls the hook. What it would leave to a process in the background is done before this returns."""
        data, environ, root = json.dumps(payload).encode(), self.environ(person), self.root(person)
        ran = subprocess.run(
            [self.program, "hook", agent, event], input=data, capture_output=True, cwd=root, env=environ
        )
        if event in ("stop", "session-end"):
            python = str(Path(self.program).parent / "python")
            worker = [python, "-m", "backstory.worker.process", agent, event]
            subprocess.run(worker, input=data, capture_output=True, cwd=root, env=environ, check=True)
        answer = ran.stdout.decode()
        if answer.startswith("{"):
            ran.stdout = str(json.loads(answer)["hookSpecificOutput"]["additionalContext"]).encode()
        return ran


def play_week(base: Path, repository: str, program: str, names: dict[str, str]) -> list[Outcome | str]:
    """Plays the whole week and returns what came of every step, with the headings between them."""
    week = Week(base, repository, program, names)
    return [step if isinstance(step, str) else week.play(step) for step in read_steps(SCRIPT.read_text())]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("--file", default="httpx/_client.py")
    parser.add_argument("--symbol", default="BaseClient")
    parser.add_argument("--goal", default="retry failed connects")
    parser.add_argument("--program", default=str(Path(sys.executable).parent / "backstory"))
    given = parser.parse_args()
    names = {"FILE": given.file, "SYMBOL": given.symbol, "GOAL": given.goal}
    with tempfile.TemporaryDirectory() as base:
        outcomes = play_week(Path(base), os.path.abspath(given.repository), given.program, names)
    faults = 0
    for outcome in outcomes:
        if isinstance(outcome, str):
            print(f"\n## {outcome}\n")
            continue
        print(f"{outcome.step.who}$ {outcome.step.command}\n{outcome.text.rstrip()}")
        for fault in outcome.faults:
            faults += 1
            print(f"  !! line {outcome.step.line}: {fault}")
    commands = sum(not isinstance(outcome, str) for outcome in outcomes)
    print(f"\n{commands} commands, {faults} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
