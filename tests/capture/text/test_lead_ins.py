"""A sentence that only presents what is pasted below it is no statement and no title."""

import pytest

from backstory.capture.sessions.task_lines import find_task
from backstory.capture.text.lead_ins import find_lead_ins, is_lead_in

_FENCED = "\n\n```\nfirst  second\n1      2\n```\n\nSo we take the second."
_QUOTED = "\n\n> we booked 212 invoices twice in march\n\nSo take that as given."
_TABLE = "\n| a | b |\n|---|---|\n| 1 | 2 |\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "I slept badly and here is the result of a trial with 300 files, only the columns that matter:",
        "For completeness, this is what Mirela from billing answered, I paste all of it:",
        "Here's the tail of the nightly import, before anybody asks:",
        "I ran it twice and got this:",
        "The output of the last run:",
        "Hier ist das Ergebnis der Messung von gestern:",
        "Voici la sortie de la dernière mesure:",
        "Aquí tienes el resultado de la prueba de ayer:",
    ],
)
@pytest.mark.parametrize("pasted", [_FENCED, _QUOTED, _TABLE])
def test_a_sentence_that_presents_something_is_a_lead_in(sentence: str, pasted: str) -> None:
    assert find_lead_ins(f"Go ahead. {sentence}{pasted}") == [sentence]


@pytest.mark.parametrize(
    "prompt",
    [
        f"The answer must look like this:{_FENCED}",
        f"From now on use these names, here is the list:{_TABLE}",
        f"We decided, and here is the layout that we go with:{_FENCED}",
        f"Here is the format that the export should have:{_FENCED}",
        f"Ab jetzt bitte so, hier ist das Muster:{_FENCED}",
        "Here is the result: 400 ms is enough.\n\n```\nx\n```",
        "Here is what counts:\n\n- the loop stays in the client\n- no new dependency",
        "Here is the plan:\nthe loop stays in the client.",
    ],
)
def test_sentences_that_lay_something_down_are_none(prompt: str) -> None:
    assert find_lead_ins(prompt) == []


def test_a_part_of_a_lead_in_is_one_and_a_longer_passage_is_none() -> None:
    lead_ins = find_lead_ins(f"Here is the result of a trial, I kept the columns:{_FENCED}")
    assert is_lead_in("Here is the result of a trial", lead_ins)
    assert not is_lead_in("The trial failed. Here is the result of a trial, I kept the columns:", lead_ins)


def test_a_title_passes_over_a_lead_in() -> None:
    prompt = f"Here is the result of a trial, I kept the columns:{_FENCED}"
    assert find_task(prompt) == "So we take the second."


def test_a_prompt_with_nothing_but_a_lead_in_keeps_it_as_its_title() -> None:
    assert find_task("Here is the output of the last run:\n\n```\nerror\n```") == "Here is the output of the last run:"
