"""Wishes of the person: the last wording of each, and those that came back first."""

from collections.abc import Sequence

from backstory.model.session import Answer, Commit, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.landmarks import WISH, find_landmarks
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.wishes import find_wishes
from backstory.recall.work.progress import list_older_plan, list_progress


def hold(prompts: Sequence[str], answers: Sequence[Answer] = (), branch: str = "main", commits: int = 0) -> Session:
    return Session(
        id="s1",
        agent="codex",
        branch=branch,
        started="2026-11-19T10:00:00Z",
        ended="2026-11-19T11:00:00Z",
        edited=("src/invoice_table.py", "src/total_row.py"),
        prompts=tuple(Prompt(text, f"2026-11-19T10:{at:02}:00Z", at) for at, text in enumerate(prompts)),
        answers=tuple(answers),
        commits=tuple(Commit(f"{at:07}", f"table: step {at}") for at in range(commits)),
    )


def test_the_last_wording_of_a_wish_stands_for_all() -> None:
    session = hold(
        [
            "Can the total row of the invoice table stand below the last page?",
            "run the tests",
            "I want the total row of the invoice table on every page, not below the last one.",
            "Please show the log",
        ]
    )
    talk = Talk(PastWork((session,)))
    wishes = find_wishes(talk, talk.utterances)
    assert [(wish.text[:16], wish.times) for wish in wishes] == [("I want the total", 2)]
    assert [one.sentences[0] for one in find_landmarks(talk) if one.kind == WISH] == [wishes[0].text]


def test_a_long_session_on_a_shared_branch_is_told_by_its_commits() -> None:
    assert list_progress(PastWork((hold(["go"], commits=4),)), 3) == ["table: step 1", "table: step 2", "table: step 3"]
    assert list_progress(PastWork((hold(["go"], commits=2),))) == []
    assert list_progress(PastWork((hold(["go"], branch="feat/x", commits=4),))) == []


def test_an_older_plan_is_found_behind_the_last_answers() -> None:
    plan = Answer("For the next session: ...", "2026-11-19T10:01:00Z", 1, ("port the row", "write the docs"))
    late = [Answer(f"Answer {at}.", f"2026-11-19T10:{at:02}:00Z", at) for at in range(2, 12)]
    assert list_older_plan(PastWork((hold(["go"], [plan, *late]),))) == ("port the row", "write the docs")
    assert list_older_plan(PastWork((hold(["go"], late),))) == ()


def test_a_piece_of_work_that_was_asked_for_is_no_wish() -> None:
    asked = [
        "Could you now connect the total row of the invoice table to the export?",
        "please have one of your helpers read what else writes to the total row of the invoice table",
        "just curious, shouldn't the total row of the invoice table be a footer?",
    ]
    lasting = "Could you keep the total row of the invoice table in the order of the columns?"
    talk = Talk(PastWork((hold([*asked, lasting]),)))
    assert [wish.text for wish in find_wishes(talk, talk.utterances)] == [lasting]


def test_wishes_about_parts_of_one_thing_are_told_apart() -> None:
    session = hold(
        [
            "Can the total row of the invoice table use a bold font?",
            "Please limit the total row of the invoice table to one line.",
            "Can you ensure an equal width for the total row of the invoice table?",
            "The total row of the invoice table should really be limited to one line.",
            "How about a border below the total row of the invoice table?",
        ]
    )
    talk = Talk(PastWork((session,)))
    wishes = {wish.text[:14]: wish.times for wish in find_wishes(talk, talk.utterances)}
    assert wishes == {"Can the total ": 1, "Can you ensure": 1, "The total row ": 2, "How about a bo": 1}


def test_the_wording_that_says_that_it_lasts_is_told() -> None:
    lasting = "From now on the total row of the invoice table must stand on every page."
    session = hold([lasting, "Thanks.", "Please put the total row of the invoice table on every page."])
    talk = Talk(PastWork((session,)))
    assert [(wish.text, wish.times) for wish in find_wishes(talk, talk.utterances)] == [(lasting, 2)]
