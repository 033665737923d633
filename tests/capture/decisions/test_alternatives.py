"""What a person chooses between the ways that a question of the agent names."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate

STORE = "Should I use SQLite or Postgres for the job queue?"
LISTED = "I see two ways:\n\n1. **SQLite** in a file\n2. **Postgres** for many writers\n\nWhich do you want?"
HEADED = "**Option A: SQLite**, a file.\n**Option B: Postgres** for many writers.\n\nWhich do you want?"


def decide(answer: str, prompt: str) -> list[Candidate]:
    turns = [Turn("user", "we need jobs"), Turn("assistant", answer), Turn("user", prompt)]
    return [one for one in find_candidates(turns, known_paths=lambda path: False) if one.role == "user"]


@pytest.mark.parametrize(
    ("answer", "prompt", "title", "why"),
    [
        (STORE, "SQLite, it's simpler", "SQLite over Postgres for the job queue", "it's simpler"),
        (STORE, "because it’s simpler to deploy, go with SQLite", "SQLite over Postgres for the job queue", "simpler"),
        (STORE, "sqlite", "SQLite over Postgres for the job queue", ""),
        (STORE, "SQLite. We have one writer only.", "SQLite over Postgres for the job queue", "one writer"),
        (STORE, "the second one", "Postgres over SQLite for the job queue", ""),
        (STORE, "the latter, since many jobs write", "Postgres over SQLite for the job queue", "since many jobs write"),
        (LISTED, "the second one", "Postgres for many writers", ""),
        (LISTED, "2, because it scales", "Postgres for many writers", "because it scales"),
        (HEADED, "yes, B", "Postgres for many writers", ""),
        ("- A) SQLite\n- B) Postgres\n\nI'd recommend A.", "ok A", "SQLite over Postgres", ""),
        ("- A) SQLite\n- B) Postgres\n\nI'd take A. Shall I go with A?", "yes", "SQLite over Postgres", ""),
        ("Do you want REST or GraphQL here?", "I'd rather have GraphQL", "GraphQL over REST here", ""),
        ("Which do you prefer: polling or websockets?", "polling is fine", "polling over websockets", ""),
        ("Soll ich SQLite oder Postgres nehmen?", "das zweite, weil es skaliert", "Postgres over SQLite", "skaliert"),
        ("¿Uso SQLite o Postgres?", "la segunda", "Postgres over SQLite", ""),
        (
            "I can use a cron job, or a worker. What do you prefer?",
            "cron. simpler",
            "a cron job over a worker",
            "simpler",
        ),
        (
            "Should the export be synchronous?",
            "no, because it takes minutes for large accounts",
            "Should the export be synchronous? No",
            "because it takes minutes",
        ),
    ],
)
def test_the_title_names_what_was_chosen(answer: str, prompt: str, title: str, why: str) -> None:
    (one,) = decide(answer, prompt)
    assert (one.kind, one.text) == ("decision", title)
    assert why in one.why
    assert one.quote == prompt


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        (STORE, "SQLite is locked again, look at the log first"),
        (STORE, "what speaks for Postgres?"),
        (STORE, "neither, I am not sure yet"),
        (STORE, "SQLite or Postgres, you decide"),
        ("Is the server running?", "no, it is still starting on my machine"),
        ("Shall I go on?", "no, because I have to leave now"),
        ("Should the export be synchronous?", "no"),
    ],
)
def test_what_chooses_nothing(answer: str, prompt: str) -> None:
    assert not [one for one in decide(answer, prompt) if "accepted" in one.tags]


def test_an_answer_to_what_the_person_sees_is_no_decision() -> None:
    asked = (
        "1. **Do you see a flash when the page loads?**\n2. **Are you using the unread filter?** (It hides some.)\n"
        "3. **Should the list keep its order?**\n"
    )
    answered = (
        "1. **Do you see a flash when the page loads?**\nNo, it fades in.\n"
        "2. **Are you using the unread filter?** (It hides some.)\nYes I am.\n"
        "3. **Should the list keep its order?**\nYes."
    )
    assert [(one.kind, one.text) for one in decide(asked, answered)] == [
        ("fact", "Do you see a flash when the page loads? No, it fades in"),
        ("fact", "Are you using the unread filter? Yes I am"),
        ("decision", "Should the list keep its order? Yes"),
    ]
