"""What is closed to everybody until something has happened: `the docs are frozen until 8.5.0 is out`.

Such a rule ends with an event of the work: a release, a review, somebody who is done. A product that locks an account
until its user confirms an address has events of its own.
Patterns of `Sentence.text`, since names of people matter.
"""

import re
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.patterns.holds import read_hold
from backstory.patterns.released_versions import VERSION

_NAME: Final = r"(?-i:(?!(?:It|That|This|He|She|There|We|You|They)\b)[A-Z][a-zà-öø-ÿ][\w-]+)"
_CLOSED: Final = (
    r"(?:frozen|off[- ]limits|closed|locked|blocked|untouchable|in (?:code )?freeze|under (?:embargo|a freeze)"
    r"|not to be (?:touched|edited|changed))"
)
_EVENT: Final = (
    r"(?:(?:version |release )?v\d+(?:\.\d+)*\b(?=\W*$| (?:ships?|is|has|lands?|goes|comes)\b)"
    r"|(?:after )?(?:the |our )(?:next |first )?(?:release|launch|rollout|cut-?over|code freeze|audit)(?=\W*$)"
    r"|(?:the |our )[\w-]+s (?:are|have) (?:done|finished|back|ready|through|signed off|approved)\b|further notice\b"
    rf"|(?:after )?(?:the |version |release )*{VERSION}"
    r"|(?:we|they)(?: have|'ve)? (?:ship|shipped|release|released|tag|tagged|cut|publish|published|launch|launched"
    r"|go live|went live|branch|merged?)\b"
    r"|(?:after )?(?:the |our |next |this )*(?:\w+ )?(?:release|audit|review|redesign|migration|refactoring|refactor"
    r"|launch|rollout|merge|cut-?over|handover|pen-?test|beta|sprint|code freeze|inspection|election|quarter)"
    r"(?: of [\w.-]+)? (?:is|are|has been|was|ends?|lands?|ships?|goes|comes)\b"
    rf"|{_NAME}(?:'s [\w-]+(?: [\w-]+)?)? (?:is|has|'s|are|have|signs?|approves?|says|gives|comes|lands?|merges?)\b"
    r"|(?:legal|security|qa|ops|compliance|the (?:customer|client|auditors?|board|\w+ team)) (?:has|have|signs?|is|are"
    r"|approves?|clears?|agrees?|says?|gives?)\b"
    r")"
)
_THING: Final = (
    r"(?:(?:note|remember|and|also|please|but|so|ps)[,: ]+)*(?:the |our |all |both |everything (?:in|under) )*"
)
CLOSED: Final = Pattern(
    rf"^{_THING}[\w./`*-]+(?: [\w./`*-]+){{0,3}}? (?:is |are |stays? |remains? |be )(?:still |now |completely |all )*"
    rf"{_CLOSED}(?: (?:for|to) (?:changes|edits|everyone|everybody|all|us|now))?,? (?:until|till|unless) {_EVENT}",
    re.IGNORECASE,
)
UNTOUCHED: Final = Pattern(
    r"^(?:(?:please|and|also|but|so|note)[,: ]+)*(?:(?:do not|don['’]?t|never) (?:touch|edit|change|modify|rename"
    r"|delete|merge|push|deploy|release|bump|upgrade)\b|no (?:new )?(?:changes?|edits?|commits?|merges?|pushes"
    r"|features?|dependencies|deps|releases?|deploys?|deployments?) (?:to|in|on|into|under|for|of)\b|hands off"
    rf"|stay (?:out of|away from))[^.;?!]{{2,60}}? (?:until|till|unless) {_EVENT}",
    re.IGNORECASE,
)
"""`don't touch docs/ until 8.5.0 is out`"""
AWAITED: Final = Pattern(
    rf"^(?:(?:please|and|also|but|so|note)[,: ]+)*(?:until|till|as long as|unless) {_EVENT}[^,;?!]{{0,40}}, (?:please"
    rf" )?"
    r"(?:(?:do not|don['’]?t|never) \w+|no (?:new |more )?\w+ (?:to|in|on|into|under|for|of)\b|hands off"
    r"|stay (?:out of|away from)|nothing (?:goes|in|is)|leave|keep) [^;?!]{2,60}$",
    re.IGNORECASE,
)
"""`until the audit is over, no changes in services/`"""

