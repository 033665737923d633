#!/usr/bin/env python3
"""What the memory of a heavy user costs: `bench/months.py [--sessions 2000] [--records N] [--folder DIR]`.

Writes sessions of Claude Code of about 200 rows each, spread over half a year, and takes them in with
`backstory ingest --auto`: a hundred of them, the others are copies of their pages with other ids and times, each with
the events that its hooks would have noted. It adds five records a session. Then it runs the commands and hooks of a day
beside a project with one session, and prints the processor time of both as ratios to `python -c pass`.

The talk is drawn from `docs/`, so that no two sessions say the same. A folder that is given is kept and used again.
"""

import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from hot_path import SOURCE, cpu
from transcripts import rounds

from backstory.base.journal_lines import event_line, make_id
from backstory.hook.worker import site_paths

ROUNDS_A_SESSION = 9
DAYS = 182
RECORDS_A_SESSION = 5
EVENTS_A_SESSION = 200
TAKEN_IN = 100
"""Sessions that have a transcript."""
COMMANDS = (
    ("status",), ("log",), ("brief",), ("recall", "why is the table of handlers filled late?"), ("list",),
    ("remember", "note"), ("session", "list"), ("timeline",), ("show", "latest"), ("session", "show", "latest"),
)  # fmt: skip
HOOKS = ("session-start", "prompt")
PAUSE = 0.2
WAITS = 100
"""Looks at the spool, a pause between two of them."""


class Project:
    """A repository, its memory and the transcripts of its sessions, all below one folder."""

    def __init__(self, folder: str, sessions: int, records: int = 0) -> None:
        self.home, self.root = os.path.join(folder, "home"), os.path.join(folder, "shop")
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("BACKSTORY_", "PYTHON", "CLAUDE", "GIT_"))}
        self.environ = clean | {
            "HOME": self.home, "PYTHONPATH": SOURCE, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }  # fmt: skip
        if not os.path.exists(os.path.join(folder, "done")):
            self._build(sessions, records or RECORDS_A_SESSION * sessions)
            with open(os.path.join(folder, "done"), "w"):
                pass

    def run(self, *args: str) -> str:
        argv = [sys.executable, "-m", "backstory", *args]
        return subprocess.run(
            argv, cwd=self.root, env=self.environ, check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def _build(self, sessions: int, records: int) -> None:
        os.makedirs(os.path.join(self.root, "handlers"))
        for step in range(4):
            with open(os.path.join(self.root, "handlers", f"table_{step}.py"), "w") as handle:
                handle.write(f"value = {step}\n")
        for args in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "Start the shop")):
            subprocess.run(["git", *args], cwd=self.root, env=self.environ, check=True)
        self._write_transcripts(min(sessions, TAKEN_IN))
        self.run("init", "--yes", "-q")
        before = os.times()
        print(self.run("ingest", "--auto"), file=sys.stderr)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"taken in within {used:.0f} s of processor time", file=sys.stderr)
        self._copy_pages(sessions)
        self._add_records(records)
        self.run("status")

    def _write_transcripts(self, sessions: int) -> None:
        folder = os.path.join(self.home, ".claude", "projects", re.sub(r"[^A-Za-z0-9]", "-", self.root))
        os.makedirs(folder)
        draw = random.Random(11)
        sentences = read_sentences()
        begin = datetime.now(UTC) - timedelta(days=DAYS)
        for number in range(sessions):
            start = begin + timedelta(days=DAYS * number / sessions, minutes=draw.randrange(60))
            ident = str(uuid.UUID(int=draw.getrandbits(128), version=4))
            rows = write_session(self.root, ident, start, draw, sentences)
            with open(os.path.join(folder, f"{ident}.jsonl"), "w") as handle:
                handle.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)

    def _copy_pages(self, sessions: int) -> None:
        """Copies the pages of the sessions until there are as many as asked for, at other times."""
        pages = sorted(glob.glob(os.path.join(self.home, ".local/share/backstory/projects/*/sessions/*/*.json")))
        draw = random.Random(12)
        for number in range(sessions - len(pages)):
            page = pages[number % len(pages)]
            stamp, agent, ident, _ = os.path.basename(page).split(".")
            moment = datetime.strptime(stamp, "%Y%m%dT%H%M%SZ") - timedelta(minutes=1 + number // len(pages))
            new = str(uuid.UUID(int=draw.getrandbits(128), version=4))
            with open(page, encoding="utf-8") as handle:
                text = handle.read().replace(ident, new)
            folder = os.path.join(os.path.dirname(os.path.dirname(page)), f"{moment:%Y-%m}")
            os.makedirs(folder, exist_ok=True)
            ended = json.loads(text) | {"ended": f"{moment:%Y-%m-%dT%H:%M:%SZ}"}
            with open(os.path.join(folder, f"{moment:%Y%m%dT%H%M%SZ}.{agent}.{new}.json"), "w") as handle:
                json.dump(ended, handle)
            self._write_journal(new, moment)

    def _write_journal(self, session: str, moment: datetime) -> None:
        """The events of a session, as its hooks would have noted them."""
        folder = os.path.join(self._private(), "journal", f"{moment:%Y-%m}")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"{session}.jsonl"), "wb") as handle:
            for number in range(EVENTS_A_SESSION):
                made = int(moment.replace(tzinfo=UTC).timestamp() * 1000) - (EVENTS_A_SESSION - number) * 5000
                data = {"tool": "Edit", "file": f"handlers/table_{number % 4}.py"}
                handle.write(event_line("edit", session=session, agent="claude-code", data=data, ms=made))

    def wait_for_workers(self) -> None:
        """Waits until what the hooks noted was taken in and the next brief is prepared, as it is before a person goes
        on."""
        for _ in range(WAITS):
            time.sleep(PAUSE)
            if not glob.glob(os.path.join(self._private(), "spool", "*.jsonl")):
                break
        time.sleep(10 * PAUSE)

    def _private(self) -> str:
        (folder,) = glob.glob(os.path.join(self.home, ".local/share/backstory/projects/*"))
        return folder

    def _add_records(self, count: int) -> None:
        """Records with drawn words, written as files: what takes them in is measured elsewhere."""
        self.run("remember", "pattern", "The first of many", "--why", "a text that is replaced")
        (first,) = glob.glob(os.path.join(self._private(), "memory/pattern/*.md"))
        with open(first, encoding="utf-8") as handle:
            template = handle.read()
        (ident,) = re.findall(r"^id: (\w+)$", template, re.MULTILINE)
        draw, sentences = random.Random(13), read_sentences()
        for number in range(count):
            milliseconds = int((datetime.now(UTC) - timedelta(days=DAYS * draw.random())).timestamp() * 1000)
            new = make_id(milliseconds, draw.randbytes(10))
            title = f"{draw.choice(sentences).rstrip('.')} ({number})"
            text = template.replace(ident, new).replace("The first of many", json.dumps(title, ensure_ascii=False))
            text = text.replace("a text that is replaced", " ".join(draw.sample(sentences, 2)))
            path = os.path.join(os.path.dirname(first), f"2026-06-01-one-of-many-{new[-8:].lower()}.md")
            with open(path, "w", encoding="utf-8") as handle:
                handle.write(text)


