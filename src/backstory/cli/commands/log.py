"""Show what happened, newest first."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import count_elsewhere, read_timeline
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, all_branches_option, open_memory
from backstory.cli.elsewhere import print_elsewhere
from backstory.cli.times import parse_since

if TYPE_CHECKING:
    from backstory.cli.library import TimelineEntry

SECTION: Final = "Daily"
MIN_WIDTH: Final = 11
"""Narrowest column of kinds."""


class Log(Answer):
    """What happened, newest first."""

    schema = "log"
    entries: "list[TimelineEntry]"
    limit: int
    elsewhere: dict[str, int] | None = None
    """Branch -> the number of records that only it has."""

    def to_json(self) -> Json:
        items = [entry._asdict() for entry in self.entries[: self.limit]]
        return {"total": len(self.entries), "items": items, "elsewhere": self.elsewhere or {}}

    def print_text(self) -> None:
        day = ""
        width = max((len(entry.kind) + 1 for entry in self.entries[: self.limit]), default=0)
        for entry in self.entries[: self.limit]:
            if entry.made[:10] != day:
                day = entry.made[:10]
                console.data(console.bold(day))
            where = f"  {console.dim(entry.branch)}" if entry.branch else ""
            console.data(
                f"  {entry.made[11:16]}  {entry.ref:<10} {entry.kind:<{max(width, MIN_WIDTH)}} {entry.title}{where}"
            )
            for line in entry.details:
                console.data(f"                              {line}")
        if not self.entries:
            console.info("nothing happened yet")
        elif len(self.entries) > self.limit:
            console.info(f"{len(self.entries) - self.limit} more; `-n {len(self.entries)}` shows all")
        print_elsewhere(self.elsewhere or {})


@click.command()
@click.option("--branch", "-b", default="", metavar="BRANCH", help="Only this branch.")
@click.option(
    "--all",
    "-a",
    "everything",
    is_flag=True,
    help="Everything: what was made elsewhere, and your own notes for all projects.",
)
@click.option("--session", default="", metavar="ID", help="What happened in one session (`latest` for the newest).")
@click.option("--events", is_flag=True, help="Events of sessions and operations too.")
@click.option("--since", "after", default="", metavar="WHEN", help="A date, or an age such as 7d.")
@click.option("-n", "--limit", type=click.IntRange(1), default=None, help="At most this many; by default `log.count`.")
@all_branches_option
@add_common_options
def log(
    branch: str, everything: bool, session: str, events: bool, after: str, limit: int | None, all_branches: bool
) -> Log:
    """Show what happened here, newest first: records, checkpoints, snapshots; with --events every event."""
    memory = open_memory()
    everything = everything or all_branches
    elsewhere = {} if everything or branch or session else count_elsewhere(memory)
    timeline = read_timeline(
        memory,
        branch=branch,
        everything=everything,
        session=session,
        events=events or bool(session),
        since=parse_since(after, memory.now()) if after else "",
    )
    return Log(timeline, limit or memory.settings.get("log.count"), elsewhere)
