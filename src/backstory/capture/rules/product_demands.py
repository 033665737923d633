"""Demands on what is built: `the parser must never accept trailing commas`.

They outlast their task like a rule, but bind the product, and nobody who works on it: they are decisions. A demand
binds the work where it is put to those who work (`we`, `you`), where its subject is a thing of their work (commits,
tests, names, imports), or where it says what is done to code (`is never edited by hand`).
"""

from typing import Final

from backstory.capture.text import announcements
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_LEAD: Final = (
    r"^(?:(?:and|also|but|so|no+|ok(?:ay)?|please|important|it is important that|it's important that"
    r"|make sure(?: that)?"
    r"|ensure(?: that)?|be sure(?: that)?|i (?:need|want)(?: that)?|we (?:need|want)(?: that)?|i would like(?: that)?"
    r"|remember(?: that)?|keep in mind(?: that)?|again|actually|note that|per \w+"
    r"|bitte|und|aber|wichtig|et|mais|y|pero)[\s,:]+)*"
)
_CASE: Final = (
    r"(?:(?:when|whenever|if|while|once|as soon as|in case|after|wenn|falls|sobald|solange|quand|si|lorsque|cuando)\b"
    r"[^,;]{3,90}, ?(?:then )?)?"
)
_WORKERS: Final = (
    r"(?:you|u|we|i|agents?|everyone|everybody|nobody|no one|noone|anyone|people|developers?|contributors?|one"
    r"|all of us"
    r"|claude|codex|(?:github )?copilot|cursor (?:ai|agent|composer)|(?:(?:the|an?|any) )?(?:ai|coding) (?:agents?"
    r"|assistants?)|du|wir|ihr|man|niemand|keiner|jeder|alle|tu|vous|on|nous|personne|chacun|tú|usted|nosotros|nadie"
    r"|todos)"
)
_THINGS: Final = (
    r"(?:commit|branch|pr|pull request|mr|merge request|patch|diff|push|merge|rebase|review|test|spec|suite|fixture"
    r"|mock|fake"
    r"|stub|snapshot|golden|benchmark|migration|dependenc(?:y|ie)|package|librar(?:y|ie)|import|module|crate|gem"
    r"|function|method"
    r"|class(?:e)?|struct|interface|enum|type|variable|identifier|constant|name|naming|comment|docstring|doc"
    r"|documentation|readme"
    r"|changelog|release|version|tag|code|source|script|config|configuration|workflow|pipeline|ci|lint|linter"
    r"|formatter|format"
    r"|build|deploy|deployment|secret|credential|todo|sql|style|css|component|hook|helper|util|abstraction"
    r"|refactoring|refactor"
    r"|workaround|change|edit|task|tasks\.md|plan|summar(?:y|ie)|answer|repl(?:y|ie)|response|explanation|question"
    r"|rule|convention"
    r"|header|line|indentation|feature flag|flag|line ending|newline|subject|logic|logging|public \w+|exported \w+"
    r"|schema|folder"
    r"|director(?:y|ie)|repo|repositor(?:y|ie)|fix|bug ?fix|feature|work|step|phase"
    r"|änderung|abhängigkeit|bezeichner|kommentar|funktion|methode|klasse|modul|datei|zweig|test\w*|schnittstelle"
    r"|quelltext"
    r"|migration|commits?|nachricht|betreff|variablenname\w*|name\w*"
    r"|dépendance|fonction|méthode|fichier|branche|commentaire|nom|variable|message de commit"
    r"|dependencia|función|método|clase|archivo|fichero|rama|comentario|nombre|prueba|cambio|mensaje\w* de commit)"
)
_DEEDS: Final = (
    r"(?:edited|touched|modified|renamed|committed|pushed|merged|squashed|rebased|reviewed|documented|tested|mocked"
    r"|formatted|linted"
    r"|imported|hard-?coded|regenerated|duplicated|bumped|tagged|pinned|vendored|checked in|reformatted|refactored"
    r"|rewritten|deprecated"
    r"|copied|inlined|signed off|asked|discussed|approved|run\b|used\b|written|named|put\b|placed|kept|moved|left"
    r"|added|changed|updated"
    r"|deleted|removed|introduced|called\b|created|built|typed|prefixed|wrapped|"
    r"angefasst|bearbeitet|geändert|umbenannt|committet|gepusht|gemergt|gelöscht|verwendet|benutzt|getestet"
    r"|dokumentiert"
    r"|modifiée?s?|touchée?s?|renommée?s?|testée?s?|utilisée?s?|documentée?s?"
    r"|modificad[oa]s?|tocad[oa]s?|editad[oa]s?|renombrad[oa]s?|usad[oa]s?|probad[oa]s?)"
)
_MODAL: Final = (
    r"(?:must(?:n't)?|should(?:n't)?|shall|has to|have to|needs? to|may(?: not)?|can(?:not|'t)?|could|will|would|"
    r"darf|dürfen|muss|müssen|soll|sollte|sollen|sollten|(?:ne )?doi(?:t|vent)|(?:nunca |siempre |no )?deben?"
    r"|(?:nunca |siempre |no )?tienen? que"
    r"|(?:is|are|be|gets?|stays?|remains?|ist|sind|est|sont|es|son)"
    r"(?= (?:always|never|only|immer|nie|niemals|nur|toujours|jamais|siempre|nunca)\b))"
)
_SUBJECT: Final = (
    r"(?P<subject>(?:(?:the|a|an|each|every|all|any|no|our|your|this|these|der|die|das|den|ein|eine|jede[rs]?|alle"
    r"|kein\w*"
    r"|le|la|les|un|une|chaque|tous les|toutes les|el|los|las|una|cada|todos los|todas las) |l')?"
    r"(?:[\w·/.'-]+ ){0,6}?[\w·/.'-]+)"
)
_STRONG: Final = r"(?:always|never|only|immer|nie|niemals|toujours|jamais|siempre|nunca)"

