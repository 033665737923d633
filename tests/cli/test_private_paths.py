"""What others can read names no path below a home folder and no session of this machine."""

import io
import json
import os
import tarfile
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from backstory.api import Memory
from backstory.model.event import Event
from backstory.worker.process import run as run_worker

SESSION = "3f0c1d2e-aaaa-bbbb-cccc-0123456789ab"


def reply(repo: Path, home: Path, text: str) -> None:
    """Lets an agent say something on purpose in its reply, as its stop hook reports it."""
    transcript = home / ".claude" / "projects" / "-x" / f"{SESSION}.jsonl"
    transcript.parent.mkdir(parents=True, exist_ok=True)
    tag = f'<backstory:remember kind="decision">{text}</backstory:remember>'
    content = [{"type": "text", "text": f"Done.\n\n{tag}"}]
    messages = ({"role": "user", "content": "Go on."}, {"role": "assistant", "content": content})
    rows = [{"type": one["role"], "message": one, "sessionId": SESSION} for one in messages]
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))
    payload: dict[str, Any] = {"session_id": SESSION, "cwd": str(repo), "transcript_path": str(transcript)}
    memory = Memory.open(str(repo), os.environ)
    data: dict[str, object] = {"transcript": str(transcript)}
    made, ident = memory.stamp(), memory.new_id()
    event = Event(id=ident, kind="reply", session=SESSION, agent="claude-code", made=made, data=data)
    memory.journal.append(event)
    run_worker("claude-code", "stop", payload, os.environ)


def team_files(repo: Path) -> str:
    return "\n".join(path.read_text() for path in sorted((repo / ".backstory" / "memory").rglob("*.md")))


@pytest.mark.parametrize("shared", [False, True], ids=["written for the team", "shared later"])
def test_a_team_record_hides_the_transcript_and_the_session(repo: Path, home: Path, run: Run, shared: bool) -> None:
    run("init", "--yes", "--no-agents", *([] if shared else ["--team"]))
    reply(repo, home, "Use tags in replies")
    (item,) = run("list", "--json").json["items"]
    if shared:
        assert item["origin"]["source"].startswith("~/.claude/projects/")
        assert str(home) not in run("share", item["short"], "--dry-run").out
        run("share", item["short"])
    text = team_files(repo)
    assert "Use tags in replies" in text
    assert str(home) not in text
    assert SESSION not in text
    (item,) = run("list", "--json").json["items"]
    assert item["origin"]["source"].startswith("claude-code:")
    assert item["origin"]["session"].startswith("session-")
    assert item["short"] in run("log", "--session", SESSION).out
    assert SESSION in run("show", item["short"], "--origin").out, "this machine recognises its own session"
    run("tag", item["short"], "later")
    assert run("lint").code == 0


@pytest.mark.parametrize("place", ["title", "body", "field"])
def test_a_path_below_a_home_is_not_shared(project: Path, home: Path, run: Run, place: str) -> None:
    path = f"{home}/projects/secret/app.log"
    texts = {
        "title": (f"The log lies at {path}",),
        "body": (f"The log of the shop\n\nIt lies at\n{path}",),
        "field": ("The log", "--field", f"where={path}"),
    }
    refused = run("remember", "fact", *texts[place], "--scope", "team", ok=False)
    assert refused.code == 2
    assert path in refused.err
    kept = run("remember", "fact", *texts[place], "--json").json
    assert kept["scope"] == "private"
    for arguments in (("--dry-run",), ()):
        assert run("share", kept["short"], *arguments, ok=False).code == 2
    assert not (project / ".backstory" / "memory").exists() or path not in team_files(project)


def test_what_would_go_to_the_team_by_itself_is_kept_private(repo: Path, home: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents", "--team")
    said = run("remember", "fact", f"The log lies at {home}/app.log")
    assert "so it is kept private" in said.err
    reply(repo, home, f"Read {home}/notes.md first")
    assert {i["scope"] for i in run("list", "--json").json["items"]} == {"private"}
    run("remember", "fact", "The log lies in ~/app.log and in /var/log/app.log")
    assert team_files(repo).count("id: ") == 1


def test_lint_names_a_path_that_came_another_way(project: Path, run: Run) -> None:
    run("remember", "fact", "A fact", "--scope", "team")
    (path,) = (project / ".backstory" / "memory").rglob("*.md")
    for line in ("source: /home/carol/.claude/projects/-x/1.jsonl", "source: /Users/carol/notes.md:3"):
        before = path.read_text()
        head, _, rest = before.partition("\n---\n")
        path.write_text(f"{head}\n{line}\n---\n{rest}")
        found = run("lint", "--json", ok=False)
        assert found.code == 4
        assert "home-path" in {one["rule"] for one in found.json["findings"]}
        path.write_text(before)
    assert run("lint").code == 0


def test_a_private_archive_names_no_home(repo: Path, home: Path, run: Run, tmp_path: Path) -> None:
    run("init", "--yes", "--no-agents")
    reply(repo, home, "Use tags in replies")
    run("remember", "fact", "one")
    path = tmp_path / "all.tar.gz"
    run("export", "--private", "-o", str(path))
    with tarfile.open(path) as archive:
        files = [archive.extractfile(member) or io.BytesIO() for member in archive.getmembers()]
        contents = b"\n".join(file.read() for file in files)
    assert b"Use tags in replies" in contents
    assert str(home).encode() not in contents
    assert str(repo).encode() not in contents
    assert b"transcript" in contents
    before = run("list", "--json").json["items"]
    assert "2 were already here" in run("import", str(path)).err
    assert run("list", "--json").json["items"] == before
