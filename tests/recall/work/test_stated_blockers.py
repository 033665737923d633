"""What a person says to stand in the way of the work is told until it is gone."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements

MOMENT = BriefRequest(branch="feat/pay", now="2026-11-22T09:00:00Z")
LEGAL = "dont push yet, waiting for legal to ok the license header. blocked till thomas answers"


def session(day: int, *prompts: str) -> Session:
    made = f"2026-11-{day}T09:00:00Z"
    return Session(
        id=f"s{day}", agent="claude-code", branch="feat/pay", started=made, ended=f"2026-11-{day}T10:00:00Z",
        prompts=tuple(Prompt(text, made, line=2 * place) for place, text in enumerate(prompts)), answered=True,
        answers=(Answer("Done.", made, line=99),), edited=("pay.py",),
    )  # fmt: skip


def told(*prompts: str, later: tuple[str, ...] = ("add the docs",)) -> list[tuple[str, str, str]]:
    past = PastWork((session(21, *later), session(20, *prompts)))
    notes = [one.note for one in now_statements(MOMENT, (), past=past)]
    return [(note.text, note.detail, note.session) for note in notes if note.label == "blocker"]


def test_a_blocker_is_told_with_its_age_and_session() -> None:
    assert told("add the retry loop", LEGAL) == [(LEGAL, "2 days ago", "s20")]


@pytest.mark.parametrize(
    "text",
    [
        "blocked by infra, they need to open the port",
        "We're stuck until the vendor sends the key.",
        "I'm waiting for Anna's review",
        "can't merge before QA signs off",
        "this PR is blocked on #482",
        "the release is still blocked by the translation team",
        "no merge yet, we are waiting for finance",
        "wir warten noch auf die Freigabe von Thomas",
        "blockiert bis der Zugang da ist",
        "estamos bloqueados por infra",
        "on attend la réponse de Paul",
    ],
)
def test_ways_to_name_one(text: str) -> None:
    assert told(text) == [(text.rstrip("."), "2 days ago", "s20")]


@pytest.mark.parametrize(
    "text",
    [
        "the request is blocked by the proxy",
        "blocked by CORS policy: no header is present",
        "it's stuck",
        "waiting for the tests",
        "I'm waiting for your answer",
        "can't push without tests passing?",
        "why is it waiting for the lock?",
        "disable the button, it is blocked until the response arrives",
        "don't use a blocking call there",
        "add a test for a client that is waiting for a lock",
        "the worker is waiting for the queue",
        "can't push without the tests passing",
    ],
)
def test_what_a_program_waits_for_is_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    ["thomas ok'd the header", "legal answered, all fine", "got the ok from Thomas", "unblocked, go on",
     "thomas hat geantwortet", "the license header is approved"],
)  # fmt: skip
def test_it_is_gone_when_the_person_says_so(text: str) -> None:
    assert told(LEGAL, later=(text,)) == []
    assert told(LEGAL, text) == []


@pytest.mark.parametrize(
    "text",
    ["thomas still has not answered", "did thomas answer?", "thomas is on vacation", "when thomas answers, push",
     "fix the header parser", "the tests are done"],
)  # fmt: skip
def test_it_stays_while_nobody_says_so(text: str) -> None:
    assert [one[0] for one in told(LEGAL, later=(text,))] == [LEGAL]
