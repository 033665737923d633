"""Orders for one time: `don't commit yet`, `only this time, use the old name`, `it should only read and report`.

In a later session they say nothing.
"""

import re
from functools import lru_cache
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_STEP_EN: Final = r"(?:commit|push|merge|deploy|release|publish|start|run|implement|write|change|touch|edit|do)"
_HOLDS_BACK: Final = Pattern(
    rf"(?:(?:but|and|ok(?:ay)?|please|no|so)[\s,]+)*(?:don['’]?t|do not|not) {_STEP_EN}"
    r"(?: (?:it|this|that|anything|any code|any changes|code))?,? (?:just )?yet(?:,? please)?"
    r"|(?:only|just) (?:this (?:file|one|test|function)|that one|the \w+)(?: [\w.]+)? for (?:now|today)"
    r"|(?:only|just) (?:this (?:once|one time|time)|for (?:this|today|now))[,:] [^;?]{3,80}"
    r"|[^;?]{3,80},? (?:only|just) (?:this (?:once|one time|time)|for this (?:one|test|file|time))"
    r"|nur (?:diesmal|dieses (?:eine )?mal|heute)[,:]? [^;?]{3,80}|(?:juste|seulement) cette fois[,:]? [^;?]{3,80}"
    r"|(?:solo|sólo) (?:esta vez|por hoy)[,:]? [^;?]{3,80}"
    r"|(?:no|not) (?:commits?|pushe?s?|pushing|committing) yet"
    r"|(?:(?:bitte|aber|und|ok)[\s,]+)*(?:jetzt )?noch (?:nicht|nichts) (?:committen|commiten|einchecken|pushen|mergen"
    r"|deployen|starten|ändern|anfassen|umsetzen)"
    r"|(?:(?:mais|et|ok)[\s,]+)*ne (?:commite|commit|pousse|push|merge|déploie|lance|change|touche)s? (?:pas|rien)"
    r" (?:encore|tout de suite|pour l['’]instant)"
    r"|(?:(?:pero|y|ok)[\s,]+)*(?:todavía |aún )?no (?:hagas (?:commit|push)|subas|publiques|lances|cambies|toques)"
    r"(?: nada)? (?:todavía|aún|por ahora)(?: nada)?",
    re.IGNORECASE,
)


_DELEGATE: Final = (
    r"(?:some(?:body|one)(?: else)?|(?:a |another |one )?(?:sub-?|second |separate |fresh )?agents?"
    r"|a second pair of eyes|a fresh mind|jemand\w*|ein(?:en|em)? (?:zweite[rnm]?|andere[rnm]?|sub-?)[ -]?agent\w*"
    r"|quelqu['’]un|un sous-agent|alguien|otro agente|alguém)"
)
_LOOKS: Final = (
    r"(?:looks?|reads?|check(?:s|ed)?|double-check|verif(?:y|ies|ied)|review(?:s|ed)?|go(?:es)? over|gegenprüf\w*"
    r"|prüf\w*|guck\w*|schau\w*|drüber\w*|anseh\w*|setz\w*|regarde\w*|vérifi\w*|relire|revis\w*|mir[ae]\w*)"
)
_AT_ONCE: Final = Pattern(
    r"(?!.*\b(?:every|each|always|never|before|whenever|jede\w*|immer|nie|chaque|toujours|cada|siempre|sempre)\b)(?:"
    rf"(?:(?:and|so|ok(?:ay)?|please|then|und|dann|mais|et|y)[\s,]+)*(?:have|let|get|put|ask|send|lass\w*|setz\w*|fais"
    rf"|faites|haz|que|peça)\b(?=[^;?]{{0,80}}\b{_DELEGATE}\b)(?=[^;?]{{0,120}}\b{_LOOKS}\b)[^;?]{{8,160}}"
    r"|(?:(?:but|and|so)[\s,]+)*(?:it|they|he|she|you|(?:the |your )?(?:sub-?)?agents?)"
    r" (?:should|shall|must|may|can|is to|are to|need(?:s)? to) (?:only|just|merely)"
    r" (?:look|read|search|collect)\b[^;?]{0,30}(?:\b(?:and|then) (?:report|tell|list)\b|,? nothing (?:else|more))"
    r"[^;?]{0,30}"
    r"|(?:(?:so|and|then|ok(?:ay)?)[\s,]+)*(?:please[\s,]+)?(?:rename|commit|apply|revert|undo|rerun|redo|finish"
    r"|repeat) (?:it|this|that|them|both),? please\b[^;?]{0,100}"
    r"|(?:only|just) for this (?:one )?(?:measurement|run|test|check|experiment|try|commit),? [^;?]{3,120}"
    r"|for this (?:one (?:measurement|run|test|check|experiment|try|commit)"
    r"|(?:measurement|run|test|check|experiment|try|commit) (?:alone|only)),? (?:you (?:may|can)|edit|use"
    r"|skip|change|touch|put|ignore|run)\b[^;?]{0,120}"
    r"|(?:(?:please|but|and|now|just|only)[\s,]+)*(?:propose|suggest|explain|answer|describe|sketch|tell me"
    r"|in \w+ sentences?)\b[^;?]{0,40}, no code(?: yet| please)?"
    r"|(?:please )?(?:do not|don['’]?t) (?:modify|change|touch|edit) (?:any|a|the|anything)\b"
    r"(?: (?:files?|code|lines?))? (?:in this step|at this point|for the moment|right now|until i\b[^;?]{0,40})"
    r"|(?:(?:hi|hello|(?:good )?morning|ok(?:ay)?|so|please)[\s,.!]+)*(?:(?:please )?(?:summari[sz]e|recap|sum up)\b"
    r"[^;?:\d]{0,60}"
    r"|remind me(?: (?:of|where|what|how far)\b[^;?:\d]{0,40})?"
    r"|(?:we |let us |let['’]?s )(?:resume|continue|pick up|carry on|go on|get back to)\b[^;?:,\d]{0,40})"
    r"|(?:erst ?mal|vorerst) (?:nix|nichts|noch nichts) (?:ändern|aendern|anfassen|umbauen|schreiben))",
    re.IGNORECASE,
)
"""How a person has somebody look at something, allows something on one occasion, or asks for an answer without code."""


@lru_cache(1024)
@judged
def holds_back(sentence: str) -> bool:
    """Whether a sentence holds for one time, or only asks to wait with a step, without saying for how long."""
    return _HOLDS_BACK.fullmatch(sentence.strip(" .!")) is not None


@lru_cache(1024)
@judged
def is_done_at_once(sentence: str) -> bool:
    """Whether a sentence orders what is over with the next answer, so that it says nothing after that."""
    return _AT_ONCE.fullmatch(sentence.strip(" .!")) is not None
