"""Measures the hooks right after a new record, a tag, a commit, a switch, a merge, a rebase and a pull.

    python bench/moments.py [--records 1000] [--rounds 7] [--folder DIR] [--json]

Each moment is followed by a prompt, in a state where nothing has caught up yet, and is then repeated and followed by
a session start. Prints the median CPU time of the hook's process, with the processes it waited for, as a ratio to the
median of `python -c pass` in the same run. What a hook leaves running in the background is not counted, and has ended
before the next moment. The records are those of `hot_path.py`, made on two branches of a repository with history.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from statistics import median

from msgspec import structs

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from hot_path import KINDS, PROJECT, SOURCE, Open, Text, cpu, prompts

from backstory.hook.worker import site_paths
from backstory.index.build import Index
from backstory.model.ids import short_id
from backstory.model.record import Origin
from backstory.store.codec import encode_record
from backstory.store.records import RecordStore

MOMENTS = ("nothing", "remember", "tag", "commit", "switch", "merge", "rebase", "pull")
GOALS = {1_000: (2.2, 8), 10_000: (2.2, 10), 100_000: (2.5, 20)}
"""Records -> (prompt, session start), as ratios."""
COMMITS = 60


class Repository:
    """A repository with a memory, and what happens in it."""

    def __init__(self, folder: str, count: int) -> None:
        self.root, self.home = os.path.join(folder, "repo"), os.path.join(folder, "home")
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("BACKSTORY_", "PYTHON", "CLAUDE", "GIT_"))}
        self.environ = clean | {
            "BACKSTORY_HOME": self.home, "HOME": folder, "PYTHONPATH": SOURCE,
            "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }  # fmt: skip
        self.number = 0
        if not os.path.exists(os.path.join(folder, "done")):
            self._build(count)
            with open(os.path.join(folder, "done"), "w"):
                pass

    def git(self, *args: str) -> str:
        done = subprocess.run(
            ["git", *args], cwd=self.root, env=self.environ, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def backstory(self, *args: str) -> str:
        argv = [sys.executable, "-m", "backstory", *args]
        done = subprocess.run(argv, cwd=self.root, env=self.environ, check=True, capture_output=True, text=True)
        return done.stdout

    def commit(self, name: str) -> str:
        self.number += 1
        with open(os.path.join(self.root, f"{name}.py"), "a") as handle:
            handle.write(f"{name}_{self.number}_{time.time_ns()} = {self.number}\n")
        self.git("add", f"{name}.py")
        self.git("commit", "-q", "-m", f"Change {name} {self.number}")
        return self.git("rev-parse", "HEAD")

    def _build(self, count: int) -> None:
        os.makedirs(os.path.join(self.root, ".backstory", "local"), exist_ok=True)
        with open(os.path.join(self.root, ".backstory", "config.toml"), "w") as handle:
            handle.write(f'format = 1\nid = "{PROJECT}"\n')
        subprocess.run(["git", "init", "-q", "-b", "main", self.root], check=True)
        self.git("add", "-A")
        commits = [self.commit(f"m{i % 20}") for i in range(COMMITS)]
        self.git("switch", "-q", "-c", "feature")
        fork = [self.commit("f") for _ in range(3)]
        self.git("switch", "-q", "main")
        private = os.path.join(self.home, "projects", PROJECT)
        gate = Open()
        text = Text(7)
        for kind in KINDS:
            os.makedirs(os.path.join(private, "memory", kind), exist_ok=True)
        draw = random.Random(3)
        for number in range(count):
            feature = number % 20 == 0
            origin = Origin(
                author="Ada <ada@example.org>", how="explicit", branch="feature" if feature else "main",
                commit=draw.choice(fork if feature else commits),
            )  # fmt: skip
            record = structs.replace(text.record(number), origin=origin)
            path = os.path.join(private, "memory", record.kind, f"{record.made[:10]}-made-up-{short_id(record.id)}.md")
            with open(path, "wb") as handle:
                handle.write(encode_record(record))
        time.sleep(0.2)
        stores = {
            scope: RecordStore(os.path.join(place, "memory"), scope, gate)  # type: ignore[arg-type]
            for scope, place in (
                ("team", os.path.join(self.root, ".backstory")),
                ("private", private),
                ("user", os.path.join(self.home, "user")),
            )
        }
        with Index.open(os.path.join(private, "index.db"), tree=self.root) as index:
            index.refresh(stores, gate)  # type: ignore[arg-type]
        self.backstory("init")

    def settle(self) -> None:
        """Waits until nothing runs in the background, and brings everything up to date."""
        time.sleep(0.1)
        self.wait()
        self.backstory("list", "--limit", "1")
        self.wait()

    def wait(self) -> None:
        for _ in range(600):
            listed = subprocess.run(["pgrep", "-f", "backstory.worker"], capture_output=True, text=True).stdout
            if not any(self._is_own(pid) for pid in listed.split()):
                return
            time.sleep(0.05)

    def _is_own(self, pid: str) -> bool:
        """Whether a process works for this data home. Where its environment cannot be read, it may."""
        try:
            with open(f"/proc/{pid}/environ", "rb") as handle:
                return f"BACKSTORY_HOME={self.home}".encode() in handle.read().split(b"\0")
        except OSError:
            return not os.path.isdir("/proc/self")

    def happen(self, moment: str) -> None:
        """Lets one moment happen, from a state that is up to date."""
        if moment == "remember":
            self.number += 1
            self.backstory("remember", "note", f"The {self.number} th thing that was noted at {time.time_ns()}")
        elif moment == "tag":
            first = json.loads(self.backstory("list", "--limit", "1", "--json"))
            self.number += 1
            self.backstory("tag", records_of(first)[0]["id"], f"t{self.number}")
        elif moment == "commit":
            self.commit("m1")
        elif moment == "switch":
            self.git("switch", "-q", "feature" if self.git("branch", "--show-current") == "main" else "main")
        elif moment in ("merge", "rebase", "pull"):
            self._move_head(moment)

    def _move_head(self, moment: str) -> None:
        self.number += 1
        side = f"side{self.number}-{time.time_ns()}"
        if self.git("branch", "--show-current") != "main":
            self.git("switch", "-q", "main")
        self.git("switch", "-q", "-c", side)
        self.commit("side")
        if moment == "rebase":
            self.git("switch", "-q", "main")
            self.commit("m2")
            self.git("switch", "-q", side)
            self.settle()
            self.git("rebase", "-q", "main")
            return
        self.git("switch", "-q", "main")
        self.settle()
        if moment == "merge":
            self.git("merge", "-q", "--no-ff", "-m", f"Merge {side}", side)
        else:
            self.git("pull", "-q", "--no-rebase", "--ff", ".", side)

    def home_branch(self) -> None:
        if self.git("branch", "--show-current") != "main":
            self.git("switch", "-q", "main")


def records_of(document: object) -> list[dict[str, str]]:
    """The records of a JSON answer of `list`."""
    if isinstance(document, dict):
        for value in document.values():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                return value
    raise SystemExit(f"no records in {str(document)[:200]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "backstory-moments"))
    parser.add_argument("--only", default="", help="comma-separated moments")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    repository = Repository(os.path.join(given.folder, str(given.records)), given.records)

    import apsw  # noqa: F401  # so that its folder is among those handed over

    code = f"import sys;sys.path[:0]={site_paths()!r};from backstory.hook.process import main;main()"
    hook = [sys.executable, "-I", "-S", "-c", code, "claude-code"]
    base = {"transcript_path": "", "cwd": repository.root, "permission_mode": "default", "source": "startup"}
    asked = prompts(given.rounds, given.records)
    moments = [m for m in MOMENTS if not given.only or m in given.only.split(",")]
    taken: dict[str, list[float]] = {"pass": []}
    answered: dict[str, int] = {}
    environ = {k: v for k, v in repository.environ.items() if k != "PYTHONPATH"}
    for number in range(given.rounds + 1):
        for moment in moments:
            for event in ("prompt", "session-start"):
                repository.home_branch()
                repository.settle()
                repository.happen(moment)
                body = dict(base, session_id=f"bench-{number}-{moment}-{time.time_ns()}", prompt_id=f"p{number}")
                body["prompt"] = asked[number % len(asked)]
                took, out = cpu([*hook, event], json.dumps(body).encode(), environ, repository.root)
                bare, _ = cpu([sys.executable, "-c", "pass"], b"", environ, repository.root)
                # A session that is at work, or was killed, makes the next start read its transcript: this one ends.
                cpu([*hook, "session-end"], json.dumps(body | {"reason": "exit"}).encode(), environ, repository.root)
                if number:  # the first round fills the caches
                    taken["pass"].append(bare)
                    taken.setdefault(f"{moment} {event}", []).append(took)
                    answered[f"{moment} {event}"] = answered.get(f"{moment} {event}", 0) + bool(out)
    floor = median(taken.pop("pass"))
    result = {
        name: {
            "ms": round(median(v), 1),
            "ratio": round(median(v) / floor, 2),
            "answered": f"{answered[name]}/{len(v)}",
        }
        for name, v in taken.items()
    }
    if given.json:
        print(json.dumps({"records": given.records, "cases": result}))
        return
    goals = dict(zip(("prompt", "session-start"), GOALS.get(given.records, (2.5, 20)), strict=True))
    print(f"{given.records:,} records, {given.rounds} rounds, Python {sys.version.split()[0]}, pass {floor:.1f} ms")
    for name, figures in result.items():
        goal = goals[name.partition(" ")[2]]
        print(f"{name:<26}{figures['ms']:>8}{figures['ratio']:>8}  goal {goal:<5} answered {figures['answered']}")


if __name__ == "__main__":
    main()
