"""Tells what keeps a deed that a person speaks of from being done: it is ahead, in part, in doubt or undone again."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern

_AHEAD: Final = Pattern(
    r"\b(?:gets?|getting|being|going to|gonna|due|planned|scheduled|wants?|wanted|hopes?|wish(?:es)?|i['’]d|we['’]d"
    r"|has to|have to|had to|ha[ds] (?:i|we|he|she|they)|supposed|can|could|might|until|by (?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day"
    r"|unless|whether|as soon as"
    r"|muss|müssen|müsste\w*|soll\w*|will|wollen|kann|können|könnte\w*|darf|wird|werden(?=\W*$)|bis|wenn|falls"
    r"|sobald|ob"
    r"|doi(?:t|vent)|faut|faudra\w*|va|vont|peut|peuvent|si|quand|dès que|avant"
    r"|debe\w*|hay que|tiene[ns]? que|va[ns]? a|puede\w*|cuando|antes)\b"
    r"|^(?:had|were|should) ",
    re.IGNORECASE,
)
"""What says that something is to be done, or may be."""
_PART: Final = Pattern(
    r"\b(?:(?:first|second|third|last|one|two|three|some|most|part|half|many|a few) (?:\w+ )?of|the (?:first|second)"
    r"|(?:first|second) (?:half|part|batch)|so far|up to|halfway|teilweise|zum teil|ein(?:en)? teil|(?:der|die"
    r"|das|den) ersten?"
    r"|(?:einige|manche|die hälfte)(?: der)?|en partie|une partie|l[ea] premi(?:er|ère)s?|la moitié|quelques"
    r"|en parte|una parte|l[ao]s? primer\w*|la mitad|algun[oa]s)\b",
    re.IGNORECASE,
)
"""What says that something is done in part."""
_CLAIM: Final = Pattern(
    r"\b(?:claim(?:s|ed|ing)?|pretend(?:s|ed)?|alleged(?:ly)?|supposed(?:ly)?|apparently|assum\w+|suspect\w*|doubt\w*"
    r"|believes?|think|thinks|guess\w*|probably|maybe|perhaps|seems?|looks like"
    r"|behauptet\w*|angeblich|vermutlich|wahrscheinlich|vielleicht|glaub\w*|bezweifl\w*|scheint|anscheinend"
    r"|prétend\w*|soi-disant|paraît|semble\w*|crois|croit|peut-être|sans doute|doute"
    r"|afirma\w*|supuestamente|dizque|creo|cree|quizás?|tal vez|parece\w*|dudo)\b",
    re.IGNORECASE,
)
"""How somebody passes on what they have not seen."""
_DOUBT: Final = Pattern(
    r"\b(?:doubt\w*|(?:don['’]?t|do not|can['’]?t|cannot|hardly) (?:\w+ )?(?:believe|trust|think so|buy)"
    r"|not (?:so )?sure"
    r"|(?:check|verify|prove|confirm|double-check) (?:that|this|it|whether|if|him|her|them)\b|is (?:that|it) true"
    r"|(?:that|it)(?:['’]s| is| was) (?:wrong|false|not true|a lie)"
    r"|glaub\w* (?:ich|ihm|ihr|das|es)?\s?(?:\w+ )?nicht|bezweifl\w*|nicht sicher|(?:prüf|überprüf"
    r"|schau)\w* (?:das|es|nach)"
    r"|stimmt (?:das )?(?:nicht|wohl)|crois pas|doute\w*|pas s[ûu]re?|vérifie\w*|no (?:me )?(?:lo )?creo"
    r"|dud[oa]|no estoy segur\w+"
    r"|(?:compr[ué]+[eb]\w*|verif[ií]ca\w*)l[oa])\b",
    re.IGNORECASE,
)
"""How a person doubts what stands before."""
_UNDONE: Final = Pattern(
    r"\b(?:revert\w*|roll(?:ed|ing)? (?:it |that |them |this |all )?back|rollback|undid|undone|undo"
    r"|back(?:ed)? (?:it |that |them )?out"
    r"|took (?:it|that|them) (?:back|out)|again broken|broke again"
    r"|zurückgerollt|zurückgenommen|zurückgesetzt|rückgängig|revertier\w*|wieder (?:raus|weg|ausgebaut|entfernt)"
    r"|annul\w+|revenir en arrière|deshac\w+|deshecho|deshice|revert\w+|vuelta atrás)\b",
    re.IGNORECASE,
)
"""How a person says that something was undone."""
_REST: Final = Pattern(
    r"\bnot (?:yet|all|every\w*|there|done|on|in|for|the)\b|\b(?:yet|still) (?:to|open|missing|not)\b"
    r"|n['’]t (?:\w+ ){0,4}yet\b"
    r"|\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|some|many|more|others?|rest|half|most)"
    r" (?:\w+ ){0,2}(?:to go|left|missing|remain\w*|pending|open|to do|follows?|later|tomorrow|next)\b|\bto go\b"
    r"|\b(?:except|apart from|other than|besides|only half|but not|(?:is|are) (?:still )?(?:missing|open|pending))\b"
    r"|\bnoch (?:nicht|\w+ (?:offen|übrig)|offen|zu|\w+ zu)\b|\b(?:fehl(?:t|en)|außer|bis auf|ausgenommen)\b"
    r"|\bpas encore\b|\b(?:reste(?:nt)?|manque(?:nt)?|sauf|hormis)\b"
    r"|\b(?:todavía|aún) no\b|\b(?:falta[n]?|queda[n]?|excepto|salvo|menos)\b",
    re.IGNORECASE,
)
"""What says that a part of it, or of the matter, is left."""
_LACK: Final = Pattern(
    r"\b(?:y a|y avait|avons|n['’]ai|n['’]a|est|sont|sommes|estamos|está\w*|seguimos|sigue\w*|hay|había|tenemos|tengo"
    r"|haben|hat|habe|gibt|gab|sind|ist|stehen|toujours|encore|noch|immer|todavía|aún|aun)\b",
    re.IGNORECASE,
)
"""What stands before a word for none where something is missing."""


def is_ahead(clause: str) -> bool:
    """Whether a clause speaks of something that is to be done, or might be."""
    return _AHEAD.search(clause) is not None


def is_partial(clause: str) -> bool:
    """Whether a clause speaks of a part of something."""
    return _PART.search(clause) is not None


def is_claim(sentence: str) -> bool:
    """Whether a sentence passes on a claim that its speaker has not checked."""
    return _CLAIM.search(sentence) is not None


def takes_back_deed(text: str) -> bool:
    """Whether a text doubts the deed before it, or says that it was undone."""
    return _DOUBT.search(text) is not None or _UNDONE.search(text) is not None


def leaves_rest(text: str) -> bool:
    """Whether a text says that something of the matter is left."""
    return _REST.search(text) is not None


def states_lack(before: str) -> bool:
    """Whether a word for none after this text states what is missing, and gives nothing up: `estamos sin ...`."""
    return _LACK.search(before) is not None
