"""Measures whole processes against `python -c pass`: hooks on the hot path, `status` and `recall`.

    python bench/hot_path.py [--records 100000] [--small 300] [--rounds 25] [--folder DIR]

Prints, for each case, the median CPU time (user and system) of the process and its ratio to the median of `python -c
pass`, measured in the same run: every round runs every case once, in shuffled order. CPU time is what can be compared;
wall time depends on what else the machine does. The records are made up: sentences of words drawn by Zipf's law. They
are built once into DIR (default: a folder in the system's temporary folder) and used again.
"""

import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from statistics import median

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(HERE, "src")
sys.path.insert(0, SOURCE)

from backstory.base.anchored_records import list_anchored_paths  # noqa: E402
from backstory.base.discovery import find_project  # noqa: E402
from backstory.base.fingerprint import briefs_folder, state_fingerprint  # noqa: E402
from backstory.base.path_codec import encode_path  # noqa: E402
from backstory.base.visibility import View  # noqa: E402
from backstory.hook.anchored_files import GLOBS, list_path  # noqa: E402
from backstory.hook.worker import site_paths  # noqa: E402
from backstory.index.build import Index  # noqa: E402
from backstory.model.ids import make_ulid, short_id  # noqa: E402
from backstory.model.record import Anchor, Origin, Record  # noqa: E402
from backstory.redact.gate import Redacted  # noqa: E402
from backstory.store.codec import encode_record  # noqa: E402
from backstory.store.records import RecordStore  # noqa: E402
from backstory.worker.compiled_modules import write_compiled_modules  # noqa: E402

GOALS = {
    "append": 1.0,
    "file": 1.8,
    "other-file": 1.0,
    "prompt": 2.0,
    "session-start": 1.2,
    "status": 6.0,
    "recall": 8.0,
}
PROJECT = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
KINDS = ("decision", "fact", "pattern", "observation", "failure", "note", "attempt")


class Open:
    """A gate that lets everything through: the records are made up, and the gate is not what is measured."""

    def check(self, text: str) -> Redacted:
        return Redacted(text, ())

    def clean(self, text: str) -> str:
        return text

    def holds_own_value(self, text: str) -> bool:
        return False

    def value(self, obj: object) -> object:
        return obj


def vocabulary(size: int) -> list[str]:
    """Made-up words, the common ones short."""
    heads, middles, tails = (
        ["b", "c", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "br", "cl", "dr", "st", "tr"],
        ["a", "e", "i", "o", "u", "ai", "ou"],
        ["n", "r", "s", "t", "l", "m", "nd", "rt", "ck"],
    )
    one = [h + m + t for h in heads for m in middles for t in tails]
    two = [a + b for a, b in itertools.islice(itertools.product(one[::3], one[::7]), size)]
    random.Random(1).shuffle(two)
    return (one[:1200] + two)[:size]


