"""What was uttered weeks before the last session is told only where it outlives its task."""

from collections.abc import Sequence

import msgspec
import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.model.snapshot import GitState
from backstory.recall.past.long_ago import binds, explains, list_long_ago
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.quotes import quote_talk
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.older_steps import list_older_steps

MOMENT = BriefRequest(project="shop", branch="main", now="2026-11-20T09:00:00Z", budget=1200)


def session(ident: str, day: str, prompts: Sequence[str], answer: str, branch: str = "main") -> Session:
    return Session(
        id=ident, agent="claude-code", branch=branch, started=f"{day}T09:00:00Z", ended=f"{day}T10:00:00Z",
        prompts=tuple(Prompt(text, f"{day}T09:{n:02}:00Z", n) for n, text in enumerate(prompts)),
        answers=(Answer(answer, f"{day}T09:50:00Z", 90),), edited=("pos.py",), answered=True,
    )  # fmt: skip


OLD = (
    "Add a filter for the bookings to the list view, the dates of departure as well.",
    "Pagination of the bookings is not working when filters are used. Fix that.",
    "Pretty good, just when there are three categories the list of guests overflows.",
    "Store the price of an order as decimal in the table `orders`, never as float, because Pohoda rejects it.",
)
ANSWER = (
    "The bookings list now shows departures. `build_path` only keeps the filters of Flop, because the custom ones were"
    " stripped before. I've also updated the styles of the guest list."
)


def quote(*sessions: Session) -> str:
    return "\n".join(one.note.text for one in quote_talk(MOMENT, Talk(PastWork(sessions)), ()))


def test_of_an_old_session_only_what_lasts_is_quoted() -> None:
    last = session(
        "s9", "2026-11-19", ["Let the kitchen print orders on its own printer."], "`print_order` sends them."
    )
    old = quote(last, session("s1", "2026-10-01", OLD, ANSWER))
    assert "never as float" in old and "`build_path` only keeps" in old
    assert not any(text in old for text in ("Add a filter", "not working", "Pretty good", "now shows departures"))
    recent = quote(last, session("s1", "2026-11-15", OLD, ANSWER))
    assert "never as float" in recent and "Add a filter" in recent


def test_a_branch_of_its_own_is_one_matter_however_long_it_takes() -> None:
    last = session("s9", "2026-11-19", ["go on"], "`print_order` sends them.", "feat/print")
    old = session("s1", "2026-10-01", OLD, ANSWER, "feat/print")
    assert not list_long_ago(PastWork((last, old)))
    other = session("s1", "2026-10-01", OLD, ANSWER, "feat/other")
    assert list_long_ago(PastWork((last, other))) == {("s1", "feat/other")}
    assert not list_long_ago(PastWork((last, session("s0", "", OLD, ANSWER))))


@pytest.mark.parametrize("text", [
    "Use sqlite and not postgres: we ship one binary.",
    "don't touch the seeds, they are imported by hand",
    "Retry at most 3 times, the provider blocks us after 5.",
    "we decided to keep the totals in the order instead of computing them",
    "The list should never be sorted by id, staff reads it by time.",
    "Bitte keine Floats für Preise verwenden, nimm Decimal, weil Pohoda sie sonst ablehnt.",
    "Never call the API in a loop because it broke the build of last week",
    "keep the session alive with heartbeats because tablets fall asleep",
])  # fmt: skip
def test_what_a_person_lays_down_outlives_its_task(text: str) -> None:
    assert binds(text)


@pytest.mark.parametrize("text", [
    "Another thing when I go to payment, there is a total amount, not the one of the chosen items.",
    "I think it is not working.",
    "Check how the calendar works and only then show me the number of people",
    "The white box never disappears, it is exported on save.",
    "Not bad but still a lot to be desired.",
    "Now add dropdown menus to the table",
    "For some reason I can't change the value once I save it",
    "I am running the client on a tablet, but still I have to wait",
    "Great work, thanks!",
])  # fmt: skip
def test_a_request_a_report_and_praise_are_done_with(text: str) -> None:
    assert not binds(text)


def test_what_an_agent_explains_of_the_code_outlives_its_task() -> None:
    assert explains("`idle_timeout: :infinity` fails behind the proxy because Bandit rejects it")
    assert explains("`STATE=6`: in the library, not downloaded")
    assert not explains("Let me first check `order_selection.ex`, because the orders are sorted there")
    assert not explains("Updated `list.ex` so that departures are shown")
    assert not explains("This should probably be fixed in `guest.ex` since it is slow")
    assert not explains("It was slow because many rows were read")


def test_of_other_work_on_a_shared_branch_only_what_lasts_is_quoted() -> None:
    last = msgspec.structs.replace(
        session("s9", "2026-11-19", ["Let the kitchen print orders on its own printer."], "`print_order` sends them."),
        edited=("print.py",),
    )
    other = msgspec.structs.replace(session("s1", "2026-11-18", OLD, "The list is sorted."), edited=("bookings.py",))
    assert "never as float" in quote(last, other) and "Add a filter" not in quote(last, other)
    same = msgspec.structs.replace(other, edited=("print.py",))
    assert "Add a filter" in quote(last, same)


def test_steps_of_weeks_ago_are_not_open() -> None:
    last = session("s9", "2026-11-19", ["Let the kitchen print orders."], "`print_order` sends them.")
    old = session("s1", "2026-11-15", ["Show departures."], "Done. Next: the docs of `print_order`.")
    old = msgspec.structs.replace(old, next=("the docs of `print_order`",))
    assert [one.text for one in list_older_steps(PastWork((last, old)), GitState())] == list(old.next)
    old = msgspec.structs.replace(old, started="2026-10-15T09:00:00Z", ended="2026-10-15T10:00:00Z")
    assert list_older_steps(PastWork((last, old)), GitState()) == []


@pytest.mark.parametrize(
    "text",
    ["cuando actualizo el pedido veo un error en `invoices`, not $1", "Beim Import kommt immer ein Fehler in `pay.py`"],
)
def test_a_defect_in_other_languages_does_not_bind(text: str) -> None:
    assert not binds(text)
