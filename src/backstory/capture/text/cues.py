"""Words by which a rule is recognised: what begins one, what ends one, what makes it hold for good.

Patterns of `Sentence.plain`: lower case, code and quotations blotted out.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

LEAD: Final = Pattern(
    r"^(?:(?:and|also|but|so|then|ok(?:ay)?|yes|yeah|yep|great|good|nice|perfect|thanks|thank you|awesome|agreed"
    r"|please|pls|plz|kindly|oh"
    r"|(?:hi|hello|hey|hiya|hallo|moin|servus|hola|bonjour|salut|good (?:morning|afternoon|evening)"
    r"|guten (?:morgen|tag|abend)|buen[oa]s (?:días|tardes|noches))"
    r"(?: (?:there|again|all|everyone|everybody|team|claude|codex|gemini|copilot|cursor))?"
    r"|h+m+|ah|btw|by the way|(?:one (?:more )?|another )thing(?: for the future)?(?! (?:that|which|i|we|you)\b)"
    r"|actually|just|well|right|also note"
    r"|fyi|reminder|important|in general|generally(?: speaking)?|for the record|(?:it is to be|please|kindly"
    r"|do) (?:note|noted|observe)d? that"
    r"|first(?:ly)?|second(?:ly)?|finally"
    r"|lastly|p\.?p?\.?s|while (?:i|we)(?:['’](?:m|re)| am| are)? ?(?:think(?:ing)? (?:of|about) (?:it|that|this)"
    r"|remember(?:ing)?(?: it| that| this)?|at it|here|on (?:it|that|the (?:subject|topic)))"
    r"|before i forget(?: it| this)?|(?:what )?i (?:almost |nearly )?forgot to (?:say|mention|tell(?: you)?)"
    r"|i (?:still )?wanted to (?:say|mention)"
    r"|(?:one |the )?(?:very )?last thing|something else(?: that matters)?|if i may|since you ask"
    r"|as long as i remember(?: it)?|solange ich (?:daran|dran) denke|bevor ich(?:'s| es)? vergesse"
    r"|(?:wo|wenn) wir (?:gerade |schon )?dabei sind|tant que j'y pense|avant (?:que j'oublie|d'oublier)"
    r"|antes de que se me olvide|ya que estamos"
    r"|wie (?:schon )?gesagt|comme (?:je l'ai |déjà )?dit|como (?:ya )?(?:te )?(?:dije|he dicho)|as said"
    r"|und|aber|auch|übrigens|bitte|generell|grundsätzlich|außerdem|et|aussi|y|e|ok(?:ay)?)\b"
    r"(?:[\s,:;!–—-]|\.(?![\w/]))*)+"
)
"""Words at the beginning of a sentence that add nothing to it."""


PLACE: Final = (
    r"(?:repo|repos|repository|project|codebase|code base|service|package|crate|module|monorepo|team|library|app|org"
    r"|company|workspace|product|tree)"
)
_NOT_VERBS: Final = (
    r"(?:a|an|the|mind|ending|ever|been|have (?:i|we|you|they|seen|been|heard|had)|will|would|really|again|had|did"
    r"|got|seen|heard|knew|worked|said|asked|was|is|some|any|there|such|these|those|enough|plenty|lots"
    r"|in|on|at|to|with|by|under|as|of|from|for)"
)

DAY: Final = r"(?:today|tomorrow|tonight|this week|next week|next month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
"""From when on something holds."""
CLAUSE: Final = Pattern(r"(?:^|[,;:(–—]\s+|\s-+\s+|[.。，；]\s*|\b(?:and|but|so|then|und|et|y|e)\s+)(?=\w)")
"""Where a clause may begin."""

HEADS: Final[tuple[tuple[float, Pattern], ...]] = (
    (
        0.97,
        Pattern(
            r"(?:from (?:now|here|this point) on(?:wards?)?|from here on out|going forward|henceforth)\b(?! i\b)"
            rf"|from {DAY}(?: on(?:wards?)?)?,? (?:on )?(?:it(?:['’]s| is)|the (?:tests?|suite|specs?"
            rf"|build) (?:runs?|is|are|goe?s?)) "
            rf"|from {DAY} on(?:wards?)?,? (?:please |only |then )*(?:always|never|no|only|don't|dont|do not|nobody"
            rf"|nothing"
            r"|every|each|you (?:never|always|only|use|run)|we (?:never|always|only|don't|use|run|write|commit|test)"
            r"|use|run"
            r"|test|call|write|put|add|keep|take|commit|push|name|prefix|ask|log|make"
            r"|build|work|format|lint|document|report|leave|avoid|stop|answer|reply|tell|show)\b"
        ),
    ),
    (
        0.95,
        Pattern(
            r"(?:please )?(?:remember|keep in mind|bear in mind)(?: that|:|,)\s"
            r"(?!(?:it|there) (?:is|are|was) (?:probably|maybe)\b|(?:thing|one|bug|time|when|you are|you can|you're)\b"
            r"|i(?:'ve| have| had| (?!always|never|prefer|only|want|like|hate|don't|do not|use|work|need)\w+)\b)"
        ),
    ),
    (0.84, Pattern(r"(?:please )?remember,? (?:this|it|we|our|the [\w·-]+)(?: (?:is|are|has|have|must)\b|'s\b|'re\b)")),
    (
        0.95,
        Pattern(
            r"(?:please )?(?:(?:locally|here),? )?(?:always|never(?: ever)?|only ever)\s+"
            rf"(?!{_NOT_VERBS}\b|(?:it|he|she|they|this|that|i|when"
            rf"|if)\b)(?:\w+ly )?(?!\w+ed\b"
            rf"|\w*[^su\W]s\b)[\w·'-]+(?:\s|$)"
        ),
    ),
    (
        0.93,
        Pattern(
            r"(?:(?:please )?(?:note|remember) that )?(?:you|u|ya|we|agents?|everyone|everybody|one)(?: must"
            r"| should| shall| have to| need to| are to| will)?"
            r"(?: please)? (?:always|never) (?!(?:had|been|said|did|got|seen|asked|get|see|end|hit|fail|lose"
            r"|forget)\b)\w"
        ),
    ),
    (
        0.93,
        Pattern(
            r"(?:as a (?:general )?rule\b|(?:house |ground |general |standing |new )?rules?: |house style: "
            r"|it's a (?:standing )?rule|standing (?:rule|instruction|order)|(?:our|the) (?:rule|policy"
            r"|convention) (?:here )?is\b"
            r"|by convention\b|that's a standing)"
        ),
    ),
    (
        0.9,
        Pattern(
            r"(?<!now and )(?:in (?:the )?future\b[,:]?|for (?:the )?future[,:]|for future (?:reference|\w+s)[,:]) "
            r"(?!(?:(?:we|you|it|they|this|that|there|i) )?(?:may|might|could|can|will|would|need|want|plan|'d"
            r"|'ll)\b|(?:we|i)(?:'d"
            r"|'ll)"
            r"|i (?:want|hope|plan|need|think)\b|perhaps|maybe|probably|hopefully|eventually|possibly)"
        ),
    ),
    (
        0.9,
        Pattern(
            r"whenever (?:you|we|someone|somebody|a|an|the|anything|anyone)\b(?! (?:teammate|user"
            r"|customer)\b).{3,}[,:] ?\w+"
        ),
    ),
    (
        0.85,
        Pattern(r"(?:every|each) time (?:you|we|someone|a|an|the|this happens)\b(?!'ve| have| tried).{3,}[,:] ?\w+"),
    ),
    (
        0.92,
        Pattern(
            rf"(?:in|for) (?:this|our|that) {PLACE}\b[,:]? ?(?:(?:we|you)(?! (?:have|had|got|see|get|are"
            rf"|were)\b(?! (?:an? )?"
            r"(?:rule|convention|policy|agreement|habit|to\b|agreed|decided)))|never|always|don't|dont|do not|no|use"
            r"|must"
            r"|all|every|nothing|nobody|only|please)\b"
        ),
    ),
    (
        0.9,
        Pattern(
            r"we (?:never|always|don't|do not|only|no longer|require|avoid)\b"
            r"(?! (?:get|see|had|end|hit|fail|lose|forget|know|understand|need)\b)"
            rf".*(?:\bhere\b|\baround here\b|\bever\b"
            rf"|in (?:this|our) {PLACE}|without\b|unless\b|, not \b|\bby hand\b|\bminor\b|releases?\b|production)"
        ),
    ),
    (
        0.9,
        Pattern(r"we (?:now )?(?:use|write|run|keep|put|test|format|name|log)\b.*(?:\bhere\b|, not \b|\bnot [\w·]+$)"),
    ),
    (
        0.88,
        Pattern(
            r"(?:nobody|no one|noone)(?: here| ever){0,2} (?:touches|edits|changes|merges|pushes|commits|modifies|adds"
            r"|removes|deploys|uses|should|may|is allowed)\b"
        ),
    ),
    (
        0.86,
        Pattern(
            r"(?:make sure|be sure|ensure)(?: to| that)?\b.*(?:\balways\b|\bevery time\b|\bwhenever\b|\bat all times\b)"
        ),
    ),
    (
        0.85,
        Pattern(
            r"before (?:you |we )?(?:start|touch|chang|commit|merg|add|edit|push|releas|deploy|work"
            r"|begin)\w*\b.*?[,:] ?"
            r"(?:please )?(?:talk to|ask|check with|ping|consult|run|make sure|always|tell|clear)\b"
        ),
    ),
    (
        0.8,
        Pattern(
            r"if you (?:\w+ )?(?:touch|change|add|edit|modify|update|remove|introduce|create|rename|write|need)\b"
            r".*?(?:\balways\b|\bmust\b|\bmake sure\b|\bnever\b)"
        ),
    ),
    (
        0.8,
        Pattern(
            r"(?!(?:it|that|this|he|she)\b)[\w·/.-]+(?: [\w·/.-]+)? (?:live|belong|go|stay)s?"
            r" (?:in|under|to|into|next to|beside)\b.*(?:, not\b|\bnever\b|\bonly\b|\balways\b)"
        ),
    ),
    (
        0.8,
        Pattern(
            r"(?:use|run) [^,;]{2,60}? (?:while|whenever|when) (?:iterating|developing|you|debugging|working|testing)"
        ),
    ),
    (
        0.86,
        Pattern(
            r"(?:what|whatever|anything|everything|all) (?:that )?(?:we|you|one|gets?|is)"
            r" (?!(?:\w+ )?(?:need|want|have|had|got|see|lack|miss)\b)[\w ]{2,40}?"
            r"(?:is|are|has|have|gets?|goes|go|must|stays?|needs?) (?:always|never|only|to be|an? |in |under |through )"
        ),
    ),
    (0.85, Pattern(r"(?:as )?i(?:'ve| have)? said[,:]? (?:no|never|don't|dont|only|always)\b")),
    (
        0.86,
        Pattern(
            r"(?!(?:it|that|this|he|she|they|i|there|if|when|because)\b)[\w·/.' -]{3,60}?"
            r" (?:(?:may (?:not|never|only|exclusively)|shall(?: (?:not|never|only|always))?) be|(?:is|are)"
            r" (?:always|never|only|exclusively|not|in future) to be)"
            r" (?!found|seen|expected|had|able|enough|needed|necessary|possible|true|right|correct|available"
            r"|\w+ing\b|the\b|an?\b"
            r"|in\b|on\b|that\b)\w+"
        ),
    ),
    (
        0.82,
        Pattern(
            r"(?!(?:it|that|this|he|she|they|i|there|if|when|because)\b)[\w·/.-]+(?: [\w·/.-]+){0,2} only"
            r" (?:through|via|with|by|over|using|behind) \w"
        ),
    ),
    (
        0.88,
        Pattern(
            r"i (?:don't|do not|never) (?:want|like)(?: to see)?\b(?! (?:that|this|it|the)\b.*\bat"
            r" all\b).*(?:\banywhere\b|\bever\b|\bin general\b"
            rf"|in this {PLACE}|\bat all\b)"
        ),
    ),
    (0.88, Pattern(r"i (?:always |generally |strongly )prefer\b")),
    (
        0.86,
        Pattern(r"(?:please )?(?:keep (?:your )?hands off|hands off|stay (?:out of|away from))\b(?! (?:it|this)\b)"),
    ),
)
"""What begins a clause that is a rule, with the confidence."""

GENERAL: Final = Pattern(
    r"^(?=(?:[\w·/.'-]+ ){0,3}(?:api|apis|branch|change|class|code|command|comment|commit|component|config|database"
    r"|db|dep|dependenc|doc|endpoint|enum|error|export|feature|file|fixture|flag|function|handler|helper|hook|import"
    r"|interface|job|log|message|method|migration|mock|module|name|option|package|page|parameter|pr|public|pull"
    r"|query|release|request|route|schema|script|secret|service|setting|sql|string|suite|symbol|table|task|test|tool"
    r"|type|variable|version|view|·)\w*\b)"
    r"(?:all|every|each|any|no|new|only|[a-z·][\w·-]*s)\b(?: [\w·/.'-]+){0,9}? (?:must(?:n't)?|must (?:not|never"
    r"|always)"
    r"|has to|have to|may not|may only|should (?:never|always)|needs? (?:a|an|to)|are not to|is not to) \w"
)
"""A demand on all things of a kind."""
GENERAL_IN: Final = Pattern(
    r"^(?!(?:no need|no other|this|that|it|i|you|there|its|these|those|let's|is|was|has|does)\b)"
)
LAST: Final = Pattern(
    r"(?:[,;–-] ?(?:always|ever|without exceptions?)|\bat all times|\bno exceptions|\bon every (?:commit|change"
    r"|pr))[.!]*$"
)
"""What ends a sentence that is a rule."""
STATEMENT: Final = Pattern(r"^(?:i|it|this|that|there|he|she|they|the|a|an|my|your|which|who)\b")
"""Beginnings of reports: `it always fails`."""

PROHIBITION: Final = Pattern(
    r"(?:please )?(?:don't|dont|do not|not|no|stop|avoid|refrain from|never)\s+(?!(?:and|worry|forget|bother|hesitate"
    r"|think|know"
    r"|need|care|mind|want|like|see|understand|get|have|you|we|they|i|believe|panic|problem|idea|longer|way|more than"
    r"|only|working|all\b|even|every\b|able|just|too\b|other\b|at\b|sure\b"
    r"|one"
    r"|until|stop|just|yet|sure|so|there|that|it|hurry|rush|assume|focus|spend|waste|[\w-]+ (?:match(?:es|ed)?|found"
    r"|detected|exists?"
    r"|returned|available))\b)(?P<object>[\w·./*'-]+.*)"
)
_PARTS: Final = (
    r"(?:code|core|library|lib|middlewares?|parsers?|handlers?|modules?|packages?|services?|backend|tests?|specs?|api"
    r"|domain|models?|views?|controllers?|hot path|loops?|production|constructors?|hooks?|kernel|engine)"
)
"""Parts of a program in which something is not to be."""
STANDING: Final = Pattern(
    rf"\bno (?!(?:errors|changes|failures|warnings|problems|issues|differences|tests|bugs|results|matches|updates|edits"
    rf"|traces|signs|effects|logs|lines|records|users)\b)(?:[\w·-]+ )?"
    rf"(?:[\w·-]{{3,}}s|print|any|eval|goto|io|logic|state)"
    rf" in (?:the |our |any )?(?:[\w·-]+ )?{_PARTS}\b(?=[,.!;]|$| (?:pls|please|plz)\b)"
    rf"|\b(?:in (?:this|our|the) {PLACE}|anywhere|in general|generally|ever|at all|without (?:asking|approval|talking"
    rf"|my|our"
    r"|permission|an? ok|checking|discuss\w*|telling|consulting|review|a ticket|discussion)|unless .*(?:agree|approv"
    r"|ask|say|said|ok|told|sign)\w*"
    r"|by hand"
    r"|manually|(?:tag|push|merge|edit|run|deploy|release|commit|publish|change)\w* (?:\w+ )?yourself|again|any ?more"
    r"|in production|on main|on master|to main|to master|from here|under any circumstances"
    r"|(?:while|whenever|outside(?: of)?|inside(?: of)?|except (?:in|for)) (?!i\b|we\b|you\b)\w+"
    r"|during (?:\w+ )?(?:opening|office|business|working|school|peak|trading|visiting) hours"
    r"|(?:that|which) say)\b"
)
"""What makes a prohibition hold for longer than a moment."""
GOVERNED: Final = Pattern(
    r"(?:new |additional |extra |more |further )(?:[\w-]+ )?(?:dependenc|package|librar|gem|crate|global|env|warning"
    r"|todo|deps?\b|libs?\b"
    r"|migration|endpoint|abstraction|table)\w*|\b(?:push|force-push|git push|tag|publish|deploy|release|rebase|amend"
    r"|squash|bump)\b(?! (?:it|the|that|this|them) (?:in|into|to|on|onto|down|out|up)\b)"
    r"|(?:adding|writing|putting|committing|creating|leaving) "
    r"|\b(?:add|introduce|install|pull in|bring in) (?:an?|any|another) (?:[\w-]+ )?"
    r"(?:dependenc|librar|package|crate|gem)"
    r"|^.{0,30}\b(?:touch|edit|modify|change|format|rename|regenerate|delete)"
    r" (?:the |any |our |all |old |existing )*(?:generated|vendor\w*|third.party|lock\b|lock ?files?|golden"
    r"|snapshots?|public|migrations?|fixtures|schemas?)"
)
"""What people reserve for themselves, and habits that have to stop."""


ANYWHERE: Final = Pattern(
    r"\b(?:from now on(?! i(?:'?m|'ll| am| will)?\b)"
    r"|from here on(?: out)?|(?:(?<=^)|(?<=[,;:] ))going forward(?!"
    r" (?:in|to|with|and)\b)|(?<!plan )(?<!steps )(?<!path )(?<!way )(?<!options )going forward[.!]*$"
    r"|henceforth|in (?:the )?future(?= (?:too|as well|please"
    r"|(?:we|you)(?! (?:may|might|could|will|would|need|want|plan|can)\b)|no|don't"
    r"|use|run)\b)|under no circumstances|auf keinen fall|en aucun cas|bajo ningún concepto|em caso algum)"
    r"(?!\w)|(?<=[\w·]), (?:and )?never (?!mind|again|ending|to\b)(?=\S)"
    r"|(?<=[\w·]) but (?:please )?never (?:with|through|via|using|by) (?=\S)"
)
"""What makes a rule of a sentence wherever it stands."""
THE_WAY: Final = Pattern(
    r"^(?:please )?·{4,} is (?:how|what|the way|the command|all)\b[^.]{0,40}\b(?:you|we|i|test|run|lint|build|check"
    r"|use)\b"
    r"|\bas (?:always|usual|ever)(?: here| in this \w+|,? please)\b|\b(?:you|we) (?:run|test|build|lint) (?:it |this "
    r"|them )?with ·{4,}"
)
"""How something is done here: ``pytest -x` is how we test`."""
TERSE: Final = Pattern(
    r"^(?:just |please |always |only )*(?:use|run|prefer|write|call) [^,;:?]{1,60}(?:,| and)? (?:not"
    r"|never)(?! the (?:old|other|new|current|first|last)\b)"
    r" (?!only|just|yet|sure|in\b|on\b|for\b)[\w·][^,;:?]{0,40}$"
)
"""`use uv, not pip`"""
_BAN: Final = (
    r"(?:(?:don't|do not|dont|never|stop) (?:use|using|run|running|call|calling|import|importing)"
    r"|(?:nimm|nutze|benutze?|verwende?) (?:nicht|kein\w*|niemals)|n'(?:utilise|emploie)[sz]? (?:pas|jamais|plus)"
    r"|no (?:uses|utilices|uséis)|nunca (?:uses|utilices)|não use|non usare)"
)
_TAKE: Final = (
    r"(?:use|run|call|import|prefer|go with|take|nimm|nutze|benutze?|verwende?|sondern|utilise[sz]?|usa|utiliza)"
)
_POINTS_AT: Final = (
    r"(?:it|this|that|these|those|them|a|an|my|your|any|(?:the |that |this )?(?:\w+ )?(?:one|ones|same|other)"
    r"|das|den|die|dies\w*|ce\w*|ça|es[oae]s?|est[oae]s?)"
)
INSTEAD: Final = Pattern(
    rf"^(?:please |bitte |por favor,? )?{_BAN} (?!{_POINTS_AT}\b)(?!the\b)[\w·./@-]+(?: [\w·./@-]+)?"
    rf"(?: here| any ?more)?(?:,| -| –|;) (?:but |and |please |just |rather |plutôt )*{_TAKE} (?!{_POINTS_AT}\b)"
    r"(?:the |only )?[\w·./@-]+(?: [\w·./@-]+){0,3}?"
    r"(?: instead| rather| stattdessen| plutôt| en su lugar| en cambio)?[.!]*$"
)
"""`don't use urllib, use http.client instead`"""
IMPERATIVE: Final = Pattern(
    r"(?<=[:;,] )(?:please )?(?:run|use|write|put|add|call|do|don't|make|keep|always|never|name|test|format|commit"
    r"|stop)\b"
)

CHANGED: Final = Pattern(
    r"\b(?:no longer|not any ?more|any ?more|instead of (?:that|this|the|those)|scratch (?:what|that)"
    r"|forget what i said|i (?:take|took) (?:it|that) back|was wrong|used to|changed my mind|nicht mehr|ne .* plus"
    r"|ya no|não .* mais)\b|from (?:now|here) on|instead now",
    wide=r"不再|改[成为用回]|[换換][成回]|还是[用要]|以后(?:不|取消)|やっぱり|やはり|に変更|に切り替え|もう使わ"
    r"|아니,? ?그냥|(?:으로|로) (?:바꾸|바꿔|변경|교체)|더 ?이상|다시 .{0,20}(?:사용하기로|쓰기로)",
)
"""What says that something else held before."""

REASON: Final = Pattern(
    r"^(?:because|since|otherwise|else|or else|that way|the reason|reason being|that's because|it's because|reason:"
    r"|weil|denn"
    r"|sonst|car"
    r"|parce que|porque|sino)\b|^因为|^否则|^なぜなら"
)
"""Beginnings of a sentence that gives the reason of the one before it."""
