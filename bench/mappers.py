"""The code index against tools that map or pack a repository, and universal-ctags, each as a process of its own.

    python bench/mappers.py REPOSITORY... [--rounds 5] [--aider PYTHON] [--repomix PROGRAM] [--gitingest PROGRAM]

CPU time (with children), wall time and largest memory are the system's figures for the whole process; `inside` is the
call alone, without the start of Python and imports. All run in one clone, in turn. A tool that is not there is left out
and named. `code_index.py` measures the calls of the code index more closely.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

SRC = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src")
GOALS = 30
CODE = (".py", ".js", ".ts", ".go", ".rs", ".java", ".c", ".php")

REFRESH = """
import json, os, sys, time
sys.path.insert(0, sys.argv[3])
from backstory.git.repository import Git
from backstory.code.index.store import CodeIndex
began, cpu = time.perf_counter(), sum(os.times()[:4])
done = CodeIndex.open(sys.argv[2]).refresh(sys.argv[1], Git(sys.argv[1], os.environ))
print(json.dumps({"wall": time.perf_counter() - began, "cpu": sum(os.times()[:4]) - cpu, "read": done.read}))
"""
ASK = """
import json, sys, time
sys.path.insert(0, sys.argv[3])
from backstory.code.index.store import CodeIndex
from backstory.code.relevance import rank_files
index = CodeIndex.open(sys.argv[2])
index.use(sys.argv[1])
spent = []
for goal in json.load(sys.stdin):
    before = time.process_time()
    rank_files(index, goal, limit=20)
    spent.append(time.process_time() - before)
print(json.dumps(spent))
"""
AIDER = """
import sys
from aider.io import InputOutput
from aider.repomap import RepoMap
class Model:
    def token_count(self, text): return len(text) // 4
