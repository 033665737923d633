"""Sentences that look like rules and are none: requests within a task, statements about the product, reports.

Patterns of `Sentence.plain`, or of what stands behind its first words.
"""

from typing import Final

from backstory.capture.rules.customs import SUPPORTED
from backstory.capture.rules.momentary_words import is_momentary
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.patterns.numbered_steps import OF_STEP

_LASTS: Final = Pattern(
    r"\b(?:always|never|ever|every ?time|each time|whenever|from now on|going forward|henceforth|in (?:the )?future"
    r"|in general|generally|by default|immer|nie(?:mals)?|künftig|toujours|jamais|désormais|siempre|nunca|sempre)\b"
    r"|\b(?:for|on|after|before|with|at) (?:every|each|any)\b"
)
"""Words by which a sentence says itself that it holds beyond its task."""

_LASTING: Final = Pattern(r"\b(?:from now on|going forward|in (?:the )?future|henceforth)\b")
_ASKED_NOW: Final = Pattern(
    r"\bask (?:me )?(?:all|any|more|some|as many|\d+|a few|several|these|those|the|about|clarif\w+|follow-? ?up)\b"
    r"|\bif you (?:tell|show|give|explain) (?:me|us)\b"
    r"|\b(?:tell|show|explain to|inform|walk) (?:me|us)\b[^.;]*\bfirst\b"
    r"|\bask (?:me |us )?(?:questions? )?before (?:you )?(?:start\w*|begin\w*|planning|proceed\w*|continuing)"
    r"(?: \w+){0,2}[.!]*$"
    r"|\bbefore (?:you |we )?(?:begin|start)\w*\b(?! (?:on |with )?(?:a|any|each|every|an)\b)[^.;]*"
    r"\b(?:tell|show|give|explain to|let) (?:me|us)\b"
)
"""`ask me all questions before you start`: the agent is to ask or to tell within its task."""
_DONE_NOW: Final = Pattern(
    r"^(?:(?:please|and|also|so|but|now|then|yes|yeah|ok(?:ay)?|just|first)[\s,]+)*(?:commit|push|revert|undo|stash)"
    r" (?:it|this|that|these|those|them|both|everything|what (?:you|we|is)|\d[\w.]*"
    r"|the (?:\w+ )?(?:changes?|fix(?:es)?|tests?|files?|rest|docs?|specs?|work|branch|commits?))\b(?! only if\b)"
)
"""`commit the fix without the test, keep that uncommitted`: what is done with this one."""
_IF_UNCLEAR: Final = Pattern(
    r"^(?:please |also |and |but )*if (?:you|anything|something|there|things?|it)\b[^,;?]{0,50}?"
    r"(?:questions?|unsure|unclear|not sure|not certain|in doubt|ambiguous|need (?:more|any|further))\b"
    r"|^ask (?:any )?questions? first\b|^ask any\b"
)
"""`if anything is unclear, ask me`, at the end of an order."""
_TASK_BOUND: Final = Pattern(
    r"^(?:please )?only (?:touch|edit|change|modify|fix|update|do|add) what (?:is|was|you|has)\b"
    r"|^(?:keep|leave|preserve) [^.;?]{3,60} (?:as (?:it is|they are|is)|unchanged|untouched|alone|intact)\b"
    r"|[,:;] ?(?:and |but )?nothing else[.!]*$"
    r"|^(?:please )?(?:don't|do not|dont) (?:write|create|add|make|change|edit|modify|do|touch|implement|execute|start)"
    r" (?:any(?: (?:new|of the|other))? )?(?:code|files?|changes?|anything|edits?)\b(?!.*\bwithout\b)"
    r"|^(?:please )?(?:don't|do not|dont) (?:create|add|make) (?:a |any )?new ·"
    r"|^(?:please )?(?:make sure|ensure) (?:that )?(?:we|you) (?:have|got|are|did)\b"
)
"""`keep the layout unchanged`: bounds of the task that stands beside it."""
_REPORTED: Final = Pattern(
    r"\bso (?:only|no|nobody|nothing)\b[^.;]{3,60}\b(?:could|can|would|was|were|is|are) "
    r"|^(?:the |root |all |both |our )?[\w·/.-]+(?: [\w·/.-]+){0,4} (?:remains?|remained|stayed|is|was|were) "
    r"(?:still )?(?:untouched|unchanged|intact|off[- ]limits for now)\b(?! (?:by|unless|until|without)\b)"
    r"|\b(?:we|i|you|they|users?|people) (?:can |will )?(?:never|no longer|don't|do not) (?:have|need) to\b"
    r"|^(?:this|that|it|these|there|he|she|they)(?:'s| is| are| was| will be|'ll be) [^.;]{3,60} going forward\b"
    r"|^(?:what|which|who|how|where|why) (?:decides?|owns?|approves?|maintains?|is responsible)\b"
    r"|\bfor each [\w-]+(?: [\w-]+)? i (?:want|need|would like) to be able\b"
    r"|\bas a rule of thumb\b|\brule of tumb\b|\byou are not (?:allowed|authori[sz]ed|permitted) to (?:access|view|read"
    r"|perform)\b|^(?:a|each|every|any) new (?:guy|colleague|person|member|developer|dev|employee|hire|intern) "
    r"|^(?:and |so |also )*for (?:each|every) (?:type|page|item|row|user|section|field|record|column|product|image|post"
    r"|card|entry|object|element|question|option|category|location|language)s?,? (?:we|there|it|i)\b"
    r"|\balways (?:will|would|is|was|has)\b|\bso (?:that )?i (?:don't|do not|can't|won't)\b"
    r"|\b(?:it's|it is|that's|they're) not\b[^.;]*\b(?:like|as) i said\b"
    r"|^(?:we|i|you) only (?:need|have|want|get|see|got|had)\b"
    r"|^(?:i|we) (?:just |already |also |have |had )*\w+ed [^.;,]{3,60} (?:myself|ourselves)\b"
    r"(?!.*\b(?:don't|do not|leave|keep|must|should|only|hands off)\b)"
    r"|^(?:(?:they|it|these|those|which) )?(?:don't|do not|doesn't|does not) seem to\b"
    r"|^i (?:don't|do not|never) (?:ever )?(?:want|need|wish) to \w+ (?:that|this|it|those|them)"
    r"(?: \w+)? (?:again|ever|any ?more)\b"
    r"|\b(?:you|one) never knows?\b"
    r"|\b(?:everyone|everybody|each (?:of us|one|team)|all of (?:us|them)) [^.;]{3,60}\b(?:differently"
    r"|(?:in )?(?:another|a different|some other) way|as they (?:like|please|want)|however they (?:like|want))\b"
    r"|\b(?:nobody|no[ -]?one) (?:(?:really|even|else|here) )*(?:uses?|needs?|runs?|reads?|wants?|ships?|supports?"
    r"|calls?|visits?|opens?|installs?) (?:[^.;]|\.\w){1,60}?\b(?:any ?more|these days|nowadays|anyway)\b"
    r"(?!.*\b(?:we (?:use|run|ship|call|all|now)|instead|from now on)\b)"
    r"|^(?:\S+ ){0,2}toujours (?:rien|pas|aucun\w*|(?:la|le|les) mêmes?|l'erreur|d'erreurs?"
    r"|(?:des|une?) (?:erreurs?|problèmes?|bugs?)|en (?:erreur|échec|panne))\b"
    r"|\b(?:est|sont|reste\w*|ai|as|a|avons|avez|ont) toujours (?:pas|rien|(?:la|le|les) mêmes?|aussi|trop|là\b"
    r"|en (?:erreur|échec|panne)|blanc\w*|vides?|noir\w*|cassée?s?|lente?s?|absente?s?|invisibles?|bloquée?s?"
    r"|cachée?s?)\b"
    r"|\b(?:ne |n['’])\S+(?: \S+)? toujours (?:pas|rien)\b"
    r"|\b(?:sigue|siguen|sigo)\b[^.;]{0,40}\b(?:sin|siempre|igual|fallando|dando)\b"
    r"|^siempre (?:sale|aparece|da|falla|en blanco|(?:el|la|lo) mism[oa])\b"
    r"|\b(?:should|could|would) never have (?:been|picked|chosen|gone|switched|moved|started|bought|agreed|trusted"
    r"|listened|upgraded|taken|done)\b"
)
"""`so only one row could exist`, `this is its new home going forward`, `nobody uses 5.2 any more`: what is the case."""
_NOW: Final = Pattern(
    r"^(?:ok(?:ay)?,? |great,? |good,? )*now,? (?:test|try|run|do|check|fix|write|implement|create|add|make|start"
    r"|build|move"
    r"|go|update|review|explain)\b"
    r"|\b(?:don't|do not|dont|no|not)\b[^.;]{2,40}\b(?:now|at this point|at the moment)(?=[,.!]|$)"
    r"|\balways follow (?:the|these|this) instructions?\b|\bas (?:done|in|for) (?:for |in )?@|\b(?:do"
    r"|doing) it on this branch\b"
    r"|\bonly (?:touch|edit|change) (?:that|this)(?: one)? \w+|^remember,? we (?:need|are (?:on|in) an? )"
    r"|^when you(?:'ve| have)? (?:have )?(?:finished|done)\b"
    r"|\b(?:tell|ask|instruct|prompt) the user\b|^(?:the )?client is the owner\b|^how (?:can|do|does|would|should)\b"
)
"""`now test it`, `no code change now`, `as done for @file`: what the task at hand is about."""
_MISBEHAVES: Final = Pattern(
    r"^(?:(?:and|but|also|so|ok(?:ay)?|still|now|(?:another|one more|next|last) (?:thing|issue|problem|bug)(?: is)?"
    r"(?: that)?)[\s,:-]+)*(?:every ?time|each time|whenever|when) (?:you|i|we|one|somebody)\b[^.;,]{2,60},? "
    r"(?:(?:it|they|everything|the [\w-]+(?: [\w-]+)?) (?:still |just |always )*(?:does(?:n't| not)"
    r"|do(?:n't| not)|is|are|isn't|has|hasn't|shows?|fails?|breaks?|crash\w*|resets?|loses?|jumps?|forgets?|flickers?"
    r"|goes|gets|disappears?|freezes|hangs|throws|returns)\b"
    r"|there(?:'s| is| are| was| were)\b(?! (?:always|never)\b)"
    r"|nothing (?:happens|changes|works|is (?:shown|displayed|saved)|shows up|appears)\b"
    r"|(?:i|we) (?:still |just |only |always )*(?:see|can't see|cannot see|don't see|get (?:the|an?|this|that)|lose)\b)"
)
"""`every time you load it, it does not remember the bounds`: a defect."""
_REMINDS: Final = Pattern(
    r"^(?:(?:please|also|and|but|so|just|then|oh|ok(?:ay)?|pls|bitte|y|et|und)[\s,]+)*(?:(?:don['’]?t|do not) forget"
    r" (?:to|about|the|a)\b(?! (?:use|ask|keep|stick|follow|prefer)\b)"
    r"|remember to (?:also )?(?:run|re-?run|commit|push|update|add|check|test|fix|delete|remove|include|bump|rebuild"
    r"|restart|save|close|export|import|register|document|handle|clean|wire|mention|reset|revert)\b"
    r"|(?:vergiss|vergesst|vergessen sie) (?:bitte )?nicht\b[^.;]* zu \w+|n['’]oublie[sz]? pas d(?:e |['’])"
    r"|no (?:te )?olvides (?:de )?\w+[aei]r\b)"
)
"""`don't forget to run the tests`: an errand of the task at hand."""
_RECURS: Final = Pattern(
    r"\b(?:before|after|when(?:ever)?|once|if|vor|nach|bevor|wenn|avant|après|quand|antes|después|cuando)"
    r" (?:you |we |du |ihr |tu |vous |de )?(?:have )?(?:commit|push|merg|releas|deploy|finish|edit|chang|touch|writ|add"
    r"|creat|renam|updat|modif|publish|tag)\w*\b(?! (?:this|that|it|these|those)\b)"
    r"|\b(?:all|any|each|every|jede\w*|chaque|cada)\b"
)
"""When an errand comes again."""
_KEPT_IN_MIND: Final = Pattern(
    r"^(?:(?:please|also|and|but|so|just|now)[\s,]+)*(?:remember|keep in mind|bear in mind|note|take into account"
    r"|recuerda|ten en cuenta|rappelle-toi|denk daran)(?: that|,|:| que| dass)?\s+"
)
_STATES: Final = Pattern(
    r"^(?!we\b|you\b|i\b|nous\b|on\b|wir\b|du\b|nosotros\b|tests?\b|commits?\b|nobody\b|no one\b|everyone\b|all\b"
    r"|every\b|each\b|no\b|never\b|always\b|only\b|us[ei]\b|never\b|nunca\b|siempre\b)"
    r"(?:the |a |an |this |that |these |it |its |there |here |our |my |your |el |la |los |las |este |esta |esto |le "
    r"|les |das |die |der )?[\w·/.'-]+(?: [\w·/.'-]+){0,5}? (?:is|are|was|will|would|should|has|have|may|might|can"
    r"|could|requires?|needs?|es|son|está|tiene|puede|est|sont|ist|sind)\b"
    r"(?![^.;]*\b(?:never|always|only|must|don't|do not|not (?:to )?be \w+ed|nobody|no one|here|we|nunca|siempre)\b)"
)
"""A fact about the product, which the task at hand is to heed."""
_EVENT: Final = Pattern(
    r"^(?:(?:please|and|also|so|but|now)[\s,]+)*(?:whenever|every ?time|each time|any ?time|when|once|after every|on"
    r" every) (?:the |a |an |any |another |some |your |our )?(?:new |logged[- ]in |current |other )?"
    r"(?:users?|players?|visitors?|customers?|clients?|students?|teachers?|admins?|guests?|members?|patients?"
    r"|candidates?|drivers?|sellers?|buyers?|owners?|requests?|response|messages?|e-?mails?|orders?|payments?|buttons?"
    r"|modals?|forms?|pages?|rows?|items?|cards?|cells?|records?|timers?|cursors?|windows?|screens?|app|application"
    r"|server|backend|frontend|api|system|website|site|game|bot|script|model|device|sensor|process|job)\b"
)
"""`whenever the user submits the form`: what the product does."""
_OF_PRODUCT: Final = Pattern(
    r"\b(?:we|you) (?:should|must|need to|have to) (?:not |also |then |never |always )*(?:return|show|display|render"
    r"|redirect|store|send|accept|reject|retry|support|allow|hide|fetch|validate|emit|raise|throw|expose|add back"
    r"|handle|load|calculate|compute|filter|sort|trigger|disable|enable|pass in)\b"
    r"|\b(?:shown?|displayed?|rendered|redirected|visible|hidden|clickable|clicked|customi[sz]ed|responsive|centered"
    r"|aligned|scrollable|draggable) (?:to|for|in|on|when|at|by|with|the|if|and)\b"
    r"|\bshould be (?:cu[st]{2}omi[sz]ed|cusotmized|responsive|visible|hidden|clickable|centered|aligned|called|named"
    r"|labell?ed)\b(?! (?:after|by|with|in)\b)"
)
"""`we should not return a boolean`: what is built, though it is said of those who build it."""
_LAYOUT: Final = Pattern(
    r"\b(?:layout|scroll\w*|overflow-\w+|sidebar|navbar|hover\w*|modal|pop-?up|tooltip|drop-?down|carousel|viewport"
    r"|breadcrumb\w*|\d+ ?(?:px|vh|vw|rem|em)|font[- ]?size|z-index|margins?|paddings?|animation|gradient|background"
    r" color|on mobile|on desktop)\b"
)
"""Words of what a page looks like."""
_WORK: Final = Pattern(
    r"\b(?:commits?|tests?|code|css|components?|class(?:es)?|library|tailwind|styles?|utility|reuse|import|tokens?"
    r"|hard-?cod\w+|inline|refactor\w*|ask\w*|files?|folder|pr|branch)\b"
)
_ONE_OF_TWO: Final = Pattern(r"^(?:[^.;]{3,80}, )?not (?:inside|in|on|at|under|plain|just|only|from)\b")
"""`in the root, not inside app`: one place or thing instead of another, now."""
_LOCAL_SCOPE: Final = Pattern(
    r"\b(?:here|by hand|in (?:this|our) \w+|always|never|ever|without|anywhere|us|we)\b|, not in (?:the )?handlers"
)
_BARE_RULES: Final = Pattern(
    r"^\W*(?:\d+[.)]\W*)?(?:the |following |important |critical |strict )*(?:rules?|constraints?"
    r"|guidelines?|regeln|règles|reglas)\W*$"
)
"""A heading that names no project: rules of the order that it belongs to."""


