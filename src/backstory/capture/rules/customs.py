"""Words by which a person says how things are done here, and what needs leave: `as a rule, we ...`, `without my ok`."""

from typing import Final

from backstory.capture.text.patterns import Pattern

LEAVE: Final = Pattern(
    r"\b(?:not|n't|never|no|nothing|nicht|nichts|nie|niemals|kein\w*|pas|rien|jamais|no|nunca|nada)\b[^.;?]{2,90}"
    r"\b(?:without (?:my|our|anybody's|explicit|prior)\b(?: \w+)?(?: (?:permissions?|consent|ok|okay"
    r"|approval|go(?:-ahead)?|say-so|knowledge))?|(?:unless|before|until) (?:i|we) (?:say|ask|tell|agree|approve"
    r"|explicitly)"
    r"|ohne (?:meine?|unsere?) \w+|ohne (?:mich |uns )?(?:vorher )?zu fragen|sans (?:mon|notre) accord"
    r"|sans (?:me |nous )?demander|sin (?:mi|nuestro|el) (?:permiso|visto bueno)"
    r"|sin (?:pregunt\w+|consult\w+|avis\w+|permiso)|sem (?:pergunt\w+|consult\w+|avis\w+)|senza (?:chieder\w+"
    r"|avvisar\w+))"
    r"|^(?:please |and |but )*(?:don't|do not|dont|never|nothing|no|you)\b[^.;?]{2,90}\bwithout (?:asking|checking"
    r"|discussing|consulting|telling (?:me|us))\b"
)
"""`nothing of that folder without my permission`."""
TURN: Final = Pattern(r"(?:--?|[;:–—]|, but|\. ) (?:but )?(?:please )?(?:recall|remember|note)?(?: that)? ?")
"""Where a sentence turns to an order after a report."""
BY_RULE: Final = Pattern(
    r"\b(?:as a (?:general )?(?:rule|principle)(?! of thumb)|as a matter of (?:principle|policy)|by convention"
    r"|by policy|(?:our|the) (?:convention|policy|house rule) (?:is|here)|grundsätzlich|prinzipiell"
    r"|en règle générale|por norma"
    r"|we (?:never|don't ever|do not ever) (?!mind|had|saw|got|tried|did|were|have|even|really|actually|once|wrote"
    r"|made|ran|went|came|took|knew|thought|built|sent|set up|heard|met|found|got|paid|felt|spoke|left|gave|\w+ed\b)\w+"
    r"|we (?:don't|do not|dont) (?:want|use|do|commit|write|add)\b[^.;]{2,80}\bever)\b"
    r"|\bwe (?:shouldn't|should not|shouldnt|must not|mustn't) (?:ever )?(?:be (?:\w+ly )?(?:us|commit|push|mock"
    r"|hard-?cod"
    r"|import|edit|touch|merg)ing|use|commit|push|mock|hard-?code|import|edit|touch|merge|rebase|squash|rely|depend|log"
    r"|print|skip|duplicate|copy|ignore|swallow|suppress|have [\w -]{2,30} in (?:there|here|the repo))\b"
    r"(?! (?:it|this|that|them)\b)"
)
"""`as a rule, we ...`, `we never ...`."""
ALL_OURS: Final = Pattern(
    r"^(?:whatever|everything|anything|(?:each|every|any) [\w·-]+|all [\w·-]+s)(?: that| which)? we (?:still )?"
    r"(?:add|build|commit|declare|expose|introduce|log|merge|provide|publish|raise|release|return|send|ship|store"
    r"|throw|write) (?!is (?:broken|wrong|gone|missing|lost)\b)(?:is|are|has|have|gets?|goes|carr(?:y|ies)"
    r"|names?|states?|says?|tells?|comes?|stays?|remains?|needs?|takes?|uses?|belongs?)\b"
    r"|\bthe same (?:applies|holds|goes|is true) (?:to|for|of) (?:all|every|each|any|whatever|future)\b"
    r"|^(?:(?:alles, )?was|jede[rs]? [\w·-]+, (?:die|den|das)) wir \w+, (?:ist|hat|wird|bekommt|braucht|nennt|kommt)\b"
    r"|^tout ce qu(?:e nous|'on) \w+ (?:est|a|doit)\b|^todo lo que (?:\w+mos) (?:es|lleva|tiene|debe)\b"
)
"""`whatever we add is internal`: what holds for all that is made here."""
SUPPORTED: Final = Pattern(
    r"\bwe (?:still|also still|have to|must)(?: have to)? support \w"
    r"|\b(?:has|have|needs?) to (?:still |also )?(?:run|work|build|compile|install) (?:on|with|under) [^,;.]{2,30}\d"
    r"|\bmust (?:still |also )?(?:run|build|compile|install) (?:on|with|under) [^,;.]{2,30}\d"
    r"|\bwir (?:unterstützen|müssen) (?:noch|weiterhin|immer noch|auch)\b.{0,60}(?:unterstützen)?\d"
    r"|\b(?:on|nous) (?:supporte|supportons|prend en charge|prenons en charge) (?:encore|toujours)\b"
    r"|\b(?:todavía|aún) (?:soportamos|damos soporte)\b|\bseguimos (?:soportando|dando soporte)\b"
)
"""`we still support 3.8`: what has to go on working."""
LEFT_ALONE: Final = Pattern(
    r"\b(?:is|are|stays?|remains?|gets?) (?:to be )?(?:left alone|off limits|untouched)\b(?! (?:by|in|since|for)\b)"
    r"|[,;] (?:and |but )?(?:nobody|no one|nothing|none) else\b"
    r"|\b(?:bleibt|bleiben|wird|werden) [^.;]{0,30}(?:unangetastet|unberührt|in ruhe gelassen|nicht angefasst)\b"
    r"|\bfinger weg von\b|(?:[,;]|\bund) (?:und )?(?:niemand|keiner|sonst (?:niemand|keiner))(?: sonst| anderes)?[.!]*$"
    r"|\b(?:lassen|fassen) wir [^.;]{0,30}(?:in ruhe|nicht an)\b|\bda kommt (?:nichts|kein\w*) [^.;]{0,40}(?:rein"
    r"|hinein|dazu)\b"
    r"|\bwe (?:leave|keep) [^.;]{2,40}? (?:in peace|alone|out of (?:it|this))\b"
    r"|\b(?:that|this|it) stays (?:so|that way|like that)\b|\bdas bleibt (?:auch |immer |hier )?so\b|\b(?:eso"
    r"|esto) se queda así\b"
    r"|\bon ne touche (?:pas|jamais)\b|[,;] (?:et )?personne d'autre\b"
    r"|\bno se tocan?\b|[,;] (?:y )?nadie más\b"
)
"""`the schema is left alone`, `the release job sets that, and nobody else`."""
REPROACH: Final = Pattern(
    r"\byou (?:shouldn't|should not|must not|mustn't|are not (?:allowed|supposed) to|aren't (?:allowed|supposed) to)"
    r" be (?!seeing\b|getting\b|using an? ·?\d)\w+ing\b"
    r"|\byou (?:shouldn't|should not|must not|mustn't) (?!see\b|get\b|need\b|have\b|find\b|notice\b|expect\b|worry\b)"
    r"\w+[^.;]*\b(?:ever|again|here|without|in (?:this|our)|on your own|by yourself)\b"
    r"|\b(?:i|we)(?:'ve| have)? (?:already )?(?:told|asked) you (?:\w+ )?(?:not to|never to|to (?:always|never|only))\b"
    r"|\bhow (?:often|many times) (?:do|must|did|have) i\b"
    r"|\bdu (?:sollst|sollest|darfst) (?:\w+ ){1,6}?(?:nicht|nie|kein\w*)\b"
    r"|\btu ne (?:dois|devrais) (?:pas|jamais)\b|\bno (?:debes|deberías|tienes que) \w+"
)
"""`you should not be moving files out of there`: what was done against the person's way, said to the one who did."""
WHICH_WAY: Final = Pattern(
    r"^(?:(?:no|please|and|also|remember|note)[,:]? )*(?!(?:the |a )?(?:users?|players?|customers?"
    r"|visitors?)\b)(?:the |each |every |all |our )?[\w·./-]+(?: [\w·./-]+){0,5}?"
    r" (?:should always|should never(?! be able)|(?:must|should|has to|have to) be [\w ]{3,40}?"
    r" (?:using|with|by|through|via) [^,;]{2,60}, (?:not|never))\b"
)
"""`the status must be set with A, not B`, `X should always ...`."""
AT_A_TIME: Final = Pattern(r"^(?:only |just |please )*one [\w-]+(?: [\w-]+)? at a time(?:,? please)?[.!]*$")
ALWAYS_SO: Final = Pattern(
    r"(?![^,;:]*\b(?:crash|fail|hang|break|throw|freez)\w*)"
    r"(?:(?:run|use|call|start|build|deploy|execute|lance|exécute|ejecuta|corre) (?=(?:the |all |our )?(?:tests?|suite"
    r"|specs?|linter|build|formatter|migrations?)\b|(?P<program>[\w·./-]+))(?:the |all |our )?[\w·./-]+"
    r"|(?P<bare>[\w·./-]+))(?: [\w·./-]+){0,4}? (?:always|immer|toujours|siempre) "
    r"(?:with|without|via|through|using|under|inside|from|mit|ohne|über|avec|sans|con|sin|desde) [\w·\"'./-]"
)
"""`go test always with -race here`: how a command is run each time. It holds where `program` or `bare` names one, or
neither is there."""
_VERB_ALWAYS: Final = Pattern(
    r"^(?P<lead>(?:please |and |but |so |then )*)(?P<verb>run|use|start|call|build|execute|commit|push|write|put"
    r"|name|test"
    r"|invoke|take|keep|open|ask) always (?!been\b|red\b|broken\b)"
)


