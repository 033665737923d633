"""Records from conversations that say nothing to the next session: reports, mended faults, requests of weeks ago."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.model.snapshot import Commit, GitState
from backstory.recall.candidates import select_candidates
from backstory.recall.past.sessions import NO_GIT, PastWork
from backstory.recall.quotes.passing_states import names_fault
from backstory.recall.quotes.spent_records import BYGONE, DEED, DONE, GREEN, MENDED, OVER, UNCLEAR, points_to_picture
from backstory.recall.text.moment import BriefRequest

MOMENT = BriefRequest(branch="main", now="2026-11-20T09:00:00Z")


def session(ident: str, day: str, edited_at: int = 0, edited: tuple[str, ...] = ()) -> Session:
    """A session of two prompts, in lines 1 and 50 of its transcript; what it edits, it edits in line `edited_at`."""
    runs = (CommandRun("make", line=edited_at, made=f"{day}T09:30:00Z", edited=edited),) if edited_at else ()
    return Session(
        id=ident, agent="claude-code", branch="main", started=f"{day}T09:00:00Z", ended=f"{day}T10:00:00Z",
        prompts=(Prompt("The invoices are wrong.", f"{day}T09:00:00Z", 1), Prompt("And now?", f"{day}T09:40:00Z", 50)),
        answers=(Answer("The invoices are right.", f"{day}T09:50:00Z", 90),), commands=runs, edited=edited,
    )  # fmt: skip


def why_left_out(make, title: str, *sessions: Session, kind: str = "fact", moment=MOMENT, scores=None, **given) -> str:
    """Why a brief leaves a record of the first of the sessions out, stated in line 20; empty if it shows it."""
    line = given.pop("line", 20)
    first = sessions[0]
    given = {"how": "inferred", "session": first.id, "branch": "main", "made": first.started, **given}
    row = make(1, kind, title, agent="claude-code", **given)
    origin = msgspec.structs.replace(row.record.origin, source=f"a.jsonl:{line}")
    record = msgspec.structs.replace(row.record, origin=origin)
    found = select_candidates(
        moment, [row._replace(record=record)], git=GitState(), scores={record.id: 1.0} if scores else {}, stale={},
        hidden={}, merged={}, past=PastWork(tuple(sorted(sessions, key=lambda one: one.ended, reverse=True))),
    )  # fmt: skip
    return next((one.reason for one in found.left_out), "")


def why_bygone(make, made: str, moment=MOMENT, scores=None, git=NO_GIT, **given) -> str:
    """Why a brief leaves out a way that a commit of a day took back; empty if it shows it."""
    row = make(1, "attempt", "No need to skip black under Python 3.7", how="observed", made=made, **given)
    origin = msgspec.structs.replace(row.record.origin, source="commit 8437fe309129")
    record = msgspec.structs.replace(row.record, origin=origin)
    found = select_candidates(
        moment, [row._replace(record=record)], git=git, scores={record.id: 1.0} if scores else {}, stale={},
        hidden={}, merged={}, past=PastWork(),
    )  # fmt: skip
    return next((one.reason for one in found.left_out), "")


def test_what_a_commit_of_years_ago_took_back_is_told_where_it_fits(make) -> None:
    old = "2019-01-25T03:08:52Z"
    assert why_bygone(make, old) == BYGONE
    assert not why_bygone(make, "2026-08-01T03:08:52Z")
    assert not why_bygone(make, old, tier="pinned")
    rests = GitState(commits=(Commit("abc1234", "last", made="2019-06-01T00:00:00Z"),))
    assert not why_bygone(make, old, git=rests), "a project that rests since is as old as its last commit"
    asks = BriefRequest(branch="main", now="2026-11-20T09:00:00Z", task="run black under Python 3.7")
    assert not why_bygone(make, old, asks, scores=True)
    edits = BriefRequest(branch="main", now="2026-11-20T09:00:00Z", files=("tests/test_black.py",))
    assert not why_bygone(make, old, edits, at=("tests/test_black.py",))
    assert why_bygone(make, old, edits, at=("docs/black.md",)) == BYGONE


TODAY = session("s1", "2026-11-19", 30, ("bill.py",))
FAULT = "The issue is that `total()` rounds each line, so the sum of the invoice is a cent off"


@pytest.mark.parametrize(
    "title",
    [
        "Updated the status of phase 2 from 65% to 100%",
        "Added the field `address` to the type `Carrier`",
        "Reduced the height of the popup from 500px to 450px",
    ],
)
def test_a_report_of_what_was_done_is_left_out(make, title: str) -> None:
    assert why_left_out(make, title, TODAY, kind="decision") == DEED


@pytest.mark.parametrize(
    "title",
    [
        "We decided to retry uploads three times",
        "I decided to stream rows instead of a list",
        "Decided: cache per connection",
        "Wir haben uns auf UTC geeinigt",
        "Hemos decidido paginar con cursores",
    ],
)
def test_a_decision_that_was_announced_with_its_reason_is_no_report(make, title: str) -> None:
    assert not why_left_out(make, title, TODAY, kind="decision", why="The network is flaky.")


def test_an_announcement_without_a_reason_may_be_a_report(make) -> None:
    assert why_left_out(make, "We decided to fix the typo", TODAY, kind="decision") == DEED
    assert why_left_out(make, "Fixed the typo", TODAY, kind="decision", why="It was wrong.") == DEED


def test_a_reason_stays_whatever_was_done(make) -> None:
    title = "Railway sets `HOST=localhost`, which overrides the default, because its proxy reads that variable"
    assert not why_left_out(make, title, TODAY)


def test_a_fault_is_left_out_once_the_work_went_on_to_mend_it(make) -> None:
    assert why_left_out(make, FAULT, TODAY) == MENDED
    assert why_left_out(make, FAULT, session("s1", "2026-11-19")) == ""
    assert why_left_out(make, FAULT, session("s1", "2026-11-19", 30, ("bill.py",)), line=60) == ""


def test_a_later_session_mends_the_fault_of_the_files_it_edits(make) -> None:
    first, later = session("s1", "2026-11-17"), session("s2", "2026-11-19", 30, ("bill.py",))
    assert why_left_out(make, FAULT, first, later, at=("bill.py",)) == MENDED
    assert why_left_out(make, FAULT, first, later, at=("cart.py",)) == ""


def test_a_dead_end_is_told_however_it_was_mended(make) -> None:
    assert why_left_out(make, FAULT, TODAY, kind="attempt", fields={"outcome": "failed"}) == ""


def test_what_was_recorded_on_purpose_is_told(make) -> None:
    for how in ("explicit", "stated"):
        assert not why_left_out(make, "Updated the status of phase 2 from 65% to 100%", TODAY, how=how)


def test_a_goal_brings_back_what_fits_it(make) -> None:
    moment = BriefRequest(branch="main", now="2026-11-20T09:00:00Z", goal="the sum of the invoice is a cent off")
    assert not why_left_out(make, FAULT, TODAY, moment=moment, scores=True)
    assert why_left_out(make, FAULT, TODAY, scores=True) == MENDED


OLD, LAST = session("s1", "2026-10-01"), session("s2", "2026-11-19")


@pytest.mark.parametrize(
    "title",
    [
        "en el nuevo se los ve alineados a la izquierda",
        "Make the popup a bit wider and put the total on one line",
        "in the second screenshot the carrier must never be printed",
        "Go with option a",
    ],
)
def test_a_request_of_weeks_ago_is_done_with(make, title: str) -> None:
    given = {"kind": "decision", "how": "observed"}
    assert why_left_out(make, title, OLD, LAST, **given) == DONE
    assert not why_left_out(make, title, LAST, **given)


@pytest.mark.parametrize(
    "title",
    [
        "Store prices as decimal, never as float",
        "We should only read the price list from the supplier, not from seed files",
        "Use 60 columns for the receipts",
        "There is no need to stop after each subtask",
    ],
)
def test_what_a_person_laid_down_weeks_ago_stays(make, title: str) -> None:
    assert not why_left_out(make, title, OLD, LAST, kind="decision", how="observed")


def test_a_choice_with_its_alternatives_stays(make) -> None:
    given = {"kind": "decision", "how": "observed", "text": "## Alternatives\n- pdfkit"}
    assert not why_left_out(make, "Refactor the service to pdf-lib.js", OLD, LAST, **given)
    assert not why_left_out(make, "Only developers edit the templates", OLD, LAST, **given)
    given["text"] = "## Alternatives\n- Patch `remember_fact`"
    assert not why_left_out(make, "Unify the tables, the long way", OLD, LAST, **given)
    given["text"] = "## Alternatives\n- a summary"
    assert why_left_out(make, "Start with the first of these, all details", OLD, LAST, **given) == DONE


def test_a_wish_with_its_reason_stays(make) -> None:
    given = {"kind": "decision", "how": "observed"}
    title = "This view should be as simple as possible"
    assert not why_left_out(make, title, OLD, LAST, text="staff has to act quickly", **given)
    assert why_left_out(make, title, OLD, LAST, **given) == UNCLEAR


def test_a_proposal_of_weeks_ago_stays_where_it_says_something_by_itself(make) -> None:
    given = {"kind": "decision", "how": "observed", "text": "Accepted: yes"}
    assert not why_left_out(
        make,
        "`session start` clones into its own folder because two sessions must never share a tree",
        OLD,
        LAST,
        **given,
    )
    assert why_left_out(make, "The next blocker is only that the services are not running", OLD, LAST, **given) == DONE


def test_what_needs_the_sentence_before_it_is_left_out(make) -> None:
    title = "It doesn't follow the conventions, because the gateway rewrites the path of every request"
    assert why_left_out(make, title, TODAY) == UNCLEAR
    given = {"kind": "decision", "how": "observed"}
    assert why_left_out(make, "This should be safe to reset", TODAY, text="Accepted: yes", **given) == UNCLEAR
    assert why_left_out(make, "it has to be anyio, asyncio breaks trio", TODAY, **given) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The tests are still failing because they can't connect to the agent",
        "Root cause: the workflow starts the server twice",
        "MCP runner: Failed with unknown error",
        "`setHydrated()` is never called",
        "Das Problem ist die Reihenfolge der Migrationen",
        "El problema es que el formulario no envía todos los campos",
        "问题是缓存没有清除",
    ],
)
def test_words_of_a_fault(text: str) -> None:
    assert names_fault(text)


@pytest.mark.parametrize(
    "text",
    [
        "The Docker `COPY` command doesn't support the `||` operator",
        "The issue was that Railway set `HOST`, which overrode ours",
        "Errors are returned as `Result`, never thrown",
        "`error` holds the message of the last failed upload",
    ],
)
def test_words_of_no_fault(text: str) -> None:
    assert not names_fault(text)


def test_a_picture_is_what_somebody_joined_to_a_prompt() -> None:
    assert points_to_picture("screenshot 5 elimina Items") and points_to_picture("see the attached image")
    assert not points_to_picture("Images are resized to 800 px") and not points_to_picture("Keep the screen on")


@pytest.mark.parametrize("title", ["queries to the base: 1412 → 203", "the export takes 3.1 s now, 9.4 s before"])
def test_what_was_measured_stays(make, title: str) -> None:
    assert why_left_out(make, title, TODAY, kind="decision") == ""


@pytest.mark.parametrize("how", ["explicit", "observed"])
def test_a_ban_is_over_after_the_day_that_it_names(make, how: str) -> None:
    """It says itself how long it holds, whoever recorded it. `recall` still finds it."""
    said = session("s1", "2026-11-17")  # a Tuesday
    text = "don't touch the exporter until Thursday"

    def why(day: str, **given: str) -> str:
        moment = BriefRequest(branch="main", now=f"{day}T09:00:00Z")
        return why_left_out(make, text, said, kind="rule", moment=moment, how=how, **given)

    assert not why("2026-11-18")
    assert not why("2026-11-19")
    assert why("2026-11-20") == OVER
    assert not why("2026-11-20", tier="pinned")


@pytest.mark.parametrize("how", ["stated", "inferred"])
def test_a_red_test_is_no_fact_once_it_is_green(make, how: str) -> None:
    first = session("s1", "2026-11-17")
    said = (Answer("test_unsign is green now.", "2026-11-18T09:50:00Z", 90),)
    later = msgspec.structs.replace(session("s2", "2026-11-18"), answers=said)

    def why(title: str, *sessions: Session, **given: str) -> str:
        return why_left_out(make, title, first, *sessions, how=how, **given)

    assert not why("One test is red: test_unsign")
    assert why("One test is red: test_unsign", later) == GREEN
    assert not why("One test is red: test_unsign", later, tier="pinned")
    assert not why("test_unsign is red on Windows", later)
