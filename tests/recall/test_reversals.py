"""What the person ruled out after it was asked for, planned or built is left out, or marked."""

import pytest
from tests.recall.quotes.test_quotes import talk

from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.quotes import quote_talk
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.settling import argues

MOMENT = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z", budget=1200)
PLAN = "I would put `totalTimeout` on `Options` and `RequestOptions`, and start the clock in `Mixin.fetch`."


def quote(*rows: tuple[str, str]) -> str:
    return "\n".join(one.note.text for one in quote_talk(MOMENT, Talk(PastWork((talk(rows),))), []))


@pytest.mark.parametrize(
    ("order", "reversal"),
    [
        ("Let go of the oldest pick.", "Letting go of the oldest pick is out, nobody notices that with a reader."),
        ("Write the report as a CSV file.", "He hates CSV files, the rows that break are the ones with commas."),
        ("Keep the answers in Redis.", "I don't want the answers in Redis, the cache is enough."),
        ("Behalte die alten Antworten im Cache.", "Die alten Antworten im Cache raus, das frisst Speicher."),
        ("Guarda los intentos en una tabla aparte.", "Nada de tabla aparte para los intentos."),
    ],
)
def test_an_order_that_was_reversed_is_left_out(order: str, reversal: str) -> None:
    text = quote(("user", order), ("answer", "The `worker` reads it in `deliver()`."), ("user", reversal))
    assert order.rstrip(".") not in text and reversal.rstrip(".")[:20] in text


def test_a_plan_that_was_reversed_in_part_is_marked() -> None:
    text = quote(
        ("user", "Limit the whole request."), ("answer", PLAN), ("user", "The clock should NOT start in fetch.")
    )
    assert f"{PLAN} [changed since]" in text


@pytest.mark.parametrize(
    "later",
    [
        "Don't touch Mixin.fetch, nor push the clock.",
        "For retries of the proxy, it must not start in fetch.",
        "Should the clock not start in fetch?",
        "The clock should start in fetch.",
    ],
)
def test_who_forbids_a_deed_names_a_case_or_asks_reverses_nothing(later: str) -> None:
    text = quote(("user", "Limit the whole request."), ("answer", PLAN), ("user", later))
    assert PLAN in text and "[changed since]" not in text


def test_what_came_later_is_not_reversed() -> None:
    text = quote(("user", "The clock should NOT start in fetch."), ("answer", PLAN))
    assert "[changed since]" not in text


@pytest.mark.parametrize(
    ("order", "later"),
    [
        ("Show errors in red below the field and the form.", "The errors don't show in Safari, fix that below."),
        ("Write the customer name into the header.", "A long customer name must not be cut in the header."),
        ("Uploads go to the bucket in Frankfurt.", "Uploads to the bucket are wrong in the log, it says Dublin."),
        ("Keep old invoices in the archive.", "Old invoices in the archive must not be editable."),
    ],
)
def test_a_report_of_a_defect_and_a_further_demand_reverse_nothing(order: str, later: str) -> None:
    text = quote(("user", order), ("answer", "The `worker` reads it in `deliver()`."), ("user", later))
    assert order.rstrip(".") in text and "[changed since]" not in text


def test_what_is_preferred_to_something_else_holds() -> None:
    """`fixed steps instead of doubling the pause` rules out what stands behind it."""
    later = "Use fixed steps of the worker instead of doubling the pause."
    text = quote(("answer", "I would use fixed steps of the worker."), ("user", later))
    assert "[changed since]" not in text
    text = quote(("user", "Try doubling the pause."), ("answer", "Done in `deliver()`."), ("user", later))
    assert "Try doubling the pause" not in text


RULE = "Always run `make lint` before a commit"
BEFORE = "2026-11-18T09:00:00.000Z"


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("Commit it.", "I ran `make lint` before the commit; it actually found two imports, which I removed."),
        ("Thanks.", "Message to Bob: no need to run make lint before a commit any more."),
        ("Should I run make lint before a commit, or ruff instead?", "As you like."),
        ("Tell Bob he doesn't need to run make lint before a commit any more.", "Done."),
        ("Commit it without make lint before it just this once, and push instead.", "Done."),
    ],
)
def test_who_follows_a_rule_asks_about_it_or_leaves_it_once_does_not_revise_it(prompt: str, answer: str) -> None:
    told = Talk(PastWork((talk([("user", prompt), ("answer", answer)]),)))
    assert not told.is_revised(RULE, BEFORE, is_rule=True)


def test_an_order_revises_a_rule() -> None:
    later = "We no longer run make lint before a commit."
    told = Talk(PastWork((talk([("user", later), ("answer", "Good.")]),)))
    assert told.is_revised(RULE, BEFORE, is_rule=True)


def test_what_is_allowed_again_is_no_rule_of_a_brief_whether_a_record_lifts_it_or_not() -> None:
    rule = "do not touch CHANGES.md, Ana prepares the release there"
    told = Talk(PastWork((talk([("user", "1.4 is out, so CHANGES.md is free now, add one line.")]),)))
    assert told.is_revised(rule, BEFORE, is_rule=True)
    assert not told.is_revised(rule, "2026-12-01T09:00:00.000Z", is_rule=True), "said after it was lifted"
    assert not told.is_revised("do not touch setup.py", BEFORE, is_rule=True)


