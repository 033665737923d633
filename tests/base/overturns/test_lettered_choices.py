"""Options that a person chose by their letter and gave up for another are marked where they were chosen."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns

OPTIONS = ["Two ways:", "- A: one queue for all senders", "- B: a queue for each sender", "- C: no queue at all"]


def mark(*texts: str) -> list[str]:
    """What is marked behind the options of an agent: prompts and, with `> `, answers."""
    rows = [Spoken(0, ["How should they queue?"], is_person=True), Spoken(0, OPTIONS, is_person=False)]
    rows += [Spoken(0, text.removeprefix("> ").split("|"), is_person=not text.startswith("> ")) for text in texts]
    marks = [(one.row - 2, one.figure.written, one.value) for one in find_overturns(rows) if one.figure is not None]
    return [f"{row}: {old} -> {new}" for row, old, new in sorted(marks)]


@pytest.mark.parametrize(
    ("texts", "marked"),
    [
        (("Take B.", "> Done.", "Forget B, go with A."), ["0: B -> A"]),
        (("ok B.", "> B is in.", "Not B after all.|Do C."), ["0: B -> C", "1: B -> C"]),
        (("I'd go with A, it is simple.", "> Fine.", "drop A, we use B"), ["0: A -> B"]),
        (("Nimm B.", "> Gut.", "Doch nicht, nimm A."), ["0: B -> A"]),
        (("Take B.", "> Done.", "Take A instead.", "> Done.", "No, B."), ["2: A -> B"]),
    ],
)
def test_a_letter_that_was_given_up_is_marked(texts: tuple[str, ...], marked: list[str]) -> None:
    assert mark(*texts) == marked


@pytest.mark.parametrize(
    "texts",
    [
        ("Take B.", "> Done.", "Is A slower?"),
        ("Take B.", "> Done.", "Why not A?"),
        ("Take B.", "> Done.", "A test for it, please."),
        ("Take B.", "> Two more:|- A: log it|- B: raise", "Take A."),
        ("Put a lock around it.", "> Done.", "A lock is too much."),
    ],
)
def test_a_letter_that_holds_is_not_marked(texts: tuple[str, ...]) -> None:
    assert mark(*texts) == []
