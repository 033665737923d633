"""Ingest agents' sessions and saved conversations."""

import os
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import click
import msgspec

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, current_folder, open_memory, refresh_surfaces, split_tags
from backstory.cli.ingest_report import take_in
from backstory.cli.records import author_name
from backstory.cli.times import parse_since
from backstory.model.errors import Invalid
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import Memory, Row, SessionSource, Unconfirmed

SECTION: Final = "Capture"
ALIASES: Final = ("ingest-chat",)
DOCUMENTS: Final = (".md", ".markdown", ".txt", ".rst", ".adoc", ".org")
"""Endings of texts for people."""


BELOW: Final = " " * 10
"""What stands before the further lines of a record: the width of its id and the gap."""


class Review(Answer):
    """The records that were taken from conversations and nobody has confirmed."""

    schema = "ingest-review"
    unconfirmed: "Unconfirmed"

    def to_json(self) -> Json:
        items = [_review_json(row) for row in self.unconfirmed.rows]
        return {"items": items, "counting": dict(self.unconfirmed.counting)}

    def print_text(self) -> None:
        rows, counting = self.unconfirmed
        for row in rows:
            record, origin = row.record, row.record.origin
            console.line(console.Span(record.short, "33"), f"  {record.kind}  {record.title}", indent=BELOW)
            if origin.quote:
                console.line(console.dim(f"{BELOW}“{origin.quote}”"), indent=BELOW)
            console.line(console.dim(f"{BELOW}{record.made[:10]}  {_describe_source(row)}"), indent=BELOW)
        if rows:
            waiting = Counter(row.record.tier for row in rows)
            console.info(f"{format_count(len(rows), 'record')} to review: {_describe_tiers(waiting)}")
            first = rows[0].record.short
            console.info(
                f"hint: `backstory edit {first} --tier reference` keeps one, `backstory reject {first}` does not"
            )
        else:
            console.info("nothing to review")
        if counting:
            kinds = ", ".join(format_count(number, kind) for kind, number in counting.items())
            console.info(f"also recorded, without a review: {kinds}")
            console.info(f"hint: `backstory list --kind {next(iter(counting))}` shows them")


@click.command()
@click.argument("paths", nargs=-1, metavar="[FILE]...")
@click.option("--file", "files", multiple=True, metavar="FILE", help="A file or folder, as an option.")
@click.option("--auto", is_flag=True, help="Ingest the sessions of this project on this machine (default).")
@click.option("--all", "again", is_flag=True, help="Check every session for new turns, also those that look complete.")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="NAME",
    help="Only sessions of this agent; for a file, the agent that wrote it.",
)
@click.option("--since", "after", default="", metavar="WHEN", help="Only sessions since a date, or an age such as 7d.")
@click.option(
    "--as", "kind", type=click.Choice(("session", "source")), default="session", help="What to keep a file as."
)
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag for a source.")
@click.option(
    "--review",
    is_flag=True,
    help="Show the records from conversations that wait for your decision, each with its source.",
)
@click.option("--dry-run", is_flag=True, help="List what would be ingested; ingest nothing.")
@add_common_options
def ingest(
    paths: tuple[str, ...],
    files: tuple[str, ...],
    auto: bool,
    again: bool,
    agents: tuple[str, ...],
    after: str,
    kind: str,
    tags: tuple[str, ...],
    review: bool,
    dry_run: bool,
) -> Answer | list[Answer]:
    """Ingest agents' sessions and saved conversations.

    Keeps what was asked, done, decided and left open, redacted, with its source.

    Without FILE, it reads this project's sessions that agents keep on this machine, and the decisions and reverts that
    commit messages state. Running it again adds nothing twice.
    FILE is a transcript, a conversation as plain text, Markdown or JSON, or a folder of them. Any other text is kept
    as a source.

    \b
    backstory ingest
    backstory ingest --since 30d --agent claude-code
    backstory ingest ~/Downloads/session_export.txt
    """
    memory = open_memory()
    if review:
        return Review(api.list_unconfirmed(memory))
    paths = (*paths, *files)
    if kind == "source":
        return _keep_sources(memory, paths, split_tags(tags))
    return _take_in(memory, paths, IngestRequest(tuple(split_tags(agents)), after, again), tags, dry_run=dry_run)


class IngestRequest(NamedTuple):
    """Which sessions are asked for."""

    agents: tuple[str, ...]
    after: str
    again: bool


