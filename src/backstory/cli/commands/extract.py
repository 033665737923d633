"""Extract records from a session or a text."""

import os
from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, read_stdin, refresh_surfaces
from backstory.cli.guests import (
    PromptPreview,
    consult,
    ensure_dry_run_fits,
    list_refused,
    model_options,
    preview_task,
    warn_of_refused,
)
from backstory.model.errors import Exit, Invalid, NotFound

if TYPE_CHECKING:
    from backstory.cli.library import Memory, Remembered, Talk

SECTION: Final = "Capture"


class Extracted(Answer):
    """The records that were taken from a session or a text."""

    schema = "extract"
    listed_in = "kept"
    kept: "list[Remembered]"
    model: str = ""
    refused: list[Json] = msgspec.field(default_factory=list)
    left_out: int = 0
    """Parts at the beginning that the model was not sent."""

    def to_json(self) -> Json:
        records = [
            {"id": one.record.id, "kind": one.record.kind, "title": one.record.title, "quote": one.record.origin.quote}
            for one in self.kept
        ]
        return {"kept": records, "model": self.model, "refused": self.refused, "left_out": self.left_out}

    def print_text(self) -> None:
        for one in self.kept:
            record = one.record
            console.data(console.Span(record.short, "33"), f"  {record.kind:<9} {record.title}")
            console.data(console.dim(f"          “{record.origin.quote}”"))
        warn_of_refused(self.refused)
        if self.left_out:
            console.warn(
                f"the first {self.left_out:,} parts were not read: they do not fit into `model.max_input`",
                "`backstory config set model.max_input 30000 --user`",
            )
        if self.kept:
            console.info("hint: `backstory ingest --review` shows the unconfirmed ones")
        else:
            console.info("nothing new to record")

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.refused or self.left_out else Exit.DONE


@click.command()
@click.argument("what", metavar="SESSION|FILE|-")
@model_options
@add_common_options
def extract(what: str, with_model: bool, dry_run: bool) -> Extracted | PromptPreview:
    """Extract rules, decisions, attempts and findings from a session or a text.

    SESSION is an id from `backstory log`, or `latest`. Extracted records count as inferred: they quote their source,
    wait in `backstory ingest --review`, and never replace what a person said.

    \b
    backstory extract latest --with-model
    backstory extract notes/meeting.md
    """
    ensure_dry_run_fits(with_model=with_model, dry_run=dry_run)
    from backstory.guests.tasks import keep_extracted, prepare_extraction

    memory = open_memory()
    talk = _read_talk(memory, what)
    if not with_model:
        return _finish(memory, Extracted(_extract_by_rules(memory, talk)))
    task = prepare_extraction(memory, talk)
    if task is None:
        return Extracted([])
    if dry_run:
        return preview_task(memory, task)
    consultation = consult(memory, task)
    remembered = keep_extracted(memory, talk, consultation)
    return _finish(memory, Extracted(remembered, consultation.model, list_refused(consultation), task.left_out))


def _finish(memory: "Memory", extracted: Extracted) -> Extracted:
    if extracted.kept:
        refresh_surfaces(memory)
    return extracted


def _extract_by_rules(memory: "Memory", talk: "Talk") -> "list[Remembered]":
    from backstory.api import extract_records

    return extract_records(memory, talk.turns, session=talk.session, agent=talk.agent, source=talk.source)


def _read_talk(memory: "Memory", what: str) -> "Talk":
    """The turns of a session, or the paragraphs of a file or of stdin."""
    from backstory.api import find_session, list_kept_turns, read_session_turns
    from backstory.guests.tasks import Talk, split_text
    from backstory.store.files import read_file

    if what == "-":
        return Talk(split_text(read_stdin()))
    if os.path.isfile(what):
        data = read_file(os.path.abspath(what), limit=MAX_FILE)
        if b"\0" in data:
            raise Invalid(f"`{what}` is binary ({len(data):,} bytes), expected text", hint=EXPECTED)
        return Talk(split_text(data.decode("utf-8", "replace")), source=what)
    try:
        session = find_session(memory, what)
    except NotFound as error:
        raise NotFound(f"there is no session and no file `{what}`", hint=EXPECTED) from error
    turns = read_session_turns(memory, session) or list_kept_turns(session)
    return Talk(tuple(turns), session.id, session.agent, session.source)


EXPECTED: Final = "`backstory session list` shows the sessions; a file is a text: `backstory extract notes.md`"
MAX_FILE: Final = 4 << 20
"""Bytes of a file."""
