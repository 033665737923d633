"""Choices against what was just proposed or agreed say what is chosen, and not only what is not."""

import pytest

from backstory.capture.prompts import read_prompt


def decisions(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "decision"]


@pytest.mark.parametrize(
    ("prompt", "decision"),
    [
        (
            "No, not a second tray. Put them back on top and count the tries.",
            "not a second tray. Put them back on top and count the tries",
        ),
        (
            "nah, not in the driver. Keep it where the sheet is built",
            "not in the driver. Keep it where the sheet is built",
        ),
        (
            "oh, then I was wrong about the margin, it has to be per label and not per sheet",
            "the margin has to be per label and not per sheet",
        ),
    ],
)
def test_a_choice_against_another(prompt: str, decision: str) -> None:
    assert decision in decisions(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "No, not a second tray. Why would we need it?",
        "No, not a good day for me. I am on the train.",
        "I was wrong about the margin, it is fine as it is",
        "was I wrong about the margin, it has to be per label?",
    ],
)
def test_no_choice(prompt: str) -> None:
    assert not any("tray. " in one or "margin has" in one for one in decisions(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "hm no, undo that, a subclass hides too much. one function at the end of the file",
        "fine with the name. but it goes into labels/errors.py with the others",
        "ok, so a second tray, with a sensor like the first",
        "fine, do it in the driver",
        "I take back what I said about the margin: the knife needs it. two millimetres",
    ],
)
def test_what_stands_in_its_place_belongs_to_it(prompt: str) -> None:
    assert prompt in decisions(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "undo that, the press does not start. I have to leave now",
        "undo that. one function at the end of the file",
        "is that all? it goes into labels/errors.py",
        "ok so a question, how many trays are there?",
        "fine, do it in the morning",
    ],
)
def test_other_sentences_stay_apart(prompt: str) -> None:
    assert prompt not in decisions(prompt)