_OF_THESE: Final = Pattern(
    r"^(?:(?:and|but|also|so|then|please)[\s,]+)*(?:if|when|in case|wenn|falls|si|s['’])\s?"
    r"(?:they|it|these|those|any of (?:these|those|them)|(?:some|one) of (?:these|those|them)|es|sie|diese"
    r"|ils|elles|c['’]est|son|están|es)\b"
)
"""`if they are a git repository, note this`: about the things that the sentence before it names."""
_TELLS_DEED: Final = Pattern(
    r"^(?:(?:and|but|so|no|wait|hey|hmm+|ok(?:ay)?|well|also)[\s,]+)*(?:(?:note|notice|see) (?:that )?)?"
    r"you(?:'ve| have| had)? (?:just |already |now |also )*"
    r"(?:made|created|removed|deleted|added|wrote|moved|changed|put|renamed|edited|broke|dropped|did|forgot|left|ran"
    r"|used|started|committed|pushed)\b"
    r"(?!.*\b(?:never|always|don't|do not|dont|should\w*|must\w*|please|instead|use|again|stop|next time|rather|want"
    r"|supposed|allowed)\b)"
)
"""`you made the rule in the wrong folder`: what the agent did, without what it is to do."""
_ASKS_BACK: Final = Pattern(
    r",? (?:was|is|were|are) (?:that|this|it|these|those|they) (?:correct|right|intended|intentional|on purpose"
    r"|deliberate|necessary|needed|expected|wanted|meant|ok(?:ay)?|really \w+)\W*$"
)
"""`you removed a lot again, was that correct`: a question about what was done."""
_POINTS_BACK: Final = Pattern(
    r"^(?:(?:and|but|so|please|now|then|ok(?:ay)?)[\s,]+)*(?:make|create|write|add|update)\b[^.;]{0,60}\brules?\b"
    r"[^.;]*\b(?:do|make|try|let) (?:this|that|it|so)(?: \w+)? again\b"
    r"|^(?:(?:and|but|so|please|now|then|ok(?:ay)?)[\s,]+)*(?:update|edit|change|adjust|fix|extend) "
    r"(?:the|that|this|these|those|your|our) (?:\w+ )?rules?\b[^.;]{0,30}\b(?:ha(?:s|ve)|includes?|gets?) "
    r"(?:a|an|the|its) (?:\w+ )?(?:description|title|name|heading|header|front-?matter|globs?|example|index|link)\b"
)
"""`make a rule so that you never do this again`: an order to write one, which does not say itself what it is."""
_TENTATIVE: Final = Pattern(
    r"^(?:we|i|you|one|users?) (?:also )?(?:may|might) (?:also )?(?:not )?(?:want|need|prefer)\b"
)
"""`we may not want to be asked every time`: a thought about what is built."""
_SHOWS: Final = Pattern(
    r"^(?:est[aeo]s?|es[aeo]s?|l[oa]s?|el|le|les|ces|cette|diese[rs]?|die|der|das|these|those|the) [^.;]{3,80}? "
    r"(?:dicen?|aparecen?|muestran?|salen?|figuran?|affichent?|disent?|zeigt|zeigen|steht|stehen)\b"
    r"(?!.*\b(?:siempre|nunca|debe\w*|tiene[n]? que|toujours|jamais|doit|doivent|immer|nie(?:mals)?|soll\w*|muss)\b)"
)
"""What a page shows, which the person reports: `those states say "pending"`."""

