"""What a program does, in an agent's report, and the person says it is not to do: `It is charged like any other.`, and
then `Don't charge forced retries.`

The order may be meant for a part only, so the report stands with it.
"""

from itertools import pairwise

from backstory.base.overturns.cues import ORDERS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_FORBIDS = (
    ("do", "not"), ("please", "do", "not"), ("never",), ("please", "never"), ("stop",), ("please", "stop"),
    ("it", "should", "not"), ("that", "should", "not"), ("it", "must", "not"), ("that", "must", "not"),
    ("we", "should", "not"), ("we", "must", "not"), ("no", "do", "not"),
)  # fmt: skip
"""How an order begins that forbids what the next word says."""
_GENERAL = stem_words(
    (*ORDERS, "do", "change", "touch", "forget", "worry", "commit", "push", "run", "tell", "say", "ask", "show", "mind",
     "start", "work", "mention", "wait", "think", "know", "get", "move", "edit", "delete", "remove", "call", "be",
     "have", "bother", "explain", "apologize", "guess", "rush", "care")
)  # fmt: skip
"""What an agent may do as well as a program."""
_PERSONS = frozenset(("i", "we", "you", "let"))
_PAST = frozenset(("was", "were", "been", "had", "did"))
_DENIED = frozenset(("no", "not", "never", "without", "neither", "nothing"))


def find_forbidden(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what an agent reported that a program does, where the prompt right behind it forbids that."""
    for former, exchange in pairwise(exchanges):
        if former.session != exchange.session:
            continue
        for order in exchange.asked:
            forbidden = _read_forbidden(order)
            for one in former.answered if forbidden else ():
                if forbidden <= one.stems and _tells_behaviour(one):
                    yield Overturn(one, order.text, order.row, is_sure=False)


def _read_forbidden(sentence: "Sentence") -> "frozenset[str]":
    """The stem of what an order forbids to do; empty where it forbids nothing that a program does."""
    if sentence.is_question:
        return frozenset()
    for clause in sentence.clauses:
        words = clause.words
        for begin in _FORBIDS:
            if tuple(words[: len(begin)]) == begin and len(words) > len(begin):
                return content(stem_words(words[len(begin) : len(begin) + 1])) - _GENERAL
    return frozenset()


def _tells_behaviour(sentence: "Sentence") -> bool:
    """Whether a sentence says what is done at all times, and not what somebody did or would do."""
    if sentence.is_imagined() or not _DENIED.isdisjoint(sentence.words) or not _PAST.isdisjoint(sentence.words):
        return False
    return _PERSONS.isdisjoint(sentence.words[:2])
