"""Print again what an agent was given, byte for byte."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import compare_texts, find_receipt, list_receipts
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.commands.last import receipt_json
from backstory.model.errors import NotFound

if TYPE_CHECKING:
    from backstory.cli.library import Receipt

SECTION: Final = "Look"


class Replayed(Answer):
    """A text as it was given."""

    schema = "replay"
    receipt: "Receipt"

    def to_json(self) -> Json:
        return {**receipt_json(self.receipt), "text": self.receipt.text}

    def print_text(self) -> None:
        console.verbatim(self.receipt.text)


@click.command()
@click.argument("ref", metavar="ID", default="last")
@add_common_options
def replay(ref: str) -> Replayed:
    """Print again what an agent or a person was given, byte for byte.

    ID is a receipt (`backstory last`) or the id in the last line of a brief, by default the newest.

    \b
    backstory replay
    backstory replay 7q4t9w2r
    """
    return replay_receipt(ref)


def replay_receipt(ref: str) -> Replayed:
    """The text that was given under an id. Raises `NotFound`."""
    return Replayed(find_receipt(open_memory(), ref))


class ComparedBriefs(Answer):
    """What changed from one delivery to another."""

    schema = "brief-diff"
    before: "Receipt"
    after: "Receipt"
    changes: list[str]

    def to_json(self) -> Json:
        return {"before": receipt_json(self.before), "after": receipt_json(self.after), "changes": self.changes}

    def print_text(self) -> None:
        for change in self.changes:
            console.data(change)
        if not self.changes:
            console.info("nothing changed")


def compare_briefs(before: str = "", after: str = "last") -> ComparedBriefs:
    """Compares two texts that agents were given, by default the last two.

    Raises `NotFound`.
    """
    memory = open_memory()
    if not before:
        receipts = list_receipts(memory, limit=2)
        if len(receipts) < 2:
            raise NotFound(
                "there are no two briefs to compare yet",
                hint="`backstory brief` gives one; `backstory last` lists the deliveries",
            )
        before, after = receipts[1].id, receipts[0].id
    former, later = find_receipt(memory, before), find_receipt(memory, after)
    return ComparedBriefs(former, later, compare_texts(former.text, later.text))