_LEADS: Final = (
    r"(?:(?:ok(?:ay)?|hm+|no|nope|nah|well|so|and|but|then|please|just|actually|sorry|wait|nein|nee|ach|doch|bitte|also"
    r"|und|aber|dann|non|bon|et|mais|alors|no|bueno|pero|y|entonces|não|mas|e)[\s,.!:]+)*"
)
_OF_CHANGE: Final = Pattern(
    r"(?:^|[,;:.] |\b(?:and|so|but) )(?:please )?(?:don['’]?t|do not|never)(?: ever)? (?:merge|ship|release|deploy"
    r"|land|publish) (?:this|that|it|these|those)\b(?!.*\b(?:until|till|unless|before|without|by hand|yourself"
    r"|directly)\b)"
)
"""`don't ever merge this`: a verdict on the change at hand."""
_NO_MATTER: Final = Pattern(rf"^{_LEADS}never ?mind\b(?!.*\b(?:always|never|must|from now on|any ?more)\b)")
"""`never mind, use the other branch`: it forbids nothing."""
_NEXT_STEP: Final = Pattern(
    rf"^{_LEADS}next (?:time|session),? (?:we(?:['’]ll| will)?|i(?:['’]ll| will)?|let['’]?s) (?:can |could |should )?"
    r"(?:start|begin|continue|carry on|go on|pick up|resume)\b(?!.*\b(?:always|never|every|each)\b)"
)
"""`next time we start with the export`: where the work goes on."""
_UNDOES: Final = Pattern(
    rf"^{_LEADS}(?:let['’]?s )?"
    r"(?:(?:take|pull|rip|throw|kick|put|switch|turn|change|roll|set|move) (?:it|that|this|them|those|these)"
    r"(?: \w+){0,2}? (?:out|back|away|off|again)"
    r"|(?:undo|revert|remove|drop|delete) (?:it|that|this|them|those|these) (?:again|please|for now)"
    r"|(?:nimm|mach|bau|zieh|wirf|schmeiß|nehmt|macht) (?:das|es|dies|die|den|sie)(?: \w+){0,2}? (?:raus|zurück|weg|ab"
    r"|rückgängig|heraus)"
    r"|(?:enlève|retire|annule|remets|vire)[sz]?-(?:ça|le|la|les)"
    r"|(?:qu[ií]ta|s[aá]ca|desh[aá]z|revi[eé]rte|t[ií]ra|rem[oó]v[ae]|desf[aá]z)"
    r"(?:lo|la|los|las| eso| esto| isso| isto))\b"
)
"""`take that out again: the paths come from the client`: an order to undo what was just done, and why."""
_NO_LONGER_RIGHT: Final = Pattern(
    rf"^{_LEADS}(?:[\w`.%-]+ ){{1,5}}?"
    r"(?:(?:is|are|was|were) (?:no longer (?:right|correct|true|valid|accurate)|outdated|obsolete"
    r"|wrong (?:by now|now|since)|(?:not|n['’]t) (?:right|correct|true|valid|accurate)(?: any ?more)?)"
    r"|(?:isn['’]t|aren['’]t) (?:right|correct|true|valid|accurate)(?: any ?more)?"
    r"|(?:is|are) (?:far |much |still )?too (?:narrow|wide|small|big|low|high|short|long|few|many|vague|strict|lax)"
    r"|(?:ist|sind) (?:viel |noch )?zu (?:eng|weit|klein|groß|niedrig|hoch|kurz|lang|wenig\w*|viele|vage)"
    r"|stimm(?:t|en) (?:so )?nicht(?: mehr)?|(?:ist|sind) (?:veraltet|überholt|nicht mehr (?:richtig|aktuell))"
    r"|n['’]est plus (?:juste|exacte?|bonn?e?|vrai)|ne sont plus (?:justes|exacte?s|bonn?e?s)"
    r"|ya no (?:es|son|está|están) (?:correct\w+|válid\w+|cierto)"
    r"|já não (?:é|são|está|estão) (?:corret\w+|válid\w+|cert\w+))\b"
)
"""`the 86400 are no longer right: Chromium caps at 7200`: a report that a value is outdated."""


