"""Closed vocabularies never pass the gate, on every path; a channel that is not known is the least trusted."""

import json
from pathlib import Path

import msgspec
import pytest
from tests.store.conftest import make

from backstory.index.write import prepare_rows, restore_record
from backstory.model.kinds import CHANNELS, RELATIONS, TIERS
from backstory.model.record import Link, Origin, Record
from backstory.redact.gate import Gate
from backstory.store.archive import export_lines
from backstory.store.codec import decode_record, encode_record
from backstory.store.record_redaction import redact_record
from backstory.store.records import RecordStore
from backstory.store.vocabulary import clean_fields, is_time, normalize_channel

MARKED = "[REDACTED:pattern-1:0d60ea76]"
PATTERNS = (*CHANNELS, *TIERS, "decision", "open", "0", "2026", "supersedes", "01JD8", "[a-z]{2,}", "[0-9A-Z]{2,}")


def record(how: str = "imported", tier: str = "pinned") -> Record:
    return make(
        1, tier=tier, origin=Origin(how=how, session="3f0c6c1e-89ab-4cde-8f01-23456789abcd", commit="9f1c2e4"),
        links=(Link("supersedes", make(2).id),), kind="question", status="open",
    )  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_changes_who_is_believed(pattern: str, tmp_path: Path) -> None:
    """In the file, in the index, after an edit and in an export."""
    gate = Gate(key=b"k" * 32, patterns=(pattern,))
    given = record()
    store = RecordStore(str(tmp_path / "memory"), "private", gate)
    written, path = store.add(given)
    changed = store.change(path, {"status": "retracted", "tier": "working", "links": [str(x) for x in given.links]})
    line = json.loads(export_lines({"private": store}, gate, project="p").text.splitlines()[1])
    indexed = restore_record(prepare_rows(redact_record(written, gate), "", 0, "").content)
    for found in (written, changed, indexed):
        assert (found.id, found.kind, found.origin.how, found.made) == (
            make(1).id,
            "question",
            "imported",
            make(1).made,
        )
        assert found.links == (Link("supersedes", make(2).id),)
        assert found.origin.session.startswith("3f0c6c1e") and found.origin.commit == "9f1c2e4"
    assert (written.tier, written.status, changed.tier, changed.status) == ("pinned", "open", "working", "retracted")
    assert (line["origin"]["how"], line["tier"], line["status"]) == ("imported", "working", "retracted")


@pytest.mark.parametrize("how", ["trusted", "Explicit", "explicit ", "explicit\u200b", MARKED, "explicit: yes", "0"])
def test_a_channel_that_is_not_known_is_the_least_trusted(how: str) -> None:
    data = encode_record(record()).replace(b"how: imported", f"how: {json.dumps(how)}".encode())
    found = decode_record(data).record
    assert found is not None
    assert found.origin.how == "imported"
    content = prepare_rows(msgspec.structs.replace(found, origin=Origin(how=how)), "", 0, "").content
    assert content.how == "imported" and restore_record(content).origin.how == "imported"
    stored = content._replace(rest=content.rest.replace('"how":"imported"', f'"how":{json.dumps(how)}'))
    assert restore_record(stored).origin.how == "imported", "an index that an earlier version wrote"
    assert normalize_channel(how) == "imported"


def test_the_file_keeps_its_text(tmp_path: Path) -> None:
    store = RecordStore(str(tmp_path / "memory"), "private", Gate())
    _, path = store.add(record())
    Path(path).write_bytes(Path(path).read_bytes().replace(b"how: imported", b"how: divined"))
    store.change(path, {"tier": "working"})
    assert b"how: divined\n" in Path(path).read_bytes()


def test_what_is_not_of_a_vocabulary_passes_the_gate() -> None:
    token = "ghp_" + "Zq4n8Vb2Kx7Lm1Pw9Rt3Yc6Hd5Jf0Ga8Se2u"
    given = make(1, status=token, kind=token, made=token, links=(Link(token, make(2).id),), fields={"goal": token})
    found = redact_record(given, Gate())
    assert token not in repr(found)
    assert set(clean_fields(Gate(patterns=("goal",)), {"goal": "x"})) == {"goal"}


@pytest.mark.parametrize("relation", RELATIONS)
def test_relations_stay(relation: str) -> None:
    gate = Gate(patterns=(relation,))
    assert redact_record(make(1, links=(Link(relation, make(2).id),)), gate).links[0].relation == relation


def test_times() -> None:
    assert is_time("2026-11-20T09:14:03Z") and is_time("2026-11-20")
    assert not any(map(is_time, ("", "2026-11-2", "2026-11-20T09:14:03+", "20261120T091403Z0000", "\u0662026-11-20")))