def front_always(plain: str) -> str:
    """`run always make check` as `always run make check`, which is as long."""
    return _VERB_ALWAYS.sub(r"\g<lead>always \g<verb> ", plain)


SINGLE: Final = Pattern(r"^(?:i|it|this|that|there|he|she|they|these|those|which|who)\b")
"""Beginnings of what is said of one thing that was named before."""
OWN_ACCOUNT: Final = Pattern(r"^i (?:could|couldn't|can|can't|cannot|did|didn't|was|had|have|haven't|am|was)\b")
"""How a person begins to tell what happened."""
LOGGED: Final = Pattern(
    r"^[\w./\\()-]+:\d+(?::\d+)?:? .*\b(?:error|warning|note)\b|^(?:warning|error|note)(?:\[\w+\])?: "
)
"""A line of a compiler or a linter, pasted without quotation."""

_TRADES: Final = (
    r"(?:commits?|changes?|runs?|test runs?|builds?|releases?|prs?|pull requests?|pushe?s?|migrations?|sessions?|times?"
    r"|new [\w-]+)"
)
STANDING: Final = (
    Pattern(
        r"\bi (?:really )?(?:hate|dislike|can't stand|cannot stand) (?:it when|when|[\w·-]+ing\b"
        r"|(?!(?:this|these|those|his|its|us)\b)[\w·-]+s\b)"
    ),
    Pattern(
        r"^(?:no+ |please |and |but )*(?:don't|dont|do not|never) (?:run|start|use|call|touch|open|edit|push|delete"
        r"|re-?init\w*|re-?set|drop|rename|overwrite|rewrite|revert|merge|rebase|clear|wipe|downgrade|upgrade|bump)"
        r" (?![^,;]{2,60} (?:there|here|now),)(?!(?:it|this|that|them) (?:again|twice)\b)[^,;]{2,60}(?:, | because "
        r"| since )(?:that|it|this|they|because|since|he"
        r"|she|we|the|somebody|someone)\b"
    ),
    Pattern(
        r"^(?:a|each|every|any) new [\w·-]+ (?:is|has|gets?|goes|needs?|must|belongs?|comes?|lives?) (?!here\b"
        r"|broken\b)\w"
    ),
    Pattern(
        r"\bis how [\w ·/.'-]{2,50}? (?:is|are) (?:built|done|written|made|run|started|tested|named) (?:here|in this)\b"
    ),
    Pattern(r"^[\w ·/.-]{3,30} (?:bei uns|with us|chez nous|entre nosotros|con nosotros): \w"),
    Pattern(r"\b(?:lass|lasse) ich dich nicht\b|\bdas (?:mach|mache|übernehme) (?:nur )?ich(?: selbst| selber)?[.!]*$"),
    Pattern(
        r"\bi (?:never|don't ever|do not ever) want\b|\bi (?:don't|do not) want (?:to see )?(?:any|another|a single)\b"
    ),
    Pattern(
        r"^(?:use|run|do|add|write|keep|put|pass|set|include|start|test|build|give|update|check|format)\b[^;?]{3,80}?"
        rf" (?:for|on|in|with|at|after|before) (?:every|each|all|any) {_TRADES}(?=[.,;!]|$)"
    ),
    Pattern(
        r"\b(?:i|we|ich|wir) (?:\w+ )?(?:always|usually|normally|generally|immer|normalerweise|sonst)\b.{4,160}?"
        r"[,;–—-] (?:so |and |also |und )*(?:please |kindly |bitte )?(?:you )?(?:should )?"
        r"(?:(?:use|do|take|follow|keep|run) (?:exactly |just )?(?:the same|that|it|this|so)"
        r"(?: too| as well| way| here)*"
        r"|(?:mach|nimm|verwende)\w* (?:das|es|dasselbe|die gleichen?)(?: bitte)?(?: auch)?(?: so)?)[.!]*$"
    ),
    Pattern(r"^only (?:touch|edit|change|modify|commit|write to) (?:files?|code|things|what)\b"),
    Pattern(
        r"^(?:keep|leave) [\w ·/.'-]{3,50}? (?:as (?:it is|they are|is)|unchanged|untouched|alone|stable"
        r"|backwards?[- ]compatible)\b"
    ),
    Pattern(
        r"^(?:don't|do not|dont|never|avoid) (?:us(?:e|ing)|add(?:ing)?|introduc(?:e|ing)|creat(?:e|ing)|writ(?:e|ing)"
        r"|install(?:ing)?|import(?:ing)?|pull(?:ing)? in) (?:any|new|more|another|additional|further)\b"
    ),
    Pattern(
        r"(?<!thing )(?<!what )(?<!like )\bi (?:remind you|keep telling you|(?:already )?told you|have told"
        r" you)\b(?: \w+){0,5}? (?:that|to|of)\b"
    ),
    Pattern(r"^(?:we(?:'re| are)|the|our)\b[^;?]{3,80}, so (?:no(?! matter)|never|nothing|only|don't|do not|nobody)\b"),
    Pattern(
        r"^(?:everything|all [\w ]{2,30}?|(?:code )?comments|commit messages|names|docs|documentation|messages"
        r"|identifiers)"
        r"(?: and [\w ]{2,30}?)?(?: is| are| has to be| have to be| must be| stays?)?(?: always)?"
        r" in (?:english|german|french|spanish|portuguese|italian|chinese|japanese|lower ?case|snake|camel|kebab)"
    ),
    Pattern(
        r"^(?:commit messages?|branch(?: name)?s?|comments?|docstrings?|test names?|names|log messages?|error messages?"
        r"|pr titles?|changelog(?: entries)?): \w"
    ),
)
"""Ways in which people lay down what holds: `I never want ...`, `use X for every run`, `commit messages: short`."""
BELONGS: Final = Pattern(
    r"^(?:(?:[Tt]he|[Oo]ur|[Aa]ll) )?[\w·/.-]+(?: [\w·/.-]+){0,4} (?:belongs? to|(?:is|are) (?:owned by|of))"
    r" (?:me\b|us\b|[A-Z][a-z]+(?:'s team)?(?=[.,;!]|$| and\b))"
)
"""`the CI config belongs to Ines`."""
OBJECTION: Final = Pattern(
    r"\b(?!(?:It|That|This|He|She|There|What|Which)\b)[A-Z][a-z]+ (?:(?:doesn't|does not|won't|will not) (?:want"
    r"|allow|accept|approve|let|take)|has (?:forbidden"
    r"|vetoed|banned)"
    r"|vetoed|forbade|banned|objects to|is against|looks after|takes care of)"
    r" (?!(?:the|this|that|our|my|your)(?: [\w-]+){0,3} (?:thing|idea|approach|way|part|change|version|draft"
    r"|proposal|default)\b)\w"
    r"|\b(?!(?:It|That|This|There|What|Which)\b)[A-Z][a-z]+ (?:wants?|insists?|requires?|demands?|asks?|expects?"
    r"|says?)(?: on| for| that)?"
    r" (?:every|all|each|no|only|never|nothing|nobody|under no)\b"
)
"""`Marta wants every public type documented`."""
