"""Replays use scenarios against the installed program and scores what the next session gets. No model takes part.

    python3 bench/use/run.py SCENARIO... [--program BIN] [--sizes 0,25,100,1000] [--budgets 300,500]
                             [--texts FOLDER] [--show]

Prints one JSON line for each scenario and size (README.md beside this says what is in it).
"""

import argparse
import datetime
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from presence import read_records, read_sessions, score_presence
from rivals import describe_repository, paste_history
from scoring import FLAGS, is_answered

Row = dict[str, Any]
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FIRST_MOMENT = datetime.datetime(2026, 11, 18, 9)
QUIET_AFTER = 60.0


def mint_ulid(milliseconds: int, source: random.Random) -> str:
    number = (milliseconds << 80) | source.getrandbits(80)
    return "".join(LETTERS[(number >> 5 * place) & 31] for place in reversed(range(26)))


def format_record(row: Row, source: random.Random) -> tuple[str, str]:
    """A record of the project's history as a file: its name, and its text."""
    made = row["made"]
    moment = datetime.datetime.fromisoformat(made)
    name = mint_ulid(int(moment.timestamp() * 1000), source)
    title = " ".join(row["title"].split())[:110].replace('"', "'")
    tags = ", ".join(re.sub(r"[^\w.-]", "", x) for x in row.get("tags", [])[:5])
    anchors = ", ".join(x for x in row.get("at", [])[:4] if re.fullmatch(r"[\w./-]+", x))
    head = [f"id: {name}", f"kind: {row['kind']}", f"title: {json.dumps(title, ensure_ascii=False)}", "tier: reference"]
    head += [f"tags: [{tags}]"] if tags else []
    head += [f"anchors: [{anchors}]"] if anchors else []
    head += ["author: Ada <ada@example.org>", "how: stated", f"made: {made}"]
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40]
    body = (row.get("body") or "").strip()[:1500]
    return f"{made[:10]}-{slug}-{name[-8:].lower()}.md", "\n".join(["---", *head, "---", body, ""])


class Machine:
    """A home folder and a clone of the scenario's repository, where the program is installed and steps are replayed."""

    def __init__(self, folder: Path, program: Path, scenario: Path) -> None:
        self.home, self.root = folder / "home", folder / "repo"
        self.data = folder / "data"
        self.projects = self.home / ".claude/projects/x"
        self.projects.mkdir(parents=True)
        self.failed: list[str] = []
        self.filler: set[str] = set()
        """Names of the files of other records."""
        self._parents: dict[str, str] = {}
        self._clock = FIRST_MOMENT
        private = re.compile("CLAUDE|BACKSTORY|CODEX|CURSOR|GIT_")
        self.environment = {k: v for k, v in os.environ.items() if not private.match(k)} | {
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.data),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_STATE_HOME": str(folder / "state"),
            "PATH": f"{program.resolve()}:{os.environ['PATH']}",
            "NO_COLOR": "1",
        }
        for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("init.defaultBranch", "main")):
            self.shell(f"git config --global {key} {value}", folder)
        self.shell(f"git clone -q '{(scenario / 'repo.bundle').resolve()}' repo", folder)
        self.shell("git checkout -q main 2>/dev/null || git checkout -q master 2>/dev/null || git checkout -q -b main")
        self.shell("backstory init --yes --agents claude-code")
        if self.failed:
            raise SystemExit(f"error: cannot set up `{scenario}`\n" + "\n".join(self.failed))

    def shell(self, command: str, folder: Path | None = None, given: str | None = None) -> str:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder or self.root,
            env=self.environment,
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode:
            self.failed.append(f"{command[:80]}: {done.returncode} {done.stderr[-120:].strip()}")
        return done.stdout

    def hook(self, event: str, session: str, **extra: object) -> str:
        """Sends a payload to the installed commands of an event. Returns the context that they inject."""
        payload = {
            "session_id": session,
            "hook_event_name": event,
            "cwd": str(self.root),
            "transcript_path": f"{self.projects}/{session}.jsonl",
            **extra,
        }
        text = ""
        for command in self._hook_commands(event):
            answer = self.shell(command, given=json.dumps(payload)).strip()
            try:
                text += json.loads(answer)["hookSpecificOutput"]["additionalContext"] if answer else ""
            except (ValueError, KeyError, TypeError):
                text += answer
        if event in ("Stop", "PreCompact", "SubagentStop", "SessionEnd"):
            self.wait_for_quiet()
        return text

    def _hook_commands(self, event: str) -> list[str]:
        commands = []
        for file in (
            self.root / ".claude/settings.local.json",
            self.root / ".claude/settings.json",
            self.home / ".claude/settings.json",
        ):
            if file.exists():
                groups = json.loads(file.read_text()).get("hooks", {}).get(event, [])
                commands += [hook["command"] for group in groups for hook in group.get("hooks", [])]
        return list(dict.fromkeys(commands))

    def wait_for_quiet(self) -> None:
        """Waits until nothing that was started here still runs: the slow half of a hook goes on in the background."""
        mark = f"HOME={self.home}".encode()
        if not Path("/proc/self/environ").exists():
            time.sleep(2)
            return
        deadline = time.monotonic() + QUIET_AFTER
        while time.monotonic() < deadline:
            for entry in Path("/proc").glob("[0-9]*/environ"):
                try:
                    if mark in entry.read_bytes().split(b"\0"):
                        break
                except OSError:
                    continue
            else:
                return
            time.sleep(0.05)
        self.failed.append(f"background work goes on after {QUIET_AFTER:.0f} seconds")

    def say(self, session: str, rows: list[Row]) -> None:
        with (self.projects / f"{session}.jsonl").open("a") as file:
            for given in rows:
                self._clock += datetime.timedelta(seconds=7)
                row = {
                    "uuid": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{session}{self._clock}")),
                    "parentUuid": self._parents.get(session),
                    "sessionId": session,
                    "cwd": str(self.root),
                    "timestamp": f"{self._clock.isoformat()}Z",
                    "version": "2.1.197",
                    "isSidechain": False,
                    **given,
                }
                self._parents[session] = row["uuid"]
                file.write(json.dumps(row) + "\n")

    def replay(self, step: Row) -> None:
        self._clock += datetime.timedelta(seconds=40)
        match step:
            case {"sh": command}:
                self.shell(command)
            case {"write": {"path": path, "text": text}}:
                file = self.root / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            case {"replace": {"path": path, "old": old, "new": new}}:
                text = (self.root / path).read_text()
                if old not in text:
                    self.failed.append(f"replace {path}")
                (self.root / path).write_text(text.replace(old, new, 1))
            case {"say": {"session": session, "rows": rows}}:
                self.say(session, rows)
            case {"hook": {"event": event, "session": session, **extra}}:
                self.hook(event, session, **extra)
            case _:
                self.failed.append(f"unknown step {list(step)}")

    def fill(self, rows: list[Row], size: int) -> None:
        """Puts `size` records of the project's history into the private memory."""
        source = random.Random(size)
        memory = next((self.data / "backstory/projects").iterdir()) / "memory"
        for row in source.sample(rows, size):
            name, text = format_record(row, source)
            folder = memory / row["kind"]
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
            self.filler.add(name)


