"""`watch`: keeps snapshots and the handoff current while you work."""

import sys
import time
from typing import Any, Self

import click

from backstory.interfaces.cli import console
from backstory.interfaces.cli.command import common, open_memory
from backstory.model.errors import Exit


@click.command()
@click.option("--goal", "-g", default="", metavar="TEXT", help="What you work on.")
@click.option(
    "--debounce-ms",
    type=click.IntRange(50),
    default=1200,
    show_default=True,
    help="Wait so long after the last change.",
)
@click.option(
    "--min-interval-sec",
    type=click.FloatRange(0),
    default=3,
    show_default=True,
    help="Least time between two snapshots.",
)
@click.option(
    "--checkpoint-every",
    "-i",
    type=click.FloatRange(0),
    default=0,
    metavar="MIN",
    help="A checkpoint every so many minutes of work.",
)
@click.option(
    "--idle-minutes",
    type=click.FloatRange(0),
    default=0,
    metavar="MIN",
    help="A checkpoint after so many minutes without a change.",
)
@click.option("--once", is_flag=True, help="One snapshot, then end.")
@common
@click.pass_context
def watch(
    ctx: click.Context,
    goal: str,
    debounce_ms: int,
    min_interval_sec: float,
    checkpoint_every: float,
    idle_minutes: float,
    once: bool,
) -> None:
    """Take a snapshot after each quiet period and keep the handoff current. Ctrl-C ends it."""
    from backstory.interfaces.watching import Timing, Watch

    memory = open_memory()
    view: Any = Line() if not (sys.stdout.isatty() and not console.State.json) else Board(memory, goal)
    timing = Timing(debounce_ms / 1000, min_interval_sec, checkpoint_every * 60, idle_minutes * 60)
    loop = Watch(memory, timing, tell=view.tell)
    if once:
        loop.snapshot(goal)
        view.close()
        return
    try:
        with view:
            loop.run(goal)
    except KeyboardInterrupt:
        loop.stop.set()
    view.close()
    console.talk(f"Watched: {loop.snapshots} snapshots")
    ctx.exit(int(Exit.INTERRUPTED))


class Line:
    """Without a terminal: a line for each thing that happened."""

    def tell(self, happened: Any) -> None:
        if happened.what in ("snapshot", "checkpoint", "warning"):
            if console.State.json:
                console.raw(_line({"event": happened.what, "id": happened.text, "changed": happened.files}))
            else:
                extra = f", {happened.files} changed" if happened.what == "snapshot" else ""
                console.talk(f"{time.strftime('%H:%M:%S')} {happened.what} {happened.text}{extra}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass


class Board:
    """On a terminal: one small board that is drawn anew, at most a few times a second."""

    def __init__(self, memory: Any, goal: str) -> None:
        from rich.live import Live

        self.memory = memory
        self.rows = {
            "project": memory.settings.get("project.name") or memory.project.root.rpartition("/")[2],
            "branch": memory.head[1] or "(detached)",
            "goal": goal or "not set",
            "snapshot": "taking the first",
            "changed": "nothing yet",
        }
        self.live = Live(self._table(), refresh_per_second=4, transient=False)

    def tell(self, happened: Any) -> None:
        stamp = time.strftime("%H:%M:%S")
        if happened.what == "snapshot":
            self.rows["snapshot"] = f"{stamp}  {happened.text}"
            self.rows["changed"] = f"{happened.files} files differ from the last commit"
            self.rows["branch"] = self.memory.reopened().head[1] or "(detached)"
        elif happened.what == "changed":
            self.rows["changed"] = f"{happened.files} since the last snapshot, now {happened.text}"
        else:
            self.rows[happened.what] = f"{stamp}  {happened.text}"
        self.live.update(self._table())

    def _table(self) -> Any:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim")
        table.add_column(overflow="ellipsis", no_wrap=True)
        for name, value in self.rows.items():
            table.add_row(name, Text(value))
        table.add_row("", Text("Ctrl-C ends it", style="dim"))
        return table

    def __enter__(self) -> Self:
        self.live.start()
        return self

    def __exit__(self, *args: object) -> None:
        self.live.stop()

    def close(self) -> None:
        pass


def _line(body: dict[str, Any]) -> str:
    import msgspec

    return msgspec.json.encode(body).decode() + "\n"