files = [sys.argv[1] + "/" + line for line in sys.stdin.read().splitlines()]
talk = InputOutput(pretty=False, yes=True)
made = RepoMap(map_tokens=1024, root=sys.argv[1], main_model=Model(), io=talk, refresh="always")
print(len(made.get_repo_map([], files) or ""))
"""


class Took(NamedTuple):
    """What a process used. `rss` in MB."""

    wall: float
    cpu: float
    rss: int
    out: bytes = b""
    failed: str = ""


def run(command: Sequence[str], *, cwd: str, given: bytes = b"", limit: float = 600) -> Took:
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        source.write(given)
        source.seek(0)
        began = time.perf_counter()
        process = subprocess.Popen(command, cwd=cwd, stdin=source, stdout=out, stderr=err)
        while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
            if time.perf_counter() - began > limit:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                return Took(limit, limit, 0, b"", f"more than {limit:g} s")
            time.sleep(0.002)
        wall, used = time.perf_counter() - began, ended[2]
        process.returncode = os.waitstatus_to_exitcode(ended[1])
        out.seek(0)
        err.seek(0)
        why = (err.read().decode("utf-8", "replace").strip()[-200:] or "failed") if process.returncode else ""
        return Took(wall, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, out.read(), why)


def middle(found: Sequence[Took]) -> Took:
    failed = next((t.failed for t in found if t.failed), "")
    return Took(median(t.wall for t in found), median(t.cpu for t in found), max(t.rss for t in found),
                found[-1].out, failed)  # fmt: skip


def line(name: str, took: Took, against: Took | None = None, called: str = "") -> None:
    if took.failed:
        print(f"{name:32} failed: {took.failed}", flush=True)
        return
    inside: dict[str, Any] = json.loads(took.out) if took.out[:1] == b"{" else {}
    text = f"{name:32} CPU {took.cpu:8.3f} s  wall {took.wall:8.3f} s  {took.rss:5d} MB"
    if inside:
        text += f"  inside CPU {inside['cpu']:.3f} wall {inside['wall']:.3f}, read {inside['read']:,}"
    if against is not None and not against.failed:
        text += f"  = {took.cpu / against.cpu:.2f} x {called} CPU, {took.wall / against.wall:.2f} x wall"
        if inside:
            text += f" (inside {inside['cpu'] / against.cpu:.2f} x, {inside['wall'] / against.wall:.2f} x)"
    print(text, flush=True)


class Bench:
    """One repository, in a clone."""

    def __init__(self, source: str, folder: str, options: argparse.Namespace) -> None:
        self.options, self.folder = options, folder
        self.root, self.db = os.path.join(folder, "clone"), os.path.join(folder, "code.db")
        subprocess.run(["git", "clone", "-q", "--shared", source, self.root], check=True)
        time.sleep(1.1)  # files as old as git's index would be hashed by every status
        subprocess.run(["git", "-C", self.root, "update-index", "-q", "--refresh"], check=False)
        listed = subprocess.run(["git", "-C", self.root, "ls-files", "-z"], capture_output=True, check=True).stdout
        self.files = [os.fsdecode(f) for f in listed.split(b"\0") if f]
        self.code = [f for f in self.files if f.endswith(CODE)]
        self.names = b"".join(os.fsencode(f) + b"\n" for f in self.files if "\n" not in f)

    def python(self, script: str, given: bytes = b"") -> Took:
        return run([sys.executable, "-c", script, self.root, self.db, SRC], cwd=self.root, given=given)

    def all(self) -> None:
        rounds = self.options.rounds
        print(f"\n{len(self.files):,} files, {len(self.code):,} of them code")
        line("python -c pass", middle([run([sys.executable, "-c", "pass"], cwd=self.root) for _ in range(rounds)]))
        full: list[Took] = []
        tags: list[Took] = []
        for _ in range(min(rounds, 3)):
            for end in ("", "-wal", "-shm"):
                if os.path.exists(self.db + end):
                    os.remove(self.db + end)
            full.append(self.python(REFRESH))
            if self.options.ctags:
                command = [self.options.ctags, "-L", "-", "-f", os.path.join(self.folder, "tags")]
                tags.append(run(command, cwd=self.root, given=self.names))
        if tags:
            line("universal-ctags", middle(tags))
        line("first full index", middle(full), middle(tags) if tags else None, "ctags")
        for what, spoiled in (("nothing changed", False), ("100 files changed", True)):
            theirs, ours = self.pairs(rounds, spoiled=spoiled)
            line(f"git status, {what}", theirs)
            line(what, ours, theirs, "git status")
        subjects = ["git", "-C", self.root, "log", "--no-merges", f"--max-count={GOALS}", "--format=%s"]
        goals = subprocess.run(subjects, capture_output=True, check=True, text=True).stdout.splitlines()
        if len(goals) < GOALS:
            some = self.code[:: max(1, len(self.code) // GOALS)]
            goals += [os.path.basename(f).replace("_", " ").rpartition(".")[0] for f in some]
        spent = json.loads(self.python(ASK, json.dumps(goals).encode()).out)
        print(f"{'one goal, CPU':32} median {median(spent) * 1000:.1f} ms, slowest {max(spent) * 1000:.1f} ms,"
              f" first {spent[0] * 1000:.1f} ms ({len(spent)} goals)")  # fmt: skip
        print(f"{'code.db':32} {os.path.getsize(self.db) / 1e6:.1f} MB", flush=True)
        self.others()

    def pairs(self, rounds: int, *, spoiled: bool) -> tuple[Took, Took]:
        """`git status` and a refresh, in turn."""
        self.python(REFRESH)
        theirs: list[Took] = []
        ours: list[Took] = []
        for number in range(rounds):
            if spoiled:
                for path in random.Random(number).sample(self.code, min(100, len(self.code))):
                    with open(os.path.join(self.root, path), "ab") as file:
                        file.write(b"\n// edited %d\n" % number)
            theirs.append(run(["git", "--no-optional-locks", "status", "--porcelain=v2", "-z"], cwd=self.root))
            ours.append(self.python(REFRESH))
        if spoiled:
            subprocess.run(["git", "-C", self.root, "checkout", "-q", "-f"], check=True)
        return middle(theirs), middle(ours)

    def others(self) -> None:
        o, made = self.options, self.folder + "/packed"
        for name, program, command, given in (
            ("aider repository map, first", o.aider, [o.aider, "-c", AIDER, self.root], self.names),
            ("aider repository map, again", o.aider, [o.aider, "-c", AIDER, self.root], self.names),
            ("repomix", o.repomix, [o.repomix, "--quiet", "-o", made + ".xml"], b""),
            ("gitingest", o.gitingest, [o.gitingest, self.root, "-o", made + ".txt"], b""),
        ):
            if program:
                line(name, run(command, cwd=self.root, given=given, limit=o.limit))
            else:
                print(f"{name:32} left out: not there")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=300, help="seconds that another tool may take")
    parser.add_argument("--ctags", default=shutil.which("ctags") or "")
    parser.add_argument("--aider", default="", help="a Python that can import aider")
    parser.add_argument("--repomix", default=shutil.which("repomix") or "")
    parser.add_argument("--gitingest", default=shutil.which("gitingest") or "")
    options = parser.parse_args()
    for source in options.repositories:
        with tempfile.TemporaryDirectory() as folder:
            Bench(os.path.abspath(source), folder, options).all()


if __name__ == "__main__":
    main()
