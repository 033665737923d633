"""How a session ended: greetings, thanks and offers at its end do not say where the work stands."""

import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.recall.past.endings import find_telling, last_telling

WORK = "I changed `round_price` in `shop/prices.py` to half-even; test_tax is still red because it compares floats."


def ended(*answers: str) -> Session:
    return Session(id="s", agent="qwen", answers=tuple(Answer(text) for text in answers))


@pytest.mark.parametrize(
    "polite",
    [
        "You're welcome!",
        "Done.",
        "Done! Let me know if you need anything else.",
        "Hello, how can I help?",
        "What would you like to work on?",
        "Hello! I'm Claude, an AI assistant made by Anthropic. How can I help you today with your project?",
        "Hi there! I'm ready to assist you with your software engineering tasks. What would you like to do first?",
        "Awesome, glad it works for you! Is there anything else you'd like me to work on?",
        "You're welcome! Feel free to reach out whenever you have further questions, I'm always happy to help you.",
        "Gern geschehen! Melde dich, wenn du noch etwas brauchst.",
        "Hallo! Wie kann ich dir heute bei deinem Projekt helfen?",
        "De rien ! N'hésitez pas si vous avez d'autres questions.",
        "Bonjour ! Comment puis-je vous aider aujourd'hui ?",
        "¡De nada! Avísame si necesitas algo más.",
        "¡Hola! ¿En qué puedo ayudarte hoy?",
    ],
)
def test_a_polite_answer_says_nothing_of_the_work(polite: str) -> None:
    assert last_telling(ended(WORK, polite)).text == WORK
    assert last_telling(ended(WORK, polite, polite, polite, polite)).text == WORK
    assert find_telling(ended(polite)) is None


@pytest.mark.parametrize(
    "answer",
    [
        "All 12 tests pass.",
        "Two tests are red.",
        "I left the migration out on purpose, as the table is locked by the nightly job.",
        "Hello world is printed twice because the handler is registered twice.",
        "Thanks, `Pool.take` closes the connection now.",
        "Ready to merge once CI is green.",
    ],
)
def test_a_short_answer_that_tells_something_stays(answer: str) -> None:
    assert last_telling(ended(WORK, answer)).text == answer


@pytest.mark.parametrize(("command", "is_told"), [
    ("git rebase --abort", True),
    ("git merge --abort", True),
    ("git reset --hard HEAD~1", True),
    ("git revert --no-edit HEAD", True),
    ("git stash", True),
    ("git status", False),
    ("git stash list", False),
    ("git rebase --continue", False),
])  # fmt: skip
def test_a_short_answer_that_took_work_back_says_where_it_stands(command: str, is_told: bool) -> None:
    session = Session(
        id="one", agent="codex", answered=True,
        prompts=(Prompt("rebase on main", line=1), Prompt("take it back", line=8)),
        answers=(Answer("It conflicts in `pool.py`: Bob set the size to ten.", line=6), Answer("Done.", line=12)),
        commands=(CommandRun(command, "git", line=10),),
    )  # fmt: skip
    told = find_telling(session)
    assert told is not None
    assert (told.text == "Done.") is is_told
