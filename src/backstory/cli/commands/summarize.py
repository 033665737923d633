"""Combine several records into one."""

from typing import Final

import click
import msgspec

from backstory import api
from backstory.api import split_title
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces, text_or_stdin
from backstory.cli.guests import (
    PromptPreview,
    consult,
    ensure_dry_run_fits,
    list_refused,
    model_options,
    preview_task,
    warn_of_refused,
)
from backstory.cli.records import RecordAnswer, record_json
from backstory.cli.times import parse_since
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.record import Record
from backstory.model.text import format_count

SECTION: Final = "Curate"
ALIASES: Final = ("compress",)


class NothingToSummarize(Answer):
    """The answer where no older checkpoint exists."""

    schema = "record"

    def to_json(self) -> Json:
        return {"id": None}

    def print_text(self) -> None:
        console.info("nothing to summarize: there is no older checkpoint")


class ModelSummary(RecordAnswer):
    """A summary that a model wrote, and what it said that did not hold."""

    optional_fields = RecordAnswer.optional_fields
    refused: list[Json] = msgspec.field(default_factory=list)

    def to_json(self) -> Json:
        return {**record_json(self.record), "refused": self.refused}

    def print_text(self) -> None:
        warn_of_refused(self.refused)
        console.info(self.sentence)

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.refused else Exit.DONE


Summary = RecordAnswer | NothingToSummarize | PromptPreview


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID]...")
@click.option("--body", "--content", "body", default=None, metavar="TEXT", help="The summary; `-` reads stdin.")
@click.option(
    "--archive", "--archive-sources", is_flag=True, help="Move the sources off-context; they are never deleted."
)
@click.option(
    "--older-than", default="", metavar="WHEN", help="The checkpoints made before this date, or age such as 30d."
)
@model_options
@add_common_options
def summarize(
    refs: tuple[str, ...], body: str | None, archive: bool, older_than: str, with_model: bool, dry_run: bool
) -> Summary:
    """Combine several records into one summary that links to all of them.

    With `--older-than`, the summary of old checkpoints is written for you: what was decided and tried, once each.
    With `--with-model`, the model writes it. It counts as inferred, and each line names the records it quotes.

    \b
    backstory summarize 7q4t9w2r 5d1e0c9a --body "How the pool came to be" --archive
    backstory summarize --older-than 30d
    backstory summarize 7q4t9w2r 5d1e0c9a --with-model
    """
    ensure_dry_run_fits(with_model=with_model, dry_run=dry_run)
    if bool(refs) == bool(older_than):
        raise Invalid(
            "name the records, or the age of the checkpoints",
            hint='`backstory summarize ID ID --body "..."`, or `backstory summarize --older-than 30d`',
        )
    if older_than:
        return _summarize_checkpoints(older_than, with_model=with_model, dry_run=dry_run)
    memory = open_memory()
    if with_model:
        if body:
            raise Invalid("`--body` and `--with-model` exclude each other", hint="leave one of them out")
        records = [memory.get(ref).record for ref in refs]
        return _summarize_with_model(memory, records, archive=archive, dry_run=dry_run)
    title, rest = split_title(memory.gate.clean(text_or_stdin(body, what="summary")))
    record = api.summarize(memory, refs, title, rest, archive=archive)
    refresh_surfaces(memory)
    moved = " and moved them off-context" if archive else ""
    return RecordAnswer(record, f'Summarized {len(refs)} records in {record.short} "{record.title}"{moved}')


@click.command("compress")
@model_options
@add_common_options
def alias_compress(with_model: bool, dry_run: bool) -> Summary:
    """Combine all checkpoints but the newest into one summary. They are moved off-context, never deleted."""
    ensure_dry_run_fits(with_model=with_model, dry_run=dry_run)
    return _summarize_checkpoints("", with_model=with_model, dry_run=dry_run)


def _summarize_checkpoints(older_than: str, *, with_model: bool, dry_run: bool) -> Summary:
    memory = open_memory()
    before = parse_since(older_than, memory.now()) if older_than else ""
    if with_model:
        records = api.choose_old_checkpoints(memory, before)
        if not records:
            return NothingToSummarize()
        return _summarize_with_model(memory, records, archive=True, dry_run=dry_run)
    summarized = api.summarize_checkpoints(memory, before)
    if summarized is None:
        return NothingToSummarize()
    refresh_surfaces(memory)
    record, count = summarized
    checkpoints = format_count(count, "checkpoint")
    return RecordAnswer(
        record, f'Summarized {checkpoints} in {record.short} "{record.title}" and moved them off-context'
    )


def _summarize_with_model(
    memory: api.Memory, records: list[Record], *, archive: bool, dry_run: bool
) -> ModelSummary | PromptPreview:
    """Lets the model write the summary. Sources are moved where all that it said held; a person's own stay."""
    from backstory.guests.tasks import keep_summary, prepare_summary

    task = prepare_summary(memory, records)
    if dry_run:
        return preview_task(memory, task)
    consultation = consult(memory, task)
    refused = list_refused(consultation)
    record = keep_summary(memory, consultation, archive=archive)
    if record is None:
        warn_of_refused(refused)
        raise BackstoryError(
            f"no statement of {consultation.model} could be verified, so no summary was kept",
            hint="write it yourself: `backstory summarize ID ID --body -`",
        )
    refresh_surfaces(memory)
    count = format_count(len(task.sources), "record")
    rest = f"; {task.left_out} more do not fit into `model.max_input`" if task.left_out else ""
    return ModelSummary(record, f'{consultation.model} put {count} into {record.short} "{record.title}"{rest}', refused)
