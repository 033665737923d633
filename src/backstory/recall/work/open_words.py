"""Words of what is left open: a question, that it is not decided, when somebody answers, and what holds until then."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

PENDING: Final = Pattern(
    r"(?:['’]s|\bis|\bare) (?:still |now )?(?:look|check|chas|ask|compar|test|measur|try|figur|clarif|discuss"
    r"|talk|think|find|decid|sort)\w*ing\b|\bno (?:answer|reply|word|news)\b|(?:\bnot"
    r"|n['’]t) (?:\w+ ){0,2}(?:yet|signed|decided|fixed|settled|answered|heard)\b|\b(?:so far|provisional\w*"
    r"|we['’]ll see|noch nicht|noch kein\w*|erst mit|pas encore|todavía no|aún no)\b",
    re.IGNORECASE,
)
"""What says that nobody has answered."""
MEANWHILE: Final = Pattern(
    r"\b(?:weg(?:lassen)?)[.!]|\b(?:lass\w*|garde|laisse|deja|déjalo|keep|leave|use|assume)\b|\b(?:do not"
    r"|don['’]?t) \w+",
    re.IGNORECASE,
)
"""What says how it is meanwhile, beside a question."""
HOLDS: Final = Pattern(
    r"\b(?:until|till|til|for (?:now|the (?:time being|moment))|in the meantime|meanwhile|as (?:it )?is|keep"
    r"|leave|skip|stays?|hold off|nothing (?:on|about|for)|do(?: not|n['’]?t)|do nothing|not? \w+ (?:yet|until"
    r"|til|before)|no \w+ (?:yet|til|until)|placeholder|mock|assume|bis|so ?lange|vorerst|erst ?mal|lass\w*"
    r"|bleibt|nicht|nichts|en attendant|d['’]ici là|pour l['’]instant|laisse|touche|por ahora|mientras"
    r"|de momento|hasta|deja\w*|déja\w*|(?:se )?queda)\b",
    re.IGNORECASE,
)
"""What says how it is until somebody answers."""
UNTIL: Final = Pattern(
    r"\b(?:until|till|til|for (?:now|the (?:time being|moment))|in the meantime|meanwhile|as (?:it )?is|hold off"
    r"|not yet|yet|leave (?:it|that|the)|keep (?:it|that|the)|skip|nothing (?:on|about|for)|bis|so ?lange"
    r"|vorerst|erst ?mal|vorher|en attendant|d['’]ici là|pour l['’]instant|por ahora|mientras|de momento"
    r"|hasta)\b",
    re.IGNORECASE,
)
"""What says that something holds for a time."""
DAYS: Final = Pattern(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tmrw|today|tonight|(?:next|this"
    r"|end of(?: the)?) (?:week|month)|the \d+(?:st|nd|rd|th)|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch"
    r"|morgen|heute|(?:nächste|ende der) woche|lundi|mardi|mercredi|jeudi|vendredi|samedi|demain|lunes|martes"
    r"|miércoles|jueves|viernes|mañana)\b",
    re.IGNORECASE,
)
"""When somebody answers."""
OPEN: Final = Pattern(
    r"\b(?:open (?:point|question|issue)s?|still open|stays? open|points? (?:is|are) (?:still )?open|unresolved"
    r"|(?:do not|don['’]?t) know|i leave to you|undecided|not (?:yet )?(?:decided|settled|clear|fixed|final"
    r"|agreed)|left to decide|strittig|no está (?:cerrado|claro|decidido)|(?:could|can)(?: no|['’]?)t (?:decide"
    r"|tell)|to be decided|tbd|offene?[rns]?|ungeklärt|unklar|point ouvert|reste une question|à décider"
    r"|pregunta abierta|pendiente|por decidir)\b|^\W*(?:open|waiting)\b[^.]{0,20}:",
    re.IGNORECASE,
)
"""How an agent lists what is not decided."""
_UNDECIDED: Final = Pattern(
    r"\b(?:sleep on (?:it|that|this)|(?:have|need|let me|i['’]?ll|want) (?:to )?(?:think|mull) (?:about|on|over)"
    r"(?: (?:it|that|this)(?: one)?)?|(?:have|has|had)(?:n['’]?t| not) (?:decided|made up my mind)"
    r"|(?:can(?:no|['’]?)t|cannot|won['’]?t) decide(?: (?:it|that|this))?(?: (?:now|today|yet|alone))?"
    r"|(?:i['’]?ll|i will|we['’]?ll|we will) decide (?:(?:it|that|this) )?(?:later|tomorrow|tonight|on \w+day|then)"
    r"|i leave (?:it|that|this) open|leave (?:it|that|this) (?:one )?open"
    r"|(?:muss|will|möchte) (?:ich )?(?:\w+ ){0,3}?(?:überlegen|nachdenken)|darüber schlafen|weiß ich noch nicht"
    r"|j['’]y réfléchi\w*|je dois (?:y )?réfléchir|je ne sais pas encore|lo (?:tengo que )?pienso|lo pensaré"
    r"|tengo que pensarlo|consultarlo con la almohada)\b",
    re.IGNORECASE,
)
"""How a person says that they have not decided yet."""
_ASKS: Final = Pattern(
    r"[?？]\W*$|[?？] |\bwhether\b|\bask\w* (?:if|which|what|ob)\b|\b(?:sure|unsure|know|idea|unclear|weiß|sais"
    r"|sabemos|sé) (?:yet )?(?:if|which|what|how|where|when|who|why|ob|was|wie|wann|welche\w*|si|quel\w*|combien"
    r"|cuánt\w+|cuál\w*|qué|en qué|cómo)\b|^\W*(?:so |and |but |then )*(?:(?:about )?(?:which|how (?:long|many"
    r"|much)|what)\b|ob |in welch\w+|bis wann)",
    re.IGNORECASE,
)
"""What says that something is a question."""

_EITHER: Final = Pattern(r" or | oder | ou | o \w+\?|\w+ o \w+,", re.IGNORECASE)
_FEW: Final = 16
"""Words of a sentence whose choice between two is what it asks."""


@judged
def asks_open(text: str) -> bool:
    """Whether a text has a question, or names two between which somebody has to choose."""
    return bool(_ASKS.search(text)) or (len(text.split()) <= _FEW and bool(_EITHER.search(text)))


@judged
def is_undecided(text: str) -> bool:
    """Whether a person says that they have not decided yet: `let me sleep on it`."""
    return _UNDECIDED.search(text) is not None and not text.rstrip().endswith(("?", "？"))


_PRIVATE: Final = Pattern(
    r"\b(?:my|our|meine?[mnr]?|unsere?[mnr]?|mon|ma|mes|mi|mis) (?:dentist|doctor|vet|hospital|mortgage|loan"
    r"|landlord|mom|mum|mother|dad|father|sister|brother|wife|husband|kids?|son|daughter|neighbou?r|mutter|vater"
    r"|schwester|bruder|frau|mann|kinder|sohn|tochter|vermieter|arzt|zahnarzt|médecin|dentiste|prêt|mère|père"
    r"|sœur|frère|femme|mari|fils|médico|madre|padre|hermana|hermano|mujer|marido|hijos?|hija)\b|\b(?:babysit\w*"
    r"|(?:for|have|having|get|to|my) (?:lunch|dinner|breakfast|coffee)|drinks|beers|pizza|birthday|wedding"
    r"|tierarzt|zahnarzt|zum essen|mittagessen|abendessen|hochzeit|kita|déjeuner|dîner|anniversaire|cena"
    r"|cumpleaños|boda)\b",
    re.IGNORECASE,
)
"""What is of a person's private life."""


@judged
def is_private(text: str) -> bool:
    """Whether a text is about a person's private life."""
    return bool(_PRIVATE.search(text))
