"""Show what happened, newest first."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import count_elsewhere, merge_timeline, read_newest, read_timeline
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, all_branches_option, open_memory
from backstory.cli.completion import complete_session
from backstory.cli.numbers import Whole
from backstory.cli.other_branches import print_elsewhere
from backstory.cli.session_id import ensure_session
from backstory.cli.times import parse_since

if TYPE_CHECKING:
    from backstory.cli.library import TimelineEntry

SECTION: Final = "Daily"
ALIASES: Final = ("timeline",)
UNDATED: Final = "undated"
DETAIL_INDENT: Final = " " * 11


class Log(Answer):
    """What happened, newest first."""

    schema = "log"
    entries: "list[TimelineEntry]"
    limit: int
    total: int
    elsewhere: dict[str, int] | None = None
    """Branch -> the number of records that only it has."""

    def to_json(self) -> Json:
        items = [entry._asdict() for entry in self.entries[: self.limit]]
        return {"total": self.total, "items": items, "elsewhere": self.elsewhere or {}}

    def print_text(self) -> None:
        entries = self.entries[: self.limit]
        kinds = max((len(entry.kind) for entry in entries), default=0)
        heading = ("", "")
        for entry in entries:
            heading = _print_heading(heading, entry)
            console.line(
                console.dim(f"  {entry.made[11:16]:5}  "),
                console.Span(f"{entry.ref:<9} ", "33"),
                console.Span(f"{entry.kind:<{kinds}}  ", "36"),
                entry.title,
                cut=True,
            )
            for detail in entry.details:
                console.line(DETAIL_INDENT, console.dim(detail), indent=DETAIL_INDENT)
        if not self.entries:
            console.info("nothing happened yet")
        elif self.total > self.limit:
            console.info(f"{self.total - self.limit} more; `-n {self.total}` shows all")
        print_elsewhere(self.elsewhere or {})


def _print_heading(last: tuple[str, str], entry: "TimelineEntry") -> tuple[str, str]:
    """Prints the day and the branch when one of them changes. Records that hold on every branch get no heading."""
    is_placed = entry.branch or entry.kind != "session"
    heading = (entry.made[:10] or UNDATED, (entry.branch or last[1]) if is_placed else "")
    where = f"on {heading[1]}" if heading[1] else "branch unknown" if last[1] and heading[0] == last[0] else ""
    if heading[0] != last[0]:
        console.data(console.bold(heading[0]), console.Span(f"  {where}" if where else "", "32"))
    elif heading[1] != last[1]:
        console.data(console.Span(f"  {where}", "32"))
    return heading


@click.command()
@click.option("--branch", "-b", default="", metavar="BRANCH", help="Filter by branch.")
@click.option(
    "--all",
    "-a",
    "everything",
    is_flag=True,
    help="Include records of other branches, and your own records for all projects.",
)
@click.option(
    "--session",
    default="",
    metavar="ID",
    shell_complete=complete_session,
    help="Show what happened in one session (`latest` for the newest).",
)
@click.option("--events", is_flag=True, help="Include events of sessions, and operations.")
@click.option("--since", "after", default="", metavar="WHEN", help="Only since a date, or an age such as 7d.")
@click.option("-n", "--limit", type=Whole(1), default=None, help="Maximum number to show; by default `log.count`.")
@all_branches_option
@add_common_options
def log(
    branch: str, everything: bool, session: str, events: bool, after: str, limit: int | None, all_branches: bool
) -> Log:
    """Show what happened here, newest first.

    Lists sessions, records, checkpoints and snapshots; with --events every event.

    Each session has one line: request, files, failing checks, commits, next step, duration and tokens.
    """
    memory = open_memory()
    count = limit or memory.settings.get("log.count")
    since = parse_since(after, memory.now()) if after else ""
    everything = everything or all_branches
    elsewhere = {} if everything or branch or session else count_elsewhere(memory)
    if session:
        entries = read_timeline(memory, branch=branch, everything=everything, session=session, events=True, since=since)
        if not entries:
            ensure_session(memory, session)
        return Log(entries, count, len(entries), elsewhere)
    newest = read_newest(memory, branch=branch, everything=everything, events=events, since=since, limit=count)
    entries, total = merge_timeline(memory, newest.entries, limit=count, branch=branch, since=since)
    return Log(entries, count, total + newest.unread, elsewhere)