_BACKGROUND: Final = Pattern(
    r"^(?:(?:some|a bit of|for|the) )?(?:context|background|motivation|hintergrund|contexte|contexto|contesto)\s*[:–—-]"
    r"(?!.*\b(?:always|never|must|from now on|immer|nie|toujours|jamais|siempre|nunca|sempre)\b)"
)
"""`Context: half of the people forget it`: what a person tells so that the work is understood."""


def dismisses(text: str) -> bool:
    """Whether a sentence waves something aside: `never mind, use the other branch`."""
    return _NO_MATTER.match(text.lower()) is not None


_LEFT_OPEN: Final = Pattern(
    r"\b(?:leave|keep|let|lass|laisse|deja)\b.{0,40}\b(?:red|rot|rouge|rojo|uncommitted|not committed|unfinished"
    r"|half[- ]done)\b.*\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow"
    r"|next (?:time|week"
    r"|session)|later|first thing|in the morning|when i(?:'m| am) back|morgen|am montag|nächstes mal|demain|lundi"
    r"|mañana)\b"
    r"|^(?:my|the|our) (?:train|bus|flight|meeting|call|shift|lunch)\b.{0,30}\b(?:leaves|starts|begins|ends|is (?:in"
    r"|at|over))\b"
)
"""How a person leaves work as it stands until later: `leave it red, we fix that on Monday`."""
_POINTS_OUT: Final = Pattern(
    r"^(?:careful|watch out|attention|oops|hey|hm+|achtung|vorsicht|moment|ojo|cuidado)[\s,:!.–-]+(?:you|there|that"
    r"|this|it|du"
    r"|da|das|tu|il|hay)(?:'s|'re|'ve)? (?:still |also |just )?(?:have|has|had|is|are|was|wrote|put|forgot|left|used?"
    r"|changed|missed|hast|ist|as|est|has)\b"
    r"|^(?:no[\s,]+)?(?:it|that|this) (?:belongs|goes|lives|sits|hides|means)\b"
    r"|^(?:in|at|on|with|for) (?:our|my|the) [^,:;]{2,40}? (?:people|users|customers|everybody|everyone|they"
    r"|we) (?:type|use"
    r"|write|call|have|run|see|get|say|do|want|need)\b"
)
"""How a person points out what stands there, or tells of users: `careful, you have X in the test`."""