_DEMAND: Final = Pattern(_LEAD + _CASE + rf"(?!{_WORKERS}\b|{_STRONG}\b){_SUBJECT} {_MODAL} (?P<predicate>.+)")
_PRACTICE: Final = Pattern(
    rf"^(?:.* )?(?:{_THINGS}(?:s|es|n|en|e)?|{_WORKERS})(?: (?:here|hier|ici|aquí|in \S+(?: \S+)?|of \S+(?: \S+)?))?$"
)
_DONE_TO_CODE: Final = Pattern(
    rf"^(?:(?:not|never|always|only|ever|be|been|nie|nicht|immer|nur|jamais|pas|toujours|nunca|siempre|être|ser"
    rf"|estar|then|first|to) )*"
    rf"(?:[\w-]+ly )?{_DEEDS}(?! by (?:the )?(?:users?|customers?|players?|visitors?|clients?)\b)"
    r"|\b(?:von hand|by hand|manually|à la main|a mano|without (?:a |an |my |our )?(?:test|asking|review|approval|ok"
    r"|permission|discussion))\b"
    r"|^(?!.*\bby the user\b).{0,60}\b(?:angefasst|bearbeitet|geändert|umbenannt|committet|gepusht|gemergt|gelöscht"
    r"|verwendet|benutzt) werden\b"
)
_FOR_WORK: Final = Pattern(
    r"\b(?:from now on|going forward|in (?:the )?future|ab (?:jetzt|sofort)|künftig|désormais|dorénavant|à l'avenir"
    r"|a partir de ahora"
    r"|en adelante|in (?:this|our) (?:repo|repository|project|codebase|code base|team|monorepo)|in diesem (?:repo"
    r"|projekt)|bei uns"
    r"|dans ce (?:projet|dépôt)|chez nous|en este (?:repo|proyecto)|as a (?:general )?rule|by convention"
    r"|our convention|ask (?:me|us|him|her)"
    r"|as i(?:'ve)? said|reviewers?|code ?base|codebase|(?:un)?documented|import|commit|tests?|docstrings?|lint"
    r"|refactor\w*|hard-?cod\w+)\b"
)
_BUILT: Final = Pattern(
    r"^(?:(?:please|and|also|it|should|make sure(?: to| that)?|ensure) )*(?:always|never|only|toujours|jamais"
    r"|siempre|nunca)"
    r" (?:exit|accept|reject|redirect|fall back|return(?:s|ed)?\b.*\b(?:when|if|unless|for|on)|emit|block|trigger"
    r"|sort|sorted|rounded?"
    r"|crash\w*|display\w*|shown?|render\w*|(?:more|less|fewer) than \d+)\b"
    r"|^it (?:should|must|may|can) (?:never|not|always) be possible\b"
)


def demands_of_product(sentence: Sentence, start: int) -> bool:
    """Whether a sentence demands something of what is built. `start`: where it begins to demand."""
    if sentence.item and announcements.RULES_FOLLOW.search(sentence.heading):
        return False
    if _REQUIREMENTS.search(sentence.heading) and not _FOR_WORK.search(sentence.plain):
        return True
    plain = sentence.plain
    if (wanted := _WANTED.match(plain)) and _is_of_product(plain[wanted.end() :]):
        return True
    if CODE_DECIDES.search(sentence.text) and not _FOR_WORK.search(plain):
        return True
    return _SHOWS.match(plain, start) is not None or _is_of_product(plain[start:]) or _is_of_product(plain)


