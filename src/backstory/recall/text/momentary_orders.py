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
    r"(?: nada)? (?:todavía|aún|por ahora)(?: nada)?"
    r"|(?:(?:but|and|so)[\s,]+)*(?:it|they|he|she|you|(?:the |your )?(?:sub-?)?agents?)"
    r" (?:should|shall|must|may|can|is to|are to|need(?:s)? to) (?:only|just|merely)"
    r" (?:look|read|search|collect)\b[^;?]{0,30}(?:\b(?:and|then) (?:report|tell|list)\b|,? nothing (?:else|more))"
    r"[^;?]{0,30}"
    r"|(?:(?:so|and|then|ok(?:ay)?)[\s,]+)*(?:please[\s,]+)?(?:rename|commit|apply|revert|undo|rerun|redo|finish|repeat)"
    r" (?:it|this|that|them|both),? please\b[^;?]{0,100}",
    re.IGNORECASE,
)


@lru_cache(1024)
@judged
def holds_back(sentence: str) -> bool:
    """Whether a sentence holds for one time: what is done at once, or waits, without saying for how long."""
    return _HOLDS_BACK.fullmatch(sentence.strip(" .!")) is not None
