"""The words by which a rule and what revises it are read: what lasts, what forbids, allows, limits and extends."""

from typing import Final

from backstory.patterns.pattern import Pattern

MUST, MUST_NOT, MAY, NEED_NOT = "must", "must not", "may", "need not"
"""Polarities of a clause."""

STRONG: Final = Pattern(
    r"\b(?:from (?:now|today|here) on(?:wards?)?|from (?:now|today)\b|(?:as of|starting|since|effective) (?:now|today"
    r"|immediately)"
    r"|(?:we (?:have )?)?stop(?:ped)? \w+ing|plus (?:besoin|nécessaire|obligatoire)|no more need"
    r"|going forward|in (?:the )?future|henceforth|for good|any ?more|any longer|no longer|no more|whenever"
    r"|changed (?:my|our) minds?|change of (?:plan|rule)s?|new rule|after some thought|these days|nowadays"
    r"|(?:ab|von) (?:jetzt|sofort|heute|nun)(?: an)?|künftig|in zukunft|zukünftig|nicht mehr|kein\w* \w+ mehr"
    r"|kein\w* (?:[\w-]+ ){1,3}mehr|nie wieder|nie mehr|umentschieden|neue regel"
    r"|à partir d(?:e maintenant|'aujourd'hui)|désormais|dorénavant|changé d'avis|nouvelle règle|fini les?|finis? les"
    r"|a partir de (?:ahora|hoy|aquí)|desde (?:ahora|hoy)|(?:de ahora )?en adelante|ya no|nunca más|(?:hemos "
    r"|he )?cambiado de"
    r" (?:idea|opinión)"
    r"|nueva regla|se acabaron|se acabó|interdit|on passe (?:à|au|aux)|pasamos a|d'ora in poi|a partir de agora"
    r"|vanaf nu)\b"
)
"""Words of what holds from a moment on."""
AGAIN: Final = Pattern(
    r"\b(?:again|(?:when|if) you (?:have to|must)|now|by now|as (?:needed|necessary|required|you (?:see fit"
    r"|like|please|wish|want|need))|all you (?:like"
    r"|want)|freely|ours|yours|jetzt|nun|inzwischen|wieder|ruhig|nach bedarf|maintenant|de nouveau|à nouveau"
    r"|librement"
    r"|ahora|ya|libremente|cuando quieras)\b"
    r"|\b(?:is|are) (?:fine|ok(?:ay)?|allowed|permitted|al ?right|all right|welcome|acceptable|over|off|history"
    r"|lifted)\b"
)
"""Words by which what is allowed is a state and not one act."""
STANDS: Final = Pattern(
    r"\b(?:always|never|ever|every|each|immer|niemals|nie|jede[nrms]?|toujours|jamais|chaque|siempre|nunca|jamás"
    r"|cada)\b|\b(?:is|are) (?:now )?(?:banned|forbidden|not (?:allowed|permitted|more permitted)|off limits|required"
    r"|mandatory)\b|: (?:banned|forbidden|never|no|allowed|yes)\b"
)
"""Words of a rule for good."""
CUES: Final = Pattern(
    STRONG.source + r"|\b(?:changed|change of|now|again|by now|alright|all right|right|okay?|please|pls|um|uh"
    r"|so|yeah|well|hence"
    r"|therefore|thus|bitte|stp|svp|por favor|favor|period|yourself|yourselves|your own|straight|once and for all"
    r"|whatever it is|as (?:needed|necessary|you (?:see fit|like|please|wish|want|need))|all you (?:like|want)|freely"
    r"|whenever (?:you|it|a|the)[^,;.]*|(?:if|when) you (?:need|want|like|have|must)\b[^,;.]*|go ahead(?: and)?"
    r"|feel free to"
    r"|ab sofort|die|der|das|btw|by the way|straight away|simply|just|only|at all|on a tous|tú mismo|toi-même|selbst"
    r"|ruhig|einfach|tout seul|new rule|rule|everyone|agreed|ours|yours|own|alle"
    r"|(?:keep (?:your|all) )?(?:hands|fingers?) off|off[- ]limits"
    r"|(?:stay|keep) (?:out|away|off|clear)(?: of| from)?|finger weg|lass die finger|whole|own)\b"
)
"""Words that say nothing of what a rule is about."""
SPARES: Final = Pattern(
    r"\b(?:no (?:more )?need|(?:don't|do not|dont|doesn't|needn't|need not|no longer) (?:need|have|has)(?: to)?"
    r"|needn't"
    r"|need not|(?:isn't|aren't|is not|are not|not|no longer) (?:needed|required|necessary|mandatory|obligatory"
    r"|wanted)"
    r"|(?:is|are) (?:now )?optional|^(?:\W*(?:you can|please|just|and|so|then) )*(?:skip|drop|forget|leave out|omit)"
    r"|you (?:can|may) (?:skip|drop|stop|omit|leave out|forget)"
    r"|(?:muss|musst|müssen|müsst|brauchst|brauch\w*)\b.{0,60}\b(?:nicht|kein\w*)(?: mehr)?|nicht mehr nötig"
    r"|(?:pas|plus) (?:besoin|nécessaire|obligatoire)|(?:ya )?no (?:hace falta|es necesari\w+|tienes que|necesitas)"
    r"|(?:sans|without|ohne|sin) (?:asking|my ok|my okay|reviewers?|fragen|nachfragen|demander|preguntar|pedir)"
    r"|needs? (?:none|no)\b|no ok(?:ay)? (?:required|needed))\b"
)
"""Words of what is no longer wanted, or not in this form: `no need to ask`."""
_BARRED: Final = Pattern(
    r"\b(?:can't|cannot|can not|may not|mustn't|must not|shouldn't|should not|(?:not|no longer|isn't"
    r"|aren't) (?:\w+ )?"
    r"(?:allowed|permitted|ok(?:ay)?|fine)|not more permitted|darfst?\b[^,;]{0,60}\b(?:nicht|kein\w*)"
    r"|dürfen\b[^,;]{0,60}\b(?:nicht|kein\w*)|ne (?:peux|peut|pouvez)|(?:ya )?no (?:se )?pued\w+)\b"
)
"""Words of what is not allowed, where `allowed` alone would allow it."""
_ALLOWS: Final = Pattern(
    r"\b(?:(?:you|u|we|it|they|agents?|one|[\w-]+s)(?:'re| are)? (?:can|may|could|free to)|(?:may"
    r"|can) (?!not\b)|feel free|go ahead"
    r"|(?:is|are|'s|'re|be|was)(?: now| totally| perfectly| all)? (?:fine|ok(?:ay)?|allowed|permitted|al ?right"
    r"|all right|welcome"
    r"|acceptable|free|over|history|lifted|off(?! limits)|gone)|no longer (?:forbidden|banned|off[- ]limits|frozen"
    r"|closed|locked|reserved)|(?:is|are) (?:yours|ours)|as you (?:see fit|like|please|wish|want)"
    r"|all you (?:like|want)|as needed"
    r"|freely|whenever|(?:when|if) you (?:have to|must)|kannst|könnt|darfst|dürft|dürfen|darf|kann|erlaubt"
    r"|tu peux|vous pouvez|on peut|permis\w*|autorisé\w*"
    r"|puedes|podéis|se pueden?|permitid\w+|puoi|pode|mag)\b"
)
"""Words that allow something."""
_FORBIDS: Final = Pattern(
    r"\b(?:not|never|don'?t|do not|stop|stopping|avoid|no longer|hands off|keep your hands off|off[- ]limits"
    r"|leave\b.{0,40}\balone|(?:leave|keep)\b.{2,40}\bout of|interdit\w*|(?:is|are) out(?! of)|stay (?:out"
    r"|away)|keep (?:out|away)|forbidden|banned|taboo|frozen|has to go|have to go|must go|nobody|no one|none"
    r"|no(?= [^\W\d])|without|nicht|niemals|nie|kein\w*|finger weg|verboten|tabu|ne|n'\w+|pas|jamais|plus d[e']"
    r"|fini|finis"
    r"|nunca|jamás|sin|nada de|prohibid\w+|ya no|no(?!-)|non|mai|niet|geen|não)\b|n't\b"
)
"""Words that forbid something."""
_FREED: Final = Pattern(
    r"\b(?:no longer|not|nicht mehr|n'\w+ plus|ya no) (?:\w+ )?(?:forbidden|banned|off[- ]limits|frozen|closed|locked"
    r"|verboten|tabu|gesperrt|interdit\w*|prohibid\w+)\b|\b(?:ban|freeze|rule|lock|embargo|verbot|interdiction"
    r"|prohibición)\b[^,;]{0,40}\b(?:is|are|ist)\b (?:now )?(?:over|history|off|lifted|gone|dead|aufgehoben|vorbei)"
)
"""Words that end a ban, where two of them deny each other."""


