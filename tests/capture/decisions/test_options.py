"""What a person picks, and what they turn away from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.choices import find_choices
from backstory.capture.decisions.options import find_pick
from backstory.capture.selection import select_answer
from backstory.capture.text.candidate import Candidate
from backstory.patterns.option_lists import find_options

LINES = "I see three ways:\n\na) a column in the table\nb) a second table with a key\nc) a file beside it\n\nWhich one?"
WITHIN = "Where should the lock live: (1) in Redis, (2) in Postgres, or (3) in the file system?"
STEPS = "1. Open the file\n2. Read it\n\nDone."


def candidates(answer: str, prompt: str, before: str = "look at the lock") -> list[Candidate]:
    turns = [Turn("user", before), Turn("assistant", answer), Turn("user", prompt)]
    return find_candidates(turns, known_paths=lambda path: False)


@pytest.mark.parametrize(("answer", "prompt", "text", "why"), [
    (LINES, "b", "a second table with a key", ""),
    (LINES, "c, but with an index", "a file beside it — but with an index", ""),
    (LINES, "the last one then", "a file beside it", ""),
    (LINES, "I'd go with A)", "a column in the table", ""),
    (WITHIN, "2", WITHIN + " in Postgres", ""),
    (WITHIN, "option 3: no network there", WITHIN + " in the file system", "no network there"),
])  # fmt: skip
def test_an_option_that_is_picked_is_a_decision(answer: str, prompt: str, text: str, why: str) -> None:
    (one,) = candidates(answer, prompt)
    assert (one.kind, one.text, one.why) == ("decision", text, why)
    assert len(one.parts["alternatives"]) == 2


@pytest.mark.parametrize(("answer", "prompt"), [
    (LINES, "because it is late"), (LINES, "b is wrong, look at the tests"), (LINES, "a table is better"), (LINES, "d"),
    (WITHIN, "3 tests are red"), (STEPS, "2"),
])  # fmt: skip
def test_what_only_begins_like_a_mark_picks_nothing(answer: str, prompt: str) -> None:
    assert find_pick(prompt, find_options(answer)) is None


WORK = "How shall we go on?\n\n1. {}\n2. Keep the lock in Redis\n3. Use Postgres for the lock\n\nWhich one?"


@pytest.mark.parametrize("option", [
    "Investigate the token overflow", "High priority: Investigate the token overflow", "Fix these issues one by one",
    "Start fixing the failing tests", "Commit our changes and push them", "Continue with phase 2",
    "Let me debug it with more logs", "Implement it now",
])  # fmt: skip
def test_a_step_of_the_work_that_is_picked_is_no_decision(option: str) -> None:
    assert candidates(WORK.format(option), "1") == []
    assert [one.text for one in candidates(WORK.format(option), "2")] == ["Keep the lock in Redis"]


@pytest.mark.parametrize("option", [
    "Refactor the printer to use one library", "Commit every change on its own", "Fix the width at 80 characters",
    "Test each call at the border", "Start the worker with the app", "Implement the lock in the store",
    "Continue with the library that we have", "Proceed with Postgres as the store",
    "Fix the failing parser by reading line by line instead of all at once",
])  # fmt: skip
def test_an_option_on_how_something_is_to_be_is_one(option: str) -> None:
    assert [one.text for one in candidates(WORK.format(option), "1")] == [option]


@pytest.mark.parametrize("prompt", [
    "First, write the plan into a file.", "first: look at the logs", "Second - rename it", "erstens, schreib den Plan",
])  # fmt: skip
def test_an_ordinal_that_counts_orders_picks_nothing(prompt: str) -> None:
    assert find_pick(prompt, find_options(LINES)) is None


@pytest.mark.parametrize("prompt", [
    "first, it is simpler", "The first, with an index", "the first: write it down somewhere", "second", "first please",
    "First - because nobody else needs it",
])  # fmt: skip
def test_an_ordinal_of_an_option_picks_it(prompt: str) -> None:
    assert find_pick(prompt, find_options(LINES)) is not None


@pytest.mark.parametrize(("asked", "kept"), [
    ("It is not said anywhere. Should the limit be per key?", ["Should the limit be per key?"]),
    ("Should I commit this?", []),
    ("Would you like me to add tests?", []),
    ("Should the limit be per key or per user?", []),
])  # fmt: skip
def test_a_yes_settles_how_something_is_to_be(asked: str, kept: list[str]) -> None:
    assert [one.text for one in candidates(asked, "yes")] == kept


def test_what_speaks_against_a_way_is_an_attempt_once_the_person_turns_away() -> None:
    against = "A lock in the table is held too long: every reader waits. The page stands still for two seconds."
    (one,) = candidates(against, "shame. an advisory lock then")[:1]
    assert (one.kind, one.parts["outcome"]) == ("attempt", "failed")
    assert one.text.startswith("A lock in the table is held too long")
    assert [one.kind for one in candidates(against, "how long exactly?")] == []


@pytest.mark.parametrize("answer", [
    "`CommandContext` is not enough: it kills the shell only. What the shell started lives on.",
    "A second pool has a catch: each connection counts twice.",
    "Der Cache im Client reicht nicht: zwei Tabs sehen verschiedene Stände.",
    "Le verrou ne suffit pas: deux processus passent.",
    "Un índice no basta: la consulta ordena por otra columna.",
])  # fmt: skip
def test_a_way_that_falls_short_is_an_attempt(answer: str) -> None:
    one = select_answer(answer)[0]
    assert (one.kind, one.parts["outcome"]) == ("attempt", "failed")


@pytest.mark.parametrize("answer", ["Die Tests helfen hier nicht.", "The tests are not enough yet: one is missing."])
def test_what_is_said_of_tests_is_no_way_of_doing_it(answer: str) -> None:
    assert "attempt" not in {one.kind for one in select_answer(answer)}


def test_a_step_of_a_list_that_was_given_up_is_an_attempt() -> None:
    items = [
        {"content": "one lock per row: dropped, because readers wait", "status": "completed"},
        {"content": "try Redis (ruled out: no network in the tests)", "status": "cancelled"},
        {"content": "read it out loud in the meeting", "status": "pending"},
    ]
    call = Turn("tool", "", tool="TodoWrite", action="plan", input={"todos": items})
    kept = find_candidates([Turn("user", "go on"), call, call], known_paths=lambda path: False)
    assert [(one.kind, one.text, one.why) for one in kept] == [
        ("attempt", "one lock per row", "because readers wait"),
        ("attempt", "try Redis", "no network in the tests"),
    ]


@given(st.text(max_size=200), st.text(max_size=60))
def test_any_texts_can_be_read(answer: str, prompt: str) -> None:
    pick = find_pick(prompt, find_options(answer + "?"))
    assert pick is None or pick.text


ROMAN = (
    "Closing all of them, then. What between the tries:\n\ni) one try\nii) three tries, 5 ms apart\niii) until it works"
)


def test_roman_marks_are_marks_and_a_change_goes_with_the_option() -> None:
    (one,) = candidates(ROMAN, "ii, without the pause. a library does not sleep")
    assert (one.text, one.why) == ("three tries, 5 ms apart — without the pause", "a library does not sleep")
    (last,) = candidates(ROMAN, "iii")
    assert last.text == "until it works"
    assert candidates(ROMAN, "i think we should wait") == []


def test_a_change_goes_with_the_last_of_several_answers() -> None:
    answer = (
        "Three points before I write anything:\n\n1. Name of the option: a) `retry_on_emfile`, b) `shed_handles`.\n"
        "2. When the retries are used up: a) a new variant, b) the original error, exactly as today.\n"
        "3. How a caller learns of it: a) not at all, b) `shed_count() -> usize` on the iterator and on its filter,"
        " which"
        " the agent could log."
    )
    *_, last = candidates(answer, "1b 2b 3b, but u64 and not on the filter")
    assert last.text.endswith("which the agent could log — but u64 and not on the filter") and not last.why


def test_a_bare_mark_picks_from_a_list_that_asks_nothing() -> None:
    answer = "`check_loop` can fail too.\n\n1. Cover it now, in the same change.\n2. Only `read_dir` now."
    (one,) = candidates(answer, "2")
    assert one.text == "Only `read_dir` now"
    assert candidates(answer, "2 tests are red here") == []
    assert candidates("Done.\n\n## Next steps\n\n1. the docs\n2. the changelog", "2") == []


@pytest.mark.parametrize(
    "other",
    ["By the way, Ines owns the disk.", "Two things to know: the disk is slow. Ines owns it.", "And never touch a.py."],
)
def test_the_reason_and_the_quote_of_a_pick_end_where_something_else_begins(other: str) -> None:
    prompt = f"The second one. A file gets out of step. {other}"
    pick = next(one for one in candidates(LINES, prompt) if one.text == "a second table with a key")
    assert (pick.why, pick.quote) == ("A file gets out of step.", "The second one. A file gets out of step.")


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("1 it is. three things have to hold.", ""),
        ("1 it is. three things have to hold. " + "whoever sets nothing gets the same results. " * 20, ""),
        ("start with 1, I like that the core stays out of it", "I like that the core stays out of it"),
    ],
)
def test_an_option_that_the_agent_leans_to(prompt: str, why: str) -> None:
    answer = "It could sit\n1. in the stamp, which loses a random part\n2. outside of the cache\n\nI lean to 1."
    (pick,) = find_choices(prompt, answer, "")
    assert (pick.text, pick.why) == ("in the stamp, which loses a random part", why)


def test_a_long_list_picks_nothing_by_its_first_number() -> None:
    answer = "It could sit\n1. in the stamp, which loses a random part\n2. outside of the cache\n\nI lean to 1."
    steps = "1. mend the parser of the dates.\n2. add a test for each of them.\n" + "Look at the old ones first. " * 20
    assert find_choices(steps, answer, "") == []
    assert find_choices("1 it is not an option, think again", answer, "") == []
