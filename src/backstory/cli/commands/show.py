"""Show a record, a snapshot, a session or a run in full."""

import os
import shlex
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from backstory.base.statement import label_reason, split_statement
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, as_of_option, open_memory
from backstory.cli.completion import complete_record
from backstory.cli.records import author_name, describe_code, find_shown_doubts, record_json
from backstory.cli.snapshots import SnapshotPage
from backstory.model.dates import format_age
from backstory.model.errors import NotFound
from backstory.model.ids import short_id
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.commands.log import Log
    from backstory.cli.library import Index, Memory, OriginLink, Row
    from backstory.cli.runs import RunPage
    from backstory.cli.sessions import SessionPage

    OtherPage: TypeAlias = SnapshotPage | SessionPage | RunPage | Log

SECTION: Final = "Look"
ALIASES: Final = ("show-snapshot",)


class RecordPage(Answer):
    """One record with its links, its doubts and, on request, its origin."""

    schema = "show"
    memory: "Memory"
    row: "Row"
    as_of: str
    doubts: Json
    origin: "list[OriginLink] | None"

    def to_json(self) -> Json:
        more: Json = {"superseded_by": self.row.superseded_by, "tokens": self.row.tokens}
        more |= {"as_of": self.as_of} if self.as_of else {}
        more |= self.doubts
        if self.origin is not None:
            more["origin_chain"] = [
                {
                    "id": link.id,
                    "depth": link.depth,
                    "via": link.via,
                    "state": link.state,
                    "title": link.record.title if link.record else "",
                    "ends": [end._asdict() for end in link.ends],
                }
                for link in self.origin
            ]
        return {**record_json(self.row.record, self.row.path), **more}

    def print_text(self) -> None:
        record = self.row.record
        self._print_head(record)
        self._print_doubts(record)
        self._print_links(record)
        body = self._split_title()[1]
        if body:
            console.data()
            console.data(body)
        if self.origin is not None:
            self._print_origin(record, self.origin)

    def _split_title(self) -> tuple[str, str]:
        """The title and the body. Where the body begins with the title, its first paragraph is the title."""
        record = self.row.record
        lead, heading, sections = f"\n\n{record.body}".partition("\n\n## ")
        statement = split_statement(record.kind, record.title, lead.strip())
        first, _, rest = statement.text.partition("\n") if statement.continues else ("", "", statement.text)
        reason = "".join(label_reason(statement.reason))
        body = "\n\n".join(filter(None, (rest.strip(), reason, f"## {sections}" if heading else "")))
        return f"{statement.headline} {first}".strip(), body

    def _print_head(self, record: Record) -> None:
        console.data(console.bold(self._split_title()[0]))
        status = record.status if record.status != "active" else ""
        state = ", ".join(part for part in (record.kind, record.tier, status, record.scope) if part)
        console.data(console.Span(record.short, "33"), f"  {state}  ", console.dim(record.id))
        console.data(self._provenance(record))
        self._print_fields(record)

    def _print_fields(self, record: Record) -> None:
        if record.tags:
            console.data(f"tags: {', '.join(f'#{tag}' for tag in record.tags)}")
        if record.anchors:
            console.data(f"about: {describe_code(record, self.doubts)}")
        for key, value in record.fields.items():
            console.data(f"{key}: {value}")
        if self.row.superseded_by:
            console.data(f"superseded by {', '.join(short_id(ident) for ident in self.row.superseded_by)}")

    def _provenance(self, record: Record) -> str:
        """Who made the record, through which agent, on which branch, when and how."""
        origin = record.origin
        via = f" through {origin.agent}" if origin.agent else ""
        branch = f" on {origin.branch}" if origin.branch else ""
        age = format_age(record.made, self.memory.now())
        when = f"{record.made[:10]} ({age})" if record.made else age
        return f"{author_name(record)}{via}{branch}, {when}, {origin.how}"

    def _print_doubts(self, record: Record) -> None:
        from backstory.api import find_conflicts

        if self.doubts.get("edited"):
            console.data("untrusted: its file was edited by hand and is not committed yet")
            console.data(f"  look at `{self._file()}`; a commit of yours makes it count again")
        elif self.doubts.get("foreign"):
            console.data(f"untrusted: it came from elsewhere (`backstory trust {record.short}` trusts it)")
        if not self.row.agreed and record.origin.author:
            unproven = "" if self.row.foreign else "; no commit of that author brought it"
            console.data(f"claimed: author and channel are what the record says{unproven}")
        for conflict in find_conflicts(self.memory):
            if record.id in (*conflict.ids, conflict.about):
                console.data(f"conflict: {conflict.what}")
                console.data(f"  resolve it: {conflict.hint}")

    def _file(self) -> str:
        """The file of the record, as the shell takes it in the current folder."""
        return shlex.quote(os.path.relpath(self.row.path))

    def _print_links(self, record: Record) -> None:
        index = self.memory.fresh()
        for link in record.links:
            console.data(f"{link.relation.replace('_', ' ')} {_title_of(index, link.target)}")
        for source, relation, target in index.links():
            if target == record.id:
                console.data(f"{_title_of(index, source)} {relation.replace('_', ' ')} this")

    def _print_origin(self, record: Record, chain: "list[OriginLink]") -> None:
        from backstory.api import format_end, format_step

        origin = record.origin
        console.data()
        rows = [
            ["author", origin.author],
            ["agent", origin.agent],
            ["session", origin.session],
            ["branch", origin.branch],
            ["commit", origin.commit],
            ["how", origin.how],
            ["source", origin.source],
            ["quote", origin.quote],
            ["made", record.made],
            ["file", self.row.path],
        ]
        console.table([row for row in rows if row[1]])
        console.data()
        for link in chain:
            indent = "  " * link.depth
            console.data(f"{indent}{format_step(link)}")
            for end in link.ends:
                console.data(f"{indent}  {format_end(end)}")


