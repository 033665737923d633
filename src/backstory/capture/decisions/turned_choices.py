"""Choices of a person against what was just proposed or agreed: `No, not a second queue. Put them back at the head`, `I
was wrong about the timer, it has to be per job`.

Patterns of `Sentence.plain`.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.decisions.conclusions import ACTS
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.82
_MOST_WORDS: Final = 9
"""Words of a refusal that needs the order behind it."""
_LONGEST: Final = 200
_NOT: Final = Pattern(
    r"^(?:(?:no|nope|nah|hm+|oh|ah|please|but|wait)[\s,.!–—-]+)+(?P<what>not (?:an?|the|one|in|on|by|with|as|per|at|for"
    r"|two|another) [^;:?]{3,})$"
)
"""`No, not a second queue.`"""
_ORDER: Final = Pattern(
    rf"^(?:(?:just|please|simply|rather|better|instead|so|and)[\s,]+)*(?:{ACTS}|collect|raise|send|wrap)\b"
)
_WRONG: Final = Pattern(
    rf"\b(?:i|we) (?:was|were) wrong about (?P<what>(?:the|our|my|that|its) [\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,3}})"
    r"(?:,| -|;|:|\.) (?:it|they|that) (?P<rest>(?:has to|have to|must|should|needs? to|may|can't|cannot) [^?]{4,})$"
)
"""`I was wrong about the timer, it has to be per job and not per queue`"""


def add_turned_choices(selected: list[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with such choices, in place of the parts of them that others have."""
    kept = list(selected)
    for place, one in enumerate(sentences):
        choice = _read_refusal(sentences, place) or _read_mistake(one)
        if choice is None or any(other.kind == "rule" and other.quote in choice.quote for other in kept):
            continue
        kept = [other for other in kept if other.kind != "decision" or other.quote.strip() not in choice.quote]
        kept.append(choice)
    return kept


def _read_refusal(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """What is not to be, with the order behind it, which says what is."""
    one, after = sentences[place], sentences[place + 1] if place + 1 < len(sentences) else None
    refusal = _NOT.match(one.plain)
    if refusal is None or after is None or after.paragraph != one.paragraph or one.is_question or after.is_question:
        return None
    if len(refusal["what"].split()) > _MOST_WORDS or len(after.text) > _LONGEST or not _ORDER.match(after.plain):
        return None
    text = f"{strip_end(one.text[refusal.start('what') :])}. {after.text}"
    return _make(text, f"{one.text} {after.text}")


def _read_mistake(one: Sentence) -> Candidate | None:
    """What a person had wrong, as it has to be."""
    wrong = None if one.is_question else _WRONG.search(one.plain)
    if wrong is None:
        return None
    text = f"{one.text[slice(*wrong.span('what'))]} {one.text[slice(*wrong.span('rest'))]}"
    return _make(text, one.text)


def _make(text: str, quote: str) -> Candidate:
    return Candidate(
        kind="decision", text=strip_end(text), quote=quote, role="user", confidence=_CONFIDENCE, revises=True
    )
