"""Change a record's tier, tags, status or links."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli.answer import Notice
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
from backstory.cli.completion import complete_record
from backstory.cli.records import ChangedRecord
from backstory.cli.remember_answer import RememberedAnswer
from backstory.model.errors import Invalid

if TYPE_CHECKING:
    from backstory.cli.library import Memory

SECTION: Final = "Curate"
ALIASES: Final = ("update",)


@click.command()
@click.argument("ref", metavar="ID", shell_complete=complete_record)
@click.option("--tier", type=TIER, default=None, help="When it is loaded into briefs.")
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
    help="A new title; makes a new record that supersedes this one.",
)
@click.option(
    "--body",
    "body",
    default=None,
    metavar="TEXT",
    help="A new text (`-` reads stdin); makes a new record that supersedes this one.",
)
@click.option(
    "--content",
    "content",
    default=None,
    metavar="TEXT",
    help="Another title and text in one (`-` reads stdin): its first line or sentence is the title.",
)
@click.option(
    "--kind", "--type", "kind", type=KIND, default=None, help="Another kind; makes a new record, as --title does."
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
    content: str | None,
    kind: str | None,
) -> ChangedRecord | RememberedAnswer | Notice:
    """Change a record's tier, tags, status or links in place.

    A new title or text makes a record that supersedes this one.

    \b
    backstory edit 3f2k9x7c                  opens title and text in $VISUAL or $EDITOR
    backstory edit 3f2k9x7c --tier pinned
    """
    memory = open_memory()
    if content is not None:
        if title or body is not None:
            raise Invalid(
                "`--content` excludes `--title` and `--body`", hint="it is title and text in one: leave the others out"
            )
        from backstory.api import split_title

        title, body = split_title(text_or_stdin(content, what="text"))
    if not any((title, kind, body is not None, tier, status, tags, untag, links, unlink)):
        title, body = _edit_by_hand(memory, ref)
        if not title and body is None:
            return Notice("Nothing was changed")
    links_to_add = [(link.relation, link.target) for link in parse_links(links, ())]
    links_to_remove = [(link.relation, link.target) for link in parse_links(unlink, ())]
    if not title and not kind and body is None:
        record = memory.edit(
            ref,
            tier=tier or "",
            status=status,
            add_tags=split_tags(tags),
            remove_tags=split_tags(untag),
            add_links=links_to_add,
            remove_links=links_to_remove,
        )
        refresh_surfaces(memory)
        return ChangedRecord(record, "Changed")
    old = memory.get(ref).record
    remembered = memory.rewrite(
        old.id,
        title=title,
        body=text_or_stdin(body, what="text") if body is not None and content is None else body,
        kind=kind or "",
        tier=tier or "",
        status=status,
        add_tags=split_tags(tags),
        remove_tags=split_tags(untag),
        add_links=links_to_add,
        remove_links=links_to_remove,
    )
    refresh_surfaces(memory)
    return RememberedAnswer(remembered, f"Superseded {old.short} by")


def _edit_by_hand(memory: "Memory", ref: str) -> tuple[str, str | None]:
    """The title and the text as a person leaves them in an editor; empty and None where they stay the same."""
    from backstory.cli.editor import edit_text, has_editor

    record = memory.get(ref).record
    if not has_editor():
        raise Invalid(
            "no change given",
            hint=f"for example `backstory edit {ref} --tier pinned` or `--status resolved`",
        )
    before = f"{record.title}\n\n{record.body}".rstrip() + "\n"
    title, _, body = edit_text(before).strip().partition("\n")
    if not title.strip():
        return "", None
    same_title, same_body = title.strip() == record.title, body.strip() == record.body.strip()
    return "" if same_title else title.strip(), None if same_body else body.strip()
