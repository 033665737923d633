"""Snapshots: snapshot, snapshots, compare, restore, diff."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.cli.remember import refresh_surfaces
from backstory.cli.times import ago
from backstory.model.errors import Invalid, NotFound
from backstory.model.ids import short
from backstory.model.snapshot import Snapshot
from backstory.model.text import counted, one_line

MAX_LISTED = 20


@click.command()
@click.option("--goal", "-g", default="", metavar="TEXT", help="What you work on; stays until replaced.")
@common
def snapshot(goal: str) -> None:
    """Capture the repository as it stands, and bring the handoff up to date."""
    memory = open_memory()
    taken = memory.snapshot(goal)
    refresh_surfaces(memory)
    if console.State.json:
        console.document("snapshot", _snapshot_data(taken))
        return
    changed = len(taken.git.changes)
    where = f" on {taken.git.branch}" if taken.git.branch else ""
    console.talk(
        f"Took {taken.id}: {counted(taken.files, 'file')}, {changed} changed{where}"
        + (f', goal "{taken.goal}"' if taken.goal else "")
    )
    if taken.skipped:
        console.talk(
            f"left out {len(taken.skipped)}: "
            + ", ".join(f"{s.path} ({s.reason})" for s in taken.skipped[:3])
            + ("…" if len(taken.skipped) > 3 else "")
        )


def _snapshot_data(taken: Snapshot) -> dict[str, Any]:
    import msgspec

    body: dict[str, Any] = msgspec.to_builtins(taken)
    body.pop("table", None)
    body.pop("extra", None)
    empty: dict[str, Any] = {"key_files": [], "active_files": [], "relevant_files": [], "work": {}, "skipped": []}
    return {
        "snapshot_id": taken.id,
        "goal": taken.goal,
        "files": taken.files,
        "bytes": taken.bytes,
        "tokens": taken.tokens,
        "took_ms": taken.took_ms,
        **empty,
        **body,
    }


@click.command()
@click.option("--limit", "-n", type=click.IntRange(1), default=20, show_default=True, help="At most so many.")
@common
def snapshots(limit: int) -> None:
    """List the snapshots, newest first."""
    memory = open_memory()
    found = memory.snapshots.summaries()
    if console.State.json:
        console.document("snapshots", {"total": len(found), "items": found[:limit]})
        return
    console.table(
        [
            [f"snap-{short(s.id)}", s.made[:16].replace("T", " "), counted(s.files, "file"), s.branch, s.goal]
            for s in found[:limit]
        ],
        styles=("33", "2"),
    )
    if not found:
        console.talk("no snapshot yet; `backstory snapshot` takes one")


def show_snapshot(taken: Snapshot) -> None:
    """A snapshot for a person, or as JSON."""
    if console.State.json:
        console.document("snapshot", _snapshot_data(taken))
        return
    from backstory.render.snapshot import snapshot_text

    head, _, rest = snapshot_text(taken).partition("\n")
    console.out(console.bold(head))
    console.out(rest.rstrip("\n"))


@click.command()
@click.option("--snapshot-id", "--since", "ref", default="", metavar="ID", help="The snapshot; the latest by default.")
@click.option("--summary", is_flag=True, help="Only the counts.")
@common
def restore(ref: str, summary: bool) -> None:
    """What changed since a snapshot: changed, missing, new and renamed files, branch and commits between."""
    report(ref, summary)


@click.command()
@click.argument("ref", required=False, default="", metavar="[SNAPSHOT]")
@click.argument("other", required=False, default="", metavar="[SNAPSHOT]")
@click.option("--since", "since_", default="", metavar="ID", help="The snapshot; the latest by default.")
@click.option("--summary", is_flag=True, help="Only the counts.")
@common
def diff(ref: str, other: str, since_: str, summary: bool) -> None:
    """What changed since the last snapshot, since the one named, or between two."""
    if other or (since_ and ref):
        report_comparison(since_ or ref, other or ref, summary)
    else:
        report(since_ or ref, summary)


@click.command()
@click.argument("old", required=False, default="", metavar="[SNAPSHOT]")
@click.argument("new", required=False, default="", metavar="[SNAPSHOT]")
@click.option("--from-snapshot", "--from", "first", default="", metavar="ID", help="The older one.")
@click.option("--to-snapshot", "--to", "second", default="", metavar="ID", help="The newer one; the latest by default.")
@click.option("--summary", is_flag=True, help="Only the counts.")
@common
def compare(old: str, new: str, first: str, second: str, summary: bool) -> None:
    """How two snapshots differ: files, branch, commits, goal, and what was opened and closed.

    \b
    backstory compare snap-7q3m9x2a snap-k4v81c0d
    """
    given = [x for x in (first, old, new, second) if x]
    if len(given) > 2:
        raise Invalid(
            f"{len(given)} snapshots were named, and two can be compared", hint="`backstory compare OLDER NEWER`"
        )
    if given:
        report_comparison(given[0], given[1] if len(given) > 1 else "", summary)
        return
    known = open_memory().snapshots.ids()
    if len(known) < 2:
        raise NotFound("there are no two snapshots to compare yet", hint="`backstory snapshot` takes one")
    report_comparison(known[1], known[0], summary)


def report_comparison(old: str, new: str, summary: bool) -> None:
    """How two snapshots differ, as text or as JSON."""
    import msgspec

    from backstory.memory.snapshots import compare_snapshots as differences

    found = differences(open_memory(), old, new)
    if console.State.json:
        empty: dict[str, Any] = {name: [] for name in ("added", "removed", "changed", "renamed", "opened", "closed")}
        console.document("comparison", {**empty, **msgspec.to_builtins(found)})
        return
    console.out(f"{found.old} ({found.made[0]})")
    console.out(f"{found.new} ({found.made[1]})")
    for line in found.describe():
        console.out(line)
    if summary:
        return
    for name in ("added", "removed", "changed", "renamed"):
        total = found.counts.get(name, 0)
        for item in getattr(found, name)[:MAX_LISTED]:
            console.out(f"  {name:<8} {item.path}" + (f"  {console.dim(f'from {item.was}')}" if item.was else ""))
        if total > MAX_LISTED:
            console.out(f"  {name:<8} and {total - MAX_LISTED:,} more")
    for title, named in (("opened since", found.opened), ("closed since", found.closed)):
        for one in named:
            console.out(f"  {title}  {short(one.id)} {one_line(one.title, 100)}")
    for commit in found.commits[:MAX_LISTED]:
        console.out(f"  commit   {commit.id[:10]} {one_line(commit.subject, 100)}")


@click.command("diff-summary")
@common
def diff_alias_diff_summary() -> None:
    """Counts of what changed since the last snapshot."""
    report("", True)


def report(ref: str, summary: bool) -> None:
    """The drift report."""
    import msgspec

    memory = open_memory()
    then, drift = memory.drift(ref)
    data: dict[str, Any] = msgspec.to_builtins(drift)
    if console.State.json:
        console.document("drift", {"snapshot_id": then.id, "made": then.made, "goal": then.goal, **data})
        return
    console.out(f"since {then.id} ({ago(then.made, memory.now())}" + (f", goal: {then.goal})" if then.goal else ")"))
    for line in drift.describe():
        console.out(line)
    if summary:
        return
    for name in ("stale", "changed", "missing", "new", "renamed"):
        items = data.get(name) or []
        for item in items[:MAX_LISTED]:
            console.out(
                f"  {name:<8} {item['path']}" + (f"  {console.dim(item['reason'])}" if item.get("reason") else "")
            )
        if len(items) > MAX_LISTED:
            console.out(f"  {name:<8} and {len(items) - MAX_LISTED} more")
