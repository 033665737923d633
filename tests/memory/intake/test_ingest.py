"""Taking in transcripts: what was said and done is in the session, once, whatever happens on the way."""

import json
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.memory.conftest import git

from backstory.agents.aider import transcript as aider
from backstory.agents.turns import Reading, Turn
from backstory.api import (
    Live,
    Memory,
    find_last_session,
    find_session,
    ingest_subagent,
    ingest_transcript,
    list_sessions,
)
from backstory.base.session_names import short_session
from backstory.capture import remarks, selection
from backstory.memory.intake import commit_history
from backstory.memory.intake.commit_history import find_commit_claims, ingest_commits
from backstory.memory.intake.ingest_sessions import (
    find_file_sessions,
    find_new_sessions,
    find_session_source,
    ingest_session_subagents,
    ingest_sessions,
    make_reader,
)
from backstory.memory.intake.session_edit import start_session
from backstory.memory.upkeep.retention import tidy_files
from backstory.model.errors import Ambiguous, NotFound
from backstory.model.record import Draft
from backstory.model.session import Session
from backstory.model.session_parts import find_branch
from backstory.store.sessions import SessionStore

Opened = Callable[..., Memory]
DIRECTIVE = '<backstory:remember type="decision">Use psycopg 3</backstory:remember>'
AGENT = "claude-code"


def said(role: str, text: str, line: int, **more: Any) -> Turn:
    return Turn(role, text, line=line, time=f"2026-11-20T10:{line:02d}:00Z", **more)  # type: ignore[arg-type]


