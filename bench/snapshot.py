"""Times a snapshot and a drift report against `git status` on a repository.

    python bench/snapshot.py REPOSITORY [--rounds 9]

Every round runs every case once, in shuffled order. Prints the median wall time and the median CPU time (this process
and the git processes it starts) of each case, and its ratio to `git status --porcelain=v2 -z` of the same run: the
least that anything can take that must know what changed. `dirty` cases run with 100 files edited and 100 new ones in a
copy of the working tree; the repository itself is not touched.
"""

import argparse
import itertools
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src"))

from backstory.git.repository import Git
from backstory.model.snapshot import Snapshot
from backstory.survey.comparison import find_drift
from backstory.survey.repository import survey_repository
from backstory.survey.snapshot import take_snapshot


def cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def snapshot(root: str) -> Snapshot:
    numbers = itertools.count()
    return take_snapshot(
        root, Git(root, os.environ), goal="fix the config loader", ids=lambda: f"{next(numbers):026}", now=time.time
    )


def cases(root: str, name: str) -> dict[str, Callable[[], object]]:
    then = snapshot(root)
    command = ["git", "-C", root, "--no-optional-locks", "status", "--porcelain=v2", "-z"]
    return {
        f"git status{name}": lambda: subprocess.run(command, capture_output=True, check=True),
        f"state{name}": lambda: Git(root, os.environ).state(),
        f"survey{name}": lambda: survey_repository(root, Git(root, os.environ)),
        f"take{name}": lambda: snapshot(root),
        f"drift{name}": lambda: find_drift(root, Git(root, os.environ), then),
    }


def spoil(root: str) -> None:
    """Edits 100 tracked files and adds 100."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=True).stdout.split(b"\0")
    files = [f for f in listed if f and os.path.isfile(os.path.join(os.fsencode(root), f))]
    for path in random.Random(1).sample(files, min(100, len(files))):
        with open(os.path.join(os.fsencode(root), path), "ab") as file:
            file.write(b"\nedited\n")
    for i in range(100):
        with open(os.path.join(root, f"new-{i}.txt"), "w") as file:
            file.write("new\n" * i)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    root = os.path.abspath(options.repository)
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy")
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", root, copy], check=True)
        spoil(copy)
        table = cases(root, "") | cases(copy, ", dirty")
        measured: dict[str, list[tuple[float, float]]] = {name: [] for name in table}
        for _ in range(options.rounds):
            for name in random.sample(list(table), len(table)):
                wall, used = time.perf_counter(), cpu()
                table[name]()
                measured[name].append((time.perf_counter() - wall, cpu() - used))
        shutil.rmtree(copy)
    files = len(Git(root, os.environ).ls_files())
    print(f"{root}: {files:,} files, {options.rounds} rounds")
    print(f"{'':<20} {'wall ms':>9} {'ratio':>7} {'CPU ms':>9} {'ratio':>7}")
    for name, times in measured.items():
        base = measured["git status" + (", dirty" if name.endswith("dirty") else "")]
        columns = [(median(t[i] for t in times), median(t[i] for t in base)) for i in (0, 1)]
        print(f"{name:<20} " + " ".join(f"{mine * 1000:>9.1f} {mine / theirs:>7.2f}" for mine, theirs in columns))


if __name__ == "__main__":
    main()
