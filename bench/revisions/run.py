"""Plays small stories in which a person revises a rule or a decision, and says whether only what holds is shown.

    python bench/revisions/run.py TABLE... [--ids ID...] [--show]

A table is a JSON list of stories. A story has `id`, `kind`, and `turns`: `s`, the number of the session, `p`, what the
person says, and `a`, what the agent answers. `stand` are regular expressions of which each has to match a line of the
brief that no mark calls outdated; `gone` are such that match none but a marked line, or one that an expression of
`ok_lines` matches. Each story has a repository and a memory of its own, and a brief of 1,200 tokens.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
FILES: Final = ("src/pool.py", "src/cache.py", "tests/test_pool.py", "README.md")
OUTDATED: Final = re.compile(
    r"\[(?:replaced|(?:may have )?changed|not chosen|dropped|overruled|lifted)|superseded|no longer", re.IGNORECASE
)
"""How a line of a brief calls what it tells outdated."""
INGEST: Final = """
import json, os, sys
from backstory.api import Channel, Memory, ingest_transcript
for path, session, rows in json.loads(sys.argv[2]):
    with open(path, "a") as file:
        file.write(rows)
    memory = Memory.open(sys.argv[1], dict(os.environ), channel=Channel("explicit", "", ""))
    ingest_transcript(memory, "claude-code", path, session)
"""
"""Takes in each turn by itself, as the hooks of an agent do."""


class Played(NamedTuple):
    """A story and what is wrong with its brief."""

    ident: str
    kind: str
    faults: list[str]
    shown: str
    """The records and the brief."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("tables", nargs="+", type=Path)
    options.add_argument("--ids", nargs="*", default=[])
    options.add_argument("--show", action="store_true")
    chosen = options.parse_args()
    stories = [story for table in chosen.tables for story in json.loads(table.read_text("utf-8"))]
    stories = [story for story in stories if not chosen.ids or story["id"] in chosen.ids]
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    with ProcessPoolExecutor() as pool:
        for played in pool.map(play, stories):
            count[played.kind] += 1
            right[played.kind] += not played.faults
            if played.faults:
                print(f"{played.ident}: {'; '.join(played.faults)}", flush=True)
            if chosen.show:
                print(played.shown)
    for kind, of in count.items():
        print(f"{kind:16} {right[kind]:3} of {of}")
    print(f"{'all':16} {right.total():3} of {count.total()}")


def play(story: dict[str, Any]) -> Played:
    """Plays a story in a repository of its own."""
    with tempfile.TemporaryDirectory(prefix="story", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        repo = home / "shop"
        environment = os.environ | {
            "HOME": folder, "BACKSTORY_HOME": str(home / "data"), "PYTHONPATH": str(SOURCE),
            "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        make_repository(repo, environment)

        def call(*words: str) -> str:
            command = [sys.executable, "-P", "-m", "backstory", *words]
            return subprocess.run(command, cwd=repo, env=environment, capture_output=True, text=True).stdout

        call("init", "--yes")
        turns = [write_turn(home, repo, number, turn) for number, turn in enumerate(story["turns"])]
        ingest = [sys.executable, "-P", "-c", INGEST, str(repo), json.dumps(turns)]
        subprocess.run(ingest, cwd=repo, env=environment, capture_output=True, check=True)
        records = call("list", "--all")
        brief = call("brief", "--for", "claude-code", "--budget", "1200")
    return Played(story["id"], story["kind"], list_faults(story, brief), f"{records}\n{brief}")


def make_repository(repo: Path, environment: dict[str, str]) -> None:
    """A repository with four files and a branch for the work."""
    for name in FILES:
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text("x = 1\n")
    git = ["git", "-c", "user.email=ada@example.com", "-c", "user.name=Ada"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "start"], ["switch", "-qc", "feat"]):
        subprocess.run([*git, *words], cwd=repo, env=environment, check=True)


def write_turn(home: Path, repo: Path, number: int, turn: dict[str, Any]) -> tuple[str, str, str]:
    """The transcript of a turn, its session, and its rows."""
    session = f"session{turn['s']}"
    rows = ""
    for place, (role, text) in enumerate((("user", turn["p"]), ("assistant", turn["a"]))):
        row = {
            "type": role,
            "uuid": f"{session}-{number}-{place}",
            "sessionId": session,
            "gitBranch": "feat",
            "timestamp": f"2026-11-{20 + int(turn['s'])}T10:{number:02}:{9 * place:02}.000Z",
            "cwd": str(repo),
            "message": {"role": role, "content": text if role == "user" else [{"type": "text", "text": text}]},
        }
        rows += json.dumps(row) + "\n"
    return str(home / f"{session}.jsonl"), session, rows


def list_faults(story: dict[str, Any], brief: str) -> list[str]:
    """What a brief does not tell, and what it tells although it is over."""
    lines = [line for line in brief.splitlines() if line.startswith(("-", "  "))]
    stand = story.get("stand", ())
    faults = [f"not told: {one}" for one in stand if not any(holds(one, line) for line in lines)]
    for expression in story.get("gone", ()):
        kept = [line for line in lines if re.search(expression, line, re.IGNORECASE) and not OUTDATED.search(line)]
        kept = [
            line for line in kept if not any(re.search(ok, line, re.IGNORECASE) for ok in story.get("ok_lines", ()))
        ]
        faults += [f"outdated: {line}" for line in kept[:1]]
    return faults


def holds(expression: str, line: str) -> bool:
    """Whether a line tells something as true: without a mark, or behind it."""
    return bool(re.search(expression, OUTDATED.split(line)[-1], re.IGNORECASE))


if __name__ == "__main__":
    main()
