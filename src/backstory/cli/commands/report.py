"""Show statistics about the memory."""

import sys
from typing import TYPE_CHECKING, Final, TypedDict, cast

import click
import msgspec

from backstory.api import memory_stats
from backstory.base.session_names import short_session
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, open_memory
from backstory.cli.layout import cut_text, measure_text, pad_text
from backstory.cli.times import parse_since
from backstory.model.errors import Invalid
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.api import GroupField, RecordUse, Usage, UseReport
    from backstory.cli.library import Memory

SECTION: Final = "Set up"
MAX_ROWS: Final = 15
"""Rows of one table."""
MAX_NAME: Final = 28
BAR: Final = 16
MIN_BAR: Final = 3
"""Cells of the bar that stands for all records, on a wide and on a narrow terminal."""
FIGURES: Final = 19
"""Cells of a row without its name and its bar."""
WIDE: Final = 100


class Figures(TypedDict):
    """Counts of records, each by one property, and totals."""

    kinds: dict[str, int]
    tiers: dict[str, int]
    scopes: dict[str, int]
    channels: dict[str, int]
    authors: dict[str, int]
    agents: dict[str, int]
    ages: dict[str, int]
    staleness: dict[str, int]
    use: dict[str, int]
    states: dict[str, int]
    total: int
    tokens: int
    conflicts: int
    foreign: int


class Report(Answer):
    """The figures as tables."""

    schema = "report"
    figures: Figures

    def to_json(self) -> object:
        return self.figures

    def print_text(self) -> None:
        figures = self.figures
        total = format_count(figures["total"], "record")
        console.data(console.bold("standing"), f": {total}, about {format_count(figures['tokens'], 'token')}")
        groups = (
            ("kinds", figures["kinds"]),
            ("tiers", figures["tiers"]),
            ("scopes", figures["scopes"]),
            ("channels", figures["channels"]),
            ("authors", figures["authors"]),
            ("agents", _name_nobody(figures["agents"])),
            ("ages", figures["ages"]),
            ("staleness", figures["staleness"]),
            ("use", figures["use"]),
            ("states", figures["states"]),
        )
        width = max((measure_text(_short_name(name)) for _, counts in groups for name in counts), default=0)
        for title, counts in groups:
            _print_counts(title, counts, width)
        if figures["conflicts"]:
            them = "it" if figures["conflicts"] == 1 else "them"
            console.data(f"\n{format_count(figures['conflicts'], 'conflict')}; `backstory lint` lists {them}")
        if figures["foreign"]:
            them = "it" if figures["foreign"] == 1 else "them"
            count = format_count(figures["foreign"], "untrusted record")
            console.data(f"\n{count}; `backstory trust --show` lists {them}")


def _name_nobody(agents: dict[str, int]) -> dict[str, int]:
    """The counts by agent, with words for records that no agent made."""
    return {"no agent" if name == "none" else name: count for name, count in agents.items()}


def _short_name(name: str) -> str:
    return cut_text(one_line(name), MAX_NAME)


def _print_counts(title: str, counts: dict[str, int], width: int) -> None:
    """Prints counts, largest first, with a bar for the share of each; the names take `width` cells."""
    if not counts:
        return
    console.data()
    console.data(console.bold(title))
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    total = sum(counts.values())
    cells = max(MIN_BAR, min(BAR, (console.screen_width() or WIDE) - width - FIGURES))
    for name, count in rows[:MAX_ROWS]:
        share = count / total
        console.data(
            f"  {pad_text(_short_name(name), width)} {count:>7,} {share:>5.0%}  ",
            console.Span(_draw_bar(share, cells), "36"),
        )
    if len(rows) > MAX_ROWS:
        console.data(f"  and {len(rows) - MAX_ROWS} more")


def _draw_bar(share: float, cells: int) -> str:
    """A bar in eighths of a cell, of `cells` for the whole; of number signs where the encoding has no blocks."""
    if not (sys.stdout.encoding or "").lower().startswith("utf"):
        return "#" * max(1, int(share * cells))
    eighths = max(1, int(share * cells * 8))
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


