"""Put several records into one."""

from typing import Final

import click

from backstory import api
from backstory.api import split_title
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces, text_or_stdin
from backstory.cli.records import RecordAnswer
from backstory.cli.times import parse_since
from backstory.model.errors import Invalid
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


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID]...")
@click.option("--body", "--content", "body", default=None, metavar="TEXT", help="The summary; `-` reads stdin.")
@click.option(
    "--archive", "--archive-sources", is_flag=True, help="Move the sources off-context; they are never deleted."
)
@click.option(
    "--older-than", default="", metavar="WHEN", help="The checkpoints made before this date, or age such as 30d."
)
@add_common_options
def summarize(
    refs: tuple[str, ...], body: str | None, archive: bool, older_than: str
) -> RecordAnswer | NothingToSummarize:
    """Put several records into one summary, which links to all of them.

    With `--older-than` the summary of the checkpoints is written for you: what was decided and tried, once each.

    \b
    backstory summarize 7q4t9w2r 5d1e0c9a --body "How the pool came to be" --archive
    backstory summarize --older-than 30d
    """
    if bool(refs) == bool(older_than):
        raise Invalid(
            "name the records, or the age of the checkpoints",
            hint='`backstory summarize ID ID --body "..."`, or `backstory summarize --older-than 30d`',
        )
    if older_than:
        return _summarize_checkpoints(older_than)
    memory = open_memory()
    title, rest = split_title(memory.gate.clean(text_or_stdin(body, what="summary")))
    record = api.summarize(memory, refs, title, rest, archive=archive)
    refresh_surfaces(memory)
    moved = " and moved them off-context" if archive else ""
    return RecordAnswer(record, f'Summarized {len(refs)} records in {record.short} "{record.title}"{moved}')


@click.command("compress")
@add_common_options
def alias_compress() -> RecordAnswer | NothingToSummarize:
    """Put all checkpoints but the newest into one summary. They are moved off-context and stay."""
    return _summarize_checkpoints("")


def _summarize_checkpoints(older_than: str) -> RecordAnswer | NothingToSummarize:
    memory = open_memory()
    summarized = api.summarize_checkpoints(memory, parse_since(older_than, memory.now()) if older_than else "")
    if summarized is None:
        return NothingToSummarize()
    refresh_surfaces(memory)
    record, count = summarized
    checkpoints = format_count(count, "checkpoint")
    return RecordAnswer(
        record, f'Summarized {checkpoints} in {record.short} "{record.title}" and moved them off-context'
    )
