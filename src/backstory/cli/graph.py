"""The graph and the life of records: link, unlink, edges, related, trace, supersede, summarize, expand, share, task."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory, split_tags, text_or_stdin
from backstory.cli.look import as_data
from backstory.cli.remember import refresh_surfaces
from backstory.memory.prepare import split_title
from backstory.model.errors import NotFound
from backstory.model.ids import short
from backstory.model.record import Record
from backstory.model.text import one_line


def name(memory: Any, ref: str) -> str:
    """A record in a word: short id, kind and title."""
    try:
        r: Record = memory.get(ref).record
    except NotFound:
        return f"{short(ref)} (not here)"
    return f'{r.short} {r.kind} "{one_line(r.title, 70)}"'


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option(
    "--type", "relation", default="relates_to", show_default=True, metavar="RELATION", help="How they belong together."
)
@common
def link(source: str, target: str, relation: str) -> None:
    """Link two records: FROM depends_on, derived_from, part_of, answers, contradicts, relates_to, caused_by TO."""
    from backstory.memory.links import add_link as make

    memory = open_memory()
    record = make(memory, source, target, relation)
    refresh_surfaces(memory)
    if console.State.json:
        console.document("record", as_data(record))
    else:
        console.talk(f"Linked {name(memory, source)} {relation.lower().replace('_', ' ')} {name(memory, target)}")


@click.command()
@click.argument("source", metavar="EDGE|FROM")
@click.argument("target", required=False, default="", metavar="[TO]")
@click.option("--type", "relation", default="", metavar="RELATION", help="Only this relation.")
@common
def unlink(source: str, target: str, relation: str) -> None:
    """Cut a link, by its id (`backstory edges`) or between two records."""
    from backstory.memory.links import remove_links as cut

    memory = open_memory()
    gone = cut(memory, source, target, relation.lower())
    refresh_surfaces(memory)
    if console.State.json:
        console.document("edges", {"removed": [e._asdict() for e in gone]})
        return
    for edge in gone:
        console.talk(f"Cut {short(edge.source)} {edge.relation} {short(edge.target)}")


@click.command()
@click.argument("either", required=False, default="", metavar="[ID]")
@click.option("--from", "source", default="", metavar="ID", help="Only from this record.")
@click.option("--to", "target", default="", metavar="ID", help="Only to this record.")
@common
def edges(either: str, source: str, target: str) -> None:
    """List links, each with its id."""
    from backstory.memory.links import find_edges as find
    from backstory.memory.links import make_edge_id

    memory = open_memory()
    found = find(memory, source=source, target=target, either=either)
    if console.State.json:
        console.document("edges", {"items": [{"id": make_edge_id(e), **e._asdict()} for e in found]})
        return
    console.table(
        [[make_edge_id(e), name(memory, e.source), e.relation, name(memory, e.target)] for e in found], styles=("33",)
    )
    if not found:
        console.talk("no links")


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="How many links away.")
@common
def related(ref: str, depth: int) -> None:
    """Records that are linked with one, in both directions."""
    from backstory.memory.links import find_related as walk

    memory = open_memory()
    steps = walk(memory, ref, depth)
    if console.State.json:
        console.document("related", {"items": [s._asdict() for s in steps]})
        return
    for step in steps:
        console.out(f"{'  ' * (step.depth - 1)}{step.via.replace('_', ' ')}  {name(memory, step.id)}")
    if not steps:
        console.talk("nothing is linked with it")


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--reverse", is_flag=True, help="What followed from it, instead of where it came from.")
@common
def trace(ref: str, reverse: bool) -> None:
    """The paths from a record to its sources."""
    from backstory.memory.links import trace_sources as paths

    memory = open_memory()
    found = paths(memory, ref, reverse=reverse)
    if console.State.json:
        console.document("trace", {"paths": [[s._asdict() for s in p] for p in found]})
        return
    for path in found:
        for step in path:
            arrow = f"{step.via.replace('_', ' ')} " if step.via else ""
            console.out(f"{'  ' * step.depth}{arrow}{name(memory, step.id)}")
    if not found:
        console.talk("nothing followed from it" if reverse else "it came from nothing that is recorded")


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@common
def supersede(old: str, new: str) -> None:
    """Say that NEW replaces OLD: OLD leaves briefs and recall, and stays in the history."""
    from backstory.memory.links import latest_successors
    from backstory.memory.links import supersede as replace

    memory = open_memory()
    record = replace(memory, old, new)
    refresh_surfaces(memory)
    if console.State.json:
        console.document("record", as_data(record))
        return
    console.talk(f"{name(memory, new)} replaces {name(memory, old)}")
    rivals = [i for i in latest_successors(memory).get(memory.get(old).record.id, []) if i != record.id]
    for rival in rivals:
        console.warn(
            f"{name(memory, rival)} replaces it too", f"settle it: `backstory supersede {short(rival)} {record.short}`"
        )


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@click.option("--body", "--content", "body", default=None, metavar="TEXT", help="The summary; `-` reads stdin.")
@click.option(
    "--archive", "--archive-sources", is_flag=True, help="Move the sources off-context; they are never deleted."
)
@common
def summarize(refs: tuple[str, ...], body: str | None, archive: bool) -> None:
    """Put several records into one summary that leads to all of them."""
    from backstory.memory.links import summarize as make

    memory = open_memory()
    title, rest = split_title(memory.gate.clean(text_or_stdin(body, what="summary")))
    record = make(memory, refs, title, rest, archive=archive)
    refresh_surfaces(memory)
    if console.State.json:
        console.document("record", as_data(record))
    else:
        console.talk(
            f'Summarized {len(refs)} records in {record.short} "{record.title}"'
            + (" and moved them off-context" if archive else "")
        )


@click.command()
@click.argument("ref", metavar="ID")
@common
def expand(ref: str) -> None:
    """Show the records that a summary was made of."""
    from backstory.memory.links import find_sources

    memory = open_memory()
    found = find_sources(memory, ref)
    if console.State.json:
        console.document("expand", {"items": [as_data(r) for r in found]})
        return
    for r in found:
        console.out(f"{console.bold(r.title)}\n{r.short}  {r.kind}, {r.tier}")
        if r.body:
            console.out(r.body)
        console.out()
    if not found:
        console.talk("it was made of nothing that is recorded")


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@click.option("--dry-run", is_flag=True, help="Print the files as they would lie in the repository.")
@common
def share(refs: tuple[str, ...], dry_run: bool) -> None:
    """Move records into the repository, where the next commit carries them to the team."""
    from backstory.memory.share import preview_share
    from backstory.memory.writer import move_record

    memory = open_memory()
    if dry_run:
        for ref in refs:
            console.out(preview_share(memory, ref))
        return
    moved = [move_record(memory, memory.get(ref).record.id, "team") for ref in refs]
    refresh_surfaces(memory)
    if console.State.json:
        console.document("share", {"items": [{**as_data(d.record, d.path), "redacted": d.redacted} for d in moved]})
        return
    for done in moved:
        console.talk(f'Shared {done.record.kind} {done.record.short} "{done.record.title}" in `{done.path}`')
        if done.redacted:
            console.warn("a secret was taken out on the way")
    console.talk("hint: it is shared with your next commit; `backstory unshare ID` takes it back")


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@common
def unshare(refs: tuple[str, ...]) -> None:
    """Move records back out of the repository, into your private memory."""
    from backstory.memory.writer import move_record

    memory = open_memory()
    moved = [move_record(memory, memory.get(ref).record.id, "private") for ref in refs]
    refresh_surfaces(memory)
    if console.State.json:
        console.document("unshare", {"items": [{**as_data(d.record, d.path), "history": d.history} for d in moved]})
        return
    for done in moved:
        console.talk(f'Unshared {done.record.kind} {done.record.short} "{done.record.title}"')
        if done.history:
            console.warn("git tracks the file: its history, and whatever was pushed, still holds the text")


@click.group()
def task() -> None:
    """Pieces of work: their working notes are sorted when they end."""


@task.command("start")
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--goal", "-g", default="", metavar="TEXT", help="Why it is done.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag.")
@common
def task_start(words: tuple[str, ...], goal: str, tags: tuple[str, ...]) -> None:
    """Begin a task, or take it up again."""
    from backstory.memory.tasks import start_task

    memory = open_memory()
    record = start_task(memory, " ".join(words), goal=goal, tags=tuple(split_tags(tags)))
    refresh_surfaces(memory)
    if console.State.json:
        console.document("record", as_data(record))
    else:
        console.talk(f'Task {record.short} "{record.title}" is open')


@task.command("end")
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--status",
    type=click.Choice(("done", "blocked", "paused", "abandoned")),
    default="done",
    show_default=True,
    help="How it ended.",
)
@common
def task_end(words: tuple[str, ...], status: str) -> None:
    """End a task: its working decisions become reference, its other working notes go off-context."""
    from backstory.memory.tasks import end_task

    memory = open_memory()
    done = end_task(memory, " ".join(words), status=status)
    refresh_surfaces(memory)
    if console.State.json:
        console.document(
            "task",
            {"task": as_data(done.task), "kept": [r.id for r in done.kept], "shelved": [r.id for r in done.shelved]},
        )
        return
    console.talk(f'Task {done.task.short} "{done.task.title}" is {status}')
    for records, what in ((done.kept, "kept as reference"), (done.shelved, "moved off-context")):
        for r in records:
            console.talk(f"  {what}: {r.short} {r.kind} {one_line(r.title, 70)}")


@task.command("list")
@common
def task_list() -> None:
    """List the tasks."""
    from backstory.cli.look import show_rows

    show_rows(("task",))
