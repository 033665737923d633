"""`docs/format.md` says what the code does."""

import re
from pathlib import Path

import pytest

from backstory.base.discovery import LOCAL_ID_FILE
from backstory.base.journal_lines import MAX_LINE
from backstory.model.event import Event
from backstory.model.kinds import CHANNELS, KINDS, RELATIONS, TIERS, TIERS_BY_CAUTION
from backstory.model.record import MAX_BYTES
from backstory.store import tarball
from backstory.store.codec import OWN_KEYS, decode_record, encode_record
from backstory.store.event_lines import decode_event, encode_event
from backstory.store.files import TEMPORARY
from backstory.store.places import FORMAT
from backstory.store.records import READ_LIMIT
from backstory.store.scaffold import FILES, GITATTRIBUTES, GITIGNORE, README

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "format.md").read_text()


def says(*texts: str) -> bool:
    return all(t in TEXT for t in texts)


def test_the_journal_line_is_one() -> None:
    line = re.search(r"```json\n(.*)\n```", TEXT)
    assert line
    event = decode_event(line[1].encode())
    assert isinstance(event, Event) and encode_event(event).decode() == line[1] + "\n"


def test_the_keys_are_those_of_the_code_and_in_its_order() -> None:
    table = TEXT[TEXT.index("### Keys") : TEXT.index("An **anchor** is")]
    keys = [
        k for row in re.findall(r"^\| ((?:`[a-z]+` ?)+)\|", table, re.MULTILINE) for k in re.findall(r"`([a-z]+)`", row)
    ]
    assert set(keys) == OWN_KEYS
    record = decode_record(("---\n" + "".join(f"{k}: [x y]\n" for k in keys) + "zz: 1\n---\n").encode()).record
    assert record is not None
    written = [line.partition(":")[0] for line in encode_record(record).decode().split("\n")[1:-2]]
    assert written == [*keys[:-2], "zz", "made", "status"]


def test_the_words_are_those_of_the_code() -> None:
    assert says(f"`{' '.join(KINDS)}`", f"`{' '.join(TIERS)}`", f"relations: `{' '.join(RELATIONS)}`")
    assert all(f"`{how}`" in TEXT for how in CHANNELS)
    assert says(f"the most careful: `{TIERS_BY_CAUTION[0]}`, then " + ", ".join(f"`{t}`" for t in TIERS_BY_CAUTION[1:]))
    for kind in KINDS.values():
        if len(kind.statuses) > 1:
            assert f"{kind.name} `{' '.join(kind.statuses)}`" in TEXT
    first = {s: [k.name for k in KINDS.values() if k.statuses[0] == s] for s in ("open", "running")}
    assert says(f"`open` for `{' '.join(first['open'])}`, `running` for `{' '.join(first['running'])}`, else `active`")
    assert all(k.statuses[0] in ("open", "running", "active") for k in KINDS.values())
    fields = {f.name for k in KINDS.values() for f in k.fields}
    named = re.search(r"those of the kind \(`([a-z ]+)`\)", TEXT)
    assert named and set(named[1].split()) == fields


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("at most 256 KiB. A reader passes over files of more than 512 KiB", (MAX_BYTES, READ_LIMIT)),
        ("a JSON object of at most 256 KiB", (MAX_LINE,)),
        ("at most 200 MB, packed and unpacked, 100,000 members, 64 MB each, 100 times the packed size", ()),
    ],
)
def test_the_limits_are_those_of_the_code(text: str, value: tuple[int, ...]) -> None:
    assert text in TEXT
    assert [v // 1024 for v in value] in ([256, 512], [256], [])
    limits = tarball.MAX_TOTAL >> 20, tarball.MAX_MEMBERS, tarball.MAX_MEMBER >> 20, tarball.MAX_RATIO
    assert limits == (200, 100_000, 64, 100)


def test_the_layout_is_that_of_the_skeleton() -> None:
    assert all(f"  {name} " in TEXT for name in FILES)
    assert says(GITATTRIBUTES.strip(), f"begin with `{TEMPORARY}`", f"`{LOCAL_ID_FILE}`")
    assert f"/local/\n{TEMPORARY}*\n" == GITIGNORE
    assert FORMAT == 1 and says("format = 1")
    for command in re.findall(r"^\$ (grep .*?)  +#", TEXT, re.MULTILINE):
        assert command in README or "-m" in command