class UsageReport(Answer):
    """What really happened: runs, their outcomes, commands, failures."""

    schema = "usage"
    usage: "Usage"

    def to_json(self) -> object:
        usage = self.usage._asdict()
        return {**usage, "repeated_failures": [failure._asdict() for failure in self.usage.repeated_failures]}

    def print_text(self) -> None:
        from backstory.capture.sessions.failures import describe_failure

        usage = self.usage
        console.data(console.bold("runs"), f": {usage.runs} in {format_count(usage.sessions, 'session')}")
        console.data(f"commands: {usage.commands}, {usage.commands_failed} failed")
        console.data(f"tests: {usage.tests}, {usage.tests_failed} failed")
        console.data(f"edited: {format_count(usage.files_edited, 'file')}, {format_count(usage.commits, 'commit')}")
        console.data(f"failures: {usage.failures_open} open, {usage.failures_resolved} resolved")
        console.data(f"strategies that worked: {usage.strategies}")
        for title, counts in (("outcomes", usage.outcomes), ("task types", usage.task_types)):
            _print_counts(title, counts, max((len(name) for name in counts), default=0))
        for name, figures in usage.groups.items():
            console.data(f"{name}: {', '.join(_count_figure(count, field) for field, count in figures.items())}")
        for failure in usage.repeated_failures:
            console.data(describe_failure(failure))


def _count_figure(count: int, field: str) -> str:
    """`1 run`, `2 commands failed`; an outcome such as `success` has no plural."""
    nouns = {"runs": ("run", ""), "commands": ("command", ""), "commands_failed": ("command", " failed")}
    noun, rest = nouns.get(field, ("", ""))
    return f"{format_count(count, noun)}{rest}" if noun else f"{count} {field}"


class RecordUseReport(Answer):
    """What agents were given, and what they made of it."""

    schema = "record-use"
    memory: "Memory"
    use: "UseReport"

    def to_json(self) -> object:
        records = [
            {"id": ident, **msgspec.to_builtins(one), "shown": one.shown, "ignored": one.ignored}
            for ident, one in self._sorted_records()
        ]
        return {"records": records, "sessions": msgspec.to_builtins(self.use.sessions)}

    def _sorted_records(self) -> "list[tuple[str, RecordUse]]":
        return sorted(self.use.records.items(), key=lambda pair: (-pair[1].tokens, pair[0]))

    def print_text(self) -> None:
        from backstory.cli.records import describe_record

        sessions, records = self.use.sessions, self._sorted_records()
        if not sessions:
            console.info("nothing was delivered yet; `backstory last` lists deliveries")
            return
        tokens = sum(one.tokens for one in sessions)
        console.data(
            console.bold("given"), f": {format_count(tokens, 'token')} in {format_count(len(sessions), 'session')},"
            f" {format_count(len(records), 'record')}, of which {sum(one.used > 0 for _, one in records)} were used",
        )  # fmt: skip
        console.data()
        console.data(console.bold("shown  used  contradicted  ignored  tokens"))
        for ident, one in records[:MAX_ROWS]:
            figures = f"{one.shown:5}  {one.used:4}  {one.contradicted:12}  {one.ignored:7}  {one.tokens:6,}  "
            console.line(figures, describe_record(self.memory, ident), cut=True)
        _print_rest(len(records))
        console.data()
        for session in sessions[:MAX_ROWS]:
            console.line(
                f"{session.last[:16].replace('T', ' ')}  {session.agent:<12} {short_session(session.session):<12}",
                f"  {format_count(session.tokens, 'token')}, {session.used} of {session.shown} records used",
                cut=True,
            )
        _print_rest(len(sessions))


def _print_rest(count: int) -> None:
    if count > MAX_ROWS:
        console.data(f"  and {count - MAX_ROWS} more")


@click.command()
@click.argument("what", type=click.Choice(("memory", "use", "real-usage")), default="memory")
@click.option(
    "--since", "after", default="", metavar="WHEN", help="Only records made since a date, or an age such as 7d."
)
@click.option(
    "--by",
    type=click.Choice(("task-type", "outcome", "agent", "branch")),
    default=None,
    help="With `real-usage`: compare the runs by this field.",
)
@add_common_options
def report(what: str, after: str, by: str | None) -> Answer:
    """Show statistics about the memory.

    Counts by kind, tier, scope, channel, author, age, staleness and use.

    With `use`, about what agents were given: for each record in how many sessions it was shown, used, contradicted or
    ignored, and its tokens; for each session the same.

    With `real-usage`, about the runs of this project: outcomes, commands, tests, failures; counted, never estimated.
    """
    memory = open_memory()
    since = parse_since(after, memory.now()) if after else ""
    if what == "use":
        from backstory.api import report_use

        return RecordUseReport(memory, report_use(memory, since=since))
    if what == "real-usage":
        from backstory.api import report_usage

        field = cast("GroupField | None", by.replace("-", "_") if by else None)
        return UsageReport(report_usage(memory, since=since, by=field))
    if by:
        raise Invalid("`--by` needs `real-usage`", hint=f"`backstory report real-usage --by {by}`")
    return Report(cast(Figures, memory_stats(memory, since=since)))
