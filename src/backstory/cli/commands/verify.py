"""Check records against the code they are about."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.api import CHANGED, FRESH, GONE
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.completion import complete_record
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.record import Record
from backstory.model.text import format_count, path_line

if TYPE_CHECKING:
    from backstory.cli.library import AnchorStatus, Memory, Row

SECTION: Final = "Curate"


class ConfirmedRecords(Answer):
    """Records that a person confirmed against the code as it is now."""

    schema = "verify"
    records: list[Record]

    def to_json(self) -> Json:
        items = [
            {
                "id": record.id,
                "verified": record.fields.get("verified", ""),
                "anchors": [str(anchor) for anchor in record.anchors],
            }
            for record in self.records
        ]
        return {"items": items}

    def print_text(self) -> None:
        for record in self.records:
            console.info(f'Confirmed {record.kind} {record.short} "{record.title}"')


class VerifiedRecords(Answer):
    """Records about code, and whether that code has changed since."""

    schema = "verify"
    checked: "list[tuple[Row, AnchorStatus]]"
    with_fresh: bool
    """Whether the text names records whose code is as it was."""
    missing: "Sequence[tuple[Row, list[str]]]" = ()
    """Records with anchors to code that was never there, and those anchors."""

    def to_json(self) -> Json:
        states = [{"id": row.record.id, "state": state.state, "anchors": state.anchors} for row, state in self.checked]
        missing = [{"id": row.record.id, "anchors": targets} for row, targets in self.missing]
        return {"ok": not self._has_findings(), "items": states, "never_found": missing}

    def print_text(self) -> None:
        self._print_rows()
        self._print_totals()
        if any(status.state in (CHANGED, GONE) for _, status in self.checked):
            console.info("hint: still true? `backstory verify ID --confirm`")

    def _print_rows(self) -> None:
        rows = self._list_rows()
        kinds = max((len(row.record.kind) for row, _, _ in rows), default=0)
        for row, state, lines in rows:
            record = row.record
            console.line(
                f"{state:<8} ",
                console.Span(f"{record.short}  ", "33"),
                console.Span(f"{record.kind:<{kinds}}  ", "36"),
                record.title,
                cut=True,
            )
            for line in lines:
                console.data(console.dim(f"{'':<19}{line}"))

    def _list_rows(self) -> "list[tuple[Row, str, list[str]]]":
        """Record, state and a line for each anchor."""
        rows = [
            (
                row,
                status.state,
                [f"{path_line(target)}: {_describe_anchor(state)}" for target, state in status.anchors.items()],
            )
            for row, status in self.checked
            if status.state != FRESH or self.with_fresh
        ]
        never = [(row, [f"{path_line(target)}: never found" for target in targets]) for row, targets in self.missing]
        return [*rows, *((row, "missing", lines) for row, lines in never)]

    def _print_totals(self) -> None:
        fresh = sum(status.state == FRESH for _, status in self.checked)
        total = len(self.checked)
        if total:
            console.info(f"{format_count(total, 'record')} about code: {_describe_code(total, total - fresh)}")
        elif not self.missing:
            console.info("no record is about code")
        if self.missing:
            console.info(f"{format_count(len(self.missing), 'record')} about code that was never found")

    def _has_findings(self) -> bool:
        return bool(self.missing) or any(status.state in (CHANGED, GONE) for _, status in self.checked)

    @property
    def exit_code(self) -> Exit:
        return Exit.FINDINGS if self._has_findings() else Exit.DONE


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID...]", shell_complete=complete_record)
@click.option("--all", "everything", is_flag=True, help="Every record that is about code.")
@click.option("--confirm", is_flag=True, help="Confirm that the records are still true for the current code.")
@add_common_options
def verify(refs: tuple[str, ...], everything: bool, confirm: bool) -> ConfirmedRecords | VerifiedRecords:
    """Check whether the code that records are about has changed. Exit code 4 when some of it has.

    \b
    backstory verify --all
    backstory verify 7q4t9w2r --confirm
    """
    _ensure_consistent(refs, everything=everything, confirm=confirm)
    memory = open_memory()
    rows = [memory.get(ref) for ref in refs]
    if confirm:
        return _confirm(memory, rows)
    return _verify(memory, rows or [row for row in memory.fresh().rows() if not row.superseded_by], explicit=bool(refs))


def _ensure_consistent(refs: Sequence[str], *, everything: bool, confirm: bool) -> None:
    if confirm and not refs:
        raise Invalid("`--confirm` needs record ids", hint="look at each: `backstory verify ID --confirm`")
    if refs and everything:
        raise Invalid("`--all` and ids exclude each other", hint="leave one of them out")


def _confirm(memory: "Memory", rows: "list[Row]") -> ConfirmedRecords:
    records = [api.confirm_anchors(memory, row.record.id) for row in rows]
    refresh_surfaces(memory)
    return ConfirmedRecords(records)


def _verify(memory: "Memory", rows: "list[Row]", *, explicit: bool) -> VerifiedRecords:
    states = api.anchor_states(memory, rows)
    checked = [(row, states[row.record.id]) for row in rows if row.record.id in states]
    never_seen = api.find_missing_code(memory, [row.record for row in rows])
    missing = [(row, never_seen[row.record.id]) for row in rows if row.record.id in never_seen]
    if explicit and not (checked or missing):
        raise BackstoryError("the record is not about code", hint="only records with `--at PATH` can go stale")
    return VerifiedRecords(checked, explicit, missing)


def _describe_anchor(state: str) -> str:
    """The state of an anchor. Code that moved has its new place behind a colon."""
    return path_line(state.replace(":", " to ", 1))


def _describe_code(total: int, stale: int) -> str:
    """Whether the code that records are about is as it was."""
    if not stale:
        return "unchanged since"
    return "changed since" if stale == total else f"changed since for {stale}, unchanged for {total - stale}"
