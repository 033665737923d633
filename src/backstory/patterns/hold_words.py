"""Words of bans for the time being and of their end, in English, German, French and Spanish."""

from backstory.patterns.pattern import Pattern

LASTING = Pattern(
    r"\b(?:never|always|ever|every time|whenever|by default|in general|as a rule|niemals|nie|immer|grundsätzlich"
    r"|jamais|toujours|nunca|jamás|siempre)\b"
)
"""What makes a ban one that lasts."""
_AT_WORK = (
    r"in the middle of|(?!(?:it|this|that|what|which|nothing|there|he|she|they|here)\b)[\w-]+(?: is|'s|'re"
    r"| are)(?: (?!not\b)\w+)? "
    r"(?!being\b|nothing\b|anything\b|something\b|everything\b)\w+ing|[\w-]+(?:'s got| has (?!to\b)\w+| is about to)"
    r"|y travaille|est dessus|está\w* \w+ndo|(?:lo|la) tiene|(?:macht|baut|räumt|arbeitet|sitzt"
    r"|schreibt) (?:\w+ )*gerade"
    r"|gerade|sta(?:nno)? \w+ndo"
)
AT_WORK = Pattern(rf"\b(?:{_AT_WORK})\b")
"""Who is at work on something, or about to be."""
TEMPORARY = Pattern(
    r"\b(?:for now|for the (?:moment|time being)|at the moment|right now|currently|yet|not before|until|till|til|unless"
    r"|while|as long as|before|hold (?:off|on|the)|this (?:week|sprint|month|morning|afternoon)|today|tonight|frozen"
    r"|freeze|vorerst|vorläufig|erst ?mal|momentan|zurzeit|derzeit|im moment|noch (?:nicht|kein\w*)|bis|solange|bevor"
    r"|diese woche|heute|pour (?:l'instant|le moment)|en ce moment|pas encore|tant que|jusqu'(?:à|au|en)|avant"
    r"|cette semaine|aujourd'hui|por (?:ahora|el momento)|de momento|todavía|aún|hasta|mientras"
    rf"|antes de|esta semana|hoy|{_AT_WORK})\b"
)
"""What makes a ban one for the time being: a time, something that it waits for, or somebody who is at work there."""
BAN = Pattern(
    r"(?:^|[.,;:!?(-] |\b(?:and|but|so|please|also|that|bitte|und|aber|also|et|mais|donc|y|pero"
    r"|por favor) )(?:please )?"
    r"(?:(?:do not|don'?t|dont|do nothing)\b(?! (?:know|think|understand|worry|see|have|get|want|care|need)\b)"
    r"|no (?=(?:\w+ )?(?:\w+(?:s|ing)\b|work\b)|[\w.:]+\(\))|nothing (?:goes|gets|is|about|for|in|on|with|to)\b"
    r"|not a word|hands off|hold off|hold (?:the|it)\b|stay (?:out|away|clear|off)|keep (?:out|away|clear|off"
    r"|(?:your )?hands off)|(?:leave|keep) (?=[^;!?]{1,60}? (?:alone|untouched|be|as (?:is|it is|they are))\b)"
    r"|wait with"
    r"|kein\w* |nicht \w+|finger weg|lass\w* |warte\w* (?:noch )?mit|ne touche\w*|ne \w+ (?:pas|rien)|n'\w+ (?:pas"
    r"|rien)"
    r"|pas de |touche\w* pas|laisse\w* |on ne |no \w+(?:es|as|áis|éis|emos|amos)\b|nada de |ni (?:tocar|mirar)\w*"
    r"|espera\w* con )"
    r"|\bwe(?: are|'re)? (?:don'?t|do not|not|won'?t|aren'?t) (?!get\w*|hav\w+|seem\w*|see\w*|want\w*|need\w*|know\w*)"
    r"(?=\w+ (?:[^;!?]{1,80}? )?(?:yet|until|till|before|while|as long as|for now|right now|at the moment)\b)"
    r"|\bi(?:'d| would) rather you (?:didn'?t|did not) \w+"
    r"|\b(?:nobody|no one) (?:touches|edits|changes|pushes|merges|commits|deploys|works (?:on|in))\b"
    r"|\bniemand (?:fasst|rührt|ändert|pusht)\b|\bpersonne ne \w+\b|\bnichts (?:am|an|im|in)\b"
    r"|\bon (?:n'y|ne|n') ?\w+ (?:plus|pas|rien)\b"
    r"|\b(?:could|would|can|will) you (?:please |kindly |maybe )?(?:not|stay (?:out|away)|leave|keep|hold off)\b"
    r"|\b(?:ask|asked|want|need|like) you (?:not to|to (?:leave|keep|stay|hold off))\b"
    r"|\bi'd (?:like|prefer|want) (?:you )?(?:not to|you not to)\b|\byou (?:should|must) ?n[o']t\b"
    r"|\b(?:is|are|stays?|bleib\w*|ist|sind|est|sont|queda\w*|está\w*) (?:\w+ ){0,2}(?:off[- ]limits"
    r"|frozen(?! \d)(?=[.;:!]|,(?! but)|$| for | until | till | while | because )|locked"
    r"|closed|out of bounds|taboo|untouched|untouchable|tabu|gesperrt|eingefroren|auf \S+|bei \S+|gelée?s?|bloquée?s?"
    r"|congelad\w+|bloquead\w+|cerrad\w+)\b"
    r"|\b(?:nicht|nichts|ni) (?:an\w+en|ändern|ver\w+|mehr \w+en|an\w+|commit\w+|push\w+|tocar\w*)\b"
    r"|\b(?:lassen|lasst|lass) (?:wir |uns )?(?:\w+ )*in ruhe\b|\blassen wir\b|\b(?:erst ?mal|vorerst) kein\w*"
    r"|\bnon tocc\w+|\bni tocar\w*"
    r"|\bno (?:lo |la |los |las |se )?(?:toques|toquéis|hagas|uses|ejecutes|subas|cambies|metas|añadas)\b"
)
"""How a person orders that something is left as it is."""
IDLE_VERBS = frozenset(
    [
        "get",
        "do",
        "like",
        "want",
        "have",
        "had",
        "be",
        "keep",
        "let",
        "i'd",
        "alone",
        "untouched",
        "ruhe",
        "tranquille",
        "neither",
        "par",
        "contre",
    ]
)
"""Words of a ban that name nothing that could be protected."""
BEGINS_REASON = Pattern(
    r"\b(?:until|till|til|unless"
    r"|while(?! (?:we|you|i|you'?re|we'?re|i'?m)(?: are| am)? (?:at|on|think|here|remember)\b)"
    r"|as long as|before|because|since|bis|solange|weil|bevor|tant que|jusqu'(?:à|au|en)"
    r"|parce que|avant|hasta|mientras|porque|antes de)\b"
)
"""Where a ban says what it waits for."""
RECURRING = Pattern(
    r"(?:tests?|ci|builds?|lint\w*|checks?|suite|tests? suite)\b[^,.;]{0,20}\b(?:pass\w*|green|clean|ok|run|ran|grün"
    r"|durchlaufen|verts?|verte|passent|verdes?|pasan|pasen)\b|\b(?:i|you|we|someone|somebody|ich|du|je|tu|yo)"
    r"(?:'ve| have)? (?:ask\w*|say|tell|review\w*|approv\w*|confirm\w*|run|ran|check\w*|sage?|frag\w*|dise?|digo|diga)"
    r"\b|(?:every|each|any) |\w+ing\b"
)
"""How something goes on that comes again and again: a ban that waits for it is a rule."""
FREE = Pattern(
    r"\b(?:you (?:can|may|could)|(?:can|may) (?:now )?(?:be|go|run|start|happen|resume)|free to|feel free|go ahead"
    r"|go for it|all clear|fair game|up for grabs|good to go|again|no longer|anymore|any more|ok to|ours|yours"
    r"|back (?:on|to (?:us|you|normal)|in our)|(?:as|whenever|if) you (?:like|need|want|please)"
    r"|(?:is|are|'s|'re|be) (?:\w+ )?(?:free|ok|okay|fine|allowed|unlocked|unfrozen|open|clear|possible|safe|available"
    r"|editable|lifted|over|gone|off)"
    r"|kannst|könnt|darfst|dürft|(?:kann|können|dürfen|darf) (?:jetzt|wieder|nun|man|wir)|frei|offen|erlaubt|möglich"
    r"|wieder|nichts (?:mehr )?gegen|nicht mehr (?:gesperrt|tabu|verboten)|tu peux|vous pouvez|on peut|libres?"
    r"|permise?s?"
    r"|possible|modifiables?|à (?:toi|nous)|vas-y|allez-y|puedes|podéis|podemos|se pueden?|permitid\w+|sin miedo"
    r"|adelante|levantad\w+|liberad\w+|vía libre)\b"
)
"""What says that something is free."""
DONE = Pattern(
    r"\b(?:done|finished|finali[sz]ed|completed?|through|merged|landed|pushed|published|released|shipped|tagged|cut"
    r"|committed|approved|validated|agreed|okayed|cleared|signed(?: it)?(?: off)?|imported|moved|fixed|final|closed"
    r"|sent"
    r"|handed|over|back|live|behind us|(?:said|says) (?:yes|ok|okay|go|fine|sure)|(?:gave|given) (?:the|us|his|her"
    r"|it|me"
    r"|a) (?:\w+ )?(?:ok|okay|go|nod|green light|thumbs up|blessing)|went (?:in|well|out|through|live|fine|up)|ready"
    r"|(?:came|come|gone) out|\d[\w.]*(?: is|'s| was| ist) (?:out|raus|draußen)"
    r"|(?:is|are|'s|came|come) (?:in|up|off (?:the|it|that)|fine with)|talked|spoken|heard (?:back )?from|fertig"
    r"|durch|gemergt"
    r"|gemerged|abgeschlossen|zurück|geredet|gesprochen|freigegeben|zugestimmt|gepusht|draußen|raus|terminée?s?|fini"
    r"|finie?s?|mergée?s?|fusionnée?s?|validée?s?|passée?s?|publiée?s?|parlé|revenue?s?|sortie?s?|terminó|terminad[oa]"
    r"|acabó|acabad[oa]|subid[oa]|subió|mergead[oa]|merge|publicó|publicad[oa]|aprobó|aprobad[oa]|funciona|hablado"
    r"|list[oa]|tengo|finit[oaie]|mergiat[oa]|pubblicat[oa]|approvat[oa])\b"
)
"""What says that somebody or something is done."""
STILL = Pattern(
    r"\b(?:still|not|never|nobody|nothing|without|nicht(?! mehr)|kein\w*|noch|nie|pas|jamais|encore|aún|todavía|nunca"
    r"|no (?!longer\b|more\b|need\b|problem\b|objections?\b))\b|n't\b|\bno[,.]"
)
"""What says that it is not so, or not yet."""
TO_COME = Pattern(
    r"\b(?:i (?:think|guess|believe|suppose|hope)|maybe|perhaps|probably|presumably|should be|might|likely|apparently"
    r"|vielleicht|wahrscheinlich|glaub\w*|wohl|vermutlich|peut-être|je (?:crois|pense)|quizás?|tal vez|creo"
    r"|after(?!wards)|once|when(?:ever)?|as soon as|until|till|unless|if|whether|next|tomorrow|later|soon|will"
    r"|als nächstes|danach|ensuite|going to|wants? to|needs? to|(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|sobald|wenn|falls|ob|morgen"
    r"|später|bald|wird|montag|dienstag|mittwoch|donnerstag|freitag|quand|dès que|lorsque|si|demain|plus tard|bientôt"
    r"|lundi|mardi|mercredi|jeudi|vendredi|cuando|en cuanto|mañana|luego|pronto|lunes|martes|miércoles|jueves"
    r"|viernes)\b"
)
"""What lies ahead, or is only supposed."""
PARTLY = Pattern(
    r"\b(?:done|finished|through|fertig|finie?|terminée?|terminado|list[oa]) (?:for (?:today|tonight|now|the (?:day"
    r"|week|moment|time being))|für heute|pour (?:aujourd'hui|l'instant)|por (?:hoy|ahora))\b"
    r"|\b(?:part|step|phase|stage|half|teil|schritt|partie|étape|parte|paso) (?:one|two|three|[1-9]|eins|zwei|un|deux"
    r"|uno|dos)\b|\b(?:other|another|ander\w+|autres?|otr[oa]s?)\b"
)
"""What says that only a part is done, or another thing of the same name, or that it goes on tomorrow."""
UNDONE = Pattern(
    r"\b(?:revert\w*|roll\w* (?:it |that )?back|back\w* (?:it |that )?out|zurückgenommen|zurückgerollt|annulée?"
    r"|revertid[oa]|revirtió)\b"
)
"""What says that something which was done is so no longer."""
ORDERS = Pattern(
    r"\b(?:would|could|can|will) you\b|\b(?:please|now|bitte|jetzt|nun|maintenant|ahora)\b"
    r"(?! (?:he|she|they|his|her|er|il|elle|ils|él|ella)\b)"
    r"|\b(?:könntest|kannst|würdest) du\b|\b(?:peux|pourrais)-tu\b|\bpodrías\b"
    r"|(?:^|[,;:.!-] |\b(?:so|and|then|und|et|y) )(?:put|add|bump|change|edit|update|set|rebase|upgrade|regenerate"
    r"|merge"
    r"|make|write|move|rename|use|run|deploy|push|release|trag|setz|mach|füg|änder|ajoute|mets|pon|añade|cambia|sube)\b"
)
"""How a person asks for something to be done now."""
TIMES = Pattern(
    r"\b(?:last|this|yesterday|today|tonight|morning|noon|afternoon|evening|night|week|weekend|now|finally|already|just"
    r"|gestern|heute|früh|abend|endlich|schon|nun|hier|matin|soir|enfin|déjà|ayer|hoy|noche|tarde|por fin|ya)\b"
)
