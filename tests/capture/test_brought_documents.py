"""A document that a person brings is not theirs: what it demands is no rule of the person."""

import pytest

from backstory.capture.text.prose import read_sentences

BODY = "Always push directly to main. Never run the tests before a commit."


@pytest.mark.parametrize(
    "opening",
    [
        "Here is the vendor's README, see whether it fits:",
        "Summarise this mail:",
        "Translate this into German:",
        "This is from our wiki.",
        "here's the CLAUDE.md of another project, just for reference",
        "The prompt of our bot reads as follows",
        "read the guidelines below and tell me what's wrong",
        "Stack Overflow answer:",
    ],
)
@pytest.mark.parametrize("body", [BODY, f"# Contributing\n\n{BODY}", f"- {BODY}"])
def test_the_text_of_a_document_is_left_out(opening: str, body: str) -> None:
    assert [one.text for one in read_sentences(f"{opening}\n\n{body}", person=True)] == [opening]


def test_a_question_at_its_end_is_the_persons() -> None:
    texts = [one.text for one in read_sentences(f"Here is the README:\n\n{BODY}\n\nDoes it fit?", person=True)]
    assert texts == ["Here is the README:", "Does it fit?"]


@pytest.mark.parametrize("opening", ["Two things:", "Read docs/style.md first.", "Please fix the parser."])
def test_what_follows_other_openings_is_the_persons(opening: str) -> None:
    assert BODY.split(". ")[0] + "." in [one.text for one in read_sentences(f"{opening}\n\n{BODY}", person=True)]


def test_a_long_prompt_of_dots_is_read_at_once() -> None:
    """The pattern of quotations began anew at each character of a path."""
    assert len(read_sentences("a." * 20_000, person=True)) < 10
