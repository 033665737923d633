"""What a person lets go or keeps in a few words: `the list goes. predicate only`, `dma out. spi stays (panel)`."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.84
_LONGEST: Final = 160
_LEAD: Final = r"(?:(?:ok(?:ay)?|k|so|then|well|hm+|and|but|ah|right|no|good|fine)[\s,.]+)*"
_NOTHING: Final = (
    r"(?!(?:it|this|that|these|those|they|he|she|we|you|u|i|everything|all|nothing|something|there|here|what|who|how"
    r"|which|one|anything|nobody|time|day|work|power|fire|lunch"
    r"|test|tests|build|rest|timeout|check|log|sign)\b)"
)
_THING: Final = rf"{_NOTHING}(?:(?:the|our|that) {_NOTHING})?[\w·{MASK}./-]{{2,}}(?: [\w·{MASK}./-]+)?"
_GOES: Final = Pattern(
    rf"(?:^|[,;] ){_LEAD}(?P<what>{_THING}) (?:goes(?: away)?|has to go|must go|is (?:out|dead)|out|dead)(?=[.!,;]|$)"
)
"""`the lock goes`"""
_STAYS: Final = Pattern(
    rf"(?:^|[,;] ){_LEAD}(?P<what>{_THING}) (?:stays|remains)(?: (?:in|at|on) (?:{MASK}+|\d\S*|\S*[/_]\S+))?"
    r"(?: \([^)]{2,40}\))?(?=[.!,;]|$)"
)
"""`fifo stays (modbus)`"""
_STAY_WITH: Final = Pattern(
    rf"^{_LEAD}(?:we )?(?:stay|stick) (?:with|at|on) (?P<what>[\w·{MASK}./-][^,;.?]{{0,40}})(?=[.!,;]|$)"
)
"""`stay with -O2`"""
_ONLY: Final = Pattern(rf"^(?:(?:so|and|just) )?[\w·{MASK}./-]+(?: [\w·{MASK}./-]+)? only[.!]*$")
"""What is left, behind what goes."""
_LIVES: Final = Pattern(
    r"\b(?:now|today|already|yesterday|again today|this morning|right now|here)\b|\b(?:out|dead) (?:of|in|on|at)\b"
)
_REASON: Final = Pattern(
    r"^(?:(?:it|they|we|he|she|nobody|no one|only|too|not|never|single|one|the|\w+) \S+|because\b)[^?]*$"
)
_NO_REASON: Final = Pattern(
    r"^(?:(?:and|then|now|so|also|please|pls|next|ok)\b|(?:run|commit|push|measure|test|show|check|do|make|add|write"
    r"|document|again|bye|thx|thanks|go|use|put|move|fix|revert)\b)"
)


def find_verdicts(sentences: Sequence[Sentence]) -> list[Candidate]:
    """What the sentences of a prompt let go, and what they keep."""
    verdicts: list[Candidate] = []
    taken: set[int] = set()
    for place, one in enumerate(sentences):
        match = None if place in taken else _match(one)
        if match is None:
            continue
        more = sentences[place + 1] if place + 1 < len(sentences) else None
        is_joined = more is not None and more.paragraph == one.paragraph and not more.is_question
        text, why, quote = strip_end(one.text), "", one.text
        if more is not None and is_joined and (_ONLY.match(more.plain) or _match(more)):
            text, quote = f"{text}. {strip_end(more.text)}", f"{quote} {more.text}"
            taken.add(place + 1)
        elif more is not None and is_joined and len(more.text) <= _LONGEST and _explains(more):
            why, quote = more.text, f"{quote} {more.text}"
        verdicts.append(
            Candidate(
                kind="decision",
                text=text,
                why=why,
                quote=quote,
                role="user",
                confidence=_CONFIDENCE,
                revises=True,
            )
        )
    return verdicts


def _match(one: Sentence) -> bool | None:
    if one.is_question or len(one.text) > _LONGEST or len(one.plain.split()) > _MOST_WORDS or _LIVES.search(one.plain):
        return None
    return bool(_GOES.search(one.plain) or _STAYS.search(one.plain) or _STAY_WITH.match(one.plain)) or None


_MOST_WORDS: Final = 9


def _explains(more: Sentence) -> bool:
    return bool(_REASON.match(more.plain)) and not _NO_REASON.match(more.plain)
