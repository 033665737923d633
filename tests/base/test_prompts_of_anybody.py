"""Prompts that anybody may put, whatever the project, and those that look like them and ask about the work."""

import pytest

from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.courtesies import is_courtesy
from backstory.base.question_forms import Asking, asks_of_tool
from backstory.base.tokenizer import split_words
from backstory.base.writing_orders import writes_code


def read(text: str) -> Asking:
    return Asking(text, find_asked_kinds(text), has_name=False)


@pytest.mark.parametrize(
    "text", ["good evening then", "thanks, until monday", "have a nice weekend", "see you later then", "bye for now"]
)
def test_a_parting_is_polite(text: str) -> None:
    assert is_courtesy(split_words(text), asks=False)


@pytest.mark.parametrize("text", ["have the tests run then", "see the log later", "good, push it then"])
def test_an_order_is_no_parting(text: str) -> None:
    assert not is_courtesy(split_words(text), asks=False)


@pytest.mark.parametrize("text", ["can you mute a channel in slack", "could one merge two cells in excel"])
def test_a_question_for_a_tool_orders_nothing(text: str) -> None:
    assert asks_of_tool(split_words(text)) and read(text).asks_about_tool


@pytest.mark.parametrize(
    "text", ["can you run the tests in docker", "can you fix it in python", "use sqlite in docker"]
)
def test_an_order_in_a_tool_stays_one(text: str) -> None:
    assert not asks_of_tool(split_words(text))


@pytest.mark.parametrize("text", ["what's the history of the fax machine", "who composed Carmen", "who founded Lego"])
def test_a_question_about_the_world(text: str) -> None:
    assert read(text).is_trivia


def test_a_question_for_a_command_of_a_platform() -> None:
    assert read("which command shows the free disk space on a mac?").is_general
    assert not read("which command runs the tests of our linux").is_general
    assert not read("which command runs the tests?").is_general


@pytest.mark.parametrize("text", ["which card game is good for three people?", "what film do you recommend?"])
def test_a_question_of_taste(text: str) -> None:
    assert read(text).is_general


@pytest.mark.parametrize(
    "text", ["which of these two do you recommend?", "which of our options is good for the cache?"]
)
def test_a_choice_of_the_work_is_no_question_of_taste(text: str) -> None:
    assert not read(text).is_general


def test_where_something_stands_asks_for_the_work() -> None:
    text = "where does the retry header stand?"
    assert "task" in find_asked_kinds(text)
    assert not read(text).is_trivia and not read(text).asks_about_code


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cont. w/ the parser", "resume"),
        ("how do I start just one single test?", "run"),
        ("are there open questions?", "next"),
        ("who are we waiting for?", "next"),
    ],
)
def test_the_kind_of_answer(text: str, kind: str) -> None:
    assert kind in find_asked_kinds(text)


@pytest.mark.parametrize(
    ("text", "writes"), [("write index.d.ts with limits", True), ("write a haiku about rain", False)]
)
def test_writing_something_of_the_code_is_an_order(text: str, writes: bool) -> None:
    assert writes_code(text) is writes


@pytest.mark.parametrize("text", ["why does the linker fail on this box?", "which shell is used on this machine"])
def test_the_machine_at_hand_is_the_one_of_the_work(text: str) -> None:
    assert read(text).says_we


def test_another_machine_is_none_of_the_work() -> None:
    assert not read("how loud is a washing machine").says_we
