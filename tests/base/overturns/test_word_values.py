"""Words that the person gave as a value, and others later; and what only looks so."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

BETWEEN = ("how do I list the tags of a repo?", "With `git tag -l`.", "thanks", "You are welcome.")


def read(*talk: str) -> list[Spoken]:
    return [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]


def values(*talk: str) -> set[tuple[int, str, str]]:
    """Row, former value and the one in force of all that was replaced."""
    rows = read(*talk)
    return {(one.row, one.figure.written, one.value) for one in find_overturns(rows) if one.figure is not None}


@pytest.mark.parametrize("between", [(), BETWEEN], ids=["at once", "later"])
@pytest.mark.parametrize(
    ("first", "answer", "later", "done", "old", "new"),
    [
        (
            "the badge goes beside the title. badge colour teal, text white",
            "The badge is beside the title, teal with white text.",
            "teal is what the sponsors have, nobody can tell them apart. use coral",
            "The badge is coral now.",
            "teal",
            "coral",
        ),
        (
            "write the report to disk. format = csv, one file per month",
            "The report is written as CSV, one file per month.",
            "csv breaks on their commas. make it parquet",
            "The report is a Parquet file now, one per month.",
            "csv",
            "Parquet",
        ),
        (
            "id = host + path, keep them in memory",
            "The id is made of host and path.",
            "two tenants share a path. take the tenant instead of the host",
            "The id is the tenant and the path now.",
            "host",
            "tenant",
        ),
        (
            "Der Knopf braucht einen Rand. Farbe grau",
            "Der Knopf hat einen grauen Rand, Farbe grau.",
            "grau sieht man im Hellen nicht. nimm schwarz",
            "Die Farbe ist jetzt schwarz.",
            "grau",
            "schwarz",
        ),
        (
            "ajoute une légende. couleur rouge",
            "La légende est là, en rouge.",
            "le rouge fait peur. prends du violet",
            "La légende est violet maintenant.",
            "rouge",
            "violet",
        ),
    ],
)
def test_a_value_that_the_person_names_and_replaces_is_marked(
    first: str, answer: str, later: str, done: str, old: str, new: str, between: tuple[str, ...]
) -> None:
    found = values(first, answer, *between, later, done)
    assert (0, old, new) in found
    assert {row for row, *_ in found} <= {0, 1}, "neither what lies between nor what is in force"


def test_a_value_is_no_former_one_where_it_is_a_reason_for_something_else() -> None:
    talk = ("badge teal, frame white", "The badge is teal with a white frame.", *BETWEEN)
    later = "the badge needs a shadow, teal is too light for one, take black"
    assert not values(*talk, later, "The badge has a black shadow now.")


def test_a_list_from_which_an_item_went_is_replaced() -> None:
    talk = ("it takes POST and PATCH only", "It takes POST and PATCH.", *BETWEEN)
    later = ("PATCH confuses their proxy. so POST only", "POST only now, PATCH is refused.")
    found = values(*talk, *later)
    assert any(written.endswith("POST and PATCH only") and value == "POST only" for _, written, value in found)


def test_the_last_of_several_values_counts() -> None:
    found = values(
        "badge colour teal", "The badge is teal.",
        "teal is too dark, use coral", "The badge is coral now.",
        *BETWEEN,
        "coral hurts my eyes. use mint", "The badge is mint now.",
    )  # fmt: skip
    assert (0, "teal", "mint") in found and (2, "coral", "mint") in found


def test_a_value_that_came_back_holds() -> None:
    found = values(
        "badge colour teal", "The badge is teal.",
        "teal is too dark, use coral", "The badge is coral now.",
        *BETWEEN,
        "coral hurts my eyes, use teal", "The badge is teal now.",
    )  # fmt: skip
    assert not [one for one in found if one[1] == "teal"]
    assert (2, "coral", "teal") in found


@pytest.mark.parametrize(
    "talk",
    [
        (  # a clause among others: of a rule that was tried on real talk, every such mark was wrong
            "the same flags, or overridden by CLI flags.",
            "Flags override the file.",
            "the flags are at root, but they should be on sync. this is my config: a.toml",
            "The config is read, the flags are on sync now.",
        ),
        (  # two things
            "links green, header black",
            "Links are green and the header is black.",
            "make the buttons green and the footer blue",
            "The buttons are green and the footer is blue now.",
        ),
        (  # a narrower one
            "links are green",
            "Links are green.",
            "the links in the footer grey",
            "The footer links are grey now.",
        ),
        (  # another one with the same value
            "badge colour teal",
            "The badge is teal.",
            "the sponsors are teal too. make their logo smaller",
            "The logo is smaller now.",
        ),
        (  # a question
            "badge colour teal",
            "The badge is teal.",
            "would coral be better than teal?",
            "Coral is easier to see, but teal is in the style guide.",
        ),
        (  # a proposal that the person declined
            "badge colour teal",
            "The badge is teal. Coral would be easier to see now.",
            "teal stays, coral looks cheap",
            "Then teal it is.",
        ),
        (  # a quotation
            "badge colour teal",
            "The badge is teal.",
            'Kim wrote "teal is ugly, use coral". ignore her',
            "I leave the badge alone.",
        ),
        (  # an addition
            "badge colour teal",
            "The badge is teal.",
            "the badge also gets a coral border",
            "The badge has a coral border now.",
        ),
        (  # another property of the same
            "the badge is round",
            "The badge is round.",
            "and coral",
            "The badge is coral now.",
        ),
        (  # another endpoint
            "GET and POST only for uploads",
            "Uploads take GET and POST.",
            "health takes GET only",
            "Health takes GET only now.",
        ),
        (  # another key
            "key of the cache = user + language",
            "The cache has user and language as its key.",
            "key of the session store = token hash",
            "The session store has the token hash as its key now.",
        ),
        (  # another list
            "in the admin list sort users by name",
            "The admin list is sorted by name.",
            "in the report sort users by last login",
            "The report is sorted by last login now.",
        ),
        (  # a contraction is no value
            "60 colours a release take them half a day. look what's there",
            "`ColorArg` reads colours from arguments or stdin.",
            "2. exit 3 then, 2 is clap's usage error",
            "Exit code works, it is 3 now.",
        ),
        (  # what is liked
            "badge colour teal",
            "The badge is teal.",
            "teal is good. now the border: coral",
            "The border is coral now.",
        ),
        (  # what was tried and given up by the agent
            "log level info",
            "The log level is info.",
            "try debug while you look for the leak, then info again",
            "The leak is in `Pool.close`; the level is info again.",
        ),
    ],
)
def test_what_only_looks_like_another_value_replaces_nothing(talk: tuple[str, ...]) -> None:
    rows = read(*talk)
    marked = [one for one in find_overturns(rows) if one.row < 2]
    assert [(rows[one.row].sentences[one.number], one.by, one.value) for one in marked] == []


@pytest.mark.parametrize(
    ("first", "answer", "later", "done", "old", "new"),
    [
        (
            "no line numbers. short path only, `frame.short_path`. limit the label to 80 chars",
            "Labels are `name (path)`, cut at 80 characters.",
            "hmm 80 cuts our paths. make it 120",
            "120 now.",
            "80",
            "120",
        ),
        (
            "relative names only, `entry.rel_name`. keep 14 backups",
            "Names are relative, and 14 backups are kept.",
            "14 fills the disk. make it 21",
            "21 now.",
            "14",
            "21",
        ),
    ],
)
def test_an_order_that_replaces_a_number_replaces_no_name_beside_it(
    first: str, answer: str, later: str, done: str, old: str, new: str
) -> None:
    assert {(former, value) for _, former, value in values(first, answer, later, done)} == {(old, new)}


FAREWELLS = [
    ("ok, I'm off, tomorrow: docs/cli.rst and the changelog entry.", "Noted. See you tomorrow!"),
    ("Great. On Monday: the cli.rst page and the changelog.", "See you Monday!"),
    ("Ich bin weg, morgen: docs/cli.rst und das changelog.", "Bis morgen!"),
    ("Je m'en vais, demain : docs/cli.rst et le changelog.", "À demain !"),
    ("changelog tomorrow, docs/cli.rst too", "Tomorrow it is."),
]


@pytest.mark.parametrize(("leave", "answer"), FAREWELLS)
def test_a_day_in_a_good_bye_is_no_value(leave: str, answer: str) -> None:
    talk = (
        "Don't touch docs/changelog.rst, Simon writes it at release time.",
        "I'll leave `docs/changelog.rst` alone.",
        leave,
        answer,
    )
    assert values(*talk) == set()


def test_a_call_stands_in_the_place_of_no_word() -> None:
    order = "Let the caller make the thing: `createRetryBudget({...})`, passed in as retry.budget."
    talk = ("Budget, not a breaker.", "It goes into `retry.budget`.", order, "`createRetryBudget()` is in, both pass.")
    assert values(*talk) == set()


@pytest.mark.parametrize("unit", ["seconds", "minutes", "lines"])
def test_the_unit_of_a_figure_is_no_value(unit: str) -> None:
    talk = (
        "retry again. Remind me.",
        "The attribute is parsed, and the loop is committed.",
        f"You run everything each time: cargo test --test integration retry:: takes four {unit}, that's the one.",
        f"The test by hand is gone, the rest passes in four {unit}.",
    )
    assert values(*talk) == set()
