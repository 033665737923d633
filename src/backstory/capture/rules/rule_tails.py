"""Words behind the full stop of a rule that belong to it: `no type ignores. ever.`, ``pytest -q`. always that one.`

Where people write in fragments, the word that makes a rule of a sentence often stands alone behind it.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_places import Placed
from backstory.capture.text.cues import DAY
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_TAIL: Final = Pattern(
    r"(?:(?:and|not|no|never) )?(?:ever|never|never ever|not ever|always|anywhere|everywhere|period|full stop"
    r"|no exceptions?|without exceptions?|every (?:single )?time|each time|by anyone|for good"
    r"|(?:always|only|just) (?:that|this|the) (?:one|command)|(?:that|this) (?:one|command) (?:only|always)"
    r"|(?:and )?nothing else|immer|nie|niemals|jamais|toujours|nunca|siempre|punto|punkt|mai|sempre|nooit|altijd)"
    r"(?: please)?[\s.!]*$"
)
"""A sentence that says only how far the one before it reaches."""
_RULES: Final = Pattern(
    rf"^(?:(?:and|please|also|so|ok(?:ay)?)[\s,]+)*(?:no(?![,.!]| more[.!])|never|don't|dont|do not|only|use|run|keep"
    rf"|avoid|stop"
    rf"|without|it's|it is|kein\w*|nie|pas de|nada de|sin|{MASK}{{4,}}|[\w./-]+ (?:first|last|before|only)\b)"
)
"""How a sentence begins that such words may follow."""
_ALWAYS: Final = Pattern(
    rf"^(?:please |it's |it is |only |use |run |always |so )*{MASK}{{4,}}[,.;:–—-]*"
    r" (?:and )?(?:(?:always|only|just) (?:that|this|the) (?:one|command)|(?:that|this) (?:one|command) (?:only|always)"
    r"|always|every (?:single )?time|each time|nothing else|immer|toujours|siempre|sempre|altijd)[\s.!]*$"
    rf"|^(?:please |only |just |always )*(?:use|run|call|take)(?: only| just)? [^;?{MASK}]{{0,40}}{MASK}{{4,}}"
    rf"(?: only| for (?:the )?tests?)*,? from (?:(?:now|here|this point|{DAY}) on(?:wards)?\b|now(?=[\s.!]*$|,))"
    r"|^(?:please |only |just |always )*(?:run|write|test|name|commit|push|ask|format|lint|prefix|document)"
    rf" [^;?]{{3,160}}? from {DAY} on(?:wards)?\b"
)
_BANS: Final = Pattern(
    r"^(?:please |and |so )*(?:no(?![,.!])|never|don't|dont|do not|only|without|stop) (?!(?:problem|need"
    r"|worries|worry"
    r"|idea|rush|hurry|thanks"
    r"|way|one|luck|doubt|wonder|surprise|chance)\b)[^.?!]{3,80}[.!]"
    r" (?:(?:and|not|no|never) )?(?:ever|never|never ever|not ever|always|anywhere|period|full stop|no exceptions?"
    r"|for good)[\s.!]*$"
)
"""`no type ignores. ever.`"""
_MOST: Final = 14
"""Words of a sentence that such words may follow."""
SURE: Final = 0.93
"""How sure a command is that is always to be used: weights have seen few of them."""


def join_tails(placed: Sequence[Placed]) -> list[Placed]:
    """The sentences of a prompt, each with the words behind its full stop that say how far it reaches."""
    joined: list[Placed] = []
    for one in placed:
        before = joined[-1] if joined else None
        if before and _TAIL.match(one.sentence.plain) and _may_end(before, one):
            whole = before.sentence._replace(
                text=f"{before.sentence.text} {one.sentence.text}",
                plain=f"{before.sentence.plain} {one.sentence.plain}",
            )
            joined[-1] = before._replace(sentence=whole, quote=f"{before.quote} {one.quote}")
        else:
            joined.append(one)
    return joined


def _may_end(before: Placed, one: Placed) -> bool:
    sentence = before.sentence
    return (
        sentence.paragraph == one.sentence.paragraph
        and not (sentence.is_question or sentence.item)
        and len(sentence.plain.split()) <= _MOST
        and _RULES.match(sentence.plain) is not None
    )


def measure_tail(plain: str) -> float:
    """How sure it is that a sentence names the command that is always to be used; 0 if it does not."""
    return SURE if _ALWAYS.match(plain) or _BANS.match(plain) else 0.0
