"""`forget SESSION` takes the whole session: its words, its runs and its records. Nothing of it comes back."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.test_forget_everything import spoken

from backstory.api import Channel, Memory, forget, ingest_transcript, plan_forget
from backstory.memory.verbs import forget as forget_verb
from backstory.model.event import Event
from backstory.model.run import Run as ObservedRun
from backstory.model.session import Prompt, Session

IDENT, OTHER = "0c1d2e3f-0000-4000-8000-00000000abcd", "1c1d2e3f-0000-4000-8000-00000000beef"
SAID = "From now on every invoice number starts with the word quagmire, Lena decided that."
DONE = "Done, the invoice numbers start with quagmire now. Next: tell the warehouse about zanzibar."
Tell = Callable[..., Path]


def row(session: str, kind: str, content: Any, minute: int, **more: Any) -> str:
    document = {
        "type": kind,
        "uuid": f"{session[:8]}-{minute}",
        "sessionId": session,
        "timestamp": f"2026-11-20T09:{minute:02}:00Z",
        "message": {"role": kind, "content": content, **({"stop_reason": "end_turn"} if kind == "assistant" else {})},
        **more,
    }
    return json.dumps(document) + "\n"


def answer(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


def open_memory(project: Path, session: str = "") -> Memory:
    channel = Channel("stated", "claude-code", session) if session else Channel("explicit")
    return Memory.open(str(project), os.environ, channel=channel)


@pytest.fixture
def tell(project: Path, home: Path) -> Tell:
    """Writes a transcript where Claude Code keeps it, takes it in, and returns its path."""

    def tell(session: str, *rows: str, append: bool = False) -> Path:
        folder = home / ".claude" / "projects" / str(project).replace("/", "-").replace("_", "-").replace(".", "-")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{session}.jsonl"
        with path.open("a" if append else "w") as file:
            file.write("".join(row.replace('"sessionId"', f'"cwd": "{project}", "sessionId"', 1) for row in rows))
        ingest_transcript(open_memory(project, session), "claude-code", str(path), session)
        return path

    return tell


def rows_of(session: str, minute: int = 0) -> tuple[str, str]:
    return row(session, "user", SAID, minute), row(session, "assistant", answer(DONE), minute + 1)


def list_words(run: Run) -> str:
    """All that the memory tells of anything."""
    commands = (
        ("brief",), ("recall", "invoice number quagmire"), ("list", "--json"), ("log", "--json"), ("next",),
        ("status",), ("session", "list", "--json"), ("decisions",), ("why", "README.md"),
    )  # fmt: skip
    return "\n".join(run(*command, ok=False).out for command in commands)


def test_nothing_of_a_session_is_left_and_nothing_comes_back(
    project: Path, run: Run, tell: Tell, tmp_path: Path
) -> None:
    source = tell(IDENT, *rows_of(IDENT))
    memory = open_memory(project, IDENT)
    memory.remember(_draft("The quagmire prefix is checked in billing"))
    memory.runs.write(ObservedRun(id="01JD8ZK3M7Q4T9W2R5X8Y1B6C0", goal="quagmire", session=IDENT))
    memory.journal.append(
        Event(id=memory.new_id(), kind="stop", session=IDENT, agent="claude-code", data={"transcript": str(source)})
    )
    run("brief")
    assert "quagmire" in list_words(run)
    dry = run("forget", IDENT[-8:], "--dry-run")
    assert f"Would forget session {IDENT}" in dry.err and "is not ingested again" in dry.err
    assert "quagmire" in list_words(run)
    forgot = run("forget", IDENT, "--yes")
    assert f"Forgot session {IDENT}" in forgot.err and str(source) in forgot.err
    data = tmp_path / "data"
    assert spoken(data, ["quagmire", "zanzibar"]) == {}
    for _ in range(2):
        assert "quagmire" not in list_words(run) and IDENT not in list_words(run)
        run("ingest", "--all")  # all that agents keep of this project
        tell(IDENT, *rows_of(IDENT))  # a hook that reports it once more
        tell(IDENT, row(IDENT, "user", "And quagmire is written in capitals.", 9), append=True)
    assert spoken(data, ["quagmire", "zanzibar"]) == {}


def test_a_second_run_ends_one_that_was_cut_short(
    project: Path, run: Run, tell: Tell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(IDENT, *rows_of(IDENT))
    run("brief")
    with monkeypatch.context() as patch:

        def stop(*_: object) -> None:
            raise KeyboardInterrupt

        patch.setattr(forget_verb, "_scrub_project", stop)
        memory = open_memory(project)
        with pytest.raises(KeyboardInterrupt):
            forget(memory, plan_forget(memory, [IDENT]))
    assert spoken(tmp_path / "data", ["quagmire"]) != {}
    run("forget", IDENT, "--yes")
    assert spoken(tmp_path / "data", ["quagmire", "zanzibar"]) == {}


def test_its_file_is_refused_by_name_and_an_archive_does_not_bring_it(
    project: Path, run: Run, tell: Tell, tmp_path: Path
) -> None:
    source = tell(IDENT, *rows_of(IDENT))
    archive = tmp_path / "memory.tar.gz"
    run("export", "--private", "-o", str(archive))
    run("forget", IDENT, "--yes")
    ran = run("ingest", str(source), ok=False)
    assert "forgotten" in ran.err + ran.out
    run("import", str(archive), ok=False)
    assert "quagmire" not in list_words(run)


def test_a_fork_does_not_bring_its_turns_back(project: Path, run: Run, tell: Tell) -> None:
    tell(IDENT, *rows_of(IDENT))
    run("forget", IDENT, "--yes")
    copied = [line.replace(IDENT, OTHER).replace(f"{OTHER[:8]}-", f"{IDENT[:8]}-") for line in rows_of(IDENT)]
    fork = {"forkedFrom": {"sessionId": IDENT, "messageUuid": f"{IDENT[:8]}-1"}}
    copied = [json.dumps({**json.loads(line), **fork}) + "\n" for line in copied]
    tell(OTHER, *copied, row(OTHER, "user", "Sort the bicycles by their frame size.", 20))
    assert "quagmire" not in list_words(run)
    assert "bicycles" in run("session", "list").out


def test_what_others_said_stays(project: Path, run: Run, tell: Tell) -> None:
    shared = "Could you look at the page with the bicycles once more, please?"
    tell(IDENT, *rows_of(IDENT), row(IDENT, "user", shared, 4))
    tell(OTHER, row(OTHER, "user", shared, 30), row(OTHER, "assistant", answer("The bicycles are sorted by size."), 31))
    before = run("session", "show", OTHER, "--json").json
    run("forget", IDENT, "--yes")
    after = run("session", "show", OTHER, "--json").json
    assert (after["prompts"], after["answers"]) == (before["prompts"], before["answers"])
    assert run("forget", "nothing", "--yes", ok=False).code


def test_several_sessions_of_one_end_are_not_guessed(project: Path, run: Run) -> None:
    memory = open_memory(project)
    for ident in ("aa00-1234", "bb00-1234"):
        prompt = Prompt("Sort the bicycles", "2026-11-20T09:00:00Z", line=1)
        memory.sessions.write(Session(id=ident, agent="claude-code", ended="2026-11-20T10:00:00Z", prompts=(prompt,)))
    assert "fits 2 sessions" in run("forget", "1234", "--yes", ok=False).err
    run("forget", "aa00-1234", "--yes")
    assert "bb00-1234" in run("session", "list").out


def _draft(title: str) -> Any:
    from backstory.model.record import Draft

    return Draft(kind="fact", title=title)


def test_no_file_of_ours_names_a_forgotten_session(project: Path, run: Run, tell: Tell, tmp_path: Path) -> None:
    """An id leads to the transcript. What the session changed of others' records keeps its line without the id."""
    other = run("remember", "fact", "The bicycles are sorted by frame size", "--json").json["id"]
    tell(OTHER, row(OTHER, "user", "Sort the bicycles by their frame size.", 20))
    tell(IDENT, *rows_of(IDENT))
    memory = open_memory(project, IDENT)
    memory.remember(_draft("The quagmire prefix is checked in billing"))
    memory.edit(other, add_tags=["bicycles"])
    run("brief")
    run("forget", IDENT, "--yes")
    assert spoken(tmp_path / "data", [IDENT]) == {}
    assert spoken(project / ".backstory", [IDENT]) == {}
    run("undo", ok=False)  # the command itself cannot be undone
    run("undo")
    assert run("show", other, "--json").json["tags"] == []
