"""Writes records in the formats of other tools."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from backstory.exports.form import ExportedFile
from backstory.exports.table import FORMS, Form, find_form, load_writer
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.policy.trust import find_foreign
from backstory.model.errors import Invalid
from backstory.model.record import Record
from backstory.store.record_redaction import redact_record


class RecordExport(NamedTuple):
    """The files of an export before they are written, and what stays behind."""

    form: Form
    files: tuple[ExportedFile, ...]
    records: int
    untrusted: int = 0
    """Records that nobody trusts, which were left out."""
    replaced: int = 0
    """Records that a later one has replaced, which were left out."""
    other_kinds: int = 0
    """Records of kinds that the form does not hold."""
    links: int = 0
    """Links to records that are not among those that were written."""


def choose_form(name: str) -> Form:
    """Return a form by its name. Raises `Invalid` with the names there are."""
    form = find_form(name)
    if form is None:
        raise Invalid(f"no format `{name}` to export to", hint=f"formats are {', '.join(one.name for one in FORMS)}")
    return form


def export_records(workspace: Catalog, form: Form, scopes: Sequence[str], *, untrusted: bool = False) -> RecordExport:
    """Return the visible records of some scopes as files of a form. Retracted records stay behind.

    Every text passes the redaction gate again, so that patterns set since it was written take effect. Raises `Invalid`
    for untrusted records in a form that agents take for instructions.
    """
    if untrusted and form.instructs:
        raise Invalid(
            f"`{form.name}` holds instructions for agents, and untrusted records are none",
            hint="`backstory trust ID` trusts one; `backstory export --to markdown --untrusted` writes them as data",
        )
    rows = workspace.fresh().rows(scopes=scopes)
    foreign = frozenset[str]() if untrusted else find_foreign(rows)
    trusted = [row for row in rows if row.record.id not in foreign]
    current = [row for row in trusted if form.has_history or not row.superseded_by]
    records = [row.record for row in current if row.record.kind in form.kinds]
    records.sort(key=lambda record: (record.made, record.id))
    ids = {record.id for record in records}
    total = sum(len(record.links) for record in records)
    closed = [_clean(workspace, record, ids) for record in records]
    return RecordExport(
        form,
        tuple(load_writer(form).write_files(closed)) if closed else (),
        len(closed),
        untrusted=len(rows) - len(trusted),
        replaced=len(trusted) - len(current),
        other_kinds=len(current) - len(records),
        links=total - sum(len(record.links) for record in closed),
    )


def _clean(workspace: Catalog, record: Record, ids: set[str]) -> Record:
    """Return a record redacted once more, with the links that lead to other records of the export."""
    links = tuple(link for link in record.links if link.target in ids)
    return msgspec.structs.replace(redact_record(record, workspace.gate), links=links)
