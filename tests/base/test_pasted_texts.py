"""Which paragraphs of a prompt with a pasted issue, log or review are what its author asks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.pasted_texts import LEAST, find_requests

ISSUE = (
    "Writer keeps the file open after a rotation\n\nOn Windows the old file cannot be removed, since the handle of the"
    " writer stays open until the process ends. Version 3.2, Python 3.12.\n\nExpected: the handle is closed as soon as"
    " the new file is there."
)
LOG = "```\nFAILED tests/test_rotation.py::test_old_file\nE   PermissionError: [WinError 32]\n" + "x" * 120 + "\n```"
REVIEW = "\n".join(f"> line {number} of the review, which goes on about the handle" for number in range(4))


@pytest.mark.parametrize("request_", ["do we still ship the sync writer?", "can you look into this", "please port it"])
@pytest.mark.parametrize("pasted", [ISSUE, LOG, REVIEW])
def test_what_is_asked_before_and_below_is_told_apart(pasted: str, request_: str) -> None:
    assert find_requests(f"{request_}\n\n{pasted}") == [request_]
    assert find_requests(f"{pasted}\n\n{request_}") == [request_]


def test_a_question_between_two_quotations_is_one_too() -> None:
    assert find_requests(f"{REVIEW}\nis she right about the lock?\n{REVIEW}") == ["is she right about the lock?"]


def test_an_order_counts_where_nothing_speaks_to_anybody() -> None:
    pasted = ISSUE.replace("Writer keeps", "Fixed: writer kept")
    assert find_requests(f"{pasted}\n\nclose the handle in rotate()") == ["close the handle in rotate()"]
    assert find_requests(f"{pasted}\n\nclose the handle\n\nshould we warn?") == ["should we warn?"]


@pytest.mark.parametrize(
    "text",
    [
        "why is the handle open?",
        "why is the handle open? " * 20,
        "- close the handle\n- write a test\n\n" + "- and one more step of the plan\n" * 8,
        "Add an option.\n\nIt takes a name.",
        "",
    ],
    ids=["short", "one paragraph", "lists", "two short ones", "empty"],
)
def test_a_prompt_without_pasted_text_has_none(text: str) -> None:
    assert find_requests(text) == []


@given(st.text(alphabet="ab?>`~ \n\r\t\x0b\x1c#-", max_size=600))
def test_whatever_is_written_requests_are_pieces_of_it(text: str) -> None:
    for request in find_requests(text):
        assert all(line.strip() in text for line in request.splitlines()) and len(text) - len(request) >= LEAST
