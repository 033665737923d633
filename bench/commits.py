"""Measures what the git hooks of Backstory add to a commit and to a switch of branches.

    python bench/commits.py [REPOSITORY] [--rounds 25]

Works in two clones of the repository (a small new one without an argument), which differ in nothing but the hooks, and
alternates between them. Prints the median wall time of `git commit` and `git switch` in both, in milliseconds, and
the median of the differences within a round. What a hook leaves running in the background is waited for between rounds.
The goal is 20 ms.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from statistics import median

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src")
ACTIONS = ("commit", "switch")


class Clone:
    """A clone with a home of its own, with or without a memory."""

    def __init__(self, folder: str, source: str, *, memory: bool) -> None:
        self.root, self.home = os.path.join(folder, "repo"), os.path.join(folder, "home")
        os.makedirs(self.home)
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("BACKSTORY_", "PYTHON", "GIT_"))}
        self.environ = clean | {"HOME": self.home, "PYTHONPATH": SOURCE}
        self.number = 0
        subprocess.run(["git", "clone", "-q", source, self.root], env=self.environ, check=True)
        for name, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("gc.auto", "0")):
            self.git("config", name, value)
        if memory:
            self.call(sys.executable, "-m", "backstory", "init", "--yes", "--git-hooks")
            self.call(sys.executable, "-m", "backstory", "remember", "decision", "Use psycopg 3", "--why", "typed rows")
        self.git("switch", "-q", "-c", "one")
        self.git("branch", "two")

    def call(self, *command: str) -> None:
        subprocess.run(command, cwd=self.root, env=self.environ, check=True, capture_output=True)

    def git(self, *args: str) -> None:
        self.call("git", *args)

    def act(self, action: str) -> float:
        """Milliseconds that a command takes."""
        self.number += 1
        if action == "commit":
            with open(os.path.join(self.root, "notes.txt"), "a") as file:
                file.write(f"{self.number}\n")
            self.git("add", "notes.txt")
            command = ("commit", "-q", "-m", f"note {self.number}")
        else:
            command = ("switch", "-q", "--detach", "two" if self.number % 2 else "one")
        start = time.perf_counter()
        self.git(*command)
        return (time.perf_counter() - start) * 1000

    def settle(self) -> None:
        """Waits until no process works for this home."""
        home = f"HOME={self.home}".encode()
        while any(home in environ.split(b"\0") for environ in _read_environs()):
            time.sleep(0.05)


def _read_environs() -> list[bytes]:
    environs = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    environs.append(file.read())
            except OSError:
                pass
    return environs


def make_repository(folder: str) -> str:
    """A repository with one commit."""
    root = os.path.join(folder, "source")
    os.mkdir(root)
    with open(os.path.join(root, "README.md"), "w") as file:
        file.write("# Shop\n")
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for args in (("init", "-q", "-b", "main"), ("add", "."), (*who, "commit", "-q", "-m", "start")):
        subprocess.run(["git", "-C", root, *args], check=True)
    return root


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", nargs="?")
    parser.add_argument("--rounds", type=int, default=25)
    options = parser.parse_args()
    folder = tempfile.mkdtemp()
    try:
        source = options.repository or make_repository(folder)
        clones = []
        for name in ("plain", "memory"):
            os.mkdir(os.path.join(folder, name))
            clones.append(Clone(os.path.join(folder, name), os.path.abspath(source), memory=name == "memory"))
        for clone in clones:
            clone.settle()
        if not os.path.exists(os.path.join(clones[1].root, ".git", "hooks", "post-commit")):
            sys.exit(
                "`backstory init --git-hooks` put no line into `.git/hooks/post-commit`, so there is nothing to measure"
            )
        print("| command | without, ms | with, ms | added, ms |\n|---|---|---|---|")
        for action in ACTIONS:
            rounds = []
            for _ in range(options.rounds):
                rounds.append([clone.act(action) for clone in clones])
                for clone in clones:
                    clone.settle()
            plain, ours = zip(*rounds, strict=True)
            added = median(b - a for a, b in rounds)
            print(f"| `git {action}` | {median(plain):.1f} | {median(ours):.1f} | {added:.1f} |")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
