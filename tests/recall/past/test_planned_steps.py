"""What the person means to do at another time, and what only looks so."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Commit, Prompt, Session
from backstory.recall.past.endings import list_steps
from backstory.recall.past.planned_steps import list_planned, plans_ahead, puts_off, read_plan
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.joined_steps import add_planned
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements

MOMENT = BriefRequest(project="p", branch="main", now="2026-11-20T12:00:00Z", budget=1200)

PUT_OFF = [
    ("continue tomorrow with docs/cli.rst", ["docs/cli.rst"]),
    ("I'm off, tomorrow: docs/cli.rst and the changelog entry.", ["docs/cli.rst", "changelog entry"]),
    ("Tomorrow we continue with docs/cli.md and the release notes.", ["docs/cli.md", "release notes"]),
    ("ok, I'm off, tomorrow: docs/cli.rst and the changelog entry.", ["docs/cli.rst", "changelog entry"]),
    ("when I'm back: the release notes and docs/cli.rst", ["release notes", "docs/cli.rst"]),
    ("on Monday we do the exporter and the importer", ["exporter", "importer"]),
    ("then the changelog, but not today", ["changelog"]),
    ("then docs/cli.rst, but not today", ["docs/cli.rst"]),
    ("tomorrow we'll write tests for the parser and the lexer", ["write tests for the parser and the lexer"]),
    ("let's do the docs tomorrow", ["docs"]),
    ("let's finish the exporter on monday", ["finish the exporter"]),
    ("docs/cli.rst can wait until tomorrow", ["docs/cli.rst"]),
    ("leave the changelog for tomorrow", ["changelog"]),
    ("tomorrow please continue with the exporter", ["exporter"]),
    ("see you, next time: the flaky test in test_db.py", ["flaky test in test_db.py"]),
    ("after lunch we tackle the retry loop", ["retry loop"]),
    ("Tomorrow I'd like to continue with the migration, bye", ["migration"]),
    ("Monday: docs, changelog, and the release script", ["docs, changelog, and the release script"]),
    ("next session: finish `retry_locked`, write docs/cli.rst", ["finish `retry_locked`", "write docs/cli.rst"]),
    ("Morgen: docs/cli.rst und der Changelog-Eintrag", ["docs/cli.rst", "Changelog-Eintrag"]),
    ("morgen machen wir mit Parser weiter", ["Parser"]),
    ("Am Montag machen wir den Exporter und den Importer", ["Exporter", "Importer"]),
    ("weiter geht's morgen mit docs/cli.rst", ["docs/cli.rst"]),
    ("die Doku machen wir morgen", ["Doku"]),
    ("wenn ich wieder da bin: die Release Notes", ["Release Notes"]),
    ("dann der Changelog, aber nicht mehr heute", ["Changelog"]),
    ("demain : docs/cli.rst et l'entrée du changelog", ["docs/cli.rst", "l'entrée du changelog"]),
    ("demain on continue avec la doc", ["doc"]),
    ("lundi on fait l'export et l'import", ["l'export", "l'import"]),
    ("à mon retour : les notes de version", ["notes de version"]),
    ("ensuite le changelog, mais pas aujourd'hui", ["changelog"]),
    ("mañana seguimos con el exportador", ["exportador"]),
    ("ok bye, tomorrow then: fix the flaky test", ["fix the flaky test"]),
    ("tomorrow I'll write the docs", ["write the docs"]),
    ("Tomorrow I'm going to fix the exporter", ["fix the exporter"]),
    ("I'll write the docs tomorrow", ["write the docs"]),
    ("Tomorrow: don't forget the changelog", ["changelog"]),
    ("tomorrow: remember to bump the version", ["bump the version"]),
    ("tomorrow, first thing: the lexer", ["lexer"]),
    ("morgen als erstes: der Lexer", ["Lexer"]),
    ("lass uns morgen mit dem Parser weitermachen", ["Parser"]),
    ("wir können morgen mit dem Parser anfangen", ["Parser"]),
    ("on reprend demain avec les tests", ["tests"]),
    ("on continue avec les tests demain", ["tests"]),
    ("seguimos mañana con el exportador", ["exportador"]),
    ("tomorrow: REST endpoint for users", ["REST endpoint for users"]),
    ("tomorrow: holiday calendar import", ["holiday calendar import"]),
    ("tomorrow: more tests for the lexer", ["more tests for the lexer"]),
    ("tomorrow: off-by-one in the lexer", ["off-by-one in the lexer"]),
    ("Monday: missing tests for the store", ["missing tests for the store"]),
    ("postpone the release notes to Monday", ["release notes"]),
    ("leave the docs until tomorrow", ["docs"]),
    ("I'm off, move the parser to the next session", ["parser"]),
]
UP_NEXT = [
    ("next up is the parser rewrite", ["parser rewrite"]),
    ("up next: wire the flag into cli.py", ["wire the flag into cli.py"]),
    ("als nächstes kommt der Lexer dran", ["Lexer"]),
    ("the next step is to write the docs", ["write the docs"]),
    ("next is docs/cli.rst", ["docs/cli.rst"]),
    ("next steps are fix the lexer and update the docs", ["fix the lexer", "update the docs"]),
]
NO_PLANS = [
    "we do the rest tomorrow",
    "I'm off tomorrow.",
    "See you tomorrow!",
    "The deploy is tomorrow.",
    "the release is on Monday, so fix this now",
    "Tomorrow is the demo",
    "tomorrow Simon writes the changelog",
    "what do we do tomorrow?",
    "tomorrow: holiday",
    "it must be done by tomorrow",
    "on Monday the build broke",
    "don't touch it until tomorrow",
    "never deploy on Fridays: the on-call is away",
    "we ship on Fridays only",
    "the cron job runs on Monday: logs and metrics are rotated",
    "Tomorrow I fly to Lisbon",
    "We don't support Python 3.9 anymore, keep that in mind",
    "then run the tests",
    "next, add a test for the parser",
    "use 2026-11-30 10:00: the clock is in UTC",
    "Tomorrow we are all away",
    "on tuesday we had 300 errors: look at the logs",
    "guten Morgen",
    "Morgen ist Demo",
    "wir deployen nie am Freitag",
    "demain je suis en congé",
    "tomorrow we don't work",
    "later: never mind",
    "Continue with the parser",
    "I was off on Monday",
    "the job from last friday: fix it",
    "Marek said on Monday: no new deps",
    "fix it later if it is slow",
    "show the day as Monday: 3 items",
    "the next step is what?",
    "what's the next step: docs or tests?",
    "next is undefined in the middleware",
    "next will be called twice",
    "next is a function of express",
    "next is put in the queue",
    "next: undefined",
    "next: null in the response",
    "the next step is broken",
    "the next item is missing",
    "der nächste Schritt ist kaputt",
    "postpone the retry to the next session",
    "move the retry to the next session",
    "keep the token for the next session",
    "keep the lock until Monday",
    "move the cron job to Monday",
    "let's move the cron job to Monday",
    "let's finish the exporter by tomorrow",
    "I must move the meeting to Monday",
    "leave the token in the cache until tomorrow",
    "leave the server running until tomorrow",
    "Monday: 14:00 should parse as a time",
    "tomorrow: 9am",
    "Monday: should parse as a date",
    "tomorrow: the rest",
    "tomorrow: holiday, no work",
    "tomorrow: demo for the customer",
    "tomorrow: it is a holiday",
    "tomorrow I'll be away",
    "I'll test it tomorrow",
    "That is it for today, leave a note for tomorrow",
    "leave me a short note on where we are for Monday",
    "on reprend le train demain ?",
    'It should say "Tomorrow: rain and wind" in the header',
]


@pytest.mark.parametrize(("sentence", "steps"), PUT_OFF)
def test_what_is_to_be_done_another_day_is_a_step(sentence: str, steps: list[str]) -> None:
    assert list(read_plan(sentence)) == steps
    assert puts_off(sentence)


@pytest.mark.parametrize(("sentence", "steps"), UP_NEXT)
def test_what_comes_next_may_be_asked_for_now(sentence: str, steps: list[str]) -> None:
    assert list(read_plan(sentence)) == steps
    assert not puts_off(sentence)


@pytest.mark.parametrize("sentence", NO_PLANS)
def test_a_day_alone_makes_no_step(sentence: str) -> None:
    assert read_plan(sentence) == ()


def session(
    leave: str, *, answer: str = "See you tomorrow!", run: int = 3, next_steps: tuple[str, ...] = ()
) -> Session:
    return Session(
        id="s1", agent="claude-code", branch="main", started="2026-11-20T09:00:00Z", ended="2026-11-20T10:00:00Z",
        prompts=(
            Prompt("Add a --dry-run flag to app.py", "2026-11-20T09:00:00Z", 1, edited=("app.py",)),
            Prompt(leave, "2026-11-20T09:30:00Z", 7),
        ),
        commands=(CommandRun("pytest -q", kind="test", summary="3 passed", made="2026-11-20T09:10:00Z", line=run),),
        commits=(Commit(id="a" * 40, subject="Add --dry-run", made="2026-11-20T09:11:00Z", line=4),),
        answers=(
            Answer("Added the `--dry-run` flag to `app.py` and committed it.", "2026-11-20T09:12:00Z", 5),
            Answer(answer, "2026-11-20T09:31:00Z", 8),
        ),
        edited=("app.py",), answered=True, next=next_steps,
    )  # fmt: skip


def notes(one: Session) -> list[tuple[str, str]]:
    return [(note.label, note.text) for _, note in now_statements(MOMENT, [], past=PastWork((one,)))]


@pytest.mark.parametrize(
    "leave",
    [
        "Great. I'm off, tomorrow: docs/cli.rst and the changelog entry.",
        "Tomorrow we continue with docs/cli.rst and the changelog entry.",
        "lol. ok, when I'm back: docs/cli.rst and the changelog entry",
        "Danke. Morgen: docs/cli.rst und der changelog entry.",
    ],
)
@pytest.mark.parametrize("read", [(), ("docs/cli.rst and the changelog entry",)])
def test_a_good_bye_names_the_next_steps(leave: str, read: tuple[str, ...]) -> None:
    told = notes(session(leave, next_steps=read))
    assert [text for label, text in told if label == "next"] == ["docs/cli.rst", "changelog entry"]
    assert [text for label, text in told if label == "task"] == ["Add a --dry-run flag to app.py"]
    assert not any(label in ("asked last", "done", "planned before") for label, _ in told)


def test_what_is_put_off_beside_an_order_is_a_step() -> None:
    """What comes next may have been done for the prompt."""
    assert list_planned(session("Mend the parser. Then docs/cli.rst, but not today.", run=9)) == ("docs/cli.rst",)
    assert list_planned(session("next up: docs/cli.rst", run=9)) == ()
    assert list_planned(session("next up: docs/cli.rst")) == ("docs/cli.rst",)


def test_a_list_below_a_day_is_steps() -> None:
    one = session("Great, that's it.\n\nTomorrow:\n- docs/cli.rst\n- the changelog entry\n\nSee you!")
    assert list_planned(one) == ("docs/cli.rst", "changelog entry")
    assert list_planned(session("We are open:\n- docs/cli.rst\n- the changelog entry")) == ()


@pytest.mark.parametrize(
    ("last", "steps"),
    [
        ("no wait, forget the lexer", ("changelog entry",)),
        ("actually, skip the changelog", ("lexer",)),
        ("Hmm. never mind the lexer!", ("changelog entry",)),
        ("vergiss den Lexer", ("changelog entry",)),
        ("forget it", ()),
        ("no wait, never mind", ()),
        ("don't forget the lexer", ("lexer", "changelog entry")),
        ("thanks, bye", ("lexer", "changelog entry")),
        ("did you forget the lexer?", ("lexer", "changelog entry")),
        ("I always forget the lexer", ("lexer", "changelog entry")),
        ("the second button is cancel", ("lexer", "changelog entry")),
        ("forget the formatter", ("lexer", "changelog entry")),
    ],
)
def test_what_was_taken_back_is_no_step(last: str, steps: tuple[str, ...]) -> None:
    plan = "tomorrow: the lexer and the changelog entry"
    assert list_planned(session(f"{plan}. {last}")) == steps
    one = session(plan)
    later = Prompt(last, "2026-11-20T09:40:00Z", 10)
    assert list_planned(msgspec.structs.replace(one, prompts=(*one.prompts, later))) == steps


def test_a_long_sentence_is_read_at_once() -> None:
    for long in ("and " * 5_000 + "tomorrow x", "tomorrow: " + "then " * 4_000 + "x", "next: " + "ok " * 7_000):
        assert read_plan(long) == ()
        assert not puts_off(long)


def test_what_was_put_off_before_the_last_work_is_none() -> None:
    one = session("Write docs/cli.rst now.", run=9)
    first = msgspec.structs.replace(one.prompts[0], text="Add a flag. tomorrow: docs/cli.rst")
    assert list_planned(msgspec.structs.replace(one, prompts=(first, one.prompts[1]))) == ()


def test_steps_of_the_agent_stand_behind_those_of_the_person() -> None:
    one = session("tomorrow: docs/cli.rst", next_steps=("docs/cli.rst", "measure the cache"))
    assert list(list_steps(one)) == ["docs/cli.rst", "measure the cache"]


@pytest.mark.parametrize("heading", ["For Monday, in this order:", "Tomorrow:", "Morgen, in dieser Reihenfolge:"])
def test_a_list_with_marks_below_a_day_is_the_plan_and_what_follows_is_not(heading: str) -> None:
    items = "- the fix\n- drop origins that were quiet, the map grows\n3) `npm pack` for Ann"
    one = session(f"I have to leave. {heading}\n{items}\nInes has not decided yet.")
    assert list_planned(one) == ("fix", "drop origins that were quiet, the map grows", "`npm pack` for Ann")


@pytest.mark.parametrize(
    ("sentence", "steps"),
    [
        ("We still need a changelog entry.", ("a changelog entry",)),
        ("we still have to write the docs", ("write the docs",)),
        ("Someone must still update the types and tell Ana", ("update the types", "tell Ana")),
        ("we still have three open bugs", ()),
        ("do we still need a changelog entry?", ()),
    ],
)
def test_what_is_missing_yet_is_a_step(sentence: str, steps: tuple[str, ...]) -> None:
    assert read_plan(sentence) == steps


@pytest.mark.parametrize(
    ("prompt", "is_ahead"),
    [
        ("I have to leave, so don't start. For Monday, in this order:\n- the fix\n- the docs", True),
        ("tomorrow we continue with the exporter", True),
        ("Add an exporter:\n- with a header\n- without dates", False),
        ("We still need a changelog entry.", False),
    ],
)
def test_a_prompt_that_plans_begins_no_piece_of_work(prompt: str, is_ahead: bool) -> None:
    assert plans_ahead(prompt) is is_ahead


def test_a_step_that_the_agent_tells_in_more_words_is_told_once() -> None:
    planned = ("triggers", "after that empty sqlite_stat4", "a `--dry-run` that counts the rows", "docs last of all")
    steps = (
        "Drop and recreate the triggers",
        "Empty sqlite_stat4 in the copy",
        "--dry-run: counts the rows",
        "Ship it",
    )
    expected = ("Drop and recreate the triggers", "Empty sqlite_stat4 in the copy", planned[2], planned[3], "Ship it")
    assert add_planned(planned, steps) == expected
    assert add_planned(("docs",), ("parser docs", "lexer docs")) == ("docs", "parser docs", "lexer docs")
    assert add_planned((), ("docs of x",)) == ("docs of x",)


@pytest.mark.parametrize(
    ("leave", "steps"),
    [
        (
            "Leave it red, we make it on Monday. After this comes the line in SYNTAX.md. Then a BenchmarkMask.",
            ("line in SYNTAX.md", "a BenchmarkMask"),
        ),
        ("Tomorrow we continue with the docs. Then the changelog.", ("docs", "changelog")),
        ("Then a test please.", ()),
        ("we fix it on Friday. bye", ()),
    ],
)
def test_a_plan_goes_on_in_the_next_sentences(leave: str, steps: tuple[str, ...]) -> None:
    assert list_planned(session(leave)) == steps


def test_a_list_below_a_heading_ends_with_its_items() -> None:
    plan = (
        "## Order for tomorrow\n\n1. `$sources`, then commit with the test.\n2. README, last of all.\n\n"
        "The benchmark is dropped, it proves nothing. Please ensure that nothing red is committed. Good evening."
    )
    assert list_planned(session(plan)) == ("`$sources`, then commit with the test", "README, last of all")
