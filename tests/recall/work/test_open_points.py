"""A question that is left to somebody is told with who answers it and what holds until then, until it is settled."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.deferral_words import find_deferral
from backstory.recall.work.now_section import now_statements

MOMENT = BriefRequest(branch="feat/pay", now="2026-11-22T09:00:00Z", budget=1200)
ROUNDING = "half up or bankers? I've written to Idris, until he replies keep half up"


def session(day: int, *turns: str, steps: tuple[str, ...] = ()) -> Session:
    """A session of prompts and answers in turn."""
    made = [f"2026-11-{day}T09:{place:02d}:00Z" for place in range(len(turns))]
    prompts = [Prompt(turns[n], made[n], line=n + 1) for n in range(0, len(turns), 2)]
    answers = [Answer(turns[n], made[n], line=n + 1, next=steps) for n in range(1, len(turns), 2)]
    return Session(
        id=f"s{day}", agent="claude-code", branch="feat/pay", started=made[0], ended=made[-1], prompts=tuple(prompts),
        answers=tuple(answers), answered=not len(turns) % 2, edited=("pay.py",), next=steps,
    )  # fmt: skip


def told(*sessions: Session, moment: BriefRequest = MOMENT, rules: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    past = PastWork(tuple(reversed(sessions)))
    notes = [one.note for one in now_statements(moment, (), past=past, rules=rules)]
    return [(note.text, note.detail) for note in notes if note.label == "open point"]


def test_a_point_says_the_question_who_answers_it_and_what_holds_until_then() -> None:
    turns = ("the PDF footer", "It is there.", ROUNDING, "Half up stays until Idris has replied.", "tests", "Green.")
    assert told(session(20, *turns)) == [(ROUNDING, "waiting for Idris, 2 days ago")]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("I'll ask Ottoline on Thursday about the 406, leave it as is till then.", "Ottoline"),
        ("the name of the column is up to Greta, I mailed her yesterday", "Greta"),
        ("index concurrently or with a lock? pinged the dbas, no index before they answer", "dbas"),
        ("retention of backups is 30 days? zofia has to confirm. don't hardcode it", "zofia"),
        (
            "What a missing file means: Kwame wants an error, Delphine the default. We meet on Tuesday, leave it.",
            "Kwame",
        ),
        ("Ob UTC oder Ortszeit exportiert wird, entscheidet Wiebke am Montag. Bis dahin nichts ändern.", "Wiebke"),
        ("csv ou xlsx pour l'export, c'est Bastien qui tranche. d'ici là n'y touche pas", "Bastien"),
        ("no sé si el límite es 100 o 500, le he preguntado a Begoña. mientras déjalo en 100", "Begoña"),
        ("is the timeout 29 or 30 seconds? Ewa runs it, she gets a mail from me tonight. until then 29", "Ewa"),
        ("Wie oft rotieren, alle 30 oder 90 Tage? Da will Holger mitreden, der ist krank. Erst mal 90.", "Holger"),
        ("¿qué zona horaria usan en Canarias? Martín llama mañana a la tienda. hasta saberlo, la de Madrid", "Martín"),
        ("the partner team still owes us an answer on the groups claim, so no mapping yet", "partner team"),
    ],
)
def test_ways_to_leave_a_question_to_somebody(text: str, who: str) -> None:
    """Other people ask other people: what tells it is the verb of asking or deciding and a party, not a name."""
    assert told(session(20, text, "I leave it.")) == [(text.rstrip("."), f"waiting for {who}, 2 days ago")]


@pytest.mark.parametrize(
    "text",
    [
        "the worker waits for the lock until the queue answers, why?",
        "until CI is green, don't merge",
        "my sister asked whether I can babysit on Saturday, I'll ask Ann, leave it till then",
        "ask me before you delete anything",
        "Hollis asked how the cache works, two sentences please",
        "I asked Seth and he says only GET, so ignore the option there",
        "then I'll ask Oyelaran to try it behind her proxy",
        "line 3: state waits for EOF",
        "3.7 muss noch laufen, also kein walrus",
        "don't touch adapters.py, Ian is rewriting send() there",
        "Marek decides anything about the schema, ask him before you add an index",
        "Svenja testet am Montag, bis dahin muss die Suche laufen",
        "Chidi reviews this on Monday, so keep the diff small",
    ],
)
def test_what_a_program_waits_for_and_what_is_no_question_is_none(text: str) -> None:
    assert told(session(20, text, "Fine.")) == []


def test_a_point_that_an_answer_lists_is_one_with_who_decides() -> None:
    listed = "The export works.\n\nUnresolved: who wins when both sides edited offline. Deniz wanted to think about it."
    assert told(session(20, "export", listed)) == [
        (
            "Unresolved: who wins when both sides edited offline. Deniz wanted to think about it",
            "waiting for Deniz, 2 days ago",
        )
    ]
    assert told(session(20, "export", "It works. Should it overwrite?", "yes", "It overwrites.")) == []


def test_the_question_may_stand_in_the_answer_before() -> None:
    asked = "Done.\n\nOne open point: with no copy on disk, do we show an error or the page?"
    ((text, _),) = told(
        session(20, "go", asked, "dunno, ask tomas, he leads the rota", "It stays open until Tomas answers.")
    )
    assert (
        text
        == "One open point: with no copy on disk, do we show an error or the page? dunno, ask tomas, he leads the rota"
    )


def test_a_pasted_chat_asks_in_one_line_and_defers_in_another() -> None:
    chat = """Helene Aubry  09:30
