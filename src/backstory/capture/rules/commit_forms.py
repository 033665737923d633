"""Recognises what commits and pull requests have to look like, in the order to make one.

`commit it: message in English, core: in front, signed with -s` is said once and holds for the next commit too.
"""

from typing import Final

from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence

_CODE: Final = rf"[\"'“(\[]*{MASK}+[\"'”)\]]*"
_LANGUAGES: Final = (
    r"(?:english|german|french|spanish|italian|portuguese|dutch|polish|chinese|japanese|englisch|deutsch|französisch"
    r"|spanisch|anglais|français|allemand|espagnol|inglés|español|francés|alemán|inglese|italiano|francese|tedesco"
    r"|inglês|português|engels|nederlands|duits)"
)
_NOUNS: Final = (
    r"(?:commit[ -]?(?:message|subject|title|body|msg|nachricht)s?|commit-?betreff|subjects?(?: line)?"
    r"|message|msg|(?:pr |first |the )?title|(?:first|top|opening|summary) line"
    r"|betreff(?:zeile)?|nachricht|titel|messaggio|oggetto|titolo|mensaje|asunto|título|titre|sujet|objet|mensagem"
    r"|bericht|onderwerp|pr title|pr description)"
)
_ORDER: Final = Pattern(
    r"(?:(?:ok|okay|good|great|fine|right|yes|then|and|now|so|please|just|also|bene|va bene|bon|bien"
    r"|bueno|vale|gut|dann"
    r"|jetzt|bitte|und|allora|ora|ahora|alors|you (?:may|can)|you're free to|go ahead and|feel free to|kannst du"
    r"|du kannst|puoi|puedes|tu peux|vous pouvez)[\s,]+)*"
    r"(?:(?:git )?commit\b|squash\b|amend\b|open (?:the|a) (?:pr|mr|pull request|merge request)\b"
    r"|make (?:a|the|one|two)"
    r" commits?\b|committen\b|commiten\b|commit(?:ear|tare|ter)\b"
    r"|(?:fai|fa'|facciamo) (?:il|un|i) commit\b|committ?a\w*\b|commite\w*\b|fais (?:le|un) commit\b"
    r"|haz (?:el|un) commit\b|mach (?:den|einen|mal einen) commit\b|maak een commit\b|faz o commit\b|apri la pr\b"
    r"|ouvre la pr\b|abre (?:la|el|o) pr\b|öffne den pr\b)"
)
_OF_MESSAGES: Final = (
    r"(?:for|in|on|about|with|regarding|as for|für|bei|in|pour|dans|para|en|per)"
    r" (?:(?:your|the|our|my|all|any|each|every|new|future|those|deine?n?|unsere|die|tes|vos|nos|les|tus|los|nuestros)"
    r" )*(?:commit[ -]?messages?|commits?|messages?|prs?|pull requests?|merge requests?|nachrichten|mensajes)"
)
_ABOUT: Final = Pattern(rf"{_OF_MESSAGES}(?: (?:here|too|as well|from now on|in future))?\s?[:–—]\s+")
"""`for our commit messages: `."""
_STATEMENT: Final = Pattern(
    rf"(?:{_OF_MESSAGES}(?: (?:here|too|as well|from now on|in future))?\s?[,:–—-]?\s+)?"
    rf"(?:(?:the|our|my|its|their|your|unser\w*|der|die|il|lo|l'|le|la|el|o|and|und|et|e|y|con|with)\s*)*{_NOUNS}\b"
    r"(?!\s*(?:of|for|from|to) (?!(?:the |a |each |every |any )?(?:commits?|prs?|mrs?|pull|merge)\b))"
    rf"(?!\s*(?:was|were|says?|said|got|looks?|that|which|you|i|war|era|dice)\b)(?:\s+\S+){{0,3}}?\s*"
    r"(?:[,:]|\b(?:in|is|are|needs?|has|have|starts?|begins?|must|should|gets?|goes|stays?|with|without"
    r"|under|max|no|up|on"
    r"|auf|mit|ohne|kommt|beginnt|braucht|muss|en|con|sans|senza|sin|avec|commence|doit|deve|inizia|va|empieza|debe"
    r"|lleva|comienza|met|zonder|begint)\b)"
)
_FORMS: Final = Pattern(
    rf"[,:;] (?:in )?{_LANGUAGES}\b(?! (?:text|docs|version|page|word)\w*)|"
    rf"{_CODE} (?:in front|at the (?:front|start|beginning)|up front|first|as (?:a |the )?prefix|davanti"
    rf"|all'inizio|davor"
    rf"|vorn\w*|voran|devant|en tête|au début|delante|al principio|na frente|ervoor|vooraan)\b"
    rf"|\b(?:prefix\w*|präfix\w*|préfix\w*|prefij\w*|prefiss\w*|voorvoegsel)\b(?: (?:with|by|of|con|mit"
    rf"|par|de))?[:\s]+{_CODE}"
    rf"|\b(?:starts?|starting|begins?|beginning|beginn\w+|commence\w*|empie\w+|comien\w+|inizi\w+|começ\w+|begint)"
    rf" (?:with|mit|par|con|com|met) (?:{_CODE}|[a-z]{{2,12}}:|(?:the|a|an) (?:\w+ ){{0,2}}(?:name|ticket|module"
    rf"|package|scope"
    rf"|area|component|verb)\b)|\bmit {_CODE} (?:davor|vorne|am anfang)\b"
    rf"|\b(?:in|auf|en|em|in het) {_LANGUAGES}\b"
    r"|\bsign(?:ed|s|ing)?[ -]?(?:it )?(?:off|with)\b|(?:^|[\s(])-s\b|\bsigned-off-by\b|\bsignoff\b|\bfirmad[oa]s?\b"
    r"|\bfirmat[oia]\b|\bsignée?s?\b|\bsigniert\w*\b|\bondertekend\b|\bgpg[- ]signed\b"
    r"|\b(?:ticket|issue|jira)\w*(?:'s)?(?: (?:number|key|id|ref\w*))?(?: (?:goes|comes|stands"
    r"|needs to be|must be|has to be"
    r"|is))? (?:in (?:square )?brackets|in parenthes\w+|in (?:the )?(?:front|footer|trailer|title"
    r"|subject)|up front|first"
    r"|at the (?:front|start|end|beginning|bottom)|vorne|in (?:eckigen )?klammern|davanti|delante|devant"
    r"|entre (?:crochets|corchetes)|tra parentesi)\b"
    r"|\b[a-z][a-z0-9]+-\d+ (?:goes |comes |stands )?in (?:(?:round|square|curly) )?(?:brackets|parenthes\w+)\b"
    r"|\bwith the (?:ticket|issue|jira)(?:'s)?(?: (?:number|key|id))?\b|\bmit (?:der )?ticketnummer\b"
    r"|\bcon el número (?:de|del) ticket\b|\bcol numero del ticket\b|\bavec le numéro (?:de|du) ticket\b"
    r"|\bimperativ\w*\b|\bimpératif\b|\b(?:present|past) tense\b|\b(?:lower|upper)[- ]?case\b|\bminuscul\w*\b"
    r"|\bkleingeschrieben\b|\bgroßgeschrieben\b|\bcapitali[sz]ed\b|\b(?:capital|upper-?case|lower-?case|small) letter\b"
    r"|\b(?:(?:has|have|gets?|carr(?:y|ies)) no|without(?: a| any)?|ohne|sans|sin) (?:\w+ )?"
    r"(?:prefix(?:es)?|präfix|préfixe|prefijo)\b"
    r"|\bminúscul\w*\b|\b(?:max\w*|at most|no more than|not over|under|below|within|up to|unter|höchstens|mass\w*"
    r"|máx\w*|moins de"
    r"|au plus|hooguit) (?:of |de |di )?\d{2,3}\b|\b\d{2,3} (?:chars?|characters|zeichen|caratteri"
    r"|caracteres|caractères"
    r"|tekens)\b(?: max\w*)?"
    r"|\b(?:no|without|sin|senza|sans|ohne|kein\w*|zonder|sem)\b (?:\w+ ){0,2}(?:emojis?|gitmoji\w*"
    r"|co-?author\w*|trailers?"
    r"|scopes?|(?:trailing|final|closing) (?:dot|period|stop)|full stop|punkt am ende|punto finale"
    r"|point final|ai credit"
    r"|bot (?:names?|credits?))\b"
    r"|\b(?:like|as) (?:all |in )?(?:the )?(?:others|other commits|rest of (?:them|the history|the log)|history)\b"
    r"|\bwie (?:alle|bei allen|die) anderen\b|\bcomme (?:tous )?les autres\b|\bcomo (?:todos )?los demás\b"
    r"|\bcome (?:tutti )?gli altri\b|\bconventional[ -]commits?\b"
)
_ONE_TEXT: Final = Pattern(
    rf"\b(?:with|as|using|mit|avec|con)? ?(?:the )?(?:message|msg|subject|title|-m)[:\s]+{_CODE}[.!]?\s*$"
)
"""The text of one commit."""
_PREFIX: Final = Pattern(r"`[\w()./*-]{2,30}: ?(?:\.{3}|…)?`")
"""What the first line of each begins with: `feat(cache): `."""
_TOLD: Final = Pattern(
    r"\b(?:i (?:have )?(?:committed|signed|pushed|merged)|was committed|were committed|is already|are already|committed"
    r" (?:it )?(?:yesterday|already|before)|ho (?:già )?committato|ich habe|j'ai|he hecho)\b"
)
"""What happened already."""


_FAULT: Final = Pattern(r"\b(?:that's|that is|which is|this is|here's) (?:\w+ )?(?:bug|problem|issue|error|wrong)\b")


def lays_down_form(sentence: Sentence, start: int) -> bool:
    """Whether a sentence says from `start` on what commits or pull requests have to look like."""
    plain = sentence.plain[start:]
    lays_down = _FORMS.search(plain) or _PREFIX.search(sentence.text)
    if sentence.is_question or not lays_down or _TOLD.search(plain):
        return False
    if is_passing(plain) or _FAULT.search(plain) or _ONE_TEXT.search(plain):
        return False
    return bool(_ORDER.match(plain) or _STATEMENT.match(plain) or _ABOUT.match(plain))
