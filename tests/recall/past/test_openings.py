"""Prompts that open no work of their own, and where a brief then takes the task from."""

import msgspec
import pytest

from backstory.model.session import Answer, Commit, Prompt, Session
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.openings import asks_state, leans
from backstory.recall.past.requests import find_request
from backstory.recall.past.sessions import PastWork, choose_past_work


@pytest.mark.parametrize(
    "text",
    [
        "Good morning! Could you remind me where we left off yesterday?",
        "hm, so what were we doing again i forgot",
        "what's next?",
        "Moin, wo waren wir stehen geblieben?",
        "On en était où ?",
        "¿por dónde íbamos?",
        "上次做到哪了",
    ],
)
def test_a_question_where_the_work_stands_opens_nothing(text: str) -> None:
    assert asks_state(text)
    assert leans(text)


@pytest.mark.parametrize(
    "text",
    [
        "where are we storing the tokens?",
        "what did we decide about the schema?",
        "what is the status of the export job?",
        "what have you done to the header? it is gone",
        "Next: add a column",
        "i want the home screen to show the watchlist",
        "move the meeting table to the left",
    ],
)
def test_a_question_about_a_part_of_it_or_an_order_is_work(text: str) -> None:
    assert not asks_state(text)
    assert not leans(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ines merged, mailer.py is free again",
        "k, brb",
        "ach ja genau. ich muss kurz ins meeting",
        "let me get lunch",
        "ok für heute reicht's",
        "das war's für heute, danke",
        "enough for today",
    ],
)
def test_the_end_of_a_ban_and_a_goodbye_lean_on_earlier_work(text: str) -> None:
    assert leans(text)


def session(ident: str, day: int, *pairs: tuple[str, str], edited: tuple[str, ...] = (), branch: str = "") -> Session:
    made = [f"2026-11-{day:02}T{hour:02}:00:00Z" for hour in range(9, 9 + len(pairs))]
    prompts = tuple(
        Prompt(asked, when, 2 * n + 1, edited if n == 0 else ())
        for n, ((asked, _), when) in enumerate(zip(pairs, made, strict=True))
    )
    answers = tuple(
        Answer(told, when, 2 * n + 2) for n, ((_, told), when) in enumerate(zip(pairs, made, strict=True)) if told
    )
    return Session(
        id=ident, agent="claude-code", started=made[0], ended=made[-1], prompts=prompts, answers=answers, branch=branch,
        answered=bool(pairs[-1][1]), edited=edited, line=2 * len(pairs),
    )  # fmt: skip


QUEUE = session("s1", 18, ("put the mails into a queue", "`send` queues in mailer.py now."), edited=("mailer.py",))


def test_a_session_that_ends_a_ban_goes_on_with_the_task_before() -> None:
    freed = session(
        "s2", 19, ("Ines merged, worker.py is free again", "worker.py empties the queue."), edited=("worker.py",)
    )
    assert find_request(PastWork((freed, QUEUE))).text == "put the mails into a queue"


def test_the_earlier_session_of_the_same_files_began_it() -> None:
    other = session("s2", 19, ("sort the table by date", "table.ts sorts."), edited=("table.ts",))
    freed = session(
        "s3", 20, ("Ines merged, mailer.py is free again", "mailer.py counts retries."), edited=("mailer.py",)
    )
    assert find_request(PastWork((freed, other, QUEUE))).text == "put the mails into a queue"


@pytest.mark.parametrize(
    ("text", "permits"),
    [
        ("ok, you can commit", True),
        ("fine, you may push it to main now", True),
        ("du kannst jetzt pushen", True),
        ("tu peux commiter", True),
        ("可以提交了", True),
        ("you can rename foo to bar", False),
        ("you can start with the parser", False),
        ("you may push messages to the queue in batches", False),
    ],
)
def test_leave_for_a_step_of_the_work_opens_nothing(text: str, permits: bool) -> None:
    assert leans(text) is permits


def test_a_session_that_only_asks_about_the_work_before_has_its_task() -> None:
    first = Session(id="a", agent="x", branch="main", prompts=(Prompt("Support pipes in a.py"),), edited=("a.py",))
    asks = Session(id="b", agent="x", branch="main", prompts=(Prompt("why did the pipe fail?"),), edited=("a.py",))
    assert find_request(PastWork((asks, first))).text == "Support pipes in a.py"
    other = msgspec.structs.replace(asks, edited=("b.py",))
    assert find_request(PastWork((other, first))).text != "Support pipes in a.py"


def test_a_question_before_an_order_is_not_the_task() -> None:
    prompts = (Prompt("which test is red?"), Prompt("Sample the first 4096 bytes instead of ten lines"))
    assert find_request(
        PastWork((Session(id="a", agent="x", branch="main", prompts=prompts, edited=("a.py",)),))
    ).text == ("Sample the first 4096 bytes instead of ten lines")


def test_a_session_that_only_asks_where_it_stands_tells_nothing_new() -> None:
    asked = session(
        "s2", 19, ("where did we stop yesterday?", "`send` queues in mailer.py."), ("ok, i'm off to lunch", "")
    )
    last = drop_asides((asked, QUEUE))
    assert last is not None
    assert last.id == "s1"


def test_a_part_in_which_nothing_was_done_gives_way_to_the_branch_that_did_it() -> None:
    pair = ("start on the newsletter", "`collect` is in newsletter.py.")
    here = session("s1", 18, pair, branch="main")
    there = session("s1", 18, pair, branch="newsletter", edited=("newsletter.py",))
    past = choose_past_work((here, there), "main")
    assert past.branch == "newsletter"
    assert past.files == ("newsletter.py",)


def test_a_request_after_a_commit_is_the_piece_at_the_end() -> None:
    pairs = (
        ("add a favicon to the shop", "The favicon is there."),
        ("Make the table sortable by a click on its head", "Done."),
    )
    both = session("s1", 18, *pairs)
    committed = Session(
        id="s1", agent="claude-code", started=both.started, ended=both.ended, prompts=both.prompts,
        answers=both.answers, answered=True, edited=("table.ts",), commits=(Commit("1a2b3c4", "favicon", "", 2),),
    )  # fmt: skip
    assert "favicon" in find_request(PastWork((both,))).text
    assert "sortable" in find_request(PastWork((committed,))).text