def _take_in(
    memory: "Memory", paths: tuple[str, ...], request: IngestRequest, tags: tuple[str, ...], *, dry_run: bool
) -> Answer | list[Answer]:
    """Takes in the sessions that are asked for, and keeps the documents among the files."""
    documents = () if request.agents else tuple(path for path in paths if _is_document(path))
    files = tuple(path for path in paths if path not in documents)
    sources = _find_in_files(files, request) if paths else _find_new(memory, request)
    if dry_run:
        return SourceList(sources, list(documents))
    answers = _keep_sources(memory, documents, split_tags(tags)) if documents else []
    if answers and not sources:
        return answers
    folders = [path for path in map(_find_whole, files) if os.path.isdir(path)]
    damaged = api.find_damaged_files(folders, sources) if folders else []
    commits = not (paths or request.agents or request.after)
    off_record = () if paths else _find_new(memory, request, off_record=True) if api.has_off_times(memory) else ()
    taken = take_in(memory, sources, commits=commits, damaged=damaged, explicit=bool(paths))
    texts = api.find_other_texts(folders, sources, DOCUMENTS) if folders else []
    return [*answers, taken.with_omissions(off_record=[one.file.path for one in off_record], texts=texts)]


def _find_whole(path: str) -> str:
    """The whole path of a file that was named. Raises `Invalid` for an empty one, which would be the current folder."""
    if not path.strip():
        raise Invalid("the name of the file is empty", hint="`backstory ingest FILE`, or `backstory ingest .`")
    return os.path.join(current_folder(), path)


def _is_document(path: str) -> bool:
    """Whether a file is a text for people that no reader takes for a conversation."""
    if not path.lower().endswith(DOCUMENTS):
        return False
    from backstory.agents.transcripts import recognize_agent

    try:
        return not recognize_agent(os.path.join(current_folder(), path))
    except OSError:
        return False  # reading it says what is wrong


class SourceList(Answer):
    """Sessions that can be taken in."""

    schema = "ingest-plan"
    sources: "list[SessionSource]"
    documents: list[str] = msgspec.field(default_factory=list)
    """Files that would be kept as sources."""

    def to_json(self) -> Json:
        items = [
            {"agent": one.agent, "session": one.file.session, "path": one.file.path, "bytes": one.file.size}
            for one in self.sources
        ]
        return {"items": items, "documents": self.documents}

    def print_text(self) -> None:
        for one in self.sources:
            console.data(f"{one.agent:<12} {one.file.session}  {one.file.path}")
        for path in self.documents:
            console.data(f"{'source':<12} {path}")
        if not (self.sources or self.documents):
            console.info("nothing to ingest")


def _find_new(memory: "Memory", request: IngestRequest, *, off_record: bool = False) -> "list[SessionSource]":
    """The sessions of this project that agents keep on this machine, or those of them that are off the record."""
    _ensure_readable(request.agents)
    since = parse_since(request.after, memory.now()) if request.after else ""
    return api.find_new_sessions(memory, agents=request.agents, since=since, again=request.again, off_record=off_record)


def _find_in_files(paths: tuple[str, ...], request: IngestRequest) -> "list[SessionSource]":
    """The sessions in files and folders."""
    _ensure_readable(request.agents)
    whole = list(map(_find_whole, paths))
    return api.find_file_sessions(whole, agent=request.agents[0] if request.agents else "")


def _ensure_readable(agents: tuple[str, ...]) -> None:
    """Raises `Invalid` for an agent whose transcripts no reader knows."""
    from backstory.agents.transcripts import READERS

    names = [name for name, _ in READERS]
    for agent in agents:
        if agent not in names:
            raise Invalid(f"transcripts of `{agent}` cannot be read", hint=f"agents are {', '.join(names)}")


_TIERS: Final = {"working": "in briefs as long as their branch is worked on", "off-context": "found only by `recall`"}


def _describe_tiers(counts: Mapping[str, int]) -> str:
    """Where unconfirmed records are shown: `3 in briefs as long as ..., 2 found only by recall`."""
    return ", ".join(f"{counts[tier]:,} {words}" for tier, words in _TIERS.items() if counts.get(tier))


def _describe_source(row: "Row") -> str:
    """Who wrote the words that a record was taken from, and where: in a session, or as the author of a commit."""
    origin = row.record.origin
    if origin.how == "observed":
        speaker = "the user" if origin.session else author_name(row.record)
    else:
        speaker = origin.agent or "an agent"
    where = origin.source or (f"session {origin.session}" if origin.session else "")
    return f"{speaker}{f', {where}' if where else ''}"


def _keep_sources(memory: "Memory", paths: tuple[str, ...], tags: list[str]) -> list[Answer]:
    from backstory.api import keep_source
    from backstory.cli.remember_answer import RememberedAnswer

    if not paths:
        raise Invalid("no file given", hint="`backstory ingest FILE --as source`")
    sources = [keep_source(memory, _find_whole(path), tags=tags) for path in paths]
    refresh_surfaces(memory)
    return [RememberedAnswer(one, "Kept") for one in sources]


def _review_json(row: "Row") -> Json:
    record = row.record
    return {
        "id": record.id,
        "kind": record.kind,
        "title": record.title,
        "quote": record.origin.quote,
        "how": record.origin.how,
        "tier": record.tier,
        "source": record.origin.source,
        "session": record.origin.session,
        "made": record.made,
    }
