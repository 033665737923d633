"""What was asked last: not a request that the person sends again and again."""

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.last_words import find_own_prompt, introduce_items
from backstory.recall.sessions import PastWork

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
