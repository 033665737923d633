"""What only looks overturned in a long talk about one thing, in the ways of people who write to an agent."""

import pytest
from tests.growth import assert_linear

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

Talk = list[tuple[str, str]]


def find(talk: Talk, sessions: list[int] | None = None) -> set[tuple[str, str]]:
    """Each sentence that is overturned, with the value in force."""
    numbers = sessions or [1] * len(talk)
    rows = [
        Spoken(session, split_sentences(text), is_person=who == "user")
        for (who, text), session in zip(talk, numbers, strict=True)
    ]
    return {(rows[one.row].sentences[one.number], one.value) for one in find_overturns(rows)}


def exchange(asked: str, answered: str) -> Talk:
    return [("user", asked), ("agent", answered)]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("3. the legend is gone from the chart", "2. the buttons of the chart are too tall"),
        ("Show three columns in the legend.", "2. the legend needs a frame"),
        ("do all 3 of the imports", "for 2."),
        ("text size 20% in the header", "Increase the text size in the header by 50%"),
    ],
)
def test_the_number_of_an_item_and_a_step_are_no_value(former: str, later: str) -> None:
    assert not find([*exchange(former, "Done."), *exchange(later, "Done, 2 changes made.")])


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("at async Promise.all (index 1)", "at async Promise.all (index 0)"),
        ("[02/20/26 17:41 dev ~/src] make lint", "[02/20/26 17:45 dev ~/src] make lint"),
        ("stats.js:2868 drawChart called with 4 rows", "stats.js:2868 drawChart called with 9 rows"),
    ],
)
def test_a_pasted_line_gives_no_value(former: str, later: str) -> None:
    assert not find([*exchange(former, "I see."), *exchange(later, "I see.")])


def test_what_an_agent_counts_is_no_setting_of_the_person() -> None:
    talk = [
        *exchange("make the circles bigger", "Increased the maximum size of circles to 30."),
        *exchange("the circles for 30 and 210 games are of the same size, this must not be", "Scaled them."),
    ]
    assert not find(talk)


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("Added hover effects to the cards.", "no effect, same strange look"),
        ("The old files of the import are in `src`.", "I see that git shows the old files as deleted."),
        ("The grid has an x-axis and ticks.", "Removed the axis ticks filter."),
        ("We debug why the real data is not shown.", "nice, the mock works, no use the real data"),
        ("Add a state for the request.", "add a non-null assertion, go on"),
    ],
)
def test_what_stays_was_not_taken_out(told: str, later: str) -> None:
    assert not find([*exchange("go on", told), *exchange(later, "Done.")])


def test_what_was_turned_down_with_instead_was_just_spoken_of() -> None:
    plan = "The report shows the matches of a day."
    near = [*exchange("go on", plan), *exchange("instead of matches show the games", "Changed.")]
    far = [*near[:2], *(row for n in range(6) for row in exchange(f"fix page {n}", "Done.")), *near[2:]]
    assert (plan, "") in find(near) or not find(near)
    assert (plan, "") not in find(far)


def test_a_complaint_outlives_the_undoing_of_the_answer_to_it() -> None:
    complaint = "the bar is still missing in the table"
    talk = [
        *exchange(complaint, "I added a border to the table body."),
        *exchange("i reverted your changes there since they had no impact", "I look at the other lines."),
    ]
    marked = find(talk)
    assert (complaint, "") not in marked
    assert ("I added a border to the table body.", "") in marked


def test_a_story_of_what_was_undone_elsewhere_undoes_nothing() -> None:
    talk = [
        *exchange("House rules:\n1. Source level is Java 11.\n2. No new threads.", "Option A: a shorter maxLifetime."),
        *exchange("A is out. We ran 5 min maxLifetime in spring and reverted it: logins doubled.", "Then B."),
    ]
    assert not {sentence for sentence, _ in find(talk)} & {"Source level is Java 11.", "No new threads."}


def test_what_holds_for_good_outlives_the_undoing_of_a_change() -> None:
    rule = "No new threads in the pool."
    talk = [
        *exchange(f"Add a sweeper. {rule}", "I added a sweeper to the pool."),
        *exchange("revert that", "Reverted."),
    ]
    assert (rule, "") not in find(talk)
    assert ("I added a sweeper to the pool.", "") in find(talk)


def test_an_undoing_of_a_part_leaves_the_rest() -> None:
    order = "rename the whole page to Bowlyzer and use a friendly theme"
    talk = [
        *exchange(order, "I changed the title, and the menu is inline now."),
        *exchange("please revert the menu to the old component", "The menu is a component again."),
    ]
    assert (order, "") not in find(talk)


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("i also want to freeze the last column", "the table is responsive again, but no column stays"),
        ("make the background of TOC just on the left where TOC is", "TOC is back now thank you"),
    ],
)
def test_what_is_no_ban_is_not_set_free(rule: str, later: str) -> None:
    assert not find([*exchange(rule, "Done."), *exchange(later, "Good.")])


def test_who_agrees_disproves_nothing() -> None:
    talk = exchange(
        "it doesn't work, i think because the login screen is still in the navigation stack",
        "The core problem is that the login screen is still in the navigation stack, and it's not affected by that.",
    )
    assert not find(talk)


@pytest.mark.parametrize("reply", ["NO", "Sorry, the answer hit the limit.", "still not wide enough"])
def test_a_reply_that_names_nothing_else_revises_nothing(reply: str) -> None:
    assert not find([*exchange("build a jar of this version", "The jar is built."), *exchange(reply, "I look.")])


@pytest.mark.slow
def test_many_figures_are_compared_in_pairs_at_most() -> None:
    def work(text: str) -> None:
        parts = [
            f"`Part{n}` of module 1x{n}, whose colour {n * 7} nobody has looked at before." for n in range(len(text))
        ]
        find([row for part in parts for row in exchange(f"Paint {part}", f"The painter has done {part}")])

    assert_linear(work, "x", 20, most=10)  # pairs take 64 times the work, threes 512 times


def test_a_pattern_of_packages_ends_no_sentence() -> None:
    assert split_sentences("Run go test ./... with -race. It waited... and broke.") == [
        "Run go test ./... with -race.",
        "It waited...",
        "and broke.",
    ]
