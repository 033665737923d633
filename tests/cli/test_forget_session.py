"""`forget` of a session says that it takes records, and which were kept from that one."""

import os
from pathlib import Path

from tests.cli.conftest import Run

from backstory.api import Memory
from backstory.model.session import Prompt, Session

IDENT = "0c1d2e3f-0000-4000-8000-00000000abcd"


def test_the_records_of_a_session_are_named(project: Path, run: Run) -> None:
    kept = run("remember", "fact", "Lena's number is on the door", "--json").json["id"]
    memory = Memory.open(project, os.environ)
    prompt = Prompt("Lena's number is on the door", "2026-11-20T09:00:00Z", line=1)
    session = Session(id=IDENT, agent="claude-code", ended="2026-11-20T10:00:00Z", prompts=(prompt,), records=(kept,))
    memory.sessions.write(session)
    said = run("forget", "0000abcd", "--yes", ok=False)
    assert (said.code, "is a session" in said.err) == (2, True), said.err
    assert f"`backstory forget {kept[-8:].lower()}`" in said.err
    assert run("list", "--json").json["total"] == 1
    run("forget", kept, "--yes")
    assert "capture.keep" in run("forget", IDENT, "--yes", ok=False).err
    assert "no record `nothing`" in run("forget", "nothing", "--yes", ok=False).err
