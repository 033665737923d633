"""Tells what a sentence says is all that remains of the work: `what is left is the changelog entry`."""

import re
from typing import Final

from backstory.patterns.nothing_left import find_nothing_left
from backstory.patterns.pattern import Pattern

LONGEST: Final = 240
"""Characters of a sentence that is looked at."""
_START: Final = r"(?:^|[,;:.–—(-] ?|\b(?:and|so|but|then|now|ok|okay|well|also|und|jetzt|et|donc|y) )"
_LEFT: Final = r"(?:left|missing|outstanding|open|remaining|to (?:do|be done))"
_WHAT: Final = r"(?:what|all|everything|the (?:only|last|one) (?:things?|steps?|parts?|pieces?|bits?|items?|ones?))"
_NAMED: Final = Pattern(
    rf"{_START}{_WHAT}(?: that| which)?(?:['’]s| is| are)?(?: still| now| then| we(?:['’]ve| have)?| really)*"
    rf" (?:{_LEFT}|remains?)(?: to do| to be done| open| now| then| here| for (?:us|me|you|now|today))*"
    r" ?(?:(?:is|are|would be)(?: now| still| only| just)?|:) (?P<rest>.+)$",
    re.IGNORECASE,
)
"""`what is left is ...`, `the only thing left to do is ...`."""
_ONLY: Final = Pattern(
    rf"{_START}(?:there(?:['’]s| is| are) |we(?:['’]ve| have) )?(?:only|just) (?P<rest>.+?)"
    rf" (?:(?:is|are|['’]s) )?(?:still )?(?:{_LEFT}|remains?)(?: now| to do| here| then)*[.! ]*$",
    re.IGNORECASE,
)
"""`only ... is missing now`, `there's only ... left`."""
_ALL: Final = Pattern(
    r"^(?:so |then |now |ok(?:ay)?,? )*(?P<rest>.+?) (?:is|are) (?:now )?(?:all|the (?:only|last) (?:things?|steps?"
    rf"|parts?))(?: that| which)?(?:['’]s| is| are)? (?:still )?(?:{_LEFT}|remains?)(?: now| to do| here)*[.! ]*$",
    re.IGNORECASE,
)
"""`... is all that is left`."""
_GERMAN: Final = Pattern(
    rf"{_START}(?:(?:was|das einzige,? (?:was|das)|alles,? was)(?: jetzt| noch| nun| mir| uns)*"
    r" (?:fehlt|bleibt|(?:übrig|offen)(?: ist| bleibt)?|zu tun (?:ist|bleibt)),?"
    r" (?:ist|sind|wäre)(?: noch| nur| jetzt)*"
    r"|(?:es )?(?:fehlt|fehlen|bleibt|bleiben)(?: jetzt| also| uns)* nur(?: noch)?) (?P<rest>.+)$",
    re.IGNORECASE,
)
_FRENCH: Final = Pattern(
    rf"{_START}(?:ce qui (?:nous )?reste(?: à faire)?,? (?:c['’]est|est|ce sont)"
    r"|il (?:ne )?(?:nous )?reste (?:plus )?(?:que|qu['’])) ?(?P<rest>.+)$",
    re.IGNORECASE,
)
_SPANISH: Final = Pattern(
    rf"{_START}(?:lo (?:único )?que (?:nos )?(?:queda|falta)(?: por hacer)? (?:es|son)"
    r"|s[oó]lo (?:nos )?(?:quedan?|faltan?)) (?P<rest>.+)$",
    re.IGNORECASE,
)
_REMAINS: Final = (_NAMED, _ONLY, _ALL, _GERMAN, _FRENCH, _SPANISH)
_DOUBTED: Final = Pattern(
    r"\b(?:if|until|unless|when|once|whether|not sure|i think|wenn|falls|bis|ob|si|jusqu|cuando|hasta)\b|\?\s*$",
    re.IGNORECASE,
)
_NO_STEP: Final = Pattern(
    r"^(?:to be seen|unclear|open|up to|whether|how|why|unklar|à voir|por ver|that|this|it|das|ça|eso|me|us|you)\b"
    r"|^(?:the )?(?:same|admins?|memory|time|minutes?)$",
    re.IGNORECASE,
)


def find_remaining(sentence: str) -> str | None:
    """What a sentence says is all that remains to be done; None if it says no such thing."""
    if len(sentence) > LONGEST or _DOUBTED.search(sentence):
        return None
    for pattern in _REMAINS:
        match = pattern.search(sentence)
        rest = match["rest"].strip(" .!,;:–—") if match is not None else ""
        if rest and not _NO_STEP.search(rest):
            return rest
    return find_nothing_left(sentence) or None