ABROAD: Final = Pattern(
    r"\b(?:ist|sind|bleib(?:t|en)) (?:[\w.]+ )?(?:eingefroren|gesperrt|tabu),? bis (?:(?:zum|zur|nach (?:dem|der)) "
    r"(?:release|freigabe|veröffentlichung|audit|abnahme)|(?:[\w.-]+ ){1,3}(?:raus|fertig|da|draußen|durch"
    r"|erschienen|veröffentlicht|freigegeben) (?:ist|sind))\b"
    r"|\b(?:est|sont|reste(?:nt)?) (?:[\w.]+ )?(?:gelée?s?|figée?s?|bloquée?s?|verrouillée?s?) jusqu['’](?:à|au|aux)"
    r" (?:la |ce que )?(?:(?:prochaine )?(?:sortie|release|publication|livraison|version)|audit|v?\d|[\w.-]+ (?:sorte"
    r"|soit (?:sortie?|publiée?|livrée?)))"
    r"|\b(?:está|están|queda|quedan|sigue|siguen) (?:[\w.]+ )?(?:congelad[ao]s?|bloquead[ao]s?) hasta"
    r" (?:que (?:salga|se publique|se lance|termine)|(?:el |la )?(?:próxim[ao] )?(?:release|lanzamiento|publicación"
    r"|auditoría)|v?\d)",
    re.IGNORECASE,
)
"""`die API ist eingefroren, bis v2 raus ist`"""


_BY_OTHERS: Final = Pattern(
    r"(?:[,;:–—-]|\b(?:because|since|until|till|til|weil|bis|da|denn|porque|hasta que|parce que|jusqu'à ce que)) ?"
    r"(?:the |our |die |das |der |el |la |le )?"
    r"(?!(?:it|that|this|these|there|he|she|they|we|you|i|something|everything|nothing|es|das|ich|wir|du|sie|man"
    r"|eso|yo|tú"
    r"|nosotros|ça|je|tu|nous|on|tests?|ci|build|suite|linter|compiler|server|page|button|file|code|api|app|deploy\w*"
    r"|release|migration)\b)"
    r"[^\W\d_]{2,}(?:'s (?:team|pr|branch))? (?:"
    r"(?:is|are|'s) (?:still |currently |just |busy )*(?:\w+ing|on it|at it|in there|in the middle of)"
    r"|(?:has|have) (?:it|that|an open (?:pr|mr|branch))|works on|owns|merges?|lands?|finishes|pushes|ships?|approves?"
    r"|(?:is|are|'s) (?:done|finished|through|back|ready)"
    r"|(?:baut|schreibt|macht|räumt|arbeitet|sitzt|refactort|refaktoriert)\b|(?:fertig|durch|zurück) ist"
    r"|(?:lo|la|los|las) (?:está|esta|tiene)\b|(?:está|esta) (?:\w+ndo|en ello)|termine|acabe"
    r"|(?:est en train|y travaille|est dessus|a fini|ait fini))",
    re.IGNORECASE,
)
"""Who is at work there, or has to be done first, whatever the case of the name."""
_FILE: Final = late_pattern(r"(?<![\w.])(?:[\w-]+/)+[\w.-]*|(?<![\w./])[\w-]+\.[a-z]{1,5}\b(?!\()")


def is_closure(text: str) -> bool:
    """Whether a sentence closes something until an event of the work, or a file while somebody is at work there."""
    if (
        _FILE.search(text)
        and _BY_OTHERS.search(text)
        and not text.endswith(("?", "？"))
        and read_hold(text) is not None
    ):
        return True
    return any((CLOSED.match(text), UNTOUCHED.match(text), AWAITED.match(text), ABROAD.search(text)))


_JOINT: Final = Pattern(
    r",? (?:but|and|aber|und|mais|et|pero|y) (?:please |pls |bitte )?"
    r"(?=(?:do not|don['’]?t|never|hands off|stay|keep)\b)"
)


def skip_order(text: str, start: int) -> int:
    """Where a closure begins behind an order of the moment: `add a backoff, but don't touch a.py, Rene is at it`."""
    ends = (match.end() for match in _JOINT.finditer(text, start))
    return next((end for end in ends if is_closure(text[end:])), start)