class Transcript:
    """A transcript whose positions are numbers of turns; the file holds what `read_turns` needs to notice a change."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.turns: list[Turn] = []
        path.write_text("transcript")

    def read(self, path: str, position: int) -> Reading:
        assert path == self.path
        start = position if position <= len(self.turns) else 0
        return Reading(iter(self.turns[start:]), len(self.turns))


@pytest.fixture
def transcript(tmp_path: Path) -> Transcript:
    return Transcript(tmp_path / "t.jsonl")


def test_a_transcript_is_taken_in_turn_by_turn(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [
        said("user", "Add retries", 1),
        said("tool", "", 2, action="edit", edits=("src/pool.py",), call="1"),
        said("result", "ok", 3, call="1"),
    ]
    first = ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    transcript.turns += [said("assistant", "Done.", 4)]
    second = ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    again = ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    assert (first.turns, second.turns, again.turns) == (3, 1, 0)
    session = find_session(opened(), "s1")
    assert session == second.session == again.session
    assert (session.title, session.edited, session.turns) == ("Add retries", ("src/pool.py",), 4)
    assert session.answers[0].text == "Done."
    assert (session.source, session.position) == (transcript.path, 4)


def test_a_brief_names_no_file_that_is_gone(opened: Opened, transcript: Transcript) -> None:
    Path(opened().project.root, "pool.py").write_text("x = 1\n")
    transcript.turns += [
        said("user", "Add retries to the pool", 1),
        said("tool", "", 2, action="edit", edits=("pool.py", "spike.py"), call="1"),
        said("result", "ok", 3, call="1"),
        said("assistant", "Done, the spike is out again.", 4),
    ]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    text = opened().brief().text
    assert "pool.py" in text and "spike.py" not in text


def test_directives_are_applied_once_and_named_by_the_session(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "Which driver?", 1), said("assistant", DIRECTIVE, 2)]
    memory = opened("stated", AGENT, "s1")
    assert ingest_transcript(memory, AGENT, transcript.path, "s1", read=transcript.read).directives == 1
    assert ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read).directives == 0
    (row,) = opened().fresh().rows(kinds=("decision",))
    assert find_session(opened(), "s1").records == (row.record.id,)
    assert row.record.origin.session == "s1"
    assert row.record.made == "2026-11-20T10:02:00Z", "the time of the turn, not of the ingest"


def test_what_a_prompt_turns_down_is_retracted_though_it_was_kept_before(
    opened: Opened, transcript: Transcript
) -> None:
    transcript.turns += [
        said("user", "Mend the export, please", 1),
        said("tool", "", 2, action="edit", edits=("src/pool.py",), call="1"),
        said("result", "ok", 3, call="1"),
    ]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    transcript.turns += [said("assistant", "The issue was a stale handle. I replaced `open()` with `reopen()`.", 4)]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    (row,) = opened().fresh().rows(kinds=("decision",))
    assert (row.record.title, row.record.tags) == ("I replaced `open()` with `reopen()`", ("outcome",))
    assert row.record.body.startswith("The issue was a stale handle")
    transcript.turns += [said("user", "Still the same error.", 5)]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    (again,) = opened().fresh().rows(kinds=("decision",), include_retracted=True)
    assert (again.record.id, again.record.status) == (row.record.id, "retracted")


def test_a_death_before_the_position_is_kept_doubles_nothing(
    opened: Opened, transcript: Transcript, monkeypatch: pytest.MonkeyPatch
) -> None:
    transcript.turns += [said("user", "Which driver?", 1), said("assistant", DIRECTIVE, 2)]

    def die(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(SessionStore, "write", die)
        ingest_transcript(opened("stated", AGENT, "s1"), AGENT, transcript.path, "s1", read=transcript.read)
    ingest_transcript(opened("stated", AGENT, "s1"), AGENT, transcript.path, "s1", read=transcript.read)
    assert len(opened().fresh().rows(kinds=("decision",))) == 1
    assert find_session(opened(), "s1").turns == 2


def test_a_file_that_was_rewritten_is_read_anew(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "One", 1), said("assistant", "Two", 2), said("user", "Three", 3)]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    transcript.turns = [said("user", "Other", 1), said("assistant", "Words", 2)]
    session = ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read).session
    assert ([p.text for p in session.prompts], session.turns) == (["Other"], 2)


def test_what_was_kept_stands_when_the_agent_deletes_its_transcript(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "One", 1)]
    before = ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read).session
    Path(transcript.path).unlink()
    assert ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read).session == before
    assert find_session(opened(), "s1") == before


def test_two_sessions_never_mix(opened: Opened, tmp_path: Path) -> None:
    transcripts = {name: Transcript(tmp_path / name) for name in ("s1", "s2")}
    for step in range(6):
        for name, one in transcripts.items():
            one.turns.append(said("user", f"{name} {step}", step))
            ingest_transcript(opened(), AGENT, one.path, name, read=one.read)
    for name in transcripts:
        assert [p.text for p in find_session(opened(), name).prompts] == [f"{name} {step}" for step in range(6)]


def test_the_reply_that_a_hook_reports_counts_once(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "Which driver?", 1)]
    live = Live(f"It is settled. {DIRECTIVE}")
    first = ingest_transcript(
        opened("stated", AGENT, "s1"), AGENT, transcript.path, "s1", read=transcript.read, live=live
    )
    assert first.directives == 1 and len(first.session.answers) == 1
    transcript.turns += [said("assistant", live.last_text, 2)]
    second = ingest_transcript(
        opened("stated", AGENT, "s1"), AGENT, transcript.path, "s1", read=transcript.read, live=live
    )
    assert len(second.session.answers) == 1
    assert len(opened().fresh().rows(kinds=("decision",))) == 1


def test_a_reply_counts_once_when_the_transcript_has_gone_on(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "One", 1), said("assistant", "Done.", 2), said("user", "Two", 3)]
    ingested = ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read, live=Live("Done."))
    assert len(ingested.session.answers) == 1
    assert ingested.session.ended == "2026-11-20T10:03:00Z"


def test_the_end_of_a_session_and_its_place_are_kept(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "One", 1)]
    memory = opened("stated", AGENT, "s1")
    session = ingest_transcript(
        memory, AGENT, transcript.path, "s1", read=transcript.read, live=Live(closed=True)
    ).session
    assert session.closed and session.branch == "main"
    assert memory.head[0].startswith(session.commit) and session.commit


def test_a_session_without_a_transcript_has_what_the_hook_says(opened: Opened) -> None:
    session = ingest_transcript(opened(), "other", "", "s9", live=Live("All done.")).session
    assert [answer.text for answer in session.answers] == ["All done."]
    assert find_session(opened(), "s9").ended


def test_nothing_at_all_leaves_no_session(opened: Opened) -> None:
    ingest_transcript(opened(), "other", "", "s9", live=Live())
    assert list_sessions(opened()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_no_transcript(opened: Opened, tmp_path: Path) -> None:
    """A hook may name one: whoever opens it waits for a writer, and holds the session's lock meanwhile."""
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    turns: list[int] = []
    reader = Thread(target=lambda: turns.append(ingest_transcript(opened(), AGENT, str(pipe), "s1").turns), daemon=True)
    reader.start()
    reader.join(60)
    waits = reader.is_alive()
    if waits:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))  # lets it end
        reader.join()
    assert not waits
    assert turns == [0]


