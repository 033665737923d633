"""A small chore that shares a word with a small memory by chance brings nothing, and a rule comes without company."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.memory.kernel.test_passages import ask, keep

from backstory.api import Memory
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.visibility import View
from backstory.model.record import Draft
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
RULE = "Never edit CHANGELOG.md before the release; I do it"
HANGS = "test_pool_timeout hangs under uvloop"
TALK: dict[str, Any] = {
    "prompts": (
        Prompt("I want retries that honour the Retry-After header. The cap is 20 seconds, Marta says.", line=1),
        Prompt("why is the sky blue?", line=5),
    ),
    "answers": (
        Answer("The cap is 20 seconds now. Next: document it in docs/advanced/transports.md.", line=3),
        Answer("Rayleigh scattering: short wavelengths scatter more.", line=7),
    ),
}


@pytest.fixture
def memory(opened: Opened) -> Memory:
    keep(opened(), "s1", **TALK)
    memory = opened()
    memory.remember(Draft(kind="rule", title=RULE))
    memory.remember(Draft(kind="failure", title=HANGS))
    memory.remember(Draft(kind="fact", title="The docs are built with mkdocs"))
    return memory


@pytest.mark.parametrize(
    "prompt",
    [
        "fix the typo in the README",
        "add a badge to the readme",
        "sort this list of numbers",
        "rename the variable x to y in docs/index.md",
        "format the section on fonts in the docs",
        "check whether the links in the wiki still work",
    ],
)
def test_one_word_of_any_project_is_no_evidence(memory: Memory, prompt: str) -> None:
    assert ask(memory, prompt) == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("add uvloop to the test matrix", HANGS),
        ("rename the file docs/advanced/proxies.md", TALK["answers"][0].text),
        ("make the cap 60 seconds", TALK["prompts"][0].text),
    ],
)
def test_a_name_a_folder_or_several_words_are(memory: Memory, prompt: str, expected: str) -> None:
    assert expected in ask(memory, prompt)


def test_a_rule_comes_without_what_does_not_bear_on_the_prompt(memory: Memory, opened: Opened) -> None:
    text = "Every change of the cap needs an entry in the history of changes, and the environment changes as well."
    keep(opened(), "s2", answers=(Answer(text, line=2),), prompts=(Prompt("Leave the rest for tomorrow.", line=1),))
    assert ask(memory, "can you update the changelog?") == [RULE]


def test_what_bears_on_the_prompt_comes_with_a_rule(memory: Memory, opened: Opened) -> None:
    text = "The changelog is grouped by kind of change since the last release."
    keep(opened(), "s2", answers=(Answer(text, line=2),), prompts=(Prompt("How is it grouped?", line=1),))
    assert ask(memory, "update the grouping of the changelog")[:2] == [RULE, text]


def test_a_request_that_nobody_answered_tells_nothing(memory: Memory, opened: Opened) -> None:
    keep(opened(), "s2", prompts=(Prompt("write a poem", line=1), Prompt("fix the typo in the README", line=2)))
    assert ask(memory, "fix the typo in the README") == []


def test_a_passage_without_a_word_of_the_prompt_comes_only_near_the_best(memory: Memory) -> None:
    hits = ask(memory, "make the cap 60 seconds")
    assert hits and TALK["answers"][1].text not in hits


def test_a_session_is_not_given_the_records_that_it_wrote(memory: Memory, opened: Opened) -> None:
    agent = opened("observed", "claude-code", "s9")
    agent.remember(Draft(kind="attempt", title="Cache the context of the proxies", fields={"outcome": "failed"}))
    view = View(encode_path(agent.project.root))
    prompt = "cache the context of the proxies"
    own = agent.fresh().run(lambda con: find_relevant(con, view, prompt, session="s9"))
    others = agent.fresh().run(lambda con: find_relevant(con, view, prompt, session="s8"))
    assert own == [] and [getattr(hit, "title", "") for hit in others] == ["Cache the context of the proxies"]


@pytest.fixture
def build(opened: Opened) -> Memory:
    prompts = (Prompt("should we bump the MSRV to 1.77?", line=1), Prompt("Use a BTreeMap in the lexer.", line=5))
    answers = (
        Answer("Bumped `rust-version` to 1.77 in Cargo.toml.", line=3),
        Answer("Switched the lexer to `BTreeMap`. `cargo test -q lexer` does not compile yet.", line=7),
    )
    keep(opened(), "s1", prompts=prompts, answers=answers)
    return opened()


@pytest.mark.parametrize(
    "prompt",
    [
        "does cargo support workspaces?",
        "does cargo have a vendor mode?",
        "has cargo a lockfile format of its own?",
        "is cargo older than npm?",
        "is cargo faster than npm?",
    ],
)
def test_what_is_asked_of_a_thing_in_general_is_no_evidence(build: Memory, prompt: str) -> None:
    assert ask(build, prompt) == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("does the lexer use a BTreeMap?", "BTreeMap"),
        ("does our lexer compile?", "compile"),
        ("did we bump the MSRV?", "MSRV"),
        ("which map do we use in the lexer?", "BTreeMap"),
    ],
)
def test_what_is_asked_of_the_work_is(build: Memory, prompt: str, expected: str) -> None:
    assert any(expected in text for text in ask(build, prompt))


TALK_OF_DAYS: dict[str, Any] = {
    "prompts": (
        Prompt("No empty answers, and the arguments of the hook stay in order, Mira's plugin counts on it.", line=1),
        Prompt("can we swap the two stores before the demo?", line=5),
        Prompt("no tags, I cut v1.19 myself after Oleg reran the export", line=9),
    ),
    "answers": (
        Answer("The hook takes its arguments as before. I commented the import out until the swap.", line=3),
        Answer("Swapped. `make store` now wraps the static table, the parameter is gone.", line=7),
        Answer("No tag then. The diff of the export is clean.", line=11),
    ),
}  # fmt: skip
"""Days of work have most words of software, so one of them says nothing about an order that names nothing else."""


@pytest.fixture
def days(opened: Opened) -> Memory:
    keep(opened(), "s1", **TALK_OF_DAYS)
    memory = opened()
    memory.remember(Draft(kind="rule", title="no tags, I cut v1.19 myself after Oleg reran the export"))
    return memory


@pytest.mark.parametrize(
    "prompt",
    [
        "rename the variable x in utils.py",
        "rename the local variable total to sum",
        "delete the commented out code",
        "remove the unused import",
        "make this method static",
        "show me the diff of the last commit",
        "wrap the call in a try block",
        "return early when the list is empty",
    ],
)
def test_one_word_that_any_days_of_work_have_is_no_evidence(days: Memory, prompt: str) -> None:
    assert ask(days, prompt) == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("swap the arguments of the hook", "Mira's plugin"),
        ("tag the release", "no tags"),
        ("rename the public method of the hook", "arguments"),
    ],
)
def test_what_bears_on_an_order_still_comes(days: Memory, prompt: str, expected: str) -> None:
    assert any(expected in text for text in ask(days, prompt))
