from pathlib import Path
from typing import Any

from backstory.agents.agents_md import surfaces as agents_md
from backstory.agents.base import Detected, Launch, Place, Surface, Texts
from backstory.edits.change import Block

TEXTS = Texts("PRIVATE and team records", "team records")


def surface(**options: Any) -> Surface:
    [found] = agents_md.surfaces(Place("/repo", "/home/ada", Launch("py", ()), **options))
    return found


def text(found: Surface, texts: Texts = TEXTS) -> str:
    change = found.build(texts)
    assert isinstance(change, Block)
    return change.text


def test_an_untracked_file_holds_the_whole_brief_and_is_personal() -> None:
    for found in (surface(), surface(git=False), surface(tracked=("CLAUDE.md",))):
        assert (found.path, found.shared, found.moving) == ("AGENTS.md", False, True)
        assert text(found).endswith("\n\nPRIVATE and team records")


def test_a_tracked_file_and_a_teams_hold_what_the_team_may_see() -> None:
    for found in (surface(tracked=("AGENTS.md",)), surface(team=True), surface(team=True, tracked=("AGENTS.md",))):
        assert found.shared
        assert text(found).endswith("\n\nteam records") and "PRIVATE" not in text(found)
        assert ".backstory/local/handoff.md" in text(found)


def test_the_instructions_say_how_to_ask_and_to_store() -> None:
    words = agents_md.instructions()
    for command in ('backstory recall "', "backstory why", "backstory remember decision", "backstory checkpoint"):
        assert command in words
    assert text(surface(), Texts()) == words
    assert len(words.encode()) < 900


def test_a_block_never_passes_its_limit() -> None:
    long = Texts("ä" * 5_000, "x" * 7_000)
    assert "too long" in text(surface(), long) and len(text(surface(), long).encode()) < 1_000
    assert len(text(surface(team=True), long).encode()) <= agents_md.MAX_BYTES


def test_detects_by_the_file_and_by_its_readers(tmp_path: Path) -> None:
    assert agents_md.detect(str(tmp_path), {"PATH": ""}, str(tmp_path)) == Detected(False, False, ())
    (tmp_path / "AGENTS.md").touch()
    codex = tmp_path / "codex"
    codex.touch(mode=0o755)
    found = agents_md.detect(str(tmp_path), {"PATH": str(tmp_path)}, str(tmp_path))
    assert found == Detected(True, True, (str(codex), "AGENTS.md"))
