"""Take snapshots while you work."""

import sys
import time
from typing import TYPE_CHECKING, Final, Self

import click
import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.numbers import Decimal, Whole
from backstory.model.errors import Exit
from backstory.model.ids import short_id
from backstory.model.text import clean_text, format_count, one_line

if TYPE_CHECKING:
    from rich.table import Table

    from backstory.api import Memory
    from backstory.watch.loop import WatchEvent

SECTION: Final = "Capture"


class WatchEnd(Answer):
    """The end of a watch, which a person interrupts."""

    snapshots: int

    def print_text(self) -> None:
        console.info(f"Watched: {format_count(self.snapshots, 'snapshot')}")

    @property
    def exit_code(self) -> Exit:
        return Exit.INTERRUPTED


@click.command()
@click.option("--goal", "-g", default="", metavar="TEXT", help="What you are working on.")
@click.option(
    "--debounce-ms",
    type=Whole(50),
    default=1200,
    show_default=True,
    help="Quiet time after the last change before a snapshot.",
)
@click.option(
    "--min-interval-sec",
    type=Decimal(0),
    default=3,
    show_default=True,
    help="Least time between two snapshots.",
)
@click.option(
    "--checkpoint-every",
    "-i",
    type=Decimal(0),
    default=0,
    metavar="MIN",
    help="Add a checkpoint after this many minutes of work.",
)
@click.option(
    "--idle-minutes",
    type=Decimal(0),
    default=0,
    metavar="MIN",
    help="Add a checkpoint after this many minutes without a change.",
)
@click.option("--once", is_flag=True, help="Take one snapshot, then end.")
@add_common_options
def watch(
    goal: str,
    debounce_ms: int,
    min_interval_sec: float,
    checkpoint_every: float,
    idle_minutes: float,
    once: bool,
) -> WatchEnd | None:
    """Take a snapshot after each quiet period and keep the handoff current. Ctrl-C ends it."""
    from backstory.watch.loop import Timing, WatchLoop  # `session`, which runs this, is short without it

    memory = open_memory()
    view: Board | Lines = Board(memory, goal) if sys.stdout.isatty() and not console.State.json else Lines()
    timing = Timing(debounce_ms / 1000, min_interval_sec, checkpoint_every * 60, idle_minutes * 60)
    loop = WatchLoop(memory, timing, tell=view.show)
    if once:
        loop.snapshot(goal)
        return None
    with view:
        loop.run(goal)
    return WatchEnd(loop.snapshots)


class Lines:
    """The view without a terminal: a line for each event."""

    def show(self, event: "WatchEvent") -> None:
        """Prints the event."""
        if event.what not in ("snapshot", "checkpoint", "warning"):
            return
        if console.State.json:
            body: Json = {"event": event.what, "id": event.text, "changed": event.files}
            if event.what == "warning":
                body = {"event": "warning", "message": event.text}
            console.verbatim(_json_line(body))
            sys.stdout.flush()
        else:
            changed = f", {event.files} changed" if event.what == "snapshot" else ""
            name = f"snap-{short_id(event.text)}" if event.what == "snapshot" else event.text
            console.info(f"{time.strftime('%H:%M:%S')} {event.what} {name}{changed}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Board:
    """The view on a terminal: one small table, redrawn after each event, at most a few times a second."""

    MIN_INTERVAL: Final = 0.2
    """Seconds between two drawings for changes alone."""
    MAX_FILES: Final = 3

    def __init__(self, memory: "Memory", goal: str) -> None:
        from rich.live import Live

        self.drawn_at = 0.0
        self.rows = {
            "project": memory.settings.get("project.name") or memory.project.folder,
            "branch": memory.head[1] or "(detached)",
            "goal": goal or "not set",
            "snapshot": "taking the first",
            "changed": "nothing yet",
        }
        self.live = Live(self._table(), auto_refresh=False, transient=False)

    def show(self, event: "WatchEvent") -> None:
        """Puts the event on the board."""
        clock = time.strftime("%H:%M:%S")
        if event.what == "snapshot":
            self._show_snapshot(event, clock)
        elif event.what == "changed":
            if time.monotonic() - self.drawn_at < self.MIN_INTERVAL:
                return
            what = "HEAD moved" if event.text == "HEAD" else f"now {event.text}"
            self.rows["changed"] = f"{event.files:,} since the last snapshot, {what}"
        else:
            self.rows[event.what] = f"{clock}  {event.text}"
        self.drawn_at = time.monotonic()
        self.live.update(self._table(), refresh=True)

    def _show_snapshot(self, event: "WatchEvent", at: str) -> None:
        snapshot = event.taken
        if snapshot is None:
            return
        self.rows["snapshot"] = (
            f"{at}  snap-{short_id(snapshot.id)}  {format_count(snapshot.files, 'file')}, {snapshot.took_ms:,} ms"
        )
        self.rows["changed"] = f"{event.files:,} files differ from the last commit"
        self.rows["branch"] = snapshot.git.branch or ("(detached)" if snapshot.git.commit else "(no commit yet)")
        self.rows["goal"] = snapshot.goal or "not set"
        if snapshot.key_files:
            self.rows["matters"] = ", ".join(snapshot.key_files[: self.MAX_FILES])

    def _table(self) -> "Table":
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim", no_wrap=True, min_width=8)
        table.add_column(overflow="ellipsis", no_wrap=True)
        for name, value in self.rows.items():
            table.add_row(name, Text(one_line(clean_text(value), 300)))
        table.add_row("", Text("Ctrl-C ends it", style="dim"))
        return table

    def __enter__(self) -> Self:
        self.live.start(refresh=True)
        return self

    def __exit__(self, *args: object) -> None:
        self.live.stop()


def _json_line(body: Json) -> str:
    return console.json_text(msgspec.json.encode(body)) + "\n"
