"""Settings that are set again: the last one is in force, however the words change on the way."""

import pytest

from backstory.base.overturns.exchanges import Spoken, read_exchanges
from backstory.base.overturns.settings import find_reset

RETRIES = [
    "retry at most 5 times",
    "Five attempts, then it gives up.",
    "thanks. and log each",
    "Each attempt is logged at debug level.",
    "hm 5 hammers the gateway, ops says 2",
    "Down to two attempts.",
    "where is the config read?",
    "In `load_config`, once per process.",
    "two is stingy, go to 3",
    "`MAX_ATTEMPTS = 3` now.",
]
CACHE = [
    "cache the prices for 10 minutes",
    "Entries live ten minutes.",
    "support complained about stale prices for ten minutes. 2?",
    "Two minutes it is.",
    "the db suffers, let's say 4 minutes",
    "Entries live four minutes.",
]
PAGES = [
    "maximal 20 Treffer pro Seite",
    "Eine Seite hat 20 Treffer.",
    "20 sind zu wenig auf dem großen Schirm, 50 bitte",
    "50 Treffer pro Seite.",
    "Mist, auf dem Handy ruckelt das bei 50. 30.",
    "Jetzt sind es 30 Treffer pro Seite.",
]
EVENTS = [
    "keep the last 100 events please",
    "The log keeps 100 events.",
    "Could it be 500? The auditors want more.",
    "It keeps 500 events.",
    "The disk is filling up with 500, might we settle on 250?",
    "250 it is.",
]
DEPTH = [
    "nested files, limit 8 levels",
    "Files may name files, eight levels deep; the ninth throws `std::runtime_error`.",
    "Lena says w/ 8 levels the stack blows, she wants 3",
    "Three levels it is; it's one constant, `max_depth`.",
    "depth 3 is too little for the wrapper, it has 4. make 5",
    "`max_depth = 5`.",
]
BATCH = [
    "take batches of five thousand rows",
    "181,400 rows a second with batches of 5,000.",
    "use two thousand for the batch, locks escalate at five thousand",
    "Batch size 2,000 in the benchmark.",
    "with a table lock that doesn't matter, so ten thousand rows again sounds right",
    "The batch is 10,000 rows.",
]
WORKERS = [
    "4 workers",
    "The pool starts four workers.",
    "16",
    "16 workers.",
    "memory explodes at 16, try half",
    "Eight workers.",
]
WEEKS = [
    "guarda los backups 6 semanas",
    "Los backups se guardan seis semanas.",
    "que sean 8 semanas",
    "Ahora son ocho semanas.",
]


def reset(talk: list[str]) -> dict[str, str]:
    """Sentence -> the value in force, for those whose figure was set again."""
    rows = [
        Spoken(1, text.replace("? ", "?\n").replace(". ", ".\n").split("\n"), is_person=not place % 2)
        for place, text in enumerate(talk)
    ]
    return {rows[one.row].sentences[one.number]: one.value for one in find_reset(read_exchanges(rows))}


@pytest.mark.parametrize(
    ("talk", "former", "value"),
    [
        (RETRIES, ("Five attempts, then it gives up.", "Down to two attempts."), "3"),
        (CACHE, ("Entries live ten minutes.", "Two minutes it is."), "4 minutes"),
        (PAGES, ("Eine Seite hat 20 Treffer.", "50 Treffer pro Seite."), "30"),
        (EVENTS, ("The log keeps 100 events.", "It keeps 500 events."), "250"),
        (DEPTH, (DEPTH[1], DEPTH[3]), "5"),
        (BATCH, ("Batch size 2,000 in the benchmark.",), "ten thousand"),
        (WORKERS, ("The pool starts four workers.", "16 workers."), "eight"),
        (WEEKS, ("Los backups se guardan seis semanas.",), "8 semanas"),
    ],
)
def test_the_last_setting_is_in_force(talk: list[str], former: tuple[str, ...], value: str) -> None:
    values = reset(talk)
    assert [values.get(one) for one in former] == [value] * len(former)
    assert talk[-1] not in values