class Text:
    """Sentences of words drawn by Zipf's law."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.words = vocabulary(30_000)
        self.weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(len(self.words))))

    def sentence(self, length: int) -> str:
        return " ".join(self.random.choices(self.words, cum_weights=self.weights, k=length)).capitalize() + "."

    def record(self, number: int) -> Record:
        draw = self.random
        ms = 1_500_000_000_000 + number * 2_000_000
        made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(ms // 1000))
        body = " ".join(self.sentence(draw.randint(8, 18)) for _ in range(draw.randint(3, 8)))
        return Record(
            id=make_ulid(ms, draw.randbytes(10)), kind=draw.choice(KINDS), body=body,
            title=self.sentence(draw.randint(5, 10))[:-1], tags=tuple(draw.sample(self.words[:200], 2)), made=made,
            anchors=(Anchor(f"src/{draw.choice(self.words[:300])}/{draw.choice(self.words[:900])}.py"),),
            origin=Origin(author="Ada <ada@example.org>", how=draw.choice(("explicit", "stated", "inferred"))),
        )  # fmt: skip


def build(folder: str, count: int) -> tuple[str, str]:
    """A project with `count` private records and its index; (root, data home)."""
    root, home = os.path.join(folder, "repo"), os.path.join(folder, "home")
    if os.path.exists(os.path.join(folder, "done")):
        return root, home
    os.makedirs(os.path.join(root, ".backstory", "local"), exist_ok=True)
    with open(os.path.join(root, ".backstory", "config.toml"), "w") as handle:
        handle.write(f'format = 1\nid = "{PROJECT}"\n')
    subprocess.run(["git", "init", "-q", "-b", "main", root], check=True)
    private = os.path.join(home, "projects", PROJECT)
    gate = Open()
    stores = {
        scope: RecordStore(os.path.join(place, "memory"), scope, gate)  # type: ignore[arg-type]
        for scope, place in (
            ("team", os.path.join(root, ".backstory")),
            ("private", private),
            ("user", os.path.join(home, "user")),
        )
    }
    text = Text(7)
    for kind in KINDS:
        os.makedirs(os.path.join(private, "memory", kind), exist_ok=True)
    for number in range(count):
        record = text.record(number)
        path = os.path.join(private, "memory", record.kind, f"{record.made[:10]}-made-up-{short_id(record.id)}.md")
        with open(path, "wb") as handle:
            handle.write(encode_record(record))
    time.sleep(0.2)  # folders that changed just now would not count as settled
    start = time.process_time()
    with Index.open(os.path.join(private, "index.db"), tree=root) as index:
        done = index.refresh(stores, gate)  # type: ignore[arg-type]
        assert done.parsed == count and not done.unreadable, done[:3]
    print(f"built the index of {count:,} records in {time.process_time() - start:.1f} s CPU (without the gate)")
    with open(os.path.join(folder, "done"), "w"):
        pass
    return root, home


def prompts(count: int, records: int) -> list[str]:
    """Questions that touch a record each: four words of its title among others, common and rare."""
    wanted = set(random.Random(11).sample(range(min(records, 2_000)), count))
    text = Text(7)
    out: list[str] = []
    for number in range(min(records, 2_000)):
        title = text.record(number).title.lower().split()
        if number in wanted:
            rare = sorted(dict.fromkeys(title), key=text.words.index)[-4:]
            others = random.Random(number).choices(text.words[:6000], k=3)
            out.append(
                f"Why did we {' '.join(rare)} and not {others[0]}? Look at {others[1]} and the {others[2]} first."
            )
    return out


def list_files(private: str, root: str) -> list[str]:
    """Writes the list of the files with which records come up, as a refresh does; returns them."""
    with Index.open(os.path.join(private, "index.db"), tree=root) as index:
        paths, _ = index.run(lambda con: list_anchored_paths(con, View(encode_path(root))))
    path = list_path(private, root)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as handle:
        handle.write("".join(f"{line}\n" for line in (root, *paths)).encode() + GLOBS)
    return paths


def cpu(argv: list[str], data: bytes, environ: dict[str, str], cwd: str) -> tuple[float, bytes]:
    """(CPU milliseconds of the process and of those it waited for, its standard output)."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
        given.write(data)
        given.seek(0)
        process = subprocess.Popen(argv, stdin=given, stdout=out, stderr=subprocess.DEVNULL, env=environ, cwd=cwd)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        out.seek(0)
        return (usage.ru_utime + usage.ru_stime) * 1000, out.read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--small", type=int, default=300, help="records of the project that `status` and `recall` see")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "backstory-bench"))
    parser.add_argument("--only", default="", help="comma-separated cases")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    root, home = build(os.path.join(given.folder, str(given.records)), given.records)
    small_root, small_home = build(os.path.join(given.folder, f"{given.small}-small"), given.small)
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("BACKSTORY_", "PYTHON", "CLAUDE"))}
    big, small = environ | {"BACKSTORY_HOME": home}, environ | {"BACKSTORY_HOME": small_home, "PYTHONPATH": SOURCE}
    found = find_project(root)
    assert found is not None, root
    briefs = briefs_folder(os.path.join(home, "projects", PROJECT), found.root)
    os.makedirs(briefs, exist_ok=True)
    with open(os.path.join(briefs, "claude-code.json"), "w") as handle:
        json.dump(
            {
                "tree": found.root,
                "stamp": state_fingerprint(found, home),
                "text": Text(3).sentence(1200)[:8000],
                "ids": "",
            },
            handle,
        )

    import apsw  # noqa: F401  # so that its folder is among those handed over

    if not write_compiled_modules():
        print("the package cannot be written: without compiled modules", file=sys.stderr)
    code = f"import sys;sys.path[:0]={site_paths()!r};from backstory.hot.hook import main;main()"
    hook = [sys.executable, "-I", "-S", "-c", code, "claude-code"]
    base = {"session_id": "bench", "transcript_path": "/tmp/t.jsonl", "cwd": root, "permission_mode": "default"}
    edit = {
        "tool_name": "Edit",
        "tool_input": {"file_path": root + "/a.py", "old_string": "a" * 300, "new_string": "b" * 300},
    }
    asked = prompts(given.rounds, given.records)
    anchored = list_files(os.path.join(home, "projects", PROJECT), found.root)
    cases: dict[str, tuple[list[str], dict[str, str], str]] = {
        "pass": ([sys.executable, "-c", "pass"], environ, root),
        "append": ([*hook, "post-tool"], big, root),
        "prompt": ([*hook, "prompt"], big, root),
        "file": ([*hook, "pre-tool"], big, root),
        "other-file": ([*hook, "pre-tool"], big, root),
        "session-start": ([*hook, "session-start"], big, root),
        "status": ([sys.executable, "-m", "backstory", "status"], small, small_root),
        "recall": ([sys.executable, "-m", "backstory", "recall", asked[0]], small, small_root),
    }
    if given.only:
        cases = {name: case for name, case in cases.items() if name == "pass" or name in given.only.split(",")}
    notes: dict[str, str] = {}
    for name in ("status", "recall"):
        if name in cases:
            argv, env, cwd = cases[name]
            done = subprocess.run(argv, env=env, cwd=cwd, capture_output=True, text=True)
            if done.returncode:
                notes[name] = f"skipped: exit code {done.returncode}: {done.stderr.strip()[-120:]}"
                del cases[name]
    taken: dict[str, list[float]] = {name: [] for name in cases}
    answered = 0
    for number in range(given.rounds + 2):
        order = list(cases)
        random.shuffle(order)
        for name in order:
            argv, env, cwd = cases[name]
            body = dict(base, session_id=f"bench-{number}", prompt_id=f"p{number}")
            if name == "session-start":  # what other sessions have left would be taken in first
                shutil.rmtree(os.path.join(home, "projects", PROJECT, "spool"), ignore_errors=True)
            if name == "append":
                body |= edit | {
                    "tool_response": {"filePath": "a.py", "structuredPatch": ["x" * 40] * 50},
                    "tool_use_id": "t",
                }
            if name in ("file", "other-file"):
                path = anchored[number % len(anchored)] if name == "file" else "src/none.py"
                body |= {"tool_name": "Read", "tool_input": {"file_path": f"{found.root}/{path}"}, "tool_use_id": "t"}
                body["session_id"] += f"-{time.monotonic_ns()}"
            if name == "prompt":
                body["prompt"] = asked[number % len(asked)]
            took, out = cpu(argv, json.dumps(body).encode(), env, cwd)
            if number >= 2:  # the first two fill the caches
                taken[name].append(took)
                answered += name == "prompt" and bool(out)
    floor = median(taken["pass"])
    result = {
        name: {"ms": round(median(values), 2), "ratio": round(median(values) / floor, 2)}
        for name, values in taken.items()
    }
    if given.json:
        print(json.dumps({"records": given.records, "cases": result, "notes": notes}))
        return
    print(f"{given.records:,} records, {given.rounds} rounds, Python {sys.version.split()[0]}")
    print(f"{'case':<15}{'CPU ms':>8}{'x pass':>8}{'goal':>7}")
    for name, figures in result.items():
        goal = GOALS.get(name)
        print(f"{name:<15}{figures['ms']:>8.1f}{figures['ratio']:>8.2f}{goal or '':>7}")
    if "prompt" in taken:
        print(f"{answered} of {given.rounds} prompts were answered; for the others nothing cleared the gate")
    for name, text in notes.items():
        print(f"{name}: {text}")


if __name__ == "__main__":
    main()