def test_a_subagent_belongs_to_its_session(opened: Opened, transcript: Transcript, tmp_path: Path) -> None:
    own = Transcript(tmp_path / "agent-a7.jsonl")
    own.turns += [said("user", "Find the callers", 1), said("assistant", f"Two callers. {DIRECTIVE}", 2)]
    transcript.turns += [said("user", "Go", 1)]
    memory = opened("stated", AGENT, "s1")
    ingest_transcript(memory, AGENT, transcript.path, "s1", read=transcript.read)
    for expected in (2, 0):
        taken = ingest_subagent(opened("stated", AGENT, "s1"), AGENT, own.path, "s1", "a7", read=own.read)
        assert taken.turns == expected
    session = find_session(opened(), "s1")
    assert [p.text for p in session.prompts] == ["Go"]
    assert [(one.id, one.task, one.source) for one in session.subagents] == [("a7", "Find the callers", own.path)]
    assert session.subagents[0].report.startswith("Two callers.")
    assert [row.record.origin.session for row in opened().fresh().rows(kinds=("decision",))] == ["s1"]


def test_claude_codes_own_files_are_read(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "3f0c6c1e.jsonl"
    rows = [("user", "Add retries"), ("assistant", [{"type": "text", "text": "Done."}])]
    lines = [
        json.dumps({"type": role, "uuid": role, "sessionId": "3f0c6c1e", "timestamp": "2026-11-20T10:00:00.000Z",
                    "message": {"role": role, "content": content}})
        for role, content in rows
    ]  # fmt: skip
    path.write_text(lines[0] + "\n" + lines[1])
    for _ in range(2):
        ingest_transcript(opened(), AGENT, str(path), "3f0c6c1e")
    path.write_text("\n".join(lines) + "\n")
    session = ingest_transcript(opened(), AGENT, str(path), "3f0c6c1e").session
    assert ([p.text for p in session.prompts], [a.text for a in session.answers]) == (["Add retries"], ["Done."])


def write_rollout(path: Path, ident: str, texts: list[str], **meta: Any) -> str:
    """A rollout of Codex in which a person says one thing and hears another, turn by turn; its path."""
    rows: list[tuple[str, dict[str, Any]]] = [("session_meta", {"id": ident, "cwd": "/shop"} | meta)]
    for number in range(0, len(texts), 2):
        rows.append(("turn_context", {"turn_id": f"t-{texts[number]}", "cwd": "/shop"}))
        rows.append(("event_msg", {"type": "user_message", "message": texts[number]}))
        said_back = {"type": "output_text", "text": texts[number + 1]}
        rows.append(("response_item", {"type": "message", "role": "assistant", "content": [said_back]}))
    stamp = {"timestamp": "2026-11-20T10:00:00.000Z"}
    path.write_text("".join(json.dumps(stamp | {"type": kind, "payload": held}) + "\n" for kind, held in rows))
    return str(path)


@pytest.mark.parametrize("is_subagent", (False, True))
def test_what_a_fork_repeats_of_its_parent_is_left_out(opened: Opened, tmp_path: Path, is_subagent: bool) -> None:
    checkpoint = '<backstory:checkpoint summary="half way" next="write the tests"/>'
    own, copied = ["Look at the pool", "It drops connections."], ["Add retries", f"I start. {checkpoint}"]
    first = write_rollout(tmp_path / "rollout-1.jsonl", "s1", copied)
    spawn = {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "s1"}}}} if is_subagent else {}
    fork = write_rollout(tmp_path / "rollout-2.jsonl", "s2", copied + own, forked_from_id="s1", **spawn)
    ingest_transcript(opened("stated", "codex", "s1"), "codex", first, "s1")
    for _ in range(2):
        if is_subagent:
            ingest_subagent(opened("stated", "codex", "s1"), "codex", fork, "s1", "s2")
        else:
            ingest_transcript(opened("stated", "codex", "s2"), "codex", fork, "s2")  # it says itself whose fork it is
    parent = find_session(opened(), "s1")
    assert [prompt.text for prompt in parent.prompts] == ["Add retries"]
    assert len(list(opened().fresh().rows(kinds=("checkpoint",)))) == 1
    if is_subagent:
        assert [(one.id, one.task, one.report) for one in parent.subagents] == [("s2", own[0], own[1])]
    else:
        assert [prompt.text for prompt in find_session(opened(), "s2").prompts] == [own[0]]


