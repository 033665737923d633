"""Builds the memory of a coding suite in a throw-away home, through the command line that users have."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

Row = dict[str, Any]
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SECRETS = {"github": "ghp_", "aws": "", "password": ""}
"""What a planted secret of each kind begins with."""


def read_rows(file: Path) -> list[Row]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text().splitlines() if line]


def draw_secrets(seed: str) -> dict[str, str]:
    """Kind of secret -> one that was never anybody's; the files of the suite hold only its place."""
    source = random.Random(seed)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    lengths = {"github": 36, "aws": 40, "password": 18}
    return {kind: start + "".join(source.choices(letters, k=lengths[kind])) for kind, start in SECRETS.items()}


def fill_secrets(text: str, secrets: dict[str, str]) -> str:
    """A text with the secrets in their places."""
    return re.sub(r"\{token:(\w+)\}", lambda place: secrets[place[1]], text)


class Suite:
    """One repository's records in a new home: its branches, other projects, imports, and subjects of its history."""

    def __init__(self, data: Path, folder: Path) -> None:
        self.name = data.name
        self.secrets = draw_secrets(data.name)
        self.keys: dict[str, str] = {}
        """Id of a record -> its key."""
        self.ids: set[str] = set()
        """Ids of all records, also of those that only fill the memory."""
        self._folder = folder
        self._program = Path(sys.executable).parent / "backstory"
        home = folder / "home"
        home.mkdir(parents=True)
        private = re.compile("CLAUDE|BACKSTORY|CODEX|CURSOR|GIT_|XDG_")
        self.environ = {name: value for name, value in os.environ.items() if not private.match(name)} | {
            "HOME": str(home), "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state"), "NO_COLOR": "1",
            "COLUMNS": "200",
        }  # fmt: skip
        records = read_rows(data / "records.jsonl")
        self.root = self._make_project(self.name, [row["at"] for row in records if "project" not in row])
        self.add_history(read_rows(data / "filler.jsonl") if (data / "filler.jsonl").exists() else [])
        for project in sorted({row["project"] for row in records if "project" in row}):
            self._make_project(project, [])
        self._import([row for row in records if row.get("imported")])
        stated = [row for row in records if not row.get("imported")]
        for row in sorted(stated, key=lambda row: ("supersedes" in row, row.get("branch", ""))):
            self.remember(row)
        self.switch("main")
        files = (folder / "data/backstory").glob("**/memory/**/*.md")
        self.ids = {line[4:] for file in files for line in file.read_text().splitlines()[1:2]}

    def run(self, *words: str, root: Path | None = None) -> str:
        """Runs the program in a project and returns its output. Raises `CalledProcessError`."""
        done = self._start([str(self._program), *words], root or self.root)
        if done.returncode > 1:
            raise subprocess.CalledProcessError(done.returncode, words, done.stdout, done.stderr)
        return done.stdout

    def switch(self, branch: str) -> None:
        """Checks a branch out, and makes it with a commit of its own where it is not there."""
        if self._start(["git", "switch", "-q", branch], self.root).returncode:
            self._git(self.root, "switch", "-q", "-c", branch, "main")
            (self.root / f"{branch}.txt").write_text(f"{branch}\n")
            self._git(self.root, "add", ".")
            self._git(self.root, "commit", "-q", "-m", f"Begin {branch}")

    def remember(self, row: Row) -> None:
        """Keeps a record as an agent would."""
        root = self.root
        if "project" in row:
            root = self._folder / row["project"]
        else:
            self.switch(row.get("branch", "main"))
        words = ["remember", "--anyway", "--json"]
        words += ["--at", row["at"]] if row.get("at") and "project" not in row else []
        for option in ("why", "fix", "outcome"):
            words += [f"--{option}", fill_secrets(row[option], self.secrets)] if row.get(option) else []
        if "supersedes" in row:
            older = next(ident for ident, key in self.keys.items() if key == row["supersedes"])
            words += ["--supersedes", older]
        words += ["--", row["kind"], fill_secrets(row["text"], self.secrets)]
        answer = json.loads(self.run(*words, root=root))
        self.keys[find_id(answer)] = row["key"]

    def add_history(self, rows: list[Row]) -> None:
        """Puts subjects of commits beside the records, a fact each, so that the memory has the size of a real one."""
        folder = next((self._folder / "data/backstory/projects").iterdir()) / "memory/fact"
        folder.mkdir(parents=True, exist_ok=True)
        source = random.Random(self.name)
        for place, row in enumerate(rows):
            number = ((1_700_000_000_000 + place) << 80) | source.getrandbits(80)
            ident = "".join(LETTERS[(number >> 5 * digit) & 31] for digit in reversed(range(26)))
            head = ["---", f"id: {ident}", "kind: fact", f"title: {json.dumps(row['title'], ensure_ascii=False)}"]
            head += ["tier: reference", "how: stated", f"made: {row['made']}T12:00:00Z", "---", ""]
            (folder / f"{row['made']}-commit-{ident[-8:].lower()}.md").write_text("\n".join(head))

    def _import(self, rows: list[Row]) -> None:
        """Imports records in the form of the reference MCP memory server, which makes them untrusted."""
        file = self._folder / "memory.jsonl"
        lines = [
            {"type": "entity", "name": row["key"], "entityType": row["kind"], "observations": [row["text"]]}
            for row in rows
        ]
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
        if rows:
            self.run("import", "mcp-memory", str(file))

    def _make_project(self, name: str, paths: list[str]) -> Path:
        root = self._folder / name
        root.mkdir()
        self._git(root, "init", "-q", "-b", "main")
        self._git(root, "config", "user.name", "Ada")
        self._git(root, "config", "user.email", "ada@example.org")
        (root / "README.md").write_text(f"# {name}\n")
        for path in paths:
            file = root / path
            if Path(path).suffix and not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("x\n")
        self._git(root, "add", ".")
        self._git(root, "commit", "-q", "-m", "Begin")
        self.run("init", "--no-agents", root=root)
        return root

    def _git(self, root: Path, *words: str) -> None:
        subprocess.run(["git", *words], cwd=root, env=self.environ, check=True, capture_output=True)

    def _start(self, command: list[str], root: Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(command, cwd=root, env=self.environ, check=False, capture_output=True, text=True)


def find_id(answer: object) -> str:
    """The first id in the JSON answer of `remember`."""
    if isinstance(answer, dict):
        if isinstance(answer.get("id"), str):
            return str(answer["id"])
        for value in answer.values():
            if ident := find_id(value):
                return ident
    return ""
