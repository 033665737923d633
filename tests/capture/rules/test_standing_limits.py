"""A limit that is stated as a fact is a rule by how far it reaches, or by what it is about, and not by a word of a
rule: such sentences carry to any project, file or command.
"""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.rules import find_rules
from backstory.capture.text.candidate import Candidate


def list_rules(prompt: str) -> list[Candidate]:
    turns = [Turn("user", prompt), Turn("assistant", "Understood.")]
    return [one for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("Right. That gives a limit that outlives this task: a tile is decoded once; whoever needs it asks the cache.",
         "a tile is decoded once; whoever needs it asks the cache"),
        ("So here is a constraint beyond this change: the pump never waits for the network.",
         "the pump never waits for the network"),
        ("We ship to closed networks, so Gemfile gets no new gem and Gemfile.lock doesn't move, here or anywhere else.",
         "Gemfile gets no new gem and Gemfile.lock doesn't move, here or anywhere else"),
        ("The public crate gets no new feature flag, in this branch or any other.",
         "The public crate gets no new feature flag, in this branch or any other"),
        ("Commit it with both tests. And nothing is published from your end.", "nothing is published from your end"),
        ("ok. no force pushes from your side", "no force pushes from your side"),
        ("You merge nothing here.", "You merge nothing here"),
        ("don't run gradle check in this container. `gradle :core:test`, that's plenty.",
         "don't run gradle check in this container. `gradle :core:test`, that's plenty"),
        ("Please don't run the browser tests on this box. `yarn test:unit` is all you need.",
         "don't run the browser tests on this box. `yarn test:unit` is all you need"),
        ("No, and never regenerate fixtures in bulk.", "never regenerate fixtures in bulk"),
        ("The agent pushes nothing.", "The agent pushes nothing"),
        ("Nothing that ships may log an address.", "Nothing that ships may log an address"),
        ("Nobody but the release job writes to dist/.", "Nobody but the release job writes to dist/"),
        ("Migrations are never squashed by hand.", "Migrations are never squashed by hand"),
    ],
)  # fmt: skip
def test_a_limit_that_reaches_further_is_a_rule(prompt: str, text: str) -> None:
    (rule,) = list_rules(prompt)
    assert rule.text == text and rule.confidence >= 0.9


@pytest.mark.parametrize(
    "prompt",
    [
        "The borrow checker gives a constraint that outlives the call, explain that to me.",
        "It doesn't compile, here or anywhere else.",
        "The build never passes on arm, here or on any other machine.",
        "The lock file doesn't move when I build.",
        "Nothing is pushed to the queue from the worker.",
        "Nothing is pushed yet, right?",
        "You push nothing new here, the branch was up to date.",
        "Don't run the seed script in here until the dump is back.",
        "I don't run the tests in this container because the port is taken.",
        "Events are never emitted here.",
        "Nobody but me saw the crash.",
        "No, and never mind the colours.",
    ],
)
def test_a_report_or_an_order_of_the_moment_is_none(prompt: str) -> None:
    assert [one.text for one in list_rules(prompt) if one.confidence >= 0.72] == []


def test_the_reason_before_a_limit_is_its_reason() -> None:
    (rule,) = list_rules("Two distributions build us from a frozen set, so go.mod gets no new line, here or elsewhere.")
    assert rule.why == "Two distributions build us from a frozen set"


def test_a_limit_in_the_reason_of_what_goes_is_a_rule_as_well() -> None:
    limit = "go.mod gets no new line, here or anywhere else"
    assert [one.text for one in list_rules(f"errgroup is out. Debian builds us, so {limit}.")] == [limit]
    assert list_rules("retry is out. whoever writes send can retry, i don't want network policy in a logger") == []


@pytest.mark.parametrize(
    "prompt",
    [
        "Take B. One thing before you start: models.py stays as it is. Three teams import from it.",
        "lib/session.rb remains as it is, the phones rely on every quirk of it.",
        "src/wire.rs stays the way it is. Every device in the field speaks it.",
        "deploy/base.yml stays as is, ops diff it against theirs.",
        "Before you go on: Settings.kt is left alone. The other team mirrors it by hand.",
    ],
)
def test_a_file_that_stays_as_it_is_for_a_reason_is_a_rule(prompt: str) -> None:
    (rule,) = find_rules(prompt)
    name = next(word for word in prompt.split() if "." in word[:-1])
    assert rule.text.startswith(name) and rule.confidence > 0.9


@pytest.mark.parametrize(
    "prompt",
    [
        "utils.py stays as it is in this commit, the move comes next.",
        "main.tf stays as is this week, ops are at it.",
        "config.yaml stays as it is for now.",
        "schema.sql stays as it is until the review is through.",
        "The cursor stays where it is when you press Escape.",
    ],
)
def test_a_file_that_stays_for_a_while_is_none(prompt: str) -> None:
    assert [one for one in find_rules(prompt) if one.confidence > 0.9 and not one.tier] == []


STATE = "keep it that way, that file is our proof that nothing changes for the others."


def list_relayed(asked: str, prompt: str) -> list[str]:
    turns = [Turn("user", asked), Turn("assistant", "No, it is unchanged."), Turn("user", prompt)]
    turns = [one._replace(line=number) for number, one in enumerate(turns, 1)]
    found = find_candidates(turns, known_paths=lambda path: False)
    return [one.text for one in found if one.kind == "rule" and one.line == len(turns)]


def test_a_file_of_the_prompt_before_stays_as_it_is() -> None:
    asked = "you didn't touch test/legacy.test.js did you"
    assert list_relayed(asked, STATE) == [f"test/legacy.test.js: {STATE.rstrip('.')}"]
    assert list_relayed(asked, "keep it that way until the demo") == []
    assert list_relayed(asked, "keep it that way, and on to the parser") == []
    assert list_relayed("did a.py or b.py change?", STATE) == []
