"""What commands of the code and of snapshots cost as whole processes, beside `git status` and `python -c pass`.

    python bench/commands.py REPOSITORY [--source SRC ...] [--rounds 7]

Works in throw-away clones with a data home of their own. Each `--source` is a folder that holds the package, by default
this one: two of them are compared in one run. Every round runs every case once, in shuffled order. `edited` cases run
after 100 source files were edited again. CPU of the process and of those it waits for, medians; other load cancels out
in the ratios, not in the milliseconds.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from backstory.code.read.languages import language_of

GOAL = "fix the config loader"
CASES = {
    "snapshot": ["snapshot"], "files --for": ["files", "--for", GOAL], "map": ["map"], "status": ["status"],
}  # fmt: skip
EDITED = ("snapshot", "files --for")
START = "from backstory.__main__ import main; main()"
"""What the installed `backstory` does. `-m` would load modules that it does not."""
GIT_STATUS = ("git", "--no-optional-locks", "status", "--porcelain=v2", "-z")


class Tree:
    """A clone with a memory, for one source of the package."""

    def __init__(self, repository: str, folder: Path, source: str) -> None:
        self.root = folder / "tree"
        (folder / "home").mkdir(parents=True)
        subprocess.run(["git", "clone", "-q", repository, self.root], check=True)
        time.sleep(2)  # git reads a file again that is as young as its index
        subprocess.run(["git", "-C", self.root, "update-index", "-q", "--really-refresh"], check=True)
        dropped = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
        self.environ = {name: value for name, value in os.environ.items() if name not in dropped} | {
            "HOME": str(folder / "home"), "BACKSTORY_HOME": str(folder / "data"), "PYTHONPATH": source,
            "GIT_CONFIG_GLOBAL": os.devnull,
        }  # fmt: skip
        for command in (["init", "--yes"], ["snapshot", GOAL], *CASES.values()):
            self.run(command)

    def run(self, command: list[str]) -> float:
        return self.measure([sys.executable, "-P", "-c", START, *command])

    def measure(self, command: list[str]) -> float:
        """Milliseconds of CPU."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=self.root, env=self.environ, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    def edit(self, number: int) -> None:
        """Edits 100 source files."""
        listed = subprocess.run(["git", "ls-files"], cwd=self.root, capture_output=True, text=True, check=True).stdout
        code = [path for path in listed.splitlines() if (found := language_of(path)) is not None and found.code]
        for path in random.Random(1).sample(code, min(100, len(code))):
            with open(self.root / path, "a") as file:
                file.write(f"\n{number}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("--source", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    sources = options.source or [str(Path(__file__).parents[1] / "src")]
    with tempfile.TemporaryDirectory(
        ignore_cleanup_errors=True
    ) as folder:  # a process in the background may be writing
        trees: dict[tuple[str, bool], Tree] = {}
        for number, source in enumerate(sources):
            for edited in (False, True):
                trees[source, edited] = Tree(options.repository, Path(folder, f"{number}{edited}"), source)
        names = [(name, False) for name in CASES] + [(name, True) for name in EDITED]
        cases = [(source, edited, name) for source in sources for name, edited in names]
        cases += [(source, edited, "git status") for source, edited in trees]
        cases += [(source, False, "pass") for source in sources]
        taken: dict[tuple[str, bool, str], list[float]] = {case: [] for case in cases}
        for number in range(options.rounds):
            for case in random.sample(cases, len(cases)):
                source, edited, name = case
                tree = trees[source, edited]
                if edited and name == "snapshot":
                    tree.edit(number)
                if name in CASES:
                    taken[case].append(tree.run(CASES[name]))
                else:
                    taken[case].append(
                        tree.measure([sys.executable, "-c", "pass"] if name == "pass" else list(GIT_STATUS))
                    )
    for source in sources:
        print(source)
        least = median(taken[source, False, "pass"])
        for name, edited in names:
            status, own = median(taken[source, edited, "git status"]), median(taken[source, edited, name])
            label = name + (", 100 files edited" if edited else "")
            print(
                f"  {label:<30} {own:>7.1f} ms {own / status:>6.1f} x git status {own / least:>6.1f} x python -c pass"
            )


if __name__ == "__main__":
    main()
