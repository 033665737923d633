"""Snapshots as commands print them, and the report of what changed since one."""

from typing import TYPE_CHECKING, Final

import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, open_memory
from backstory.model.dates import format_age
from backstory.model.ids import short_id
from backstory.model.snapshot import Comparison, DriftedPath, Snapshot
from backstory.model.text import one_line, path_line

if TYPE_CHECKING:
    from backstory.cli.library import Drift

MAX_LISTED: Final = 20
"""Files or commits of one sort that are listed."""


def snapshot_name(ident: str) -> str:
    """The id of a snapshot as people see and type it: `snap-62kxvthz`."""
    return f"snap-{short_id(ident)}"


def snapshot_json(snapshot: Snapshot) -> Json:
    """The snapshot as the JSON contract has it."""
    body: Json = msgspec.to_builtins(snapshot)
    body.pop("table", None)
    body.pop("extra", None)
    empty: Json = {"key_files": [], "active_files": [], "relevant_files": [], "work": {}, "skipped": []}
    return {
        "snapshot_id": snapshot.id,
        "goal": snapshot.goal,
        "files": snapshot.files,
        "bytes": snapshot.bytes,
        "tokens": snapshot.tokens,
        "took_ms": snapshot.took_ms,
        "unread": snapshot.extra.get("unread", 0),
        **empty,
        **body,
    }


CONTINUED: Final = " " * 4
"""Before what goes on below an item of a list."""


class SnapshotPage(Answer):
    """A snapshot in full."""

    schema = "snapshot"
    taken: Snapshot

    def to_json(self) -> Json:
        return snapshot_json(self.taken)

    def print_text(self) -> None:
        from backstory.render.snapshot import snapshot_text

        head, _, rest = snapshot_text(self.taken).partition("\n")
        console.data(console.bold(head))
        for line in rest.rstrip("\n").split("\n"):
            console.line(line, indent=CONTINUED if line.startswith(" ") else "")


class DriftReport(Answer):
    """What changed since a snapshot."""

    schema = "drift"
    then: Snapshot
    drift: "Drift"
    now: float
    summary: bool
    """Print the counts only."""

    def to_json(self) -> Json:
        then = self.then
        return {"snapshot_id": then.id, "made": then.made, "goal": then.goal, **msgspec.to_builtins(self.drift)}

    def print_text(self) -> None:
        goal = f", goal: {self.then.goal}" if self.then.goal else ""
        console.data(f"since {snapshot_name(self.then.id)} ({format_age(self.then.made, self.now)}{goal})")
        for line in self.drift.describe():
            console.line(line, indent=CONTINUED if line.startswith(" ") else "")
        if not self.summary:
            for name in ("stale", "changed", "missing", "new", "renamed"):
                files: tuple[DriftedPath, ...] = getattr(self.drift, name)
                word = "changed" if name == "stale" else name  # stale: changed, and a file that the snapshot names
                _print_files(word, files, len(files), [file.reason for file in files])


class ComparisonReport(Answer):
    """How two snapshots differ."""

    schema = "comparison"
    comparison: Comparison
    summary: bool
    """Print the counts only."""

    def to_json(self) -> Json:
        empty: Json = {name: [] for name in ("added", "removed", "changed", "renamed", "opened", "closed")}
        return {**empty, **msgspec.to_builtins(self.comparison)}

    def print_text(self) -> None:
        comparison = self.comparison
        console.data(f"{snapshot_name(comparison.old)} ({comparison.made[0]})")
        console.data(f"{snapshot_name(comparison.new)} ({comparison.made[1]})")
        for line in comparison.describe():
            console.line(line, indent=CONTINUED if line.startswith(" ") else "")
        if self.summary:
            return
        for name in ("added", "removed", "changed", "renamed"):
            files: tuple[DriftedPath, ...] = getattr(comparison, name)
            notes = [f"from {path_line(file.was)}" if file.was else "" for file in files]
            _print_files(name, files, comparison.counts.get(name, 0), notes)
        for title, records in (("opened since", comparison.opened), ("closed since", comparison.closed)):
            for record in records:
                console.data(f"  {title}  {short_id(record.id)} {one_line(record.title, 100)}")
        for commit in comparison.commits[:MAX_LISTED]:
            console.data(f"  commit   {commit.id[:10]} {one_line(commit.subject, 100)}")


def _print_files(name: str, files: tuple[DriftedPath, ...], total: int, notes: list[str]) -> None:
    for file, note in list(zip(files, notes, strict=True))[:MAX_LISTED]:
        console.data(f"  {name:<8} {path_line(file.path)}", console.dim(f"  {note}" if note else ""))
    if total > MAX_LISTED:
        console.data(f"  {name:<8} and {total - MAX_LISTED:,} more")


def report_drift(ref: str, *, summary: bool) -> DriftReport:
    """What changed since the snapshot `ref`, or since the latest."""
    memory = open_memory()
    then, drift = memory.drift(ref)
    return DriftReport(then, drift, memory.now(), summary)


def compare_snapshots(old: str, new: str, *, summary: bool) -> ComparisonReport:
    """How two snapshots differ; `new` is the latest when empty."""
    from backstory import api

    return ComparisonReport(api.compare_snapshots(open_memory(), old, new), summary)