CODE_DECIDES: Final = Pattern(
    r"(?:^|[\s,;:])(?:`[^`\n]+`|(?!(?:Mac|Mc|De|Di|La|Le|Van)[A-Z])[A-Z]?[a-z]+[A-Z]\w*(?:\(\))?|\w+_\w+(?:\(\))?"
    r"|--[\w-]+)"
    r" (?:still |alone |always )?(?:decides?|owns?|controls?|wins?|rules?)(?= (?:that|this|it|here|about|what|which"
    r"|whether|how|the)\b|[.,;!]|$)"
)
"""A setting of the program that settles something, and not a person: `SortFlags decides`."""
_WANTED: Final = Pattern(
    r"(?:(?:so|and|also|ok(?:ay)?|now|next|hi|hello|hey|bitte|und|et|y)[\s,]+)*"
    r"(?:what )?(?:(?:we|i|they|users?|customers?|people|the \w+|wir|ich|nous|on|je|queremos|quiero|necesito"
    r"|necesitamos)(?:'d| would)? ?(?:want|need|like|are missing|lack|brauche[n]?|wollen|will|möchte[n]?|hätte[n]?"
    r"|voulons|veut|voudrais|avons besoin d[e']|ai besoin d[e'])?|there should be)"
    r"(?: (?:to have|is|gern(?:e)?))? (?:an?|one|one more|another|some|the|ein|eine|einen|noch ein\w*|un|une|una)\b"
    r"[^:;.!?]{2,60}[:;] "
)
"""How somebody asks for something to be built, before they say how it is to behave: `we want a --limit flag: `."""


_REQUIREMENTS: Final = Pattern(
    r"\b(?:requirements?|acceptance criteria|features?|expected behaviou?r|user stor(?:y|ies)|functionality"
    r"|specification"
    r"|anforderungen|akzeptanzkriterien|exigences|requisitos)\b(?! (?:for|of|on) (?:the )?(?:code|commits?|prs?"
    r"|tests?|contribut\w+))"
)
"""Headings of lists that say how something is to be."""
_SHOWS: Final = Pattern(
    r"(?:(?:make sure|ensure)(?: to| that)? |please |and |it |should )*(?:always |never |only )*(?:show(?! (?:me"
    r"|us)\b)|display|render"
    r"|stretch|highlight|hide|animate|scroll|sort|center|align|redraw|zoom|fade|refresh)\b"
    r"|whenever (?:a|an|the) (?!commit\b|change\b|test\b|file\b|branch\b|pr\b|build\b)[^,]{2,60} (?:is|are|gets?)"
    r" (?:\w+ed|clicked|shown|run)\b"
)


_OF_GAME: Final = Pattern(
    r"\b(?:players?|pawns?|knights?|bishops?|rooks?|castl(?:ing|es?)|checkmate|stalemate|opponents?|dice|dealers?"
    r"|jokers?"
    r"|winners?|trumps?|(?:hidden|face|hand of|\d+) cards?|gameplay|(?:wins?|loses?|ends) the (?:game|round|match)"
    r"|(?:kings?|queens?|balls?|snakes?|ghosts?|aliens?) (?:must|can|may|moves?|cannot|can't)"
    r"|spieler|bauern?|gegner|würfel|joueurs?|pions?|adversaires?|dés|jugador(?:es)?|peones|rival|dados)\b"
)
_GAME_RULES: Final = Pattern(
    r"\b(?:game|business|validation|pricing|scoring|matching|discount|tax|eligibility|geschäfts|jeu|juego)"
    r"[- ]?(?:rules?|regeln?)\b|\b(?:rules?|regeln|règles|reglas) (?:of|for|des?|du|del?) (?:the |an? |la |el |le )?"
    r"(?:game|play|chess|match|spiels?|jeu|juego)\b"
)
"""Headings and announcements of the rules of a game, or of the business that a program serves."""


_NOBODY_NEEDS: Final = Pattern(
    r"(?:^|[,;:.–—-] ?)(?:because |since |as )?(?:nobody|no one|no user|no customer)(?: (?:here|else|really|ever"
    r"|in (?:this"
    r"|our|the) \w+))* (?:would|will|is going to|'d|'ll)(?: ever| really)* (?:type|use|need|want|read|look|pass|see"
    r"|call"
    r"|set|notice|miss|click|enter|write|pipe)\b"
)
"""`no weeks, nobody would type that`: what the product leaves out, because its users do not need it."""


