"""Small answers: nothing found, nothing to do, the order of events, the page of a session."""

import gzip
import os
import subprocess
import sys
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
    assert "The zebra cache is warm" in run("brief", "--for", agent).out


def test_an_export_of_nothing_writes_nothing(project: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "x.tar.gz"
    ran = run("export", "-o", str(target), ok=False)
    assert (ran.code, "records to export" in ran.err, target.exists()) == (1, True, False)


def test_an_export_without_team_records_holds_the_private_ones_and_says_so(
    project: Path, run: Run, tmp_path: Path
) -> None:
    run("remember", "fact", "The quagga cache is warm")
    ran = run("export", "-o", str(tmp_path / "x.tar.gz"))
    assert "these are your private ones" in ran.err
    assert "The quagga cache is warm" in run("export").out == run("export", "--private", "--json").out
    assert run("export", "--scope", "team", "-o", str(tmp_path / "y.tar.gz"), ok=False).code == 1
    run("remember", "fact", "The team knows this", "--scope", "team")
    ran = run("export", "-o", str(tmp_path / "x.tar.gz"))
    assert "private ones" not in ran.err and "`--private` includes them" in ran.err
    assert "quagga" not in run("export").out


@pytest.mark.parametrize(
    "data", [b"# Shop\n", b"\x1f\x8b\x08 no archive", gzip.compress(b"of another program", mtime=0)]
)
def test_an_export_replaces_no_file_of_another_kind(project: Path, run: Run, tmp_path: Path, data: bytes) -> None:
    run("remember", "fact", "The quagga cache is warm")
    target = tmp_path / "x.tar.gz"
    target.write_bytes(data)
    for options in ((), ("--json",)):
        refused = run("export", "--private", "-o", str(target), *options, ok=False)
        assert refused.code == 1 and "is not an export of Backstory" in refused.err + refused.out
    assert target.read_bytes() == data
    for name, options in (("y.tar.gz", ()), ("y.json", ("--json",))):
        for _ in range(2):
            run("export", "--private", "-o", str(tmp_path / name), *options)
    (tmp_path / "empty.tar.gz").touch()
    run("export", "--private", "-o", str(tmp_path / "empty.tar.gz"))


def test_an_export_into_a_folder_names_a_file(project: Path, run: Run) -> None:
    run("remember", "fact", "x")
    ran = run("export", "--private", "-o", ".", ok=False)
    assert (ran.code, "`.` is a folder" in ran.err, "./memory.tar.gz" in ran.err) == (1, True, True)


def test_an_unknown_snapshot_is_answered_with_the_nearest(project: Path, run: Run) -> None:
    short = run("snapshots").out.split()[0]
    ran = run("show", short[:-1] + "!", ok=False)
    assert (ran.code, f"did you mean `{short}`" in ran.err) == (1, True)


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
    assert "1 record about code: changed since" in run("verify", "--all", ok=False).err


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


def test_a_kind_of_which_nothing_is_left_is_a_filter_without_a_match(project: Path, run: Run) -> None:
    short = run("remember", "note", "gone soon", "--json").json["short"]
    run("remember", "fact", "stays")
    run("retract", short)
    assert run("list", "note").err.strip() == "no record matches"


def test_an_operation_is_told_verb_first(project: Path, run: Run) -> None:
    short = run("remember", "note", "gone soon", "--json").json["short"]
    run("retract", short)
    lines = run("log", "--events").out.splitlines()
    assert [line.split("operation")[1].strip() for line in lines if "operation" in line] == [
        'retract "gone soon"',
        'remember "gone soon"',
    ]


def test_the_rows_of_verify_are_in_columns(project: Path, run: Run) -> None:
    run("remember", "decision", "Pool of one", "--at", "src/db/pool.py")
    run("remember", "fact", "One connection", "--at", "src/db/pool.py")
    (project / "src" / "db" / "pool.py").write_text("class Pool:\n    size = 2\n")
    ran = run("verify", "--all", ok=False)
    rows = [line for line in ran.out.splitlines() if line.startswith("changed")]
    assert len({line.index(title) for line, title in zip(rows, ("One", "Pool of"), strict=True)}) == 1
    assert "2 records about code: changed since" in ran.err


def test_remarks_come_after_the_data_they_are_about(project: Path) -> None:
    """Where both go to one file, as in a log of a CI."""
    command = [sys.executable, "-m", "backstory", "status"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    assert ran.stdout.startswith("shop on main")
    assert ran.stdout.splitlines()[-1].startswith("hint: ")


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (("remember", "-x is slow"), 'backstory remember -- "-x is slow"'),
        (("remember", "decision", "--fast is slow"), 'backstory remember -- "--fast is slow"'),
        (("recall", "-x"), 'backstory recall -- "-x"'),
    ],
)
def test_a_text_that_begins_with_a_dash_is_told_how_to_be_given(
    project: Path, run: Run, argv: tuple[str, ...], hint: str
) -> None:
    assert hint in run(*argv, ok=False).err
    assert run(*argv[:-1], "--", argv[-1]).code == 0


