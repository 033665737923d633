"""The landmarks of a conversation come before its other passages, and are shortened by clauses where room is short."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.token_estimate import estimate_tokens
from backstory.model.session import Answer, CommandRun, Prompt, Session, SubAgent
from backstory.recall.brief import Brief, compose_brief
from backstory.recall.past.sessions import PastWork, choose_past_work
from backstory.recall.quotes.landmarks import FINDING, GIVEN_UP, ORDER, SETTLED, Landmark, find_landmarks
from backstory.recall.quotes.quotes import quote_talk
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest

ROWS = (
    ("user", "Look where the stock is counted, do not change anything yet."),
    ("answer", "Stock is counted in `Shelf.count`. A trigger in the database is possible, or a queue."),
    ("user", "A trigger, it needs the least code. Nothing else is touched."),
    (
        "answer",
        "A trigger breaks the nightly import. The importer disables it while it copies, so 40,000 rows keep old sums.",
    ),
    ("user", "Too bad. The queue then, one message a sale."),
    ("answer", "`StockQueue` takes one message a sale, all tests pass."),
    ("user", "Could we send them in bundles of 50?"),
    ("answer", "I had that in and took it out. A bundle waits for its last sale, so a till shows the stock of lunch."),
    ("user", "Fair. Have somebody look whether `StockQueue` may lose a message."),
    (
        "sub-agent",
        "Redis is told to forget after an hour. The rest is gone. Ack comes before the write.",
    ),
    (
        "answer",
        "It may: the ack comes before the write. So `ack()` goes behind `write_row()`, never into `poll()`.",
    ),
    ("user", "Fine, do that. A pause of 5 seconds between the polls is what I have in mind."),
    ("answer", "The pause is 5 seconds."),
    (
        "user",
        "Ines runs the tills. She wants a pause of 2 seconds at most, and no more than 30 messages.",
    ),
    ("answer", "Done as Ines wants it."),
    ("user", "Now the test for a till that is offline, only the test."),
    ("answer", "test_till_is_offline is written and red."),
)


def read(rows: Sequence[tuple[str, str]] = ROWS, ident: str = "s1") -> Session:
    uttered = [(label, text, f"2026-11-19T10:{number:02}:00Z") for number, (label, text) in enumerate(rows)]
    return Session(
        id=ident,
        agent="claude-code",
        branch="feat/stock",
        started="2026-11-19T10:00:00Z",
        ended="2026-11-19T11:00:00Z",
        prompts=tuple(Prompt(text, made) for label, text, made in uttered if label == "user"),
        answers=tuple(Answer(text, made) for label, text, made in uttered if label == "answer"),
        subagents=tuple(
            SubAgent("check", report=text, made=made) for label, text, made in uttered if label == "sub-agent"
        ),
        answered=True,
    )


def find(*sessions: Session) -> dict[str, list[Landmark]]:
    rows: dict[str, list[Landmark]] = {SETTLED: [], GIVEN_UP: [], FINDING: [], ORDER: []}
    for landmark in find_landmarks(Talk(PastWork(sessions))):
        rows[landmark.kind].append(landmark)
    return rows


def compose(*sessions: Session, budget: int = 1200, commands: Sequence[Note] = ()) -> Brief:
    moment = BriefRequest(project="shop", branch="feat/stock", now="2026-11-20T09:00:00Z", budget=budget)

    def measure(brief: Brief) -> int:
        return estimate_tokens("\n".join(f"{n.label} {n.text}" for s in brief.sections for n in s.notes)) + 60

    return compose_brief(moment, (), measure=measure, past=choose_past_work(sessions, moment.branch), commands=commands)


def list_texts(brief: Brief, section: str) -> list[str]:
    shown = brief.section(section)
    return [note.text for note in shown.notes] if shown else []


def test_landmarks_are_found_by_the_course_of_the_talk() -> None:
    rows = find(read())
    assert [mark.names for mark in rows[SETTLED]] == [("Ines",)]
    first, second = sorted(rows[GIVEN_UP], key=lambda mark: mark.utterance.made)
    assert first.sentences[0] == "A trigger breaks the nightly import.", "it breaks something, and the person turns"
    assert first.subject == "", "the sentence says what was given up"
    assert second.sentences[0] == "I had that in and took it out."
    assert second.subject == "Could we send them in bundles of 50?"
    assert "So `ack()` goes behind `write_row()`" in " ".join(rows[FINDING][0].sentences), "and what follows from it"


def test_a_landmark_outlives_a_small_budget_with_its_values() -> None:
    texts = list_texts(compose(read(), budget=400), "earlier")
    assert any("2 seconds at most" in text for text in texts), "what somebody else decided"
    assert any("breaks the nightly import" in text for text in texts), "the first dead end"
    assert any("goes behind `write_row()`" in text for text in texts), "the conclusion of the sub-agent's work"


def test_who_decided_is_named_where_the_passage_does_not_say_it() -> None:
    decided = find(read())[SETTLED][0]
    assert decided.find_person("She wants a pause of 2 seconds at most") == "Ines"
    assert decided.find_person("Ines runs the tills.") == ""
    labels = {note.label for note in compose(read(), budget=400).section("earlier").notes}
    assert "user, about Ines" in labels


def test_a_proposal_never_stands_without_the_answer_to_it() -> None:
    for budget in range(260, 700, 40):
        texts = list_texts(compose(read(), budget=budget), "earlier")
        if any("bundles of 50" in text for text in texts):
            assert any("took it out" in text for text in texts), budget


def test_the_tests_that_ran_last_are_the_command() -> None:
    ran = CommandRun("pytest -q tests/stock", "test", "2026-11-19T10:40:00Z", 0, False, (), "5 passed")
    session = Session(id="s2", agent="codex", branch="feat/stock", prompts=(Prompt("go on"),), commands=(ran,))
    commands = (Note(label="all tests", text="make test"), Note(label="lint", text="make lint"))
    assert list_texts(compose(session, commands=commands), "commands") == ["make lint"]
    assert list_texts(compose(commands=commands), "commands") == ["make test", "make lint"], "no session ran tests"
    ran_otherwise = msgspec.structs.replace(ran, command="cargo nextest run --locked")
    other = msgspec.structs.replace(session, commands=(ran_otherwise,))
    one = (Note(label="one test", text="cargo test NAME"), Note(label="one test", text="cargo nextest run NAME"))
    assert list_texts(compose(other, commands=one[:1]), "commands") == [], "the same program, otherwise"
    assert list_texts(compose(session, commands=one[:1]), "commands") == ["cargo test NAME"]
    chosen = (Note(label="one test", text="pytest -k NAME"),)
    assert list_texts(compose(session, commands=chosen), "commands") == ["pytest -k NAME"], "an option is no command"
    assert list_texts(compose(other, commands=one[1:]), "commands") == [], "the last run shows it"
    given = (Note(label="all tests", text="tox -e py312", detail="user"),)
    assert list_texts(compose(session, commands=given), "commands") == ["tox -e py312"], "the person said so"


@given(st.text(alphabet="ab c,;.:é—`", max_size=120), st.integers(4, 60))
def test_clauses_are_those_of_the_text_in_its_order(text: str, tokens: int) -> None:
    leads = ",;:(—-"  # what leads on to a clause that is left out goes with it
    whole = {word.rstrip(leads) for word in text.split()}
    for part in shorten_to_clauses(text, tokens).split("…"):
        assert [word for word in part.split() if word.rstrip(leads) not in whole] == []


def test_clauses_keep_the_first_and_what_says_most() -> None:
    text = "The cache is no good: well, as it seems, anyway, `Pool.get()` returns a closed connection after 30 seconds."
    short = shorten_to_clauses(text, 25)
    assert short.startswith("The cache is no good:")
    assert "`Pool.get()` returns a closed connection" in short
    assert "…" in short
    assert estimate_tokens(short) <= 30


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("He is firm: only GET, HEAD and QUERY ever, even if somebody sets it on a post, because two clicks are two",
         "only GET, HEAD and QUERY ever"),
        ("I'd offer `Source.parse(text: String)`, which returns the map, and leave the reading of files to the caller",
         "`Source.parse(text: String)`"),
        ("It stops as soon as the bools are computed (the sandbox does, from tags), so names it is, a list of zones",
         "(the sandbox does, from tags)"),
    ],
)  # fmt: skip
def test_a_list_and_what_stands_in_brackets_stay_whole(text: str, whole: str) -> None:
    words = set(whole.split())
    for tokens in range(6, 26):
        short = shorten_to_clauses(text, tokens)
        assert whole in short or not words & set(short.split()) - set(text.replace(whole, " ").split())


def test_a_value_that_replaced_another_is_a_landmark() -> None:
    rows = (
        ("user", "Sessions of the till end after 30 minutes."),
        ("answer", "`Session.expire` is 30 minutes now."),
        ("user", "The till was too slow with that, make it 10 minutes."),
        ("answer", "`Session.expire` is 10 minutes."),
        ("user", "Next is the receipt: print it on `Receipt.paper`, one line an article."),
        ("answer", "`Receipt.paper` prints an article a line."),
    )
    assert [mark.sentences for mark in find(read(rows))[SETTLED]] == [(rows[2][1],)]
    told = compose(read(rows), budget=260)
    assert list_texts(told, "now")[0] == "Sessions of the till end after 30 minutes [replaced by 10 minutes]."
    assert "`Session.expire` is 10 minutes." in list_texts(told, "earlier")
    assert not any("30 minutes" in text for text in list_texts(told, "earlier")), "what no longer holds is not quoted"


def test_a_short_value_stands_behind_the_sentence_that_says_why() -> None:
    rows = (
        ("user", "Send the messages of the tills in batches, with a size and a wait."),
        ("answer", "`Batch` flushes at `size` (default 50) or after `wait` (default 2000 ms)."),
        (
            "user",
            "morning. the receiver turned them down over night: 50 is way too much, our rows are 4 kB each. make it 20",
        ),
        ("answer", "Default `size` is 20 now."),
        ("user", "Next is the receipt: print it on `Receipt.paper`, one line an article."),
        ("answer", "`Receipt.paper` prints an article a line."),
    )
    (mark,) = find(read(rows))[SETTLED]
    assert mark.sentences[-1] == "make it 20"
    assert any("50 is way too much" in text for text in mark.sentences[:-1])


def test_who_passes_something_on_and_only_says_which_comes_first_settles_nothing() -> None:
    rows = (
        (
            "user",
            "Two things. The counter is off by 3. Second, Ines read the draft, but fix the first one before that.",
        ),
        ("answer", "The counter is right."),
    )
    assert find(read(rows))[SETTLED] == []


def test_landmarks_leave_room_for_other_passages_where_there_is_little() -> None:
    orders = (
        "Never round the price of an article in `Till.sum`, our auditors add up the cents by hand.",
        "Always write the receipt before the drawer opens, a paper jam once cost us a whole evening.",
        "From now on every migration comes with a way back, the nightly copy takes six hours.",
        "Never call the supplier's API from a till, their network drops each third request.",
        "Always name warehouses by their city, customers do not know our numbers.",
        "From now on photos of goods stay below 200 kB, shops pay for each megabyte.",
        "Never log the name of a customer, the support team reads those files.",
    )
    many = tuple(row for order in orders for row in (("user", order), ("answer", "Understood.")))
    talk = Talk(PastWork((read(many),)))
    moments = [
        BriefRequest(project="shop", branch="feat/stock", now="2026-11-20T09:00:00Z", budget=budget)
        for budget in (300, 4000)
    ]
    small, large = (quote_talk(moment, talk, [], landmarks=find_landmarks(talk)) for moment in moments)
    assert 0 < sum(one.is_landmark for one in small) < sum(one.is_landmark for one in large)


def test_what_is_left_of_a_landmark_and_says_nothing_is_not_quoted() -> None:
    rows = (
        ("user", "Ines says no labels before summer, and an empty crate is counted twice. Test first."),
        ("answer", "The test for the empty crate is red, then green."),
        ("user", "Next is the receipt: print it on `Receipt.paper`, one line an article."),
        ("answer", "`Receipt.paper` prints an article a line."),
    )
    stated = ["Ines says no labels before summer, and an empty crate is counted twice."]
    talk = Talk(PastWork((read(rows),)))
    moment = BriefRequest(project="shop", branch="feat/stock", now="2026-11-20T09:00:00Z", budget=1200)
    quotes = quote_talk(moment, talk, stated, landmarks=find_landmarks(talk))
    assert not any(one.note.text == "Test first." for one in quotes)


@pytest.mark.slow
def test_the_newest_part_of_a_long_session_is_quoted_first() -> None:
    def say(day: int) -> tuple[tuple[str, str], ...]:
        return tuple(
            (
                who,
                f"{text} `Part{day}x{n}` of module {day}x{n}, whose colour {n * 7 + day} nobody has looked at before.",
            )
            for n in range(220)
            for who, text in (("user", "Paint"), ("answer", "The painter has done"))
        )

    quoted = " ".join(list_texts(compose(read((*say(1), *say(2)))), "earlier"))
    assert quoted.count("Part2x") > 1.5 * quoted.count("Part1x")


@pytest.mark.parametrize(
    "report",
    [
        "`compose down` stopped and removed the stock and till containers.",
        "If the message is lost, the sale is rolled back to the last till.",
    ],
)
def test_what_is_stopped_or_rolled_back_by_design_is_not_given_up(report: str) -> None:
    assert find(read((("user", "Rebuild the stock queue."), ("answer", report))))[GIVEN_UP] == []


def test_what_was_given_up_stands_with_the_reason_before_it() -> None:
    answer = (
        "The extra field breaks the exports: `Recipe` is written as it is, and an export of 2.4 has no `servings`. "
        "Reading it fails with `KeyError`. So no field: I've undone it. The file beside it is the place."
    )
    marks = find(read((("user", "Add a field for the servings to Recipe."), ("answer", answer))))[GIVEN_UP]
    assert [one.sentences[-1] for one in marks] == ["So no field: I've undone it."]
    assert marks[0].sentences[0].startswith("The extra field breaks the exports")


def test_what_was_only_taken_back_stands_behind_its_reason() -> None:
    rows = [
        ("user", "can't we just lock the file while we append?", "2026-11-19T10:00:00Z"),
        (
            "answer",
            "`File::lock` came with Rust 1.89, with our 1.88 it does not compile. I took it back. `write_all` will do.",
            "2026-11-19T10:05:00Z",
        ),
        ("user", "then no locking, one write per benchmark it is", "2026-11-19T10:06:00Z"),
        ("answer", "The comment is in.", "2026-11-19T10:07:00Z"),
    ]  # fmt: skip
    session = Session(
        id="s1", agent="codex", branch="feat/stock", answered=True,
        prompts=tuple(Prompt(text, made) for label, text, made in rows if label == "user"),
        answers=tuple(Answer(text, made) for label, text, made in rows if label == "answer"),
    )  # fmt: skip
    (given_up,) = find(session)[GIVEN_UP]
    assert given_up.sentences[0].startswith("`File::lock` came with") and given_up.sentences[-1] == "I took it back."


def test_a_verdict_at_the_end_stands_behind_the_first_reason() -> None:
    answer = (
        "The hook drops the label, but the receipt is printed from the same crate, so it is lost there as well. "
        "The till then shows a blank line. A hook also never sees the drawer, it would have to look it up again. "
        "I would not go on with the hook."
    )
    marks = find(read((("user", "Try the hook first."), ("answer", answer))))[GIVEN_UP]
    assert [one.sentences[0].startswith("The hook drops the label") for one in marks] == [True]
    assert marks[0].sentences[-1] == "I would not go on with the hook."


LISTED = (
    ("user", "Try `ReceiptHandler` of the framework for the drawer."),
    (
        "answer",
        (
            "Two tests, both red, and both are how `ReceiptHandler` is made:\n\n"
            "- its status is always 503, we cannot choose\n"
            "- it keeps the whole receipt in a buffer, so a drawer sees nothing until the end\n\n"
            "I'd go on with the queue."
        ),
    ),
    ("user", "no way then. do it with the queue"),
    ("answer", "Both green. The queue answers 504 and nothing is buffered."),
    ("user", "I was wrong about the two tests, made like that they stay red. Make them by hand instead."),
    ("answer", "Both are made by hand now."),
)


def test_what_a_list_is_said_of_leads_to_its_items() -> None:
    (mark,) = find(read(LISTED))[GIVEN_UP]
    assert mark.sentences[0].startswith("Two tests, both red, and both are how `ReceiptHandler` is made:")
    earlier = list_texts(compose(read(LISTED)), "earlier")
    assert any("`ReceiptHandler` is made: its status is always 503" in text for text in earlier), (
        "though they are green"
    )


def test_what_only_leads_to_an_order_is_no_landmark_where_the_order_is_told() -> None:
    rows = (
        ("user", "Morning. The marker of Ines for the stock tests is on main. From now on run make test-stock only."),
        ("answer", "The stock tests pass."),
    )
    talk = Talk(PastWork((read(rows),)))
    moment = BriefRequest(project="shop", branch="feat/stock", now="2026-11-20T09:00:00Z", budget=1200)
    quotes = quote_talk(moment, talk, ["From now on run make test-stock only."], landmarks=find_landmarks(talk))
    assert not any(one.is_landmark for one in quotes)
