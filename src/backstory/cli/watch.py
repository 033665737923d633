"""`watch`: keeps snapshots and the handoff current while you work."""

import sys
import time
from typing import Any, Final, Self

import click

from backstory.cli import console
from backstory.cli.command import common, open_memory
from backstory.model.errors import Exit
from backstory.model.ids import short
from backstory.model.text import counted


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
    from backstory.watch.loop import Timing, Watch

    memory = open_memory()
    view: Any = Line() if not (sys.stdout.isatty() and not console.State.json) else Board(memory, goal)
    timing = Timing(debounce_ms / 1000, min_interval_sec, checkpoint_every * 60, idle_minutes * 60)
    loop = Watch(memory, timing, tell=view.tell)
    if once:
        loop.snapshot(goal)
        return
    with view:
        loop.run(goal)
    console.talk(f"Watched: {loop.snapshots} snapshot{'s' * (loop.snapshots != 1)}")
    ctx.exit(int(Exit.INTERRUPTED))


class Line:
    """Without a terminal: a line for each thing that happened."""

    def tell(self, happened: Any) -> None:
        if happened.what in ("snapshot", "checkpoint", "warning"):
            if console.State.json:
                body: dict[str, Any] = {"event": happened.what, "id": happened.text, "changed": happened.files}
                if happened.what == "warning":
                    body = {"event": "warning", "message": happened.text}
                console.raw(_line(body))
                sys.stdout.flush()
            else:
                extra = f", {happened.files} changed" if happened.what == "snapshot" else ""
                console.talk(f"{time.strftime('%H:%M:%S')} {happened.what} {happened.text}{extra}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Board:
    """On a terminal: one small board that is drawn anew when something happened, at most a few times a second."""

    LEAST: Final = 0.2
    """Seconds between two drawings for changes alone."""
    FILES: Final = 3

    def __init__(self, memory: Any, goal: str) -> None:
        from rich.live import Live

        self.memory = memory
        self.drawn = 0.0
        self.rows = {
            "project": memory.settings.get("project.name") or memory.project.root.rpartition("/")[2],
            "branch": memory.head[1] or "(detached)",
            "goal": goal or "not set",
            "snapshot": "taking the first",
            "changed": "nothing yet",
        }
        self.live = Live(self._table(), auto_refresh=False, transient=False)

    def tell(self, happened: Any) -> None:
        stamp = time.strftime("%H:%M:%S")
        if happened.what == "snapshot":
            taken = happened.taken
            self.rows["snapshot"] = (
                f"{stamp}  snap-{short(taken.id)}  {counted(taken.files, 'file')}, {taken.took_ms:,} ms"
            )
            self.rows["changed"] = f"{happened.files:,} files differ from the last commit"
            self.rows["branch"] = taken.git.branch or ("(detached)" if taken.git.commit else "(no commit yet)")
            self.rows["goal"] = taken.goal or "not set"
            if taken.key_files:
                self.rows["matters"] = ", ".join(taken.key_files[: self.FILES])
        elif happened.what == "changed":
            if time.monotonic() - self.drawn < self.LEAST:
                return
            what = "HEAD moved" if happened.text == "HEAD" else f"now {happened.text}"
            self.rows["changed"] = f"{happened.files:,} since the last snapshot, {what}"
        else:
            self.rows[happened.what] = f"{stamp}  {happened.text}"
        self.drawn = time.monotonic()
        self.live.update(self._table(), refresh=True)

    def _table(self) -> Any:
        from rich.table import Table
        from rich.text import Text

        from backstory.model.text import clean, one_line

        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim", no_wrap=True, min_width=8)
        table.add_column(overflow="ellipsis", no_wrap=True)
        for name, value in self.rows.items():
            table.add_row(name, Text(one_line(clean(value), 300)))
        table.add_row("", Text("Ctrl-C ends it", style="dim"))
        return table

    def __enter__(self) -> Self:
        self.live.start(refresh=True)
        return self

    def __exit__(self, *args: object) -> None:
        self.live.stop()


def _line(body: dict[str, Any]) -> str:
    import msgspec

    return console.json_text(msgspec.json.encode(body)) + "\n"
