"""Facts that later ones overturn: versions, values of names, names that are gone, what is not to be done, second
thoughts."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

NEW = "NEW"
"""Stands between two sessions."""


def mark(*talk: str) -> dict[str, str]:
    """The sentences of a talk that are overturned -> the value in force, or what was uttered since. What an agent says
    begins with `> `."""
    rows: list[Spoken] = []
    session = 0
    for text in talk:
        if text == NEW:
            session += 1
            continue
        sentences = split_sentences(text.removeprefix("> "))
        rows.append(Spoken(session, sentences, is_person=not text.startswith("> "), turn=len(rows)))
    return {rows[one.row].sentences[one.number]: one.value or one.by for one in find_overturns(rows)}


@pytest.mark.parametrize(
    "later",
    [
        "Correction: Node 22 and newer, the LTS moved on.",
        "sorry, I meant Node 22",
        "no, Node 22, the LTS moved on",
        "wait: Node 22 is the oldest one",
        "we moved to Node 22",
        "my mistake, it is Node 22",
        "Korrektur: Node 22.",
        "I was wrong. Node 22 it is.",
    ],
)
def test_a_version_that_a_person_corrects_is_marked(later: str) -> None:
    assert mark("We support Node 20 and newer.", "> OK", later, "> engines says >=22 now.") == {
        "We support Node 20 and newer.": "22"
    }


@pytest.mark.parametrize(
    "later",
    [
        "does it run on Node 22?",
        "the CI matrix has Node 22 as well",
        "Postgres 16 for the orders service",
        "try it with Node 18 too",
        "maybe Node 22 one day",
        "please look again, this call exists only since Node 22",
    ],
)
def test_a_version_that_nobody_corrects_stays(later: str) -> None:
    assert mark("We support Node 20 and newer.", "> OK", later, "> Yes.") == {}


@pytest.mark.parametrize(
    "later",
    [
        "15.1.0 is closed since Tuesday. Put it in 15.2.0.",
        "Put it in 15.2.0, not 15.1.0.",
        "15.1.0 is out already, move it to 15.2.0",
        "15.1.0 was tagged yesterday, that's too late. Add it to 15.2.0.",
    ],
)
def test_what_is_put_under_a_version_moves_to_the_next_one(later: str) -> None:
    talk = ("Put an entry in CHANGELOG.md, it goes in 15.1.0.", "> The entry is in CHANGELOG.md under 15.1.0.")
    assert mark(*talk, later, "> Moved to 15.2.0.") == dict.fromkeys((one.removeprefix("> ") for one in talk), "15.2.0")


@pytest.mark.parametrize(
    "later",
    ["when is 15.2.0 due?", "15.1.0 is out, nice", "start a section for 15.2.0 as well", "15.2.0 will break the types"],
)
def test_another_version_moves_nothing(later: str) -> None:
    talk = ("Put an entry in CHANGELOG.md, it goes in 15.1.0.", "> The entry is in CHANGELOG.md under 15.1.0.")
    assert mark(*talk, later, "> OK.") == {}


@pytest.mark.parametrize(
    ("first", "order", "answer", "value"),
    [
        (
            "> Buckets are in, `maxBoost` is 5, the static key is gone.",
            "oona replayed it. maxBoost 3, with 5 backfill still passes live",
            "> Defaults are `step` 20_000 and `maxBoost` 3",
            "3",
        ),
        (
            "> It warns: `measure(fn, threshold=0.5)`.",
            "0.25 s",
            "> The default threshold is 0.25 seconds now.",
            "0.25 seconds",
        ),
        ("> `retries` defaults to 4.", "6 like the others", "> `retries` is 6 and the docs say so.", "6"),
        ("> It runs with `workers=4`.", "8 is fine too", "> `workers` = 8 in the template.", "8"),
    ],
)
def test_a_name_that_has_another_value_later_is_marked(first: str, order: str, answer: str, value: str) -> None:
    assert mark("start with it", first, order, answer).get(first.removeprefix("> ").split(". ")[0]) == value


@pytest.mark.parametrize(
    ("first", "order", "answer"),
    [
        ("> `maxBoost` is 5.", "what is minBoost?", "> `minBoost` is 3."),
        ("> `retries` is 4.", "why?", "> With `retries` 6 it would take a minute."),
        ("> `retries` is 4.", "and in the tests?", "> In the tests `retries` is 1."),
        ("> `limit` is 10.", "explain it", "> A `limit` of 3 means that three run at once."),
    ],
)
def test_another_value_that_nobody_set_marks_nothing(first: str, order: str, answer: str) -> None:
    assert mark("start with it", first, order, answer) == {}


@pytest.mark.parametrize(
    "gone",
    [
        "`SlowHookWarning` is gone.",
        "`SlowHookWarning` was removed.",
        "The `SlowHookWarning` class is gone; `report` is called.",
        "I removed `SlowHookWarning`.",
        "`SlowHookWarning` no longer exists.",
    ],
)
def test_a_name_that_is_gone_is_marked_where_it_was_told_to_be_there(gone: str) -> None:
    first = "A slow implementation comes out as `SlowHookWarning`."
    marked = mark("time the hooks", f"> {first}", "commit it", "> Committed.", "the warning, hm", f"> {gone}")
    assert first in marked


@pytest.mark.parametrize(
    "later",
    [
        "`FastHookWarning` is gone.",
        "Removed `SlowHookWarning` from the example file.",
        "`SlowHookWarning` is not gone, it moved.",
        "If you like, `SlowHookWarning` could be removed.",
    ],
)
def test_another_name_and_another_place_mark_nothing(later: str) -> None:
    first = "A slow implementation comes out as `SlowHookWarning`."
    assert mark("time the hooks", f"> {first}", "commit it", "> Committed.", "go on", f"> {later}") == {}


def test_a_name_that_is_back_is_not_marked() -> None:
    first = "A slow implementation comes out as `SlowHookWarning`."
    talk = ("time the hooks", f"> {first}", "x", "> `SlowHookWarning` is gone.", "put it in again")
    assert first not in mark(*talk, "> `SlowHookWarning` is raised again.")


@pytest.mark.parametrize(
    "order",
    [
        "Then a refresh fails in the outage. Don't charge forced retries.",
        "please don't charge them",
        "never charge forced retries",
        "stop charging forced retries",
        "it should not charge those",
    ],
)
def test_what_is_forbidden_is_marked_in_the_report_before(order: str) -> None:
    report = "It is charged like any other: the retry goes through the budget too."
    marked = mark("what about forced retries?", f"> {report}", order, "> Forced retries pass for free.")
    assert set(marked) == {report}


@pytest.mark.parametrize(
    ("report", "order"),
    [
        ("I deleted the old logs.", "don't delete anything in fixtures/"),
        ("The run was charged to CI.", "don't charge it to CI next time"),
        ("It is not charged.", "right, don't charge it"),
        ("It is charged like any other.", "don't forget the changelog"),
        ("It is charged like any other.", "don't worry about the name"),
    ],
)
def test_an_order_that_forbids_something_else_marks_nothing(report: str, order: str) -> None:
    assert mark("what about forced retries?", f"> {report}", order, "> OK.") == {}


@pytest.mark.parametrize(
    "thought",
    [
        "Hmm, thinking about it again, keep the dual build for one more major.",
        "On second thought, keep the dual build.",
        "I changed my mind, keep the dual build for now.",
        "I've slept on it: keep the dual build after all.",
    ],
)
def test_a_second_thought_on_another_day_questions_what_was_agreed_last(thought: str) -> None:
    talk = ("Switch to ESM only. CommonJS users can stay on v8.", "> The package is ESM only now.", NEW)
    assert mark(*talk, thought, "> The dual build is back.").get("Switch to ESM only.") == thought


@pytest.mark.parametrize("other", ["After all the tests pass, release it.", "Add a changelog entry.", "What is left?"])
def test_another_prompt_on_another_day_questions_nothing(other: str) -> None:
    talk = ("Switch to ESM only. CommonJS users can stay on v8.", "> The package is ESM only now.", NEW)
    assert mark(*talk, other, "> Done.") == {}


@pytest.mark.parametrize(
    ("choice", "back"),
    [
        (
            "Wir nehmen für die Farben colorama statt rich, weil rich zu langsam importiert.",
            "Nimm wieder rich, aber erst bei Bedarf.",
        ),
        (
            "We use colorama instead of rich for the colours, because rich takes 400 ms.",
            "back to rich, colorama breaks on Windows",
        ),
        ("On prend colorama au lieu de rich pour les couleurs.", "rich de nouveau, colorama casse sous Windows"),
    ],
)
def test_a_choice_goes_where_the_person_returns_to_the_other_thing(choice: str, back: str) -> None:
    assert mark(choice, "> Done.", "add a test", "> Added.", back, "> Done.").get(choice) == back


@pytest.mark.parametrize(
    "other", ["run rich again and show me the output", "try the Windows build again", "back to work"]
)
def test_a_choice_stays_where_nobody_returns(other: str) -> None:
    assert mark("We use colorama instead of rich for the colours.", "> Done.", other, "> Done.") == {}


@pytest.mark.parametrize(
    "reverted",
    [
        "The cache is reverted, it leaked memory in production.",
        "the cache was reverted yesterday",
        "I reverted the cache",
    ],
)
def test_what_a_person_says_was_reverted_is_marked_with_its_order(reverted: str) -> None:
    order = "Let's cache the sorted keys, because sorting dominates the profile."
    assert {order, "The sorted keys are cached now."} <= mark(
        order, "> The sorted keys are cached now.", reverted
    ).keys()
