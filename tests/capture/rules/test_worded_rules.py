"""Rules in full sentences."""

import pytest

from backstory.capture.prompts import read_prompt


def find_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("You may amend as you like, but tagging is up to me, since a tag starts the printer.", "You may amend"),
        ("Deployments are done by Marguerite and by nobody else.", "Deployments are done by Marguerite"),
        ("The colours (palette, contrast) are hers.", "The colours (palette, contrast) are hers"),
        (
            "Please leave the generated clients alone, as they are overwritten every night.",
            "leave the generated clients",
        ),
        ("Please keep out of everything below `legacy/`, even where a name is wrong.", "keep out of everything"),
        ("After that the usual order applies again: no merge without a review.", "no merge without a review"),
        ("Would you make sure that every public class says who uses it?", "make sure that every public class says"),
        ("Whatever prints an amount uses `Price` and never a float.", "Whatever prints an amount uses `Price`"),
        ("How we do it here: one line in the present tense, the ticket at its end.", "How we do it here"),
    ],
)
def test_a_full_sentence_is_a_rule(prompt: str, text: str) -> None:
    assert any(text in one for one in find_rules(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "Would you make sure that the server is up?",
        "Please leave the red test as it is and do not commit half of it.",
        "Before you write anything, please read `store.py` and tell me how a row is found.",
    ],
)
def test_an_order_of_the_moment_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []
