"""A sentence stays with the one behind it that takes it back or limits it."""

import pytest

from backstory.base.second_thoughts import join_second_thoughts

REQUEST = "can you add the CSV import to the roadmap?"


@pytest.mark.parametrize(
    "later",
    [
        "no wait, scratch that, it's out of scope for 1.0",
        "Hmm, no.",
        "Actually, leave it out.",
        "on second thought, not for 1.0",
        "nevermind, too big",
        "nvm",
        "wait, that is out of scope",
        "hold on, Simon has to agree first",
        "I take that back, it is out of scope.",
        "i've changed my mind, skip it",
        "oh, forget it",
        "But only after 1.0.",
        "no",
        "Nein, doch nicht.",
        "Ach nein, das kommt später.",
        "vergiss es, das ist zu groß",
        "Non, attends.",
        "Finalement pas pour la 1.0.",
    ],
)
def test_what_takes_a_sentence_back_stays_with_it(later: str) -> None:
    assert join_second_thoughts([REQUEST, later]) == [f"{REQUEST} {later}"]


@pytest.mark.parametrize(
    "later",
    [
        "Also add the tests.",
        "Edit app.py and run the tests.",
        "Wait for CI before you merge.",
        "Don't touch docs/changelog.rst, Simon writes it.",
        "No new dependencies, please.",
        "Let's wait for Marek.",
        "Drop the old importer first.",
        "Only the first column matters.",
        "Skip the header row.",
        "Please use the csv module.",
        "Cancel buttons stay grey.",
        "The edit page is slow.",
    ],
)
def test_another_order_stands_by_itself(later: str) -> None:
    before = "Add the CSV import to the roadmap."
    assert join_second_thoughts([before, later]) == [before, later]


def test_several_of_them_stay_together() -> None:
    said = ["Use snake_case.", "no, camelCase.", "hmm, actually keep snake_case.", "And run the tests."]
    assert join_second_thoughts(said) == ["Use snake_case. no, camelCase. hmm, actually keep snake_case.", said[3]]


def test_an_answer_with_no_belongs_to_the_question_only() -> None:
    assert join_second_thoughts(["We keep it.", "No new fields."]) == ["We keep it.", "No new fields."]
    assert len(join_second_thoughts(["Do we keep it?", "No new fields are allowed."])) == 1
