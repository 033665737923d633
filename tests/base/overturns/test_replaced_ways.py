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
