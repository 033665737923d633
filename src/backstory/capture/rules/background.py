"""Recognises background that a person gives before a question or a wish: `we trim everything. does a null live
through that?` It describes the state of things, and asks for nothing.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.signals import Place

_DEMANDS: Final = Pattern(
    r"\b(?:must|never|always|only|no|not|should|shall|has to|have to|needs? to|need|please|every|each|from now|nobody"
    r"|none|keep|stays?|remains?|leave|don['’]?t|do not|without|before you|unless|mine|my job|muss|immer|nie|nur"
    r"|kein\w*"
    r"|nicht|bitte|doit|toujours|jamais|pas|debe|siempre|nunca|sin)\b|n['’]t\b|^(?:please |and |so )*(?!we\b"
    r"|our\b|the\b|i\b"
    r"|wir\b|unsere?\b|nous\b|nos\b|nosotros\b|nuestr\w+\b)[a-z]+\b"
)
"""Words of a demand, and a beginning that is no subject."""
_DESCRIBES: Final = Pattern(r"\b(?:and|but) never (?:\w+ly )?\w+[^su\W]s\b|\b(?:is|are|was|were|has|have) never \w+")
"""`... and never serves`: how something is, where a demand would name the deed."""
_OWN: Final = Pattern(r"^(?:the |our |my |their )?[\w-]+['’]s? (?:[\w-]+ )")
"""Whose the thing is that a sentence is about."""
_POINTS: Final = Pattern(
    r"\b(?:he|she|they|her|him|his|that|this|it|them|those|these|there|then|so|das|dem|ça|cela|eso|esto)\b"
)
_WISH: Final = Pattern(
    r"^(?:(?:so|and|now|well|ok(?:ay)?)[, ]+)*(?:i['’]d (?:like|love|prefer)|i would like|i (?:want"
    r"|need) (?!you to (?:always"
    r"|never))|we (?:want|need)|can (?:you|we)|could (?:you|we)|let['’]?s|ich (?:hätte gern|möchte|will|brauche)"
    r"|je (?:voudrais|veux)|quiero|quisiera|me gustaría)\b"
)
"""How the wish begins for which the sentence before it gives the reason."""


def tells_background(at: Place) -> bool:
    """Whether a sentence tells how things are, for the question or the wish behind it."""
    sentence = at.sentence
    own = _OWN.match(sentence.plain)
    plain = f"the {_DESCRIBES.sub(' ', sentence.plain[own.end() :])}" if own else sentence.plain
    if at.place + 1 >= len(at.sentences) or _DEMANDS.search(plain):
        return False
    following = at.sentences[at.place + 1]
    if following.paragraph != sentence.paragraph:
        return False
    return bool(following.is_question and _POINTS.search(following.plain)) or bool(_WISH.match(following.plain))
