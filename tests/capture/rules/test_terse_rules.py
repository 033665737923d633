"""Rules, reminders and dead ends as people type them in passing."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.text.candidate import Candidate


def kept(*texts: str) -> list[Candidate]:
    """What is kept of prompts and answers in turn, a prompt first."""
    turns = [Turn(("user", "assistant")[n % 2], text, line=n + 1) for n, text in enumerate(texts)]
    return find_candidates(turns, known_paths=lambda path: False)


def told(*texts: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in kept(*texts)]


@pytest.mark.parametrize(
    "ban",
    [
        "dont touch digest.ts, yusuke is rewriting it this week",
        "don't touch digest.ts this week, yusuke is rewriting it",
        "don't touch src/digest.ts until yusuke merges",
        "stay out of src/auth/ until sofia is done",
        "digest.ts nicht anfassen, yusuke baut das gerade um",
    ],
)
def test_a_file_at_which_somebody_is_at_work_is_closed(ban: str) -> None:
    assert told(ban) == [("rule", ban)]
    assert told(f"yeah * too. but {ban}") == [("rule", ban)]


@pytest.mark.parametrize("order", ["add a backoff, but", "rename it in b.py and please", "fix the typo in b.py, and"])
def test_an_order_before_it_is_no_part_of_a_closure(order: str) -> None:
    for ban in ("dont touch a.py, rene is rewriting it", "don't touch src/a.py, Rene is rewriting it"):
        assert told(f"{order} {ban}") == [("rule", ban)]


def test_what_belongs_to_a_closure_stays() -> None:
    for text in ("a.py: hands off, lena is rewriting it", "for now, dont touch a.py, rene is rewriting it"):
        assert told(text) == [("rule", text)]


@pytest.mark.parametrize(
    "order",
    [
        "don't commit a.py until the tests pass",
        "dont touch src/digest.ts until i say so",
        "leave config.yml as is for now, it is working",
        "don't edit a.py yet, i am still reading it",
        "is api.py off limits, anna is rewriting it?",
    ],
)
def test_an_order_to_wait_for_the_moment_closes_nothing(order: str) -> None:
    assert [one for one in told(order) if one[0] == "rule"] == []


@pytest.mark.parametrize(
    "text",
    ["commit: feat(etag): weak comparison", "ok then as is. commit: fix typo in docs", "pr title: Add retries",
     "branch: fix/retry"],
)  # fmt: skip
def test_the_text_of_one_commit_is_no_rule(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "rule", ["commit messages: imperative, no dot at the end", "commits: small, one per feature",
             "always conventional commits, scope = middleware name"],
)  # fmt: skip
def test_how_all_commits_are_is_one(rule: str) -> None:
    assert told(f"commit: feat(etag): weak comparison. {rule}") == [("rule", rule)]


@pytest.mark.parametrize("order", ["run the linter before you say done, every time", "check the docs each time"])
def test_what_is_to_be_done_every_time_is_a_rule(order: str) -> None:
    assert told(order)[:1] in ([("rule", order)], [])
    assert told("you forgot to run prettier AGAIN. run it before you say done, every time") == [
        ("rule", "you forgot to run prettier AGAIN. run it before you say done, every time")
    ]


@pytest.mark.parametrize(
    "report",
    ["it crashes every time", "i have to reload the page every time", "show the banner every time",
     "reload the list every time the user logs in"],
)  # fmt: skip
def test_what_happens_every_time_is_none(report: str) -> None:
    assert told(report) == []


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("ah non laisse, c'était mon node. il faut node 22, note-le", "Il faut node 22"),
        ("we need node 22, write that down", "We need node 22"),
        ("el token caduca a las 24h, apúntalo", "El token caduca a las 24h"),
        ("the staging db resets at night, remember that", "The staging db resets at night"),
        ("der port ist 8081, notier dir das", "Der port ist 8081"),
    ],
)
def test_an_order_to_remember_may_stand_at_the_end(prompt: str, text: str) -> None:
    (one,) = kept(prompt)
    assert (one.text, one.asked) == (text, True)


@pytest.mark.parametrize(
    "prompt",
    [
        "write that down",
        "did you write that down?",
        "we need to fix the test first, note it",
        "catch what nobody caught and write it down",
    ],
)
def test_an_order_to_remember_nothing_keeps_nothing(prompt: str) -> None:
    assert not [one for one in kept(prompt) if one.asked]


def test_a_summary_is_not_what_the_next_sentence_dropped() -> None:
    answer = "Done today: weak comparison in the middleware. Tried and dropped: a WeakMap cache in `src/jsx/base.ts`."
    assert told("what did you do?", answer) == [("attempt", "Tried and dropped: a WeakMap cache in `src/jsx/base.ts`")]


def test_a_reason_between_a_failure_and_its_end_is_not_the_attempt() -> None:
    answer = (
        "The WeakMap cache made it slower: 640 ops/s against 812. The lookup costs more than the node. I reverted it."
    )
    assert told("try a cache", answer) == [("attempt", "The WeakMap cache made it slower: 640 ops/s against 812")]
    failed = "I moved the lock into the pool. It deadlocked. I reverted it."
    assert told("mend the lock", failed) == [("attempt", "I moved the lock into the pool")]


@pytest.mark.parametrize(
    "rule",
    ["usa siempre pnpm, npm rompe el lockfile", "i told you no emojis", "ich hab doch gesagt keine Emojis",
     "j'ai déjà dit pas de lodash"],
)  # fmt: skip
def test_what_was_demanded_before_and_spanish_orders_are_rules(rule: str) -> None:
    assert told(rule) == [("rule", rule)]


@pytest.mark.parametrize(
    "text",
    ["i told you the bug is in the parser", "i told you it does not work", "i said hello",
     "i told you no", "j'ai dit que ça marche pas", "usa siempre la misma fuente que el título en este botón",
     "pon siempre el botón aquí",
     "i asked you to create a task, not to start", "deja solo un commit",
     "usa siempre el mismo puerto?", "that is how it is", "i think it is", "yes it is", "leave it as it is"],
)  # fmt: skip
def test_what_only_sounds_like_one_is_none(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("prompt", "text"), [("ok redis it is", "redis it is"), ("sqlite it is then", "sqlite it is then")]
)
def test_it_is_settles_a_choice(prompt: str, text: str) -> None:
    assert told(prompt) == [("decision", text)]


def test_remember_needs_no_that() -> None:
    (one,) = kept("remember the api returns 204 on empty not 404")
    assert (one.kind, one.text, one.asked) == ("fact", "The api returns 204 on empty not 404", True)
    assert not kept("remember the bug we had")


@pytest.mark.parametrize("rule", ["Never force-push", "never amend", "Always lint", "never rebase"])
def test_a_rule_may_have_two_words(rule: str) -> None:
    assert told(f"Add the cache. {rule}.") == [("rule", rule)]


@pytest.mark.parametrize("text", ["Never mind.", "Never again!", "It never commits.", "Never push?"])
def test_two_words_of_something_else_are_none(text: str) -> None:
    assert told(f"Add the cache. {text}") == []
