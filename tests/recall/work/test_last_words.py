"""What was asked last: not a request that the person sends again and again."""

import msgspec
import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.last_words import find_own_prompt, introduce_items, stop_notes

UPDATE = "Update the architecture notes with what the change taught. Keep what is there; look for gotchas and patterns."


def session(ident: str, *prompts: str, answered: bool = True) -> Session:
    asked = tuple(Prompt(text, line=2 * place) for place, text in enumerate(prompts))
    answers = tuple(Answer("Done: `queue.py` retries twice.", line=2 * place + 1) for place in range(len(prompts)))
    return Session(
        id=ident, agent="cursor", prompts=asked, answered=answered, answers=answers if answered else answers[:-1]
    )


def work(*last: str, earlier: int = 4, answered: bool = True) -> PastWork:
    others = [session(f"s{number}", f"fix the queue of shop {number}", UPDATE) for number in range(earlier)]
    return PastWork((session("last", *last, answered=answered), *others))


def test_a_request_that_comes_back_is_not_what_was_asked_last() -> None:
    past = work("return empty lists for queued providers", UPDATE)
    assert find_own_prompt(past, past.sessions[0]).text == "return empty lists for queued providers"


def test_a_request_that_was_sent_a_few_times_is_what_was_asked_last() -> None:
    past = work("return empty lists for queued providers", UPDATE, earlier=2)
    assert find_own_prompt(past, past.sessions[0]).text == UPDATE


def test_a_request_without_an_answer_is_what_was_asked_last() -> None:
    past = work("return empty lists for queued providers", UPDATE, answered=False)
    assert find_own_prompt(past, past.sessions[0]).text == UPDATE


def test_a_session_of_nothing_else_has_its_last_prompt() -> None:
    past = work(UPDATE)
    assert find_own_prompt(past, past.sessions[0]).text == UPDATE


def test_items_stand_behind_the_line_that_introduces_them() -> None:
    sentences = ["Done.", "5 new files created in `pkg/cmd/`:", "`version.go` — the version", "`check.go` — the checks"]
    assert introduce_items(sentences[3], sentences) == f"{sentences[1]} {sentences[3]}"
    assert introduce_items(sentences[2], sentences) == f"{sentences[1]} {sentences[2]}"
    assert introduce_items("`check.go` is new.", ["Summary:", "`check.go` is new."]) == "`check.go` is new."
    assert introduce_items(sentences[2], ["Two things: these.", sentences[2]]) == sentences[2]
    assert introduce_items("", []) == ""


def test_what_the_test_run_tells_is_no_end_of_a_session() -> None:
    session = Session(
        id="s1", agent="codex", branch="feat/x", started="2026-11-19T09:00:00Z", ended="2026-11-19T10:00:00Z",
        prompts=(Prompt("write only the test, standup in 5", "2026-11-19T09:00:00Z", 1),), answered=True,
        answers=(Answer(
            "The test is written and red, as it should be: `starts_on_a_new_line`. The other 128 pass. It is not"
            " committed.", "2026-11-19T10:00:00Z", 9,
        ),),
    )  # fmt: skip
    tests = [Note(label="last tests", text="`cargo test`: 128 passed, 1 failed; red: starts_on_a_new_line")]
    notes = stop_notes(BriefRequest(project="p", branch="feat/x"), PastWork((session,)), (), tests)
    assert "last session ended with" not in [note.label for note in notes]


@pytest.mark.parametrize("assent", ["Vale.", "Claro que sí.", "Perfecto.", "C'est noté.", "Va bene.", "Geht klar."])
def test_a_word_of_assent_is_not_how_a_session_ended(assent: str) -> None:
    steps = ("document `Timeout` in the README", "measure it")
    answer = Answer(f"{assent} Next: document `Timeout` in the README, measure it.", line=1, next=steps)
    last = Session(id="s", agent="codex", prompts=(Prompt("no generics then", line=0),), answers=(answer,), next=steps)
    moment = BriefRequest(project="mux", branch="main", now="2026-11-20T09:00:00Z", budget=1200)
    assert not any(note.text.startswith(assent[:4]) for note in stop_notes(moment, PastWork((last,)), [], ()))


@pytest.mark.parametrize(
    ("reply", "is_told"),
    [
        ("maybe. ask me next week", True),
        ("hmm, let me sleep on it", True),
        ("not yet", True),
        ("no, leave it", True),
        ("let me think about it", True),
        ("vielleicht, frag mich morgen", True),
        ("peut-être, plus tard", True),
        ("thanks!", False),
        ("ok, bye", False),
        ("good, do that", False),
    ],
)
def test_a_reply_that_agrees_to_nothing_stands_behind_the_proposal(reply: str, is_told: bool) -> None:
    proposal = "It has no removal. I would use a method: an event doubles the API surface. Let's go with the method."
    last = Session(
        id="s",
        agent="codex",
        prompts=(
            Prompt("Does the queue support removal? I'm torn between a method and an event.", line=1),
            Prompt(reply, line=3),
        ),
        answers=(Answer(proposal, line=2), Answer("OK.", line=4)),
        answered=True,
    )
    notes = {note.label: note.text for note in stop_notes(BriefRequest(), PastWork((last,)))}
    assert "Let's go with the method." in notes["last session ended with"]
    assert (notes.get("asked last") == reply) is is_told


def test_a_brief_of_the_past_tells_the_date_and_no_today() -> None:
    last = session("last", "return empty lists for queued providers")
    past = PastWork((msgspec.structs.replace(last, ended="2026-11-19T13:48:00Z"),))
    now = BriefRequest(now="2026-11-19T23:59:59Z")
    then = BriefRequest(now="2026-11-19T23:59:59Z", as_of="yesterday")
    assert [one.detail for one in stop_notes(now, past)][:1] == ["today 13:48 UTC"]
    assert [one.detail for one in stop_notes(then, past)][:1] == ["2026-11-19"]


@pytest.mark.parametrize(("prompt", "told"), [
    ("Write me a list of what remains, so that I find my way back.", ""),
    ("Please keep `test_late` red and commit no half of it. What is left, in order? Ada reads it once.",
     "Please keep `test_late` red and commit no half of it."),
    ("Mend the cache of `client.py` as well. Ada reads it once.", "Mend the cache of `client.py` as well. Ada"),
])  # fmt: skip
def test_a_question_for_the_steps_is_not_told_beside_them(prompt: str, told: str) -> None:
    answer = Answer("Here it is.\n\nNext:\n1. port `queue.py`\n2. measure it under load", line=2)
    last = Session(
        id="s1", agent="codex", prompts=(Prompt("Port the pool", line=0), Prompt(prompt, line=1)), answers=(answer,),
        answered=True, next=("port `queue.py`", "measure it under load"),
    )  # fmt: skip
    asked = [note.text for note in stop_notes(BriefRequest(), PastWork((last,))) if note.label == "asked last"]
    assert " ".join(asked).startswith(told) and ("left" not in " ".join(asked)) and bool(asked) == bool(told)
