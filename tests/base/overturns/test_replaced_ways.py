"""Ways that a later prompt replaces, with its reason and with other work between."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, Turn, find

# None of these says `instead of` or repeats the earlier sentence: what carries is that the prompt speaks of the
# former way apart from its order, that the order is carried out, and that both are about the same.
WAYS: list[tuple[Turn, Turn, set[str]]] = [
    (
        (1, "ask the thermostat every ten seconds, that is simple", "`src/heat.py` asks the thermostat in a loop."),
        (
            2,
            "asking wears out its radio, so drop the loop and listen to its broadcasts",
            "`src/heat.py` listens to the broadcasts. The loop is removed.",
        ),
        {"`src/heat.py` asks the thermostat in a loop."},
    ),
    (
        (1, "let's draw the graphs with gnuplot", "`src/graph.py` calls gnuplot for the graphs."),
        (
            3,
            "gnuplot is missing on the customer machines. Use matplotlib for the graphs.",
            "The graphs come from matplotlib.",
        ),
        {"let's draw the graphs with gnuplot", "`src/graph.py` calls gnuplot for the graphs."},
    ),
    (
        (1, "merge the duplicates in a trigger", "A trigger merges the duplicates."),
        (
            2,
            "the trigger blocks the imports. merge the duplicates in the evening job",
            "The evening job merges the duplicates.",
        ),
        {"merge the duplicates in a trigger", "A trigger merges the duplicates."},
    ),
    (
        (1, "Wir prüfen die Adressen mit einem regulären Ausdruck.", "`src/adr.py` prüft Adressen mit einem Ausdruck."),
        (
            2,
            "Der Ausdruck scheitert an Umlauten. Nimm für die Adressen die Bibliothek postal.",
            "`src/adr.py` nutzt für Adressen postal.",
        ),
        {"Wir prüfen die Adressen mit einem regulären Ausdruck.", "`src/adr.py` prüft Adressen mit einem Ausdruck."},
    ),
]


@pytest.mark.parametrize(("first", "later", "marked"), WAYS)
def test_a_way_is_replaced_by_a_prompt_that_says_why(first: Turn, later: Turn, marked: set[str]) -> None:
    found = find(first, BETWEEN, later)
    assert marked <= found.keys()
    assert all(by in later[1] for sentence, by in found.items() if sentence in marked)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        # another thing, in the same words
        (
            (1, "ask the bank every hour", "The bank is asked every hour."),
            (2, "asking the scale wears out its radio, drop that", "The scale is not asked any more."),
        ),
        # the way is mended and stays
        (
            (1, "cache the answers in the client", "`src/client.py` caches the answers."),
            (2, "the cache is lost on a restart, write it to disk", "The cache is written to disk."),
        ),
        # both hold
        (
            (1, "store the photos of customers in s3", "Photos of customers go to S3."),
            (2, "store the photos of the staff on the file server", "Photos of the staff go to the file server."),
        ),
        # the word means something else
        (
            (1, "use argparse for the program, no click", "The program uses argparse."),
            (2, "make the logo click through to the start page", "A click on the logo opens the start page."),
        ),
        # where it holds is named
        (
            (1, "log with the level warn", "The level is warn."),
            (2, "warn hides too much on staging, use debug on staging", "The level on staging is debug."),
        ),
        # the person only agrees
        (
            (1, "render the notes on the server", "The notes are rendered on the server."),
            (
                2,
                "good, the server copes. add a preview of the notes to the editor",
                "The editor has a preview of the notes.",
            ),
        ),
    ],
)
def test_a_way_stands(first: Turn, later: Turn) -> None:
    assert find(first, BETWEEN, later) == {}


def test_a_report_of_the_former_way_is_over_with_it() -> None:
    found = find(
        (1, "we find changed files by their inode", "`src/scan.py` compares the inode of each file with the last run."),
        BETWEEN,
        (2, "a copy has other inodes, so everything is built again. compare checksums in scan.py",
         "`src/scan.py` compares checksums."),
    )  # fmt: skip
    assert "`src/scan.py` compares the inode of each file with the last run." in found


@pytest.mark.parametrize(
    ("first", "later"),
    [
        # the report tells more of the way than the later prompt does
        (
            (1, "Feature scaling: take min-max.", "`prep.py` applies min-max scaling to all 14 numeric columns."),
            (2, "min-max is ruined by two outliers. robust scaling for the columns please", "Robust scaling is used."),
        ),
        # an order without a verb
        (
            (1, "authenticate the scales with a shared secret", "The scales use a shared secret from `scale.key`."),
            (2, "one leaked secret and all is open. client certificates per scale please",
             "Each scale has a client certificate."),
        ),
        # the same preposition, whatever stands between it and the thing
        (
            (1, "We hold the readings in a SQLite file.", "Readings go into a SQLite file on the card."),
            (2, "The card wears out from the SQLite writes, let's hold the readings in our RAM.",
             "Readings are held in RAM."),
        ),
    ],
)  # fmt: skip
def test_what_was_ordered_and_done_is_the_way(first: Turn, later: Turn) -> None:
    """No word tells that it goes: the later prompt speaks of it as the reason and gives another one for the same."""
    marked = find(first, BETWEEN, later)
    assert {first[1], first[2]} <= marked.keys()


def test_an_order_may_be_done_in_other_words() -> None:
    """`lieber` says that it replaces; the answer names the table and not the database."""
    first = (1, "das Protokoll schreiben wir in eine Textdatei", "Das Protokoll steht jetzt in einer Textdatei.")
    later = (2, "in der Textdatei sucht man sich tot. Protokoll lieber in die Datenbank", "Protokoll: Tabelle `log`.")
    assert first[1] in find(first, BETWEEN, later)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ((1, "send the mails via SES", "Mails go out via SES from `mailer.py`."),
         (2, "SES told us about 3 bounces. mark these mails as bad in the list", "The mails are marked as bad.")),
        ((1, "use webpack for the bundle", "The bundle is built by webpack 5."),
         (2, "webpack takes a minute. show a progress bar for the bundle", "A progress bar shows the bundle growing.")),
        ((1, "render the invoices with LaTeX", "Invoices are rendered with LaTeX."),
         (2, "LaTeX needs 3 s, all right. the delivery notes can be plain html, print them with WeasyPrint",
          "Delivery notes are html, printed via WeasyPrint.")),
        ((1, "parse the feed with regexes", "`feed.py` parses the feed with three regexes."),
         (2, "a hint about the regexes in the feed docs, please", "The feed docs have a hint.")),
    ],
)  # fmt: skip
def test_another_deed_leaves_the_way(first: Turn, later: Turn) -> None:
    """Although the later prompt names the way and what it is for, it orders something that takes no one's place."""
    assert find(first, BETWEEN, later) == {}
