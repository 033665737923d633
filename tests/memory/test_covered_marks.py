"""Where the last brief has read all that was uttered, what it found is marked, and nothing is searched."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.memory.conftest import git
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory
from backstory.base.fingerprint import AWAY
from backstory.base.overturns import finder
from backstory.base.overturns.cover import NO_COVER, read_cover
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.reversed_hits import mark_reversed
from backstory.base.search import Hit
from backstory.base.visibility import View
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.answers.overturned import note_overturned
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt
from backstory.recall.past.sessions import PastWork

Opened = Callable[..., Memory]
HOUR = "2026-11-20T{:02}:00:00Z"
EXPORT = "The nightly export keeps its files for 14 days."
LATER = "Keep the files of the nightly export for 30 days."
QUESTION = "how long does the nightly export keep its files?"


def say(memory: Memory, session: str, *texts: str, first: int = 0, **fields: Any) -> None:
    """Prompts of a session, one an hour, each with an answer."""
    prompts = tuple(Prompt(text, HOUR.format(first + place), 3 * place + 1) for place, text in enumerate(texts))
    answers = tuple(Answer("Done as you said.", prompt.made, prompt.line + 1) for prompt in prompts)
    keep(memory, session, prompts=prompts, answers=answers, ended=prompts[-1].made, **fields)


def brief(memory: Memory) -> None:
    compose_brief(memory, BriefOptions())


def cover(memory: Memory, **view: str) -> str:
    tree = encode_path(memory.project.root)
    return memory.fresh().run(lambda con: read_cover(con, View(tree, **view)))


def with_prompt(memory: Memory, text: str = QUESTION) -> str:
    view = View(encode_path(memory.project.root))

    def answer(con: Any) -> str:
        hits = find_relevant(con, view, text)
        mark_reversed(con, view, hits)
        return "\n".join(f"{hit.title} {hit.reversed}" if isinstance(hit, Hit) else hit.text for hit in hits)

    return memory.fresh().run(answer)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each search of a prompt read. A brief has its own name for the function."""
    importlib.import_module("backstory.recall.quotes.overturn_verdicts")  # a brief imports it when it is first needed
    counts: list[int] = []
    real = finder.find_overturns

    def find(rows: Any, *args: Any, **more: Any) -> Any:
        counts.append(len(rows))
        return real(rows, *args, **more)

    monkeypatch.setattr(finder, "find_overturns", find)
    return counts


def test_a_mark_is_shown_without_a_search(opened: Opened, searches: list[int]) -> None:
    say(opened(), "s1", EXPORT, LATER)
    brief(opened())
    assert cover(opened()) == ""
    assert "14 days [replaced by 30" in with_prompt(opened()) and not searches


def test_a_turn_taken_in_since_is_searched_for(opened: Opened, searches: list[int]) -> None:
    say(opened(), "s1", EXPORT, LATER)
    brief(opened())
    say(opened(), "s1", EXPORT, LATER, "Keep the files of the nightly export for 45 days after all.")
    assert cover(opened()) == NO_COVER
    assert "14 days [replaced by 45" in with_prompt(opened()) and searches
    searches.clear()
    brief(opened())
    assert "14 days [replaced by 45" in with_prompt(opened()) and not searches


def test_a_session_that_is_gone_uncovers_the_others(opened: Opened) -> None:
    memory = opened()
    say(memory, "s1", EXPORT)
    say(memory, "s2", LATER, first=3)
    brief(opened())
    assert cover(opened()) == ""
    assert memory.sessions.remove("claude-code", "s2")
    assert cover(opened()) == NO_COVER
    assert "replaced" not in with_prompt(opened())


def test_what_a_brief_has_not_read_is_not_covered(opened: Opened) -> None:
    memory = opened()
    say(memory, "s1", EXPORT, LATER)
    say(memory, "s2", "Sort the list by name.", first=5)
    brief(memory)
    note_overturned(memory, PastWork())
    assert cover(memory) == HOUR.format(5)


def test_without_times_nothing_is_covered(opened: Opened) -> None:
    memory = opened()
    keep(memory, "s1", prompts=(Prompt(EXPORT, line=1), Prompt(LATER, line=2)))
    brief(memory)
    assert cover(memory) == NO_COVER


def test_a_branch_that_was_just_checked_out_is_not_covered(opened: Opened) -> None:
    say(opened(), "s1", EXPORT, LATER)
    brief(opened())
    assert cover(opened(), head=AWAY, branch="main") == NO_COVER


def test_another_tree_has_a_cover_of_its_own(opened: Opened) -> None:
    say(opened(), "s1", EXPORT, LATER)
    memory = opened()
    brief(memory)
    other = View(encode_path(memory.project.root + "-other"))
    assert memory.fresh().run(lambda con: read_cover(con, other)) == NO_COVER


def test_other_shown_sessions_uncover_the_tree(opened: Opened, repo: Path) -> None:
    say(opened(), "s1", EXPORT, LATER)
    brief(opened())
    git(repo, "checkout", "-q", "-b", "topic")
    say(opened(), "s2", "Keep the files of the nightly export for 60 days.", first=5)
    brief(opened())
    git(repo, "checkout", "-q", "main")
    assert cover(opened()) == NO_COVER
    brief(opened())
    assert cover(opened()) == ""
    assert "60" not in with_prompt(opened())


def test_a_record_of_a_statement_that_no_longer_holds_is_marked_without_a_search(
    opened: Opened, searches: list[int]
) -> None:
    say(opened(), "s1", EXPORT, LATER)
    remember(opened("observed"), Draft(kind="fact", title=EXPORT), made=HOUR.format(0))
    brief(opened())
    assert f"{EXPORT} True" in with_prompt(opened()) and not searches
