"""What an answer of an agent proposes, and the question that it ends with."""

from typing import Final

from backstory.capture import statement_cues as cues
from backstory.capture.decision_cues import PROPOSAL
from backstory.capture.patterns import Pattern
from backstory.capture.prose import Sentence, read_sentences

_MAX_TEXT: Final = 600
"""Characters of a sentence that proposes something."""


def find_proposal(answer: str) -> str:
    """The last thing that an answer proposes; empty without one. Where it only says `the same`, after what it means."""
    sentences = read_sentences(answer, person=False)
    place = next((place for place in range(len(sentences) - 1, -1, -1) if _proposes(sentences[place])), -1)
    if place < 0:
        return ""
    text, before = sentences[place].text, sentences[place - 1] if place else None
    is_bare = _THE_SAME.search(sentences[place].plain) and before and before.paragraph == sentences[place].paragraph
    if is_bare and before and not before.is_question and len(before.text) + len(text) < _MAX_TEXT:
        return f"{before.text} {text}"
    return text


_THE_SAME: Final = Pattern(r"\b(?:do|doing|use|keep|have|want|go with|suggest|propose) (?:just )?the same\b(?! \w)")
"""A proposal that only points at what was told before it."""


def _proposes(sentence: Sentence) -> bool:
    if sentence.is_question or len(sentence.text) > _MAX_TEXT or sentence.text.endswith((":", "：")):
        return False
    if _ASKS.match(sentence.plain) or cues.APOLOGY.search(sentence.plain):
        return False
    return PROPOSAL.search(sentence.plain) is not None


_ASKS: Final = Pattern(
    r"\W*(?:(?:or|and|so) )?(?:should(?:n't)?|shall|do|does|would|could|can|is|are|will|soll\w*|faut-il|debe\w*) "
    r"(?:i|we|you|it|they|this|that|these|there|the|be|·+)\b"
)
"""A question, or its beginning before another one."""


def find_question(answer: str) -> str:
    """The question that an answer ends with; empty without one."""
    sentences = read_sentences(answer, person=False)
    return sentences[-1].text if sentences and sentences[-1].is_question else ""
