"""The line that says what a session is about."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.digest import extend_session
from backstory.capture.sessions.task_lines import find_task, only_asks
from backstory.model.session import Session


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("Guten Morgen! Linkding should notice when a bookmarked page is gone.",
         "Linkding should notice when a bookmarked page is gone."),
        ("hi there, Ada. cleaner: want to see what it dropped. look first, no code",
         "cleaner: want to see what it dropped. look first, no code"),
        ("/clear", ""),
        ("ok", ""),
        ("```\nTraceback (most recent call last):\n```\nfind out why this fails", "find out why this fails"),
        ("新しい設定を追加してください。", "新しい設定を追加してください。"),
        ("Hi! Jonas here, Meera is in a meeting till noon. We want a --limit flag.", "We want a --limit flag."),
        ("Karl hier, Jana ist im Meeting. Bau den Exporter um.", "Bau den Exporter um."),
        ("Ana está en una reunión. Añade el índice.", "Añade el índice."),
        ("Hey, it's Tom again! The export is broken since Monday", "The export is broken since Monday"),
        ("I have to go now. Keep the branch green", "Keep the branch green"),
        ("Jonas here, Meera is in a meeting", "Jonas here, Meera is in a meeting"),
        ("right here, rename the flag", "right here, rename the flag"),
        ("Tom is out today, please fix the login page", "Tom is out today, please fix the login page"),
    ],
)  # fmt: skip
def test_the_task_is_what_a_prompt_asks_for(prompt: str, task: str) -> None:
    assert find_task(prompt) == task


def test_a_task_has_one_line() -> None:
    task = find_task("Rewrite the importer so that it streams. " * 9)
    assert len(task) <= 120
    assert task.endswith("streams.")


def test_a_session_is_named_after_the_first_prompt_that_asks_for_something() -> None:
    turns = [Turn("user", text, line=line) for line, text in enumerate(("/clear", "Good morning!", "Add a cache."), 1)]
    assert extend_session(Session(id="s", agent="codex"), turns).title == "Add a cache."
    greeting = extend_session(Session(id="s", agent="codex"), turns[:2])
    assert greeting.title == "/clear"
    assert extend_session(greeting, turns[2:]).title == "Add a cache."


@pytest.mark.parametrize(
    "prompt",
    [
        "continue",
        "ok, go ahead and commit",
        "let's do it",
        "please start work on the task",
        "commit and push",
        "our last commit was merged without a single comment, thank you!",
        "You must fully embody this agent's persona and follow all activation instructions exactly as specified.",
        "hey, how are you",
        "ok, looks good, merge it",
        "no, use tabs",
        "morgen. wo waren wir?",
        "where were we?",
        "what's next?",
        "hola, qué falta?",
        "où en étions-nous ?",
        "continue with the next one",
        "weiter mit dem nächsten",
        "Base directory for this skill: /home/me/.skills/review\n\n# Review\n\nLook at the diff.",
    ],
)
def test_what_only_goes_on_and_what_a_program_sends_is_no_task(prompt: str) -> None:
    assert find_task(prompt) == ""


@pytest.mark.parametrize(
    "prompt",
    [
        "continue with the importer, it has to stream",
        "start the server on port 9000",
        "commit messages get a prefix now",
        "push notifications arrive twice",
        "continue w/ the async one",
        "go on with the parser",
        "weiter mit dem parser",
        "sigue con el parser",
        "hey fix the parser",
        "ok, add a cache",
        "good morning, fix the ci",
        "bonjour, corrige le bug",
        "what is missing in the parser?",
        "please check the importer, thanks",
    ],
)
def test_what_names_its_work_is_one(prompt: str) -> None:
    assert find_task(prompt) == prompt


def make_session(*turns: Turn) -> Session:
    return extend_session(Session(id="s", agent="codex"), turns)


def test_a_question_where_the_work_stands_names_no_session() -> None:
    prompts = ("morgen. wo waren wir?", "ok deadline in async, same as sync", "nope, asyncio.sleep breaks trio")
    assert make_session(*(Turn("user", text, line=line) for line, text in enumerate(prompts, 1))).title == prompts[1]
    taken = ("continue w/ the async one", prompts[2])
    assert make_session(*(Turn("user", text, line=line) for line, text in enumerate(taken, 1))).title == taken[0]


def test_a_session_is_named_after_its_commit_where_nobody_says_what_is_wanted() -> None:
    turns = [
        Turn("user", "commit and push", line=1),
        Turn("tool", "", tool="Bash", action="run", command="git commit -m 'parse: keep comments'", call="1", line=2),
        Turn("result", "[main 1234567] parse: keep comments\n 1 file changed", call="1", line=3),
    ]
    done = make_session(*turns)
    assert done.title == "parse: keep comments"
    assert extend_session(done, [Turn("user", "now add a cache", line=4)]).title == "now add a cache"


def test_the_first_task_stays_the_title_however_the_turns_are_read() -> None:
    turns = [Turn("user", text, line=line) for line, text in enumerate(("hi", "add a cache", "commit", "fix it"), 1)]
    session = Session(id="s", agent="codex")
    for turn in turns:
        session = extend_session(session, [turn])
    assert session.title == make_session(*turns).title == "add a cache"


def test_a_title_that_was_given_stays() -> None:
    given = Session(id="s", agent="codex", title="fix auth bug")
    begun = extend_session(given, [Turn("user", "continue", line=1)])
    assert extend_session(begun, [Turn("user", "fix the login", line=2)]).title == "fix auth bug"


@pytest.mark.parametrize(
    ("prompt", "asks"),
    [
        ("which test is red?", True),
        ("why does the import stop?", True),
        ("warum bricht der Import ab?", True),
        ("¿por qué falla la prueba?", True),
        ("hey, what does `pool.take` return?", True),
        ("can you rename foo to bar?", False),
        ("should we move the cache to Redis?", False),
        ("ok, could you add a test for it?", False),
        ("könntest du den Parser umbauen?", False),
        ("why is the build red? mend the linter first", False),
        ("add a cache", False),
        ("continue", False),
    ],
)
def test_a_question_asks_for_no_work_unless_it_is_an_order_in_other_words(prompt: str, asks: bool) -> None:
    assert only_asks(prompt) is asks


def test_a_session_that_begins_with_a_question_is_named_after_its_work() -> None:
    prompts = ["which test is red?", "no, the colon is wrong", "use the first 4096 bytes as a sample", "add a flag too"]
    turns = [Turn("user", text, line=line) for line, text in enumerate(prompts, 1)]
    assert make_session(*turns[:1]).title == prompts[0]
    assert make_session(*turns[:2]).title == prompts[0]
    assert make_session(*turns).title == prompts[2]
    session = Session(id="s", agent="codex")
    for turn in turns:
        session = extend_session(session, [turn])
    assert session.title == prompts[2]


def test_a_session_of_questions_is_named_after_its_commit() -> None:
    commit = Turn(
        "tool", "", tool="Bash", action="run", command="git commit -m 'parse: skip the header'", call="1", line=2
    )
    printed = Turn("result", "[main 1234567] parse: skip the header\n 1 file changed", call="1", line=3)
    done = make_session(Turn("user", "why is the count wrong?", line=1), commit, printed)
    assert done.title == "parse: skip the header"
    assert extend_session(done, [Turn("user", "which port?", line=4)]).title == "parse: skip the header"


@pytest.mark.parametrize(
    ("prompts", "title"),
    [
        (("gen.py writes fixtures.json, so never touch that one by hand", "port the loader to pathlib"),
         "port the loader to pathlib"),
        (("please keep in mind that Ravi works on the router. First split the parser",), "First split the parser"),
        (("he said no. actually wait, I'd rather keep this for later.", "add a --quiet flag to the exporter"),
         "add a --quiet flag to the exporter"),
        (("From now on run the tests with -x. Then rename the flag.",), "Then rename the flag."),
        (("denk bitte dran, dass Jana am Parser sitzt. Schreib den Exporter um.",), "Schreib den Exporter um."),
        (("We always squash.", "which tests are slow?", "move the slow tests to their own folder"),
         "move the slow tests to their own folder"),
        (("never push to origin", "thanks", "good, bye"), "never push to origin"),
        (("the importer must never drop a row", "ok, and now run the tests again"),
         "the importer must never drop a row"),
        (("update the form to say this: answers are always in lower case",),
         "update the form to say this: answers are always in lower case"),
        (("don't forget to bump the version", "good, bye"), "don't forget to bump the version"),
    ],
)  # fmt: skip
def test_a_rule_or_a_remark_names_no_session_where_somebody_gives_work(prompts: tuple[str, ...], title: str) -> None:
    assert make_session(*(Turn("user", text, line=line) for line, text in enumerate(prompts, 1))).title == title
