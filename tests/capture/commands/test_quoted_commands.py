"""Commands that a prompt gives on a line of their own belong to the words before them."""

import pytest

from backstory.capture.commands.quoted_commands import quote_commands
from backstory.capture.rules.rules import find_rules
from backstory.capture.sessions.passages import cut_turns, list_turns
from backstory.model.session import Prompt, Session


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "Lance plutôt\n\nTZ=UTC pytest -k Pause -x\n\net on verra.",
            "Lance plutôt `TZ=UTC pytest -k Pause -x`\n\n\net on verra.",
        ),
        ("run this:\n```\ncargo test --lib\n```\nnothing else", "run this: `cargo test --lib`\nnothing else"),
        ("Use this, nothing else:\ngo test -race ./...", "Use this, nothing else: `go test -race ./...`"),
    ],
)
def test_a_command_behind_the_words_about_it(prompt: str, expected: str) -> None:
    assert quote_commands(prompt) == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "go test -race ./...",
        "make it faster\ntest first",
        "CI says:\n```\n$ npm test\n> mocha\nfail 3\n```\nmend it",
        "what we ran:\nnpm test\nnpm run lint\nnpm run build\ncargo test\nthat was all",
    ],
)
def test_what_is_pasted_stays(prompt: str) -> None:
    assert quote_commands(prompt) == prompt


def test_a_passage_has_the_command() -> None:
    prompt = "The four red ones are my machine, they expect UTC. Rather run\n\nTZ=UTC pytest -k Pause -x"
    session = Session(id="s1", agent="claude-code", prompts=[Prompt(text=prompt, made="2026-11-01T00:00:00Z", line=1)])
    assert [one.text for one in cut_turns(list_turns(session))] == [
        "The four red ones are my machine, they expect UTC. Rather run `TZ=UTC pytest -k Pause -x`"
    ]


@pytest.mark.parametrize(
    ("command", "text"),
    [("`npx mocha test/redirect.js`", "npx mocha test/redirect.js"), ("go test -race ./...", "go test -race ./...")],
)
def test_a_rule_that_ends_before_its_command_has_it(command: str, text: str) -> None:
    prompt = f"Never run the whole suite, we only need\n\n{command}\n\nand CI does the rest."
    assert [one.text for one in find_rules(prompt)] == [f"Never run the whole suite, we only need `{text}`"]


@pytest.mark.parametrize(
    "prompt",
    [
        "Always use pnpm here.\n```\nnpm run build\n```\nfails for me",
        "Nunca uses yarn.\n`npm test`\nfalla",
        "always ask before you push\n\npytest -q",
    ],
)
def test_a_finished_rule_takes_no_command(prompt: str) -> None:
    assert all("`" not in one.text for one in find_rules(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "Run this:\n```\npytest -q\n``` and tell me",
        "Use `foo and\npytest -q",
        "Run it with\npytest -q\n```python\nit\n```\nok",
    ],
)
def test_a_block_of_which_the_command_is_a_part_stays_whole(prompt: str) -> None:
    assert quote_commands(prompt) == prompt
