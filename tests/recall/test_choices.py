"""Numbered answers are told with the questions that they answer."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.choices import name_choices
from backstory.recall.sessions import PastWork
from backstory.recall.utterances import MAX_READ, read_utterances

QUESTIONS = """Here is my plan:
1. read the rows
2. write the rows

## Questions for you

1. **Stock**: Do you need to track how much of a product is left?
2. **Prices**: Is one price active at a time, or several?
   - for instance in the season
3. Shall deleted records be kept?
"""


def test_an_answer_stands_after_the_name_of_its_question() -> None:
    prompt = "Looks good.\n1. no, the accounting software does that\n2) one at a time\n3. yes"
    assert name_choices(prompt, QUESTIONS) == (
        "Looks good.\n1. Stock: no, the accounting software does that\n2. Prices: one at a time\n"
        "3. Shall deleted records be kept?: yes"
    )


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("1. one list\n2. another one", "Done: all rows are read."),
        ("1. one list\n2. another one\n4. and more", QUESTIONS),
        ("1. only one", QUESTIONS),
        ("in 2024 it was 3. Now it is 4.", QUESTIONS),
        ("1. about the stock: none\n2. prices as they are", QUESTIONS),
    ],
)
def test_a_list_that_answers_nothing_stays(prompt: str, answer: str) -> None:
    named = name_choices(prompt, answer)
    assert named.splitlines()[0] == prompt.splitlines()[0]
    assert prompt == named or "stock" in prompt


def test_a_long_question_without_a_name_stands_by_its_beginning() -> None:
    question = "Do you need to know at any time how many bottles of each kind are left in the cellar of the house?"
    named = name_choices("1. no\n2. yes", f"1. {question}\n2. And the rooms?")
    assert named.startswith("1. Do you need to know at any time how many … : no") or " …: no" in named
    assert named.endswith("2. And the rooms?: yes")


def test_a_choice_is_told_in_the_talk_with_its_question() -> None:
    session = Session(
        id="s1",
        agent="codex",
        prompts=(Prompt("plan it", "1"), Prompt("1. no\n2. one at a time\n3. yes", "3")),
        answers=(Answer(QUESTIONS, "2"), Answer("Done.", "4")),
    )
    sentences = [text for one in read_utterances(PastWork((session,))) for text in one.sentences]
    assert "Stock: no" in sentences
    assert "Prices: one at a time" in sentences


def test_long_sessions_leave_room_for_the_others() -> None:
    def sit(ident: str, answers: int) -> Session:
        text = "The worker reads a row of the queue and writes it to the table. " * 100
        return Session(id=ident, agent="codex", answers=tuple(Answer(text, f"{n:03}") for n in range(answers)))

    sessions = (sit("s5", 40), sit("s4", 40), sit("s3", 1), sit("s2", 1))
    read: dict[str, int] = {}
    for one in read_utterances(PastWork(sessions)):
        read[one.session.id] = read.get(one.session.id, 0) + sum(map(len, one.sentences))
    assert set(read) == {"s5", "s4", "s3", "s2"}
    assert read["s5"] == read["s4"]
    assert 0.8 * MAX_READ < sum(read.values()) <= MAX_READ
