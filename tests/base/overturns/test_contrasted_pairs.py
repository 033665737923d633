"""Words that a prompt sets against each other."""

from tests.base.overturns.marked_talk import BETWEEN, Turn, list_overturns

FIRST: Turn = (
    1,
    "Der Export schickt die Datei um 3 per SFTP an die Bank",
    "Der Export schickt die Datei um 3:00 per SFTP.",
)


def test_the_former_word_is_marked_in_order_and_report() -> None:
    later = (2, "Die Bank will kein SFTP mehr, sondern EBICS. Uhrzeit bleibt", "Der Export geht über EBICS.")
    marked = list_overturns(FIRST, BETWEEN, later)
    assert [(one.figure.written, one.value) for one in marked.values() if one.figure] == [("SFTP", "EBICS")] * 2


def test_a_contrast_about_something_else_marks_nothing() -> None:
    later = (2, "it is not SFTP that is slow but the disk of the mirror", "The disk of the mirror is full.")
    assert not list_overturns(FIRST, BETWEEN, later)


def test_what_the_answer_has_not_is_not_in_force() -> None:
    later = (2, "Die Bank will kein SFTP mehr, sondern EBICS", "Ich schaue mir das morgen an.")
    assert not any(one.figure for one in list_overturns(FIRST, BETWEEN, later).values())
