"""Whether a sentence settles something: a value, a limit, who wants what."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_SIGNS: Final = Pattern(
    r"\b(?:wants?|wanted|requires?|required|decided|insists?|settled|final|per (?:her|him|them)|default|at most"
    r"|at least|must(?:n't)?|has to|have to|had to|may(?: not)?|never|always|only|wins?|off|so it(?:'?s| is)"
    r"|from now on|instead|rather|after all|make it|keep it|set it|raise|lower"
    r"|too (?:much|many|few|little|long|short|high|low)|sagt|meint|will|muss|soll|darf|nur|immer|nie"
    r"|höchstens|mindestens|schluss|doit|veut"
    r"|jamais|toujours|debe|quiere|nunca|siempre)\b",
    re.IGNORECASE,
)


@judged
def count_settling(sentence: str) -> int:
    """How many words of a sentence settle something."""
    return len(_SIGNS.findall(sentence))


@judged
def is_settling(sentence: str) -> bool:
    """Whether a sentence settles something."""
    return bool(_SIGNS.search(sentence))