def test_an_option_without_its_value_names_its_command(project: Path, run: Run) -> None:
    assert "`backstory remember --help`" in run("remember", "note", "--tag", ok=False).err


def test_the_completion_script_as_json(project: Path, run: Run) -> None:
    body = run("completion", "bash", "--json").json
    assert body["shell"] == "bash"
    assert body["script"] == run("completion", "bash").out


def test_a_pinned_file_is_named_beside_its_note(project: Path, run: Run) -> None:
    (project / "core.py").write_text("x = 1\n")
    (project / "bare.py").write_text("x = 1\n")
    run("pin", "--path", "core.py", "--note", "the heart")
    run("pin", "--path", "bare.py")
    out = run("pins").out
    assert "the heart (core.py)" in out
    assert out.count("bare.py") == 1


def test_nothing_pinned_is_no_filter_without_a_match(project: Path, run: Run) -> None:
    assert "backstory pin ID" in run("pins").err


def test_a_suggested_command_names_its_file_in_full(project: Path, run: Run) -> None:
    workflow = project / ".github" / "workflows" / "continuous-integration.yaml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text("on: push\njobs:\n  a:\n    steps:\n      - run: python -m pytest\n")
    assert ".github/workflows/continuous-integration.yaml" in run("suggest").out


@pytest.mark.parametrize(
    ("argv", "message", "hint"),
    [
        (("list", "--limt", "3"), "no such option `--limt`", "did you mean `--limit`?"),
        (("log", "--sesion", "x"), "no such option `--sesion`", "did you mean `--session`?"),
        (("task", "strt", "x"), "no such command `strt`", "did you mean `backstory task start`?"),
        (("help", "kidns"), "unknown command or topic `kidns`", "did you mean `backstory help kinds`?"),
        (("help", "remeber"), "unknown command or topic `remeber`", "did you mean `backstory help remember`"),
        (("init", "--agents", "claud"), "unknown agent `claud`", "did you mean `claude-code`?"),
        (("brief", "--for", "claud"), "no agent `claud`", "did you mean `claude`"),
        (("list", "--status", "opn"), "no record has the status `opn`", "did you mean `open`? statuses are "),
        (("why", "src/db/pol.py"), "no file `src/db/pol.py` here", "did you mean `backstory why src/db/pool.py`?"),
        (("pin", "src/db/pol.py"), "no file `src/db/pol.py`", "did you mean `backstory pin src/db/pool.py`?"),
    ],
)
def test_a_slip_is_answered_with_what_may_be_meant(
    project: Path, run: Run, argv: tuple[str, ...], message: str, hint: str
) -> None:
    ran = run(*argv, ok=False)
    first, _, last = ran.err.partition("\n\nhint: ")
    assert first.startswith(f"error: {message}")
    assert last.startswith(hint)


