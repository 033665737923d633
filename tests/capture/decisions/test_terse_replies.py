"""Replies of a few words decide something because of what the agent said; what only looks so decides nothing."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.commands.refused_commands import find_refused
from backstory.capture.text.candidate import Candidate

OPTIONS = (
    "There are two usual ways:\n\n1. A circuit breaker refuses all requests for a while.\n"
    "2. A retry budget lets only a share through.\n\nWhich one do you want?"
)
ERROR = "I rethrow the error. Shall I add a `RetryBudgetError` so that callers can tell it apart?"
CALLBACK = "Each origin has its own count. I could add an `onExhausted` callback to the budget. Want it?"
CHARGED = "It is charged like any other: the forced retry goes through `retry_from_error` too."
EXTRA = "The exporter is done. I'd add a cache for the header rows, so that it stays quick."


def read(prompt: str, answer: str = "All done.", before: str = "go on") -> list[Candidate]:
    turns = [
        Turn(role="user", text=before, line=1),
        Turn(role="assistant", text=answer, line=2),
        Turn(role="user", text=prompt, line=3),
    ]
    return [one for one in find_candidates(turns, known_paths=lambda path: True) if one.line == 3 and not one.overruled]


def read_decisions(prompt: str, answer: str = "All done.", before: str = "go on") -> list[Candidate]:
    return [one for one in read(prompt, answer, before) if one.kind == "decision"]


@pytest.mark.parametrize(
    ("answer", "prompt", "text", "reason"),
    [
        (
            OPTIONS,
            "Budget, not a breaker. A breaker blocks first attempts too.",
            "Budget, not a breaker",
            "first attempts",
        ),
        (ERROR, "No new error class. The tablets check isHTTPError.", "No new error class", "isHTTPError"),
        (CALLBACK, "No callback. Telemetry sees the error already. Commit please.", "No callback", "Telemetry"),
        (EXTRA, "no cache please, the files are tiny", "no cache please, the files are tiny", ""),
        (
            CHARGED,
            "Then a login fails in the outage. Don't charge forced retries.",
            "Don't charge forced retries",
            "login",
        ),
        ("ok", "Agreed: response.url when there is one, request.url otherwise.", "response.url when there is one", ""),
        (
            "It deposits on each fetch.",
            "You deposit on every fetch, so each retry earns another one. Only first attempts pay in.",
            "Only first attempts pay in",
            "earns",
        ),
        (
            "All done.",
            "The tile server was down and ate the budget. So one pot for everything was wrong, count per origin.",
            "So one pot for everything was wrong, count per origin",
            "tile server",
        ),
        (
            "`TOKEN_LENGTH` is 16.",
            "The column cuts off after 14 characters. If 12 still holds, make it 12.",
            "If 12 still holds, make it 12",
            "14 characters",
        ),
        (
            "ok",
            "The page is small, ky may grow by 500 bytes and not more.",
            "The page is small, ky may grow by 500",
            "",
        ),
        ("ok", "Ines looks at the names. Don't rename anything until she says so.", "Don't rename anything", "Ines"),
    ],
)
def test_a_reply_of_a_few_words_is_a_decision_with_its_reason(answer: str, prompt: str, text: str, reason: str) -> None:
    decisions = [one for one in read_decisions(prompt, answer) if one.text.startswith(text)]
    assert len(decisions) == 1
    assert reason in decisions[0].why


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        (OPTIONS, "Tea, not coffee."),
        (ERROR, "No idea. What do others do?"),
        (ERROR, "No problem."),
        ("That is the plan. Would you like any further adjustments?", "No further adjustments needed!"),
        (CALLBACK, "No tests yet?"),
        (CHARGED, "It fails. Don't worry about it."),
        ("ok", "Agreed: run the tests and commit."),
        ("All done.", "I was wrong, sorry."),
        ("ok", "The build fails. Don't run it again."),
    ],
)
def test_what_names_nothing_of_the_answer_decides_nothing(answer: str, prompt: str) -> None:
    assert read_decisions(prompt, answer) == []


@pytest.mark.parametrize(
    ("before", "prompt"),
    [
        ("We use colorama instead of rich for the colours.", "Wait, no. Take rich again, but import it lazily."),
        ("We use colorama instead of rich for the colours.", "Moment, doch nicht. Nimm wieder rich, aber spät."),
        ("We go with a queue in Redis.", "Actually, go back to the table."),
    ],
)
def test_what_is_taken_back_at_once_stands_behind_the_decision(before: str, prompt: str) -> None:
    [decision] = read_decisions(prompt, before=before)
    assert decision.text.startswith(f"{before[:-1]} → ")
    assert decision.revises


@pytest.mark.parametrize(
    "prompt",
    [
        "Hmm, thinking about it again, keep the dual build for one more major.",
        "And the fake-timers thing: scrap that, Node's own mock timers do the job.",
    ],
)
def test_what_is_taken_back_later_stands_by_itself(prompt: str) -> None:
    [decision] = read_decisions(prompt)
    assert decision.text == prompt[:-1]
    assert decision.revises


def test_the_reason_of_what_is_taken_back_stands_behind_it() -> None:
    [decision] = read_decisions("And the fake timers: scrap that, they break on Node 24. Its own mock timers do it.")
    assert decision.why == "Its own mock timers do it."


def test_a_value_is_corrected_behind_the_sentence_that_says_what_it_is_of() -> None:
    [decision] = read_decisions("sorry, I meant 25 MB", "Set to 10 MB.", "The upload limit is 10 MB.")
    assert decision.text == "The upload limit is 10 MB → sorry, I meant 25 MB"


def test_a_named_way_is_picked() -> None:
    [decision] = read_decisions("valibot then", "zod is 12 kB, valibot 2 kB. Which one?")
    assert "valibot then" in decision.text
    assert read_decisions("later then", "I can add it later. Is that fine?") == []


def test_what_a_person_agrees_to_is_no_failed_attempt() -> None:
    answer = "For a single node SQLite is enough, there is nothing to run beside it. I'd go with SQLite."
    assert [one.kind for one in read("agreed, SQLite", answer, "Postgres or SQLite?")] == ["decision"]


@pytest.mark.parametrize(
    "prompt",
    [
        "Not decided, I only want to hear the trade-offs",
        "Interrupt the whole thing, I have to go",
        "I decided to take Friday off",
        "Let's go with pizza today",
        "let's call it a day",
        "I never use Windows, so I can't test that",
        "Never mind the red build on main, Tom fixes it",
        "I'd rather have the tests in one file, but let's not touch that now",
        "Let's go with whatever you think is best for the cache key",
        "Always nice to see green tests :)",
        "we should never have merged PR 212, what were we thinking",
        "right, but not in this repo.",
    ],
)
def test_what_only_looks_like_a_decision_or_a_rule_is_none(prompt: str) -> None:
    assert read(prompt) == []


def test_a_finding_that_is_noted_for_others_is_not_accepted() -> None:
    answer = "One caller passes 0: src/pump.ts:77. It must be changed to onEmpty()."
    assert not any("accepted" in one.tags for one in read("ok, note that for the worker repo; not our job", answer))


def test_the_quote_of_what_is_accepted_is_the_persons() -> None:
    accepted = [one for one in read("agreed", "I'd keep the header row in the export.") if "accepted" in one.tags]
    assert [one.quote for one in accepted] == ["agreed"]


def test_the_person_speaks_for_themselves_after_a_talk() -> None:
    [decision] = read_decisions("I talked to Jonas. We do NOT want drain() to reject new tasks, jobs enqueue jobs.")
    assert decision.text.startswith("We do NOT want")


@pytest.mark.parametrize(
    "prompt",
    [
        "Should a retry the server asked for count? Marek knows, I'll ask him on Monday.",
        "what should the limit be? I wrote to Petra, no answer yet",
        "Ines hasn't decided about the exported names yet",
        "It is a question for Yusuf, he is on vacation until Tuesday.",
        "still open: whether the export keeps the header row",
        "I'm waiting for Petra: she's checking whether the CRM stores addresses in mixed case.",
    ],
)
def test_what_somebody_else_has_to_answer_is_an_open_question(prompt: str) -> None:
    assert [one.kind for one in read(prompt)] == ["question"]


@pytest.mark.parametrize(
    "prompt",
    [
        "does the parser know about comments? I'll check the docs",
        "can you run the tests? I asked for that before",
        "Why is this slow? Maria says so too.",
        "Does Python know about that? it tells me nothing",
    ],
)
def test_a_question_to_the_agent_is_none(prompt: str) -> None:
    assert "question" not in [one.kind for one in read(prompt)]


def test_what_somebody_else_decides_is_open_until_then() -> None:
    kinds = [
        one.kind
        for one in read("It's Imran's call and he's away until Monday. Leave the text columns alone until he answers.")
    ]
    assert sorted(kinds) == ["decision", "question"]


@pytest.mark.parametrize(
    ("prompt", "is_rule"),
    [("Leave npm test alone on this laptop, `npx ava` is enough", True), ("leave the parser alone", False)],
)
def test_a_command_that_is_left_alone_is_refused(prompt: str, is_rule: bool) -> None:
    assert find_refused([prompt], ("npm", "npx")) == ["npm test"] * is_rule


@pytest.mark.parametrize(
    ("prompt", "is_rule"),
    [
        ("Time is measured with performance.now in this codebase.", True),
        ("In this project dates are stored as UTC.", True),
        ("Zeiten werden in diesem Repo in UTC gespeichert.", True),
        ("the bug is fixed in this repo", False),
        ("logging is not used anywhere in this codebase", False),
    ],
)
def test_how_things_are_done_in_the_repository_is_a_rule(prompt: str, is_rule: bool) -> None:
    assert [one.kind for one in read(prompt)] == ["rule"] * is_rule


def test_what_stands_below_a_list_is_the_persons_too() -> None:
    texts = [one.text for one in read("For Monday, in this order:\n- the fix\n- the docs\nWe keep the old name.")]
    assert any("old name" in text for text in texts)
