"""Rules that nobody calls one: what is asked for again and again, and `always` as the answer to an offer."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.repeated_requests import find_repeated
from backstory.capture.text.candidate import Candidate

ASKED = (
    "The list is cut off at ten. Please add a test for it.",
    "Sorting by name ignores accents. Can you write a test for this?",
)


def find_rules(*said: str, earlier: tuple[str, ...] = ()) -> list[Candidate]:
    """The rules of a conversation, given as `user: ...` and `assistant: ...`."""
    turns = [
        Turn("user" if one.startswith("user") else "assistant", one.partition(": ")[2], line=place + 1)
        for place, one in enumerate(said)
    ]
    candidates = find_candidates(turns, known_paths=lambda path: False, earlier=lambda: earlier)
    return [one for one in candidates if one.kind == "rule"]


def test_what_three_prompts_ask_for_beside_their_task_is_a_rule() -> None:
    said = [f"user: {one}" for one in (*ASKED, "The header is too tall. Write a test for that.")]
    assert find_rules(*said[:2]) == []
    (rule,) = find_rules(*said)
    assert (rule.text, rule.line, rule.role) == ("Write a test for that", 3, "user")
    assert rule.why == "Asked for in 3 prompts."


def test_a_rule_is_made_once_however_the_next_prompt_words_it() -> None:
    again = ("The header is too tall. Can you write a test for that?", "Zeros are hidden. Also add a test for it.")
    (rule,) = find_rules(*[f"user: {one}" for one in (*ASKED, *again)])
    assert (rule.text, rule.quote) == ("Write a test for that", "Can you write a test for that?")


def test_prompts_of_other_sessions_count() -> None:
    (rule,) = find_rules("user: The header is too tall. Write a test for that.", earlier=ASKED)
    assert rule.text == "Write a test for that"


@pytest.mark.parametrize(
    "prompts",
    [
        ("Please add a test for it.",) * 3,  # the same prompt, sent again
        ("Write a test.", "Write tests!", "please write the test"),  # the whole task each time
        ("It is red. Fix the build.", "Same again. Please fix the build.", "Still red, sorry. Fix the build please."),
        ("Slow today. Run the tests.", "Nice. Now run the tests.", "Ok then. Run the tests again."),
        ("The log is empty. Don't add a test for it.", *ASKED),  # the opposite
    ],
)
def test_tasks_and_repeats_are_none(prompts: tuple[str, ...]) -> None:
    assert find_rules(*(f"user: {one}" for one in prompts)) == []


def test_earlier_prompts_are_not_read_where_nothing_is_demanded() -> None:
    def fail() -> tuple[str, ...]:
        raise AssertionError

    assert find_repeated("Why is the list cut off at ten?", fail) == []


@pytest.mark.parametrize(
    "answer", ["yes always", "Always.", "ja, immer", "oui, toujours !", "sí, siempre", "no, never"]
)
def test_always_makes_a_rule_of_the_offer(answer: str) -> None:
    offer = "Shall I deploy it and take a screenshot?"
    (rule,) = find_rules(f"assistant: The padding is smaller. {offer}", f"user: {answer}")
    assert rule.text == f"{offer} {answer.rstrip(' .!')}"
    assert rule.quote == answer


@pytest.mark.parametrize("answer", ["yes", "always the same error", "yes, but never on Fridays", "never mind"])
def test_other_answers_do_not(answer: str) -> None:
    assert find_rules("assistant: Done. Shall I deploy it?", f"user: {answer}") == []


def test_without_an_offer_always_says_nothing() -> None:
    assert find_rules("assistant: Done.", "user: always") == []


def test_a_rule_that_begins_with_he_names_him() -> None:
    said = "I talked to Devon last night, who maintains it. He says under no circumstances may we rename the table."
    (rule,) = find_rules(f"user: {said}")
    assert rule.text == "Devon: He says under no circumstances may we rename the table"


@pytest.mark.parametrize(
    "question",
    [
        "Does it fail only on CI, or always?",
        "Has it ever worked for you?",
        "When does the crash happen?",
        "Is the cache cold when you see this?",
        "Should I have asked first?",
    ],
)
def test_always_as_the_answer_to_a_question_for_a_fact_is_no_rule(question: str) -> None:
    assert find_rules(f"assistant: {question}", "user: yes, always") == []


def test_what_two_prompts_forbid_is_a_rule() -> None:
    said = (
        "The list is short. Don't touch the lock file.",
        "The header is red. And do not touch that lock file please.",
    )
    rules = find_repeated(said[1], lambda: said[:1])
    assert [(one.text, one.why) for one in rules] == [("Do not touch that lock file please", "Asked for in 2 prompts.")]
    other = "The header is red. Please don't touch the parser."
    assert find_repeated(other, lambda: said[:1]) == []


@pytest.mark.parametrize(
    "prompts",
    [
        ("It is red. I don't see the log.", "Still red. I don't see the log file."),
        ("It is slow. We don't run that here, do we?", "Slow. Don't you run that here?"),
        ("Fine. Don't run it for now.", "Good. Don't run it for now please."),
    ],
)
def test_an_account_forbids_nothing(prompts: tuple[str, ...]) -> None:
    assert find_repeated(prompts[1], lambda: prompts[:1]) == []


@pytest.mark.parametrize(
    ("ban", "is_rule"),
    [
        ("Do not take any actions beyond analysing and reporting back.", False),
        ("Don't change any code, just report.", False),
        ("Do not make any changes yet.", False),
        ("Do not do anything else.", False),
        ("Do not change anything in vendor/.", True),
        ("Do not add any dependencies.", True),
        ("Don't write any code without asking me.", True),
    ],
)
def test_two_orders_that_forbid_all_work_are_no_rule(ban: str, *, is_rule: bool) -> None:
    said = (f"Why is the header red on the first page? {ban}", f"Find out where the parser loses its state. {ban}")
    assert bool(find_repeated(said[1], lambda: said[:1])) is is_rule


def test_what_is_asked_after_again_and_again_is_a_rule() -> None:
    said = (
        "did you rebuild and rerun everything?",
        "Did you rebuild it?",
        "so did you rebuild and restart the server?",
    )
    (rule,) = find_repeated(said[2], lambda: said[:2])
    assert (rule.text, rule.why) == ("Rebuild and restart the server", "Asked for in 3 prompts.")
    assert find_repeated(said[1], lambda: said[:1]) == []
    assert find_repeated("did you see it?", lambda: ("did you see it?", "Did you see that?")) == []


def test_a_long_prompt_that_follows_each_piece_of_work_gives_rules() -> None:
    template = (
        "Only go on if code was changed:\n\nUpdate docs/design.md with what is new in the code that was just changed."
        " Say why.\n\nIf any environment variables were added, update the file `.env.example` and the workflows too."
        " Thank you very much for all of this."
    )
    work = [f"Add page {number}." for number in range(6)]
    sent = [prompt for one in work for prompt in (one, template)]
    rules = find_repeated(template, lambda: sent)
    assert [one.text[:22] for one in rules] == ["Update docs/design.md ", "If any environment var"]
    assert find_repeated(template, lambda: sent[:8]) == []
    assert find_repeated(template, lambda: [template] * 12) == []
