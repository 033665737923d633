"""The text of a forgotten record stays out under any id, from wherever it comes; a person may say it again."""

import os
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from backstory.agents.turns import Reading, Turn
from backstory.api import Channel, Memory
from backstory.memory.intake.ingest import ingest_transcript
from backstory.memory.upkeep.lint import find_problems
from backstory.memory.verbs.forget import forget
from backstory.memory.verbs.forget_plan import plan_forget
from backstory.memory.verbs.transfer import import_archive
from backstory.memory.verbs.trust import trust_repository
from backstory.model.errors import Rejected
from backstory.model.record import Draft, Origin, Record
from backstory.redact.gate import Gate
from backstory.store.archive import export_archive, export_lines
from backstory.store.codec import encode_record
from backstory.store.places import machine_key
from backstory.store.records import RecordStore
from backstory.store.spool import put_in_spool
from backstory.store.tombstone_files import FILE

Opened = Callable[..., Memory]
TITLE = "The walrus opens the vault"
BODY = "At four in the morning, when the guard of the night leaves by the door at the back."
NEW = "01JD8ZK3M7Q4T9W2R5X8Y1B6C7"


@pytest.fixture
def m(opened: Opened) -> Memory:
    """A memory that has forgotten a record."""
    m = opened()
    ident = m.remember(Draft(kind="fact", title=TITLE, body=BODY), scope="team").record.id
    forget(m, plan_forget(m, [ident]))
    return m.reopened()


def again(how: str = "explicit", **more: object) -> Record:
    values = {"id": NEW, "kind": "fact", "title": TITLE, "body": BODY, "made": "2026-11-20T00:00:00Z"}
    return Record(origin=Origin(how=how), **(values | more))  # type: ignore[arg-type]


def titles(m: Memory) -> list[str]:
    return [r.record.title for r in m.reopened().fresh().rows()]


@pytest.mark.parametrize("form", ["tar", "lines"])
@pytest.mark.parametrize("scope", ["team", "private", "user"])
def test_an_archive_does_not_bring_it_back(m: Memory, tmp_path: Path, form: str, scope: str) -> None:
    store = RecordStore(str(tmp_path / "evil" / ".backstory" / "memory"), scope, Gate())
    store.add(again(scope=scope, title="  the WALRUS opens, the vault "))
    path = tmp_path / "a"
    if form == "tar":
        export_archive(str(path), {scope: store}, Gate(), project=m.project.id)
    else:
        path.write_text(export_lines({scope: store}, Gate(), project=m.project.id).text)
    taken = import_archive(m, str(path), replace=False, dry_run=False)
    assert (taken.new, taken.barred) == (0, 1)
    assert titles(m) == []


@pytest.mark.parametrize(("how", "comes"), [("explicit", True), ("stated", False), ("inferred", False)])
def test_of_an_archive_of_ours_only_a_person_s_word_comes(m: Memory, tmp_path: Path, how: str, comes: bool) -> None:
    store = RecordStore(str(tmp_path / "old" / "memory"), "private", Gate())
    store.add(again(how))
    path = str(tmp_path / "a")
    export_archive(path, {"private": store}, Gate(), project=m.project.id, key=machine_key(m.project.home))
    assert import_archive(m, path, replace=False, dry_run=False).new == comes
    assert bool(titles(m)) is comes


@pytest.mark.parametrize("sealed", [True, False])
def test_a_spool_does_not_bring_it_back(m: Memory, sealed: bool) -> None:
    key = machine_key(m.project.home) if sealed else b""
    put_in_spool(str(Path(m.project.local) / "spool"), again("stated"), Gate(), key=key)
    assert titles(m) == []


@pytest.mark.parametrize("how", ["explicit", "stated", "imported"])
def test_a_branch_does_not_bring_it_back(m: Memory, how: str) -> None:
    trust_repository(m)
    folder = Path(m.project.team) / "memory" / "fact"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "2026-11-20-the-walrus-x8y1b6c7.md").write_bytes(encode_record(again(how)))
    assert titles(m) == []
    assert "forgotten" in [f.rule for f in find_problems(m.reopened())]


def test_an_agent_does_not_say_it_again(m: Memory, opened: Opened) -> None:
    agent = opened("stated", "claude-code", "s1")
    with pytest.raises(Rejected):
        agent.remember(Draft(kind="decision", title=TITLE, body=BODY))
    with pytest.raises(Rejected):
        agent.remember(Draft(kind="fact", title="Another title", body=BODY))
    agent.remember(Draft(kind="fact", title=TITLE, body="Something else altogether"))


