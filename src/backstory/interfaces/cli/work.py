"""Work in progress: checkpoint (also `save`), handoff, snapshot, snapshots, restore, diff."""

import sys
from typing import Any

import click

from backstory.interfaces.cli import console
from backstory.interfaces.cli.command import SCOPE, common, open_memory, split_list, split_tags
from backstory.interfaces.cli.remember import refresh_surfaces, tell
from backstory.interfaces.times import ago
from backstory.model.errors import Invalid
from backstory.model.ids import short
from backstory.model.snapshot import Snapshot

MAX_LISTED = 20


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--summary", default="", metavar="TEXT", help="The task, as an option.")
@click.option("--goal", "-g", default="", metavar="TEXT", help="Why, for instance a ticket; stays until replaced.")
@click.option("--state", default="", metavar="TEXT", help="Where things stand.")
@click.option(
    "--approaches", "--approach", multiple=True, metavar="TEXT", help="What was tried; `;;` separates several."
)
@click.option(
    "--decisions", "--decision", multiple=True, metavar="TEXT", help="What was decided; `;;` separates several."
)
@click.option(
    "--next-steps",
    "--next",
    "next_steps",
    multiple=True,
    metavar="TEXT",
    help="What comes next; `;;` separates several.",
)
@click.option(
    "--blockers", "--blocker", multiple=True, metavar="TEXT", help="What stands in the way; `;;` separates several."
)
@click.option(
    "--status", type=click.Choice(("running", "blocked", "done")), default=None, help="Where the task stands."
)
@click.option("--session", default="", metavar="ID", help="The session it belongs to.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag.")
@click.option("--scope", type=SCOPE, default=None, help="Who sees it.")
@common
def checkpoint(
    words: tuple[str, ...],
    summary: str,
    goal: str,
    state: str,
    approaches: tuple[str, ...],
    decisions: tuple[str, ...],
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    status: str | None,
    session: str,
    tags: tuple[str, ...],
    scope: str | None,
) -> None:
    """Note where the work stands: task, state, what was tried and decided, what comes next, with git's state.

    \b
    backstory checkpoint "auth flow" --state "login works" --next-steps "refresh tokens;; rate limit"
    """
    task = summary or " ".join(words)
    parts: dict[str, Any] = {
        "state": state,
        "approaches": split_list(approaches),
        "decisions": split_list(decisions),
        "next_steps": split_list(next_steps),
        "blockers": split_list(blockers),
    }
    if not task and not any(parts.values()):
        task, parts = _ask()
    task = task or state or (parts["next_steps"] or parts["decisions"] or parts["approaches"] or parts["blockers"])[0]
    memory = open_memory()
    if session:
        memory.channel = memory.channel._replace(session=session)
    done = memory.checkpoint(task, goal=goal, status=status or "", tags=split_tags(tags), scope=scope or "", **parts)
    refresh_surfaces(memory)
    tell(done, "Saved")


