"""A decision is withdrawn once its commit is reverted and a person says so; neither alone does it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.conftest import git

from backstory.agents.turns import Turn
from backstory.api import Memory
from backstory.capture.candidates import find_candidates
from backstory.memory.intake.candidates import keep_candidates
from backstory.memory.intake.reverted_decisions import find_revert_reports, says_reverted
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft

Opened = Callable[..., Memory]
DECISION = "We cache the sorted keys in the pool, because sorting dominates the profile."
OTHER = "We name the metrics in lower case, because Grafana wants that."


@pytest.fixture
def say(opened: Opened, tmp_path: Path) -> Callable[[str], None]:
    """Takes in a prompt, each in a session of its own."""
    transcript = tmp_path / "t.jsonl"
    transcript.write_text("")

    def run(text: str) -> None:
        with transcript.open("a") as handle:
            handle.write(text + "\n")
        number = len(transcript.read_text().splitlines())
        turns = [Turn("user", text, f"2026-11-20T09:0{number}:00Z", line=number)]
        memory = opened("stated", "claude-code", f"s{number}")
        found = find_candidates(turns, known_paths=lambda path: False)
        for candidates in (found, find_revert_reports(memory, turns)):
            keep_candidates(memory, candidates, session=f"s{number}", agent="claude-code", source=str(transcript))

    return run


def commit(repo: Path, subject: str) -> None:
    (repo / "src" / "pool.py").write_text(f"x = '{subject}'\n")
    git(repo, "commit", "-qam", subject)


def in_force(opened: Opened) -> set[str]:
    rows = opened().fresh().rows(kinds=("decision",), include_superseded=False)
    return {row.record.title for row in rows}


@pytest.mark.parametrize(
    "report",
    [
        "The cache is reverted, it leaked memory in production.",
        "I reverted the cached keys yesterday, the pool grew for ever",
        "we had to roll the key cache back, memory leak",
        "cache wurde zurückgenommen, die keys haben den Speicher gefüllt",
        "the sorted keys cache got backed out again",
    ],
)
def test_what_a_person_says_of_a_revert_withdraws_its_decision(
    opened: Opened, repo: Path, say: Callable[[str], None], report: str
) -> None:
    say(DECISION)
    say(OTHER)
    commit(repo, "Cache the sorted keys")
    git(repo, "revert", "--no-edit", "HEAD")
    say(report)
    assert "We cache the sorted keys in the pool" not in in_force(opened)
    assert "We name the metrics in lower case" in in_force(opened)


def test_the_words_alone_withdraw_nothing(opened: Opened, repo: Path, say: Callable[[str], None]) -> None:
    say(DECISION)
    commit(repo, "Cache the sorted keys")
    say("The cache is reverted, it leaked memory in production.")
    assert "We cache the sorted keys in the pool" in in_force(opened)


def test_a_revert_alone_and_talk_of_another_one_withdraw_nothing(
    opened: Opened, repo: Path, say: Callable[[str], None]
) -> None:
    say(DECISION)
    commit(repo, "Cache the sorted keys")
    git(repo, "revert", "--no-edit", "HEAD")
    for text in (
        "The logging is reverted, it was too loud.",
        "Should the cache be reverted?",
        "if the cache is reverted we lose 20 ms",
        "the cache is not reverted yet, is it",
    ):
        say(text)
    assert "We cache the sorted keys in the pool" in in_force(opened)


def test_a_revert_that_was_taken_back_counts_for_nothing(
    opened: Opened, repo: Path, say: Callable[[str], None]
) -> None:
    say(DECISION)
    commit(repo, "Cache the sorted keys")
    git(repo, "revert", "--no-edit", "HEAD")
    git(repo, "revert", "--no-edit", "HEAD")
    say("The cache was reverted, and then brought back.")
    assert "We cache the sorted keys in the pool" in in_force(opened)


def test_what_a_person_typed_is_only_contradicted(opened: Opened, repo: Path, say: Callable[[str], None]) -> None:
    remember(opened("explicit"), Draft(kind="decision", title="Cache the sorted keys"), made="2026-11-20T08:00:00Z")
    commit(repo, "Cache the sorted keys")
    git(repo, "revert", "--no-edit", "HEAD")
    say("The cache is reverted, it leaked memory in production.")
    assert "Cache the sorted keys" in in_force(opened)
    (edge,) = opened().fresh().links()
    assert edge.relation == "contradicts"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("I reverted that commit", True),
        ("Ana rolled back the cache", True),
        ("on a annulé le cache", True),
        ("hemos revertido la caché", True),
        ("revert the cache please", False),
        ("can you check whether it was reverted?", False),
        ("it must be reverted by Monday", False),
        ("don't get reverted", False),
        ("the tests are green", False),
    ],
)
def test_what_tells_of_a_revert(text: str, says: bool) -> None:
    assert says_reverted(text) is says
