"""The task in a brief: what was asked for, not what was laid down beside it."""

import msgspec
import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.requests import first_request
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.request_sentences import is_personal
from backstory.recall.work.asking_prompts import keep_asking


def session(*rows: tuple[str, str, tuple[str, ...]]) -> Session:
    prompts = tuple(Prompt(text, line=2 * n + 1, edited=edited) for n, (text, _, edited) in enumerate(rows))
    answers = tuple(Answer(text, line=2 * n + 2) for n, (_, text, _) in enumerate(rows))
    edited = tuple(path for _, _, some in rows for path in some)
    return Session(
        id="s1", agent="codex", branch="main", title=rows[0][0], prompts=prompts, answers=answers, edited=edited,
        answered=True,
    )  # fmt: skip


def task(*rows: tuple[str, str, tuple[str, ...]], rules: tuple[str, ...] = ()) -> str:
    return first_request(keep_asking(PastWork((session(*rows),)), rules))


def test_what_was_only_noted_is_not_the_task() -> None:
    rows = (
        ("Let's cap uploads at 10 MB. hmm, make that 25 MB, Legal is fine with it.", "25 MB then.", ()),
        ("We can't use Redis, ops refuses to run it. I'd go with a table in Postgres.", "OK.", ()),
        ("rename run to start", "Renamed.", ("app.py",)),
    )
    assert task(*rows) == "rename run to start"


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        ("We need to wait when the database is locked.", "OK, `app.py` would retry."),
        ("Add a --dry-run flag to app.py", "Which file shall it write to?"),
        ("Write the retry loop in app.py", "OK."),
        (
            "Users lose their uploads. Please look into the importer.",
            "I read it: the importer drops the last chunk of an upload.",
        ),
    ],
)
def test_what_was_talked_over_before_the_work_is_the_task(first: str, answer: str) -> None:
    rows = (
        (first, answer, ()),
        ("yes, retry the upload in app.py and flag it", "The loop in `app.py` retries.", ("app.py",)),
    )
    assert task(*rows).startswith(first[:30])


def test_rules_are_not_the_task() -> None:
    rules = ("In src/api we never return raw rows", "For the tests folder: no network")
    rows = (
        ("In src/api we never return raw rows. For the tests folder: no network.", "OK.", ()),
        ("Add a --dry-run flag to app.py", "Added.", ("app.py",)),
    )
    assert task(*rows, rules=rules) == "Add a --dry-run flag to app.py"
    both = (("Add a --dry-run flag to app.py. In src/api we never return raw rows.", "Added.", ("app.py",)),)
    assert task(*both, rules=rules) == "Add a --dry-run flag to app.py."


def test_a_session_of_nothing_but_rules_stays_as_it_is() -> None:
    one = session(("For the tests folder: no network.", "OK.", ()))
    assert keep_asking(PastWork((one,)), ["For the tests folder: no network"]).sessions == (one,)


@pytest.mark.parametrize(
    "sentence",
    [
        "By the way I'm Priya, I maintain the lexer.",
        "Please address me with 'you'.",
        "call me Sam",
        "Ich bin Jonas.",
        "bitte duze mich",
        "je m'appelle Léa",
        "tutoie-moi",
    ],
)
def test_who_somebody_is_belongs_to_no_task(sentence: str) -> None:
    assert is_personal(sentence)
    assert task((f"Refactor the lexer error messages. {sentence}", "Done.", ("lexer.py",))) == (
        "Refactor the lexer error messages."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm adding a flag to app.py",
        "Call the parser first",
        "this is Broken",
        "I am the maintainer",
        "Talk to the API",
    ],
)
def test_what_is_said_of_the_work_is_not_personal(sentence: str) -> None:
    assert not is_personal(sentence)


@pytest.mark.parametrize(
    "asked",
    [
        "I was wondering if you could add a retry to the client.",
        "I'm wondering if we could rename run to start.",
        "I wonder if we should rename run to start.",
        "Just wondering whether the client needs a retry.",
    ],
)
def test_what_was_wondered_about_and_done_is_the_task(asked: str) -> None:
    text = f"{asked} It should stop after 5 attempts."
    (kept,) = keep_asking(PastWork((session((text, "Done.", ("client.py",))),))).sessions
    assert [prompt.text for prompt in kept.prompts] == [text]


def test_a_polite_request_before_the_work_is_the_task() -> None:
    rows = (
        ("I'm wondering if we could rename run to start.", "Shall I rename it in `app.py` too?", ()),
        ("yes, rename it there too", "Renamed `run` to `start` in `app.py`.", ("app.py",)),
    )
    assert task(*rows).startswith("I'm wondering if we could rename run to start")


def test_what_was_only_wondered_about_is_not_the_task() -> None:
    rows = (
        ("I wonder if we should use tabs.", "Spaces are more common.", ()),
        ("rename run to start", "Renamed.", ("app.py",)),
    )
    assert task(*rows) == "rename run to start"


def test_a_rule_that_the_person_revised_since_is_not_the_task() -> None:
    rows = (
        ("in whatever code you write, stamps are ISO strings", "OK.", ("app.py",)),
        ("cap the retries in app.py at five", "Capped.", ("app.py",)),
        ("stamps as epoch seconds from now on", "Converted.", ("app.py",)),
    )
    assert task(*rows) == "cap the retries in app.py at five"
    assert task(*rows[:2]) == rows[0][0]


def test_a_wish_is_the_task_although_a_later_sentence_has_words_of_it() -> None:
    rows = (
        ("I'd like a `tint` command that replaces the values of given columns with tokens.", "Proposal.", ("app.py",)),
        ("Delete the rows of the tinted columns in it instead of tinting JSON.", "Deleted.", ("app.py",)),
    )
    assert "a `tint` command that replaces the values" in task(*rows)


def test_a_session_of_a_revised_rule_alone_gives_way_to_one_that_asks() -> None:
    ban = msgspec.structs.replace(session(("hands off the Dockerfile", "Noted.", ())), id="s0")
    later = session(("add a /healthz endpoint", "Added.", ("app.py",)), ("you may edit the Dockerfile now", "OK.", ()))
    assert [one.id for one in keep_asking(PastWork((later, ban))).sessions] == ["s1"]
    alone = PastWork((ban,))
    assert keep_asking(alone) == alone
