"""Passes a record through the redaction gate, part by part."""

from typing import TYPE_CHECKING

from backstory.model.record import Origin, Record
from backstory.redact.paths import clean_name
from backstory.store.codec import ORIGIN_KEYS
from backstory.store.struct_redaction import clean_anchor, clean_link
from backstory.store.vocabulary import clean_fields, clean_time, clean_word, normalize_channel

if TYPE_CHECKING:
    from backstory.redact.gate import Gate


def redact_record(record: Record, gate: "Gate") -> Record:
    """The record after the gate."""
    clean = gate.clean
    origin = {key: clean_name(gate, getattr(record.origin, key)) for key in ORIGIN_KEYS if key != "how"}
    origin["author"], origin["quote"] = clean(record.origin.author), clean(record.origin.quote)
    origin["how"] = normalize_channel(record.origin.how)
    return Record(
        id=record.id,
        kind=clean_word(gate, "kind", record.kind),
        title=clean(record.title),
        body=clean(record.body),
        tier=record.tier,
        status=clean_word(gate, "status", record.status),
        tags=tuple(clean(tag) for tag in record.tags),
        anchors=tuple(clean_anchor(gate, target) for target in record.anchors),
        links=tuple(clean_link(gate, target) for target in record.links),
        origin=Origin(**origin),
        made=clean_time(gate, record.made),
        fields=clean_fields(gate, record.fields),
        scope=record.scope,
    )
