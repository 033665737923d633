"""A slow, obvious model of `docs/visibility.md`: it writes down what happens to each branch, and searches by loops."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

TRUNK = "main"
SQUASHED = 8


@dataclass(frozen=True, eq=False)
class State:
    """A commit that a branch pointed to."""

    commit: str
    own: bool
    replaces: str = ""


@dataclass(eq=False)
class Made:
    """A private record: the branch and commit it was made on, and the state that the branch was in."""

    ident: str
    branch: str
    commit: str
    state: State | None
    renames: int
    """How many renames there were before it."""
    carriers: list[str] = field(default_factory=list)


class Model:
    """What should be visible where."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.line: dict[str, list[State]] = {TRUNK: []}
        self.alive: set[str] = {TRUNK}
        self.renames: list[tuple[str, str]] = []
        self.amended: dict[str, str] = {}
        self.records: list[Made] = []

    def git(self, *args: str) -> str:
        done = subprocess.run(["git", "-C", str(self.root), *args], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def note(self, branch: str, commit: str, *, own: bool, replaces: str = "") -> None:
        if replaces:
            self.amended[replaces] = commit
        if branch:
            self.line.setdefault(branch, []).append(State(commit, own, replaces))

    # What git says

    def history(self, commit: str) -> set[str]:
        return set(self.git("rev-list", commit).split())

    def files(self, commit: str) -> set[str]:
        return set(self.git("ls-tree", "-r", "--name-only", commit).split())

    def change(self, commit: str) -> frozenset[str]:
        """The files that a commit added; nothing for a merge."""
        parents = self.git("rev-list", "--parents", "-1", commit).split()[1:]
        return frozenset(self.files(commit) - self.files(parents[0])) if len(parents) == 1 else frozenset()

    # The rules

    def visible(self, head: str, branch: str) -> set[str]:
        """The ids of the records that a working tree at `head` on `branch` shows."""
        return {made.ident for made in self.records if self.is_visible(made, head, branch)}

    def is_visible(self, made: Made, head: str, branch: str) -> bool:
        name = self.name_today(made)
        if (name and name == branch) or (made.branch and made.branch == branch):
            return True
        if not made.branch and made.commit == head:
            return True
        carrier = self.find_carrier(made, name, head)
        if carrier and carrier != made.commit and carrier not in made.carriers:
            made.carriers.append(carrier)
        return bool(carrier)

    def name_today(self, made: Made) -> str:
        name = made.branch
        if name in self.alive:
            return name
        for old, new in self.renames[made.renames :]:
            name = new if old == name else name
        return name

    def find_carrier(self, made: Made, name: str, head: str) -> str:
        history = self.history(head)
        tips = self.tips(made, name)
        if tips is None:
            return next((commit for commit in made.carriers if commit in history), "")
        for commit in (*tips, *made.carriers):
            if commit in history:
                return commit
        forms = [tips[0]]
        while forms[-1] in self.amended:
            forms.append(self.amended[forms[-1]])
        newest = tips[-1:] if made.branch == TRUNK else tips[-SQUASHED:]
        for form in forms:
            same = self.same_change(self.change(form), form, head, history)
            if same:
                return same
        for tip in newest:
            fork = self.git("merge-base", head, tip)
            same = self.same_change(frozenset(self.files(tip) - self.files(fork)), tip, head, history)
            if same:
                return same
        return ""

    def tips(self, made: Made, name: str) -> list[str] | None:
        """The commits that hold the work a record was made in; None if there is none so far."""
        if not made.branch:
            return [made.commit]
        line = self.line[name]
        start = line.index(made.state)  # type: ignore[arg-type]
        own = {state.commit for state in line if state.own}
        later = [state.commit for state in line[start + 1 :] if state.own]
        if name == TRUNK or made.commit in own:
            return [made.commit, *later]
        if later:
            return later
        return None if name in self.alive else [made.commit]

    def same_change(self, change: frozenset[str], commit: str, head: str, history: set[str]) -> str:
        since = history - self.history(self.git("merge-base", head, commit))
        for other in self.git("rev-list", head).split():
            if other in since and change and self.change(other) == change:
                return other
        return ""
