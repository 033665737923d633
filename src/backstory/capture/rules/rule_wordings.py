"""Further wordings of rules: wishes for what the agent always does, what to ask about, how commits are worded.

Patterns of `Sentence.plain` behind its first words (`cues.LEAD`).
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_ALWAYS: Final = (
    r"(?:always|never|every ?time|each time|only ever|immer|nie(?:mals)?|toujours|ne jamais|jamais|siempre|nunca)"
)
_POINTER: Final = r"(?:that|this|it|so|das|es|dies|so|ça|cela|le|la|eso|esto|así|lo)"
_THING: Final = (
    r"(?:files?|modules?|packages?|functions?|methods?|classes|class|endpoints?|routes?|components?|types?|tests?"
    r"|test cases?"
    r"|migrations?|scripts?|commands?|options?|flags?|tables?|columns?|names?|constants?|errors?|docs?|pages?|hooks?"
    r"|dateien|datei|module?|funktion(?:en)?|methoden?|klassen?|endpunkte?|komponenten?|typen|migrationen|tabellen"
    r"|befehle"
    r"|optionen|felder|fichiers?|fonctions?|méthodes?|composants?|archivos?|ficheros?|funciones|función|métodos?"
    r"|clases?"
    r"|componentes?|tablas?|comandos?)"
)

WISH: Final = Pattern(
    r"\b(?:(?:i|we)(?:'d| would| should|'ll)?(?: very| really| strongly| much| kindly| also| just)*"
    r" (?:want|need|expect|wish|like|love|prefer|rather|appreciate|ask|be (?:very |most )?(?:grateful|glad|happy"
    r"|pleased))"
    r"(?: it)?(?: very much| a lot| so much)?(?: if| that)?(?: for)? you(?: could| would| might)?(?: please)?(?: to)?"
    rf"(?: not)? {_ALWAYS}\b(?! {_POINTER}\b)"
    r"|(?:it'?s|it is|it would be) (?:better|best|good|nice|great|important)(?:,)? (?:that|if"
    r"|when) you (?:please )?(?:\w+ )?"
    r"(?:always|never)\b"
    r"|i(?:'d| would)(?: kindly)? ask you (?:never to|not to|to (?:always|never|only|leave))\b)"
)
"""`I should prefer that you never ...`"""
IN_FUTURE: Final = Pattern(
    r"^(?:[^,;]{3,80}, (?:but |and |so )?)?(?:in (?:the )?future|from now on|going forward|next time),? (?:i|we)"
    r"(?:'d| would| should)(?: much| really)* (?:rather|prefer|like|appreciate|be (?:grateful|glad|happy))(?: it)?"
    r" (?:(?:if|that) you|you\b|(?:to )?(?:see|review|approve|know|have|get|be (?:asked|told|shown)) (?!able\b)\w"
    r"|(?:one|no|small\w*|short\w*)\b)"
)
POLITE_REQUEST: Final = Pattern(
    r"^(?:(?:might|may) i (?:kindly |please )?ask you to|(?:could|would|can) you (?:please |kindly )*"
    r"|(?:könntest|kannst|könnten|würdest) (?:du|sie) (?:bitte )*|(?:peux|pourrais)-tu(?: s'il te plaît)? "
    r"|(?:puedes|podrías)(?: por favor)? )\s*"
    rf"{_ALWAYS} (?!be\b|see\b|get\b|access\b|read\b|hear\b|know\b|tell\b|find\b|reproduce\b|{_POINTER}\b"
    rf"|\w+ {_POINTER}\b)\w+ \w"
)
"""A question that asks for something for good: `might I ask you to always run the linter?`"""
UNSURE: Final = Pattern(
    r"\b(?:agree|agreed|decided|settle)\b[^.;?]{0,20} (?:that )?(?:whenever|when|if|every time) (?:you|anything"
    r"|something)\b"
    r"[^.;?]{3,80}\b(?:you|please|always|never|ask|stop|tell)\b"
)
AGREED: Final = Pattern(
    r"^(?:let(?:'s| us) agree|we agreed|we have agreed|it was agreed)(?: here| on this| in the team)?,? (?:that|to) "
    r"(?:we |you |nobody |everybody )?(?:always|never|only|from now on|no longer)\b"
)
VERB_ALWAYS: Final = Pattern(
    r"^(?:please )?(?:you |we |you must |you should |you have to )?(?:remember to )?"
    r"(?:use|make|do|write|run|import|take|put|commit|test|check|ask|name|format|add|show)s? always (?!for\b"
    r"|in the same\b)\w"
    r"|^(?:always (?:when|if) (?:you|we)\b.{3,60}? (?:make|do|run|write|add|commit|ask|tell|show|use|update)\b)"
    r"|\bremember to (?:\w+ )?always\b|\balways remember to \w"
)
"""`we import always from the index`, as people say whose first language puts the adverb there."""
NOT_ALLOWED: Final = Pattern(
    r"^it(?:'s| is) (?:strictly |absolutely )?(?:not allowed|not permitted|forbidden|prohibited)(?: here)? to \w"
)
NOT_READ: Final = Pattern(
    r"^(?:[^,;]{3,80}, (?:but |and |so ))?(?:kindly |please )*(?:don't|do not|dont|never|no|stop) [^,;?]{3,60}(?:,"
    r"| -| because) (?:because )?"
    r"(?:i|we|nobody|no one) (?:(?:really |just )?(?:don't|do not|dont|never|can't|won't) (?:read|need|want|use|like"
    r"|look)"
    r"|(?:reads|needs|wants|uses|looks|likes))\b"
)
"""`no summary at the end, I don't read it`"""
OTHERS_THINGS: Final = Pattern(
    r"^(?:[^,;]{3,80}, )?(?:but |and |so )?(?:kindly |please )*(?:don't|do not|dont|never"
    r"|not) (?:\w+ly )?(?:reformat|touch|change|edit|rename|delete|remove|rewrite|format)"
    r" (?:any |the |other |unrelated )*(?:\w+ of (?:other|others|somebody|someone)|other people's|others'|unrelated \w+"
    r"|(?:files?|code|lines?|parts?|tests?|things?)(?: that| which)? (?:you|have nothing|has nothing|aren't|are not"
    r"|is not|isn't|nobody))\b"
)
"""`do not reformat files that you have not changed`"""
ASK_BEFORE: Final = Pattern(
    r"^(?:please |always |bitte |immer )*ask (?!about\b|for\b|if\b|whether\b|yourself\b|what\b|how\b"
    r"|why\b)[\w'-]+(?: [\w'-]+)?"
    r" (?:before|first|prior to)\b"
    r"|^(?:please )?(?:ask|check with me|tell me) (?:before|first|prior)\b"
    r"|^(?:vor|bevor)\b[^?;]{3,60}\b(?:frag(?:st|t|e)?|frage?n|fragen) (?:du |sie |bitte |immer )*(?:mich|uns|nach"
    r"|erst|\w+)\b"
    r"|^(?:antes de)\b[^?;]{3,60},? (?:me |nos )?(?:preg[uú]nt|cons[uú]lt|av[ií]s)\w*"
    r"|^(?:avant de)(?! commencer| continuer)\b[^?;]{3,60},? (?:tu me |tu nous )?(?:demande|préviens|consulte)\w*"
    r"|^(?:demande|préviens|consulte)(?:-moi|-nous) (?:toujours )?avant\b|^tu (?:me|nous) (?:demandes|préviens) avant\b"
)
ASK_WHEN: Final = Pattern(
    r"^(?:please |always |but |and )*(?:ask|tell|warn|notify|consult) me (?:when(?:ever)?|every ?time|each time"
    r"|any ?time) (?:you (?:need|want|have|are about|plan|wish|think|must)|something|anything)\b"
)
"""`ask me when you need to checkout`"""
SHARED_WORK: Final = Pattern(
    r"\blet me (?:handle|do|take care of|deal with|manage|run) (?!it\b|this\b|that\b|them\b)[^.;,]{2,40}"
    r"(?:[,;]| and| [-–]) ?(?:and |so |but )?you (?:just |only |can )?\w+"
    r"|\bi(?:'ll| will| do| always)? (?:handle|do|run|manage|take care of) (?!it\b|this\b|that\b|them\b)[^.;,]{2,40}"
    r"[,;] ?(?:not you\b|you (?:just|only|don't|never)\b)"
    r"|\b(?:that|it|this|\w+ing|[\w·-]+)(?:'s| is| are) (?:mine|for me|my (?:job|call|decision|business|task|part))"
    r"(?: to \w+)?,? (?:and )?not yours\b|\b(?:is|are|'s) mine to (?:do|make|decide|run|push|merge|tag|cut|publish)\b"
    r"|\bnot yours to (?:do|make|decide|run|push|merge|tag|cut|publish|change|touch)\b"
    r"|\b(?:das|dies|\w+en) (?:ist|sind) (?:meine (?:sache|aufgabe)|mein job),? nicht deine?\b"
    r"|\b(?:c'est|ça c'est) (?:mon (?:travail|boulot|affaire)|à moi de),? [^.;]{0,30}pas (?:le tien|à toi)\b"
    r"|\beso (?:lo hago yo|es (?:cosa |trabajo )?m[ií]a?),? no (?:tú|tuyo|tuya)\b"
    r"|\byou (?:only |just )?(?:write|code|edit|change|propose|prepare) (?!it\b|this\b|that\b)[^.;,]{2,40}[,;]"
    r" ?(?:and )?i(?:'ll| will)? (?:run|do|push|commit|test|deploy|merge|handle|review)\b"
    r"|^(?:no,? |please )*(?:don't|do not|dont) (?:do|run|make) (?!it\b|this\b|that\b|any)[^.;,]{3,40},? i (?:can|will)"
    r" (?:do|run|handle) (?:that|it|those|them)\b"
    r"|^[\w·-]+s (?:are|is) on me\b(?! (?:today|this|now|for now)\b)"
    r"|\b(?:hago|decido|subo|ejecuto|corro|despliego|reviso|pruebo) yo\b[^.;]{0,15}\b(?:tú|tu|vos) no\b"
    r"|\bc'est moi qui \w+[^.;]{0,20}pas toi\b|\b(?:mach|mache|übernehme|entscheide) ich,? (?:nicht du|du nicht)\b"
)
"""`let me handle git, you just change the code`, `releases are mine to do, not yours`"""
WHEN_YOU: Final = Pattern(
    r"^when(?:ever)? you [^.;?]{3,60}? always (?!be\b)\w|"
    r"\bwhen(?:ever)? you (?:make|change|edit|add|create|write|modify|commit|push|deploy|run|test|update|fix)\b"
    r"(?! (?:this|that|it|the next|these)\b)[^.;?]{2,50}?(?:,| )(?:you |please |we )?(?:must|should|need to|have to"
    r"|always|never)\b"
)
"""`when you make changes you must first commit`"""
AFTER_EVERY: Final = Pattern(
    r"(?:^|[,;] |\band |\bthen )(?:then |also |and )*(?:after|before|with|on) (?:every|each) (?:single )?(?:code )?"
    r"(?:changes?|commits?|edit|fix|step|task|phase|feature|session|update|iteration|prompt|run|build|release)"
    r"(?:,| you)? (?:please |you |must |should |always |also )*(?:commit|push|run|test|update|build|deploy|lint|format"
    r"|ask|show|write|document|restart|verify|check|bump|add)\b"
)
"""`..., and then after every change commit and push`"""
THROUGHOUT: Final = Pattern(
    r"\b(?:use|using|stick (?:to|with)|follow) [^.;,?]{2,40}? (?:by default|as (?:the |our )?default|throughout"
    r"|acc?ross|everywhere in) (?:(?:all |the |our |this |your |whole |entire )*(?:project|repo|repository|code ?base"
    r"|app|workspace|monorepo)\b|across\b)"
    r"|\buse [^.;,?]{2,40}? by default (?:across|in|for|throughout) (?:our|this|the) (?:whole |entire )?\w+"
)
"""`use tailwind by default across our project`"""
MEMORIZED: Final = Pattern(
    r"(?:^|[,.;:] ?|\band )(?:please |and )*(?:remember|save|keep|store|put|note|add|write)(?: (?:it|this|that))?"
    r"(?: and (?:save|store|keep)(?: it)?)? (?:in|to|into) (?:your |the |my )?(?:long[- ]term )?memor(?:y|t|ies)"
    r"(?: please| again| too)*(?:[,.!:]|$| (?:that|always|never|to)\b)"
    r"|\b(?:aggiungi|salva|scrivi|metti) (?:\w+ )?(?:al|alla|nella|in) (?:tua )?memor\w+"
    r"|\bguarda(?:lo)? en (?:la |tu )?memoria"
    r"|\b(?:salve|guarde|adicione|salva) (?:isso )?(?:na|à) (?:sua )?memória"
    r"|\b(?:note|mets|ajoute|garde)(?:-le)? (?:ça |cela )?(?:dans|en|à) (?:ta |la )?mémoire"
    r"|\bspeicher\w* (?:\w+ )?(?:im|in dein\w*) (?:gedächtnis|speicher|memory)\b"
    r"|[，,](?:请|要|给我)?(?:记住|牢记|记下来?)[。.!！]?$|(?:记|存)(?:到|入|进|在)\s*(?:你的)?(?:claude\.md|记忆|memory)"
)
"""`never run git, save that in your memory`"""
NO_CO_AUTHOR: Final = Pattern(
    r"\b(?:do not|don't|dont|never|no|without|stop)\b[^.;?]{0,40}?\b(?:co-?author\w*|your signature)|\b(?:do not"
    r"|don't|dont|never|without"
    r"|no|stop)\b[^.;?]{0,30}?\b(?:claude|codex|copilot|cursor|gemini|ai)(?: code)? (?:as|in the|signature|attribution"
    r"|credits?)\b"
)
"""`commit, and do not add yourself as co-author`"""
_TOOLS: Final = (
    r"(?:npm|pnpm|yarn|bun|npx|pip|uv|uvx|poetry|conda|pipx|make|just|docker|podman|pytest|jest|vitest|cargo|git|gh|rg"
    r"|grep|ripgrep|curl|wget|bash|zsh|powershell|pwsh|sed|python|python3|node|deno|ruff|black|eslint|prettier|biome"
    r"|mypy|tsc|gradle|maven|mvn|composer|brew|apt|nix|tox|nox|go test|rebase|merge|squash|playwright|context7|mcp)"
)
CORRECTION: Final = Pattern(
    rf"^(?:no+|nope|nein|non|wrong)\b[,.! ]+(?:no,? )?(?:please )?(?:always )?(?:use|run|nimm|nutze|utilise|usa) "
    rf"(?:the )?{_TOOLS}\b[^.;?]{{0,30}}?(?:instead|not {_TOOLS}|stattdessen|statt|à la place|au lieu|en su lugar"
    rf"|en vez|, not\b)"
    rf"|^(?:(?:yes|ok(?:ay)?|please|note that|remember|and|check it|we)[,. ]+)*use {_TOOLS}(?: \w+)? instead of"
    rf" (?:the )?(?:system )?\w+(?! (?:here|for this|in this))"
    r"|^(?:no+,? )?(?:please )?use (?:[^.;,?]|\.(?=\w)){2,30} instead of (?:print|prints|console[. ]log\w*|println"
    r"|var|any|unwrap|system \w+)\b"
    r"|^no+,? (?:please )?use (?!the\b|a\b|an\b|it\b|this\b|that\b|my\b)[\w·./@-]+(?:, not| instead of)"
    r" (?!the\b|a\b|an\b|it\b|this\b|that\b|in\b|my\b)[\w·./@-]+[.!]*$"
    r"|^(?:please )?stop trying to \w+ (?!it\b|this\b|that\b|the\b)\w"
    r"|\b(?:don't|dont|do not|never)\b[^.;?]{2,60}\bin (?:the )?future[.!]*$"
    r"|\blet'?s always (?!be\b)\w|^everything (?:must|has to|should) be (?:typed|tested|documented|linted|formatted)\b"
    r"|^(?:please )?(?:don't|dont|do not|never|no) use (?:the )?(?:type )?any\b(?! \w)"
    r"|\bstop \w+ing [^.;,]{2,40} without (?:checking|asking|telling)\b"
    r"|^if [^,;?]{3,60}, (?:please )?(?:pause|stop|wait) and ask\b"
    r"|^[\w, /·-]{3,60} (?:is|are) always (?:approved|allowed|permitted)\b"
    r"|\bich (?:präferiere|bevorzuge|will|möchte) immer\b"
)
"""`no, use pnpm instead`: a tool of the work, which the next task takes as well."""
COMMITS: Final = Pattern(
    r"^(?:the |our |die |der |das |les |los |el |the wording of (?:the |our )?)?(?:git )?commits?"
    r"(?:[- ](?:messages?|msgs?|subjects?|titles?|bodies|betreff\w*|nachricht\w*|texte?))?\b"
    r"(?! (?:missing|wrong|broken|lost|gone|done|there|pushed|merged|ok|is done|are (?:missing|gone|pushed|there"
    r"|in))\b)"
    r"[^?:.;]{0,30}?(?:: (?!·)\w| (?:in (?:the )?(?:imperative|present|past|english|german|french|lower|upper|der"
    r"|englisch|deutsch)"
    r"|im (?:imperativ|präsens)|auf (?:englisch|deutsch)|en (?:inglés|español|français|anglais|imperativo|minúsculas)"
    r"|à l'impératif|au présent|lower ?case|conventional|short|(?:start|begin|end)s? with|without|ohne|sans|sin|say"
    r"|says"
    r"|matters?|stays?|must|should|never|always)\b)"
    r"|^(?:the |a )?(?:commit )?subject(?: line)?s? (?:says?|names?|states?|starts?|is|are|must|should|never)\b"
    r"|^(?:use )?conventional commits\b|^(?:commit(?: messages?)?s?|prs?|branch(?:es)?) (?:are )?(?:lower ?case"
    r"|in lower ?case)\b"
)
"""How commits are worded."""
NEW_THINGS: Final = Pattern(
    r"^(?:(?:all|any|our|alle|toutes? les|tous les|todos los|todas las) )?(?:new|public|exported|neuen?"
    r"|öffentlichen?|nouveaux"
    rf"|nouvelles|nuev[oa]s) {_THING}\b[^?;]{{0,20}}? (?:get|have|carry|need|start|end|come|live|go|belong|bekommen"
    rf"|haben|tragen"
    r"|brauchen|beginnen|kommen|gehören|ont|portent|commencent|vont|llevan|tienen|necesitan|empiezan|van)\b"
    r"|^(?:every|each|jede[rs]?|chaque|cada) (?:new |public |exported |neue[rs]? |öffentliche[rs]? |nouvelle "
    r"|nuev[oa] )?"
    rf"{_THING}(?: (?:publique|pública|público))? (?:gets|has|carries|needs|starts|comes|bekommt|hat|trägt|braucht"
    rf"|kommt|a|porte|lleva|tiene) (?:an?|one|the|its|eine?n?|une?|una?) "
    r"(?:doc\w*|test\w*|comment|header|licen[cs]e\w*|type\w*|entry|spec|example|kommentar|lizenz\w*|commentaire"
    r"|comentario|prueba)"
)
"""`new files get a licence header`"""
ON_BRANCH: Final = Pattern(
    r"^(?:on|in) (?:this|the) branch,? (?:please )?(?:no|never|don't|do not|only|always|nothing|keep|we)\b"
)
HATED: Final = Pattern(
    r"^(?!(?:i|it|this|that|he|she|they|who|what|which|the (?:app|test|user|linter|compiler))\b)(?:(?:my|our"
    r"|the) )?[\w'-]+(?: [\w'-]+)?"
    r" (?:really )?(?:hates?|loathes?|dislikes?|can't stand|cannot stand|insists? on|doesn't like|does not like"
    r"|prefers?|mag kein\w*|hasst"
    r"|déteste|odia|no soporta)\b[^;?]{3,80}?[,–—-] ?(?:so|also|donc|así que|deshalb|darum)\b"
)
"""`karl hates abbreviations in tests, so spell them out`"""
BARE_STYLE: Final = Pattern(
    r"^(?:bitte )?(?:keine?[nr]?|nie) (?:\w+en )?(?:kommentare|umlaute|emojis|abkürzungen|mocks|klassen|globalen?\b"
    r"|platzhalter|workarounds"
    r"|semikolons|docstrings|todos|prints?|anglizismen|magischen zahlen|monstercommits?)\b(?! (?:gefunden|da\b"
    r"|vorhanden|mehr da))"
    r"|^(?:pas d'|pas de |aucun\w* |plus de |plus d')(?:\w+s )?(?:commentaires?|émojis?|emojis?|abréviations?|mocks?"
    r"|classes|globales|variables globales"
    r"|todos?|prints?|accents)\b(?! (?:trouvé|pour l'instant))"
    r"|^(?:nada de |sin |ningún |ninguna )(?:comentarios?|emojis?|abreviaturas?|mocks?|clases|globales"
    r"|variables globales|todos|prints?)\b"
)
_HANDLED: Final = (
    r"(?:is|are|gets?|goes?) (?:always |only )?(?:measured|stored|kept|written|read|sent|logged|wrapped|formatted|named"
    r"|built|injected|passed|parsed|handled|created|loaded|cached|raised|thrown|documented|tested|compared|counted)"
    r" (?!twice|once|nowhere|anywhere|wrong)"
)
_HERE: Final = r"in (?:this|our) (?:repo|repository|project|codebase|code base|package|library)"
HOUSE: Final = Pattern(
    rf"^(?!(?:the|this|that|it|there|an?|some|one)\b)[\w-]+(?: [\w-]+){{0,2}} {_HANDLED}[^?;,]{{3,60}} {_HERE}[.!]*$"
    rf"|^{_HERE},? (?!(?:the|this|that|it|there|an?|some|one)\b)[\w-]+(?: [\w-]+){{0,2}} {_HANDLED}[^?;]{{3,}}$"
    r"|^(?!(?:der|die|das|es|ein\w*)\b)[\w-]+(?: [\w-]+)? (?:wird|werden) (?:hier|bei uns|in diesem (?:repo|projekt))"
    r" (?!nicht|nirgends)[^?;,]{3,60} ge\w+(?:t|en)[.!]*$|"
    r"^(?:hier |es |bei uns |immer )*gilt(?: hier| immer| bei uns| grundsätzlich| für alle\w*)*: \S"
    r"|^chez nous,? (?:les?|la|on|tout\w*|l'|chaque|un|une)\b|^(?:aquí|entre nosotros) (?:los|las|el|la) [^?]{3,60}?"
    r" (?:van?|se \w+|son|es|llevan?|tienen?)\b"
    r"|^on n'(?:utilise|écrit|ajoute|emploie) (?:pas|jamais) [^?]{3,60}(?:dans ce (?:projet|dépôt|repo)|ici)\b"
    r"|\b(?:bin|ist|sind) für [^.;?]{2,40} (?:zuständig|verantwortlich)\b"
    r"|\bgilt (?:immer|für alle|überall|ab (?:jetzt|sofort))\b|\bvale para siempre\b|\bvaut (?:toujours|pour tou\w+)\b"
    r"|^in (?:this|our) (?:repo|repository|project|codebase|team) (?:is|are|it is) (?:everything|all|nothing)\b"
    r"|^(?:no|não) (?:toques|edites|cambies|modifiques|borres|renombres) [^,;?]{2,60}, (?:que |porque |lo |la |los "
    r"|las |se |es |son |está)"
    r"|^(?:bitte )?(?:zukünftig|in zukunft|künftig)\b"
)
"""Rules of the house in German, French and Spanish."""
_WHEN: Final = (
    r"(?:always|never|every ?time|each time|from now on|going forward|in (?:the )?future|please|immer|bitte|ab jetzt"
    r"|künftig"
    r"|toujours|désormais|siempre|en adelante|por favor|nie)"
)
POINTING: Final = Pattern(
    rf"^(?:(?:and|so|ok(?:ay)?|yes|good|perfect|{_WHEN})[\s,:]+)*"
    r"(?:do|make|proceed|go on|keep|continue|handle|work|mach\w*|fais|faites|haz|hazlo|hágalo|procede)"
    r"(?: (?:it|that|this|them|things|everything|doing|das|es|le|la|lo|ça))*"
    rf"(?:[\s,]+(?:{_WHEN}|like|as|so|that|this|way|the|same|in|exactly|just|comme|ça|cela|como|eso|esto|así|wie|now"
    rf"|here|jetzt|hier"
    r"|on))*[\s.!]*$"
    r"|^(?:please )?(?:make|set|save|keep|add|note|use) (?:this|that|it)(?: down)?"
    r"(?: (?:as|into) (?:an? |the |your |our )?"
    r"(?:new )?(?:rules?|standards?|default|conventions?|memory))[\s.!]*$"
    r"|^(?:(?:please|and|so|just|you|should|must|make sure(?: that| to)?|ensure)[\s,]+)*"
    r"(?:never|don['’]?t|do not|not|avoid) (?:ever )?"
    r"(?:make|making|do|doing|repeat|repeating|commit) (?:such|this|that|these|those|the same|any more)"
    r"(?: \w+){0,2} (?:mistakes?|errors?|things?|stuff|nonsense|blunders?|bullshit|crap|shit)"
    r"(?: (?:again|ever|any ?more|next time|in (?:the )?future|from now on))*[\s.!]*$"
)
"""`always do it like that`: what only points at what was done."""

_STEPS: Final = (
    r"(?:pr|pull request|mr|merge request|commit|release|migration|feature|bug ?fix|fix|branch|deploy(?:ment)?|merge"
    r"|version|endpoint|new \w+)"
)
_STEP_VERBS: Final = (
    r"(?:squash|rebase|merge|tag|sign|bump|run|write|add|update|open|cut|review|test|document|announce|deploy|keep"
    r"|use|fill|link|attach|regenerate|publish)"
)
EVERYWHERE: Final = Pattern(
    r"^(?:everywhere|in (?:all|every one|each) of (?:my|our) (?:projects|repos\w*)|in (?:all|every|each) (?:my |our )?"
    r"(?:projects?|repos\w*)|across all (?:my |our )?(?:projects|repos\w*)"
    r"|überall|in allen (?:meinen |unseren )?projekten|partout|dans tous (?:mes|nos) projets|en todos (?:mis|nuestros)"
    r" proyectos)(?:, in (?:all|every|each) (?:of )?(?:my |our )?(?:projects?|repos\w*))?"
    r"(?:[:,] ?| (?=(?:i|we|you) (?:want|need|use|prefer|expect|never|always|only|write|keep|should|must|don't)\b"
    r"|we (?!have|had|get|got|see|saw|are|were|find|found|know|did|could|can)\w+))"
    r"(?!(?:it|there|this|that|i (?:look|see|go|get|find|click)|we (?:see|get|find)|you (?:see|look|find|go))\b)\w"
)
"""`in all my projects I want type hints on every function`"""
PREFERENCE: Final = Pattern(
    r"^(?:please |always |and )*prefer (?!to\b|not\b)[^,;?]{3,60} (?:over|to|instead of|rather than) [^,;?]{2,60}"
    r" (?:in|across|throughout|within) (?:this|our|the whole) (?:repo|repository|project|code ?base|workspace|monorepo"
    r"|team)(?=[.,;!]|$)"
    r"|^i (?:really |generally |strongly |much |always )*prefer (?!the\b|this\b|these\b|that\b|those\b|it\b|your\b"
    r"|my\b)"
    r"(?:[\w-]+ ){1,2}(?:commits|prs|pull requests|diffs|branches|functions|methods|classes|modules|tests|names"
    r"|messages|comments|docstrings|imports|answers|replies|summaries)(?:[.!]*$|,? (?:over|to|rather than|instead of)"
    r" [^,;?]{3,40}$)"
    r"|^(?:ich (?:mag|bevorzuge|habe lieber) \w+e (?:commits|funktionen|tests|namen|klassen|antworten))[.!]*$"
)
"""`prefer composition over inheritance in this codebase`, `I prefer small commits`"""
RATHER_NOT: Final = Pattern(
    r"^i(?:'d| would) (?:much |really )?(?:rather|prefer(?: it)?(?: if)?) you (?:didn't|did not|don't|do not|never"
    r"|wouldn't|stopped|avoided|asked|only|always) (?!(?:that|this|it|the|these|those|my|your|now|just)\b)\w+\b"
    r"(?! (?:that|this|it|the|these|those|them|now|anything|yet|my|your)\b)[^?;]{3,}$"
)
"""`I'd rather you didn't add comments that restate the code`"""
NOT_FOR: Final = Pattern(
    r"^(?:please |pls )?(?:don't|do not|dont|never|stop|avoid) us(?:e|ing) (?!it\b|this\b|that\b|these\b|those\b|the\b"
    r"|a\b|an\b|my\b|your\b|any\b)[\w·./-]+(?: [\w·./-]+)? (?:to [a-z]+ (?!(?:this|that|it|the|my|your)\b)[^,;?]{2,40}"
    r"|for (?!this\b|that\b|it\b|now\b|the\b|my\b)[\w-]+(?: [\w-]+){0,2})(?:,| -|;) (?:but |and |please )?(?:use"
    r"|prefer|take"
    r"|go through) \w"
)
"""`don't use sed to edit files, use the edit tool`"""
ASK_YOU: Final = Pattern(
    r"^you (?:should|must|have to|need to|are to)(?: always| first)* (?:ask|check with|tell|warn|consult)"
    r"(?: me| us| [a-z]+)? (?:before|first,? (?:before|when)) (?:you )?(?!(?:this|that|it)\b)\w+"
)
"""`you should ask before you delete a file`"""
STEP_CUSTOM: Final = Pattern(
    rf"^(?:for|on|with|before|after|in) (?:every|each|any) (?:single )?{_STEPS},?"
    rf" we (?:always |also |only )?{_STEP_VERBS}\b"
    r"(?! (?:this|that|it|these|those)\b)"
    r"|^we (?:always |only |just )?(?:deploy|release|merge|commit|push|publish|tag|branch|cut \w+|rebase|squash)\b"
    r"(?! (?:it|this|that|them|these)\b)"
    r"[^?;]{3,60}\bonly(?:[.!]*$|,)"
    r"|^we (?:only|never) (?:deploy|release|merge|commit|push|publish|tag|branch|rebase|squash)\b [^?;]{3,60}$"
)
"""`for every PR we squash commits`, `we deploy from the release branch only`"""

_WORDINGS: Final = (
    WISH, IN_FUTURE, UNSURE, AGREED, VERB_ALWAYS, NOT_ALLOWED, NOT_READ, OTHERS_THINGS, ASK_BEFORE, COMMITS, NEW_THINGS,
    ON_BRANCH, HATED, BARE_STYLE, HOUSE, ASK_WHEN, SHARED_WORK, WHEN_YOU, AFTER_EVERY, THROUGHOUT, CORRECTION,
    MEMORIZED, EVERYWHERE, PREFERENCE, RATHER_NOT, NOT_FOR, ASK_YOU, STEP_CUSTOM,
)  # fmt: skip


def is_worded(plain: str) -> bool:
    """Whether a sentence is worded as a rule. `plain` begins behind its lead."""
    return any(pattern.search(plain) for pattern in _WORDINGS)
