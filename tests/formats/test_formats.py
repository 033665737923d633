"""Files of every published format version, read as they always were. Nothing in these folders is ever changed.

`v1/records/*.md` with what they mean in `records.json`, a journal, a snapshot and two exports. `docs/format.md` is the
specification; another implementation can use the same files.
"""

import json
from pathlib import Path

import msgspec
import pytest

from backstory.redact.gate import Gate
from backstory.store.archive import read_archive
from backstory.store.codec import decode_record, encode_record, normalize_record
from backstory.store.journal import Journal
from backstory.store.snapshots import SnapshotStore

HERE = Path(__file__).parent
VERSIONS = sorted(p.name for p in HERE.iterdir() if p.is_dir() and p.name.startswith("v"))
RECORDS = [(v, p.name) for v in VERSIONS for p in sorted((HERE / v / "records").glob("*.md"))]


def plain(value: object) -> object:
    """A structure as plain data with every member, whether it has its default or not."""
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def expected(version: str, name: str) -> object:
    return json.loads((HERE / version / name).read_text())


def holds(got: object, want: object) -> bool:
    """Whether everything of `want` is in `got`; members that later versions added do not count."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(k in got and holds(got[k], v) for k, v in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(holds, got, want))
    return got == want


@pytest.mark.parametrize(("version", "name"), RECORDS)
def test_records(version: str, name: str) -> None:
    data = (HERE / version / "records" / name).read_bytes()
    want = expected(version, "records.json")
    assert isinstance(want, dict)
    found = decode_record(data, scope="team", name="memory/decision/2026-01-02-x.md")
    assert found.record is not None
    got = {"record": plain(found.record), "problems": [[p.line, p.severity] for p in found.problems]}

    assert holds(got, want[name])
    assert decode_record(encode_record(normalize_record(found.record)), scope="team").record == normalize_record(
        found.record
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_every_file_has_a_meaning(version: str) -> None:
    want = expected(version, "records.json")
    assert isinstance(want, dict)
    assert sorted(want) == sorted(n for v, n in RECORDS if v == version)
    assert len(want) >= 30


@pytest.mark.parametrize("version", VERSIONS)
def test_journals(version: str) -> None:
    found = Journal(str(HERE / version / "journal"), Gate()).read("3f0c6c1e")
    got = {"events": plain(found.events), "bad": [b.line for b in found.lines], "newer": found.newer}
    assert holds(got, expected(version, "journal.json"))


@pytest.mark.parametrize("version", VERSIONS)
def test_snapshots(version: str) -> None:
    store = SnapshotStore(str(HERE / version / "snapshots"), Gate())
    assert holds([plain(store.get(i)) for i in store.ids()], expected(version, "snapshots.json"))


@pytest.mark.parametrize("version", VERSIONS)
def test_exports(version: str) -> None:
    want = expected(version, "export.json")
    assert isinstance(want, dict)
    tar = read_archive(str(HERE / version / "export.tar.gz"))
    records = sorted(tar.records, key=lambda r: (r.scope, r.id))
    got = {
        "project": tar.project,
        "records": plain(records),
        "sessions": sorted(tar.journal),
        "snapshots": [s.id for s in tar.snapshots],
    }
    assert holds(got, want)
    lines = read_archive(str(HERE / version / "export.jsonl"))
    assert holds(plain(sorted(lines.records, key=lambda r: (r.scope, r.id))), want["records"])