def _ask() -> tuple[str, dict[str, Any]]:
    """Asks for the parts on a terminal; without one there is nobody to ask."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Invalid(
            "a checkpoint needs a task",
            hint='`backstory checkpoint "what you work on" --state "..." --next-steps "..."`',
        )
    task = click.prompt("What are you working on", err=True)
    parts: dict[str, Any] = {"state": click.prompt("Where does it stand", default="", show_default=False, err=True)}
    for name, question in (
        ("approaches", "What did you try"),
        ("decisions", "What did you decide"),
        ("next_steps", "What comes next"),
        ("blockers", "What blocks you"),
    ):
        parts[name] = split_list(
            [click.prompt(f"{question} (`;;` separates)", default="", show_default=False, err=True)]
        )
    return task, parts


@click.command()
@click.argument("who", required=False, metavar="[WHO]")
@click.argument("words", nargs=-1, metavar="[MESSAGE]")
@click.option("--goal", "-g", default="", metavar="TEXT", help="Why, for instance a ticket.")
@click.option("--state", default="", metavar="TEXT", help="Where things stand.")
@click.option(
    "--next-steps",
    "--next",
    "next_steps",
    multiple=True,
    metavar="TEXT",
    help="What comes next; `;;` separates several.",
)
@click.option("--blockers", multiple=True, metavar="TEXT", help="What stands in the way.")
@click.option("--decisions", multiple=True, metavar="TEXT", help="What was decided.")
@click.option("--scope", type=SCOPE, default=None, help="Who sees it; the team unless you say otherwise.")
@click.option("--done", default="", metavar="ID", help="Acknowledge a handoff: it leaves the brief.")
@common
def handoff(
    who: str | None,
    words: tuple[str, ...],
    goal: str,
    state: str,
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    decisions: tuple[str, ...],
    scope: str | None,
    done: str,
) -> None:
    """Pass the work on to WHO, with what the last checkpoint knows; without arguments, show the current handoff.

    \b
    backstory handoff alice "auth flow is 80 % done, refresh tokens are missing"
    """
    memory = open_memory()
    if done:
        record = memory.edit(done, status="acknowledged")
        refresh_surfaces(memory)
        console.talk(f'Acknowledged handoff {record.short} "{record.title}"')
        return
    if not who:
        composed = memory.brief(mode="human-handoff")
        console.document("brief", composed.brief) if console.State.json else console.raw(composed.text)
        return
    kept = memory.handoff(
        who,
        " ".join(words),
        goal=goal,
        state=state,
        next_steps=split_list(next_steps),
        blockers=split_list(blockers),
        decisions=split_list(decisions),
        scope=scope or "",
    )
    refresh_surfaces(memory)
    tell(kept, "Handed over:")


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
        f"Took {taken.id}: {taken.files:,} files, {changed} changed{where}"
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
    return {
        "snapshot_id": taken.id,
        "goal": taken.goal,
        "files": taken.files,
        "bytes": taken.bytes,
        "skipped": [],
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
            [f"snap-{short(s.id)}", s.made[:16].replace("T", " "), f"{s.files} files", s.branch, s.goal]
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
    f = taken.facts
    console.out(console.bold(taken.goal or taken.id))
    console.out(f"{taken.id}, {taken.made}, {taken.files:,} files, {taken.bytes:,} bytes, taken in {taken.took_ms} ms")
    if taken.git.commit:
        console.out(f"on {taken.git.branch or 'a detached HEAD'} at {taken.git.commit[:12]}")
    if f.purpose:
        console.out(f"\n{f.purpose}")
    for title, values in (
        ("layout", f.layout),
        ("manifests", f.manifests),
        ("entry points", f.entry_points),
        ("key files", taken.key_files),
        ("active files", taken.active_files),
        ("tests", f.tests),
    ):
        if values:
            console.out(f"\n{title}\n  " + "\n  ".join(values[:MAX_LISTED]))
    if f.scripts:
        console.out("\nscripts")
        console.table([[f"  {s.name}", s.command, s.where] for s in f.scripts[:MAX_LISTED]])
    if taken.git.changes:
        console.out("\nchanged when it was taken")
        console.table([[f"  {c.state}", c.path] for c in taken.git.changes[:MAX_LISTED]])


@click.command()
@click.option("--snapshot-id", "--since", "ref", default="", metavar="ID", help="The snapshot; the latest by default.")
@click.option("--summary", is_flag=True, help="Only the counts.")
@common
def restore(ref: str, summary: bool) -> None:
    """What changed since a snapshot: changed, missing, new and renamed files, branch and commits between."""
    report(ref, summary)


@click.command()
@click.argument("ref", required=False, default="", metavar="[SNAPSHOT]")
@click.option("--since", "since_", default="", metavar="ID", help="The snapshot; the latest by default.")
@click.option("--summary", is_flag=True, help="Only the counts.")
@common
def diff(ref: str, since_: str, summary: bool) -> None:
    """What changed since the last snapshot, or since the one named."""
    report(since_ or ref, summary)


@click.command("diff-summary")
@common
def diff_alias_diff_summary() -> None:
    """Counts of what changed since the last snapshot."""
    report("", True)


def report(ref: str, summary: bool) -> None:
    """The drift report."""
    from backstory.memory.work import as_dict

    memory = open_memory()
    then, drift = memory.drift(ref)
    data = as_dict(drift)
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
