"""Show what agents were given last."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from backstory.api import list_receipts
from backstory.base.session_names import short_session
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.numbers import Whole
from backstory.model.dates import format_age
from backstory.model.errors import BackstoryError
from backstory.model.ids import is_ulid, short_id
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.cli.library import Memory, Receipt

SECTION: Final = "Look"
MAX_TITLE: Final = 100
PASSAGE: Final = "- [session "
"""How a line begins that quotes a session."""


class LastDeliveries(Answer):
    """What was given, the newest first."""

    schema = "last"
    memory: "Memory"
    receipts: "Sequence[Receipt]"
    with_text: bool

    def to_json(self) -> Json:
        text = {receipt.id: {"text": receipt.text} for receipt in self.receipts} if self.with_text else {}
        return {"items": [receipt_json(receipt) | text.get(receipt.id, {}) for receipt in self.receipts]}

    def print_text(self) -> None:
        for receipt in self.receipts:
            self._print_receipt(receipt)
        if not self.receipts:
            console.info("nothing was delivered yet; `backstory brief` prints what a session would start with")

    def _print_receipt(self, receipt: "Receipt") -> None:
        records = [ident for ident in receipt.ids if is_ulid(ident)]
        count = format_count(len(records), "record")
        if quoted := len(receipt.ids) - len(records):
            count += f", {format_count(quoted, 'passage')}"
        session = f"  session {one_line(short_session(receipt.session))}" if receipt.session else ""
        console.line(
            console.Span(receipt.short, "33"),
            console.bold(f"  {receipt.agent or 'you'}"),
            console.Span(f"  {receipt.moment}", "36"),
            f"  {format_count(receipt.tokens, 'token')}, {count}",
            console.dim(f"  {format_age(receipt.made, self.memory.now())}{session}"),
        )
        if self.with_text:
            console.verbatim(receipt.text.rstrip("\n") + "\n")
            return
        for ident in records:
            console.line("  ", console.Span(short_id(ident), "33"), f"  {_describe(self.memory, ident)}", cut=True)
        for line in receipt.text.splitlines():
            if quoted and line.startswith(PASSAGE):
                console.line("  ", line.removeprefix("- "), cut=True)


def receipt_json(receipt: "Receipt") -> Json:
    """The facts of a receipt, without its text."""
    return {
        "id": receipt.id, "short": receipt.short, "made": receipt.made, "agent": receipt.agent,
        "session": receipt.session, "subagent": receipt.subagent, "moment": receipt.moment,
        "records": list(receipt.ids), "tokens": receipt.tokens, "brief": receipt.brief,
    }  # fmt: skip


def _describe(memory: "Memory", ident: str) -> str:
    """Kind and title of a record, also of one that is not visible here."""
    try:
        record = memory.get(ident).record
    except BackstoryError:
        return "(not visible from here)"
    return f"{record.kind}  {one_line(record.title, MAX_TITLE)}"


@click.command()
@click.option("--agent", default="", metavar="NAME", help="Only what this agent was given.")
@click.option("--session", default="", metavar="ID", help="Only what this session was given.")
@click.option("-n", "--limit", type=Whole(1), default=None, help="Show this many, instead of one for each agent.")
@click.option("--text", "with_text", is_flag=True, help="Print the whole text of each.")
@add_common_options
def last(agent: str, session: str, limit: int | None, with_text: bool) -> LastDeliveries:
    """Show what each agent was given last.

    Names the moment, the records and the tokens.

    `backstory replay ID` prints one of them as the agent has it.
    """
    memory = open_memory()
    receipts = list_receipts(memory, limit=limit or 0, agent=agent, session=session)
    if limit is None:
        newest: dict[str, Receipt] = {}
        for receipt in receipts:
            newest.setdefault(receipt.agent, receipt)
        receipts = list(newest.values())
    return LastDeliveries(memory, receipts, with_text)
