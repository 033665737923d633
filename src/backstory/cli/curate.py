"""Changing what is kept: edit, retract, pin, tag, undo."""

from typing import Any

import click

from backstory.cli import console
from backstory.cli.command import TIER, common, open_memory, split_tags, text_or_stdin
from backstory.cli.remember import link_list, refresh_surfaces, tell
from backstory.model.errors import Ambiguous, Invalid, NotFound
from backstory.model.record import Record


def _say(memory: Any, record: Record, what: str) -> None:
    refresh_surfaces(memory)
    if console.State.json:
        console.document(
            "record",
            {
                "id": record.id,
                "short": record.short,
                "kind": record.kind,
                "title": record.title,
                "tier": record.tier,
                "status": record.status,
                "tags": record.tags,
                "links": [str(link) for link in record.links],
            },
        )
        return
    state = [record.tier, record.status, " ".join("#" + t for t in record.tags)]
    state = [s for s in state if s]
    console.talk(f'{what} {record.kind} {record.short} "{record.title}" ({", ".join(state)})')


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--tier", type=TIER, default=None, help="How it is loaded.")
@click.option("--status", default="", metavar="STATUS", help="Where it stands.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Tags to add.")
@click.option("--untag", multiple=True, metavar="TAG", help="Tags to remove.")
@click.option("--link", "links", multiple=True, metavar="RELATION:ID", help="A link to add.")
@click.option("--unlink", multiple=True, metavar="RELATION:ID", help="A link to remove.")
@click.option(
    "--title", default="", metavar="TEXT", help="A better title: makes a new record that supersedes this one."
)
@click.option(
    "--body",
    "--content",
    "body",
    default=None,
    metavar="TEXT",
    help="A better text (`-` reads stdin): makes a new record that supersedes this one.",
)
@common
def edit(
    ref: str,
    tier: str | None,
    status: str,
    tags: tuple[str, ...],
    untag: tuple[str, ...],
    links: tuple[str, ...],
    unlink: tuple[str, ...],
    title: str,
    body: str | None,
) -> None:
    """Change a record's tier, tags, status or links in place; a new title or text makes a record that supersedes it."""
    memory = open_memory()
    if not (tier or status or tags or untag or links or unlink or title or body is not None):
        raise Invalid(
            "nothing to change was given",
            hint=f"for instance `backstory edit {ref} --tier pinned` or `--status resolved`",
        )
    record = memory.edit(
        ref,
        tier=tier or "",
        status=status,
        add_tags=split_tags(tags),
        remove_tags=split_tags(untag),
        add_links=[(k.relation, k.target) for k in link_list(links, ())],
        remove_links=[(k.relation, k.target) for k in link_list(unlink, ())],
    )
    if title or body is not None:
        done = memory.rewrite(
            record.id, title=title, body=text_or_stdin(body, what="text") if body is not None else None
        )
        refresh_surfaces(memory)
        tell(done, f"Superseded {record.short} by")
        return
    _say(memory, record, "Changed")


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@common
def retract(refs: tuple[str, ...]) -> None:
    """Take a record back. It leaves briefs and recall and stays in the history; `backstory undo` brings it back."""
    memory = open_memory()
    for record in [memory.retract(memory.get(ref).record.id) for ref in refs]:
        _say(memory, record, "Retracted")


@click.command()
@click.argument("what", required=False, metavar="[ID|PATH]")
@click.option("--path", default="", metavar="PATH", help="A file that is always to be in the brief.")
@click.option("--note", default="", metavar="TEXT", help="Why the file matters.")
@common
def pin(what: str | None, path: str, note: str) -> None:
    """Always put a record, or a file with a note, into the brief."""
    target = path or what or ""
    if not target:
        raise Invalid("nothing to pin was given", hint="`backstory pin ID`, or `backstory pin src/app.py --note TEXT`")
    memory = open_memory()
    if not path and not note:
        try:
            row = memory.get(target)
        except (NotFound, Ambiguous) as problem:
            if isinstance(problem, Ambiguous):
                raise
        else:
            _say(memory, memory.edit(row.record.id, tier="pinned"), "Pinned")
            return
    done = memory.pin_file(target, note)
    refresh_surfaces(memory)
    tell(done, "Pinned")


@click.command()
@click.argument("what", required=False, metavar="[ID|PATH]")
@click.option("--path", default="", metavar="PATH", help="A pinned file.")
@common
def unpin(what: str | None, path: str) -> None:
    """Take a pin back: a record returns to its kind's tier, the note on a file is retracted."""
    from backstory.memory.edit import pinned_notes
    from backstory.model.kinds import KINDS

    target = path or what or ""
    if not target:
        raise Invalid("nothing to unpin was given", hint="`backstory pins` lists what is pinned")
    memory = open_memory()
    if not path:
        try:
            record = memory.get(target).record
        except NotFound:
            pass
        else:
            if record.tier != "pinned":
                raise Invalid(
                    f"{record.kind} {record.short} is not pinned", hint="`backstory pins` lists what is pinned"
                )
            tier = KINDS[record.kind].tier if record.kind in KINDS else "reference"
            _say(memory, memory.edit(record.id, tier="reference" if tier == "pinned" else tier), "Unpinned")
            return
    notes = pinned_notes(memory, target)
    if not notes:
        raise NotFound(f"nothing is pinned on `{target}`", hint="`backstory pins` lists what is pinned")
    for record in notes:
        changed = memory.retract(record.id) if "pin" in record.tags else memory.edit(record.id, tier="reference")
        _say(memory, changed, "Unpinned")


@click.command()
@click.argument("ref", metavar="ID")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@common
def tag(ref: str, tags: tuple[str, ...]) -> None:
    """Add tags to a record; `tier:NAME` sets its tier."""
    memory = open_memory()
    _say(memory, memory.edit(ref, add_tags=split_tags(tags)), "Tagged")


@click.command()
@click.argument("ref", metavar="ID")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@common
def untag(ref: str, tags: tuple[str, ...]) -> None:
    """Remove tags from a record."""
    memory = open_memory()
    _say(memory, memory.edit(ref, remove_tags=split_tags(tags)), "Untagged")


@click.command()
@common
def undo() -> None:
    """Take back the last change to the memory; again takes back the one before."""
    memory = open_memory()
    done = memory.undo()
    refresh_surfaces(memory)
    if console.State.json:
        console.document("undo", {"verb": done.verb, "titles": done.titles, "made": done.made})
        return
    names = ", ".join(f'"{t}"' for t in done.titles)
    console.talk(f"Took back: {done.verb} {names}")
