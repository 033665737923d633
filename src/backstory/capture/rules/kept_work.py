"""What somebody keeps for themselves, in the words of people who talk: `tagging I'd like to keep for myself`, `the
changelog is my little diary`, `the readme is Petra's she writes all of that herself`.
"""

import re
from typing import Final

from backstory.capture.rules.work_words import HOUSEWORK, STEWARDED
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern

_MINE: Final = (
    r"(?:diary|baby|ritual|job|thing|turf|domain|business|territory|department|playground|garden|corner|kingdom|hobby"
    r"|privilege|pleasure|treat|part|task|call|duty|responsibility|chore|moment|pet|house|castle|toy|secret joy|joy)"
)
_DOES: Final = (
    r"(?:keep|do|handle|write|fill(?: in)?|maintain|edit|manage|take care of|look after|bump|cut|tag|push|merge"
    r"|update)"
)
_ALONE: Final = r"(?:(?:for|to) (?:my|our)self|myself|ourselves|alone|on my own|with my own hands|personally)"
_OWN: Final = Pattern(
    rf"{STEWARDED}(?:'s mine\b| (?:is|are|stays?|remains?) (?:all |always |also )*(?:my (?:\w+ ){{0,3}}?{_MINE}\b"
    rf"|mine\b)"
    rf"| (?:i|we)(?:'d| would)?(?: much| really)? (?:rather|like to|love to|prefer to|want to|'ll)"
    rf" {_DOES}(?: (?:it|that|them))?(?: {_ALONE})?(?=[\s,.;!]|$)"
    rf"| (?:i|we)(?:'ll| will| always)? {_DOES}(?: (?:it|that|them|all of (?:it|that|them)))? {_ALONE})"
    rf"|(?:das |die |der )?[\w./-]+(?: [\w./-]+)? (?:tu|mach|mache|schreib|schreibe|pflege|übernehme) ich"
    r" (?:immer )?(?:selber|selbst|allein\w*)\b"
    r"|(?:le |la |les )?[\w./-]+(?: [\w./-]+){0,3},? c'est moi qui \w"
    r"|(?:el |la |los |las )?[\w./-]+(?: [\w./-]+){0,2} l[oa]s? (?:hago|escribo|llevo|subo|mantengo) yo\b"
    rf"|i(?:'d| would) (?:rather|prefer to|like to|love to) keep (?:the )?{HOUSEWORK}(?: {_ALONE}|(?=[.,;!]|$))"
)
"""What the person keeps."""
_BANNED: Final = Pattern(
    r"(?:please )?(?:don't|do not|never|not) (?:ever )?(?:add|touch|edit|change|put|write|commit|modify|move)"
    rf" (?:(?:anything|something|stuff|things|files) )?(?:(?:to|in|into|under|inside) )?{STEWARDED}"
    r"(?=(?:,| because| since| as) (?:(?!we\b|i\b)[\w'-]+ ){1,4}?(?:generates?|owns?|maintains?|writes?|syncs?"
    r"|manages?|overwrites?"
    r"|is generated|are generated|comes? from|is vendored|belongs?)\b)"
)
"""`don't add anything to the Makefile, ops generates it`"""
_NAME: Final = r"(?P<name>[A-ZÄÖÜÉÁ][\w-]+(?: [A-Z][\w-]+)?)"
_TITLED: Final = r"(?:(?:Mr|Mrs|Ms|Dr|Frau|Herr|Herrn)\.? )"
_BODY: Final = (
    r"(?:(?:[\w/-]+ ){0,2}?(?:teams?|guild|folks|people|guys|department|crew|group|squad|manager|maintainers?"
    r"|office|board"
    r"|company|lawyers|agency|committee|owners?))"
)
_TENDED: Final = (
    r"(?:maintained|written|owned|edited|handled|looked after|managed|updated|curated|filled(?: in)?|kept|done|cut"
    r"|signed|translated)"
)
_OF_OTHERS: Final = Pattern(
    r"(?:[Tt]he|[Oo]ur) [\w-]+(?: [\w-]+)? (?:is|are) (?P<keeper>[A-Z][\w-]+)['’]s?"
    r"(?= (?:he|she|they) (?:\w+ )?(?:writes?|keeps?|does|do|maintains?|edits?|handles?|looks?|fills?)\b)|"
    rf"(?i:{STEWARDED}) (?:(?:is|are) (?:all )?{_TITLED}?{_NAME}['’]s?(?= (?:he|she|they)\b|[\s]*(?:[.,;!]|$))"
    rf"|(?:is|are) (?:only |exclusively |solely )?{_TENDED} (?:only |exclusively |solely )?by (?:the |our )?{_BODY}\b"
    rf"|(?:is|are) (?:(?:the|a) )?(?:work|job|business|property|domain|responsibility|matter|task)"
    rf" (?:of|for) (?:(?:the|our) )?(?:{_BODY}|{_TITLED}?[A-Z][\w-]+)"
    rf"|(?:is|are|stays?) (?:left to|up to|a matter for) (?:the |our )?{_BODY}\b"
    rf"|belongs? to (?:the |our )?{_BODY}\b)"
    rf"|(?:[Tt]he |[Oo]ur ){_BODY} (?:owns?|maintains?|writes?|handles?|takes? care of|looks? after) (?i:{STEWARDED})"
    r"|(?:[Dd]as|[Dd]ie|[Dd]er|[Dd]en) [\w./-]+ (?:pflegt|schreibt|macht|betreut|verwaltet|führt) (?:bei uns )?"
    r"(?:nur |allein |immer )?(?:die |der |das )?[A-ZÄÖÜ][\w-]+"
    r"|(?:[Ll]e|[Ll]a|[Ll]es) [\w./-]+(?: (?:de|du) [\w./-]+)?,? c['’]est (?:le |la |l['’])?[A-ZÉ]?[\w-]+ qui \w"
    r"|(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as) [\w./-]+(?: de [\w./-]+)? l[oa]s? (?:lleva|mantiene|escribe|gestiona) [A-Z]\w+"
)
"""What others look after. Patterns of `Sentence.text`."""
_OF_USERS: Final = re.compile(r"\b(?:users?|customers?|clients?|visitors?|players?)\b", re.IGNORECASE)


def match_kept(text: str, plain: str, start: int) -> int:
    """The end of a clause from `start` on that says what somebody keeps for themselves; -1 for any other."""
    if own := _OWN.match(plain, start) or _BANNED.match(plain, start):
        return own.end()
    match = _OF_OTHERS.match(text, start)
    if match is None or (match["keeper"] or match["name"]) in NOT_PEOPLE or _OF_USERS.search(match[0]):
        return -1
    return match.end()
