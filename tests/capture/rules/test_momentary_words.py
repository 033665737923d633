"""What is of the moment is no rule, whatever words of one it has; what is to last stays one, whatever leads to it."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.momentary_words import is_momentary
from backstory.memory.intake.candidates import MIN_CONFIDENCE


def list_rules(prompt: str) -> list[str]:
    turns = [Turn("user", prompt), Turn("assistant", "Understood.")]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one.text for one in found if one.kind == "rule" and one.confidence >= MIN_CONFIDENCE]


@pytest.mark.parametrize(
    "prompt",
    [
        "My worry is drain(): it returns before we ever reach the socket.",
        "What bothers me is the retry: it never gives up before its caller does.",
        "I suspect the pool: it never evicts before it is full.",
        "Quick one on another branch, you're on fix-readme already.",
        "small job: i'm on branch typo-docs, you are too.",
        "Measure it with perf before you decide; I need that number, not an opinion.",
        "Compare the two on the nightly corpus before you recommend one; I want figures, not adjectives.",
        "no lint, and this one you can merge yourself, the bot waits for it",
        "skip the tests, you can push this one right away",
        "Hannah says no new hardware before autumn, so that's off the list.",
        "Then something broke, no events at all since noon, it's all retries.",
        "Nothing of that is urgent, look at it when you have time.",
        "Please don't, not before we've talked.",
        "Tests first, I have to leave in five minutes.",
        "New feature on feat/env: our services get secrets from files, so there is A_FILE=/run/a and no A.",
        "I have opened src/app.ts. Don't change that file, only tell me what it does.",
    ],
)
def test_what_is_of_the_moment_is_no_rule(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "My worry is the cache, so never read it in a test.",
        "One small thing: never rebase my branches.",
        "Ask me before you touch anything in billing.",
        "Run the whole suite before you commit.",
        "Nothing ever gets into main without a review.",
        "Every new feature gets a page in docs/.",
        "New ticket, new branch, never two on one.",
    ],
)
def test_what_is_to_last_stays_a_rule(prompt: str) -> None:
    assert len(list_rules(prompt)) == 1


def test_a_list_of_how_people_work_is_one_of_rules() -> None:
    prompt = (
        "Then please inside of the reader, in the style of the nesting limit. Before you write, a few things how we "
        "work here:\n\n1. Each new public method gets `@since $next$`, upstream replaces it by a script.\n"
        "2. Tests go into existing classes. Please no new test class, upstream asked us about it last time.\n"
        "3. Commit subject starts with `AB-1: `, one line, no body.\n"
        "4. Pushing I always do alone. Our CI publishes each pushed branch and the gateway takes it at night."
    )
    rules = list_rules(prompt)
    for words in ("Each new public method", "Tests go into", "Commit subject", "Pushing I always"):
        assert any(words in rule for rule in rules), words
    assert not any("publishes" in rule or "inside of the reader" in rule for rule in rules)


def test_what_is_not_to_be_done_yet_is_put_off_and_not_forbidden() -> None:
    for sentence in ("do not edit files yet.", "nothing committed yet, please", "bitte noch nichts committen."):
        assert is_momentary(sentence)
    assert not is_momentary("do not edit files in vendor, yet another tool reads them.")
