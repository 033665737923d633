"""The title of an answer: its question where the answer needs one, and the answer as a whole or alone."""

import pytest

from backstory.capture.decisions.questionnaires import find_answers, find_questions

ASKED = """\
Before I build it:

1. **Storage** — you proposed a `machine_id` column, but the metadata has one already and the search filters by it. \
I would reuse the metadata and add the host's name to it. A column is more explicit, but it would hold the same twice. \
Reuse it, or a column?

2. **Visibility**:
   - Should archived items be hidden by default?
   - When the switch is on, should the list show only them, or both?

3. **Export options**: Should the report have an export (CSV, PDF)?

4. **Valuation**
   - For the value of the stock, should I use:
     - **Latest price**
     - **Average**

5. **Filter**: Do you want:
   - **Option A**: A checkbox that hides them?
   - **Option B**: A menu with three entries?

6. **History**: Should the count start from the beginning of time, or at a date?
"""
PROMPT = """\
1. sure, use the metadata that is there
2. when the switch is on, show only archived ones
3. no need for an export of reports in this version
4. use last price vs. the average
5. option B
6. from the beginning of time
I do not see why we need two tables. Answer that first.
"""


def titles(answer: str, prompt: str) -> list[str]:
    return [one.text for one in find_answers(prompt, find_questions(answer))]


def test_a_long_question_leaves_room_for_its_answer() -> None:
    assert titles(ASKED, PROMPT) == [
        "Storage: sure, use the metadata that is there",
        "Visibility: when the switch is on, show only archived ones",
        "Export options: no need for an export of reports in this version",
        "Valuation: use last price vs. the average",
        "Filter: A menu with three entries",
        "History: Should the count start from the beginning of time, or at a date? from the beginning of time",
    ]


def test_the_question_stays_with_an_answer_that_is_told_alone() -> None:
    export = find_answers(PROMPT, find_questions(ASKED))[2]
    assert export.why == "Asked: Export options: Should the report have an export (CSV, PDF)?"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the list of guests is never shown to the kitchen", ""),
        ("just the names, and the room when there is one", "Which? "),
        ("I want the same as in the list of orders we have", "Which? "),
        ("for now, only the names", "Which? "),
        ("names. The room can follow when rooms are in the database and have numbers that stay as they are", "Which? "),
    ],
)
def test_an_answer_is_told_alone_where_it_says_all(said: str, told: str) -> None:
    assert titles("1. Show guests?\n2. Which?", f"1. yes\n2. {said}")[1] == f"{told}{said}"


def test_a_yes_is_told_with_what_it_answers() -> None:
    answer = (
        "1. **Taxes**:\n   - Are prices with tax?\n   - Do stays have a rate of their own?\n"
        "2. **Payment**:\n   - Should tips come before the method?\n   - Or after it?\n"
    )
    assert titles(answer, "1. yes\n2. yes, before") == [
        "Taxes: Are prices with tax? Do stays have a rate of their own? yes",
        "Payment: Should tips come before the method? yes",
    ]


def test_the_name_of_an_option_answers_no_question_without_options() -> None:
    thought = "1. Where is the list?\n2. How are they filtered?\n3. Should it be a checkbox or a menu?"
    assert titles(thought, "1. option C\n2. show all\n3. existing one") == []


def test_an_order_to_find_out_answers_nothing() -> None:
    assert titles("1. What about the old field?\n2. Keep it?", "1. analyze how it is used now\n2. yes") == [
        "Keep it? yes"
    ]
