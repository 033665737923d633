"""Steps that a person takes out by their numbers: `3 no, that is the separate discussion. 2: leave it. Only 1.`"""

from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.patterns.pattern import Pattern

_NAMES: Final = {
    name: number
    for number, row in enumerate(
        (
            "one first eins erste ersten erster erstes un uno premier première primero primera primer",
            "two second zwei zweite zweiten zweiter zweites deux deuxième dos segundo segunda",
            "three third drei dritte dritten dritter drittes trois troisième tres tercero tercera tercer",
            "four fourth vier vierte vierten vierter viertes quatre quatrième cuatro cuarto cuarta",
            "five fifth fünf fünfte fünften fünfter fünftes cinq cinquième cinco quinto quinta",
            "six sixth sechs sechste sechsten sechster sechstes sixième seis sexto sexta",
        ),
        1,
    )
    for name in row.split()
}
_NOUN: Final = (
    r"(?:(?:the|your|my|that|der|die|das|den|dein|ihr|le|la|el|ton|tu|votre|su) )?(?:(?:points?|steps?|items?|numbers?"
    r"|tasks?|no\.|nr\.?|punkte?|schritte?|nummern?|étapes?|pasos?|puntos?|números?|numéros?) )?#?"
)
_NUMBER: Final = rf"(?:[1-9]|{'|'.join(_NAMES)})\b(?! ?[%:.]\d)[.)]?(?: (?:one|point|step|item|punkt|schritt))?"
_LIST: Final = rf"{_NOUN}{_NUMBER}(?:(?:,| and| und| et| y| or| oder|, and) {_NOUN}{_NUMBER})*"
_FILLER: Final = r"lol|haha|hm+|uh+|um+|er|eh|well|äh+|ähm|öh|naja|bof|ben|bah|euh|alors|pues|bueno"
"""What a person says before the word that takes a step out."""
_OUT: Final = (
    r"(?:no|nope|nah|not|nein|nö|nee|nicht|non|out|raus|fuera)\b(?! yet| before| only| noch)"
    r"|(?:is|are|was|ist|sind|est|es|son) not (?!yet|done|ready|finished|clear|fertig)"
    r"|(?:is|are|was|ist|sind|est|es|son) (?:out|off|[a-zà-ü]+['’]s|for [a-zà-ü]+"
    r"|nicht (?:nötig|dran)|pas (?:nécessaire|utile)|no hace|his|hers|theirs|mine|somebody|someone|de otros?"
    r"|sache von|raus|unnötig|überflüssig)\b"
    r"|(?:isn|aren)['’]t (?!yet|done|ready|finished|clear)"
    r"|(?:is|are|was|were|has been|have been|ist|sind|est|sont|está|están|es|son) (?:now |thereby |thus |therefore "
    r"|already |hereby |also |damit |somit |donc |ya |por tanto )?"
    r"(?:cancel+ed|dropped|struck(?: off| out)?|withdrawn|obsolete|moot|void|closed|settled|superseded"
    r"|(?:no longer |un|not )(?:needed|necessary|wanted|required)|gestrichen|hinfällig|erledigt|abgesagt"
    r"|annulée?|supprimée?|abandonnée?|cancelad[oa]|descartad[oa]|anulad[oa])\b"
    r"|(?:can|kann|puede|may) (?:go|be (?:dropped|left out|skipped)|weg|raus|wegbleiben)\b"
    r"|(?:falls? away|entfällt|fällt (?:weg|aus)|sobra|tombe|saute|contradicts|widerspricht|contredit|contradice)\b"
    r"|(?:macht|machen|schreibt|übernimmt|fait|hace) \w"
)
_SUBJECT: Final = Pattern(
    rf"(?:^|[,;] )(?:(?:and|but|so|und|aber|et|y|pero|[a-zà-ü]+:) )*(?P<numbers>{_LIST})"
    rf"(?:(?P<pause>[:,.]|$)|[,:]? (?:(?:{_FILLER})[,.!]* )*(?P<out>{_OUT}))"
)
"""How a clause begins that is about steps, and what then takes them out."""
OF_STEP: Final = Pattern(
    rf"(?:{_NOUN}{_NUMBER}) (?:is|are|belongs to|goes to|ist|gehört|macht|est|es) (?:[a-zà-ü]+['’]s|for |für |pour "
    r"|para |de |[a-zà-ü]+$)"
)
"""`three is Deniz's work`: a sentence that assigns a step is not a rule."""
_OBJECT: Final = Pattern(
    r"\b(?:skip|drop|strike|scratch|forget|ignore|omit|cross out|leave (?:out|off)|without|not|no|lass|streich\w*"
    r"|vergiss|ohne|nicht|kein\w*|saute|oublie|laisse|raye|sans|pas|omite|salta|tacha|quita|olvida|sin) "
    rf"(?P<numbers>{_LIST})(?=[.,;:!]|$| (?:away|out|weg|aus|please|bitte|then|for now|is|ist|y|and|und"
    r"|the (?:rest|others?)|everything else|der rest|le reste|el resto|because|since|denn|weil|car|porque))"
)
"""`drop 4`, `not the third`."""
_ONLY: Final = Pattern(
    r"(?:^|[,;] |\b(?:so|then|also|dann|entonces|alors) )(?:only|just|nur|bloß|seulement|sólo|solo|solamente)"
    r"(?: (?:do|take|remains?|leaves?|bleib\w*|queda\w*|reste|mach\w*))?(?: (?:with|noch))? "
    rf"(?P<numbers>{_LIST})(?: (?:then|remains?|is left|dann|bleib\w*|übrig|here|please|for now))*[.!]*$"
)
"""`only 1`, `then only remains the one`."""
_KEPT: Final = Pattern(
    r"(?:(?:ok(?:ay)?|understood|agreed|noted|right|sure|alright|got it|good|fine|verstanden|gut|klar|alles klar"
    r"|d['’]accord|entendu|compris|bien|entendido|vale|de acuerdo)[ ]?[:,.;!–—-]? ?)?"
    r"(?:(?:so|then|also|dann|donc|alors|entonces)[,]? )?"
    r"(?:(?:it['’]s|it is|that['’]s|that leaves|leaves|es (?:bleiben|bleibt)|bleiben|reste(?:nt)?|quedan?"
    r"|only|just|nur) )*"
    rf"(?P<numbers>{_NOUN}{_NUMBER}(?:(?: ?- ?| ?– ?| to | through | bis | à | a | hasta ){_NUMBER})?"
    rf"(?:(?:,| and| und| et| y|, and) {_NOUN}{_NUMBER})*)"
    r"(?: (?:then|remain\w*|left|dann|übrig|it is))*(?=$|[.;:]|,(?! ?(?:\d|and\b|und\b|et\b|y\b))| ?[(–—])"
)
"""How an answer repeats the steps that a person left: `OK: 1 to 4.`"""
_RANGE: Final = late_pattern(
    rf"\b(?P<first>[1-9]|{'|'.join(_NAMES)}) ?(?:-|–|to|through|bis|à|a|hasta) ?(?P<last>[1-9]|{'|'.join(_NAMES)})\b"
)
_PUTS_OFF: Final = Pattern(
    r"\b(?:yet|later|first|after(?:wards)?|before|tomorrow|noch|später|erst|zuerst|vorher|nachher|morgen|plus tard"
    r"|d['’]abord|demain|après|luego|después|primero|mañana)\b"
)
"""Words of a prompt that puts steps off and takes none out."""
_TAKES_OUT: Final = Pattern(
    r"\b(?:no|nope|nah|not|non|nein|nicht|kein\w*|drop|skip|scratch|strike|cross|forget|leave|out|lass\w*|streich\w*"
    r"|vergiss|weg|raus|pas|sans|saute|oublie|laisse|quita|olvida|sin|don['’]t|won['’]t)\b"
)
_EACH: Final = late_pattern(rf"\b(?:[1-9]|{'|'.join(_NAMES)})\b")
_MOST: Final = 9
"""Steps that a list has at most where their number is not known."""
_ORDINAL_ONE: Final = late_pattern(r"(\w+(?:st|nd|rd|th)) one\b")
"""`the second one` is one step."""


