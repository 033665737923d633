"""What a bare `No.` denies of a report, things that are not to be after all, and what `revert that` means."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> dict[str, str]:
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows)}


def test_a_report_bears_the_denial_that_follows_it() -> None:
    report = "Written: a page above the limit is cut at 500 rows with a note in the footer."
    denial = "A page above the limit is an error: answer 400, the caller has to notice."
    assert find("add the paging", f"{report} The tests pass.", f"No. {denial}", "Changed.") == {report: denial}


@pytest.mark.parametrize(
    "talk",
    [
        ("add the paging", "A page above the limit is cut. Shall I add a note?", "No. A page needs no note.", "Fine."),
        ("add the paging", "A page above the limit is cut.", "No problem with the limit of the page.", "Fine."),
        ("add the paging", "A page above the limit is cut.", "No. The docs come first.", "Fine."),
        ("add the paging", "A page above the limit is cut.", "No. Yes, the page above the limit is fine.", "Fine."),
        ("port 8080", "Runs on 8080.", "we have 8080 > 1024 so no root is needed, make it 2 workers", "Fine."),
        (
            "add the paging",
            "A page above the limit is cut.",
            "No, that is fine, cut the page above the limit.",
            "Fine.",
        ),
        ("add the paging", "A page above the limit is cut.", "No. I know that a page above the limit is cut.", "Fine."),
        ("zeig mehr", "Der Fehler kommt vom Proxy.", "Nein. Genau, der Fehler kommt vom Proxy.", "Gut."),
        (
            "go on",
            "The page has a limit. I would cut the page above it.",
            "No. The limit of the page is soft.",
            "Fine.",
        ),
        ("export it", "The export has no header.", "Nope. No header is what I asked for.", "Fine."),
        ("read it", "The parser has 3 stages.", "the parser blows up on empty files, mend it", "Mended."),
        ("add the paging", "A page above the limit is cut.", "No, what if the page has no limit?", "Then it is whole."),
    ],
)
def test_a_question_is_answered_and_other_things_are_not_denied(talk: tuple[str, ...]) -> None:
    assert find(*talk) == {}


@pytest.mark.parametrize(
    ("order", "dropped"),
    [
        ("default limit 100m so nobody has to know the flag", "so no default."),
        ("put a banner on top of the page so that people see it", "No banner then, a line in the log is enough."),
        ("cache the parsed tree per file", "ok then no cache."),
        ("nimm ein Overlay für die Hilfe", "Also kein Overlay."),
    ],
)
def test_a_thing_that_is_not_to_be_after_all(order: str, dropped: str) -> None:
    talk = find(order, "Built.", "write the docs", "Written.", f"had Ines on the phone. {dropped}", "Taken out.")
    assert talk[order] == dropped


@pytest.mark.parametrize(
    "later",
    ["no banner on the login page", "there is no banner yet", "so no banner, right?", "no tests for the banner then"],
)
def test_a_thing_of_which_somebody_only_speaks_stays(later: str) -> None:
    order = "put a banner on top of the page so that people see it"
    assert order not in find(order, "Built.", "write the docs", "Written.", later, "Noted.")


def test_what_the_agent_did_beside_the_order_is_all_that_is_reverted() -> None:
    order = "use `CARGO_TARGET_DIR=/scratch cargo test --lib`, the home is full"
    talk = find(
        order, "41 green.", "you ran cargo fmt on everything. revert that, only the files you touch.", "Reverted."
    )
    assert order not in talk
    report = "Renamed the flag to `--depth`."
    talk = find("tidy the flags", f"{report} 41 green.", "you renamed the flag. revert that.", "Reverted.")
    assert report in talk
    assert "41 green." not in talk


def test_what_a_denial_refuses_by_name_is_what_it_denies() -> None:
    report = "A file that is opened again gets the header row, like any new one."
    talk = find("go on", f"{report} 12 pass.", "no!! header twice is a corrupt csv. append, no header. ever.", "Done.")
    assert list(talk) == [report]


def test_a_figure_that_is_refused_and_replaced_in_one_breath_is_meant_wherever_it_stands() -> None:
    order = "no unwrap on io, a full disk ate data in 0.9"
    report = "`pool.rs` has `Pool`, cap 512."
    last = "fifo thrashes, 40 min, evict the oldest write instead. and 512 > mac soft limit of 256, make it 200"
    talk = find(f"keep n open. {order}", report, "back on it. state?", "The pool is in.", last, "200 it is.")
    assert talk[report] == "and 512 > mac soft limit of 256, make it 200"
    assert order not in talk


def test_a_comparison_that_refuses_no_figure() -> None:
    assert find("cap 512", "Cap 512 is in.", "512 > 256, that is right. make the log quiet", "Quiet.") == {}


def test_a_thing_that_thrashes_will_not_do() -> None:
    order = "use fifo for the pool"
    assert order in find(order, "The pool is in.", "fifo thrashes, evict the least recently used instead", "Done.")


def test_a_denial_after_a_word_of_hesitation() -> None:
    report = "J'ai aussi repoussé la date limite de `until()` de la durée de la pause."
    denial = "Alors non, pour until() la facturation m'a dit que la date limite ne bouge pas."
    assert find("continue", f"`pause()` est dans le fichier. {report}", denial, "D'accord.") == {report: denial}


def test_a_good_idea_stays() -> None:
    order = "nimm ein Overlay für die Hilfe"
    assert order not in find(order, "Gebaut.", "das Overlay ist eine gute Idee, weiter so", "Gut.")
    assert order in find(order, "Gebaut.", "ein Overlay ist keine gute Idee, nimm eine Zeile im Log", "Gut.")


@pytest.mark.parametrize(
    ("order", "later"),
    [
        ("log all errors to the console", "ok no errors anymore, great"),
        ("mails go out after 5 minutes", "so no mail, I waited 10 minutes"),
        ("write a log line per request", "so no logs, something is broken"),
        ("use tabs for makefiles", "also no tabs in the docs"),
    ],
)
def test_an_absence_that_somebody_observes_drops_nothing(order: str, later: str) -> None:
    assert order not in find(order, "Done.", "write the docs", "Written.", later, "Noted.")


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("It has 18 fields.", "font size 18 is too big, make it 14"),
        ("The dataset has 512 images.", "512 > the soft limit, make it 200"),
    ],
)
def test_the_same_number_of_something_else_is_not_meant(told: str, later: str) -> None:
    others = [
        text for pair in (("write the docs", "Docs."), ("mend the build", "Built."), ("now ci", "Ci.")) for text in pair
    ]
    assert told not in find("go on", told, *others, later, "Done.")
