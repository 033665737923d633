"""Random histories, played with the real git: what is shown is what the model of `docs/visibility.md` says."""

import os
import random
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from tests.memory.visibility_model import TRUNK, Made, Model
from tests.sweeps import share

from backstory.api import Channel, Memory
from backstory.base.discovery import find_project
from backstory.base.fingerprint import UNKNOWN, index_state
from backstory.base.head_moves import keeps_base, moved_forward
from backstory.base.path_codec import encode_path
from backstory.base.visibility import VISIBLE, View
from backstory.memory.answers.branches import view_branch
from backstory.memory.policy.visibility import Settled, find_settled
from backstory.model.record import Draft

NAMES = ("a", "b", "c")
START = 1_780_000_000


class Histories(RuleBasedStateMachine):
    """One repository with working trees, in which branches come and go, and one person who remembers things."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="backstory-fuzz-")
        base = Path(self.folder.name).resolve()
        self.root = base / "repo"
        self.root.mkdir()
        self.trees = [self.root]
        self.here = self.root
        self.clock = START
        self.files = 0
        home = base / "home"
        home.mkdir()
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(home), "BACKSTORY_HOME": str(base / "data")}
        self.model = Model(self.root)
        self.settled: dict[Path, tuple[str, str, Settled]] = {}
        """Tree -> (commit, branch, what stays visible there), as they were when it was last looked at."""
        self.proven = 0
        """How often something stayed visible for certain after commits were rewritten."""

    def teardown(self) -> None:
        self.folder.cleanup()

    # Tools

    def git(self, *args: str) -> str:
        when = f"{self.clock} +0000"
        environ = {**self.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(["git", "-C", str(self.here), *args], capture_output=True, text=True, env=environ)
        assert done.returncode == 0, (args, done.stderr)
        return done.stdout.strip()

    @property
    def branch(self) -> str:
        return self.git("branch", "--show-current")

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def new_file(self) -> None:
        self.files += 1
        name = f"f{self.files}.txt"
        (self.here / name).write_text(f"{name}\n" * 3)
        self.git("add", "--", name)

    def open(self) -> Memory:
        return Memory.open(str(self.here), self.environ, channel=Channel("explicit"), now=lambda: float(self.clock))

    def moved(self, act: Callable[[], Any], *, own: bool | None = None, replaces: str = "") -> None:
        """Lets git act on the branch and notes the state that it is in afterwards."""
        before = self.head
        known = set(self.git("rev-list", "--all", "HEAD").split())
        act()
        if self.head != before:
            new = self.head not in known
            self.model.note(self.branch, self.head, own=new if own is None else own, replaces=replaces)

    def taken(self) -> set[str]:
        """Branches that some working tree has checked out."""
        listed = self.git("worktree", "list", "--porcelain").splitlines()
        return {line.removeprefix("branch refs/heads/") for line in listed if line.startswith("branch ")}

    def has_parent(self) -> bool:
        return len(self.git("rev-list", "--max-count=2", "--first-parent", "HEAD").split()) == 2

    def others(self) -> list[str]:
        return sorted(self.model.alive - {self.branch})

    def check(self) -> None:
        """Compares the hook's quick answer, and then the whole one, with the model."""
        self.clock += 10
        expected = self.model.visible(self.head, self.branch)
        quick = self.quick()
        assert quick <= expected, f"the hook shows {self.titles(quick - expected)} too much"
        stayed = self.stayed()
        assert stayed <= expected, f"after a rebase the hook shows {self.titles(stayed - expected)} too much"
        memory = self.open()
        shown = {row.record.id for row in memory.fresh().rows()}
        assert shown == expected, f"too much {self.titles(shown - expected)}, missing {self.titles(expected - shown)}"
        self.settled[self.here] = (*memory.head, find_settled(memory, sorted(shown)))

    def stayed(self) -> set[str]:
        """What the hook process takes for visible still because the commit that brought it is in the history."""
        before, branch, settled = self.settled.get(self.here, ("", "", Settled("", ())))
        place = find_project(str(self.here), home=self.environ["BACKSTORY_HOME"])
        if not place or branch != self.branch or before == self.head:
            return set()
        if not keeps_base(place, branch, before, self.head, settled.base):
            return set()
        self.proven += bool(settled.ids) and not moved_forward(place.git_dir, before, self.head)
        return set(settled.ids)

    def titles(self, idents: set[str]) -> list[str]:
        return [f"{made.ident} on {made.branch or 'no branch'}" for made in self.model.records if made.ident in idents]

    def quick(self) -> set[str]:
        """What the hook process shows before anything is computed anew."""
        place = find_project(str(self.here), home=self.environ["BACKSTORY_HOME"])
        assert place is not None
        path = os.path.join(self.environ["BACKSTORY_HOME"], "projects", place.id, "index.db")
        if not os.path.exists(path):
            return set()
        con = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        try:
            where, _ = index_state(con, place)
            if where == UNKNOWN:
                return set()
            view = View(encode_path(place.root), where, self.branch)
            query = f"SELECT c.id FROM presence p JOIN content c ON c.doc = p.doc WHERE {VISIBLE[where]}"
            return {str(row[0]) for row in con.execute(query, view.bindings)}
        finally:
            con.close()

    # What happens

    @initialize()
    def begin(self) -> None:
        self.git("init", "-q", "-b", TRUNK)
        for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("gc.auto", "0")):
            self.git("config", key, value)
        folder = self.root / ".backstory"
        folder.mkdir()
        (folder / "config.toml").write_text('format = 1\nid = "01J0000000000000000000000A"\n')
        (self.root / ".git" / "info" / "exclude").write_text(".backstory/\n")
        self.new_file()
        self.git("commit", "-qm", "start")
        self.model.note(TRUNK, self.head, own=True)

    @rule()
    def remember(self) -> None:
        memory = self.open()
        number = len(self.model.records)
        kept = memory.remember(Draft(kind="fact", title=f"Fact number {number} of {self.clock}"), scope="private")
        state = self.model.line[self.branch][-1] if self.branch else None
        made = Made(kept.record.id, self.branch, self.head, state, len(self.model.renames))
        self.model.records.append(made)
        self.check()

    @rule()
    def commit(self) -> None:
        self.new_file()
        self.moved(lambda: self.git("commit", "-qm", f"commit {self.files}"), own=True)
        self.check()

    @rule()
    def amend(self) -> None:
        before = self.head
        if self.has_parent():  # a new root would have nothing in common with the rest
            self.new_file()
            self.moved(lambda: self.git("commit", "-q", "--amend", "--no-edit"), own=True, replaces=before)
            self.check()

    @rule(name=st.sampled_from(NAMES), checkout=st.booleans())
    def make_branch(self, name: str, checkout: bool) -> None:
        if name not in self.model.alive:
            self.model.alive.add(name)
            self.model.note(name, self.head, own=False)
            self.git(*(("switch", "-qc", name) if checkout else ("branch", name)))
            self.check()

    @rule(pick=st.integers(0, 9))
    def switch(self, pick: int) -> None:
        free = sorted(self.model.alive - self.taken())
        if free:
            self.git("switch", "-q", free[pick % len(free)])
            self.check()

    @rule()
    def detach(self) -> None:
        self.git("switch", "-q", "--detach")
        self.check()

    @rule(pick=st.integers(0, 9), way=st.sampled_from(["--ff", "--no-ff", "--squash"]))
    def merge(self, pick: int, way: str) -> None:
        others = self.others()
        if others:
            other = others[pick % len(others)]

            def act() -> None:
                self.git("merge", "-q", "--no-edit", way, other)
                if way == "--squash" and self.git("diff", "--cached", "--name-only"):
                    self.git("commit", "-qm", f"squash {other}")

            self.moved(act)
            self.check()

    @rule(pick=st.integers(0, 9))
    def delete(self, pick: int) -> None:
        free = sorted(self.model.alive - self.taken() - {TRUNK})
        if free:
            name = free[pick % len(free)]
            self.git("branch", "-qD", name)
            self.model.alive.discard(name)
            self.check()

    @rule(pick=st.integers(0, 9))
    def rename(self, pick: int) -> None:
        free = sorted(self.model.alive - {TRUNK})
        if free:
            old = free[pick % len(free)]
            new = f"renamed-{len(self.model.renames)}"
            self.git("branch", "-m", old, new)
            self.model.renames.append((old, new))
            self.model.line[new] = list(self.model.line[old])
            self.model.alive = (self.model.alive - {old}) | {new}
            self.check()

    @rule(pick=st.integers(0, 9))
    def rebase(self, pick: int) -> None:
        others = self.others()
        if others and self.branch:
            onto = others[pick % len(others)]
            before = self.git("rev-parse", onto)
            self.moved(lambda: self.git("rebase", "-q", onto), own=None)
            assert self.head == before or self.head not in self.model.history(before)
            self.check()

    @precondition(lambda self: self.files > 2)
    @rule()
    def reset(self) -> None:
        if self.has_parent():
            self.moved(lambda: self.git("reset", "-q", "--hard", "HEAD~1"), own=False)
            self.check()

    @rule(pick=st.integers(0, 9))
    def cherry_pick(self, pick: int) -> None:
        others = self.others()
        if others:
            other = others[pick % len(others)]
            change = self.model.change(other) if other else frozenset()
            if change and not change & self.model.files(self.head):
                self.moved(lambda: self.git("cherry-pick", other), own=True)
                self.check()

    def go_on_with_trunk(self) -> None:
        branch = self.branch
        self.git("switch", "-q", TRUNK)
        self.commit()
        self.remember()
        self.git("switch", "-q", branch)
        self.check()

    @rule(keep=st.booleans())
    def stash(self, keep: bool) -> None:
        self.new_file()
        self.git("stash", "-q")
        self.git("stash", "pop" if keep else "drop", "-q")
        if keep:
            self.git("reset", "-q", "--hard")
        self.check()

    @precondition(lambda self: len(self.trees) < 3)
    @rule(name=st.sampled_from(NAMES))
    def add_worktree(self, name: str) -> None:
        if name not in self.model.alive:
            folder = self.root.parent / f"tree{len(self.trees)}"
            self.model.alive.add(name)
            self.model.note(name, self.head, own=False)
            self.git("worktree", "add", "-q", "-b", name, str(folder))
            self.trees.append(folder)
            self.check()

    @rule(pick=st.integers(0, 9))
    def go_to_tree(self, pick: int) -> None:
        self.here = self.trees[pick % len(self.trees)]
        self.check()

    @rule(pick=st.integers(0, 9))
    def look_at_branch(self, pick: int) -> None:
        """A brief or a log of another branch is as on that branch."""
        others = self.others()
        if others:
            name = others[pick % len(others)]
            tip = self.git("rev-parse", f"refs/heads/{name}")
            shown = {row.record.id for row in view_branch(self.open(), name).fresh().rows()}
            assert shown == self.model.visible(tip, name), name


@pytest.mark.slow
def test_what_is_shown_is_what_the_rules_say() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Histories,
        settings=settings(
            max_examples=share(8, 400),
            stateful_step_count=share(25, 50),
            derandomize=True,
            phases=(Phase.generate,),  # each step starts a dozen processes: shrinking would take an hour
            report_multiple_bugs=False,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(share(2, 60)))
def test_what_stays_after_commits_were_rewritten_is_visible(seed: int) -> None:
    draw = random.Random(seed)
    history = Histories()
    try:
        history.begin()
        history.remember()
        history.commit()
        history.make_branch(name="a", checkout=True)
        history.remember()
        history.commit()
        steps = (history.go_on_with_trunk, history.amend, history.commit, history.reset, history.remember)
        for _ in range(8):
            draw.choice((*steps, lambda: history.rebase(pick=0), lambda: history.merge(pick=0, way="--no-ff")))()
        history.go_on_with_trunk()
        history.rebase(pick=0)
        assert history.proven
    finally:
        history.teardown()