@pytest.mark.parametrize("scope", ["team", "private"])
def test_a_person_may_say_it_again(m: Memory, scope: str) -> None:
    ident = m.remember(Draft(kind="fact", title=TITLE, body=BODY), scope=scope).record.id
    assert titles(m) == [TITLE]
    forget(m, plan_forget(m, [ident]))
    assert titles(m) == []


def test_the_repository_holds_ids_only(m: Memory) -> None:
    (line,) = (Path(m.project.team) / "memory" / "forgotten.txt").read_text().splitlines()
    assert len(line) == 26
    text = (Path(m.project.private) / FILE).read_text().lower()
    assert "walrus" not in text and "guard" not in text


def test_a_repository_hides_no_private_record(opened: Opened) -> None:
    m = opened()
    mine = m.remember(Draft(kind="fact", title="mine")).record.id
    teams = m.remember(Draft(kind="fact", title="the team's"), scope="team").record.id
    (Path(m.project.team) / "memory" / "forgotten.txt").write_text(f"{mine}\n{teams}\n")
    m.edit(mine, add_tags=["x"])
    assert titles(m) == ["mine"]


@pytest.mark.parametrize("scope", ["private", "user"])
def test_an_old_archive_does_not_bring_it_into_a_project_made_later(opened: Opened, tmp_path: Path, scope: str) -> None:
    from backstory.memory.verbs.transfer import export_tar
    from backstory.store.places import make_private, resolve_project
    from backstory.store.scaffold import write_scaffold

    m = opened()
    ident = m.remember(Draft(kind="fact", title=TITLE, body=BODY), scope=scope).record.id
    export_tar(m, (scope,), str(tmp_path / "old.tar.gz"))
    forget(m, plan_forget(m, [ident]))
    later = tmp_path / "later"
    write_scaffold(str(later / ".backstory"), NEW)
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "BACKSTORY_HOME": m.project.home}
    make_private(resolve_project(str(later), environ))
    other = Memory.open(str(later), environ)
    taken = import_archive(other, str(tmp_path / "old.tar.gz"), replace=False, dry_run=False)
    assert (taken.new, taken.barred) == (0, 1)
    assert not [path for path in Path(m.project.home).rglob("*.md") if TITLE in path.read_text()]
    if scope == "user":  # other projects show it, too
        with pytest.raises(Rejected):
            Memory.open(str(later), environ, channel=Channel("stated", "claude-code")).remember(
                Draft(kind="fact", title=TITLE, body=BODY)
            )


def test_a_reader_that_goes_on_keeps_no_word_in_the_log_of_the_index(opened: Opened, tmp_path: Path) -> None:
    m = opened()
    ident = m.remember(Draft(kind="fact", title=TITLE, body=BODY)).record.id
    database = os.path.join(m.project.private, "index.db")
    reader = apsw.Connection(database, flags=apsw.SQLITE_OPEN_READONLY)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM content").get
    try:
        forget(m, plan_forget(m, [ident]))
        files = [path for path in Path(m.project.private).glob("index.db*") if path.is_file()]
        assert files and not any(word in path.read_bytes() for path in files for word in (b"walrus", b"guard of"))
    finally:
        reader.close()
    assert titles(m) == []


def test_a_conversation_that_is_read_again_keeps_all_but_the_forgotten_sentence(opened: Opened, tmp_path: Path) -> None:
    said = "Let's drop eventemitter3 in favour of node:events. The docs are wrong about `interval`: it is in ms."
    (tmp_path / "t.jsonl").write_text("x\n")

    def read(path: str, position: int) -> Reading:
        return Reading(iter([Turn("user", said, "2026-11-20T09:00:00Z", id="a", line=1)]), 2)

    memory = opened("stated", "claude-code", "s1")
    done = ingest_transcript(memory, "claude-code", str(tmp_path / "t.jsonl"), "s1", read=read)
    (record,) = [one.record for one in done.kept]
    m = opened()
    forget(m, plan_forget(m, [record.id]))
    for session in ("s1", "s2"):  # the rest of what was read, and another copy that is read from the beginning
        if session == "s2":
            ingest_transcript(opened("stated"), "claude-code", str(tmp_path / "t.jsonl"), session, read=read)
        (prompt,) = opened().sessions.get("claude-code", session).prompts  # type: ignore[union-attr]
        assert prompt.text == "The docs are wrong about `interval`: it is in ms."
    assert titles(m) == []
