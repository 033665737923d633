"""What tells of somebody else is known by pronouns, verbs and names."""

import pytest

from backstory.base.person_cues import count_cues


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("I asked Petra, and she wants it kept.", 3),
        ("ilse takes this over on monday", 1),
        ("Gestern meinte Birte, dass es zu schnell ist.", 2),
        ("Put the counter into a sequence of its own.", 0),
        ("The build runs on Linux. Everything passes there.", 0),
        ("", 0),
    ],
)
def test_signs_of_somebody_else(text: str, cues: int) -> None:
    assert count_cues(text) == cues