what does totalFileSize: 0 mean?
Priya Raman  09:34
don't settle that now, I'm asking the service owners. Friday

so leave it as it is today"""
    text = (
        "Helene: what does totalFileSize: 0 mean? Priya: don't settle that now, I'm asking the service owners. Friday."
        " so leave it as it is today"
    )
    assert told(session(20, chat, "Left.")) == [(text, "waiting for Priya Raman, 2 days ago")]
    later = "Priya Raman  10:01\ntotalFileSize: 0 is no limit\n\ngo"
    assert told(session(20, chat, "Left."), session(21, later, "0 is no limit now.")) == []
    other = "Priya Raman  10:01\nthe benchmark can wait until the release is out, I hold nothing for numbers\n\nok?"
    assert len(told(session(20, chat, "Left."), session(21, other, "Fine."))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Idris replied: bankers",
        "idris says bankers",
        "talked to Idris, it's bankers",
        "no need to wait, take bankers",
        "we use bankers rounding in place of half up",
        "Idris would like bankers",
        "Idris's table has bankers in it. take that",
    ],
)
def test_it_is_settled_by_the_answer_and_by_the_person(text: str) -> None:
    assert told(session(20, ROUNDING, "Fine."), session(21, text, "Changed.")) == []


@pytest.mark.parametrize(
    "text", ["did Idris reply?", "Idris has not answered yet", "add the docs", "the footer says half"]
)
def test_it_stays_while_nobody_does(text: str) -> None:
    assert len(told(session(20, ROUNDING, "Fine."), session(21, text, "Fine."))) == 1


def test_an_answer_that_reports_it_done_settles_it_behind_the_turn() -> None:
    listed = "I'll ask Farouk whether the dark theme gets a palette, leave it till then"
    assert len(told(session(20, listed, "The dark theme keeps its palette."))) == 1
    later = session(21, "go on", "The dark theme got its own palette, added and committed.")
    assert told(session(20, listed, "Left."), later) == []


def test_at_most_three_are_told_newest_first_and_one_in_a_small_brief() -> None:
    rows = (
        ("the port changes", "Ann"),
        ("the logo moves", "Ben"),
        ("the font grows", "Cleo"),
        ("the API splits", "Dan"),
    )
    texts = [f"whether {what} is up to {who}" for what, who in rows]
    sessions = [session(18 + n, text, "Noted.") for n, text in enumerate(texts)]
    assert [text for text, _ in told(*sessions)] == texts[:0:-1]
    small = BriefRequest(branch="feat/pay", now="2026-11-22T09:00:00Z", budget=500)
    assert [text for text, _ in told(*sessions, moment=small)] == texts[3:]


def test_what_rules_steps_and_blockers_say_is_not_repeated() -> None:
    assert (
        told(session(20, "keep half up until Idris replies", "Fine."), rules=("keep half up until Idris replies",))
        == []
    )
    blocker = "I'm waiting for Anna's review"
    assert told(session(20, blocker, "Fine.")) == []
    step = "ask Ines whether the standby site sends text/plain too"
    assert told(session(20, "go", f"Next:\n1. {step}", steps=(step,))) == []
    past = PastWork((session(20, "tests", "Green.", ROUNDING, "Half up stays until Idris has replied."),))
    notes = [one.note for one in now_statements(MOMENT, (), past=past)]
    assert sum("Idris" in note.text for note in notes) == 1


def test_a_person_may_keep_a_question_for_themselves() -> None:
    asked = "Two keys that differ in case only, say `Foo` and `FOO`, become one."
    turns = ("rank them", asked, "ugh. Both or the first one declared? I don't know, let me sleep on it.", "Left.")
    ((text, detail),) = told(session(20, *turns))
    assert detail == "2 days ago"
    assert "`Foo` and `FOO`" in text
    assert "Both or the first one declared?" in text
    assert told(session(20, *turns, "the first one declared then, drop the other", "Done.")) == []


@pytest.mark.parametrize(
    "text",
    [
        "nit: the KDoc has to say that the list may be empty and that the best match comes first.",
        "Noor wrote, she's fine with `invalidSuggestion`, so nothing is in the way any more, just keep it last.",
        "Greta agrees to the name of the column, keep it as it is.",
    ],
)
def test_a_thing_of_the_code_and_a_consent_leave_nothing_open(text: str) -> None:
    asked = "The name is in. Shall I go on with docs/options.md?"
    assert told(session(20, "go", asked, text, "Understood.")) == []


@pytest.mark.parametrize(
    ("sentence", "who"),
    [
        ("the limit is entirely up to Sean", "Sean"),
        ("it's up to infra whether we move", "infra"),
        ("which column to drop is down to Priya", "Priya"),
        ("round the mtime down to seconds on both sides", None),
        ("the walk goes up to root and stops", None),
        ("everything up to yesterday is imported", None),
    ],
)
def test_a_measure_is_nobody_who_decides(sentence: str, who: str | None) -> None:
    deferral = find_deferral(sentence)
    assert (deferral.who if deferral else None) == who
