"""The exchange before new turns: what it states is read only where that matters, and never changes what is new."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.agents.transcripts import READERS, load_reader, recognize_agent
from backstory.agents.turns import Role, Turn
from backstory.capture.candidates import CONTEXT, find_candidates
from backstory.capture.text.candidate import Candidate

AGENTS = Path(__file__).parents[1] / "agents"
FILES = [
    path
    for name, _ in READERS
    for path in sorted((AGENTS / name.replace("-", "_") / "transcripts").glob("**/*.jsonl"))
    if recognize_agent(str(path)) and path.parent.name != "chatSessions"
]
EAGER = 0
"""A line of earlier turns that is read like any other."""
DECIDED = "I decided to keep the old pool because the new one leaks."
PROMPTS = (
    DECIDED,
    "From now on run the tests with -x", "We use psycopg 3 from now on", "Mend the export, please",
    "Still the same error.", "No, take the second one", "yes", "2", "I tried `autocommit=True` and it was slower",
    "never commit to main", "and write the docs", "did you run the tests and restart the server?", "",
)  # fmt: skip
ANSWERS = (
    DECIDED,
    "The issue was a stale handle. I replaced `open()` with `reopen()`.", "Done.", "Shall I use asyncpg or psycopg?",
    "1. psycopg\n2. asyncpg\n\nWhich one?", "I went with asyncpg, because it has no locks.",
    "I tried `autocommit=True` and reverted it, because half of the rows were left.",
    "From now on I run the tests with -x", "The cause is a missing lock.", "",
)  # fmt: skip
EDIT = Turn("tool", "", action="edit", edits=("pool.py",))


def read(context: list[Turn], turns: list[Turn], line: int) -> list[Candidate]:
    given_again = [turn._replace(line=line) for turn in context]
    candidates = find_candidates([*given_again, *turns], known_paths=lambda path: path == "pool.py")
    new = [one for one in candidates if one.line != line or one.overruled]
    return [one._replace(line=CONTEXT) if one.line == line else one for one in new]


def number(turns: list[Turn]) -> list[Turn]:
    return [turn._replace(line=place) for place, turn in enumerate(turns, 1)]


def list_exchanges(path: Path) -> Iterator[tuple[list[Turn], list[Turn]]]:
    """For each prompt of a transcript, the exchange before it and the turns up to the next prompt."""
    reader = load_reader(recognize_agent(str(path)))
    assert reader is not None
    turns = number([turn for turn in reader.read_turns(str(path)) if not turn.abandoned])
    starts = [place for place, turn in enumerate(turns) if turn.role == "user" and not turn.sidechain]
    for former, start, end in zip(starts, starts[1:], [*starts[2:], len(turns)], strict=False):
        answers = [turn for turn in turns[former:start] if turn.role == "assistant" and not turn.sidechain]
        yield [turns[former], *answers[-1:]], turns[start:end]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.relative_to(AGENTS).parts[0]}-{path.name}")
def test_each_turn_of_a_transcript_states_the_same_beside_its_context(path: Path) -> None:
    for context, turns in list_exchanges(path):
        assert read(context, turns, CONTEXT) == read(context, turns, EAGER)


def say(role: Role, texts: tuple[str, ...]) -> st.SearchStrategy[Turn]:
    return st.lists(st.sampled_from(texts), min_size=1, max_size=2).map(lambda said: Turn(role, " ".join(said)))


prompts, answers = say("user", PROMPTS), say("assistant", ANSWERS)
contexts = st.one_of(
    st.tuples(prompts, answers), st.tuples(prompts, st.just(EDIT), answers), st.tuples(answers, prompts),
    st.tuples(prompts), st.tuples(answers),
).map(list)  # fmt: skip


@settings(deadline=None)
@given(contexts, st.lists(st.one_of(prompts, answers, st.just(EDIT)), max_size=5).map(number))
def test_any_turns_state_the_same_beside_any_context(context: list[Turn], turns: list[Turn]) -> None:
    assert read(context, turns, CONTEXT) == read(context, turns, EAGER)


def test_what_the_agent_repeats_of_the_prompt_before_is_no_statement_of_its_own() -> None:
    repeated = [Turn("user", "go on", line=1), Turn("assistant", DECIDED, line=2)]
    (one,) = find_candidates(repeated, known_paths=lambda path: False)
    assert one.role == "assistant" and not read([Turn("user", DECIDED)], repeated, CONTEXT)
