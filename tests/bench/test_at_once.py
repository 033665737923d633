"""Agents that work on one project at the same time lose nothing and mix nothing."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from at_once import Agent, Project, find_faults, work

AGENTS, TURNS = 4, 2


@pytest.mark.slow
def test_nothing_is_lost_or_mixed_and_what_is_would_be_named(tmp_path: Path) -> None:
    assert work(str(tmp_path), AGENTS, TURNS) == []
    project = Project(str(tmp_path))
    agents = [Agent(project, number) for number in range(AGENTS)]
    first, second = (next(Path(project.private, "sessions").rglob(f"*{agent.session}.json")) for agent in agents[:2])
    page, other = json.loads(first.read_text()), json.loads(second.read_text())
    first.write_text(json.dumps(page | {"prompts": other["prompts"], "turns": 1}))
    (journal,) = Path(project.private, "journal").rglob(f"{agents[2].session}.jsonl")
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    faults = find_faults(project, agents, TURNS)
    assert [fault.partition(":")[0] for fault in faults] == ["agent0x", "agent0x", "agent2x"]
