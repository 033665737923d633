"""Prompts that ask for nothing of their own, and what a brief tells where a session ends with them."""

import pytest

from backstory.model.session import Answer, Prompt, Session
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.bare_prompts import is_bare, is_polite, orients
from backstory.recall.past.endings import reports_failure
from backstory.recall.past.requests import first_request
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.idle_sentences import is_idle


@pytest.mark.parametrize(
    "text",
    [
        "hi",
        "Hola",
        "/clear",
        "/compact",
        "continue",
        "Let's continue building out this app.",
        "hi again, let's go on",
        "good morning, let's continue",
        "yes please continue",
        "please resume where you left off",
        "where were we?",
        "go ahead",
        "weiter",
        "mach bitte weiter",
        "sigue con el siguiente paso",
        "继续",
        "こんにちは",
        "stop",
        "wait, stop please",
        "thanks!",
        "great work, thank you",
        "?",
    ],
)
def test_a_bare_prompt_asks_for_nothing_of_its_own(text: str) -> None:
    assert is_bare(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hi, fix the login",
        "continue with the export of invoices",
        "proceed with phase 2",
        "start the server",
        "go on, but use sqlite",
        "keep going until all tests are green",
        "good morning, lets start with the pool",
        "/review src/pool.py",
        "继续修改登录页面",
        "it still fails",
        "stop the server before the tests",
    ],
)
def test_a_prompt_that_names_something_is_not_bare(text: str) -> None:
    assert not is_bare(text)
    assert not is_polite(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("read the codebase", True),
        ("Please review the whole project. Understand it well.", True),
        ("Revisa este proyecto, lee el codigo detenidamente para que te pongas en contexto.", True),
        ("scan the codebase for why the app is not loading", False),
        ("review the app and report what is slow", False),
        ("read the docs and add a test for the pool", False),
        ("check the pool", False),
    ],
)
def test_a_prompt_that_only_lets_the_agent_get_to_know_the_project(text: str, expected: bool) -> None:
    assert orients(text) is expected


def session(ident: str, *rows: tuple[str, str]) -> Session:
    """A session of prompts and answers; an empty answer is none."""
    day = f"2026-11-{int(ident):02}"
    return Session(
        id=ident,
        agent="codex",
        branch="main",
        started=f"{day}T10:00:00Z",
        ended=f"{day}T11:00:00Z",
        title=rows[0][0],
        prompts=tuple(Prompt(text, f"{day}T10:{2 * n:02}:00Z", 4 * n + 1) for n, (text, _) in enumerate(rows)),
        answers=tuple(
            Answer(text, f"{day}T10:{2 * n + 1:02}:00Z", 4 * n + 2) for n, (_, text) in enumerate(rows) if text
        ),
        answered=bool(rows[-1][1]),
    )


WORK = session(
    "18", ("the pool must close idle connections after a minute", "`Pool.sweep` closes them; the test is red.")
)


@pytest.mark.parametrize(
    "later",
    [
        session("19", ("hi", "")),
        session("19", ("hello", "Hello! How can I help you with `pool.py` today?")),
        session("19", ("Let's continue building out this app.", "")),
        session("19", ("/clear", "")),
    ],
)
def test_a_session_without_work_does_not_displace_the_one_before(later: Session) -> None:
    past = PastWork((later, WORK))
    assert drop_asides(past.sessions) == WORK
    assert "close idle connections" in first_request(past)


def test_without_any_request_there_is_no_task() -> None:
    assert first_request(PastWork((session("19", ("hi", "Hello!"), ("stop", "")),))) == ""


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("I want you to retry the upload in `Pool.push`.", "retry the upload in `Pool.push`."),
        ("I need you to help me sort `Pool.list`.", "I need you to help me sort `Pool.list`."),
    ],
)
def test_a_request_to_the_agent_is_told_without_the_words_that_ask(prompt: str, task: str) -> None:
    last = session("19", (prompt, "`Pool` does it."))
    assert first_request(PastWork((last,)), 14) == task


def test_what_was_asked_for_and_not_answered_stays() -> None:
    later = session("19", ("the pool must log what it closes", ""))
    assert drop_asides((later, WORK)) == later


def test_the_task_stands_behind_greetings_and_a_tour_of_the_code() -> None:
    last = session(
        "19",
        ("hola", "¡Hola!"),
        ("read the codebase", "It is a connection pool."),
        ("`Pool.take` should wait at most five seconds", "`Pool.take` waits."),
    )
    assert first_request(PastWork((last,))) == "`Pool.take` should wait at most five seconds"


@pytest.mark.parametrize(
    "text", ["still the same error", "it doesn't work", "no funciona", "还是有一个错误", "まだ動かない"]
)
def test_a_report_of_failure_is_known(text: str) -> None:
    assert reports_failure(text)


@pytest.mark.parametrize("text", ["how many tests failed?", "it works now, thanks", "rename `not_working` please"])
def test_what_reports_no_failure(text: str) -> None:
    assert not reports_failure(text)


def test_the_heading_of_a_request_says_what_it_is_about() -> None:
    prompt = (
        "GitHub job to generate TOCs for dev.to:\n\nSee the current TOC. The links are right for GitHub only. "
        "There should be a script that rewrites them before publishing, and one that restores them."
    )
    assert first_request(PastWork((session("19", (prompt, "`toc.js` does it.")),)), 14).startswith(
        "GitHub job to generate TOCs for dev.to"
    )
    opened = prompt.replace("GitHub job to generate TOCs for dev.to:", "please make the following changes:")
    assert "following" not in first_request(PastWork((session("19", (opened, "`toc.js` does it.")),)), 14)


@pytest.mark.parametrize("text", ["The user says the fix didn't work.", "So the user is asking for a retry."])
def test_what_an_agent_repeats_of_the_person_says_nothing(text: str) -> None:
    assert is_idle(text)


def test_what_an_agent_is_looking_at_says_nothing_and_what_came_of_it_does() -> None:
    assert is_idle("Reviewing git configuration and secret handling so we can push safely to a public repository.")
    assert is_idle("Listing the files.")
    assert not is_idle("Reading through the last chapter to the end → the series still shows 1 unread.")
    assert not is_idle("Checking the header in the proxy fails, because it is stripped there.")
    assert not is_idle("Checking twice: the lock is per process.")


@pytest.mark.parametrize(
    ("sentence", "says_little"),
    [
        ("Noted, I won't store it.", True),
        ("Notiert, ich speichere das nicht.", True),
        ("Understood, I will do that.", True),
        ("Combinado.", True),
        ("Noted, I will use tabs.", False),
        ("Understood, I won't use `any` again.", False),
        ("Ok, we won't do it because the table is large.", False),
    ],
)
def test_a_promise_that_names_nothing_says_nothing(sentence: str, says_little: bool) -> None:
    assert is_idle(sentence) is says_little
