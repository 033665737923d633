"""Numbered answers are told with the questions that they answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.reversals import REVISED
from backstory.model.session import Answer, Prompt, Session
from backstory.patterns.option_lists import match_later_pick, match_pick, may_pick
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import MAX_READ, read_utterances
from backstory.recall.text.choices import name_choices, name_pick, read_choice

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


OPTIONS = """I looked at the parser.

1. **Preprocess.** A function that inlines the files into a buffer. Needs the whole text in memory.
2. **Recursive parse.** The parser calls `parse_file()` with the same handler. Small and streaming.
3. **Callback.** The application opens the file itself.

I recommend **3**, since some targets have no file system.

Which one?"""
LETTERS = "There are three ways:\n\na) the last one wins\nb) the new name wins\nc) an error\n\nI'd lean towards (a)."
BEHAVIOURS = "A stream has no name:\n\n1. It is an error.\n2. It is relative to the folder.\n3. It is a plain name."


@pytest.mark.parametrize(
    ("prompt", "answer", "named"),
    [
        ("2", OPTIONS, "2 (Recursive parse: The parser calls `parse_file()` with the same handler)"),
        ("the last one", OPTIONS, "the last one (Callback: The application opens the file itself)"),
        ("the first but with 4", BEHAVIOURS, "the first (It is an error) but with 4"),
        ("Ah yes. Then (b) please.", LETTERS, "Ah yes. Then (b) (the new name wins) please."),
        ("neither of the last two", BEHAVIOURS, "neither of the last two (so It is an error)"),
        (
            "The mail team asked for it. The second.",
            BEHAVIOURS,
            "The mail team asked for it. The second (It is relative to the folder).",
        ),
        ("No. A nice touch.", LETTERS, "No. A nice touch."),
        ("c, and log it", LETTERS, "c (an error), and log it"),
        ("none of these, make it an option", BEHAVIOURS, "none of these, make it an option"),
    ],
)
def test_a_number_stands_with_what_it_picks(prompt: str, answer: str, named: str) -> None:
    assert name_pick(prompt, answer) == named


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("2", "Done. Three tests are green.\n\n## Next steps\n\n1. the docs\n2. the changelog"),
        ("3 tests are red", OPTIONS),
        ("use a table", OPTIONS),
        ("go on", OPTIONS),
        ("4", OPTIONS),
        ("the first thing that I saw", OPTIONS),
    ],
)
def test_what_picks_nothing_stays(prompt: str, answer: str) -> None:
    assert name_pick(prompt, answer) == prompt


def test_options_that_were_turned_down_are_marked() -> None:
    session = Session(
        id="s1", agent="codex", prompts=(Prompt("how?", "1"), Prompt("2", "3")),
        answers=(Answer(OPTIONS, "2"), Answer("Done.", "4")),
    )  # fmt: skip
    talk = Talk(PastWork((session,)))
    answer = next(one for one in talk.utterances if one.rejected)
    marked = {one: talk.mark_changed(one, answer).endswith("[not chosen]") for one in answer.sentences}
    assert [one.split()[0] for one, is_marked in marked.items() if is_marked] == ["A", "Needs", "The", "I"]
    assert not any(is_marked for one, is_marked in marked.items() if "parse_file" in one or "looked" in one)


def test_a_pick_that_the_person_revised_later_is_left_out() -> None:
    later = "I was thinking about the (a) again. A script appends it, so the person loses. Please we take (b) instead."
    session = Session(
        id="s1", agent="codex",
        prompts=(Prompt("which wins?", "1"), Prompt("Then (a) please.", "3"), Prompt(later, "5")),
        answers=(Answer(LETTERS, "2"), Answer("Done.", "4"), Answer("Agreed, changed.", "6")),
    )  # fmt: skip
    talk = Talk(PastWork((session,)))
    prompt = next(one for one in talk.utterances if one.picked)
    assert prompt.sentences == ("Then (a) please (the last one wins).",)
    assert talk.measure_revision(prompt, prompt.sentences[0]) >= REVISED


def test_answers_to_several_questions_turn_no_question_down() -> None:
    answer = "1. Where are the statistics?\n2. How are service orders told from others?\n3. A checkbox or a toggle?"
    assert read_choice("1. option C\n2. show all orders\n3. existing filter", answer) is None
    assert name_pick("1. option C\n2. show all orders", answer) == "1. option C\n2. show all orders"


SAID = (
    "2", "the second", "b", "(b)", "neither", "none of these", "yes", "option 1", "go with", "The billing team does.",
    ",", ".", "please", "the last two", "but not", "I am not sure", "A", "",
)  # fmt: skip
OFFERED = {"1": "read the rows", "2": "write the rows", "a": "use a queue", "b": "use a table"}


@given(st.lists(st.sampled_from(SAID), max_size=5), st.sets(st.sampled_from(sorted(OFFERED)), min_size=1))
def test_a_prompt_that_may_pick_nothing_picks_nothing(said: list[str], marks: set[str]) -> None:
    prompt = " ".join(said)
    options = {mark: text for mark, text in OFFERED.items() if mark in marks}
    if not may_pick(prompt):
        assert match_pick(prompt, options) is None
        assert match_later_pick(prompt, options) is None