def find_refused_numbers(sentence: str, count: int, *, refuses: bool) -> set[int]:
    """The numbers, from 1 to `count`, of the steps that a sentence in lower case takes out.

    `refuses`: it has a word that takes something out, which is then what it is about.
    """
    if only := _ONLY.search(sentence):
        kept = _read(only["numbers"], count)
        return set(range(1, count + 1)) - kept if kept else set()
    refused: set[int] = set()
    for subject in _SUBJECT.finditer(sentence):
        if subject["out"] or (refuses and subject.start() == 0):
            refused |= _read(subject["numbers"], count)
    for match in _OBJECT.finditer(sentence):
        refused |= _read(match["numbers"], count)
    return refused


def strikes_steps(sentence: str) -> bool:
    """Whether a sentence takes steps out by their numbers, of however many."""
    return bool(find_refused_numbers(sentence.lower(), _MOST, refuses=False))


def find_kept_numbers(prompt: str, answer: str, count: int) -> set[int]:
    """The numbers, from 1 to `count`, of the steps that an answer keeps when it repeats what a person left of them.

    `prompt`: what the person said before it, `answer`: its first sentence, both in lower case. Empty where the answer
    repeats no numbers, where the person took nothing out by number, or where they only put steps off.
    """
    if not _EACH.search(prompt) or not _TAKES_OUT.search(prompt) or _PUTS_OFF.search(prompt):
        return set()
    match = _KEPT.match(answer)
    if match is None:
        return set()
    numbers = match["numbers"]
    kept = _read(numbers, count)
    if kept and (span := _RANGE.search(numbers)):
        first, last = (int(name) if name.isdigit() else _NAMES[name] for name in span.groups())
        kept |= set(range(first, last + 1))
    return kept


def _read(numbers: str, count: int) -> set[int]:
    """The numbers in a text that are those of steps; none if one of them is not."""
    names = _EACH.findall(_ORDINAL_ONE.sub(r"\1", numbers))
    read = {int(name) if name.isdigit() else _NAMES[name] for name in names}
    return read if all(0 < number <= count for number in read) else set()
