"""Which sentences report a step as done, and which only resemble it."""

import pytest

from backstory.patterns.step_deeds import is_done, list_stems, reports_deed

STEP = "Add the pipe to the candidates in `cli.py`"
SCHRITT = "Kopfzeile beim Zählen überspringen"


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (STEP, "The pipe is now in the candidates and `test_rows_from_file_pipe` passes."),
        (STEP, "Added the pipe to the candidates of `cli.py`."),
        (SCHRITT, "Die Kopfzeile wird jetzt übersprungen, auch beim Zählen."),
        (SCHRITT, "Beim Zählen wurde die Kopfzeile herausgenommen."),
        ("Cursor für Rechnungen speichern", "Die Cursor der Rechnungen werden jetzt in der Datenbank gespeichert."),
    ],
)
def test_a_report_of_nearly_the_same_words_closes_a_step(step: str, sentence: str) -> None:
    assert reports_deed(sentence.lower())
    assert is_done(list_stems(step), [list_stems(sentence)])


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (STEP, "The pipe is now in the candidates of `utils.py`."),
        (STEP, "The pipe is not yet in the candidates."),
        (STEP, "The test of the pipe and its candidates is now failing."),
        (STEP, "The pipe is now documented."),
        (SCHRITT, "Die Kopfzeile wird noch nicht übersprungen."),
        (SCHRITT, "Die Kopfzeile ist jetzt rot."),
        ("write the orders test", "The users test is written."),
    ],
)
def test_what_only_resembles_a_step_leaves_it_open(step: str, sentence: str) -> None:
    assert not (reports_deed(sentence.lower()) and is_done(list_stems(step), [list_stems(sentence)]))