def replay_scenario(machine: Machine, scenario: Row, filler: list[Row], size: int) -> None:
    if not any("at" in step for step in scenario["steps"]):
        machine.fill(filler, size)
    for step in scenario["steps"]:
        try:
            if "at" in step:
                machine.fill(filler, size)
            else:
                machine.replay(step)
        except (OSError, subprocess.SubprocessError) as error:
            machine.failed.append(f"{next(iter(step))}: {error}")
    machine.wait_for_quiet()


def quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def count(text: str) -> int:
    """Tokens, estimated as a quarter of the characters."""
    return len(text) // 4


def brief_within(machine: Machine, budgets: list[int]) -> dict[int, str]:
    """The brief for Claude Code within each of these numbers of tokens."""
    return {budget: machine.shell(f"backstory brief --for claude-code --budget {budget}") for budget in budgets}


def score(machine: Machine, scenario: Row, texts: Path | None, budgets: list[int]) -> tuple[Row, list[str]]:
    """What the next session knows, by each way of telling it; and a line for each question and prompt."""
    questions, prompts = scenario["questions"], scenario["prompts"]
    ways = {
        "nothing": describe_repository(machine.root),
        "paste": paste_history(machine.home),
        "notes": scenario["notes"],
        "brief": machine.hook("SessionStart", "eval-0", source="startup"),
    }
    machine.wait_for_quiet()  # the new session has taken in where the last one broke off
    records = read_records(machine.data, machine.root, machine.filler)
    present, missing = score_presence(questions, records, read_sessions(machine.data))
    briefs = brief_within(machine, budgets)
    recalled = [machine.shell(f"backstory recall {quote(question['q'])}") for question in questions]
    right: Row = dict.fromkeys([*ways, "brief+recall"], 0)
    lines = list(missing)
    for question, more in zip(questions, recalled, strict=True):
        marks = {way: is_answered(question, text) for way, text in ways.items()}
        marks["brief+recall"] = is_answered(question, f"{ways['brief']}\n{more}")
        for way, mark in marks.items():
            right[way] += mark
        lines.append(" ".join("+" if mark else "-" for mark in marks.values()) + f"  {question['q']}")
    within: Row = {}
    for budget, text in briefs.items():
        marks = [is_answered(question, text) for question in questions]
        pairs = zip(questions, recalled, strict=True)
        both = sum(is_answered(question, f"{text}\n{more}") for question, more in pairs)
        within[str(budget)] = {"brief": sum(marks), "brief+recall": both, "brief_tokens": count(text)}
        lines += [f"missed within {budget}: {q['q']}" for q, mark in zip(questions, marks, strict=True) if not mark]
    kinds: dict[str, list[int]] = {}
    largest = 0
    injected = []
    for number, prompt in enumerate(prompts):
        text = machine.hook("UserPromptSubmit", f"eval-p{number}", prompt=prompt["p"])
        injected.append(f"## {prompt['p']}\n\n{text.strip()}\n")
        largest = max(largest, count(text))
        wanted = bool(re.search(prompt["want"], text, FLAGS)) if prompt["want"] else not text.strip()
        tally = kinds.setdefault(prompt["kind"], [0, 0])
        tally[0] += wanted
        tally[1] += 1
        if not wanted:
            lines.append(f"{'missed' if prompt['want'] else 'noise'}: {prompt['kind']}: {prompt['p'][:80]}")
    if texts:
        texts.mkdir(parents=True, exist_ok=True)
        for way, text in ways.items():
            (texts / f"{way}.md").write_text(text)
        for budget, text in briefs.items():
            (texts / f"brief-{budget}.md").write_text(text)
        pairs = zip(questions, recalled, strict=True)
        (texts / "recall.md").write_text("\n".join(f"## {question['q']}\n\n{more}" for question, more in pairs))
        (texts / "prompts.md").write_text("\n".join(injected))
    needed = [p for p in prompts if p["want"]]
    idle = len(prompts) - len(needed)
    hits = sum(tally[0] for kind, tally in kinds.items() if not kind.startswith("unrelated"))
    quiet = sum(tally[0] for kind, tally in kinds.items() if kind.startswith("unrelated"))
    result = {
        **present,
        **right,
        "of": len(questions),
        **{f"{way}_tokens": count(text) for way, text in ways.items()},
        "prompts_right": f"{hits}/{len(needed)}",
        "noise": f"{idle - quiet}/{idle}",
        "by_kind": {kind: f"{tally[0]}/{tally[1]}" for kind, tally in kinds.items()},
        "prompt_tokens_max": largest,
    }
    if within:
        result["budgets"] = within
    return result, lines