@pytest.mark.parametrize(
    "talk",
    [
        ["run the tests", "612 tests pass.", "add one for unicode", "613 tests pass."],
        ["retry 3 times on 503", "Three retries on 503.", "and for timeouts 5 times", "Five retries on timeouts."],
        ["pages of 20 rows", "20 rows a page.", "the export should write 500 rows a file", "500 rows a file."],
        ["titles of 80 characters", "80 characters.", "descriptions 200", "Descriptions are cut at 200 characters."],
        [
            "paint `Part1` in 50 colours",
            "`Part1` has 50 colours.",
            "paint `Part2` in 57 colours",
            "`Part2` has 57 colours.",
        ],
        ["finish week 8", "Finishing week 8.", "now three commands", "The three commands are in."],
        ["redis timeout 2 seconds", "2 seconds.", "http timeout 5 seconds", "5 seconds."],
        ["limit uploads to 10 MB", "Done: 10 MB.", "and limit downloads to 50 MB", "Done: 50 MB."],
        ["der Upload darf 10 MB haben", "10 MB.", "das Archiv darf 50 MB haben", "50 MB."],
        ["the basic plan costs 10 euros", "Basic: 10 euros.", "pro is 30 euros", "Pro: 30 euros."],
        ["run 20 workers", "With 20 workers: p50 12 ms.", "now run with 40 workers", "With 40 workers: p50 15 ms."],
        ["benchmark it with 8 threads", "8 threads: 3.2 s.", "and with 16 threads?", "16 threads: 2.1 s."],
        ["show 45 rows", "It shows 45 rows.", "it'll be like 45 then 32 then 1 then 0", "45, then 32, 1 and 0."],
    ],
)
def test_what_sets_nothing_again(talk: list[str]) -> None:
    assert not reset(talk)


def test_a_setting_that_came_back_is_in_force() -> None:
    talk = ["5 levels", "Five levels.", "3 levels", "Three levels.", "no, 5 levels again", "Five levels."]
    assert set(reset(talk)) == {"3 levels", "Three levels."}


def test_who_names_the_figure_of_one_setting_leaves_another_of_its_kind() -> None:
    talk = [
        "allow 100 requests per minute",
        "The limit is 100 requests per minute.",
        "the burst should be 10 requests per second",
        "Burst is 10 requests per second.",
        "make the limit 60 requests per minute instead of 100",
        "`MAX_REQUESTS = 60` now, so 60 requests per minute.",
    ]
    assert reset(talk) == {talk[0]: "60", talk[1]: "60"}


def test_a_number_of_two_things_is_replaced_for_the_one_that_a_later_prompt_counts() -> None:
    talk = [
        "min default 4.5, two decimals, exit 2 if any fails",
        "The ratio has two decimals, the exit code is 2, and 4.5 is the minimum.",
        "4.5 is for text only, our charts need less, make that 3 instead",
        "The minimum is 3 now.",
        "exit 6 then, 2 is the usage error",
        "It exits with 6.",
    ]
    rows = read_exchanges([Spoken(1, [text], is_person=not place % 2) for place, text in enumerate(talk)])
    assert not [one.value for one in find_reset(rows) if one.figure and one.figure.written == "two"]


COUNTS = [
    "with a cost of 50 that is 50 round trips to Redis",
    "It is no good: 50 round trips, and not atomic either.",
    "go on",
    "`increment` takes the amount now.",
    "One question is left: who asks for 50 with 40 left loses 40 as well. Femi likes that. So only the spec for now.",
]


@pytest.mark.parametrize("answer", [
    "The spec is written and fails as expected, the other 106 pass.",
    "106 of them.",
])  # fmt: skip
def test_a_figure_that_a_prompt_only_mentions_is_not_replaced_by_the_count_of_an_answer(answer: str) -> None:
    rows = [Spoken(1, text.split(". "), is_person=not place % 2) for place, text in enumerate([*COUNTS, answer])]
    assert not [one for one in find_reset(read_exchanges(rows)) if one.value == "106"]