@click.command()
@click.argument("ref", metavar="ID", shell_complete=complete_record)
@click.option("--origin", "--sources", "origin", is_flag=True, help="Show in full where it comes from.")
@click.option(
    "--turns", is_flag=True, help="For a session: show every turn of its transcript, if the file still exists."
)
@as_of_option
@add_common_options
def show(ref: str, origin: bool, turns: bool, as_of: str) -> "RecordPage | OtherPage":
    """Show one record, snapshot, session or run in full."""
    memory = open_memory(as_of)
    if ref.lower().startswith("snap-") or ref == "latest":
        from backstory.api import find_snapshot

        return SnapshotPage(find_snapshot(memory, ref))
    try:
        row = memory.get(ref)
    except NotFound as problem:
        other = _find_other(memory, ref, as_of, turns=turns)
        if other is None:
            raise (_report_later(ref) if as_of else problem) from None
        return other
    chain = None
    if origin:
        from backstory import api

        chain = api.trace_chain(memory, row.record.id)
    return RecordPage(memory, row, as_of, find_shown_doubts(memory, [row]).get(row.record.id, {}), chain)


def _find_other(memory: "Memory", ref: str, as_of: str, *, turns: bool) -> "OtherPage | None":
    """The snapshot, session or run of an id that is no record's."""
    snapshot = memory.snapshots.find(ref) if len(ref) >= 4 else None
    if snapshot:
        return SnapshotPage(snapshot)
    if as_of or not ref.strip():
        return None
    return _find_session(memory, ref, turns=turns) or _find_run(memory, ref)


def _find_run(memory: "Memory", ref: str) -> "RunPage | None":
    """The page of the run of that id; None if there is none."""
    from backstory.api import find_run
    from backstory.cli.runs import RunPage

    try:
        return RunPage(find_run(memory, ref))
    except NotFound:
        return None


def _find_session(memory: "Memory", ref: str, *, turns: bool) -> "SessionPage | Log | None":
    """The page of the session of that id, else the events that the journal has of it; None if there is none."""
    from backstory.api import find_session, read_timeline
    from backstory.cli.commands.log import Log
    from backstory.cli.sessions import make_session_page

    try:
        return make_session_page(memory, find_session(memory, ref), turns=turns)
    except NotFound:
        pass
    timeline = read_timeline(memory, branch="", everything=True, session=ref, events=True, since="")
    return Log(timeline, len(timeline), len(timeline)) if timeline and ref != "latest" else None


def _report_later(ref: str) -> NotFound:
    """The error for a record that exists now and did not exist at the time asked for."""
    record = open_memory().get(ref).record
    return NotFound(
        f"{record.kind} {record.short} did not exist yet; it was made on {record.made[:10]}",
        hint=f"`backstory show {record.short}`",
    )


@click.command("show-snapshot")
@click.argument("ref", required=False, default="", metavar="[ID]")
@click.option("--snapshot-id", "snapshot_ref", default="", metavar="ID", help="The snapshot; the latest by default.")
@add_common_options
def alias_show_snapshot(ref: str, snapshot_ref: str) -> SnapshotPage:
    """Show a snapshot in full."""
    from backstory.api import find_snapshot

    return SnapshotPage(find_snapshot(open_memory(), snapshot_ref or ref))


def _title_of(index: "Index", ref: str) -> str:
    try:
        record = index.get(ref).record
        return f'{record.short} "{one_line(record.title, 60)}"'
    except NotFound:
        return f"{short_id(ref)} (not here)"