def read_sentences() -> list[str]:
    """The sentences of the documentation."""
    pages = sorted(Path(SOURCE).parent.joinpath("docs").glob("*.md"))
    lines = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if re.match(r"[A-Z][^|]{40,200}\.$", line)]


def write_session(root: str, ident: str, start: datetime, draw: random.Random, sentences: list[str]) -> list[object]:
    """The rows of a session, with its own words and times."""
    rows: list[object] = []
    for number in range(ROUNDS_A_SESSION):
        for place, row in enumerate(rounds(number)):
            text = json.dumps(row).replace("/home/ada/shop", root)
            text = text.replace("9d900c81-3845-4e9d-847b-695ba7e2dc34", ident).replace("toolu_", f"toolu_{ident[:8]}_")
            text = text.replace("feat/pay", "main")  # the branch that is checked out, which shows the session
            one = json.loads(text)
            if "timestamp" in one:
                moment = start + timedelta(seconds=90 * number + 3 * place)
                one["timestamp"] = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            replace_words(one, draw, sentences)
            rows.append(one)
    return rows


def replace_words(row: dict[str, object], draw: random.Random, sentences: list[str]) -> None:
    """Replaces what a prompt or an answer says by drawn sentences."""
    message = row.get("message")
    if not isinstance(message, dict):
        return
    content = message["content"]
    if isinstance(content, str):
        message["content"] = " ".join(draw.sample(sentences, 2))
        return
    for block in content:
        if block.get("type") == "text":
            block["text"] = " ".join(draw.sample(sentences, draw.randint(1, 6)))


def measure(project: Project, count: int) -> dict[str, float]:
    """Milliseconds of processor time by command and hook, the median of `count`."""
    figures = {}
    for args in COMMANDS:
        spent = []
        for number in range(count + 1):
            words = (f"The {number} th thing of {os.getpid()}",) if args[0] == "remember" else ()
            argv = [sys.executable, "-m", "backstory", *args, *words]
            spent.append(cpu(argv, b"", project.environ, project.root)[0])
        figures[" ".join(args[:2]) if args[0] in ("session", "show") else args[0]] = median(spent[1:])
    code = f"import sys;sys.path[:0]={site_paths()!r};from backstory.hook.process import main;main()"
    for event in HOOKS:
        spent = []
        for number in range(count + 1):
            body = {"session_id": f"{event}-{number}", "cwd": project.root, "transcript_path": "", "source": "startup"}
            body["prompt"] = "why is the table of handlers filled late?"
            argv = [sys.executable, "-I", "-S", "-c", code, "claude-code"]
            spent.append(cpu([*argv, event], json.dumps(body).encode(), project.environ, project.root)[0])
            cpu([*argv, "session-end"], json.dumps(body | {"reason": "exit"}).encode(), project.environ, project.root)
            project.wait_for_workers()
        figures[event] = median(spent[1:])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=2000)
    parser.add_argument("--records", type=int, default=0, help="records of the larger project; by default 5 a session")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder")
    given = parser.parse_args()
    import apsw  # noqa: F401  # so that its folder is among those handed over

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:  # workers may still write
        base = given.folder or temporary
        first = measure(Project(os.path.join(base, "1"), 1), given.rounds)
        last = measure(Project(os.path.join(base, str(given.sessions)), given.sessions, given.records), given.rounds)
    bare = median(cpu([sys.executable, "-c", "pass"], b"", dict(os.environ), ".")[0] for _ in range(9))
    print(f"{'':<16}{'1 session':>12}{f'{given.sessions:,} sessions':>18}{'growth':>10}   (ratios to python -c pass)")
    for name, spent in last.items():
        print(f"{name:<16}{first[name] / bare:>12.1f}{spent / bare:>18.1f}{spent / first[name]:>10.2f}")


if __name__ == "__main__":
    main()
