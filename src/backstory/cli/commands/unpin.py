"""Undo a pin."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import pinned_notes
from backstory.cli import console
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.records import ChangedRecord
from backstory.model.errors import Invalid, NotFound
from backstory.model.kinds import KINDS, RETRACTED
from backstory.model.record import Record
from backstory.model.text import path_line

if TYPE_CHECKING:
    from backstory.cli.library import Memory

SECTION: Final = "Curate"


@click.command()
@click.argument("what", required=False, metavar="[ID|PATH]")
@click.option("--path", default="", metavar="PATH", help="A pinned file.")
@add_common_options
def unpin(what: str | None, path: str) -> list[ChangedRecord]:
    """Undo a pin.

    A record returns to its kind's tier; the note on a file is retracted.
    """
    target = path or what or ""
    if not target:
        raise Invalid("no record or file to unpin given", hint="`backstory pins` lists what is pinned")
    memory = open_memory()
    record = None if path else _find_record(memory, target)
    changed = [_unpin_record(memory, record)] if record else _unpin_file(memory, target)
    refresh_surfaces(memory)
    return [UnpinnedRecord(one, "Unpinned") for one in changed]


class UnpinnedRecord(ChangedRecord):
    """A record or a note on a file that no brief has to hold any more."""

    def print_text(self) -> None:
        if self.record.status != RETRACTED:
            super().print_text()
            return
        paths = ", ".join(f"`{path_line(anchor.target)}`" for anchor in self.record.anchors)
        console.info(f"Unpinned {paths or self.record.short}; `backstory undo` pins it again")


def _find_record(memory: "Memory", ref: str) -> Record | None:
    try:
        return memory.get(ref).record
    except NotFound:
        return None


def _unpin_record(memory: "Memory", record: Record) -> Record:
    if record.tier != "pinned":
        raise Invalid(f"{record.kind} {record.short} is not pinned", hint="`backstory pins` lists what is pinned")
    tier = KINDS[record.kind].tier if record.kind in KINDS else "reference"
    return memory.edit(record.id, tier="reference" if tier == "pinned" else tier)


def _unpin_file(memory: "Memory", path: str) -> list[Record]:
    notes = pinned_notes(memory, path)
    if not notes:
        raise NotFound(f"nothing is pinned on `{path}`", hint="`backstory pins` lists what is pinned")
    return [memory.retract(note.id) if "pin" in note.tags else memory.edit(note.id, tier="reference") for note in notes]
