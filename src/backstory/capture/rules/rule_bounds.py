"""Rules that bound the work, by the form of the sentence: what is used everywhere, what stays or keeps working.

Bans on files are in `file_bans`.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_THING: Final = (
    r"(?!(?:it|this|that|these|those|them|one|the (?:\w+ )?(?:one|first|second|third|last|other|same)|das|dies\w*|es|ce"
    r"|cela|ça|eso|esto|isso|isto|questo|quello|dit|dat|(?:der|die|das|den|le|la|el|o|a|il|de|het) (?:erste\w*"
    r"|zweite\w*"
    r"|andere\w*|premi\w+|deuxième|second\w*|autre|primer\w*|segund\w*|otr[oa]|outr[oa]|prim[oa]|altr[oa]|eerste"
    r"|tweede))\b)"
    r"[\w·.@#/'+*<>=_-]+(?: [\w·.@#/'+*<>=_-]+){0,4}?"
)
_WHOLE: Final = (
    r"(?:everywhere|throughout|wherever \w|(?:in|across|for|over|throughout) (?:all(?: of)?|every|each|any|the (?:whole"
    r"|entire|complete)|our (?:whole|entire)) \w"
    r"|überall|durchgehend|durchgängig|durchweg|(?:in|im) (?:ganzen|gesamten|allen|jede[mrn])|in der (?:ganzen"
    r"|gesamten)|partout|dans (?:tout(?:e|es)?|tous|chaque|l'ensemble)|en todas partes|en tod[oa]s?|en cada"
    r"|em tod[oa]s?|em cada|ovunque|dappertutto|in tutt[oaie]|in ogni|overal|in (?:het|de) hele|in alle|in elke?)"
)
_USE: Final = (
    r"(?:use|take|prefer|call|import|write|stick to|[a-z]+ (?:with|via|through)|nimm|nutze?|verwende?|benutze?"
    r"|schreibe?|nehmt|nutzt"
    r"|verwendet|utilise[rz]?|emploie|employez|prends|prenez|préfère|écris|usa|utiliza|emplea|prefiere|escribe|utilize"
    r"|prefira|prefere|escreva|utilizza|preferisci|scrivi|gebruik|neem|schrijf)"
)
_NOT: Final = (
    r"(?:,? (?:and |but |und |et |y |e |en )?(?:not|never|no|nicht|nie|kein\w*|pas|et non|non|jamais|não|niet|nooit"
    r"|geen)"
    r"|,? (?:instead of|rather than|over|statt|anstatt|anstelle von|au lieu d[eu]|plutôt que|à la place d[eu]"
    r"|en (?:lugar|vez) d[el]+|em vez d[eoa]s?|ao invés d[eoa]s?|no lugar d[eoa]s?|invece (?:di|del\w*)|al posto"
    r" (?:di|del\w*)|anziché|in plaats van))"
)
WHOLE_PLACE: Final = Pattern(
    rf"^(?:(?:for|in|with|für|bei|pour|para|per|voor) [\w· -]{{2,40}}?,? )?(?:please |always |bitte |immer |toujours"
    rf" |siempre |sempre |altijd )*{_USE} (?:always |immer |toujours |siempre |sempre "
    rf"|altijd )?{_THING}{_NOT} {_THING},?"
    rf" {_WHOLE}"
    rf"|^(?:please |bitte )?{_WHOLE}[^,;:?]{{0,40}}?[,:]? (?:please |always |bitte |immer |toujours |siempre |sempre"
    rf" |altijd )*{_USE} {_THING}{_NOT} {_THING}(?=[.,;!]|$)"
    rf"|^(?:do not|don't|dont|never|nunca|não|no|non|n'|gebruik geen|nimm kein\w*) ?(?:use|uses|usa|usare|utilise[rz]?"
    rf"|utilize|utilices|utilizzare|pas)?[^,;?]{{2,50}}[,;] (?:but |mais |sondern |maar |mas |ma |sino )?{_USE}"
    rf" {_THING},? {_WHOLE}"
)
"""`use X, not Y, everywhere in db.py`: a choice for the whole of a place."""
_BARE: Final = (
    r"(?!(?:it|this|that|these|those|them|my|your|any|an?|the|das|den|dem|die|der|dies\w*|es|dein\w*|mein\w*|le|la|les"
    r"|l'"
    r"|un|une|ce\w*|ça|el|los|las|una|ese|esa|eso|est[aeo]|o|os|as|um|uma|ess[ae]|isso|il|lo|gli|i|uno|quest\w+"
    r"|quell\w+"
    r"|de|het|een|dit|dat|deze|die)\b)[\w·./@'=-]+(?: [\w·./@'=-]+){0,2}?"
)
_RATHER: Final = (
    r"(?:sondern|lieber|besser|stattdessen|plutôt|préfère[sz]?|mais (?:plutôt )?|prefiere|mejor|sino|prefira|prefere"
    r"|melhor|antes|preferisci|meglio|piuttosto|ma|maar|liever|beter|prefer|rather|better)"
)
REFUSED: Final = Pattern(
    rf"^(?:bitte )?(?:nimm|nehmt|nutze?|verwende?|benutze?|schreibe?) {_BARE} nicht(?: mehr)?,"
    rf" (?:sondern|lieber|besser|stattdessen)\b"
    rf"|^(?:bitte )?(?:nimm|nehmt|nutze?|verwende?|benutze?|schreibe?) kein\w* {_BARE}, (?:{_RATHER}|{_USE}) \w"
    rf"|^(?:s'il te plaît,? )?n'(?:utilise|emploie)[rsz]? (?:pas|jamais|plus) {_BARE}[,;] (?:{_RATHER}|{_USE}) \w"
    rf"|^(?:por favor,? )?(?:no (?:uses|utilices|emplees|pongas|uséis)|não (?:uses?|utilizes?|usa)|non (?:usare"
    rf"|utilizzare|usate)|gebruik (?:geen|nooit)) {_BARE}[,;] (?:mas |ma |y |e |maar )?(?:{_RATHER}|{_USE}) \w"
    rf"|^(?:graag )?(?:gebruik|neem) {_BARE} niet(?: meer)?, (?:maar|liever)\b"
    rf"|^(?:please )?(?:do not|don't|dont|never) (?:use|import|call) {_BARE}[,;] (?:but )?(?:prefer|rather|better) \w"
)
"""`nimm X nicht, lieber Y`: a ban with what is taken instead."""

_POINTER: Final = (
    r"(?:this|that|these|those|das|dies|dieses|es|ça|cela|ce|eso|esto|isso|isto|questo|quello|dit|dat) (?:must|has|have"
    r"|had|needs?|should|shall|is|are|was|were|muss|soll\w*|ist|wird|war|doit|est|debe|es|deve|é|è|moet|always|never"
    r"|immer|toujours|siempre|sempre|altijd)\b"
)
"""A subject that says nothing without the sentence before it."""
_NO_SUBJECT: Final = (
    rf"(?!{_POINTER}|this (?:change|pr|fix|patch|commit)\b|(?:i|it|he|she|they|there|if|when|suppose|imagine"
    r"|for (?:this|that|it)|so that|in order|ich|wenn|falls|il|elle|si|als)\b)"
)
_STAYS: Final = (
    r"(?:(?:always |still |also |at all times )*(?:stay|stays|remain|remains|be kept|keep being|continue to be"
    r"|go on being"
    r"|keep on being))"
)
_USABLE: Final = (
    r"(?:compatible|readable|usable|parse?able|importable|loadable|installable|buildable|runnable|reproducible"
    r"|deterministic|offline[- ]capable|accessible)"
)
COMPATIBLE: Final = Pattern(
    rf"^{_NO_SUBJECT}[\w·./' -]{{2,80}}? (?:must|has to|have to|needs? to|should|shall|is to|are to) (?:"
    rf"{_STAYS}(?: \w+ly)? (?:[\w·./-]+[ -])?{_USABLE}\b"
    r"|(?:always |still )*(?:be|be kept) (?:(?:fully|strictly|always) )*(?:backwards?|forwards?|downwards?|source"
    r"|binary|abi"
    r"|wire)[ -]compatible\b"
    r"|(?:keep(?: on)?|continue(?: to)?|go on) (?:work|run|build|compil|pass|load|pars|read|open|accept|support)\w*"
    r" (?:with|on|under|in|for|against|v?\d|·)"
    r"|(?:always |never |still )*(?:stay|remain|be kept|keep|fit|exceed|take|weigh)(?: \w+)? (?:below|under|within"
    r"|above"
    r"|less than|no more than|at most|at least|in|into|over|more than)? ?\d[\d.,]*\s?"
    r"(?:%|percent|[kmgt]i?b|bytes?|ms|µs|s|secs?|seconds?|minutes?|lines?|chars?|characters?|columns?|words?)(?!\w))"
    r"|^[\w.+#-]+ v?[\d·][\w.·]* (?:must|has to|needs? to) (?:keep working|work|stay supported|be supported)\b"
    r"|^(?:please |always )*(?:keep|leave) [\w·./' -]{2,60}? (?:backwards?|forwards?|source|binary)[ -]compatible\b"
    r"|^(?:please )?(?:do not|don't|dont|never) (?:ever )?break (?:the )?(?:(?:backwards?|source|binary|api|abi"
    r"|wire|public)[ -]?)+(?:compatibility|compat|apis?|interfaces?|contracts?|format)?\b"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:muss|müssen|soll|sollen|sollte|sollten) (?:[^;?]{{0,60}}\b)?(?:\w*kompatibel"
    r"|lauffähig|lesbar|nutzbar|benutzbar|reproduzierbar|ladbar|unter \d\S*(?: \w+)?)(?: [^;?]{2,40})? ?bleiben\b"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:muss|müssen|soll|sollen) (?:auch )?weiter(?:hin)? [^;?]{{2,60}}(?:laufen"
    r"|funktionieren|gehen|bauen|lesbar sein)\b"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:doit|doivent) (?:toujours )?(?:rester|demeurer|continuer)\b[^;?]{{0,40}}"
    r"(?:compatibles?|lisibles?|utilisables?|reproductibles?|fonctionner|tourner|sous \d|en dessous de \d)"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:deben?|tienen? que|ha de|han de) (?:seguir|permanecer|mantenerse|quedar"
    r"|continuar)\b[^;?]{0,40}(?:compatibles?|legibles?|usables?|reproducibles?|funcionando|por debajo de \d)"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:devem?|têm? (?:que|de)|precisam?(?: de)?) (?:continuar|permanecer|ficar"
    rf"|manter-se"
    r"|seguir|se manter)\b[^;?]{0,40}(?:compatíve(?:l|is)|legíve(?:l|is)|funcionando|a funcionar|abaixo de \d)"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:deve|devono) (?:sempre )?(?:restare|rimanere|continuare)\b[^;?]{{0,40}}"
    r"(?:compatibil[ei]|leggibil[ei]|utilizzabil[ei]|funzionare|sotto i? ?\d)"
    rf"|^{_NO_SUBJECT}[^;?]{{2,80}}? (?:moet|moeten) [^;?]{{0,40}}\b(?:compatibel|leesbaar|bruikbaar|werkend"
    rf"|onder \d\S*"
    r"(?: \w+)?)(?: [^;?]{2,30})? ?blijven\b"
)
"""`the API must stay backwards compatible with v8`: what a change may not break."""
RUNS_ON: Final = Pattern(
    rf"^{_NO_SUBJECT}(?:the |our |all )?[\w./-]+(?: [\w./-]+){{0,3}} (?:must|has to|have to|needs? to) (?:always |also "
    r"|still )*(?:(?:be|keep) (?:\w+ )?compatible\b|keep working\b"
    r"|(?:keep )?(?:run|work|build|compile)(?:ning|ing)? (?:on|with|under) [\w .+-]*\d)"
    r"|^[\w.+#-]+ v?\d[\w.]* (?:must|has to|needs to) (?:keep working|work|stay supported|be supported)\b"
)
"""`this library must run on Python 3.8 too`, `Python 3.9 has to keep working`"""

_ALWAYS: Final = r"(?:always|immer|stets|toujours|siempre|sempre|altijd)"
_NEVER: Final = r"(?:never|nie|niemals|jamais|nunca|jamás|mai|nooit)"
_AND: Final = r"(?:and |but |und |aber |et |mais |y |pero |e |mas |ma |en |maar )?"
_COPULA: Final = (
    r"(?:is|are|be|go|goes|stay|stays|live|lives|come|comes|gets?|ist|sind|wird|werden|kommt|kommen|bleibt|bleiben"
    r"|steh(?:t|en)|heißt|heißen|gehört|gehören|schreib(?:t|en)|est|sont|reste|restent|va|vont|s'écri\w+|se \w+|es|son"
    r"|van|queda|quedan|é|são|fica|ficam|vai|vão|è|sono|resta|restano|vanno|si \w+|staat|staan|zijn|blijft|blijven"
    r"|komt|komen|gaat|gaan|wordt|worden)"
)
_DEFECT: Final = (
    r"(?:none|null|nil|empty|wrong|undefined|zero|0|false|true|broken|missing|late|slow|stale|red|failing|leer|falsch"
    r"|rot"
    r"|kaputt|langsam|weg|vide|faux|cassé\w*|lent\w*|rouge|vací[oa]\w*|mal|rot[oa]\w*|lent[oa]\w*|roj[oa]\w*"
    r"|vazi[oa]\w*"
    r"|errad[oa]\w*|vermelh[oa]\w*|vuot[oa]\w*|sbagliat[oa]\w*|ross[oa]\w*|leeg|fout|traag|rood)"
)
_TELLS: Final = (
    rf"(?:{_POINTER}|(?:i|it|he|she|they|there|if|when|you|ich|er|sie|wenn|du|je|j'\w+|il|elle|ils|elles|tu|yo|él|ella"
    r"|ellos|eu|ele|ela|io|lui|lei|ik|hij|zij|ze|why|warum|pourquoi|por|porque|perché|waarom)\b)"
)
PAIRED: Final = Pattern(
    rf"^(?!{_TELLS})[\w·./'-]+(?: (?!(?:was|were|war|waren|était|era|eran|eram|erano|waren|has|had|hat|hatte|a|ha"
    rf"|tem|heeft)\b)[\w·./'-]+){{0,5}}? (?:(?:please |bitte |{_COPULA} |must be |should be |doit être |debe ser |deve"
    rf" (?:ser|essere) )?{_ALWAYS} (?!{_DEFECT}\b)(?!{_ALWAYS}|noch\b|wieder\b|mehr\b)[^,;?]{{2,60}}?,? {_AND}{_NEVER}"
    rf"|{_COPULA} {_NEVER} [^,;?]{{2,60}}?, {_AND}{_ALWAYS}) (?!(?:has|have|had|was|were|did|does|is|are|mind|again"
    r"|works?|worked|fails?|\w+ed\b|hat|war|ist|est|a|ha|tem|foi|he|mehr|more|plus|más|mais|più)\b)\S"
)
"""`the encoding is always windows-1252, never utf-8`"""

_VERBS: Final = (
    r"(?:us[ae]|utiliz[ae]|escrev[ae]|faça|faz|coloque|coloca|ponha|põe|mantenha|mantém|rode|roda|execut[ae]|test[ae]"
    r"|crie"
    r"|cria|adicion[ae]|prefira|prefere|deix[ae]|format[ae]|chame|chama|nomeie|nomeia|siga|segue|document[ae]"
    r"|respond[ae]"
    r"|pergunt[ae]|import[ae]|comente|comenta|trate|trata|salve|salva|separe|termine|comece"
    r"|utilizza|scrivi|metti|fai|tieni|lancia|esegui|prova|crea|aggiungi|preferisci|lascia|formatta|segui|documenta"
    r"|rispondi|chiedi|chiama|salva|termina|inizia|ordina|tratta"
    r"|gebruik|schrijf|zet|doe|houd|hou|draai|maak|voeg|laat|noem|volg|documenteer|vraag|importeer|commit|sla|begin"
    r"|eindig|formatteer|bewaar|antwoord)"
)
HABIT: Final = Pattern(
    rf"^(?:por favor,? |per favore,? |graag |alsjeblieft )?{_VERBS}(?: \w+)?(?: [\w·./'-]+){{0,4}}?"
    r" (?:sempre|altijd|nooit) (?!(?:que der|aqui|qui|hier|lá|là)\b)\w"
    rf"|^(?:por favor,? |per favore,? |graag )?{_VERBS} [^;?,]{{2,60}} (?:sempre|altijd)[.!]*$"
    r"|^(?:prosz\w+ )?(?:pisz|używaj|stosuj|nie używaj) (?:zawsze|nigdy) \w"
    r"|^(?:por favor,? |per favore,? )?(?:não \w+[ae]s? nunca|non (?:\w+[aei]re|\w+[aei]te) mai|gebruik nooit"
    r"|\w+ nooit) (?!(?:questo|quello|isso|isto|dit|dat)\b)\w"
    r"|^(?:os |as |i |gli |le |de |het |nossos |nossas |i nostri |onze )?(?:test\w*|commits?|mensage\w+|messagg\w+"
    r"|berichten|nomes?|nomi|namen|branch\w*|rami|logs?|imports?|comentários?|commenti|opmerkingen|datas?|date|datums?"
    r"|erros?|errori|fouten|migraç\w+|migrazioni|migraties|docs?|variáveis|variabili|variabelen|funções|funzioni"
    r"|functies)"
    r"(?: (?:de|di|van) \w+)? (?:(?:ficam?|são|vão|sono|restano|vanno|zijn|staan|komen|gaan) )?"
    r"(?:sempre|altijd) (?:só |solo |alleen )?(?:em|com|sem|no|na|in|con|senza|met"
    r"|zonder"
    r"|op) [^?;]{2,60}$"
)
"""`usa sempre ...`, `gebruik altijd ...`: habits in Portuguese, Italian, Dutch and Polish."""

_LEAD: Final = r"^(?:(?:please|pls|and|but|also|again)[\s,]+)*"
_FOR_NOW: Final = (
    r"(?!.*\b(?:yet|for now|right now|at the moment|until|till|this time|in this (?:commit|pr|step|change|task|round)"
    r"|just now|today|again|when|if)\b)"
)
OTHERS: Final = Pattern(
    rf"{_LEAD}{_FOR_NOW}(?:do not|don['’]?t|dont|never) (?:ever )?(?:touch|edit|change|modify|reformat|rename|use"
    r"|run)\b.{3,90}?,? (?:because|since|as|for) (?:it|they|that|those|these|this) (?:is|are|belongs?|comes?)"
    r" (?:(?:from|of|to|owned by|maintained by|written by) )?(?:other|another|someone|somebody|the \w+ team|generated"
    r"|vendored|upstream|[a-z]+['’]s)\b"
)
"""`don't touch the other adapters, because they are from other people`"""
WHOLE_RUN: Final = Pattern(
    rf"{_LEAD}{_FOR_NOW}(?:do not|don['’]?t|dont|never) run (?:the )?(?:whole|full|entire|complete) [\w -]{{3,40}}"
    r"(?:[,;:.!]|$| (?:because|since|as|it)\b)"
)
"""`do not run the whole test suite; it takes twenty minutes`"""

_SURE: Final = 0.93
"""How sure a demand is whose form is plain: weights have seen few of them."""
LIKELY: Final = 0.86
"""How sure one is that binds those who work on the program, and not what is built."""
_POSSIBLE: Final = 0.82


def measure_demand(plain: str) -> float:
    """How certain it is that a sentence demands something for good by its form; 0 if nothing says so.

    `plain` begins behind its lead.
    """
    if any(form.search(plain) for form in (WHOLE_PLACE, REFUSED, COMPATIBLE, HABIT)):
        return _SURE
    if PAIRED.search(plain):
        return LIKELY
    is_bound = not plain.endswith("?") and any(form.search(plain) for form in (RUNS_ON, OTHERS, WHOLE_RUN))
    return _POSSIBLE if is_bound else 0.0


def keeps_working(rest: str) -> bool:
    """Whether a sentence says what has to go on working, whatever is built: it binds each change."""
    return bool(COMPATIBLE.search(rest) and _GOES_ON.search(rest))


_GOES_ON: Final = Pattern(r"\b(?:compatible|keep working|(?:stay|be) supported)\b")
