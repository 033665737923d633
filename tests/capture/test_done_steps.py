"""Steps that a person takes out or has done by a word that only they have."""

import pytest

from backstory.capture.done_steps import drop_done

STEPS = ["end the link after 15 minutes", "use a link only once", "remove the password column"]
SCHRITTE = ["Link nach 15 Minuten ungültig machen", "Link nur einmal verwenden", "Passwortfeld entfernen"]
ETAPES = ["reprendre après une erreur", "journaliser chaque lot", "limiter à dix lots"]


@pytest.mark.parametrize(
    ("steps", "prompt", "answer", "left"),
    [
        (STEPS, "Skip the password column. Do the 15 minutes.", "Links end after 15 minutes.", STEPS[1:2]),
        (STEPS, "we don't need the column", "Right.", STEPS[:2]),
        (SCHRITTE, "Das Passwortfeld lassen wir drin. Mach die Minuten.", "Links gelten 15 Minuten.", SCHRITTE[1:2]),
        (ETAPES, "Laisse tomber le journal. Fais la reprise.", "L'envoi reprend au lot suivant.", ETAPES[2:]),
        (STEPS, "don't forget the password column", "I won't.", STEPS),
        (STEPS, "do the column", "The column is not removed yet, a view uses it.", STEPS),
        (STEPS, "is the column used?", "A view reads the column.", STEPS),
    ],
)
def test_a_step_that_was_refused_or_ordered_and_done_is_left_out(
    steps: list[str], prompt: str, answer: str, left: list[str]
) -> None:
    assert drop_done(steps, [prompt], [answer], []) == left


def test_steps_are_done_though_a_pleasantry_follows() -> None:
    step = ["move the mock to the fixture"]
    assert drop_done(step, ["yes do that", "great!"], ["Moved; the test passed 50 times.", "Happy to help."], []) == []
    open_answers = ["I moved one. The other one is still open.", "Happy to help."]
    assert drop_done(step, ["yes do that", "great!"], open_answers, []) == step