def test_a_slip_that_is_like_nothing_gets_the_list(project: Path, run: Run) -> None:
    assert "hint: `backstory list --help` shows its options" in run("list", "--zzz", ok=False).err
    assert "hint: name it relative to the current folder" in run("why", "nowhere/else.rb", ok=False).err


def test_recall_tells_records_with_the_same_text_once(project: Path, run: Run) -> None:
    body = "Coroutines run side by side now, which made the five agents three times as fast on the benchmark."
    for name in ("queue.py", "cache.py", "pool.py"):
        run("remember", f"perf: coroutines instead of threads ({name})", "--kind", "note", "--body", body)
    (item,) = run("recall", "coroutines threads", "--json").json["items"]
    assert len(item["alike"]) == 2
    assert "2 more with the same text: " in run("recall", "coroutines threads").out
    assert len(run("recall", "coroutines threads", "--kind", "note", "--json").json["items"]) == 3


def test_the_help_of_settings_shows_defaults_as_a_file_has_them(run: Run) -> None:
    rows = {line.split()[0]: line for line in run("help", "settings").out.splitlines()}
    assert rows["capture.git"].split()[1] == "true"
    assert rows["capture.include"].split()[1] == '["**"]'
    assert rows["memory.scope"].split()[1] == "private"


def test_the_agent_that_a_brief_is_for_is_one_of_those_listed(project: Path, run: Run) -> None:
    ran = run("brief", "--for", "emacs", ok=False)
    assert "no agent `emacs`" in ran.err and "`backstory agents` lists" in ran.err


@pytest.mark.parametrize("command", ["ingest", "import"])
def test_a_missing_file_in_the_root_of_the_disk_sends_nobody_there(project: Path, run: Run, command: str) -> None:
    ran = run(command, "/no-such-file-here", ok=False)
    assert "no file `/no-such-file-here`" in ran.err and "ls -la" not in ran.err and f"`{project}`" in ran.err
    assert f"`ls -la {project}/src`" in run(command, "src/no-such-file-here", ok=False).err


def test_a_drift_says_what_is_unchanged(project: Path, run: Run) -> None:
    run("snapshot")
    assert "unchanged" in run("restore").out
    assert "no file is touched" in run("restore", "--help").out and "no file is touched" in run("help", "restore").out


def test_the_blank_name_of_go_is_no_definition_around_a_line(project: Path, run: Run) -> None:
    (project / "mux.go").write_text("package mux\n\nvar _ Router = &Mux{}\n\ntype Mux struct {\n\tn int\n}\n")
    assert "`mux.go:3` is kept as `mux.go`" in run("remember", "fact", "It is a router", "--at", "mux.go:3").err
    assert "`mux.go:6` is kept as `mux.go#Mux`" in run("remember", "fact", "It counts", "--at", "mux.go:6").err


def test_a_file_without_title_and_text_is_in_no_brief(project: Path, run: Run) -> None:
    run("remember", "decision", "Ship on Fridays", "--scope", "team")
    folder = project / ".backstory" / "memory" / "decision"
    (folder / "2026-01-01-spoilt-aaaaaaaa.md").write_text("---\n: [\n---\n")
    (folder / "2026-01-01-plain-bbbbbbbb.md").write_text("---\nkind: decision\n---\nKeep the name\n")
    brief = run("brief").out
    assert "untitled" not in brief and "Ship on Fridays" in brief and "Keep the name" in brief
    assert "2026-01-01-spoilt-aaaaaaaa.md" in run("doctor", ok=False).out


def test_what_the_user_asked_for_is_no_reason(project: Path, run: Run) -> None:
    kept = run("remember", "decision", "Retry while locked", "--why", "Asked for: a lock that waits", "--json").json
    assert "Asked for by the user: a lock that waits" in run("show", kept["short"]).out
    assert "asked for by the user: a lock that waits" in run("recall", "retry while locked").out
    other = run("remember", "decision", "Two queues", "--why", "One starves the other", "--json").json
    assert "Why: One starves the other" in run("show", other["short"]).out
    assert "why: One starves the other" in run("recall", "two queues").out
