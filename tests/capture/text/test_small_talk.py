"""What decides nothing: reports of defects, greetings, assents without their object, ideas, console output."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.selection import select_prompt
from backstory.capture.statements.statements import find_statements
from backstory.capture.statements.subagent_reports import find_report
from backstory.capture.text.small_talk import decides_nothing


@pytest.mark.parametrize(
    "prompt",
    [
        "Same issue. I tested all of the other buttons and they all worked",
        "when i login the app doesn't navigate to the home screen",
        "our users complain that a request hangs for four minutes",
        "I can't get it to work",
        "field of view is too narrow",
        "Save, and cancel buttons do not work at all",
        "They do not cause any reaction in the console",
        "For some reason I cant change the value once I entered it",
        "when I try to open all of them I do not see the new ones in there",
        "the frame that shows the selection never disappears - it is exported too",
        "when there are three of them it looks ugly and overflows into the list",
        "let's go for it then",
        "sounds good, let's keep moving",
        "I'm still seeing the same rows twice in the table",
        "well done! now let's move on to the next thing",
        "good, i like the third",
        "Me parece.",
        "hi. yesterday evening i spoke with Alex (maintainer)",
        "I think we could add a function for that",
        "I never quite got why it is called ld",
        "main-block.js:361 DEBUG: createChart called with data: Object",
        "Go with 1.",
        "ok, let's go with option b please",
        "implementemos la opcion 1",
        "so for the next time: 1. the parser 2. the printer, because it is next",
    ],
)
def test_they_become_no_record(prompt: str) -> None:
    assert select_prompt(prompt) == []


@pytest.mark.parametrize(
    "plain",
    [
        "the label doesn't show, so use the title instead",
        "let's go with the second one, it is simpler",
        "i like tabs better, please use them",
        "we talked about it and decided on redis",
        "in the list of orders show only what is open, ie. do not show what is paid",
        "please do not load drafts",
        "let's go with option b, it needs no server",
        "let's go with 3 retries",
        "use a lock in the store",
        "in main-block.js:10-20 the props must come first",
    ],
)
def test_what_says_more_may_decide(plain: str) -> None:
    assert not decides_nothing(plain)


def test_a_greeting_is_not_put_before_a_decision() -> None:
    (one,) = select_prompt("Hi there. We decided to keep the lock, because the queue loses events.")
    assert one.text.startswith("We decided")


def test_what_is_still_to_do_is_no_failed_attempt() -> None:
    assert find_statements("Removing by hand does not take the item out of the queue yet, I'd do that tomorrow.") == []


def test_a_report_begins_with_what_was_found_out() -> None:
    (one,) = find_report("I went through the library and the tests. Two writers exist, the key and the method.")
    assert one.text.startswith("Two writers exist")


def test_a_list_within_a_sentence_is_not_cut_behind_a_number() -> None:
    steps = " ".join(f"{number}. take step {number} with more words," for number in range(1, 10))
    turns = [Turn("user", f"We decided on this order, because each needs the one before: {steps}", line=1)]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert not one.text.rstrip(".")[-1].isdigit()


@pytest.mark.parametrize(
    "plain",
    [
        "i put my faith in you, lets see",
        "i love the way you wrote it, but we need to think more",
        "this is a culture defining moment",
        "that is literally an insanely crucial flow we need",
        "well, we have the data, let's use it!",
        "if we are not careful, we could end up with two tables",
        "when testing the chat nothing happens when i send a message",
    ],
)
def test_a_mood_and_a_rhetorical_call_decide_nothing(plain: str) -> None:
    assert decides_nothing(plain)


@pytest.mark.parametrize(
    "plain",
    [
        "trust me, never write to that table",
        "this is a rule: always ask first because the table is shared",
        "if it could time out, use the queue instead",
        "if you need more agents, make a note of it, which might help",
    ],
)
def test_what_is_laid_down_with_a_mood_stays(plain: str) -> None:
    assert not decides_nothing(plain)
