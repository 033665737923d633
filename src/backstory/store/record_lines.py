"""Records as JSON lines: a head line, then a line for each record."""

from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from backstory.model.errors import BackstoryError
from backstory.model.kinds import SCOPES
from backstory.model.record import MAX_BYTES, Anchor, Link, Origin, Record
from backstory.model.text import escape_json
from backstory.store.codec import normalize_record
from backstory.store.manifest import FORMAT, check_format
from backstory.store.records import encode_checked
from backstory.store.tarball import Limits, archive_error

MAX_LINE: Final = 7 * MAX_BYTES
"""Longest line that is read: a character may take six bytes in JSON."""
_BOM: Final = b"\xef\xbb\xbf"
S = TypeVar("S", bound=msgspec.Struct)


class _Head(msgspec.Struct):
    backstory: str
    format: int
    project: str = ""
    records: int = 0


class _Line(msgspec.Struct, omit_defaults=True):
    id: str
    kind: str
    title: str
    scope: str
    body: str = ""
    tier: str = ""
    status: str = ""
    tags: list[str] = []
    anchors: list[str] = []
    links: list[str] = []
    origin: Origin = Origin()
    made: str = ""
    fields: dict[str, str] = {}


def encode_lines(records: Iterable[Record], project: str) -> str:
    """The records as JSON lines, ordered by scope and id, after a head line."""
    lines = sorted((record.scope, record.id, msgspec.json.encode(_to_line(record))) for record in records)
    head = msgspec.json.encode(_Head("records", FORMAT, project, len(lines)))
    return escape_json(b"\n".join([head, *(line for _, _, line in lines)]).decode()) + "\n"


def looks_like_lines(data: bytes) -> bool:
    """Whether a file begins as JSON lines do."""
    return data.lstrip(_BOM + b" \t\r\n")[:1] == b"{"


def decode_lines(data: bytes, limits: Limits) -> tuple[str, list[Record]]:
    """(project, records) of JSON lines. Raises Invalid for damage, too many lines or a record that cannot be kept."""
    lines = data.removeprefix(_BOM).split(b"\n")
    if len(lines) > limits.members + 2:
        raise archive_error(f"has more than {limits.members} lines")
    head: _Head | None = None
    records: list[Record] = []
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        if head is None:
            head = _decode_line(raw, number, _Head)
            check_format(head.format)
            continue
        line = _decode_line(raw, number, _Line)
        if line.scope not in SCOPES:
            raise archive_error(f"names the scope `{line.scope[:40]}` at line {number}")
        records.append(accept_record(_from_line(line), f"line {number}"))
    count = head.records if head else -1
    if len(records) != count:
        raise archive_error(f"holds {len(records)} of the {max(count, 0)} records it names")
    return (head.project if head else ""), records


def _decode_line(raw: bytes, number: int, form: type[S]) -> S:
    if len(raw) > MAX_LINE:
        raise archive_error(f"has a line {number} of {len(raw)} bytes")
    try:
        return msgspec.json.decode(raw, type=form)
    except (msgspec.MsgspecError, RecursionError, ValueError) as err:
        raise archive_error(f"cannot be read at line {number}: {err}") from err


def accept_record(record: Record, where: str) -> Record:
    """The record in its normal form. Raises Invalid for one that no store would keep."""
    record = normalize_record(record)
    try:
        encode_checked(record)
    except BackstoryError as err:
        raise archive_error(f"holds a record that cannot be kept, in {where}: {err.message}") from err
    return record


def _to_line(record: Record) -> _Line:
    return _Line(
        id=record.id,
        kind=record.kind,
        title=record.title,
        scope=record.scope,
        body=record.body,
        tier=record.tier,
        status=record.status,
        tags=list(record.tags),
        anchors=[str(target) for target in record.anchors],
        links=[str(target) for target in record.links],
        origin=record.origin,
        made=record.made,
        fields=record.fields,
    )


def _from_line(line: _Line) -> Record:
    return Record(
        id=line.id,
        kind=line.kind,
        title=line.title,
        scope=line.scope,
        body=line.body,
        tier=line.tier,
        status=line.status,
        tags=tuple(line.tags),
        anchors=tuple(Anchor.parse(a) for a in line.anchors),
        links=tuple(Link(*(part.strip() for part in text.partition(" ")[::2])) for text in line.links),
        origin=line.origin,
        made=line.made,
        fields=line.fields,
    )
