"""What lies beside the work at the end of a session, and what does not."""

import pytest
from msgspec.structs import replace

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.sessions import PastWork
from backstory.recall.work.older_steps import list_older_steps

TIMES = [f"2026-05-01T10:0{minute}:00Z" for minute in range(8)]
WORK = Session(
    id="one", agent="codex", started=TIMES[0], ended=TIMES[1], answered=True, edited=("cli.py",), next=("port insert",),
    prompts=(Prompt("port the six commands to the new option parser", TIMES[0], 1, ("cli.py",)),),
    answers=(Answer("Vacuum is ported.\n\nNext: port insert.", TIMES[1], 2, ("port insert",)),),
)  # fmt: skip


def ask(answer: str, *steps: str) -> Session:
    return Session(
        id="two", agent="codex", started=TIMES[2], ended=TIMES[3], answered=True, next=steps,
        prompts=(Prompt("what is the plan for the error messages?", TIMES[2], 1),),
        answers=(Answer(answer, TIMES[3], 2, steps),),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "steps", "session"),
    [
        ("Each gets a number of its own.", (), "one"),
        ("Each gets a number.\n\nNext: collect them.", ("collect them",), "two"),
        ("Each gets a number.\n\nBlocked: I need the catalogue from Priya.", (), "two"),
        ("Each gets a number.\n\nOpen question: should exit codes stay?", (), "two"),
    ],
)
def test_a_question_whose_answer_leaves_something_open_is_the_end(answer: str, steps: tuple[str], session: str) -> None:
    last = drop_asides((ask(answer, *steps), WORK))
    assert last is not None and last.id == session


def test_the_step_before_a_session_that_only_asks_is_still_open() -> None:
    past = PastWork((ask("Each gets a number.\n\nNext: collect them.", "collect them"), WORK))
    assert [one.text for one in list_older_steps(past, GitState())] == ["port insert"]


def test_the_only_answer_closes_the_work_before_its_question() -> None:
    runs = (CommandRun("mypy src", "types", TIMES[1], 0, line=2),)
    prompts = (Prompt("run the type checker and mend it", TIMES[0], 1), Prompt("why did you revert?", TIMES[3], 5))
    answers = (Answer("Windows has no such module, so I took it back.", TIMES[4], 6),)
    session = Session(id="one", agent="codex", answered=True, prompts=prompts, answers=answers, commands=runs)
    assert drop_asides((session,)) == session


PLANNED = replace(
    WORK, prompts=(Prompt("fix the rounding in pool.py", TIMES[0], 1),), edited=(), next=("add a test",),
    answers=(Answer("`pool.py` rounds half-even.\n\nNext: add a test.", TIMES[1], 2, ("add a test",)),),
)  # fmt: skip


def go_on(session: Session, prompt: str, answer: str, *steps: str) -> Session:
    return replace(
        session, prompts=(*session.prompts, Prompt(prompt, TIMES[2], 3)), next=steps or session.next,
        answers=(*session.answers, Answer(answer, TIMES[3], 4, steps)), ended=TIMES[3],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("prompt", "answer", "step"),
    [
        ("What is the capital of France, by the way?", "Paris. Next: ask me about Spain.", "ask me about Spain"),
        ("What is the capital of France?", "Paris. Next: ask me about Spain.", "ask me about Spain"),
        ("How is the weather in Oslo?", "Rainy. Next: look again tomorrow.", "look again tomorrow"),
        ("Übrigens, wer hat 2014 gewonnen?", "Deutschland. Als Nächstes: frag mich nach 2018.", "frag mich nach 2018"),
        ("Au fait, qui a peint Guernica ?", "Picasso. Ensuite : lire sa vie.", "lire sa vie"),
    ],
)
@pytest.mark.parametrize("work", [WORK, PLANNED])
def test_the_step_of_an_aside_is_none_of_the_work(work: Session, prompt: str, answer: str, step: str) -> None:
    last = drop_asides((go_on(work, prompt, answer, step),))
    assert last is not None and last.next == work.next
    assert [one.text for one in last.prompts] == [one.text for one in work.prompts]


def test_the_step_of_an_aside_is_none_where_the_work_names_no_step() -> None:
    bare = replace(WORK, next=(), answers=(Answer("Vacuum is ported.", TIMES[1], 2),))
    last = drop_asides(
        (go_on(bare, "By the way, who won?", "Norway. Next: ask me about Spain.", "ask me about Spain"),)
    )
    assert last is not None and last.next == ()


def test_an_aside_does_not_make_the_next_one_part_of_the_work() -> None:
    aside = ("What is the capital of France, by the way?", "Paris. Next: ask me about Spain.", "ask me about Spain")
    last = drop_asides((go_on(WORK, *aside), go_on(PLANNED, *aside)))
    assert last is not None and last.next == WORK.next


@pytest.mark.parametrize(
    ("prompt", "answer", "step"),
    [
        ("How do we publish?", "With `make release`. Next: tag v1.2.", "tag v1.2"),
        ("by the way, is cli.py typed?", "No. Next: add types to `cli.py`.", "add types to `cli.py`"),
        ("What about the option parser?", "It is in. Next: document the parser.", "document the parser"),
        ("And what now?", "Blocked: I need the catalogue from Priya.", ""),
    ],
)
def test_a_question_about_the_work_is_its_end(prompt: str, answer: str, step: str) -> None:
    session = go_on(WORK, prompt, answer, *([step] if step else []))
    assert drop_asides((session,)) == session


def test_a_session_that_is_an_aside_gives_way() -> None:
    chat = ask("Paris. Next: ask me about Spain.", "ask me about Spain")
    chat = replace(chat, prompts=(replace(chat.prompts[0], text="What is the capital of France?"),))
    assert drop_asides((chat, WORK)) == WORK


@pytest.mark.parametrize(
    ("question", "answer", "is_end"),
    [
        ("did you use prettier?", "Prettier is not in this image; `cli.py` follows the lines around it.", False),
        ("and have you read the style guide", "Yes, the one in `docs/style.md`; `cli.py` keeps to it.", False),
        ("hast du isort benutzt?", "Nein, die Importe in `cli.py` sind von Hand sortiert.", False),
        ("did you run the tests?", "No, `cli.py` was not run.", True),
        ("did you use prettier?", "No, and `cli.py` still needs it.", True),
        ("make the flag of `cli.py` shorter", "The flag of `cli.py` is -w now.", True),
    ],
)
def test_an_answer_to_a_question_that_needs_no_work_is_not_the_end(question: str, answer: str, is_end: bool) -> None:
    prompts = (Prompt("widen the lines of `cli.py`", TIMES[0], 1, ("cli.py",)), Prompt(question, TIMES[3], 5))
    answers = (Answer("The lines of `cli.py` are wide now. Committed.", TIMES[2], 3), Answer(answer, TIMES[4], 6))
    last = drop_asides((replace(WORK, prompts=prompts, answers=answers, next=(), ended=TIMES[4]),))
    assert last is not None and (last.answers[-1].text == answer) == is_end
