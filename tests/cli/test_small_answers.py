"""Small answers: nothing found, nothing to do, the order of events, the page of a session."""

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from backstory.api import Memory
from backstory.model.event import Event

KINDS = ("session.start", "prompt", "edit", "command", "reply")


def _write_session(project: Path, session: str, ms: int = 1_700_000_000_000) -> None:
    """Writes the events of a session within a few milliseconds, with ids whose random end says nothing."""
    from backstory.model.ids import make_ulid

    journal = Memory.open(str(project), os.environ).journal
    for number, kind in enumerate(KINDS):
        ident = make_ulid(ms + number // 2, bytes([(number * 89 + 200) % 256]) * 10)  # two events in a millisecond
        journal.append(Event(id=ident, kind=kind, session=session, made="2023-11-14T22:13:20Z", data={"why": "x"}))


def test_events_of_one_second_are_in_their_order(project: Path, run: Run) -> None:
    for number, session in enumerate(("s1", "s2", "s3")):
        _write_session(project, session, 1_700_000_000_000 + 10 * number)
        for command in (("log", "--events", "--session", session), ("log", "--all", "--events", "-n", "100")):
            items = run(*command, "--json").json["items"]
            kinds = [item["kind"] for item in items if item["session"] == session]
            assert kinds == list(reversed(KINDS)), command


def test_the_column_of_kinds_is_as_wide_as_its_longest(project: Path, run: Run) -> None:
    _write_session(project, "s1")
    lines = run("log", "--session", "s1").out.splitlines()[1:]
    assert len({line.index("why=x") for line in lines}) == 1


def test_a_session_is_shown(project: Path, run: Run) -> None:
    _write_session(project, "0198-abc")
    run("checkpoint", "work", "--session", "0198-abc")
    ran = run("show", "0198-abc")
    assert all(kind in ran.out for kind in (*KINDS, "checkpoint"))
    assert len(run("show", "0198-abc", "--json").json["items"]) == len(KINDS) + 1
    assert run("show", "0198-nosuch", ok=False).code == 1


def test_a_brief_that_is_narrowed_to_nothing_says_so(project: Path, run: Run) -> None:
    assert "Nothing is remembered yet." in run("brief").out
    short = run("remember", "fact", "x", "--json").json["short"]
    for narrowed in (("--kind", "summary"), ("--query", "tag:nosuch"), ("--kind", "note", "--for", "human")):
        ran = run("brief", *narrowed)
        assert "No record matches." in ran.out, narrowed
        assert "remembered yet" not in ran.out
    assert "No record matches" not in run("brief", "--ids", short).out


def test_several_ids_after_one_option(project: Path, run: Run) -> None:
    ids = [run("remember", "fact", f"number {text}", "--json").json["short"] for text in ("aa", "bb", "cc")]
    ran = run("brief", "--ids", ids[0], ids[1], "retry webhooks", "--json").json
    titles = [item["title"] for section in ran["sections"] for item in section.get("items", ())]
    assert sorted(titles) == ["number aa", "number bb"]
    assert ran["goal"] == "retry webhooks"


@pytest.mark.parametrize("agent", ["codex", "cursor", "gemini", "opencode", "agents-md"])
def test_a_brief_for_every_agent_that_is_recognised(project: Path, run: Run, agent: str) -> None:
    run("remember", "fact", "The zebra cache is warm")
    assert run("brief", "--for", agent).out == run("brief", "--for", "generic").out


def test_an_export_of_nothing_writes_nothing(project: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "x.tar.gz"
    ran = run("export", "-o", str(target), ok=False)
    assert (ran.code, "no team records to export" in ran.err, target.exists()) == (1, True, False)
    run("remember", "fact", "x")
    ran = run("export", "-o", str(target), ok=False)
    assert (ran.code, "there are private records" in ran.err, "--private" in ran.err) == (1, True, True)
    assert not target.exists()
    run("export", "--private", "-o", str(target))
    assert target.exists()


def test_an_export_into_a_folder_names_a_file(project: Path, run: Run) -> None:
    run("remember", "fact", "x")
    ran = run("export", "--private", "-o", ".", ok=False)
    assert (ran.code, "`.` is a folder" in ran.err, "./memory.tar.gz" in ran.err) == (1, True, True)


def test_an_unknown_snapshot_is_answered_with_the_nearest(project: Path, run: Run) -> None:
    short = run("snapshots").out.split()[0]
    ran = run("show", short[:-1] + "!", ok=False)
    assert (ran.code, f"`backstory show {short}`" in ran.err) == (1, True)


def test_a_file_is_unpinned_in_a_word(project: Path, run: Run) -> None:
    (project / "guide.md").write_text("x\n")
    run("pin", "guide.md")
    shown = run("unpin", "guide.md").err
    assert "Unpinned `guide.md`" in shown
    assert "pinned," not in shown
    kept = run("remember", "fact", "Ports start at 8000", "--pin", "--json").json["id"]
    assert f"Unpinned fact {kept[-8:].lower()}" in run("unpin", kept).err


def test_code_that_was_never_found_is_code(project: Path, run: Run) -> None:
    run("remember", "decision", "Use one pool", "--at", "later.py")
    shown = run("verify", "--all", ok=False).err
    assert "no record is about code" not in shown
    assert "1 record about code that was never found" in shown


def test_the_only_record_is_not_counted_twice(project: Path, run: Run) -> None:
    (project / "pool.py").write_text("x = 1\n")
    run("remember", "decision", "Use one pool", "--at", "pool.py")
    (project / "pool.py").write_text("x = 2\n")
    assert "1 record about code: it is not as it was" in run("verify", "--all", ok=False).err


def test_watch_names_snapshots_as_other_commands_do(project: Path, run: Run) -> None:
    shown = run("watch", "--once").err
    short = run("snapshots", "--json").json["items"][0]["id"].removeprefix("snap-")[-8:].lower()
    assert f"snapshot snap-{short}," in shown


def test_the_log_of_a_session_that_nobody_knows_is_an_error(project: Path, run: Run) -> None:
    ran = run("log", "--session", "nope", ok=False)
    assert ran.code == 1
    assert "no session `nope` is recorded here" in ran.err
    run("log", "--session", "latest")


def test_a_path_of_two_lines_is_named_in_one(project: Path, run: Run) -> None:
    assert "there is no file `a b.py` yet" in run("remember", "note", "Split it", "--at", "a\nb.py").err
