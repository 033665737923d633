"""Prompts for which nothing is looked up: greetings, sums, and answers to the agent."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.question import Question

MIN_SUBJECT = 2
"""Significant words from which a short answer to the agent has a subject of its own."""


def needs_nothing(question: "Question") -> bool:
    """Whether a prompt asks nothing of the memory."""
    if question.asking.is_courtesy or question.is_sum:
        return True
    if question.is_put:
        return False
    return _follows_up(question)


def needs_only_rules(question: "Question") -> bool:
    """Whether a prompt orders what the repository or the agent fulfils by itself: rules and failures alone bear on
    it."""
    if question.is_put or not question.is_order:
        return False
    from backstory.base.routine_orders import is_routine  # questions order nothing

    return is_routine(question.asking.words)


def _follows_up(question: "Question") -> bool:
    """Whether a prompt answers the agent, and has no subject of its own."""
    has_subject = question.kinds or question.names or len(question.significant) >= MIN_SUBJECT
    if has_subject or "?" in question.text:
        return False
    from backstory.base.follow_ups import is_follow_up  # most prompts have a subject

    return is_follow_up(question.asking.words)
