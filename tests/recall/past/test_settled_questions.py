"""Questions among the next steps that the person has settled since."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.endings import list_steps

STEPS = ("write the docs page", "should `-r folded` honour `--show-all`? I did not decide that")


def steps(*replies: str, asked: tuple[str, ...] = STEPS) -> list[str]:
    """The steps of a session in which an answer named some, and the person replied."""
    prompts = [Prompt("go on", line=1), *(Prompt(text, line=10 * n + 5) for n, text in enumerate(replies, 1))]
    answers = [Answer("Open: ...", line=10, next=asked), *(Answer("OK.", line=10 * n + 8) for n in range(1, 4))]
    return list(list_steps(Session(id="s", agent="a", prompts=tuple(prompts), answers=tuple(answers), next=asked)))


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (STEPS[1], "show-all yes should work, same as text renderer"),
        ("Soll der Export auch leere Zeilen schreiben?", "leere zeilen nein, die brauchen wir nicht"),
        ("does the cache survive a restart?", "the cache must survive it, else the first request is slow"),
        ("faut-il garder l'ancien format de date ?", "oui, garde l'ancien format"),
        ("¿devolvemos 503 o 504 al vencer el plazo?", "el plazo: usa 504"),
    ],
)
def test_what_the_person_settled_is_no_step(question: str, reply: str) -> None:
    assert steps(reply, asked=("write the docs page", question)) == ["write the docs page"]


@pytest.mark.parametrize(
    "reply",
    [
        "bye", "commit the rest", "what does show-all do in the text renderer?", "yes, write the docs page first",
        "show me the diff",
    ],
)  # fmt: skip
def test_another_reply_leaves_the_question_open(reply: str) -> None:
    assert steps(reply) == list(STEPS)


@pytest.mark.parametrize("between", [("commit",), ("commit", "thanks")])
def test_a_later_order_with_a_word_of_it_is_about_something_else(between: tuple[str, ...]) -> None:
    assert steps(*between, "the folded lines should be sorted") == list(STEPS)


def test_a_step_that_asks_nothing_stays() -> None:
    assert steps("yes, write the docs page", asked=("write the docs page", "push")) == ["write the docs page", "push"]
