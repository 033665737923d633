"""Choices of a person against what was just proposed or agreed: `No, not a second queue. Put them back at the head`, `I
was wrong about the timer, it has to be per job`.

Patterns of `Sentence.plain`.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.decisions.conclusions import ACTS
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.82
_MOST_WORDS: Final = 9
"""Words of a refusal that needs the order behind it."""
_LONGEST: Final = 200
_SHORT: Final = 90
"""Characters of what is to stand in the place of something, or of the sentence that names it."""
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


_UNDOES: Final = Pattern(
    r"^(?:(?:no|nope|hm+|oh|ah|please|ok(?:ay)?|sorry|then)[\s,.!–—-]+)*(?:revert|undo|drop|scrap|remove|take out"
    r"|throw out|get rid"
    r" of|roll back) (?:that|it|this|them)(?: again)?(?:,| -|:|;) (?!and\b|then\b|please\b|but\b"
    r"|first\b)[^?]*\b(?:too|not|nobody"
    r"|no one|never|won't|don't|doesn't|isn't|breaks?|fails?|costs?|hides?|overkill|ugly|only|worse)\b"
)
"""`revert that, a decorator is too clever`, before what is to stand in its place"""
_THING: Final = Pattern(
    r"^(?:(?:just|simply|rather|a|an|the|one)[\s,]+)*(?!(?:i|we|you|it|that|this|they|there|thanks)\b)[a-z]"
)
_THEN_SO: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|fine|right|good|well|then|alright)[\s,.]+)+so (?:an?|the|no|just|one|two|only) (?!question\b"
    r"|problem\b|bug\b"
    r"|issue\b|test\b|next\b)[\w·-]+[^?:]{0,20}, (?:but |and )?(?:through|in|with|by|without|on|as|like|for|from|not"
    r"|no|into|under"
    r"|behind)\b[^?]{4,}$"
)
"""`ok so a warning, through the sink like everything else`"""
_DO_IT: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|fine|good|yes|right|agreed|then|alright)[\s,.]+)+(?:do|put|make|build|handle|solve"
    r"|catch) (?:it|that|this) (?:in|into"
    r"|inside|on|at|as|via|through|with|by|like) (?!(?:the )?(?:morning|evening|afternoon|meantime|end|weekend|week"
    r"|same time|moment)\b|me\b"
    r"|a (?:minute|moment|bit)|once|monday|tomorrow|that\b|this\b)[\w·./-]+(?: [\w·./-]+){0,3}(?=[.,;!]|$)"
)
"""`fine, do it in the formatter`"""
_TAKES_BACK: Final = Pattern(
    r"^(?:(?:and|but|so|ok(?:ay)?|sorry|hm+|no)[\s,]+)*i take back (?:what i \w+|my|that|the|everything)\b[^?]{4,}$"
)
"""`I take back what I said about the Z`, before what holds instead"""
_PUTS: Final = Pattern(
    rf"^(?:(?:and|but|so|please)[\s,]+)*(?:it|they|that|this) (?:goes|go|belongs?|lives?|moves?) (?:in|into|to|under"
    rf"|below|beside"
    rf"|next to|behind) (?:the )?[\w./{MASK}-]*[./{MASK}_][\w./{MASK}-]*"
)
"""`but it goes into exceptions.py`, behind what it is"""


def add_turned_choices(selected: list[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with such choices, in place of the parts of them that others have."""
    kept = list(selected)
    for place, one in enumerate(sentences):
        choice = _read_refusal(sentences, place) or _read_mistake(one) or _read_place(sentences, place)
        choice = choice or (_make(one.text, one.text) if _settles(one) else None)
        if choice is None or any(other.kind == "rule" and other.quote in choice.quote for other in kept):
            continue
        kept = [other for other in kept if other.kind != "decision" or other.quote.strip() not in choice.quote]
        kept.append(choice)
    return kept


def _settles(one: Sentence) -> bool:
    """Whether a sentence settles by itself how or where something is done."""
    return not one.is_question and any(pattern.match(one.plain) for pattern in (_THEN_SO, _DO_IT))


def _read_refusal(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """What is not to be, with the order behind it, which says what is."""
    one, after = sentences[place], sentences[place + 1] if place + 1 < len(sentences) else None
    refusal = _NOT.match(one.plain)
    if after is None or after.paragraph != one.paragraph or one.is_question or after.is_question:
        return None
    if (
        _UNDOES.match(one.plain)
        and len(after.text) <= _SHORT
        and _THING.match(after.plain)
        and not is_errand(after.plain)
    ):
        return _make(f"{strip_end(one.text)}. {after.text}", f"{one.text} {after.text}")
    if _TAKES_BACK.match(one.plain) and len(after.text) <= _SHORT and _THING.match(after.plain):
        return _make(f"{strip_end(one.text)}. {after.text}", f"{one.text} {after.text}")
    if refusal is None:
        return None
    if len(refusal["what"].split()) > _MOST_WORDS or len(after.text) > _LONGEST or not _ORDER.match(after.plain):
        return None
    text = f"{strip_end(one.text[refusal.start('what') :])}. {after.text}"
    return _make(text, f"{one.text} {after.text}")


def _read_place(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """Where something is to stand that the sentence before names."""
    one, before = sentences[place], sentences[place - 1] if place else None
    if before is None or before.paragraph != one.paragraph or before.is_question or one.is_question:
        return None
    if not _PUTS.match(one.plain) or len(before.text) > _SHORT or len(one.text) > _LONGEST:
        return None
    return _make(f"{strip_end(before.text)}. {one.text}", f"{before.text} {one.text}")


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
