"""How something is, until later words say that it is otherwise now."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, find


# What carries is the frame: the same said of the same, in one place otherwise, with a word for since when.
@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("Ines maintains the warehouse robots.", "Pavel maintains the warehouse robots since Monday."),
        ("the mill delivers in pounds", "since this year the mill delivers in kilos"),
        ("the archive runs on Solaris 10", "the archive runs on Solaris 11 since the weekend"),
        ("Herr Kolb bekommt den Bericht auf Papier.", "Herr Kolb bekommt den Bericht jetzt per Mail."),
        ("Le contact chez Brun est Mme Petit.", "Mme Petit est partie, le contact chez Brun est M. Roche."),
        ("Fehler im Leser sollen abbrechen.", "Der Leser soll Fehler künftig in einer Liste sammeln."),
    ],
)
def test_a_fact_is_given_otherwise(first: str, later: str) -> None:
    assert first in find((1, first, "Noted."), BETWEEN, (2, later, "I changed it."))


def test_a_report_that_says_now_gives_a_fact_otherwise() -> None:
    found = find(
        (
            1,
            "plot the curves with vega and paint them on the server",
            "Curves use Vega. They are painted on the server.",
        ),
        BETWEEN,
        (
            2,
            "we keep vega but paint in the browser, people want to zoom",
            "Vega stays. Curves are painted in the browser now.",
        ),
    )
    assert found.keys() >= {"plot the curves with vega and paint them on the server", "They are painted on the server."}


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("the admin pages use a sidebar", "the public pages use a top bar now"),
        ("Mara reviews the database changes", "Felix reviews the style changes since Monday"),
        ("the reading limit of the search is a minute", "the reading limit of the payments is an hour now"),
        ("Photos are kept on the server.", "Photos are kept in memory in the demo now."),
        ("the api accepts tokens", "the api accepts passwords too now"),
        ("the mill delivers in pounds", "does the mill deliver in kilos now?"),
    ],
)
def test_a_fact_about_something_else_leaves_it(first: str, later: str) -> None:
    assert first not in find((1, first, "Noted."), BETWEEN, (2, later, "Noted as well."))