_PICKS: Final = Pattern(r"^(?:\d{1,2}|[a-z])[.)] (?!(?:never|always|don't|do not|no|keep|use|only|please)\b)\S")
"""How an answer begins that picks an option and says why: `b. Handlers can never be removed`."""


def is_of_moment(sentences: list[Sentence], place: int, start: int) -> bool:
    """Whether a sentence that reads as a rule from `start` on is for its task, of the product, or a report."""
    sentence = sentences[place]
    plain, rest = sentence.plain, sentence.plain[start:]
    if is_momentary(plain):
        return True
    if (
        _REPORTED.search(rest)
        or _REPORTED.search(plain)
        or _EVENT.match(rest)
        or _EVENT.match(plain)
        or _MISBEHAVES.match(plain)
    ):
        return True
    if _KEPT_IN_MIND.match(plain) and not SUPPORTED.search(plain) and _STATES.match(_KEPT_IN_MIND.sub("", plain)):
        return True
    if any(pattern.search(plain) for pattern in (_TELLS_DEED, _ASKS_BACK, _POINTS_BACK, _SHOWS)):
        return True
    if _TENTATIVE.match(plain) and not _LASTING.search(plain):
        return True
    if _LEFT_OPEN.search(plain) or _PICKS.match(plain) or (not _LASTS.search(plain) and _POINTS_OUT.match(plain)):
        return True
    if _OF_CHANGE.search(rest) or dismisses(plain) or _NEXT_STEP.match(plain) or _BACKGROUND.match(plain):
        return True
    if place and _OF_THESE.match(plain) and not _LASTS.search(plain):
        return True
    if _NOW.search(plain) and not _LASTING.search(plain):
        return True
    if _LAYOUT.search(rest) and not _WORK.search(rest):
        return True
    lasts = _LASTS.search(plain) is not None
    if not lasts and (_NO_LONGER_RIGHT.match(plain) or OF_STEP.match(plain)):
        return True
    if _UNDOES.match(plain) and not _LASTS.search(plain.partition(": ")[0]):
        return True
    if not lasts and _REMINDS.match(plain) and not _RECURS.search(plain):
        return True
    if not lasts and (_OF_PRODUCT.search(rest) or (_ONE_OF_TWO.match(rest) and not _LOCAL_SCOPE.search(plain))):
        return True
    if not lasts and (_ASKED_NOW.search(rest) or (_DONE_NOW.match(plain) and not _RECURS.search(plain))):
        return True
    if not lasts and (_IF_UNCLEAR.search(rest) or _TASK_BOUND.search(rest)) and _has_others(sentences, place):
        return True
    return sentence.item and _BARE_RULES.match(sentence.heading) is not None and _is_ordered(sentences, place)


def _has_others(sentences: list[Sentence], place: int) -> bool:
    """Whether a prompt says more than one of its sentences, so that this one may be about the others."""
    return any(len(one.plain.split()) >= _MIN_WORDS for other, one in enumerate(sentences) if other != place)


def _is_ordered(sentences: list[Sentence], place: int) -> bool:
    """Whether an order stands before the list that a sentence is an item of."""
    before = [one for one in sentences[:place] if not one.item]
    return any(len(one.plain.split()) >= _MIN_WORDS or len(one.plain) > _MIN_UNSPACED for one in before)


_MIN_WORDS: Final = 4
_MIN_UNSPACED: Final = 24
"""Characters of a sentence in a script without spaces."""
