import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements

MOMENT = BriefRequest(branch="feat/pay", now="2026-11-27T09:00:00Z")


def list_open(*texts: str, runs: tuple[int, ...] = ()) -> list[str]:
    """The questions that a brief tells after prompts and answers, which begin with `> `, one minute each. `runs`: the
    minutes at which something was run."""
    prompts, answers = [], []
    for minute, text in enumerate(texts):
        made = f"2026-11-20T09:{minute:02}:00Z"
        if text.startswith("> "):
            answers.append(Answer(text[2:], made, line=minute + 1))
        else:
            prompts.append(Prompt(text, made, line=minute + 1))
    commands = tuple(CommandRun(command="make", made=f"2026-11-20T09:{one:02}:30Z", line=one + 1) for one in runs)
    session = Session(
        id="s", agent="a", branch="feat/pay", prompts=tuple(prompts), answers=tuple(answers), commands=commands,
        started="2026-11-20T09:00:00Z", ended="2026-11-20T10:00:00Z", answered=bool(answers),
    )  # fmt: skip
    notes = [one.note for one in now_statements(MOMENT, [], past=PastWork((session,)))]
    assert len({note.text for note in notes}) == len(notes)
    return [note.text for note in notes if note.label == "asked, and not answered"]


@pytest.mark.parametrize(
    "question",
    [
        "Does the parser accept tabs in a header?",
        "Can the old names be used for subcommands too?",
        "and what happens if the callback panics does the buffer go back to the pool",
        "Was passiert, wenn die Datei leer ist?",
    ],
)
def test_a_question_that_the_person_went_on_from_is_told(question: str) -> None:
    assert list_open("Add the retry loop.", "> Done.", question, "Leave it for now and commit.", "> Done.") == [
        question
    ]


def test_a_question_that_was_asked_last_is_told_once() -> None:
    question = "How does the parser split a header?"
    assert list_open("Add the retry loop.", "> Done.", "Does it accept tabs at all?", question) == [
        "Does it accept tabs at all?"
    ]


def test_an_answered_question_is_not_told() -> None:
    question = "Does the parser accept tabs in a header?"
    assert list_open(question, "> No.", "ok, commit", "> Done.") == []
    later = "> Tabs: the parser does accept those in a header."
    assert list_open(question, "wait, first the retry loop", later, "thanks", "> Sure.") == []


def test_a_question_that_was_worked_on_is_not_told() -> None:
    question = "Does the parser accept tabs in a header?"
    assert list_open(question, "go on", "> Done.", runs=(0,)) == []


@pytest.mark.parametrize("text", ["Could you write a list of the open steps?", "ok?", "Add the tests for the header."])
def test_orders_and_nods_are_no_questions(text: str) -> None:
    assert list_open("Add the retry loop.", "> Done.", text, "and commit", "> Done.") == []