def test_a_ban_that_ended_is_not_quoted_but_what_ended_it() -> None:
    rows = [
        ("user", "hands off tax.py for now, Sean is rewriting it"),
        ("answer", "`tax.py` stays as it is, and I put the rates into `rates.py`."),
        ("user", "The rates need a second column."),
        ("answer", "`rates.py` has a column for the reduced rate."),
    ]
    ending = "sean merged, tax.py can be edited"
    before = quote(*rows)
    assert "hands off tax.py" in before
    after = quote(*rows, ("user", ending), ("answer", "`tax.py` takes its rates from `rates.py`."))
    assert ending in after
    assert "hands off tax.py" not in after and "stays as it is" not in after


def test_what_was_put_off_for_a_ban_is_marked_when_it_ended() -> None:
    rows = [
        ("user", "hands off tax.py for now, Sean is rewriting the rates in it"),
        ("answer", "`tax.py` stays as it is."),
        ("user", "Can the reduced rate go in?"),
        ("answer", "Not yet: Sean is rewriting the rates, and the reduced one sits right in the middle of `tax.py`."),
    ]
    assert "Not yet" in quote(*rows) and "[changed since]" not in quote(*rows)
    after = quote(*rows, ("user", "sean merged, tax.py can be edited"), ("answer", "The reduced rate is in `tax.py`."))
    assert "Not yet" not in after or "[changed since]" in after or "[may have changed since: sean merged" in after


def test_a_former_name_is_marked_and_a_figure_beside_it_stays() -> None:
    text = quote(
        ("user", "Call the option `waitFor`, with 30 seconds in `worker.go`."),
        ("answer", "The option is called `waitFor`, and `worker.go` gives up after 30 seconds."),
        ("user", "waitFor collides with the client of ops. Call it `patience`."),
        ("answer", "It is called `patience` now in `worker.go`."),
    )
    assert "`waitFor` [replaced by patience], with 30 seconds" in text


def test_what_a_reply_probably_revises_is_shown_with_the_reply() -> None:
    asked = "Sort the guest list of the wedding app by last name."
    reply = "ugh the waiters look for tables, by table instead"
    answer = "Switched to the table number."
    text = quote(("user", asked), ("answer", "It is sorted by `last_name`."), ("user", reply), ("answer", answer))
    assert asked.rstrip(".") not in text or f"[may have changed since: {reply}]" in text
    assert reply in text


def test_a_reply_that_is_shown_has_its_figures_marked_and_stands_beside_other_marks() -> None:
    text = quote(
        ("user", "stop the import of `vendor.csv` if more than 3% of the lines are broken"),
        ("answer", "`maxlost=0.03` in `importer.go`, and it stops when the share is higher."),
        ("user", "a share is no use in `importer.go` with so many lines, take a number of lines, max 400"),
        ("answer", "`maxlost` is a number of lines now, 400 for `vendor.csv`."),
        ("user", "400 is too tight for the vendor in Ulm. 3000"),
        ("answer", "`maxlost` for `vendor.csv`: 3000."),
    )
    assert (
        "[may have changed since: `maxlost` is a number of lines now, 400 [replaced by 3000] for `vendor.csv`.]" in text
    )


FROZEN = "Don't touch docs/changelog.rst, Simon writes it at release time."


@pytest.mark.parametrize(
    ("later", "stays"),
    [
        ("Simon is done with the changelog, you can edit it again.", False),
        ("Simon finished the changelog, so you can edit it again.", False),
        ("Simon ist fertig mit dem Changelog, du kannst es wieder anfassen.", False),
        ("you can edit the changelog again, Simon is done", False),
        ("Simon is done with the readme, you can edit it again.", True),
        ("app.py is through, you can edit it again.", True),
        ("you can edit it again", True),
    ],
)
def test_a_ban_whose_thing_only_the_sentence_names_is_lifted(later: str, stays: bool) -> None:
    text = quote(
        ("user", f"Call it --busy-timeout rather than --retry. {FROZEN}"),
        ("answer", "The option will be `--busy-timeout`."),
        ("user", later),
        ("answer", "Good."),
    )
    assert "--busy-timeout" in text and (FROZEN.rstrip(".") in text) is stays


CHANGES_MIND = "Actually I changed my mind about the pragma: it starves the other writers. Retry in Python after all."


@pytest.mark.parametrize(
    "argument",
    [
        "sqlite does the waiting better than we ever will.",
        "That is simpler.",
        "It is faster anyway.",
        "Das ist einfacher.",
        "c'est plus simple.",
    ],
)
def test_what_argued_for_a_choice_goes_with_it(argument: str) -> None:
    rows = [
        ("user", f"Use the busy_timeout pragma. {argument} Never use time.sleep in library code."),
        ("answer", "The connection has the pragma now."),
    ]
    assert argument.rstrip(".") in quote(*rows)
    told = quote(*rows, ("user", CHANGES_MIND), ("answer", "The retry is in Python now."))
    assert argument.rstrip(".") not in told and "time.sleep" in told and "starves the other writers" in told


@pytest.mark.parametrize(
    "sentence",
    [
        "Never use a smaller timeout than 5 seconds.",
        "Should we make it faster?",
        "we need a faster start.",
        "Simon owns the docs.",
        "make the errors shorter.",
    ],
)
def test_what_stands_behind_a_choice_and_argues_not_stays(sentence: str) -> None:
    assert not argues(sentence)
