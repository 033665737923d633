"""Sentences of a person that describe how things are around the code: what a customer's program does, what a colleague
has set up, what users will write. Such a sentence gives the reason of a decision, and is a fact itself.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_OPENINGS: Final = (
    r"(?:and|but|so|ok(?:ay)?|well|now|also|then|yes|no|oh|right|true|good(?: enough)?|fine|makes sense|agreed|problem"
    r"|since|because|in the other \w+)"
)
_LEAD: Final = rf"^(?:{_OPENINGS}[\s,.:]+)*"
_WORD: Final = r"(?!(?:and|or|but|if|when|because|since|that|which|who|to|is|are)\b)[\w·'./-]+"
_NUMBER: Final = (
    r"(?:\d[\d.,]*k?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|sixteen|twenty|thirty|forty|fifty"
    r"|(?:a )?hundreds?|(?:a )?thousands?|(?:a )?dozens?|half|some|many|most|several|few|plenty|both|part|one"
    r"|a (?:part|few|couple|lot|third|quarter))"
)
_WHOSE: Final = (
    r"(?:our|its|his|her|their|my|(?!(?:it|that|let|there|he|she|what|who|here|where|this|yesterday|today)'s)"
    r"(?:(?:an?|the|one|each|every|another) )?[\w-]+'s|"
    rf"{_NUMBER} (?:\w+ )?of (?:our|his|her|their|my|the|these|those|an?))"
)
_DOES: Final = (
    r"(?:(?:already|also|always|often|only|just|never|now|still|usually|even) )?"
    r"(?:is|are|has|have|had|was|were|does|do|did|will|would|can|cannot|can't|could|doesn't|don't|isn't|aren't|won't"
    r"|take|carry|use|run|read|write|send|hold|export|poll|ask|redirect|mount|count|build|get|go|come|see|expect|share"
    r"|start|call|say|make|keep|need|pay|[\w-]+(?<!s)s|[\w-]+(?<!e)ed|died|wrote|sent|lost|broke|ran|took|went|came"
    r"|got|gave|fell|built)"
)
_OF_SOMEBODY: Final = Pattern(rf"{_LEAD}{_WHOSE}(?: {_WORD}){{1,6}}? {_DOES}\b")
"""`Kenji's cluster mounts uploads from a NAS`, `half of our support tickets say ...`"""
_PEOPLE: Final = Pattern(
    rf"{_LEAD}(?:people|users|customers|clients|callers|somebody|someone|everybody|everyone|whoever|{_NUMBER}"
    r" (?!of\b)[\w-]+s|(?:another|one|some|a(?: big| small| new| second)?) (?:other )?(?:partner|customer|client|user"
    r"|supplier|vendor|caller|consumer|tenant|reader|server|service|machine|colleague|team))"
    rf"(?: (?:of|in|from|with|on) (?:{_WORD} ?){{1,3}}?)? (?:will|would|are going to|have|do"
    rf"|{_DOES})\b|{_LEAD}{_NUMBER} of (?:our|his|her|their|my|these|those) [\w-]+s [a-z]+\b"
)
"""`people will write it the other way round out of habit`, `sixteen threads of a worker will hold the same budget`"""
_PLACE: Final = Pattern(
    rf"{_LEAD}(?:the|this) (?:{_WORD} ){{0,4}}?(?:of|in|on|at) (?:this|that|our|the) (?:net(?:work)?|machine|box|office"
    rf"|house|company|building|site|vm|container|laptop|host|cluster) {_DOES}\b"
)
"""`the package mirror of this net has never had tornado`"""
_WE_HAVE: Final = Pattern(rf"{_LEAD}(?:we|they) (?:have|had|run|ship|sell|use) (?:an?|{_NUMBER}|our|the)\b")
_POINTS: Final = Pattern(
    rf"{_LEAD}(?:it|they|that one|this one)(?:'s| (?:is|are|was|were|has|have|had|always|also|would|[a-z]+(?<!s)s))\b"
)
"""`it lists the cache with a plain loop`: a sentence that says nothing without the one before it."""
_NAMED: Final = Pattern(
    rf"{_LEAD}(?P<who>(?!{_OPENINGS}\b)[\w-]+)(?:'s [\w-]+| from [\w-]+)? (?:[\w-]+(?<!s)s|[\w-]+(?<!e)ed)\b"
)
"""`Anselm sets NO_COLOR on all build boxes`"""
_DEMANDS: Final = Pattern(
    r"\b(?:should(?:n't)?|shall|must(?:n't)?|ha(?:s|ve) to|had to|needs? to|need|needs|ought|instead|from now on"
    r"|let(?:'s| \w+)?|please|pls|no longer|any ?more|rather|may|might|(?<!will )wants?|wanted|wish\w*|prefer\w*"
    r"|like[sd]? to|would like|'d like|decid\w+|agree\w*|insist\w*|ask(?:s|ed)|says? no|vetoe?\w*|refus\w+|forb\w+"
    r"|allow\w*|promis\w+|stays?|wins?|belongs?|owns?|own|mine|hands? off|leave|keep it|is out|are out|is enough|first"
    r"|default|reviewed|sign\w* off|take[sn]? over|(?:is|are) (?:rewriting|reworking|splitting|moving|working|to)"
    r"|not to|no [\w-]+ (?:for|in|on|please)|(?:don't|do not) \w+ (?:the|it|any|them|that)|use)\b"
    r"|\b(?:préf|voudr|veut|möchte|quier|prefier)\w*"
    r"|, (?:so|therefore|hence) (?!(?:it|they|that|he|she|one|the \w+|all) (?:would|will|is|are|was|were|had|got"
    r"|went|could|never|\w+ed)\b)"
    r"|[:;–—] ?(?:use|take|make|put|do|don't|no|only|keep|call|set|drop|write|return|raise|throw)\b"
)
"""Words by which a sentence is more than a description."""
_NEVER: Final = Pattern(r"\bnever (?!\w+(?<!s)s\b|had\b|has\b|been\b|got\b|saw\b|knew\b|heard\b)")
_CUSTOM: Final = Pattern(
    r"\b(?:we|our (?:team|code|code ?base|tests?|handlers?|modules?|repo\w*|project|style|convention|packages?|api"
    r"|components?|services?|endpoints?|migrations?|commits?|branch\w*|docs?|scripts?|fixtures?|models?))\b.*"
    r"\b(?:always|never|only)\b"
)
"""What one's own code always does is how it has to be."""


def describes_situation(sentence: Sentence) -> bool:
    """Whether a sentence only describes how things are with somebody or somewhere."""
    plain = sentence.plain
    if _DEMANDS.search(plain) or _NEVER.search(plain) or _CUSTOM.search(plain):
        return False
    if any(pattern.match(plain) for pattern in (_OF_SOMEBODY, _PEOPLE, _PLACE, _WE_HAVE)):
        return True
    named = _NAMED.match(plain)
    return named is not None and _is_name(sentence.text[slice(*named.span("who"))])


def points_back(sentence: Sentence) -> bool:
    """Whether a sentence describes something that only the sentence before it names."""
    return _POINTS.match(sentence.plain) is not None and not (
        _DEMANDS.search(sentence.plain) or _NEVER.search(sentence.plain)
    )


def _is_name(word: str) -> bool:
    return word[:1].isupper() and word[1:].islower() and word not in NOT_PEOPLE
