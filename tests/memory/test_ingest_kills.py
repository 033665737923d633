"""A long transcript whose intake is killed: the next one goes on, and the result is that of an unbroken run."""

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.sweeps import every

from backstory.api import Memory, find_session, ingest_transcript
from backstory.memory.intake import ingest, intake
from backstory.memory.kernel.session_records import list_session_records

Opened = Callable[..., Memory]
AGENT = "claude-code"
SESSION = "long"
PROMPTS = {
    4: "Never edit the schema by hand, it is generated.",
    20: "Let's go with pnpm instead of lerna, Jo from platform wants one tool.",
    33: "From now on always run the tests with -n 2 here.",
    47: "No, let's go with bazel instead of pnpm after all, since the builds of the workers need it.",
}
STATEMENTS = (
    "I tried a property with a setter and took it back: a subclass replaces it.",
    "Setting it per statement did not work: alembic opens a new transaction for each revision.",
    "Making `strict` keyword-only broke `loader.py`, which passes it by position, so I reverted that.",
    "Polling is out: it rounds every measurement up to the next wake-up.",
    "The cause is `useCart()`: it reads localStorage during the first render.",
    "It fails because `os.rename` raises when the target exists.",
    "I went with `encoding/json` rather than jsoniter because the payload is small.",
    "I kept it on the class instead of in `__init__`, since old pickles skip that.",
    "I tried a GIN index and reverted it, because the planner ignores it.",
)
"""What an agent says that is kept."""


def write_transcript(path: Path, rounds: int) -> None:
    rows: list[dict[str, Any]] = []

    def add(kind: str, content: object, **more: Any) -> None:
        number = len(rows)
        message = {"role": kind, "content": content} | ({"id": f"m{number}"} if kind == "assistant" else {})
        rows.append({
            "type": kind, "uuid": f"row-{number}", "parentUuid": f"row-{number - 1}" if number else None,
            "sessionId": SESSION, "timestamp": f"2026-11-20T{10 + number // 3600:02d}:{number // 60 % 60:02d}:"
            f"{number % 60:02d}.000Z", "message": message, **more,
        })  # fmt: skip

    for number in range(rounds):
        add("user", PROMPTS.get(number, f"Round {number}: the jobs get lost, please find out why"))
        call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": f"pytest -q t{number}"}}
        text = {"type": "text", "text": f"I run the tests of round {number}."}
        add("assistant", [text, call])  # two turns in one row
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": f"1 failed, {number} passed"}
        add("user", [result | {"is_error": number % 3 == 0}])
        said = STATEMENTS[number // 3 % len(STATEMENTS)]
        if number % 7 == 0:
            said += f'\n\n<backstory:remember type="fact">Round {number} has ended</backstory:remember>'
        add("assistant", [{"type": "text", "text": said}])
    path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows))


def look(memory: Memory) -> tuple[Any, Any]:
    """The session and the records, without the ids of records."""
    rows = memory.fresh().rows(include_retracted=True)
    titles = {row.record.id: row.record.title for row in rows}
    records = sorted(
        (record.kind, record.title, record.body, record.tier, record.origin.session,
         sorted((link.relation, titles[link.target]) for link in record.links))
        for record in (row.record for row in rows)
    )  # fmt: skip
    session = find_session(memory, SESSION)
    made = sorted(row.record.title for row in list_session_records(memory, session))
    return (msgspec.structs.replace(session, records=()), made), records


def die_at(count: int, work: Callable[[], object]) -> bool:
    """Whether a process that does some work was killed before the change of a file with this number."""
    child = os.fork()
    if not child:
        left = [count]

        def counting(change: Callable[..., None]) -> Callable[..., None]:
            def counted(*args: Any, **more: Any) -> None:
                left[0] -= 1
                if left[0] < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                change(*args, **more)

            return counted

        for name in ("replace", "rename", "link", "unlink"):
            setattr(os, name, counting(getattr(os, name)))
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_an_intake_that_is_killed_goes_on_where_it_was(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, data = tmp_path / "long.jsonl", tmp_path / "data"
    write_transcript(path, 60)
    monkeypatch.setattr(intake, "BATCH", 16)
    monkeypatch.setattr(ingest, "SAVED_AFTER", 40)
    opened().fresh()
    shutil.copytree(data, tmp_path / "empty")

    def take_in() -> None:
        ingest_transcript(opened("stated", AGENT, SESSION), AGENT, str(path), SESSION)

    def begin_anew() -> None:
        shutil.rmtree(data)
        shutil.copytree(tmp_path / "empty", data)

    take_in()
    whole = look(opened())
    assert whole[0][0].position == path.stat().st_size and len(whole[1]) > 15
    deaths = gone_on = 0
    for count in range(1, 10_000, every(9)):
        begin_anew()
        if not die_at(count, take_in):
            break
        deaths += 1
        kept = [session.position for session in opened().sessions.newest()]
        gone_on += bool(kept and 0 < kept[0] < path.stat().st_size)
        take_in()
        again = look(opened())
        assert again[1] == whole[1], f"killed before change {count}"
        assert again[0] == whole[0], f"killed before change {count}"
    assert deaths >= 8 and gone_on > deaths // 3
