"""Counts that were reported, amounts that are left and figures that only give a reason set nothing."""

import pytest
from tests.base.overturns.marked_names import mark

RUN = "Try setImmediate instead of setTimeout for the flush."


@pytest.mark.parametrize(
    ("report", "later"),
    [
        (
            "That made it worse: 7 of 31 tests in test/rate-limit.ts fail. I reverted it.",
            "still to do tomorrow: rewrite the remaining 28 rate-limit tests",
        ),
        ("7 out of 31 rate-limit tests fail.", "tomorrow: rewrite the other 28 rate-limit tests"),
        ("7 von 31 Tests in test/rate-limit.ts sind rot.", "morgen: die restlichen 28 Tests in test/rate-limit.ts"),
        ("7 des tests: 7 sur 31 échouent.", "demain : réécrire les 28 tests restants"),
        ("12 rate-limit tests use fake timers now.", "28 rate-limit tests left, tomorrow"),
        ("12 rate-limit tests use fake timers now.", "another 28 rate-limit tests tomorrow"),
        ("12 rate-limit tests use fake timers now.", "28 rate-limit tests to go"),
        ("12 rate-limit tests use fake timers now.", "so 28 rate-limit tests remain, I do them tomorrow"),
    ],
)
def test_an_amount_that_is_left_replaces_no_count(report: str, later: str) -> None:
    assert mark(RUN, report, later, "Noted.") == []


@pytest.mark.parametrize(
    ("first", "later", "marked"),
    [
        ("keep 30 backups", "30 backups are too many, make it 14", "keep 30 [replaced by 14] backups"),
        ("allow 3 retries for an upload", "3 retries are not enough, make it 5", "allow 3 [replaced by 5] retries"),
    ],
)
def test_a_setting_is_replaced_all_the_same(first: str, later: str, marked: str) -> None:
    value = later.rpartition(" ")[2]
    marks = mark(first, f"Done, {first.split()[1]} it is.", later, f"It is {value} now.")
    assert any(one.startswith(marked) for one in marks)


BUDGET = "Start with what the others use: ratio 0.2, reserve 10 retries, window 10 seconds."


@pytest.mark.parametrize(
    ("reply", "marked"),
    [
        (
            "And a reserve of 10 is for a mesh sidecar, times 4,200 tablets that's 42,000 retries. 3.",
            "ratio 0.2, reserve 10 [replaced by 3] retries, window 10 seconds.",
        ),
        (
            "10 seconds is too short, a tablet sends maybe one request every 8 seconds, so it never fills. 30.",
            "ratio 0.2, reserve 10 retries, window 10 seconds [replaced by 30].",
        ),
        (
            "10 seconds are too short for us, with one request every 8 seconds! 30.",
            "ratio 0.2, reserve 10 retries, window 10 seconds [replaced by 30].",
        ),
    ],
)
def test_a_value_that_stands_for_itself_replaces_what_the_sentence_before_it_is_about(reply: str, marked: str) -> None:
    marks = mark(BUDGET, "The budget is in.", reply, "Done.")
    assert marks == [f"Start with what the others use: {marked}"]


@pytest.mark.parametrize(
    "reply",
    [
        "ten seconds is too long: his alert rule looks every five seconds, so the count arrives late.",
        "10 seconds is too long, the probe runs every 5 seconds.",
        "10 Sekunden sind zu lang, die Sonde fragt alle 5 Sekunden.",
    ],
)
def test_a_rate_that_gives_the_reason_replaces_nothing(reply: str) -> None:
    assert mark("Ten seconds as the window.", "The window is 10 seconds.", reply, "I see.") == []


def test_a_rate_that_is_ordered_replaces_the_former_one() -> None:
    marks = mark(
        "poll every 5 minutes",
        "It polls every 5 minutes.",
        "every 5 minutes is too often, make it every 15 minutes",
        "Done.",
    )
    assert any(one.startswith("It polls every 5 minutes [replaced by 15 minutes]") for one in marks)


@pytest.mark.parametrize(
    ("first", "answer", "reply", "done"),
    [
        (
            "With sixty seconds the dashboards look dead, so make the default ten.",
            "The default is 10 seconds now.",
            "Ten thousand is too generous, since the smallest pods have 128 MB; make it 1024.",
            "`max_keys` is in with 1024.",
        ),
        (
            "Show me the values of the two test customers.",
            "Here they are, side by side.",
            "She can't tell two customers apart. If 12 still holds, make it 12.",
            "`TOKEN_LENGTH` is 12.",
        ),
    ],
)
def test_a_figure_is_not_replaced_where_another_one_is_turned_down(
    first: str, answer: str, reply: str, done: str
) -> None:
    assert not [one for one in mark(first, answer, reply, done) if "1024" in one or "replaced by 12" in one]