def read_polarity(clause: str) -> str:
    """The polarity of a clause in lower case: of the first words that forbid, allow or spare something."""
    if _FREED.search(clause):
        return MAY
    if _BARRED.search(clause):
        return MUST_NOT
    forbidden = _FORBIDS.search(clause)
    if spared := SPARES.search(clause):
        return MUST_NOT if forbidden and forbidden.start() < spared.start() else NEED_NOT
    allowed = _ALLOWS.search(clause)
    if allowed and (not forbidden or allowed.start() < forbidden.start()):
        return MAY
    return MUST_NOT if forbidden else MUST


ASIDE: Final = Pattern(
    r"\b(?:if we (?:ever|were|had|went)|would (?:have|be|you|we|it)|could (?:you|have)|i (?:think|guess|believe"
    r"|suppose|hope)"
    r"|maybe|perhaps|probably|should we|shall we|says?|thinks?|said|told me|vielleicht|je crois|quizás?"
    r"|after the|until|till|unless|once (?:the|we|he|she|they|it)|as soon as|next (?:week|month|sprint|release)"
    r"|tomorrow|sobald|bis|dès que|jusqu'|hasta|en cuanto|mañana|demain|morgen)\b"
)
"""What is only supposed, passed on, or holds in a case or at a time to come."""
OTHERS: Final = Pattern(
    r"^(?:\W*(?:and|so|but|well|ok|okay|the) )*(?:i (?!don't want|do not want|no longer want|want|need|prefer"
    r"|would|allow|like|hereby)|he|she|they|users?|customers?|clients?|people|folks|guys|everybody else"
    r"|you (?:just |again )?(?:(?!need)\w+ed|did|didn't|forgot|ran|wrote|left|put|made|broke|keep|kept|have)\b"
    r"(?! to))\b"
)
"""Somebody else, of whom a clause tells."""
OLD_NEWS: Final = Pattern(
    r"\b(?:still|as (?:i said|before|always)|(?<!what )i (?:said|told)|told you|again:|once more|remember"
    r"|reminder|remind"
    r"|as usual|noch mal|nochmals?|wie gesagt|immer noch|encore une fois|je te rappelle|je rappelle|te recuerdo"
    r"|recuerda"
    r"|otra vez|todavía|sigue|gilt weiter)\b"
)
"""Words of a rule that is given again."""
RULE_WORD: Final = Pattern(
    r"\b(?:rule|ban|requirement|restriction|policy|freeze|convention|limit|regel|verbot|vorgabe|règle|interdiction"
    r"|regla|prohibición|norma)s?\b"
)
"""Words for a rule."""
REASON: Final = Pattern(
    r"\b(?:because|now that|since(?! (?:today|now))|otherwise|as (?:it|they|we|the|that|i)\b(?! (?:see|like"
    r"|please|want|wish))|weil|denn|sonst|damit|parce qu\w*"
    r"|car|puisque|porque|ya que|so that)\b.*$"
)
"""What a sentence gives as its reason, which names things that it is not about."""
JOINTS: Final = Pattern(
    r"(?:(?<=[\w)\]] )|(?<=\w));(?:\s+|$)|(?<!^)(?P<colon>:)\s+|,\s+(?!(?:bevor|before|wenn|when|if|dass|avant"
    r"|antes|cuando"
    r"|quand|ehe|then|dann)\b)|[.!](?:\s+|$)|\s+[-–—]+\s+|\s+so\s+(?!that\b|much\b|many\b|far\b|long\b)"
    r"|\s+(?:but|and|und|aber|et|mais|pero|donc|así que)\s+(?=(?:go|you|i"
    r"|we|don't|never|always|use|please|no|feel|it|they|the|from|ab|du|tu|dann|puedes)\b)"
)
"""Where a clause ends and another one begins."""
CONTRAST: Final = Pattern(
    r"(?:,? (?:not|instead of|rather than|statt|anstatt|nicht|pas|au lieu de?|plutôt que|en (?:lugar|vez) de"
    r"|and no|plus d[e']|und kein\w*|et pas de|y no)|, no) (?!before\b|for\b|until\b|yet\b|now\b|only\b|just\b"
    r"|more\b|even\b)(?:with |in |on |to |the |a |an |any |als |de |mit |in )?"
    r"(?P<old>[^,;.]+)|(?<!\ba )(?<!an )(?<!once )(?<!if )(?P<gone>[\w./-]+) (?:is|are) (?:now )?(?:gone"
    r"|out(?! of)|closed|dead|history"
    r"|retired)\b"
    r"|\b(?:we )?(?:dropped|left|abandoned|ditched|gave up|got rid of) (?P<left>[\w./-]+)"
)
"""Words for what gives way: `X, not Y`, `instead of Y`, `Y is gone`, `we left Y`."""
LIMIT: Final = Pattern(
    r"\b(?:only|just|solely|exclusively|limit(?:ed)? (?:(?:that|it|this|them) )?to|nur|lediglich|nur noch"
    r"|uniquement|seulement|ne\b.{0,40}\bque|solo|sólo"
    r"|solamente|únicamente|alone)\b"
)
"""Words by which a rule holds for a part only."""
EXTENT: Final = Pattern(
    r"\b(?:everywhere|anything|everything|all|any(?! more| longer)|anywhere|whole|entire|each|every|also|too|as well"
    r"|not (?:only|just)|überall|alles|alle|jede[nrms]?|auch|nicht nur|partout|tout|toute|tous|aussi|pas seulement"
    r"|todo|toda|todos|también|no solo|en todas partes)\b"
)
"""Words by which a rule holds for more."""
CHANGE: Final = Pattern(
    STRONG.source + r"|\b(?:now|instead|changed|switched|moved|stopped|we (?:left|dropped)|jetzt|stattdessen"
    r"|maintenant|plutôt"
    r"|ahora|ya)\b"
)
"""Words of what is another way than before."""
