"""Drops the words with which a request begins and that only ask: `I would like you to`."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern

_WANTS: Final = r"(?:i|we)(?:['’]d| would)? (?:really |just )?(?:love|like|want|need)"
_NOW: Final = r"(?: (?:(?:right )?now|today|tonight|instead|most|first|next|here|this (?:week|time|morning|afternoon)))"
_ASKS: Final = Pattern(
    r"(?:(?:so|right|okay|ok|well|and|now|today|um|uh|also|hello|hi|please|pls)\b[,:!.]? )*"
    rf"(?:what {_WANTS}{_NOW}{{0,2}} is\b(?: that\b)?|{_WANTS}(?:{_NOW}{{1,2}}(?= (?:to|you to|an?|the)\b))?"
    r"(?: (?:(?:you|us) to|to have|to see|to be able to|to)\b)?(?: that\b)?|(?:can|could|would) you(?: please)?"
    r"|i (?:would be|['’]d be|am) (?:very |most )?(?:grateful|happy|glad)"
    r" if you could|is it possible to|ich (?:hätte gern|möchte|will)|wir (?:brauchen|wollen)"
    r"|je (?:veux|voudrais)(?: pouvoir)?|j['’]aimerais(?: pouvoir| qu['’]on puisse)?|(?:quiero|queremos|necesito) )"
    r"(?<!\w(?=\w))\s*"
    r"(?!(?:it|that|this|to know|help|you)\b)(?=\S+ \S+)",
    re.IGNORECASE,
)
"""How a request begins before it says what is wanted."""
_JOINS: Final = Pattern(r"(?:(?:and|but|so|however|und|aber|also|et|mais|y|pero)\b,? )+", re.IGNORECASE)


def drop_lead(text: str) -> str:
    """A request without the words that only ask for what it names, or that join it to what stood before."""
    lead = _ASKS.match(text) or _JOINS.match(text)
    return text[lead.end() :] if lead else text
