"""Prompts that nobody wrote for this conversation lay nothing down; what a person adds in their own words does."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.patterns.canned_prompts import is_canned, is_typed, keep_typed

_COMMAND = """The user input is below; consider the user input before you go on.

$ARGUMENTS

1. Read the specification.
2. If the specification is missing, ask the user for it. Never create a specification here.
3. Always use absolute paths.
"""
_OUTLINE = """You are filling the plan of a feature. Follow these steps in order.

Read the template. Always keep its headings. If a value is not known, ask the user for it, with a proposal.
Never write outside the folder of plans. Report the path to the user, and wait for the user before you go on.
"""
_ANSWER = """I looked at the gateway, and the cause is the header that it drops on the way back to the caller.

You should always forward it, and never cache an answer without it. The tests of the gateway do not cover that case,
which is why nobody saw it. There are two ways to mend it, and the second one is the smaller change by far, because the
filter already has the header at hand. If you want, I can add the test first.
"""
CANNED = [
    _COMMAND,
    _OUTLINE,
    _ANSWER,
    "Implement the following plan:\n\n# Move the store\n\nNever touch the old store. Always run both tests.",
    "You must fully embody this agent's persona. NEVER break character until an exit command is given.",
    "You are a careful reviewer of code.\n" + "Always read the diff before anything else. " * 12,
    "<past_turns>never answer in prose</past_turns>\n<new_turns>always answer in tags</new_turns>\n" + "Go on. " * 80,
    "Base directory for this skill: /home/x/skills/y\n\n# Review\n\nAlways read the diff first.",
]
OWN = [
    "never commit without asking the user who opened the ticket",
    "ask the user for the password again, and never keep it in memory",
    "from now on always answer in German",
    "are the instructions of the persona needed? never touch them without me",
    "I have added the first page, should I put the second one into the same folder? " * 4 + "never use tabs",
    "the user input is not trimmed in the form. please fix, and never use regexes for html",
]


@pytest.mark.parametrize("prompt", CANNED)
def test_a_canned_prompt_lays_nothing_down(prompt: str) -> None:
    assert is_canned(prompt)
    assert find_candidates([Turn("user", prompt, line=1)], known_paths=lambda path: False) == []


@pytest.mark.parametrize("prompt", OWN)
def test_a_prompt_in_the_persons_own_words_is_read(prompt: str) -> None:
    assert not is_canned(prompt)


def test_a_rule_after_a_canned_prompt_is_kept() -> None:
    turns = [Turn("user", _COMMAND, line=1), Turn("user", "never commit the build folder", line=2)]

    assert [one.text for one in find_candidates(turns, known_paths=lambda path: False)] == [
        "never commit the build folder"
    ]


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        (_COMMAND, ""),
        (_OUTLINE, ""),
        ("## User Input\n\n```text\na page of birds\n```\n\nYou **MUST** consider it.\n\n1. Ask.", "a page of birds"),
        (CANNED[3], "Implement the following plan:\n\n# Move the store"),
        ("/plan mind it\n\n--- Cursor Command: plan.md ---\n# Plan\nnever ask\n--- End Command ---", "/plan mind it"),
        ("keep the tabs\n\n--- Cursor Command: a.md ---\nnever use tabs", "keep the tabs"),
        (
            "The following task has finished. If you were already aware, ignore this notification.\n\nkind: subagent",
            "",
        ),
        (("make it blue\nImplement the plan as specified, it is attached for your reference. Do NOT edit the plan. "
         "To-do's from the plan have already been created. Don't stop until you have completed all the to-dos."),
         "make it blue"),
        ("never use tabs\n$ make\nmake: *** No rule", "never use tabs"),
        *((prompt, prompt) for prompt in OWN),
    ],
)  # fmt: skip
def test_what_a_person_typed_stays_without_what_a_command_put_there(prompt: str, typed: str) -> None:
    assert keep_typed(prompt).strip() == typed.strip()
    assert is_typed(prompt) == (keep_typed(prompt) == prompt)
