"""How something is, until later words say that it is otherwise now."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, find


# What carries is the frame: the same said of the same, in one place otherwise, with a word for since when.
@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("Ines maintains the warehouse robots.", "Pavel maintains the warehouse robots since Monday."),
        ("the mill delivers in pounds", "since this year the mill delivers in kilos"),
        ("the forge of the mill is at forge.mill.example", "the mill moved its forge to git.mill.example"),
        ("the weekly report goes out at 6 am", "move the weekly report to 4 am"),
        ("Copy the prices every hour.", "copy the prices once a day, they seldom change"),
        ("Die Preise werden stündlich kopiert.", "die Preise werden jede Nacht kopiert, das reicht jetzt"),
        ("the archive runs on Solaris 10", "the archive runs on Solaris 11 since the weekend"),
        ("Herr Kolb bekommt den Bericht auf Papier.", "Herr Kolb bekommt den Bericht jetzt per Mail."),
        ("Le contact chez Brun est Mme Petit.", "Mme Petit est partie, le contact chez Brun est M. Roche."),
        ("Fehler im Leser sollen abbrechen.", "Der Leser soll Fehler künftig in einer Liste sammeln."),
    ],
)
def test_a_fact_is_given_otherwise(first: str, later: str) -> None:
    assert first in find((1, first, "Noted."), BETWEEN, (2, later, "I changed it."))


def test_a_report_of_what_was_done_for_a_fact_is_over_with_it() -> None:
    report = "The form prints lb for the mill, with two digits."
    found = find(
        (1, "The mill delivers in pounds. Please see to it in the form.", report),
        BETWEEN,
        (2, "Since this year the mill delivers in kilos, they have new scales.", "The form prints kg for the mill."),
    )
    assert found.keys() == {"The mill delivers in pounds.", report}


def test_a_choice_of_the_agent_is_given_otherwise() -> None:
    chosen = "I decided on a page size of 50, since the table on the front page shows fifty lines."
    found = find(
        (1, "page the list", f"The list is paged. {chosen}"),
        BETWEEN,
        (2, "make the page size 20", "The page size is 20 now."),
    )
    assert found == {chosen: "The page size is 20 now."}


def test_a_single_word_gives_what_the_answer_says_otherwise() -> None:
    found = find(
        (1, "log to stdout in plain text", "Logs go to stdout as plain text."),
        (1, "how many lines a day?", "About 40,000."),
        (1, "json then", "Logs go to stdout as JSON lines."),
    )
    assert found.keys() == {"log to stdout in plain text", "Logs go to stdout as plain text."}


def test_an_order_in_a_question_is_over_with_its_report() -> None:
    order = "The helpers would be best at home in `src/util.py`, would you move them?"
    found = find(
        (1, order, "Moved `slugify` and `clamp` to `src/util.py`."),
        BETWEEN,
        (
            2,
            "Actually, `src/text.py` rather than util for slugify and clamp.",
            "`slugify` and `clamp` are in `src/text.py` now.",
        ),
    )
    assert order in found


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
        ("Copy the prices every hour.", "copy the pictures once a day"),
        ("the page size of the export is 50", "the page size is 20 now"),
        ("the api accepts tokens", "the api accepts passwords too now"),
        ("the mill delivers in pounds", "does the mill deliver in kilos now?"),
    ],
)
def test_a_fact_about_something_else_leaves_it(first: str, later: str) -> None:
    assert first not in find((1, first, "Noted."), BETWEEN, (2, later, "Noted as well."))


def test_a_long_prompt_gives_no_fact_otherwise() -> None:
    """What tells much tells of many things, among them by chance of one with words of an earlier fact."""
    fact, later = "the mill delivers in pounds", "since this year the mill delivers in kilos."
    much = "We walked past the river and looked at the old bridge, which the town wants to paint in spring. " * 4
    assert fact in find((1, fact, "Noted."), BETWEEN, (2, later, "I changed it."))
    assert fact not in find((1, fact, "Noted."), BETWEEN, (2, f"{much}{later}", "I changed it."))


@pytest.mark.parametrize(
    ("former", "later"),
    [
        # the time stands first, and the verb before what it is said of
        ("Die Waage sendet Gramm.", "Seit dem letzten Patch sendet die Waage Unzen."),
        # the same words say the opposite, as a correction
        ("Our clinics in Italy don't print labels.", "I have to correct myself, the Italian clinics do print labels."),
        # there is one since
        ("the bank has no sandbox system", "the bank set up a sandbox system for us, host sbx.bank.example"),
    ],
)
def test_what_is_so_since_a_time_or_after_a_correction(former: str, later: str) -> None:
    assert former in find((1, former, "Noted."), BETWEEN, (2, later, "Good to know."))


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("the bank has no sandbox system", "a vendor showed me a sandbox system, nice colours"),
        ("The clinics don't print labels.", "the clinics don't print letters"),
        ("Die Waage sendet Gramm.", "Seit dem letzten Patch sendet der Drucker Unzen."),
    ],
)
def test_what_is_said_of_something_else(former: str, later: str) -> None:
    assert former not in find((1, former, "Noted."), BETWEEN, (2, later, "Good to know."))