def describes_product(sentence: Sentence) -> bool:
    """Whether what reads as a rule is one of a game, or of the business: it is built, not kept to."""
    plain = sentence.plain
    if _FOR_WORK.search(plain):
        return False
    if _NOBODY_NEEDS.search(plain):
        return True
    return any(
        pattern.search(text)
        for pattern, text in ((_GAME_RULES, sentence.heading), (_GAME_RULES, plain), (_OF_GAME, plain))
    )


_REACTS: Final = Pattern(
    r"(?:(?:and|but|so|because|also)[\s,]+)*(?:who(?:ever)?|any(?:body|one) (?:who|that)|some(?:body|one) who"
    r"|if (?:somebody|someone"
    r"|anybody|anyone|you|a (?:caller|user|program|client|developer|plugin))|an? (?:caller|user|program|client"
    r"|developer"
    r"|plugin) (?:who|that|which))\b[^?]{3,200}?(?:, (?:and )?(?:so|then|therefore) (?:(?:it|we|they|that|this)\b"
    r"|the \w+)"
    r"[^,;]{0,12}? (?:panics?|raises?|throws?|aborts?|crash(?:es)?|exits?|refuses?|rejects?|warns?|errors?|returns?"
    r"|fails?)\b"
    r"| gets? (?:an? |the |back )*(?:[\w·-]+ )?(?:[\w·]*error|[\w·]*exception|panic|warning|status|[45]\d\d)\b)"
)
"""`whoever misspells a name has a bug in the program, so it panics`: what a wrong call leads to."""
_OUTPUT_NOW: Final = Pattern(
    r"(?:(?:so|and|but|then|ok(?:ay)?|therefore)[\s,]+)*(?:from (?:now|today|this point) on(?:wards)?|going forward"
    r"|henceforth),? "
    r"(?!(?:your|my|the (?:plan|diff|answer|summary|question)s?|commits?|branch\w*|prs?)\b)(?:an?|the|each|every|all"
    r"|any|no"
    r"|only)? ?(?:[\w·./'-]+ ){1,7}?(?:is|are|gets?|must be|has to be|have to be|should be|will be)"
    r" (?:\w+ly |always |never |only |just |also |not )*(?:displayed|shown|printed|rendered|hidden|highlighted|drawn"
    r"|(?:reported|returned|counted|treated|parsed|logged|stored|sent|handled|encoded|passed|exported|serialized|read"
    r"|seen)"
    r" (?:(?:back|on|out) )?(?:as|to (?:the )?(?:clients?|users?|callers?|customers?))|redirected|retried|rejected"
    r"|rounded|trimmed|padded)\b"
    r"(?! (?:to|for|by) (?:me|us)\b)"
)
"""`from now on a 304 is displayed as a 304`: how the product behaves henceforth."""


def _is_of_product(text: str) -> bool:
    if _REACTS.match(text) or _OUTPUT_NOW.match(text):
        return True
    if _FOR_WORK.search(text):
        return False
    if _BUILT.match(text):
        return True
    match = _DEMAND.match(text)
    if match is None:
        return False
    subject = match["subject"] or ""
    if _OF_FUNCTION.match(subject) and _BEHAVES.match(match["predicate"]):
        return True
    if _PRACTICE.match(subject) or _OURS.search(subject) or _DONE_TO_CODE.search(match["predicate"]):
        return False
    return _HARD.search(text) is not None


_OF_FUNCTION: Final = Pattern(
    r"(?:the|this|that|its|our|die|diese|la|cette|esta) (?:[\w·./-]+ )?(?:function|method|class|module|command|option"
    r"|flag"
    r"|hook|component|script|endpoint|constructor|helper|funktion|methode|fonction|méthode|función|método)$"
)
_BEHAVES: Final = Pattern(
    r"(?:always |never |only |not |also |immer |nie |toujours |jamais |siempre |nunca )*(?:return|accept|raise|throw"
    r"|yield"
    r"|reject|emit|fail|exit|print|block|retry|succeed|crash|take|give|support|zurückgeben|renvoyer|retourner"
    r"|devolver)\b"
)
"""What one part of the code does: `the function should always return a list`."""
_OURS: Final = Pattern(r"\b(?:we|you|i|wir|du|nous|on)\b")
_HARD: Final = Pattern(
    r"\b(?:must(?:n't)?|should(?:n't)?|shall|has to|have to|needs? to|may not|may never|can never|cannot|can't"
    r"|always|never|darf|dürfen|muss|müssen|soll(?:en|te)?|nie|niemals|immer|doi(?:t|vent)|jamais|toujours|deben?"
    r"|tienen? que|nunca|siempre)\b"
)