def test_a_fork_of_claude_code_counts_nothing_of_its_parent(opened: Opened, tmp_path: Path) -> None:
    def row(ident: str, text: str, session: str, **more: Any) -> str:
        message = {"role": "user", "content": text}
        stamp = {"timestamp": "2026-11-20T10:00:00.000Z", "cwd": "/shop", "isSidechain": False}
        about = {"type": "user", "uuid": ident, "parentUuid": more.pop("above", None), "sessionId": session}
        return json.dumps(about | stamp | {"message": message} | more) + "\n"

    first, fork = tmp_path / "s1.jsonl", tmp_path / "s2.jsonl"
    first.write_text(row("u1", "Add retries", "s1"))
    copied = row("u1", "Add retries", "s2", forkedFrom={"sessionId": "s1", "messageUuid": "u1"})
    fork.write_text(copied + row("u2", "Measure it then", "s2", above="u1"))
    for path, ident in ((first, "s1"), (fork, "s2")):
        ingest_transcript(opened("stated", "claude-code", ident), "claude-code", str(path), ident)
    session = find_session(opened(), "s2")
    assert ([prompt.text for prompt in session.prompts], session.parent) == (["Measure it then"], "s1")


def test_chats_in_files_of_the_same_name_are_several(opened: Opened, tmp_path: Path) -> None:
    paths = [tmp_path / name / "chat.md" for name in ("first", "second")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(f"User: tell me of the {path.parent.name} one\n\nAssistant: It is {path.parent.name}.\n")
    for _ in range(2):
        turns = [ingest_sessions(opened(), find_file_sessions([str(path)])).turns for path in paths]
    assert turns == [0, 0], "what was read is not read again"
    paths[0].rename(moved := tmp_path / "chat.md")
    ingest_sessions(opened(), find_file_sessions([str(moved)]))
    sessions = [opened().sessions.load(one) for one in opened().sessions.entries()]
    asked = sorted(prompt.text for session in sessions if session for prompt in session.prompts)
    assert asked == ["tell me of the first one", "tell me of the second one"]


def test_turns_whose_ids_only_count_lines_are_no_copies(opened: Opened, tmp_path: Path) -> None:
    def row(role: str, text: str) -> str:
        return json.dumps({"role": role, "message": {"content": [{"type": "text", "text": text}]}}) + "\n"

    paths = [tmp_path / name for name in ("c1.jsonl", "c2.jsonl")]
    for path, task in zip(paths, ("Add retries", "Look at the pool"), strict=True):
        path.write_text(row("user", task) + row("assistant", f"{task}: done."))
    ingest_transcript(opened(), "cursor", str(paths[0]), "c1")
    ingest_transcript(opened(), "cursor", str(paths[1]), "c2", parent="c1")
    assert [prompt.text for prompt in find_session(opened(), "c2").prompts] == ["Look at the pool"]


def test_sessions_are_listed_and_found(opened: Opened, tmp_path: Path) -> None:
    for number, branch in enumerate(("main", "feat", "main"), 1):
        one = Transcript(tmp_path / f"t{number}")
        one.turns.append(said("user", f"task {number}", number, branch=branch))
        ingest_transcript(opened(), AGENT, one.path, f"aaaa{number}", read=one.read)
    memory = opened()
    assert [session.id for session in list_sessions(memory)] == ["aaaa3", "aaaa2", "aaaa1"]
    assert [session.id for session in list_sessions(memory, branch="main", limit=1)] == ["aaaa3"]
    assert [session.id for session in list_sessions(memory, since="2026-11-20T10:02:00Z")] == ["aaaa3", "aaaa2"]
    last = find_last_session(memory, exclude="aaaa3")
    assert last is not None and last.id == "aaaa1"
    assert find_session(memory, "latest").id == "aaaa3"
    with pytest.raises(Ambiguous):
        find_session(memory, "aaaa")
    with pytest.raises(NotFound):
        find_session(memory, "bbbb")


def test_a_history_of_many_sessions_is_read_once(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ".aider.chat.history.md"
    path.write_text("".join(
        f"\n# aider chat started at 2026-01-{day:02d} 10:00:00\n\n#### add page {day}  \n\nPage {day} is there.\n\n"
        for day in range(1, 29)
    ))  # fmt: skip
    counted: list[int] = []
    split = aider._split_blocks
    monkeypatch.setattr(aider, "_split_blocks", lambda part: counted.append(1) or split(part))
    summary = ingest_sessions(opened(), find_file_sessions([str(path)]))
    assert sorted(session.title for session in summary.sessions) == sorted(f"add page {day}" for day in range(1, 29))
    assert len(counted) <= 3 * 29  # to list the sessions, and to read them
    single = aider.read_turns(str(path), 0, "aider-2026-01-07T100000")
    assert [turn.text.strip() for turn in single] == ["add page 7", "Page 7 is there."]


def test_a_document_that_grew_is_not_complete(opened: Opened, tmp_path: Path) -> None:
    memory = opened()
    path = tmp_path / ".hermes" / "sessions" / "session_h1.json"
    path.parent.mkdir(parents=True)

    def write(count: int, modified: float) -> None:
        messages = [{"role": ("user", "assistant")[n % 2], "content": f"message {n}"} for n in range(count)]
        document = {"session_id": "h1", "platform": "cli", "session_start": "2026-11-20T10:00:00"}
        path.write_text(json.dumps(document | {"cwd": memory.project.root, "messages": messages}))
        os.utime(path, (modified, modified))

    def take_in() -> int:
        memory = opened()
        return ingest_sessions(memory, find_new_sessions(memory, agents=("hermes",))).turns

    write(4, 1_000)
    assert (take_in(), len(find_new_sessions(opened(), agents=("hermes",)))) == (4, 0)
    write(8, 1 << 33)
    assert take_in() == 4


def test_a_document_that_changed_just_before_it_was_read_is_looked_at_again(opened: Opened, tmp_path: Path) -> None:
    """Its time may be that of a change which came while its session was written."""
    memory = opened()
    path = tmp_path / ".hermes" / "sessions" / "session_h1.json"
    path.parent.mkdir(parents=True)

    def write(count: int, modified: float) -> None:
        messages = [{"role": ("user", "assistant")[n % 2], "content": f"message {n}"} for n in range(count)]
        document = {"session_id": "h1", "platform": "cli", "session_start": "2026-11-20T10:00:00"}
        path.write_text(json.dumps(document | {"cwd": memory.project.root, "messages": messages}))
        os.utime(path, (modified, modified))

    def take_in() -> int:
        memory = opened()
        return ingest_sessions(memory, find_new_sessions(memory, agents=("hermes",))).turns

    tick = time.time()
    write(4, tick)
    assert take_in() == 4
    write(6, tick)
    assert (take_in(), take_in()) == (2, 0)
    os.utime(path, (tick - 60, tick - 60))
    assert find_new_sessions(opened(), agents=("hermes",)) == []


def test_a_session_of_a_database_goes_on_with_its_own_mark(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path, isolation_level=None)
    columns = "session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT"
    connection.executescript(
        "CREATE TABLE session (id TEXT, directory TEXT, time_updated INTEGER);"
        f"CREATE TABLE message (id TEXT, {columns}); CREATE TABLE part (id TEXT, message_id TEXT, {columns});"
    )

    def say(session: str, number: int) -> None:
        message = json.dumps({"role": "user", "time": {"created": number}})
        part = json.dumps({"type": "text", "text": f"Task {number} of {session}"})
        connection.execute(
            "INSERT INTO message VALUES (?, ?, ?, ?, ?)", (f"m{number}", session, number, number, message)
        )
        row = (f"p{number}", f"m{number}", session, number, number, part)
        connection.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", row)

    def take_in(session: str) -> int:
        memory = opened("stated", "opencode", session)
        source = find_session_source(memory, "opencode", session)
        assert source is not None
        return ingest_transcript(memory, "opencode", str(path), session, read=make_reader(source)).turns

    for number, session in enumerate(("s1", "s2"), 1):
        connection.execute("INSERT INTO session VALUES (?, ?, 1)", (session, opened().project.root))
        say(session, number)
        assert take_in(session) == 1
    names = [f"{path}#{session}" for session in ("s1", "s2")]
    first, second = (opened().marks.get(name) for name in names)
    assert first and second and first != second
    say("s1", 3)
    assert (take_in("s1"), take_in("s2")) == (1, 0)
    assert opened().marks.get(names[0]) != first and opened().marks.get(names[1]) == second
    assert [prompt.text for prompt in find_session(opened(), "s1").prompts] == ["Task 1 of s1", "Task 3 of s1"]
    connection.close()


def test_what_sub_agents_said_beside_a_session_is_taken_in_with_it_and_once(opened: Opened, tmp_path: Path) -> None:
    """Kimi Code's hooks name no transcript, and the files of a session and its sub-agents have the session's name."""
    folder = tmp_path / ".kimi-code/sessions/wd_shop/session_1/agents"
    told = 'It leaks. <backstory:remember kind="fact">The pool leaks one connection an hour</backstory:remember>'
    head = {"type": "metadata", "protocol_version": "1"}
    start = {"type": "session.start", "cwd": opened().project.root, "time": 1795490000000}

    def event(kind: str, **more: object) -> dict[str, object]:
        return {"type": "context.append_loop_event", "event": {"type": kind, **more}, "time": 1795490001000}

    def ask(text: str, **origin: str) -> dict[str, object]:
        parts = [{"type": "text", "text": text}]
        return {"type": "turn.prompt", "input": parts, "origin": {"kind": "user", **origin}, "time": 1795490000500}

    task = "Look around the pool"
    rows = {
        "agent-0": [
            ask(task, kind="system", name="subagent"), event("content.part", part={"type": "text", "text": told}),
        ],
        "main": [
            ask("send somebody"), event("tool.call", toolCallId="c1", name="Agent", args={"prompt": task}),
            event("tool.result", toolCallId="c1", result={"output": "It leaks."}),
        ],
    }  # fmt: skip
    for name, lines in rows.items():
        path = folder / name / "wire.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in (head, start, *lines)))

    memory = opened("stated", "kimi", "session_1")
    source = find_session_source(memory, "kimi", "session_1")
    assert source is not None and source.file.path == str(folder / "main/wire.jsonl")
    session = ingest_transcript(memory, "kimi", source.file.path, "session_1", read=make_reader(source)).session
    assert [prompt.text for prompt in session.prompts] == ["send somebody"]
    assert ingest_session_subagents(memory, "kimi", session, find=True) == 1
    (agent,) = find_session(opened(), "session_1").subagents
    assert agent.task == task and "It leaks" in agent.report and agent.source
    assert ingest_session_subagents(memory, "kimi", find_session(opened(), "session_1"), find=True) == 0


@pytest.mark.parametrize("budget", [500, 1200])
def test_a_brief_tells_the_work_of_its_own_branch(opened: Opened, transcript: Transcript, budget: int) -> None:
    transcript.turns += [
        said("user", "Correct the spelling of `receive` in the readme", 1, branch="main"),
        said("assistant", "Corrected.", 2, branch="main"),
        said("user", "Add retries to `pool.py` with a growing delay", 3, branch="feat/retry"),
        said("tool", "", 4, branch="feat/retry", action="edit", edits=("src/pool.py",), call="1"),
        said("tool", "", 5, branch="feat/retry", action="command", command="pytest -q", call="2"),
        said("result", "FAILED t.py::test_delay - assert 1\n1 failed in 0.1s", 6, branch="feat/retry", call="2"),
        said("assistant", "Next:\n- make `test_delay` pass", 7, branch="feat/retry"),
        said("user", "Leave it. On main: which Python versions does `setup.cfg` name?", 8, branch="main"),
        said("assistant", "`setup.cfg` names 3.9 to 3.12.", 9, branch="main"),
    ]
    memory = opened()
    root = Path(memory.project.root)
    git(root, "branch", "feat/retry")
    ingest_transcript(memory, AGENT, transcript.path, "s1", read=transcript.read)
    brief = memory.brief(mode="claude-code-restore", budget=budget).text
    assert "setup.cfg" in brief
    assert all(word not in brief for word in ("retries", "test_delay", "pool.py", "growing"))
    git(root, "switch", "-q", "feat/retry")
    brief = opened().brief(mode="claude-code-restore", budget=budget).text
    assert all(word in brief for word in ("retries", "test_delay", "src/pool.py"))
    assert "setup.cfg" not in brief
    git(root, "switch", "-q", "-c", "other", "main")
    told = opened().brief(mode="claude-code-restore", budget=budget).text.splitlines()
    labels = ("- task", "- last tests", "- tests", "- next", "- edited", "- files")
    assert any("setup.cfg" in line for line in told)
    assert all("on main" in line for line in told if line.startswith(labels))


def test_a_session_whose_transcript_names_no_branch_follows_the_one_that_is_checked_out(
    opened: Opened, transcript: Transcript
) -> None:
    def take_in(*turns: Turn) -> Session:
        transcript.turns += turns
        return ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read, live=Live()).session

    root = Path(opened().project.root)
    git(root, "branch", "feat/retry")
    assert take_in(said("user", "Correct the readme", 1), said("assistant", "Corrected.", 2)).branch == "main"
    git(root, "switch", "-q", "feat/retry")
    session = take_in(said("user", "Add retries", 3), said("assistant", "Added.", 4))
    assert session.branch == "feat/retry"
    assert find_branch(session, 1) == find_branch(session, 2) == "main"
    assert find_branch(session, 3) == find_branch(session, 4) == "feat/retry"
    git(root, "switch", "-q", "main")
    assert take_in().branch == "feat/retry", "nothing was said since"


def test_an_answer_does_not_repeat_the_password_of_the_prompt(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [
        said("user", "the staging db password is Kartoffel7, user bob. Check the row counts", 1),
        said("tool", "", 2, action="command", command="psql -h staging --user bob --set p=Kartoffel7", call="1"),
        said("assistant", "Ok, I connected with bob / Kartoffel7. The counts are equal because the import is idle.", 3),
        said("user", "good, go on", 4),
        said("assistant", "I decided to keep Kartoffel7 out of the script, because it is committed.", 5),
    ]
    memory = opened()
    ingest_transcript(memory, AGENT, transcript.path, "s1", read=transcript.read)
    for folder in (memory.project.private, memory.project.root):
        for path in Path(folder).rglob("*"):
            assert not path.is_file() or b"Kartoffel7" not in path.read_bytes(), path
    (answer, *_) = find_session(opened(), "s1").answers
    assert "connected with bob / [REDACTED:" in answer.text


def test_a_later_reading_hides_what_an_earlier_one_learnt(
    opened: Opened, transcript: Transcript, tmp_path: Path
) -> None:
    transcript.turns += [said("user", "the staging db password is Kartoffel7, user bob. Check the row counts", 1)]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    transcript.turns += [
        said("tool", "", 2, action="command", command="psql -h staging --user bob --set p=Kartoffel7", call="1"),
        said("assistant", "Ok, I connected with bob / Kartoffel7. The counts are equal because the import is idle.", 3),
    ]
    ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read)
    sub = Transcript(tmp_path / "sub.jsonl")
    sub.turns += [said("assistant", "I use Kartoffel7 for bob, and found 12 rows.", 1)]
    ingest_subagent(opened(), AGENT, sub.path, "s1", "a1", read=sub.read)
    other = Transcript(tmp_path / "other.jsonl")
    other.turns += [said("user", "try bob / Kartoffel7 again", 1), said("assistant", "bob / Kartoffel7 works.", 2)]
    ingest_transcript(opened(), AGENT, other.path, "s2", read=other.read)
    memory = opened()
    kept = memory.remember(Draft(kind="fact", title="staging answers to bob / Kartoffel7"))
    assert "[REDACTED:" in kept.record.title
    for folder in (memory.project.private, memory.project.root):
        for path in Path(folder).rglob("*"):
            assert not path.is_file() or b"Kartoffel7" not in path.read_bytes(), path


def test_digests_of_secrets_expire_with_the_sessions(opened: Opened, transcript: Transcript) -> None:
    transcript.turns += [said("user", "the staging db password is Kartoffel7, user bob", 1)]
    memory = opened()
    ingest_transcript(memory, AGENT, transcript.path, "s1", read=transcript.read)
    path = Path(memory.project.private, "stated")
    assert path.read_text()
    start = memory.now()
    later = opened()
    later.now = lambda: start + 30 * 86_400
    tidy_files(later)
    assert path.read_text()
    later.now = lambda: start + 500 * 86_400
    tidy_files(later)
    assert not path.read_text()


def test_a_change_that_was_brought_again_is_no_dead_end(repo: Path, opened: Opened) -> None:
    for subject in ("Add the pool (#1)", 'Revert "Add the pool (#1)"', "Add the pool (#2)", 'Revert "Cache it"'):
        git(repo, "commit", "-q", "--allow-empty", "-m", f"{subject}\n\nIt leaked connections in staging.")
    assert [one.record.title for one in ingest_commits(opened()).kept] == ["Cache it"]


def test_a_change_that_came_back_in_another_way_is_no_dead_end(repo: Path, opened: Opened) -> None:
    def commit(message: str) -> None:
        git(repo, "commit", "-q", "--allow-empty", "-m", message)

    def head() -> str:
        return subprocess.run(
            ["git", "-C", repo, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
        ).stdout.strip()

    commit('Revert "Switch from threads to a queue"')
    commit("worker: switch back to a queue")
    commit('Revert "Keep sockets open"')
    commit(f"Sockets stay open after all\n\nThis reverts commit {head()}.")
    commit('Revert "Poll the disk"')
    commit(f"Poll less\n\nThis reverts commit {head()}.")
    commit(f"Poll no more\n\nThis reverts commit {head()}.")
    commit('Revert "Add lindgren as a maintainer"')
    assert [one.record.title for one in ingest_commits(opened()).kept] == ["Poll the disk"]


def test_what_commits_state_is_taken_in_once_and_older_statements_never_follow(
    repo: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        text = f"Step {number}\n\nWe decided to keep queue {number} as is."
        git(repo, "commit", "-q", "--allow-empty", "-m", text)
        opened().remember(Draft(kind="fact", title=f"Recorded at commit {number}"))  # that says nothing of its message
    monkeypatch.setattr(commit_history, "MAX_KEPT", 2)
    first = ingest_commits(opened())
    assert [one.record.title for one in first.kept] == ["Step 4", "Step 3"]
    assert (first.left_out, first.cut_at) == (3, 0)
    assert find_commit_claims(opened()).claims == ()
    assert ingest_commits(opened()).kept == ()
    monkeypatch.setattr(commit_history, "MAX_COMMITS", 3)
    assert find_commit_claims(opened()).cut_at == 3


def test_the_end_of_an_id_that_log_prints_finds_its_session(opened: Opened) -> None:
    session = start_session(opened(), goal="look around")
    assert "Z" in session.id
    assert find_session(opened(), short_session(session.id)).id == session.id


def test_a_sentence_that_cannot_be_read_costs_no_other(
    opened: Opened, transcript: Transcript, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = selection.judge_answer

    def fail(answer: str, last: bool) -> tuple[selection.Judged, ...]:
        if "unreadable" in answer:
            raise IndexError("a fault in a pattern")
        return judge(answer, last)

    monkeypatch.setattr(selection, "judge_answer", fail)
    monkeypatch.setattr(remarks, "judge_answer", fail)
    transcript.turns = [
        said("user", "Never add a dependency without asking me. Port the pool.", 1),
        said("assistant", "An unreadable answer.", 2),
        said("user", "And from now on run the tests with -x.", 3),
        said("assistant", "The pool is ported. `test_close` is red.", 4),
    ]
    memory = opened()
    taken = ingest_transcript(memory, AGENT, transcript.path, "s1", read=transcript.read)
    assert {type(one) for one in taken.failures} == {IndexError}
    assert taken.session.answers[-1].text == "The pool is ported. `test_close` is red."
    assert [one.text[:9] for one in taken.session.prompts] == ["Never add", "And from "]
    assert {one.record.title for one in taken.kept if one.record.kind == "rule"} == {
        "Never add a dependency without asking me",
        "from now on run the tests with -x",
    }
    transcript.turns += [said("user", "Thanks.", 5), said("assistant", "The cache is next.", 6)]
    assert ingest_transcript(opened(), AGENT, transcript.path, "s1", read=transcript.read).failures == ()