def run(
    folder: Path,
    program: Path,
    size: int,
    texts: Path | None,
    prompts: Path | None = None,
    budgets: list[int] | None = None,
) -> tuple[Row, list[str]]:
    scenario = json.loads((folder / "scenario.json").read_text())
    if prompts is not None:
        rows = [json.loads(line) for line in prompts.read_text().splitlines()]
        scenario["prompts"] = [row for row in rows if row["scenario"] == scenario["name"]]
    filler = [json.loads(line) for line in (folder / "filler.jsonl").read_text().splitlines()]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        machine = Machine(Path(scratch), program, folder)
        replay_scenario(machine, scenario, filler, size)
        failed = list(machine.failed)
        result, lines = score(machine, scenario, texts, budgets or [])
    lines += [f"failed: {step}" for step in failed]
    return {"scenario": scenario["name"], "records": size, **result, "failed_steps": len(failed)}, lines


def main() -> None:
    parser = argparse.ArgumentParser(description="Replay use scenarios and score what the next session gets.")
    parser.add_argument(
        "scenario", type=Path, nargs="+", help="folders with scenario.json, repo.bundle and filler.jsonl"
    )
    parser.add_argument("--program", type=Path, default=Path(sys.executable).parent, help="the folder of `backstory`")
    parser.add_argument("--sizes", default="0,25,100,1000", help="how many other records, with commas")
    parser.add_argument("--budgets", default="", help="other budgets of the brief, with commas")
    parser.add_argument("--texts", type=Path, help="write what each way tells into this folder, to be read")
    parser.add_argument("--prompts", type=Path, help="other prompts: JSON lines of {scenario, kind, p, want}")
    parser.add_argument("--show", action="store_true", help="list each question, and what was missed")
    arguments = parser.parse_args()
    budgets = [int(budget) for budget in arguments.budgets.split(",") if budget]
    for folder in arguments.scenario:
        for size in map(int, arguments.sizes.split(",")):
            texts = arguments.texts / f"{folder.name}-{size}" if arguments.texts else None
            result, lines = run(folder, arguments.program, size, texts, arguments.prompts, budgets)
            print(json.dumps(result), flush=True)
            if arguments.show:
                print("\n".join(f"    {line}" for line in lines), flush=True)


if __name__ == "__main__":
    main()
