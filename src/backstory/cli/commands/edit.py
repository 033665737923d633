"""Change a record's tier, tags, status or links."""

from typing import Final

import click

from backstory.cli.command import (
    KIND,
    TEXT,
    TIER,
    add_common_options,
    open_memory,
    refresh_surfaces,
    split_tags,
    text_or_stdin,
)
from backstory.cli.commands.remember import parse_links
from backstory.cli.records import ChangedRecord
from backstory.cli.remembered import RememberedAnswer
from backstory.model.errors import Invalid

SECTION: Final = "Curate"
ALIASES: Final = ("update",)


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--tier", type=TIER, default=None, help="How it is loaded.")
@click.option("--status", default="", metavar="STATUS", help="Its status.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="Tags to add.")
@click.option("--untag", multiple=True, metavar="TAG", help="Tags to remove.")
@click.option("--link", "links", multiple=True, metavar="RELATION:ID", help="A link to add.")
@click.option("--unlink", multiple=True, metavar="RELATION:ID", help="A link to remove.")
@click.option(
    "--title",
    default="",
    type=TEXT,
    metavar="TEXT",
    help="A better title: makes a new record that supersedes this one.",
)
@click.option(
    "--body",
    "--content",
    "body",
    default=None,
    metavar="TEXT",
    help="A better text (`-` reads stdin): makes a new record that supersedes this one.",
)
@click.option(
    "--kind", "--type", "kind", type=KIND, default=None, help="Another kind: makes a new record, as --title does."
)
@add_common_options
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
    kind: str | None,
) -> ChangedRecord | RememberedAnswer:
    """Change a record's tier, tags, status or links in place; a new title or text makes a record that supersedes it."""
    memory = open_memory()
    rewrites = bool(title or kind) or body is not None
    if not rewrites and not any((tier, status, tags, untag, links, unlink)):
        raise Invalid(
            "no change given",
            hint=f"for example `backstory edit {ref} --tier pinned` or `--status resolved`",
        )
    record = memory.edit(
        ref,
        tier=tier or "",
        status=status,
        add_tags=split_tags(tags),
        remove_tags=split_tags(untag),
        add_links=[(link.relation, link.target) for link in parse_links(links, ())],
        remove_links=[(link.relation, link.target) for link in parse_links(unlink, ())],
    )
    if not rewrites:
        refresh_surfaces(memory)
        return ChangedRecord(record, "Changed")
    text = text_or_stdin(body, what="text") if body is not None else None
    kept = memory.rewrite(record.id, title=title, body=text, kind=kind or "")
    refresh_surfaces(memory)
    return RememberedAnswer(kept, f"Superseded {record.short} by")
