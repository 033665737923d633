"""Reject a claim, and keep it from coming back."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.completion import complete_record
from backstory.cli.person import confirm_person
from backstory.cli.records import record_json
from backstory.model.errors import Invalid
from backstory.model.ids import short_id
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import Memory, Rejection

SECTION: Final = "Curate"
MAX_NAMED: Final = 10
"""Hidden records that are named one by one."""


class RejectedClaims(Answer):
    """The rejections in force: id, date and title of each record."""

    schema = "rejections"
    items: list[tuple[str, str, str]]

    def to_json(self) -> Json:
        return {"items": [{"id": ident, "made": rejected, "title": title} for ident, rejected, title in self.items]}

    def print_text(self) -> None:
        rows = [
            [short_id(ident), rejected[:10], title or "(its record is gone)"] for ident, rejected, title in self.items
        ]
        console.table(rows, styles=("33", "2"))
        if not rows:
            console.info("no rejections")


class RejectedRecord(Answer):
    """A record that was rejected, and the records hidden because they say the same."""

    schema = "reject"
    rejection: "Rejection"

    def to_json(self) -> Json:
        hidden = [record.id for record in self.rejection.hidden]
        return {"lifted": False, **record_json(self.rejection.record), "hidden": hidden}

    def print_text(self) -> None:
        record = self.rejection.record
        console.info(f'Rejected {record.kind} {record.short} "{record.title}"')
        for other in self.rejection.hidden[:MAX_NAMED]:
            console.info(f'  hidden with it, as it says the same: {other.short} "{one_line(other.title, 80)}"')
        console.info(f"hint: `backstory reject {record.short} --undo` lifts it")


class LiftedRejection(Answer):
    """A rejection that was lifted. The record is None when it is gone."""

    schema = "reject"
    ref: str
    record: Record | None

    def to_json(self) -> Json:
        return {"lifted": True, "id": self.record.id if self.record else self.ref}

    def print_text(self) -> None:
        console.info("Lifted the rejection; the claim can be recorded again")
        if self.record is not None and self.record.status == "retracted":
            command = f"backstory edit {self.record.short} --status active"
            console.info(f"hint: its record stays retracted; `{command}` brings it back")


@click.command()
@click.argument("ref", required=False, default="", metavar="[ID]", shell_complete=complete_record)
@click.option("--undo", is_flag=True, help="Lift the rejection.")
@click.option("--list", "listing", is_flag=True, help="List the rejections in force.")
@add_common_options
def reject(ref: str, undo: bool, listing: bool) -> RejectedClaims | RejectedRecord | LiftedRejection:
    """Reject what a record says.

    The record is retracted, and the same claim is refused when it comes back.

    Another spelling of the claim is refused too: case, look-alike letters, invisible characters, spacing and
    punctuation are folded, and the claim is found inside longer texts. A paraphrase is not refused. It asks
    at the terminal, because a person decides.
    """
    memory = open_memory()
    if listing:
        return RejectedClaims(api.list_rejections(memory))
    if not ref:
        raise Invalid("no record given", hint="`backstory reject ID`, or `backstory reject --list`")
    return _lift(memory, ref) if undo else _reject(memory, ref)


def _lift(memory: "Memory", ref: str) -> LiftedRejection:
    confirm_person(memory, f"Lift the rejection of {ref}?", f"backstory reject {ref} --undo")
    record = api.lift_rejection(memory, ref)
    refresh_surfaces(memory, at_once=True)
    return LiftedRejection(ref, record)


def _reject(memory: "Memory", ref: str) -> RejectedRecord:
    record = memory.get(ref).record
    question = f'Reject {record.kind} {record.short} "{one_line(record.title, 60)}", and refuse the claim from now on?'
    confirm_person(memory, question, f"backstory reject {ref}")
    rejection = api.reject(memory, ref)
    refresh_surfaces(memory, at_once=True)
    return RejectedRecord(rejection)
