"""A transcript that is taken in at the end of each turn gives what it gives at once: session, records and index."""

import gc
import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.memory.test_passage_changes import rows as list_passages

from backstory.agents.transcripts import READERS, load_reader, recognize_agent
from backstory.api import Memory, find_session, ingest_transcript
from backstory.memory.answers.sessions import list_prompts
from backstory.model.record import Draft
from backstory.model.session import Prompt, Session
from backstory.store.places import make_private

Opened = Callable[..., Memory]
AGENTS = Path(__file__).parents[1] / "agents"
FILES = [
    path
    for name, _ in READERS
    for path in sorted((AGENTS / name.replace("-", "_") / "transcripts").glob("**/*.jsonl"))
    if recognize_agent(str(path)) and path.parent.name != "chatSessions"  # of VS Code: each is one document
]
PROMPTS = (
    "From now on run the tests with -x", "We use psycopg 3 from now on", "Mend the export, please",
    "Still the same error.", "yes", "never commit to main", "Let's go with asyncpg instead of psycopg 3",
    "I decided to keep the old pool because the new one leaks.", "The timeout is 30 s, not 20 s",
)  # fmt: skip
ANSWERS = (
    "Done.", "Shall I use asyncpg or psycopg?", "The issue was a stale handle. I replaced `open()` with `reopen()`.",
    "I went with asyncpg, because it has no locks.", "The cause is a missing lock.",
    "I tried `autocommit=True` and reverted it, because half of the rows were left.",
    "I decided to keep the old pool because the new one leaks.", "Next: measure the pool under load.",
)  # fmt: skip


def list_turn_ends(path: Path) -> list[int]:
    """The numbers of lines before which a prompt begins, and of all lines."""
    reader = load_reader(recognize_agent(str(path)))
    assert reader is not None
    turns = [turn for turn in reader.read_turns(str(path)) if not turn.abandoned]
    starts = {turn.line - 1 for turn in turns if turn.role == "user" and not turn.sidechain and turn.line > 1}
    return [*sorted(starts), len(path.read_bytes().splitlines())]


def tell_records(memory: Memory) -> list[tuple[Any, ...]]:
    """What the records say, without what names them, and without the time of what was stated: that of taking it in."""
    rows = memory.fresh().rows(include_retracted=True, include_hidden=True)
    return sorted(
        (
            *(one.kind, one.title, one.body, one.tier, one.status, one.tags),
            *("" if one.origin.how == "stated" else one.made, one.origin.how, one.origin.quote),
        )
        for one in (row.record for row in rows)
    )


def take_in(opened: Opened, agent: str, path: Path, states: Sequence[bytes]) -> Memory:
    """The memory, which was empty before, after a transcript was taken in in each of its states."""
    project = opened().project
    gc.collect()  # an index that is closed meanwhile removes files below rmtree
    shutil.rmtree(project.home)
    make_private(project)
    for state in states:
        path.write_bytes(state)
        ingest_transcript(opened(), agent, str(path), "s1")
        opened().fresh()
    return opened()


def tell_session(memory: Memory) -> tuple[Session, list[tuple[Any, ...]]]:
    """The session without the names of its records, and its passages in the index."""
    return msgspec.structs.replace(find_session(memory, "s1"), records=()), list_passages(memory)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.relative_to(AGENTS).parts[0]}-{path.name}")
def test_a_transcript_of_each_agent_gives_the_same(opened: Opened, tmp_path: Path, path: Path) -> None:
    folder = tmp_path / "agent"
    shutil.copytree(path.parent, folder)
    agent, lines = recognize_agent(str(path)), path.read_bytes().splitlines(keepends=True)
    states = [b"".join(lines[:end]) for end in list_turn_ends(path)]
    memory = take_in(opened, agent, folder / path.name, states)
    session, records = tell_session(memory), tell_records(memory)
    whole = take_in(opened, agent, folder / path.name, states[-1:])
    assert (tell_session(whole), tell_records(whole)) == (session, records)


def row(role: str, content: object, number: int) -> dict[str, Any]:
    """A row of a transcript as Claude Code writes it."""
    return {
        "type": role, "uuid": f"u{number}", "sessionId": "s1", "cwd": "", "gitBranch": "main",
        "timestamp": f"2026-11-20T{10 + number // 60:02}:{number % 60:02}:00.000Z",
        "message": {"role": role, "content": content},
    }  # fmt: skip


def write_turn(prompt: str, answers: Sequence[str], number: int) -> bytes:
    """The rows of a turn: a prompt, and an edit before each further answer."""
    rows = [row("user", prompt, number)]
    for place, answer in enumerate(answers):
        if place:
            edit = {"file_path": "src/pool.py", "old_string": "return 1", "new_string": "return 2"}
            call = {"type": "tool_use", "id": f"t{number}-{place}", "name": "Edit", "input": edit}
            result = {"type": "tool_result", "tool_use_id": call["id"], "content": "ok"}
            rows += [row("assistant", [call], number + len(rows)), row("user", [result], number + len(rows) + 1)]
        rows.append(row("assistant", [{"type": "text", "text": answer}], number + len(rows)))
    return b"".join(json.dumps(one).encode() + b"\n" for one in rows)


turns = st.tuples(st.sampled_from(PROMPTS), st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=3))


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(talk=st.lists(turns, min_size=1, max_size=6), ends=st.sets(st.integers(1, 6)))
def test_any_conversation_gives_the_same_session(
    opened: Opened, tmp_path: Path, talk: list[tuple[str, list[str]]], ends: set[int]
) -> None:
    texts = [write_turn(prompt, answers, 10 * number) for number, (prompt, answers) in enumerate(talk)]
    states = [b"".join(texts[:end]) for end in sorted(ends | {len(texts)}) if end <= len(texts)]
    path = tmp_path / "s1.jsonl"
    session = tell_session(take_in(opened, "claude-code", path, states))
    assert tell_session(take_in(opened, "claude-code", path, states[-1:])) == session


def test_a_record_that_was_edited_in_place_is_read_once_the_turn_is_in(opened: Opened, tmp_path: Path) -> None:
    path = opened().remember(Draft(kind="decision", title="Use psycopg 3 for the pool")).path
    for place in (path, os.path.dirname(path), os.path.dirname(os.path.dirname(path))):
        os.utime(place, (1_700_000_000, 1_700_000_000))  # long ago, so that their times prove something
    opened().fresh()
    text = Path(path).read_text().replace("Use psycopg 3", "Use psycopg 4")
    with open(path, "r+") as handle:
        handle.write(text)
    memory, transcript = opened(), tmp_path / "s1.jsonl"
    transcript.write_bytes(write_turn("From now on run the tests with -x", ["Done."], 0))
    kept = ingest_transcript(memory, "claude-code", str(transcript), "s1").kept
    titles = {row.record.title for row in memory.fresh().rows()}
    assert len(kept) == 1 and titles == {"Use psycopg 4 for the pool", "From now on run the tests with -x"}


def test_what_was_asked_before_is_listed_by_the_ends_of_sessions(opened: Opened) -> None:
    for number, ident in ((2, "newer"), (1, "older"), (3, "own")):
        prompts = (Prompt(f"{ident} one"), Prompt(f"{ident} two"))
        opened().sessions.write(Session(id=ident, agent="codex", prompts=prompts, ended=f"2026-11-2{number}T10:00:00Z"))
    own = opened().sessions.get("codex", "own")
    assert own is not None
    asked = [f"{ident} {word}" for ident in ("older", "newer", "own") for word in ("one", "two")]
    assert list_prompts(opened(), own) == asked
