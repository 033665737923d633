"""Rules by which a person responds to what the agent did: corrections, complaints, and how they like it.

Patterns of `Sentence.plain`. `measure_response` takes a whole sentence, with the refusal or the praise before it.
"""

from typing import Final

from backstory.capture.text.cues import PLACE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_REFUSES: Final = (
    r"(?:(?:no+|nope|nah|not (?:so|like (?:this|that)|quite)|wrong|hm+|ugh|please|sorry|nein|ne+|nee|nicht so|falsch"
    r"|non|pas comme ça|así no|eh|ah|but|aber|mais|pero|and|und|et|y)[\s,;:.!–—-]+)*"
)
_DONE: Final = (
    r"(?:touch|edit|chang|modif|add|creat|put|writ|wrote|commit|push|reformat|format|renam|delet|remov|rewr|install"
    r"|upgrad|updat|bump|import|mock|comment|generat|regenerat|rebas|merg|mov|reset|skip|hard-?cod|overwr|refactor"
    r"|replac|start|us|call|stag|squash|amend|disabl|copy|copi|bypass|ignor|run|ran)\w*"
)
_DONE_DE: Final = r"\w*(?:ge|ver|be|er|über|um|an|ein|hinzu|aus)\w*(?:t|en)\b"
_DONE_FR: Final = (
    r"(?:touché|modifié|changé|ajouté|créé|mis|écrit|commité|poussé|reformaté|formaté|renommé"
    r"|supprimé|effacé|réécrit|installé|lancé|utilisé|remis|refait)\w*"
)
_DONE_ES: Final = (
    r"(?:tocado|cambiado|modificado|añadido|agregado|creado|puesto|escrito|subido|formateado|reformateado|renombrado"
    r"|borrado|eliminado|reescrito|instalado|ejecutado|usado|metido|editado|tocaste|cambiaste|modificaste|agregaste"
    r"|creaste|pusiste|subiste|borraste|metiste|editaste|instalaste)"
)
COMPLAINT: Final = Pattern(
    rf"^{_REFUSES}(?:why|how come|who (?:asked|told) you to|what made you) (?:(?:did|do|have|are|would|must) you "
    rf"|you )?(?:\w+ ){{0,2}}?{_DONE} [^?;]{{3,90}}?\b(?:again|once more|every (?:single )?time|all the time"
    r"|without (?:asking|telling me|my)\b|unasked)"
    rf"|^{_REFUSES}why do you (?:always|keep|constantly) (?:on )?{_DONE} "
    rf"|^{_REFUSES}why (?:are|is) there (?:\w+ ){{0,3}}?{MASK}?[\w-]+s? (?:in|on|at|between|over) [^?;]{{3,60}} again\b"
    rf"|^{_REFUSES}why (?:is|are) {MASK}?[\w./-]+(?: [\w./-]+)? (?:in|part of) (?:this|the|your|that) (?:diff|commit"
    rf"|pr|patch"
    rf"|change) again\b"
    rf"|^(?:[^?;]{{3,80}}, )?(?:but |and )?(?:didn't|did not|haven't|hadn't) (?:i|we) (?:\w+ )?(?:tell you (?:not"
    rf"|never|to"
    rf" always|to leave)|ask you (?:not|never) to|say (?:not to|never|no |to leave|leave|hands off)|agree (?:on|that"
    rf"|to)"
    rf" (?:\w+ )?(?:no|not|never|only|always)\b)"
    rf"|^{_REFUSES}warum (?:hast|musst|hattest) du (?:\w+ ){{0,2}}?(?:schon wieder|wieder|ständig|immer) "
    rf"[^?;]{{3,80}}?{_DONE_DE}|^{_REFUSES}warum (?:sind|ist|steh\w+|lieg\w+) (?:da|hier|dort) schon wieder \w"
    rf"|^{_REFUSES}pourquoi (?:est-ce que )?(?:tu as|as-tu|t'as|tu) (?:encore|de nouveau|toujours) {_DONE_FR} "
    rf"|^(?:[\w' ]{{2,30}}, )?(?:(?:i (?:noticed|see|saw)|it (?:seems|looks like)) (?:that )?)?you "
    rf"(?:keep|kept|always|constantly) {_DONE} [^?;]{{3,90}}"
    rf"\b(?:i|you) (?:did ?n[o']t|didn't|were ?n[o']t|weren't|haven't|never) (?:ask|request|told|tell|mean|want)\w*\b"
    rf"|^[¿ ]*{_REFUSES}¿?por qué (?:has|hiciste|volviste a) ?(?:{_DONE_ES} (?:[^?;]{{2,60}} )?otra vez\b"
    rf"|vuelto a \w+r\b)|^[¿ ]*{_REFUSES}¿?por qué {_DONE_ES} (?:[^?;]{{2,60}} )?otra vez\b"
)
"""`why did you touch the lock file again?`: what the agent is not to do, asked as a question."""
AGAIN: Final = Pattern(
    rf"^{_REFUSES}you(?:'ve| have)? (?:just |once again )?(?!broke|broken|lost|missed|forgot)(?:{_DONE}) [^?;]{{3,80}} "
    r"(?:again|once more|every time|all the time)(?=[.!,]|$)"
)
"""`you put the import inside the function again`: the same told of."""
ADVICE: Final = Pattern(
    r"\b(?:je t'ai (?:déjà )?(?:dit|demandé)|je t'avais (?:dit|demandé)) (?:\w+ fois )?(?:de (?:ne (?:pas|jamais|plus)"
    r"|toujours)\b|qu(?:e|'))"
    r"|\b(?:ya )?te (?:dije|he dicho|lo he dicho|pedí) (?:\w+ )?que (?:no|nunca|siempre|solo|sólo)\b"
    r"|\b(?:ich )?(?:hab|habe|hatte) (?:ich )?(?:dir |euch )?(?:doch |schon |bereits |schon mal )+gesagt,?"
    r" [^?;]{3,90}\b(?:nicht|nie|kein\w*|immer|nur)\b"
    r"|\b(?:yo )?nunca te (?:pedí|pedi|he pedido) que \w+(?:as|es|aras|ieras)\b"
    r"|^(?:por favor,? )?no \w+(?:es|as|áis)\b[^?;]{3,80}\b(?:nunca|jamás) m[aá]s\b"
    r"|\b(?!it\b|this\b|that\b|what\b|who\b)[\w-]{2,} (?:says?|said|told (?:me|us)|wants) (?:that )?(?:no|no more)"
    r" (?:new|more|further|other) [\w ·-]{2,40} (?:until|unless|without|before|till)\b"
    r"|\b(?:i thought |as )?we (?:had )?agreed(?: on| that| to|:) (?:we |to )?(?:no|not|never|only|always|don't"
    r"|nothing)\b"
    r"|\bencore\b[^?;]{3,80}, (?:stp |s'il te plaît )?arrête[.!]*$"
    r"|[(,.;] ?(?:please )?(?:update|save (?:this |it |that )?(?:to|in)|add (?:this |it |that )?to|note (?:this |it"
    r" )?in)"
    r" (?:the |your )?memor(?:y|ies)(?: (?:for|with) this)?\)?[.!]*$"
)
"""What was demanded before, in other languages than English."""
STOP: Final = Pattern(
    rf"^{_REFUSES}(?:stop|quit|can you (?:please )?(?:stop|quit)|could you (?:please )?(?:stop|quit)) "
    r"(?:creating|adding|making|writing|generating|putting|changing|reformatting|touching|editing|committing|pushing"
    r"|running|apologi[sz]ing|explaining|summari[sz]ing|repeating|asking|inventing|guessing|renaming|deleting"
    r"|rewriting|mocking|hard-?coding|using) (?!(?:the|that|this|it|there|here|now)(?:[.!,]|$))"
    r"(?!(?:the|that|this|my|it)\b(?![^.;?]*\b(?:every|each|all the time|again|unless|without)\b))\w"
    rf"|^{_REFUSES}(?:stop|quit|can you (?:please )?(?:stop|quit)) (?:apologi[sz]ing|guessing|explaining)\b"
    rf"|^{_REFUSES}(?:bitte )?(?:und )?hör(?:t)? (?:bitte )?(?:endlich )?auf,? (?:\w+ ){{0,3}}?[^?;]{{3,80}} "
    r"(?:zu \w+|\w+zu\w+)\b"
    rf"|^{_REFUSES}(?:s'il te plaît,? )?arrête(?:z)? de (?:créer|faire|mettre|ajouter|écrire|générer|modifier|toucher"
    r"|reformater|supprimer|lancer|commiter|pousser|inventer|commenter|t'excuser|répéter)\b"
    r"|^(?:por favor,? )?(?:deja|dejá|para) de (?:crear|hacer|poner|añadir|agregar|escribir|generar|cambiar|tocar"
    r"|reformatear|borrar|ejecutar|inventar|comentar|disculparte|repetir)\b"
)
"""`stop creating markdown files`, `arrête de créer des README`."""
_HABIT: Final = (
    r"(?:do|use|write|add|catch|commit|put|import|throw|mock|log|hard-?code|allow|accept|ship|nest|abbreviate|mix"
    r"|export|name|push|call|rely|inherit|subclass|swallow|return|keep|prefer|format|test|wrap|repeat|duplicate|copy"
    r"|define|declare|store|pass|cast|squash|rebase|merge|rename|break|print|comment|document|document|introduce)"
)
HOUSE: Final = (
    Pattern(
        r"^(?:[^,;?]{2,40}, )?(?:nobody|no one) (?:here|on (?:this|our) team|in (?:this|our) team) (?:\w+ )?(?:edits"
        r"|touches"
        r"|changes|writes|uses|merges|pushes|commits|adds|renames|deletes|catches|imports|mocks) \w|"
        rf"\bwe (?:never|don't|do not|dont|always|only) (?:ever )?{_HABIT}\b[^?;]{{2,90}}\b(?:here|around here"
        rf"|in (?:this|our) {PLACE})(?=[.,;!]|$| and\b| so\b| because\b)"
        rf"|^{_REFUSES}(?:[^,;?]{{2,60}}, )?we (?:only |always |just )?(?:use|write|put|name|keep|call|prefer|do|take"
        rf"|stick to|go with) (?!(?:the|this|that|these|it|them|a|an|your|my|another|one)\b)[^?;,]{{3,60}}"
        rf"(?:\bhere|in (?:this|our) {PLACE}|by convention)(?=[.,;!]|$)"
        r"|^(?:[\w ·/-]{2,40}?) are (?:always|never|only) [^?;,]{2,50} in here(?=[.,;!]|$)"
        rf"|^{_REFUSES}(?!(?:these|those|they|there|we|you|what|which)\b)(?:all |our )?[\w-]+(?<!s)s (?:are|go|get"
        rf"|have|live"
        rf"|stay|start with|end with|use) (?!(?:not|missing|broken|red|failing|wrong|gone|still|now)\b)[^?;,]{{2,50}}"
        rf" in (?:this|our) {PLACE}(?=[.,;!]|$)"
        rf"|^{_REFUSES}(?:this|our) {PLACE} is (?:\w+ )?(?:only|\w+-only|english|german|french|spanish)(?:"
        rf" only)?(?=[.,;!]|$)"
    ),
    Pattern(
        r"(?:^|[,;:.] (?:und |aber |sondern |denn )?|\b(?:und|aber) )(?:hier|bei uns|in diesem (?:repo|projekt)) "
        r"(?:(?:be)?nutzen|nehmen|verwenden|schreiben|machen|arbeiten|heißen|halten|benennen|testen|loggen) (?:wir )?"
        r"(?!das\b|den\b|die\b|dies\w*\b|es\b)\w"
        r"|(?:^|[,;:.] (?:und |aber )?|\b(?:und|aber) )(?:hier|bei uns) (?:kommt|kommen|lieg\w+|gehör\w+|steh\w+"
        r"|heißt|heißen) [^?;]{2,60}\b(?:in|nach|unter|immer|wie)\b"
        r"|\bwir (?:be)?(?:nutzen|verwenden|schreiben|machen|nehmen) (?:hier|bei uns)(?: (?:grundsätzlich|immer|nur))? "
        r"(?:keine?\w*|nur|immer|nie)\b|\bgibt(?:'s| es) (?:bei uns|hier) (?:nicht|nie)\b"
        r"|^(?:[\w-]+ (?:werden|sind|heißen|bleiben|haben|kommen) (?:bei uns|hier) (?:immer|nie|niemals|grundsätzlich"
        r"|stets"
        r"|nur)|(?:bei uns|hier) (?:werden|sind|bleiben|heißen|haben) [\w -]{2,40} (?:immer|nie|niemals|grundsätzlich"
        r"|stets|nur)) \w"
        r"|\bdürfen nicht (?:ins|in die|aufs) (?:netz|internet|netzwerk|platte)\b"
        r"|\bfass(?:t|en) (?:ab (?:jetzt|sofort) )?nur (?:noch )?\w+ an(?=[.,;!]|$)"
    ),
    Pattern(
        r"(?:^|[,;:.] (?:et |mais |car )?|\b(?:et|mais) )(?:sache qu(?:e |'))?(?:ici|chez nous|dans (?:ce|notre)"
        r" (?:projet|dépôt|repo|code)),? (?:on|nous) (?:n'|ne )?(?:utilise|écri[tv]|met|garde|fait|prend|nomme|range"
        r"|commite|pousse|traduit|documente"
        r"|renvoie|préfère|travaille|teste|mettons|utilisons|écrivons)\w* "
        r"(?!(?:le|la|les|l'|ce|cet|cette|ça)\b)\w"
        r"|(?:^|[,;:.] (?:et |mais )?|\b(?:et|mais) )chez nous,? (?:pas de |pas d'|jamais de |jamais d')\w"
        r"|(?:^|[,;:.] (?:et |mais )?|\b(?:et|mais) )chez nous,? (?:les|le|la|l'|chaque|tou\w+) ?[\w-]+"
        r" (?:s'appelle\w*|va|vont"
        r"|reste\w*|porte\w*|commence\w*|est|sont) (?!(?:cassé|en panne|là)\w*\b)\w"
        r"|\bon n(?:e |')\w+ jamais [^?;]{3,60} ici(?=[.,;!]|$)|\bon n'y touche (?:plus|pas|jamais)(?=[.,;!]|$)"
        r"|^(?:[^?;,]{2,60}, )?jamais (?:de |d')[^?;]{3,60}\b(?:dans|sur|en) (?:les?|la|des)\b"
        r"|^(?:bon,? )?pas (?:de |d')(?:nouve\w+|autres?) \w+(?! (?:pour l'instant|encore))"
    ),
    Pattern(
        r"(?:^|[,;:.] (?:y |pero |porque )?|\b(?:y|pero|que) )(?:aquí|en (?:este|nuestro)"
        r" (?:repo|repositorio|proyecto|código)),? (?:no |solo |sólo |siempre |nunca )?(?:usamos|ponemos|escribimos"
        r"|hacemos|llamamos|trabajamos|guardamos|preferimos|utilizamos|metemos) "
        r"(?!(?:el|la|los|las|est[ea]|es[ea]|eso|esto)\b)\w"
        r"|(?:^|[,;:.] (?:y |pero )?|\b(?:y|pero) )aquí (?:el|la|los|las) \w+ (?:nunca|siempre) van? "
    ),
)
"""`we don't do default exports in this codebase`, `hier nehmen wir einfache Funktionen`."""
_PATH: Final = rf"(?:{MASK}{{2,}}|(?:[\w.@-]+/)+[\w.*-]*)"
PLACED: Final = (
    Pattern(
        r"^(?:and |also |but |und |et |y )*(?:only|nur|uniquement|seulement|solo|sólo) (?!(?:this|that|the|these|those"
        r"|a|an|one|two|first|last|change|edit|touch|fix|look|run|test|update|modify|rename|move|check|do|read|add|show"
        r"|delete|remove|search|replace|list|work|diese?\w*|die|der|das|le|la|les|l'|ce\w*|el|los|las|est[aeo]s?|lees?"
        rf"|cambia|toca|ändere?|prüfe?|change|modifie)\b)[\w·' -]{{2,40}} (?:in|inside|under|within|from|dans|sous|en"
        rf"|unter|aus)"
        rf" {_PATH}(?=[.,;!]|$)"
        rf"|^(?:and |also |but |und |et |y )*(?:no|keine?|pas de|pas d'|nada de|jamais de) (?![^;?]*\b(?:is|are|was"
        rf"|were|ist|sind|est|sont)\b)(?!(?:errors?|issues?"
        rf"|problems?"
        rf"|tests?|changes?|files?|idea|one|fehler|probleme?|erreurs?|errores)\b)[\w·' -]{{2,30}} (?:in|inside|under"
        rf"|within"
        rf"|dans|sous|en|unter) {_PATH}(?: (?:except|other than|but|unless|apart from|außer|sauf|salvo|excepto)"
        rf" [^?;]{{2,60}})?"
        rf"[.!]*$"
        rf"|^(?:please |bitte )?(?:don't|do not|never) (?:put|write|add|place|keep|leave|import) (?!(?:it|this|that"
        rf"|them)\b)"
        rf"[\w·' -]{{2,30}} (?:in|into|to|from) {_PATH}, (?:only|just) \w"
        rf"|^nothing (?:in|inside|under|within|outside(?: of)?) {_PATH} (?:may |must |should |ever )?(?:imports?"
        rf"|uses?|depends?"
        rf"|touch\w*|knows?|reads?|calls?|talks?|writes?)\b"
        rf"|^{_PATH} (?:stays?|must stay|is to stay|remains?|bleib\w+|reste\w*) (?:free of|without|frei von|ohne|sans"
        rf"|libre de) \w"
        rf"|^(?:and |also |but |und |et |y )*(?:in|inside|within|under|dans|sous|en|unter) (?:the |our )?{_PATH},? "
        r"(?:please |bitte |s'il te plaît |por favor )?(?:(?:we |on |wir )?(?:only|nur|uniquement|seulement|rien que"
        r"|solo|sólo)|no|keine?|kein|pas de|nada de|never"
        r"|nie|jamais|nunca) (?!(?:one|two|fix|change|edit|test|errors?|tests? (?:fail|exist)|issues?|problems?"
        r"|idea)\b)"
        rf"[\w·'/ -]{{2,40}}(?:, (?:but )?(?:no|not|never|keine?|pas de|pas d'|nada de|no|sin|ohne|jamais|only|nur|solo"
        rf"|seulement) [\w·'/ -]{{2,40}})?"
        r"(?: there| here| dort| là| ahí)?[.!]*$"
        rf"|^(?:in|im|dans|en) (?:the |our |le |la |el )?(?:{_PATH}|[\w-]+) (?:we|on|wir|nous) (?:can |may |dürfen"
        r" |ne )?(?:use |renvoie |nutzen |return |keep )?(?:only|just|nur|que) [^?;]{3,60}, (?:no|not|never|pas"
        r"|keine?n?)\b"
    ),
    Pattern(
        rf"^(?:{_PATH}|(?:the |our |all )?(?:controllers?|handlers?|components?|views?|models?|routes?|commands?))"
        rf" (?:is|stays?|are|bleib\w+|reste\w*) (?:thin|pure|dumb|generated|vendored"
        r"|read-?only|framework-free|side-effect free)\b"
        rf"|^(?!(?:it|this|that|he|she|they|error|output|log|which)\b)[\w·-]+(?: [\w·-]+)? (?:is|are) (?:for )"
        rf"{_PATH} only\b"
        r"|^(?:the |all |los |las |les |die |alle )?(?:tests?|specs?|types?|constants?|helpers?|fixtures?|styles?"
        r"|icons?"
        r"|strings?|translations?|queries|migrations?|hooks?|mocks?|pruebas|tipos|constantes|consultas|konstanten"
        r"|typen|abfragen|constantes|requêtes|logic|business logic|sql)(?: files?)? (?:go|goes|live|lives|belong"
        r"|belongs|stay|stays|van|viven|vont|va|vivent|gehör\w+|kommen|liegen|stehen) (?:next to|beside|right beside"
        r"|along ?side|into?|to|under|junto a\w*|al lado d\w+|dans|à côté d\w+|en|neben|in|unter) (?!(?:this|that"
        r"|it)\b)\w"
    ),
    Pattern(
        rf"^{_REFUSES}(?:it's )?(?:snake_case|camelcase|pascalcase|kebab-case|screaming_snake_case|tabs|(?:single"
        rf"|double)"
        r" quotes|two spaces|four spaces)(?: only)? (?:for|in) (?!(?:this|that|these|the)\b)[\w ]{2,30}s\b"
        rf"|^{_REFUSES}(?:this|our) (?:project|repo|codebase|repository) is (?:tabs|spaces|snake_case|camelcase"
        r"|(?:single|double) quotes)\b"
    ),
)
"""`in db/ only migrations`, `tests go next to the code, not in tests/`: what belongs where."""
LIKED: Final = Pattern(
    r"^(?:and |so |perfect[,.!]? |great[,.!]? |yes[,.!]? )*(?:this|that) is (?:exactly |just )?(?:how|the way|what)"
    r" (?:i|we) (?:always )?(?:like|want|do|prefer|expect|love|write)(?: it| this| that| them| things)?\s?[:–—-] ?\w"
    r"|^(?:and |so )*(?:that|this)(?:'s| is) [^?;,]{3,50} (?:i|we) (?:want|like|expect|need|prefer) (?:to see )?"
    r"(?:in|on|for|with) (?:every|each|all) \w"
    r"|^we (?!(?:need|have|want|get|see|lose|lost|know|saw|got|had|do|did|lack|miss|tried|made|ran|wrote|read|can"
    r"|will)\b)"
    r"(?!\w+ed\b)[a-z]+ (?:every|each|all) (?!(?:time|day|week|the time|this|that|these|those)\b)\w"
    r"|\b(?:i|we)(?:'d| would) (?:much |really )?(?:rather|prefer it if|like it if|be happier if) (?:you|we|nobody)"
    r" (?:did ?n[o']t|didn't|never|not)\b[^?;]{3,90}(?:\b(?:any ?more|ever|again|always|every)\b|\bany more \w"
    rf"|in (?:this|our) {PLACE}|\bwithout )"
    r"|^(?:and |also |but |by the way,? )*(?:the|that|this|our) (?:[\w-]+ ){0,4}?rules? (?:(?:about|on|for|of|with"
    r"|that)"
    r" [^?;]{2,60} )?(?:only |just |also |now |now only )?(?:holds?|appl(?:y|ies)|counts?|goes|is (?:only |just"
    r" )?(?:meant"
    r"|valid)) (?:only |just |also )?(?:for|to|in) (?!(?:this|that|now|today)\b)"
    r"|\bi (?:don't|do not|dont) want (?:to see )?(?:any ?more|any more|more|new|further|extra) [\w ·.-]{2,40}"
    r"\b(?:unless|without|except|in (?:this|our))\b"
    r"|\bi (?:basically|really|just|absolutely|honestly) never want\b"
    r"|^(?:please )?(?:don't|do not|dont|never) (?:ever )?(?:touch|change|edit|modify|rename|delete|overwrite|revert)"
    r" [^;?,]{2,40} (?:ever )?again[.!]*$"
    r"|^bitte nicht (?:jedes mal|immer|ständig|andauernd|dauernd|jedesmal) \w"
    r"|^(?:please )?(?:don't|do not|dont) (?:always|constantly|every time) \w+ (?!(?:it|that|this)\b)\w"
    r"|^ne \w+ pas (?:à chaque fois|tout le temps|systématiquement) "
)
"""`this is how I like it: ...`, `I'd rather we didn't have any more singletons`."""

_PLAIN: Final = 0.93
_LIKELY: Final = 0.86


def is_complaint(plain: str) -> bool:
    """Whether a question complains of what the agent did once more."""
    return COMPLAINT.match(plain) is not None


def measure_response(plain: str) -> float:
    """How certain it is that a sentence is a rule by how it responds to the work; 0 if nothing says so."""
    if COMPLAINT.match(plain) or ADVICE.search(plain) or STOP.match(plain):
        return _PLAIN
    if any(pattern.search(plain) for pattern in (*HOUSE, *PLACED)):
        return _PLAIN
    return _LIKELY if AGAIN.match(plain) or LIKED.search(plain) else 0.0


def lays_down(plain: str) -> bool:
    """Whether a sentence is so plain a response that what else it may be counts for nothing."""
    return measure_response(plain) == _PLAIN
