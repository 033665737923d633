"""What a shell completes where a command takes an id: those of records and of sessions, newest first."""

import os
from typing import TYPE_CHECKING, Final

import click

from backstory.cli.command import current_folder
from backstory.model.errors import BackstoryError
from backstory.model.ids import normalize_id
from backstory.model.text import one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from backstory.api import Memory

MOST: Final = 40
"""Ids that are offered at once."""
_TITLE: Final = 70


def complete_record(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The short ids of records that begin so, each with its kind and title. Without a memory there are none."""
    from click.shell_completion import CompletionItem

    begin = normalize_id(incomplete).lower()
    try:
        rows = _open().fresh().rows(limit=0 if begin else MOST)
    except (BackstoryError, OSError):
        return []
    records = [row.record for row in rows if row.record.short.startswith(begin)][:MOST]
    return [CompletionItem(one.short, help=f"{one.kind}: {one_line(one.title, _TITLE)}") for one in records]


def complete_session(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """The ids of the newest sessions that begin so, each with its agent and what was asked first."""
    from click.shell_completion import CompletionItem

    from backstory.api import list_sessions

    try:
        sessions = [one for one in list_sessions(_open(), limit=10 * MOST) if one.id.startswith(incomplete)]
    except (BackstoryError, OSError):
        return []
    items = [CompletionItem(one.id, help=f"{one.agent}: {one_line(one.title, _TITLE)}") for one in sessions[:MOST]]
    return [
        *([CompletionItem("latest", help="the one that ended last")] if "latest".startswith(incomplete) else []),
        *items,
    ]


def _open() -> "Memory":
    from backstory.api import Memory

    return Memory.open(current_folder(), os.environ)
