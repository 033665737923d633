"""Dead ends that a person reports: `we tried connection pooling in 3.x and it leaked handles, so no pooling`.

What the person tried is an attempt only where they draw a conclusion from it, or where it was long before: `I tried it
and it fails` is a report.
"""

from typing import Final

from backstory.capture.statements.statement_cues import FAILED
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern

_MAX_TEXT: Final = 400
_REPORTED: Final = Pattern(
    r"^(?:(?:and|but|also|no+|fyi|btw|by the way|note|remember|careful|ok(?:ay)?)[\s,:]+)*"
    r"(?:we|i|they|our team|the team|somebody|someone)(?:'ve| have|'d| had)? (?:already |once |also |even |both )*"
    r"(?:tried|attempted|experimented with|used to (?:use|have|run)|had)\b"
)
_CONCLUDES: Final = Pattern(
    r"[,;:–—-] ?(?:and )?(?:so|hence|therefore|that's why|which is why) (?:please )?(?:no|not|never|don't|do not"
    r"|that's out"
    r"|(?:we|i)(?:'ve| have)? (?:don't|do not|won't|will not|never|dropped|reverted|rolled|removed|switched|went back"
    r"|moved"
    r"|gave (?:it )?up|stopped|took))\b"
)
_LONG_AGO: Final = Pattern(
    r"\b(?:once|before(?= and| but|,)|already|back then|in the past|(?:years?|months?|weeks?|ages) ago"
    r"|last (?:week|month"
    r"|year|sprint|quarter|release|time|summer|winter|spring|autumn|fall)|in (?:v?\d[\w.]*|prod|production)"
    r"|at my (?:last|old|former) \w+)\b"
)
_OURS: Final = Pattern(
    r"^(?:[\w']+[\s,:]+)*?(?:we|they|our team|the team)\b(?!.{0,20}\bhad (?:\w+ ){0,2}(?:meeting|call|talk"
    r"|discussion|chat"
    r"|problem|bug|issue|incident|outage|look|idea|feeling|plan|question|fight|party|day|week)s?\b)"
)
"""Whose attempt may be from long before. The person's own is what they did a minute ago."""
_FOREIGN: Final = Pattern(
    r"^(?:(?:und|aber|ach|übrigens|achtung|y|pero|ojo|et|mais|attention)[\s,:]+)*(?:"
    r"(?:wir (?:haben|hatten)|das hatten wir) [^?;]{0,60}?(?:schon ?mal|früher|letzte[sn]? \w+|damals)"
    r"(?: [^?;]{0,80}?(?:probiert|versucht|ausprobiert|getestet|benutzt|eingesetzt))?[^?;]{0,60}?(?:,| und| aber)"
    r" [^?;]{0,60}?(?:hing\w*|fiel\w*|brach\w*|war\w* (?:zu )?(?:langsam|instabil|kaputt)|abgestürzt|geklemmt"
    r"|lief\w* voll"
    r"|ging\w* (?:nicht|schief)|verlor\w*|blieb\w*)"
    r"|(?:ya|una vez|el año pasado|antes) (?:lo |la |los )?(?:probamos|intentamos|usamos|tuvimos|hemos probado)"
    r"[^?;]{0,80}?(?:,| y| pero) [^?;]{0,60}?(?:fall\w+|se (?:colg\w+|cay\w+|romp\w+)|romp\w+|no funcion\w+|perd\w+"
    r"|fue (?:muy |demasiado )?lent\w+)"
    r"|(?:on|nous) (?:l')?(?:a|avons|avait) (?:déjà )(?:essayé|testé|utilisé|tenté)[^?;]{0,80}?(?:,| et| mais)"
    r" [^?;]{0,60}?(?:plant\w+|bloqu\w+|échou\w+|ne (?:march|fonctionn)\w+ pas|était (?:trop )?(?:lent|instable)"
    r"|cass\w+"
    r"|perd\w+))\b"
)
"""The same in German, Spanish and French, which say that it was before."""
_FAILS: Final = late_pattern(
    rf"\b(?:and|but|which|it|that|because it|they) (?:\w+ ){{0,2}}?(?:{FAILED}"
    r"|(?:was|were|is|got) (?:too )?(?:slow|flaky|unstable|brittle|fragile|expensive|broken|unreliable|a (?:disaster"
    r"|mess"
    r"|nightmare|pain))"
    r"|lost \w+|corrupted|timed out|blew up|ran out|never worked|caused|swallowed|dropped|duplicated)"
)


_HUNG: Final = Pattern(
    r"(?:\band|\bbut|,) (?:it|that|they|(?:the|our|all|half the) [\w-]+(?: [\w-]+)?) (?:\w+ )?(?:hung|hanged"
    r"|stalled|froze"
    r"|died|melted|exploded|broke|crashed|deadlocked|leaked|failed|went down|fell over|took (?:hours|minutes|ages"
    r"|forever)"
    r"|ran (?:out|full)|got (?:stuck|slow|flaky|corrupted|lost)|timed out|lost)\b"
)


def find_reported_attempts(prompt: str) -> list[Candidate]:
    """The attempts of a prompt that failed, each in the sentence that draws the conclusion."""
    return [
        Candidate(
            kind="attempt",
            text=strip_end(one.text),
            parts={"outcome": "failed"},
            quote=one.text,
            role="user",
            confidence=0.82,
        )
        for one in read_sentences(prompt, person=True)
        if not one.is_question and len(one.text) <= _MAX_TEXT and _tells(one.plain)
    ]


def _tells(plain: str) -> bool:
    """Whether a sentence says what was tried, that it failed, and what follows from that."""
    tried = _REPORTED.match(plain)
    if tried is None:
        return _FOREIGN.match(plain) is not None
    end = _CONCLUDES.search(plain)
    if end is not None and _FAILS.search(plain, tried.end(), end.start()):
        return True
    failure = _FAILS.search(plain, tried.end()) or _HUNG.search(plain, tried.end())
    return bool(failure and _LONG_AGO.search(plain) and _OURS.match(plain))
