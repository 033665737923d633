"""Sentences of a person that report how something is, and order nothing."""

from backstory.base.overturns.cues import ORDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.overturns.exchanges import Sentence

_TROUBLE = frozenset(("error", "errors", "exception", "failed", "fails", "bug", "crash", "crashes", "broken", "fehler"))


def reports_state(sentence: "Sentence") -> bool:
    """Whether a person only tells how something is, and orders nothing."""
    if sentence.text.rstrip().endswith(":"):
        return True
    words = frozenset(sentence.words)
    return words.isdisjoint(ORDERS) and words.isdisjoint(_ORDERING) and not _TELLING.isdisjoint(sentence.words)


_ORDERING = frozenset(
    ("like", "please", "must", "only", "always", "never", "shall", "default", "bitte", "por", "at", "per")
)
_TELLING = frozenset(("still", "already", "again", "seems", "getting", "better", "cannot", "there", "anywhere", "just"))


def reports_trouble(sentence: "Sentence") -> bool:
    """Whether a sentence reports an error, and not a case in which one comes up."""
    return not _TROUBLE.isdisjoint(sentence.words) and _CASES.isdisjoint(sentence.words)


_CASES = frozenset(("on", "when", "if", "bei", "wenn", "en", "si", "cuando"))
