"""A scripted history on a clone of a real repository, and what has to be visible and fresh at every step of it.

`docs/visibility.md` shows the same steps as a table; a test holds the two together.
"""

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from backstory.api import Channel, Memory
from backstory.memory.kernel.staleness import anchor_states
from backstory.model.record import Anchor, Draft

FILE = "src/backstory/model/ids.py"
SYMBOL = "make_ulid"


class Step(NamedTuple):
    """One thing that happens, and the records that are then visible in the working tree `where`, with their states."""

    what: str
    act: "Callable[[History], None]"
    visible: dict[str, str]
    where: str = "main"


class History:
    """A clone with a memory, and the hands to work on it."""

    def __init__(self, source: Path, beside: Path) -> None:
        self.beside = beside
        self.trees = {"main": beside / "clone"}
        self.titles: set[str] = set()
        """Of the records made here: the clone has a memory of its own."""
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(beside),
            "BACKSTORY_HOME": str(beside / "data"),
            "BACKSTORY_DELIVER_BACKGROUND": "false",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }
        self.git("clone", "-q", "--no-hardlinks", str(source), str(self.trees["main"]), cwd=beside)
        for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
            self.git("config", key, value)
        self.git("checkout", "-q", "-B", "main")
        self.git("remote", "remove", "origin")

    def git(self, *args: str, tree: str = "main", cwd: Path | None = None) -> str:
        where = cwd or self.trees[tree]
        ran = subprocess.run(["git", *args], cwd=where, capture_output=True, text=True, check=False, env=self.environ)
        assert ran.returncode == 0, f"git {args}: {ran.stdout}{ran.stderr}"
        return ran.stdout.strip()

    def memory(self, tree: str = "main") -> Memory:
        return Memory.open(str(self.trees[tree]), self.environ, channel=Channel("explicit"))

    def remember(self, title: str, *, scope: str = "", at: str = "", tree: str = "main") -> None:
        self.titles.add(title)
        anchors = [Anchor.parse(at)] if at else []
        self.memory(tree).remember(Draft(kind="decision", title=title, anchors=anchors), scope=scope or "private")

    def write(self, path: str, text: str, *, tree: str = "main", message: str = "") -> None:
        file = self.trees[tree] / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if message:
            self.commit(message, tree=tree)

    def commit(self, message: str, *, tree: str = "main") -> None:
        self.git("add", "-A", tree=tree)
        self.git("commit", "-q", "-m", message, tree=tree)

    def edit(self, path: str, old: str, new: str, message: str) -> None:
        file = self.trees["main"] / path
        text = file.read_text()
        assert old in text, (path, old)
        self.write(path, text.replace(old, new, 1), message=message)

    def visible(self, tree: str) -> dict[str, str]:
        """Title -> state (`-` for records that are about no code), as a new command in that tree sees them."""
        m = self.memory(tree)
        rows = [r for r in m.fresh().rows() if r.record.title in self.titles]
        standing = anchor_states(m, rows)
        return {r.record.title: standing[r.record.id].state if r.record.id in standing else "-" for r in rows}


def _on_feature(h: History) -> None:
    h.git("checkout", "-q", "-b", "feature")
    h.remember("made on feature, nothing committed yet")


def _commit_on_feature(h: History) -> None:
    h.write("feature.txt", "work\n", message="feature work")
    h.remember("made on feature, after a commit")
    h.remember("of the team, on feature", scope="team")
    h.commit("share a decision")


def _worktree(h: History) -> None:
    h.trees["side"] = h.beside / "side"
    h.git("worktree", "add", "-q", "-b", "side", str(h.trees["side"]))
    h.remember("made in the worktree", tree="side")


def _merge_side(h: History) -> None:
    h.write("side.txt", "side\n", tree="side", message="side work")
    h.git("merge", "-q", "--no-ff", "-m", "merge side", "side")


def _rebased(h: History) -> None:
    h.git("checkout", "-q", "-b", "tidy", "main~2")
    h.write("tidy.txt", "tidy\n", message="tidy work")
    h.remember("made on tidy")
    h.git("rebase", "-q", "main")
    h.git("checkout", "-q", "main")
    h.git("merge", "-q", "--ff-only", "tidy")
    h.git("branch", "-q", "-d", "tidy")


def _abandoned(h: History) -> None:
    h.git("checkout", "-q", "-b", "dead-end")
    h.write("dead.txt", "dead\n", message="dead end")
    h.remember("made on a dead end")
    h.git("checkout", "-q", "main")


def _squashed(h: History) -> None:
    h.git("merge", "-q", "--squash", "feature")
    h.git("commit", "-q", "-m", "feature (#1)")
    h.git("branch", "-q", "-D", "feature")


