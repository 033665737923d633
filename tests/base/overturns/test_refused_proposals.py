"""What an agent proposed and the person turned down."""

import pytest
from tests.base.overturns.marked_talk import Turn, list_overturns

PROPOSAL = "I suggest a queue in RabbitMQ, it survives a restart."


def is_refused(*turns: Turn, proposal: str = PROPOSAL) -> bool:
    one = list_overturns(*turns).get(proposal)
    return one is not None and one.is_refused


# The refusal comes first, behind its reason, or in the next session.
@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("no, we can't run one more service. put the jobs in a table", "The jobs are in a table."),
        ("nope, rabbitmq needs erlang and nobody knows that here. take a table", "The jobs are in a table."),
        ("rabbitmq is banned by our policy. put the jobs in a table", "The jobs are in the table `job`."),
        ("I'd rather not. The jobs go in a table.", "The jobs are in a table."),
        ("nein, kein rabbitmq. nimm eine tabelle", "Die Aufträge stehen in einer Tabelle."),
    ],
)
def test_a_proposal_is_turned_down(prompt: str, answer: str) -> None:
    asked = (1, "jobs get lost on a restart", f"{PROPOSAL} Shall I add it?")
    assert is_refused(asked, (1, prompt, answer))
    assert is_refused(asked, (2, prompt, answer))


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("yes, do that", "RabbitMQ runs with a queue for the jobs."),
        ("ok, but call the queue work", "The queue in RabbitMQ is named work."),
        ("no problem, go on", "The queue in RabbitMQ is there."),
        ("what does it cost?", "Nothing but memory."),
        ("first fix the typo in the mail", "Fixed."),
        ("let me sleep on it", "Fine."),
    ],
)
def test_a_proposal_is_not_turned_down(prompt: str, answer: str) -> None:
    asked = (1, "jobs get lost on a restart", f"{PROPOSAL} Shall I add it?")
    assert not is_refused(asked, (1, prompt, answer))


def test_a_proposal_that_is_taken_up_later_is_chosen() -> None:
    asked = (1, "jobs get lost on a restart", f"{PROPOSAL} Shall I add it?")
    later = (1, "what does it cost?", "Nothing but memory.")
    assert not is_refused(asked, later, (2, "then rabbitmq it is", "The queue in RabbitMQ is there."))


def test_a_prompt_that_begins_with_the_words_of_a_proposal_agrees() -> None:
    proposal = "I'd leave it, the suggested flag still works."
    asked = (1, "does it suggest old flags?", f"It does. {proposal}")
    assert not is_refused(asked, (1, "leave it. commit then, and run the suite", "Committed."), proposal=proposal)
