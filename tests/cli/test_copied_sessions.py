"""A session that stands in several files is taken in once: copies, storages of two versions, silent sub-agents."""

import json
import os
import shutil
from hashlib import md5
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.test_ingest import write

OLDER = 1_000.0
"""Seconds by which a file is older than now."""


def write_rows(path: Path, rows: list[Any], age: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    moment = path.stat().st_mtime - OLDER - age
    os.utime(path, (moment, moment))


def talk_with_kimi(project: Path, turns: int, subject: str = "part") -> list[Any]:
    rows: list[Any] = [{"type": "metadata", "protocol_version": "1.4"}, {"type": "config.update", "cwd": str(project)}]
    for number in range(turns):
        asked = [{"type": "text", "text": f"Add retries to {subject} {number}"}]
        part = {"type": "text", "text": f"{subject} {number} has retries, since the gateway drops requests."}
        time = 1784950600000 + number
        rows.append({"type": "turn.prompt", "input": asked, "origin": {"kind": "user"}, "time": time})
        rows.append(
            {"type": "context.append_loop_event", "event": {"type": "content.part", "part": part}, "time": time}
        )
    return rows


def talk_with_copilot(project: Path, *said: str) -> list[Any]:
    context = {"cwd": str(project), "branch": "main"}
    start = {"sessionId": "c1", "version": 1, "producer": "copilot-agent", "context": context}
    rows: list[Any] = [{"type": "session.start", "data": start, "id": "e0", "timestamp": "2026-11-20T10:00:00Z"}]
    for number, text in enumerate(said, 1):
        kind = "user.message" if number % 2 else "assistant.message"
        rows.append({"type": kind, "data": {"content": text}, "id": f"e{number}", "timestamp": "2026-11-20T10:00:01Z"})
    return rows


@pytest.fixture
def kimi(project: Path, home: Path) -> Path:
    """A session of Kimi in both storages and in a copy, and another one with two sub-agents."""
    top = home / ".kimi-code" / "sessions"
    write_rows(top / "wd_shop/s1/agents/main/wire.jsonl", talk_with_kimi(project, 3), 0)
    write_rows(top / "wd_copy/s1/agents/main/wire.jsonl", talk_with_kimi(project, 2), 50)
    name = md5(os.fsencode(project), usedforsecurity=False).hexdigest()
    write_rows(home / ".kimi/sessions" / name / "s1/wire.jsonl", talk_with_kimi(project, 2), 100)
    write_rows(top / "wd_shop/s2/agents/main/wire.jsonl", talk_with_kimi(project, 1), 0)
    write_rows(top / "wd_shop/s2/agents/one/wire.jsonl", talk_with_kimi(project, 0), 0)
    write_rows(top / "wd_shop/s2/agents/two/wire.jsonl", talk_with_kimi(project, 1, "callers"), 0)
    return top / "wd_shop/s1/agents/main/wire.jsonl"


def take_in(run: Run, *arguments: str) -> dict[str, int]:
    """Session -> its prompts, of those that were taken in."""
    return {one["id"]: len(one.get("prompts", ())) for one in run("ingest", *arguments, "--json").json["sessions"]}


def count_prompts(run: Run, session: str) -> int:
    return len(run("session", "show", session, "--json").json["prompts"])


def test_the_newest_file_of_a_session_counts(kimi: Path, run: Run) -> None:
    assert take_in(run) == {"s1": 3, "s2": 1}
    assert take_in(run) == {}
    assert "nothing to ingest" in run("ingest").err
    assert count_prompts(run, "s1") == 3
    assert count_prompts(run, "s2") == 1, "a sub-agent without a word is no new beginning"


def test_the_storages_of_a_version_and_the_next_are_one(project: Path, home: Path, run: Run) -> None:
    state = home / ".copilot" / "session-state"
    rows = talk_with_copilot(project, "Port the pool", "It runs on psycopg now.", "And the docs?")
    write_rows(state / "c1" / "events.jsonl", rows, 0)
    write_rows(state / "c1.jsonl", rows[:2], 60)
    assert take_in(run) == {"c1": 2}
    assert take_in(run) == {}
    assert count_prompts(run, "c1") == 2


def test_a_session_of_two_old_files_with_its_id_is_one(project: Path, home: Path, run: Run) -> None:
    storage = home / ".local/share/opencode/storage"
    session = {"id": "o1", "projectID": "p", "directory": str(project), "time": {"updated": 1784950600000}}
    parts: list[tuple[str, Any]] = [
        ("session/p/o1", session),
        ("session/p/ses_o1", session),
        ("message/o1/m1", {"id": "m1", "sessionID": "o1", "role": "user", "time": {"created": 1784950000000}}),
        ("part/m1/p1", {"id": "p1", "messageID": "m1", "sessionID": "o1", "type": "text", "text": "Parse the dates"}),
    ]
    for name, value in parts:
        path = storage / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    assert take_in(run) == {"o1": 1}
    assert take_in(run) == {}


def test_a_copy_adds_nothing_and_one_that_goes_on_adds_the_rest(project: Path, home: Path, run: Run) -> None:
    own = write(home, project, "aaaa", ("user", "Add retries"), ("assistant", "Done."))
    assert take_in(run) == {"aaaa": 1}
    copy = home / "copy" / "aaaa.jsonl"
    copy.parent.mkdir()
    copy.write_text("".join(own.read_text().splitlines(keepends=True)[:1]))
    for source in (str(copy), str(copy.parent)):
        assert take_in(run, source) == {}
    shutil.copy(own, copy)
    assert take_in(run, str(copy)) == {}
    assert take_in(run) == {}
    row = json.loads(own.read_text().splitlines()[0]) | {"uuid": "more"}
    with copy.open("a") as handle:
        handle.write(json.dumps(row | {"message": {"role": "user", "content": "And the docs"}}) + "\n")
    assert take_in(run, str(copy)) == {"aaaa": 2}
    assert take_in(run, str(copy)) == {}
    assert take_in(run) == {}, "what the agent keeps is the older of the two"
    assert count_prompts(run, "aaaa") == 2


def test_of_the_files_of_a_folder_the_one_with_most_of_a_session_counts(project: Path, home: Path, run: Run) -> None:
    own = write(home, project, "aaaa", ("user", "Add retries"), ("assistant", "Done."), ("user", "And the docs"))
    folder = home / "backups"
    folder.mkdir()
    lines = own.read_text().splitlines(keepends=True)
    for number, name in enumerate(("a", "b", "c")):
        (folder / f"{name}.jsonl").write_text("".join(lines[: (1, 3, 2)[number]]))
    own.unlink()
    assert take_in(run, str(folder)) == {"aaaa": 2}
    assert take_in(run, str(folder)) == {}
    assert count_prompts(run, "aaaa") == 2
