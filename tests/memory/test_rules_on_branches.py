"""A rule that a person states, and its correction by that person, hold on all branches."""

import os
from pathlib import Path

from tests.cli.conftest import git, home, repo

from backstory.api import Channel, Draft, Memory

__all__ = ["home", "repo"]
PERSON = Channel("explicit")
AGENT = Channel("stated", agent="claude-code")


def titles(memory: Memory) -> list[str]:
    return [row.record.title for row in memory.fresh().rows() if not row.superseded_by]


def test_a_correction_of_a_rule_holds_on_all_branches(repo: Path) -> None:
    from backstory.cli.root import execute_command

    execute_command(["init", "--yes", "--no-agents"])
    git(repo, "switch", "-q", "-c", "topic")
    rule = Memory.open(repo, os.environ, channel=PERSON).remember(Draft(kind="rule", title="never deploy on a Friday"))
    git(repo, "switch", "-q", "main")
    assert titles(Memory.open(repo, os.environ, channel=PERSON)) == ["never deploy on a Friday"]
    git(repo, "switch", "-q", "topic")
    Memory.open(repo, os.environ, channel=PERSON).rewrite(rule.record.id, title="never deploy, Mia deploys", body=None)
    for branch in ("topic", "main"):
        git(repo, "switch", "-q", branch)
        memory = Memory.open(repo, os.environ, channel=PERSON)
        assert titles(memory) == ["never deploy, Mia deploys"]
        text = memory.brief().text
        assert "## Knowledge" not in text, text
        assert "Mia deploys" in text


def test_an_agent_states_its_own_rule_for_its_branch(repo: Path) -> None:
    from backstory.cli.root import execute_command

    execute_command(["init", "--yes", "--no-agents"])
    git(repo, "switch", "-q", "-c", "topic")
    Memory.open(repo, os.environ, channel=AGENT).remember(Draft(kind="rule", title="keep lines short"))
    git(repo, "switch", "-q", "main")
    assert titles(Memory.open(repo, os.environ, channel=PERSON)) == []