NOW = "made on main"
CODE = "about make_ulid"
STAGED = "of the team, on main"
BASE = {NOW: "-", CODE: "fresh", STAGED: "-"}
FEATURE = {
    "made on feature, nothing committed yet": "-",
    "made on feature, after a commit": "-",
    "of the team, on feature": "-",
}
SIDE = {"made in the worktree": "-"}


def _begin(h: History) -> None:
    from backstory.store.places import make_private, resolve_project
    from backstory.store.scaffold import write_scaffold

    root = h.trees["main"]
    if not (root / ".backstory" / "config.toml").exists():
        write_scaffold(str(root / ".backstory"), "01JD8ZK3M7Q4T9W2R5X8Y1B6C0")
    make_private(resolve_project(str(root), h.environ))
    h.git("add", "-A")
    h.git("commit", "-q", "--allow-empty", "-m", "a memory")
    h.remember(NOW)
    h.remember(CODE, at=f"{FILE}#{SYMBOL}")
    h.remember(STAGED, scope="team")
    h.commit("share a decision")


STEPS: tuple[Step, ...] = (
    Step("three decisions on `main`: private, private about `make_ulid`, and the team's", _begin, BASE),
    Step(
        "branch `feature`; a decision before its first commit",
        _on_feature,
        BASE | {"made on feature, nothing committed yet": "-"},
    ),
    Step("a commit on `feature`, one private decision and one of the team", _commit_on_feature, BASE | FEATURE),
    Step("back on `main`: nothing of `feature` is known", lambda h: _switch(h, "main"), BASE),
    Step("a linked worktree on `side`, with a decision made there", _worktree, BASE | SIDE, "side"),
    Step("the main tree does not see it", lambda h: None, BASE),
    Step("`side` is merged", _merge_side, BASE | SIDE),
    Step("a dead end: a decision on a branch that is never merged", _abandoned, BASE | SIDE),
    Step("`feature` is squash-merged and deleted: all three decisions arrive", _squashed, BASE | SIDE | FEATURE),
    Step("a branch is rebased, merged and deleted", _rebased, BASE | SIDE | FEATURE | {"made on tidy": "-"}),
    Step(
        "another function of the file changes",
        lambda h: h.edit(FILE, "def short_id(", "def brief_id(", "rename short"),
        BASE | SIDE | FEATURE | {"made on tidy": "-"},
    ),
    Step(
        "`make_ulid` itself changes",
        lambda h: h.edit(FILE, "out.append(ALPHABET[number & 31])", "out.append(ALPHABET[number % 32])", "change it"),
        BASE | SIDE | FEATURE | {"made on tidy": "-", CODE: "changed"},
    ),
    Step(
        "that change is reverted",
        lambda h: h.git("revert", "--no-edit", "HEAD") and None,
        BASE | SIDE | FEATURE | {"made on tidy": "-"},
    ),
    Step("the file is renamed", lambda h: _rename(h), BASE | SIDE | FEATURE | {"made on tidy": "-", CODE: "moved"}),
    Step("the file is deleted", lambda h: _delete(h), BASE | SIDE | FEATURE | {"made on tidy": "-", CODE: "gone"}),
    Step(
        "the deletion is reverted",
        lambda h: h.git("revert", "--no-edit", "HEAD") and None,
        BASE | SIDE | FEATURE | {"made on tidy": "-", CODE: "moved"},
    ),
    Step("a commit from before all of it is checked out", lambda h: _switch(h, "main~12"), {}),
)


def _switch(h: History, to: str) -> None:
    h.git("checkout", "-q", to)


def _rename(h: History) -> None:
    h.git("mv", FILE, "src/backstory/model/ulid.py")
    h.commit("rename")


def _delete(h: History) -> None:
    h.git("rm", "-q", "src/backstory/model/ulid.py")
    h.commit("delete")


def table() -> str:
    """The steps as Markdown, each with what it changes for the main working tree or for another one."""
    rows = ["| # | what happens | what changes |", "|---|---|---|"]
    before: dict[str, dict[str, str]] = {}
    for number, step in enumerate(STEPS, 1):
        where = "" if step.where == "main" else f" (in the worktree `{step.where}`)"
        former = before.get(step.where, before.get("main", {}))
        rows.append(f"| {number} | {step.what}{where} | {_describe_changes(former, step.visible)} |")
        before[step.where] = step.visible
    return "\n".join(rows)


def _describe_changes(former: Mapping[str, str], visible: Mapping[str, str]) -> str:
    """The records that appear, disappear and change their state between two sets of visible records."""
    changes: dict[str, list[str]] = {}
    for title, state in visible.items():
        if title not in former:
            changes.setdefault("visible", []).append(title)
        elif former[title] != state:
            changes.setdefault("fresh" if state == "-" else state, []).append(title)
    if hidden := [title for title in former if title not in visible]:
        changes["hidden"] = hidden
    return "<br>".join(f"**{change}**: {'; '.join(titles)}" for change, titles in changes.items()) or "nothing"
