"""Steps that a person takes out or has done by a word that only they have."""

import pytest

from backstory.capture.steps.done_steps import drop_done

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


@pytest.mark.parametrize(
    ("prompt", "answer", "is_done"),
    [
        ("ok do that. and the suite always with -race, half of our bugs were races", "Fixed: it is read before.", True),
        ("do it, please. then tell me what the docs say about it, in two sentences", "Done. They say little.", True),
        ("Mach das. Danach die Doku, die ist seit dem letzten Jahr nicht mehr richtig.", "Erledigt. Sie stimmt.", True),
        ("ok do that. and the suite always with -race, half of our bugs were races", "Fixed, but only once.", False),
        ("ok do that. then the docs", "I could not: another goroutine returns it.", False),
        ("what would that change? the docs say little", "Fixed typos in the docs.", False),
    ],
)
def test_a_single_step_that_was_ordered_in_one_sentence_of_a_prompt_is_done(
    prompt: str, answer: str, is_done: bool
) -> None:
    step = ["read it before `defer` returns the token"]
    assert drop_done(step, [prompt], [answer], []) == ([] if is_done else step)


SIX = [
    "move the check",
    "run valgrind",
    "add a drain callback",
    "cap the sync calls",
    "an option for it",
    "an async port",
]


@pytest.mark.parametrize(
    ("prompt", "answer", "left"),
    [
        ("5 non, c'est dans notre wrapper. 6 lol non. Je file", "Ok : 1 à 4. Pas de port.", SIX[:4]),
        ("so scratch five and six the rest is fine okay bye", "Fine.", SIX[:4]),
        ("five is Bastien's thing and six well we said no", "Understood: 1 to 4, Ida reads it first.", SIX[:4]),
        ("3 no. callers poll. sync blocks anyway", "Then it's 1, 2 and 5 (waiting for Tove).", [*SIX[:2], SIX[4]]),
        ("nein, 5 und 6 macht Lena", "Verstanden: 1 bis 4.", SIX[:4]),
        ("1 and 2 now, 3 later", "OK, 1 and 2.", SIX),
        ("don't start with 3 yet", "Ok: 1 and 2 first.", SIX),
        ("is 3 not risky?", "1 and 2 are safe.", SIX),
        ("no, one of the tests fails", "1 to 2 seconds are lost.", SIX),
    ],
)
def test_an_answer_that_repeats_the_numbers_says_which_steps_are_left(
    prompt: str, answer: str, left: list[str]
) -> None:
    assert drop_done(SIX, [prompt], [answer], []) == left
