"""Steps that a person takes out by their numbers."""

import pytest

from backstory.capture.steps.done_steps import drop_done

STEPS = ("Pass the limit in the backend", "Kill it and look at the lock", "Use it in upgrade", "Add an option")


def left(prompt: str) -> list[int]:
    """The numbers of the steps that are open after a prompt."""
    open_steps = drop_done(STEPS, [prompt], ["Understood."], ())
    return [number for number, step in enumerate(STEPS, 1) if step in open_steps]


@pytest.mark.parametrize(
    ("prompt", "numbers"),
    [
        (
            "Four contradicts what I said on the first day, so drop it. Three is Deniz's. One and two are ours.",
            [1, 2],
        ),
        ("Meera: 3 no, that's the separate discussion. 2: the maintainer writes that himself, leave it.", [1, 4]),
        ("Only 1.", [1]),
        ("The three no, remember that it is from other people. Then only remains the one.", [1]),
        ("skip 2 and 3 please", [1, 4]),
        ("the second one can go", [1, 3, 4]),
        ("Punkt 2 macht Lena. Der dritte fällt weg.", [1, 4]),
        ("nur 1 und 2", [1, 2]),
        ("el dos no, eso es de otros", [1, 3, 4]),
        ("2 macht Jonas selbst, 4 raus", [1, 3]),
        ("In her opinion nobody needs that, so your point 2 is cancelled.", [1, 3, 4]),
        ("Point 4 is closed. Good work.", [1, 2, 3]),
        ("Items 1 and 3 are no longer needed.", [2, 4]),
        ("Damit ist Punkt 4 hinfällig.", [1, 2, 3, 4]),
        ("Punkt 4 ist damit hinfällig.", [1, 2, 3]),
    ],
)
def test_a_step_is_taken_out_by_its_number(prompt: str, numbers: list[int]) -> None:
    assert left(prompt) == numbers


@pytest.mark.parametrize(
    "prompt",
    [
        "2 first, then 3",
        "3 is not done yet",
        "no 3 needs the review first",
        "One more thing: don't touch db.py",
        "just one more thing",
        "two tests are not green",
        "only one test fails",
        "4 isn't ready, is it?",
        "Drop 7 please",
        "is point 2 closed?",
        "point 2 is over there in db.py",
    ],
)
def test_a_number_that_takes_nothing_out(prompt: str) -> None:
    assert left(prompt) == [1, 2, 3, 4]


def test_the_words_of_a_step_count_before_its_number() -> None:
    assert left("2 no, I mean the option, drop the option") == [1, 2, 3]
