"""Words by which a decision in a prompt is recognised: what was chosen, by whom, and what was turned down.

Patterns of `Sentence.plain`, and of `Sentence.text` where names of people matter.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

REASON: Final = Pattern(
    r"\b(?:because|since|as (?:it|they|we|the|that|this)\b|so that|otherwise|due to|weil|denn|da (?:es|wir|die|das)"
    r"|porque|ya que"
    r"|car|parce que|потому что|чтобы)\b|因为|由于|ので|ため"
)
"""What introduces a reason."""
LOOSE_REASON: Final = Pattern(
    r"[,:;–]\s+(?:our|we|they|the|nobody|no one|it|that|this|lerna|people|users|customers|\w+ (?:is|are|was|were|has"
    r"|have|needs?"
    r"|breaks?|can|cannot|can't|doesn't|don't|already|only|keeps?|wants?)"
    r"|wir|man|der|die|das|es|sie|unsere?|on|nous|ça|c'est|il|elle|les|el|los|las|le|la|l'|se|nos|no|todos"
    r"|\w+ (?:ist|sind|hat"
    r"|haben|kann|können|braucht|est|sont|a|ont|peut|es|son|está|tiene|puede))\b|: \w+"
)
"""A clause that is likely the reason."""
PAST_NAME: Final = (
    r"(?<![.!?] )\b(?P<who>[A-Z][\w-]+)(?: (?:from|of|in|at) (?:the )?[\w-]+(?: team)?| \([^)]{1,30}\)|,? our [\w ]+,)?"
)
OTHERS_DECISION: Final = Pattern(
    rf"(?:^|[,;:] |\b(?:and|but|so|with|as) ){PAST_NAME} (?:want(?:s|ed)|decided|insist(?:s|ed)|agreed|prefers"
    rf"|preferred"
    r"|asked (?:for|us|that|to)|requires|signed off|approved|vetoed|ruled|said (?:that )?(?:we|it|to|no|yes)"
    r"|hat (?:entschieden|beschlossen|gesagt|gemessen|festgelegt)|möchte|besteht auf|veut|a décidé|quiere|decidió)\b"
)
OTHERS_STATEMENT: Final = Pattern(
    rf"(?:^|[,;:] |\b(?:and|but|so|with|as) ){PAST_NAME} (?:said|says|told (?:me|us)|wrote|meinte|sagt|sagte|confirmed"
    r"|measured|a dit|dice|dijo)\b(?:: \S|.*\d)"
)
"""`Ada said: 30 seconds`: words with a value are passed on to be kept to."""
OTHERS_DEMAND: Final = Pattern(
    rf"^{PAST_NAME} (?:looked at|reviewed|checked|read|commented on)\b.*\b(?:have to|has to|must|should|needs? to"
    rf"|not ok|wrong)\b"
)
SETTLED: Final = Pattern(
    r"(?:^|[.,;:–—-] )(?:and )?(?:that(?: is|'s) (?:how|what) we (?:do|want|use)|so machen wir(?:'s| das| es)"
    r"|dabei bleib(?:t|en)|that(?: is|'s) (?:final|settled|decided)|c'est décidé|así lo hacemos)\b"
    r"|^(?:change of plans?|new plan|update from \w+|planänderung)\s?[:,–—-] \S"
    r"|\b(?:spoke|speaking|talk(?:ed|ing)|checked|gesprochen|after a call) (?:to|with|mit) (?!you\b|it\b|the\b)\w+\b"
    r".{0,20}\b(?:wants?|we (?:go|use|take|keep|stay)|decided|agreed|it(?:'s| is)|prefers?|\d+)\b"
    r"|^(?:the |our )?(?:board|team|customers?|clients?|maintainers?|product owner|boss|security|legal|ops|qa|chef"
    r"|kunde)(?: team)? (?:has |have )?(?:decided|wants?|insists?|requires?|vetoed|agreed|ruled)\b"
)
"""Words with which a person passes on what is settled, whoever settled it: `that is how we do it`."""
NOT_PEOPLE: Final = frozenset(
    ("I", "The", "This", "That", "It", "We", "They", "You", "He", "She", "There", "Nobody", "Everybody", "Everyone",
     "Someone", "What", "Who", "Python", "Windows", "Linux", "Docker", "Git", "GitHub", "CI", "Postgres", "React",
     "Rust", "Go", "User", "Users", "Claude", "Codex", "Assistant", "Copilot", "Gemini", "Client",
     "Customer", "Customers", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Montag",
     "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "January", "February", "March", "April", "May", "June", "July",
     "August", "September", "October", "November", "December")
)  # fmt: skip

LET_US: Final = (
    r"let's (?:just )?(?:go with|go for|use|keep|drop|switch|stick|stay|leave it|call|name|ship|return|split|model"
    r"|(?:do|move|run|make|take|put|store|support) (?:it|them|that|this|these|those|only|no|both|the (?:first"
    r"|second|third|last|former|latter|other))|not)\b"
    r"(?! (?:a look|sure|it a try|the tests?\b|this and|and\b|on\b|back\b))"
)
LET_US_REASONED: Final = (
    r"let's (?:just )?(?:do|move|run|make|take|put|store|support|have|add|remove)\b(?! sure\b)[^?]*"
    r"\b(?:because|since|so that|otherwise)\b"
)
"""Where these words of an order come with a reason, the order is a choice."""
_RATHER: Final = r"(?:(?:better|rather|preferably|lieber|besser|plutôt|mejor)[ ,]+)"
RATHER: Final = Pattern(_RATHER)
"""How a clause begins that weighs one thing against another."""
IN_PLACE_OF: Final = Pattern(
    r"\b(?:instead|rather than|statt|anstatt|anstelle|au lieu d|plutôt qu|en vez de|en lugar de|em vez de)"
)
HEADS: Final[tuple[tuple[float, bool, Pattern], ...]] = (
    (0.86, False, Pattern(LET_US)),
    (0.8, False, Pattern(LET_US_REASONED)),
    (
        0.78,
        False,
        Pattern(
            r"we (?:don't|do not|dont|won't)(?: actually| really)? (?:want|need)\b(?! to (?:know|see|wait|worry)\b)"
            r"|there(?:'s| is) no need (?:to|for)\b(?! (?:worry|hurry|apologi[sz]e|thank)\b)"
        ),
    ),
    (
        0.8,
        False,
        Pattern(
            r"we (?:call (?:it|them|the)|name (?:it|them|the)|go with|stay with|keep(?! (?:them"
            r"|it)\b)(?![^,;:]* (?:in|at|on|under|between|inside|for)\b))\b"
            r"(?! (?:you|\w+ing|on|going|the (?:conversation|meeting))\b)"
        ),
    ),
    (
        0.8,
        False,
        Pattern(
            r"(?:also|dann|deshalb|darum|daher) (?:(?:hei(?:ß|ss)(?:t|en)|nennen|nehmen|bleiben|machen|lassen)"
            r" (?:wir|es|das|sie|er)\b|(?:nimm|nenn|lass)\b(?! (?:mich|mir|uns mal)\b)|bleibt es bei\b)"
        ),
    ),
    (0.76, False, Pattern(r"(?:we|i) want (?:a single|one|only|no|just)\b(?! more\b)")),
    (0.78, True, Pattern(r"i (?:don't|do not|dont) want\b(?! to (?:know|see|wait)\b)")),
    (
        0.78,
        True,
        Pattern(
            r"i(?:'ve| have)? (?:just |already )?(?:deleted|removed|discarded|dropped|undid|reverted|disabled"
            r"|scrapped)\b"
        ),
    ),
    (0.88, False, Pattern(r"we(?: have|'ve)? (?:decided|agreed|settled on|chose|chosen|opted|concluded)\b(?!.*\?)")),
    (
        0.86,
        False,
        Pattern(
            r"we(?:'re| are) (?:going with|dropping|moving (?:to|away|from)|switching|staying (?:with|on)|keeping"
            r"|removing|replacing"
            r"|deprecating|sunsetting|not going to|standardi[sz]ing)\b"
        ),
    ),
    (
        0.85,
        False,
        Pattern(
            r"we (?:no longer|will no longer|won't|stay with|stick with|will use|are no longer)\b(?! (?:get|see"
            r"|have an?))"
        ),
    ),
    (
        0.88,
        False,
        Pattern(
            r"(?:decision|decided|the decision is|my decision|entscheidung|entschieden|beschlossen|décision|décidé"
            r"|decisión|decidido|decisão|decisione|deciso|besluit|besloten)(?: (?:for|on|about|für|zu) [^:]{2,40})?\s*:"
        ),
    ),
    (0.86, False, Pattern(r"i(?:'ve| have)? decided\b")),
    (0.82, False, Pattern(r"(?:go|going) with\b(?! it\b)")),
    (
        0.8,
        False,
        Pattern(
            r"(?!(?:that|this|what|how|who|where|here|there|so|as|is|because|if|whatever|whoever|like|since|think"
            r"|guess|yes"
            r"|no|and|but|in|on)\b)[\w·./-]+(?: (?!(?:what|how|who|where|as|is|because|if|like|think)\b)[\w·./-]+){0,2}"
            r" it is(?: then| now)?[.!]*$"
        ),
    ),
    (0.8, False, Pattern(r"(?:call it|call them|name it|name the [\w-]+)\s+(?!when\b|if\b|from\b)[\w·]")),
    (
        0.8,
        True,
        Pattern(rf"{_RATHER}?(?:use|take|prefer|do|make|keep|put|move|run|store|return|write|have|set|leave|only)\b"),
    ),
    (
        0.8,
        True,
        Pattern(
            r"(?:(?:bitte|lieber|besser|dann|plutôt|mejor|por favor)[\s,]+)*(?:nimm|nutze?|benutze?|verwende?|setz\w*"
            r"|speicher\w*|schreib\w*|utilise\w*|prends|prenons|mets|mettons|garde|gardons|usa|usad|usemos|utiliza|pon"
            r"|guarda|escribe|usar?)\b"
        ),
    ),
    (
        0.8,
        False,
        Pattern(
            r"(?:put|move|place|keep) (?:it|them|this|that) (?:in|into|next to|on|onto|under|behind|inside"
            r"|beside)\b.*\b(?:then|instead|where)\b"
        ),
    ),
    (0.8, False, Pattern(rf"{_RATHER}[^,;:?]{{2,60}}? {IN_PLACE_OF.source}")),
    (0.74, False, Pattern(r"use [^,;:]{2,60} for (?:every|all|each|any)\b")),
    (
        0.76,
        False,
        Pattern(
            r"(?:it|this|that|they|the [\w·-]+) (?:has to|must|needs to|have to) (?:stay|remain|keep|be kept|be left)\b"
            r".*(?:[,:;]|because|since)"
        ),
    ),
    (0.74, False, Pattern(r"[\w·' -]{3,40} only[.!]*$")),
    (0.78, False, Pattern(r"(?:not worth it|too risky|overkill|out of scope)\b.*\b(?:keep|leave|stay|drop|skip)\b")),
    (
        0.75,
        False,
        Pattern(r"(?:that's|that is|this is) (?:v?\d[\w.]*|phase|milestone|post-\w+|a later|for later|out of scope)\b"),
    ),
    (
        0.8,
        False,
        Pattern(
            r"(?:wir (?:nehmen|verwenden|benutzen|bleiben bei|setzen auf|haben entschieden|haben beschlossen"
            r"|machen es mit)"
            r"|lass uns .* (?:nehmen|verwenden|benutzen))\b"
        ),
    ),
    (
        0.8,
        False,
        Pattern(r"(?:on (?:part sur|utilise|prend|garde|reste sur|a décidé)|nous avons décidé|restons sur)\b"),
    ),
    (
        0.8,
        False,
        Pattern(r"(?:vamos a (?:usar|quedarnos|cambiar)|usaremos|decidimos|hemos decidido|vamos (?:usar|manter))\b"),
    ),
    (0.8, False, Pattern(r"(?:我们(?:决定|改用|采用|选择|用)|决定(?:用|采用|使用)|改用|就用)(?![这那你])")),
    (0.8, False, Pattern(r".*(?:にすることにした|を採用(?:する|します)|に決めました|に決定)")),
    (0.8, False, Pattern(r"(?:мы решили|решили|будем использовать|переходим на)\b")),
)
"""Confidence, whether a reason is required, and how the clause begins."""
NEGATED: Final = Pattern(
    r"^(?:(?:ugh|h+m+|ah|oh|nah|nope|wait|ok|sorry)\b[\s,.!…]*)*(?:no|nope|nah|nein|non)\b[\s,.:;–-]+(?P<rest>.+)"
)
TURNED_DOWN: Final = Pattern(
    r"(?:not (?P<place>(?:in|into|on|with|via|through|by|at|under) [^,:;.]{2,80})|(?:don't|do not"
    r"|dont) (?P<act>[^,:;]{3,100}))"
)
NO_AND_USE: Final = Pattern(r"no [^,:;]{2,60}, (?:use|take|go with|do|keep|put)\b")
THEN: Final = Pattern(
    r"^(?:ok(?:ay)?,? |agreed,? |right,? |good,? |fine,? |hm+,? )*then\b,? (?!commit|push|run the|fix|do it|go|add"
    r"|write|show|let|you|i|we)"
)
REMAINS: Final = Pattern(
    r"(?:^|[,;:–—] )(?!(?:it|this|that|everything|all|nothing|there|i|he|she|they)\b)[\w·@./-]+(?: [\w·@./-]+){0,4}"
    r" (?:remains?|stays?|bleib(?:t|en)|reste(?:nt)?|(?:se )?quedan?)"
    r" (?:unchanged|as (?:it is|they are|is)|the same|unverändert|wie (?:es|sie|er) (?:ist|sind)|inchang\w+"
    r"|tel\w* quel\w*|igual|como est\w+)[.!]*$"
)
"""`the parameter remains unchanged`"""
STAYS: Final = Pattern(
    r"(?:^|[,;:–—] |\b(?:so|then|but|and) )(?P<what>"
    r"(?=[^,;:?]{0,50}\b(?:version|minimum|msrv|limit|default|timeout|cap|format|schema|name|interval|size|python"
    r"|node|rust"
    r"|ruby|java|go|php|api|support|budget|threshold|ttl|rate|mindestversion|grenze|standard|versión|límite|limite)\b)"
    r"(?!(?:it|this|that|everything|all|nothing|there|i|he|she|they|we)\b)(?:the |our |die |der |das |le |la "
    r"|el )?[\w·@./-]+(?: [\w·@./-]+){0,3}"
    r" (?:remains?|stays?|bleib(?:t|en)|reste(?:nt)?|(?:se )?quedan?)"
    r" (?:at|on|with|below|under|in|bei|auf|mit|unter|à|sur|en|con)\b"
    r"[^;?]{1,80}?\b(?:until|till|for now|because|since|bis|weil|vorerst|jusqu\w*|parce|hasta|porque)\b)"
)
"""`the minimum version stays at 1.63 until Debian 13 is out`"""
PREFERS: Final = Pattern(
    r"(?:so |then |and )?(?:i|we)(?:'d| would) (?:rather )?(?:go (?:with|for)|take|pick|choose|use|settle (?:on|for)) "
    r"(?!(?:it|that|this|them)\b)\S"
    r"|(?:dann )?(?:ich|wir) (?:würden?|nehmen?|nehme) (?:dann )?(?:lieber |eher )?(?:eine?[nm]? |den |die |das )?\S+"
    r"|je (?:prendrais|partirais sur) \S"
)
"""`I'd go with a table in Postgres`, behind what rules another way out."""
RULES_OUT: Final = Pattern(
    r"\b(?:can't|cannot|can not|won't|will not|must not|mustn't|not allowed|forbids?|refuses?|no longer"
    r"|out of the question|geht nicht|dürfen (?:wir )?nicht|können (?:wir )?(?:nicht|kein\w*)|ne (?:peut"
    r"|pouvons) pas|no podemos)\b"
)
GIVES_UP: Final = Pattern(
    r"^(?:(?:pity|shame|too bad|fair enough|all right|schade|na gut|alles klar|mist|dommage|tant pis|lástima"
    r"|ok(?:ay)?|gut|good|fine|right|but|aber|mais|pero)\b[\s,.!–—-]*)+(?:then |dann |alors |entonces )?"
    r"(?:no|kein(?:e[nrsm]?)?|pas de|aucune?|ningun[ao]?|nada de) (?!need\b|problem|idea|worr|hurry|rush|ahnung|souci)"
    r"[^;?]{3,80}$"
)
"""`pity, but ok, no part file then`: what a person turns down after hearing what speaks against it."""
USE_INSTEAD: Final = Pattern(
    r"\b(?:to|and|so that it|should|must) (?:only )?(?:use|keep|store|take|call|return|read|write)s?\b[^;]{2,160}?"
    r" (?:instead of|rather than) \S"
)
"""`update the plan to use A instead of B`: the choice within an order."""
INSTEAD: Final = Pattern(
    r"\b(?:instead of|rather than"
    r"|(?<!start )(?<!starting )(?<!take )(?<!took )(?<!hand )(?<!carry )(?<!all )(?<!left )"
    r"(?<!iterate )(?<!iterating )(?<!loop )(?<!looping )(?<!go )over"
    r"(?! (?:on|there|here|again|time|the (?:weekend|years?|network|wire|next|last|top|air))\b)"
    r"|statt|anstelle von|au lieu d(?:e|u|es)|plutôt qu(?:e|e du|e de la|e des)|en lugar de|en vez de|em vez de)"
    r" (?P<other>(?:[^,.;:()]|\.(?=\w)){2,60})"
)


NO_ANSWER: Final = Pattern(
    r"(?:i (?:don't|do not|am not|wonder|think|need|have to|guess)|you|what|why|how|which|show|explain|tell|look"
    r"|check|run|commit|wait|first"
    r"|never mind|whatever|can|could|is|are|does|do you|let me|let's see|see|read|here|there|no idea|not sure"
    r"|up to you|your call)\b"
)
OFFERS_CHOICE: Final = Pattern(
    r"\b(?:or|which|what should|how (?:should|many|long|often|far|big|strict)|where should|when should|who|oder"
    r"|welche\w*|wie|ou|quel\w*|o|cuál)\b|还是|哪|どちら"
)
"""A question that names several ways, or asks for one."""
OFFERS_HELP: Final = Pattern(
    r"^(?:would you like|do you want|shall i|should i (?:go|proceed|start|continue|do|make|apply|commit|fix|run)"
    r"|want me|let me know|is there anything|can i help|may i|ready to|soll ich|möchtest du|voulez-vous"
    r"|quieres que)\b(?!.*\bor\b)"
)
"""A question that only offers to go on."""
GOES_ON: Final = Pattern(
    r"\b(?:(?:should|shall|may|can) i|you|me|we|soll ich|vous|tu|quieres|veux-tu|prefieres)\b[^?]*\b(?:or|o|ou|oder)"
    r" (?:(?:just |first |maybe |rather |to )*(?:continue|proceed|start|begin|move on|jump|go (?:ahead|on|back|to|with)"
    r"|test|try|review|check|wait|pause|commit|push|verify|explore|discuss|plan)"
    r"|probar|seguir|continuar|empezar|tester|continuer|commencer|weiter\w*)\b"
    r"|\b(?:or|o|ou|oder) (?:(?:should|shall|may|can) i|would you|do you|did you|are you|is there|are there"
    r"|(?:make )?any (?:\w+ )?(?:adjustments?|changes?|questions?|improvements?)|anything|something (?:else|different)"
    r"|quieres|prefieres|necesitas|deseas|hay algo|si (?:hay|quieres)|preferirías"
    r"|préf\w+|veux-tu|voulez-vous|souhait\w+|möchtest du|willst du|soll ich)\b"
    r"|\b(?:which|what|welche\w*|quel\w*|cuál\w*|qué)\b[^?]{0,60}\b(?:next|(?:do|fix|address|implement|handle|build|see"
    r"|go|try|write|add) first|prioriti[sz]e|start with|begin with|focus on|tackle|work on|als nächstes|zuerst|d'abord"
    r"|en premier|primero|a continuación)\b"
    r"|\bmake any (?:\w+ )?(?:adjustments?|changes?|modifications?)\b|\b(?:know|learn|hear|see) more\b"
    r"|\by a-t-il\b|\bis there (?:anything|something)\b|\bhay algo\b|\bgibt es (?:etwas|noch)\b"
    r"|^(?:so |and )?(?:which|what) (?:one |option |way |approach |of (?:these|them|the \w+) )?(?:do|would|should)"
    r" (?:you|i|we) (?:like|prefer|want|choose|recommend|think|do)(?: me to do| to do)?\W*$"
)
"""A question on how the work is to go on, or one that names no way: `or would you rather test it first?`"""
ASKS_WHETHER: Final = Pattern(
    r"^(?:(?:so|and|then|ok(?:ay)?)[\s,]+)?(?:should (?:the|it|this|that|these|we|a|an|each|every|all)\b"
    r"|do we (?:want|keep|need)\b|(?:is|are) (?:it|that|this|the) .{0,40}(?:meant|supposed|allowed) to\b"
    r"|may (?:the|it|a|an)\b|must (?:the|it|a|an|we)\b"
    r"|can (?:the|it|a|an) .{2,60} (?:be|stay|go)\b|soll(?:en)? (?:der|die|das|es|wir)\b)"
)
"""A question on how something is to be, which a yes settles."""
REQUEST: Final = Pattern(
    r"(?:(?:please|now|then|just|ok(?:ay)?|yes|no|so|first|also|and|go ahead and|try to|i want (?:you )?to"
    r"|i'd like (?:you )?to|(?:can|could|would|will) you)[\s,]+)*"
    r"(?:add|analy[sz]e|apply|ask|build|change|clean|commit|continue|create|debug|delete|do|explain|extract|figure|find"
    r"|fix|follow|generate|go|help|implement|improve|install|investigate|list|look|merge|modify|move|open|proceed|pull"
    r"|push|read|refactor|refer|remove|rename|replace|rerun|resolve|review|rewrite|run|search|show|start|stop"
    r"|summari[sz]e|switch to the|tell|test|think|try|undo|update|verify|work|write)\b"
)
"""An order for the moment."""
SHE_WANTS: Final = Pattern(
    r"^(?:so |and )?(?:he|she|they) (?:wants?|insists? (?:on|that)|asks? (?:for|that)|requires?|demands?"
    r"|needs?)\b (?!to (?:know|see|talk|look|read)\b)"
)
STATES: Final = Pattern(r"^(?P<who>[A-Z][\w-]+) ?(?:\([^)]{2,40}\)|(?:from|of|in) [\w ]{2,30}): \S")
LATER: Final = Pattern(
    r"^(?:(?:so|and|ok(?:ay)?),? )*(?:for (?:the )?next (?:time|session|day|round)|when (?:we|you|i) \w+"
    r"|next|tomorrow|later|summary|to ?do)\b[^:]{0,30}:"
)
KEEPS: Final = Pattern(
    r"(?:keep|use|take|store|treat|return|raise|throw|set|leave|drop|put|make|limit|allow|ignore|send|only|don't \w+"
    r"|do not \w+|no)\b"
    r"[^,;:]{4,120}(?:[,;:–] | - )(?:(?:that's|it's|it|that|this|they|we|you|she|he|there|people|users|nobody"
    r"|otherwise|a|an|the|our|every|most"
    r"|some|all|any) ?[\w' ·-]{0,60}?\b(?:is|are|was|were|has|have|had|does|do|can|can't|cannot|must|needs?|gets?"
    r"|wants?|breaks?|uses?|\w+s)\b|because|since)"
)
"""An order with its reason: `keep answers for 24 hours, that's what Stripe does`."""
ACCEPTS: Final = Pattern(
    r"^(?!(?:ye(?:s|ah?)|ok(?:ay)?|ja|oui|right|sure)(?:,? (?:no|nah|nope|nein|non)(?:[,.;:!–—-]|$)"
    r"| (?:no|nah|nope|nein|non|nicht|pas)\b))"
    r"(?:yes|yep|yeah|y|yup|ja|oui|agreed|right|ok(?:ay)?|good|great|fine|perfect|nice|makes sense|sounds (?:good|right"
    r"|all right|fine)|sure|do (?:that|it|so)|go (?:ahead|for it|with (?:that|it))|exactly|i'm with"
    r"|let's do (?:that|it)|exactly)\b(?!.*\b(?:but|except|however|instead|(?:an)?other|next|now|new)\b)"
)
NOUNS: Final = Pattern(
    r"^(?:yes|agreed|right|exactly|ok(?:ay)?)[,:] (?P<what>(?:a|an|the|one|two|three|\d[\w.]*|only|no(?! need\b)|·+"
    r"|[\w-]+ only)\b[^?]{8,160})$"
)
"""`yes, an atomic add in the store`"""
PROPOSAL: Final = Pattern(
    r"\b(?:should (?:be(?! (?:addressed|added|updated|fixed|resolved|done|able|noted|reviewed|checked|tested|available"
    r"|running|working|visible|ready|easier|clearer|better|faster|accessible|enough|fine|good|now)\b)"
    r"|live|go|stay|have|hold|take)|has to|must (?:be|have)|would (?:put|keep|use|make|go|do|take"
    r"|store|say)"
    r"|i(?:'d| would) (?:put|keep|use|make|go|do|take|store|leave|drop|skip|remove|add|split|move|rename|treat"
    r"|return|raise"
    r"|wait|start|limit|allow|reject|accept|replace|switch|stick|stay|rather)\b"
    r"|i (?:propose|suggest|recommend)|better to|the (?:right"
    r"|proper) place)\b"
)


TURNS: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|k|hm+|ah|well|right|good|fine|so|fair)[\s,.!–-]+)*(?:then|dann|alors|entonces)\b"
    r"|^(?:.{0,60}[\s,.;!–-])?(?:instead|settles it|kills it|that'?s that|agreed|pity|shame|too bad"
    r"|fair(?: enough)?|drop (?:it|that)|forget (?:it|that)|scrap (?:it|that)|out again|makes sense|full stop"
    r"|schade|mist|stattdessen|wieder raus|dommage|plutôt)\b"
)
"""How a prompt begins with which a person turns to something else."""
AGAINST: Final = Pattern(
    r"\b(?:but|however|breaks?|broke|fails?|loses?|lost|leaks?|wrong|catch|too (?!\w+ly\b)\w+|cannot|can't|never"
    r"|no longer|nothing|does(?:n't| not)|did(?:n't| not)|is(?:n't| not)|aber|kaputt|bricht|scheitert|verliert|falsch"
    r"|nicht|mais|casse|perd|pero|rompe|falla|pierde)\b"
)
"""What speaks against a way of doing it."""
PROPOSES: Final = Pattern(r"(?:so |then )?i(?:'d| would) (?!have\b|need\b|lose\b)")
"""How an answer begins that proposes something: who agrees to it turns to nothing else."""
BACK_TO: Final = Pattern(
    r"^(?:and |so )?(?:(?:he|she|they)(?:'s|'ve| has| have)? (?:decided|wants?|insists?|asked for) (?:that|it|this"
    r"|so)\b|that's (?:how|what) we"
    r" (?:do|did|want|agreed|decided)|that(?:'s| is) (?:decided|settled|final|the decision"
    r"|my final (?:word|answer))\b|that is how we do it"
    r"|(?:das|so) machen wir(?: das| es)?(?: jetzt| dann)? so\b|(?:genau )?so machen wir(?:'s| das| es)\b"
    r"|dabei bleibt es\b|on fait comme ça\b|así lo hacemos\b|facciamo così\b)"
)
