"""Tells whether a sentence says that nothing of the work is left: `nothing is left but the review`."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern

_NOTHING: Final = Pattern(
    r"(?:^|[,;:–—] |\b(?:and|so|und|et|y) )(?:with |there(?:['’]s| is) |es |il )?"
    r"(?:nothing (?:else |more )?(?:is |was )?(?:left(?! (?:to|in|of|on|behind|out|as)\b(?! do\b))|open|outstanding"
    r"|remains?(?: open| to be done)?|to do|missing)"
    r"|no (?:open |further |more |next )?(?:steps?|tasks?|to-?dos?|items?|points?) (?:are |is )?(?:left|remain\w*|open)"
    r"|(?:ist |bleibt |steht )?nichts (?:mehr )?(?:ist |bleibt )?(?:offen|übrig|zu tun)"
    r"|(?:ne )?reste (?:plus )?rien(?: à faire)?|plus rien (?:à faire|n['’]est ouvert)"
    r"|no queda nada(?: por hacer| pendiente)?)\b"
    r"(?P<rest>[^.!?]*)",
    re.IGNORECASE,
)
_DOUBTED: Final = Pattern(
    r"\b(?:if|until|unless|when|once|whether|not sure|think|wenn|bis|ob|si|jusqu|cuando|hasta)\b|\?\s*$",
    re.IGNORECASE,
)
_EXCEPT: Final = Pattern(
    r"^\W*(?:(?:to do |open )?(?:but|except|apart from|besides|other than|außer|bis auf|sauf|à part|excepto|salvo))\b",
    re.IGNORECASE,
)


def find_nothing_left(sentence: str) -> str | None:
    """What a sentence excepts which says that nothing is left, empty without an exception; None if it says no such
    thing, or says it of one part."""
    match = _NOTHING.search(sentence)
    if match is None or _DOUBTED.search(sentence):
        return None
    rest = match["rest"].strip(" ,;:–—")
    exception = _EXCEPT.match(rest)
    if exception is not None:
        return rest[exception.end() :].strip()
    return None if rest and not _CLOSES.fullmatch(rest) else ""


_CLOSES: Final = Pattern(
    r"(?:(?:now|here|open|to do|for now|on this branch|of (?:it|this|the (?:task|work|list|plan))|any ?more|then|jetzt"
    r"|hier|mehr|ici|maintenant|aquí|ahora|pendiente)[ ,]*)+",
    re.IGNORECASE,
)
"""What may stand behind it without naming a part of the work."""
