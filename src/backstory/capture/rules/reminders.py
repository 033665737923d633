"""What a person asks to be remembered: `remember that staging is at ...`, `keep in mind: ...`, `merk dir, dass ...`.

Such a sentence becomes a record whatever it is about: a rule where it says what is to be done, else a fact. It has to
be an order to remember a statement. A question (`do you remember that ...?`), a memory of the person's (`I remember
that ...`), a thing that is only named (`remember that bug we had`), what holds for the moment, and what is said of the
conversation (`remember that I asked you ...`) make none.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.capture.rules.product_demands import demands_of_product
from backstory.capture.rules.rule_cues import find_cue
from backstory.capture.rules.rule_scope import MAX_TEXT
from backstory.capture.text import cues, duration_cues
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, mask, read_sentences
from backstory.capture.text.relayed_text import list_texts

if TYPE_CHECKING:
    import re

_CONFIDENCE: Final = 0.95
_TIER: Final = "reference"
_MANY: Final = 25
"""Sentences above which a prompt is a document with an order before or behind it."""
_FEWEST: Final = 3
"""Words of a statement."""
_ENOUGH: Final = 7
"""Words from which a statement says something without a secret."""
_MARK: Final = Pattern(r"\[REDACTED:[^\]\n]{1,80}\]")
_STAND_IN: Final = "[secret-{}]"

_FOR_LATER: Final = (
    r"(?: (?:for (?:later|next time|the future|future (?:sessions?|reference|work))|from now on|in (?:the )?future"
    r"|please|too|also|well|always|this|the following|one thing|für später|fürs nächste mal|bitte|auch|immer"
    r"|folgendes|pour plus tard|(?:pour )?la prochaine fois|aussi|bien|ceci|para (?:luego|más tarde|la próxima)"
    r"|también|siempre|esto))*"
)
_REMEMBER: Final = (
    r"(?:(?:you (?:should|must|have to|need to) |(?:can|could|would|will) you (?:please )?|do |i(?:'d"
    r"| would) like you to "
    r"|i (?:want|need) you to |try to |always )?"
    r"(?:remember|memori[sz]e|keep in mind|bear in mind|keep it in mind"
    r"|make a (?:mental note|note(?=\s?:))|take note|commit to memory|(?:save|store|add|put|write|record|note)"
    r" (?:this |it |the following )?(?:to|in|into) (?:your |the |project |our )*memory|add to (?:your |the )?memory"
    r"|(?:do not|don['’]?t|never) forget)"
    r"|(?:bitte )?(?:merke?n? (?:sie )?(?:dir|euch|sich)|denke?n? (?:sie )?(?:bitte )?(?:daran|dran)"
    r"|behalte?n? (?:sie )?(?:bitte )?(?:im (?:kopf|hinterkopf|gedächtnis|auge)|in erinnerung)|vergiss (?:bitte )?nicht"
    r"|vergessen sie (?:bitte )?nicht|erinnere dich (?:bitte )?(?:daran)?)"
    r"|(?:retiens|retenez|souviens[- ]toi|souvenez[- ]vous|rappelle[- ]toi|rappelez[- ]vous|mémorise"
    r"|garde(?:z)? (?:bien )?"
    r"(?:à l['’]esprit|en tête|en mémoire)|n['’]oublie(?:z)? pas)"
    r"|(?:recuerda|recuerde|acu[eé]rdate|acuérdese|ten(?:ga)? (?:en cuenta|presente|en mente)|no (?:te )?olvides?"
    r"|memoriza|toma nota|anota en (?:tu |la )?memoria))"
)
_NOTE: Final = (
    r"(?:note|nb|n\.b\.|fyi|for your information|take into account|be aware|be advised|just so you know"
    r"|beachten? (?:sie )?(?:bitte )?|beachte|zur (?:info|information)|hinweis|gut zu wissen"
    r"|note(?:z)? (?:bien )?|sache(?:z)?|à noter|pour info|nota|toma en cuenta|para tu información|ojo)"
)
_THAT: Final = (
    r"(?P<that>,? (?:that|dass|daß|que|de que)\s+|,? qu['’]\s*"
    r"|\s?[:–—]\s*|\s-+\s+(?=\w)"
    r"|,\s+(?=(?:we|our|the|all|every|no|nobody|never|always|only|wir|unser\w*|die|der|das|nous|on|notre|le|la|les"
    r"|nuestr\w+|el|los|las)\b)"
    r"|\s+(?=(?:we|our|the [\w·-]+(?: [\w·-]+)?|all [\w·-]+|every [\w·-]+)"
    r" (?:always|never|only|use|deploy|run|ship|write|release|is|are|has|have|must|should|can(?:not|'t)?|needs?"
    r"|returns?"
    r"|gives?|sends?|expects?|takes?|wants?|lives?|belongs?|breaks?|fails?|times|uses|runs|throws?|accepts?|rejects?"
    r"|ignores?|resets?|expires?|starts?|stops?|comes?|goes|works?|costs?|supports?|stores?|keeps?|reads?|writes?"
    r"|caches?|rounds?|means?|doesn['’]?t|don['’]?t|won['’]?t)\b"
    r"|(?!(?:to|not|and|me|my|again|when|if)\b)[\w·./-]+ (?:won['’]?t|doesn['’]?t|does not|can['’]?t|cannot|must"
    r"|never|always|needs|requires|only)\b)"
    r"|(?<=memory)\s+(?!again\b|please\b))"
)
"""What leads from the order to the statement. Without a word it has to be a statement by its own words."""

_LEAD: Final = Pattern(
    r"(?:(?:and|also|but|so|then|ok(?:ay)?|yes|yeah|great|good|nice|perfect|thanks|thank you|please|pls|plz|kindly|btw"
    r"|by the way|oh|ah|hey|one (?:more|last|other) thing|another thing|important|very important|reminder|just|before i"
    r" forget|for the record|bitte|übrigens|und|aber|noch etwas|wichtig|danke|et|au fait|aussi|merci"
    r"|s['’]il te pla[iî]t"
    r"|y|por favor|por cierto|además|gracias|importante?)[\s,:.!–—-]+)*"
)
"""Words at the beginning of a sentence that add nothing to it."""
_POLITE_QUESTION: Final = Pattern(r"(?:please )?(?:can|could|would|will) you (?:please )?")
"""`can you remember that ...?`"""
_NOTE_LINE: Final = Pattern(r"\A\s*note: (?=[^\n]+\s*\Z)")
"""A prompt of one line that begins like a line of a compiler."""
_HEADED: Final = Pattern(
    rf"^(?:\w+[,:!]? ){{0,3}}?(?:{_REMEMBER})(?: (?:these|this|the following|those|some|a few|things?|points?"
    rf"|facts?|for"
    r" later|please|folgendes|diese|ceci|esto|lo siguiente))*\s?:?$"
)
"""The line above a list of what is to be remembered."""
_ORDER: Final = Pattern(rf"(?:{_REMEMBER}){_FOR_LATER}{_THAT}")
_POINTER: Final = Pattern(rf"(?:{_NOTE}){_FOR_LATER}{_THAT}")
_JOINT: Final = Pattern(
    r"(?:[,;.–—]|\s-+)\s+(?:(?:and|but|also|then|und|aber|et|mais|y|pero)\s+)*(?=\w)|\band (?:also )?"
)
"""Where a second order may begin in a sentence."""

_NAMED_THING: Final = Pattern(
    r"^(?:[\w·-]*[^s\W]|thing|one|stuff) (?:we|you|i|they|he|she|with|from|of|in|on|about|where|when|which|that|who"
    r"|there|from)\b(?!.* (?:is|are|was|has|have|must|should|can|needs?|runs?|uses?|lives?)\b)"
    r"|^(?:thing|one|bug|time|day|conversation|discussion)\b|^in (?:the|your|our|my|a)\b|^down\b|^somewhere\b"
)
"""`remember that bug we fixed`, `note that in the readme`: a thing, not a statement."""
_OF_TALK: Final = Pattern(
    r"^i(?:['’]?ve)? (?!(?:am|['’]m|use|prefer|work|run|only|always|never|like|hate|want|own|maintain|live|speak|need"
    r"|don['’]?t|do not|can['’]?t|cannot|deploy|develop|review|merge|release)\b)"
    r"|^(?:i|ich|je|yo) (?:\w+ )?(?:already|just)\b"
    r"|^you(?:['’]re| are| can| could| may| might| have| were| did| said| told| asked|['’]ve|['’]ll| will| just"
    r"| already)\b"
    r"|^(?:what|how|when|where|why|who|if|whether|was|wie|wann|wo|ce que|comment|quand|où|lo que|cómo|cuándo|dónde)\b"
    r"|^(?:this|that|it|these|those|they|there|he|she|das|dies|es|er|sie|ce|c['’]|cela|ça|il|elle|esto|eso|ello)\b"
    r"(?! (?:repo|repository|project|codebase|code base|service|package|app|library|team|machine|projekt|projet"
    r"|dépôt|proyecto)\b)"
    r"|^(?:ich habe|ich hatte|j['’]ai|he |tu |du (?:bist|hast|kannst)|tu (?:es|as|peux)|eres|puedes|has)\b"
    r"|^we(?: are|['’]re) (?!using\b)(?:on|in|at|\w+ing)\b|^we (?:need|want|made|could|might)\b"
    r"|^(?:we|wir|nous|on|nosotros) (?:(?:have |had |just |already )*(?:discussed|talked|agreed to|said|tried|changed"
    r"|fixed|did|were|was|spoke|saw|looked|added|moved|haben (?:schon |gerade |gestern )*)|avons|hemos)\b"
)
"""What is said of the conversation, of the work at hand, or of something that only the sentence before names."""
_MOMENT: Final = Pattern(
    r"\b(?:right now|currently|at the moment|yet|already|just (?:now|did|changed|pushed)|today|tonight|tomorrow"
    r"|yesterday|this (?:time|morning|afternoon|week|pr|commit|task|branch|session|round|change|fix)"
    r"|still (?:fail\w*|red|broken|not|open|missing|running|to do|uncommitted)|(?:in|for) (?:the|your) (?:next|last)"
    r" (?:step|answer|reply|message|commit)|gerade|derzeit|momentan|heute|gestern|morgen|noch nicht|aktuell"
    r"|actuellement|pour l['’]instant|aujourd['’]hui|hier soir|demain|ahora(?: mismo)?|actualmente|hoy|ayer|mañana"
    r"|todavía no|aún no|while you were)\b"
)
"""What holds for the moment only."""
_FINITE: Final = Pattern(
    r"\b(?:is|are|isn['’]?t|aren['’]?t|was|were|has|have|hasn['’]?t|haven['’]?t|must|should|shall|can|cannot"
    r"|can['’]?t|will"
    r"|won['’]?t|may|might|do|does|don['’]?t|doesn['’]?t|need|needs|use|uses|run|runs|go|goes|live|lives|belong|belongs"
    r"|mean|means|take|takes|get|gets|come|comes|want|wants|own|owns|keep|keeps|start|starts|end|ends|exist|exists"
    r"|depend|depends|work|works|break|breaks|fail|fails|deploy|deploys|never|always|only|ist|sind|hat|haben|muss"
    r"|müssen|soll|sollen|darf|dürfen|kann|können|wird|werden|läuft|laufen|liegt|liegen|braucht|brauchen|nutzt|nutzen"
    r"|steht|stehen|gehört|gehören|heißt|gilt|gelten|est|sont|a|ont|doit|doivent|peut|peuvent|faut|tourne|tournent"
    r"|utilise|utilisons|est|se trouve|es|son|está|están|tiene|tienen|debe|deben|puede|pueden|hay|usa|usan|usamos"
    r"|corre|corren)\b|['’]s\b|['’]re\b"
    r"|\b(?:we|you|they|i|nobody|everyone|everybody|wir|man|niemand|nous|on|personne|nosotros|nadie) [^\W\d_]{2,}"
    r"|^(?:[\w·./-]+ ){1,4}[^\W\d_]{2,}(?:s|en|t|amos|emos|imos|an)\b"
)
"""A verb that makes a statement."""
_OF_TASK: Final = Pattern(
    r"\b(?:you|your|will|please|seems?|i|me|read it|see below|du|dein\w*|wird|werden soll\w*|bitte|tu|ton|ta|vas|va"
    r"|tú|tus?|vas|va a|por favor)\b|(?:[,;:]|that) (?:do not|don['’]?t|add|use|make|only|run|keep|put)\b"
)
"""Words of a detail of the task at hand."""
_DEMANDS: Final = Pattern(
    r"\b(?:we(?! (?:have|are|had|were|own|got|need \d|support|serve|host)\b|['’])|nobody|no one|always|never"
    r"|must(?:n['’]?t)?"
    r"|should(?:n['’]?t)?|shall|do not|don['’]?t|not allowed|forbidden|have to|has to|may not|prefer"
    r"|(?:needs?|is|are|has|have) to be"
    r"|wir(?! (?:haben|sind|hatten|waren)\b)|niemand|niemals|nie|immer|muss|müssen|soll|sollen|sollte|darf|dürfen"
    r"|nous(?! (?:avons|sommes)\b)|personne|jamais|toujours|doit|doivent|il faut"
    r"|nadie|nunca|jamás|siempre|debe|deben|hay que|[^\W\d_]{3,}(?:amos|emos))\b"
    r"|^(?:only|not|no|on(?! a\b)|man) \w|\bque l['’]on\b"
)
"""Words of what is to be done or left."""

_BEFORE: Final = (
    r"(?:before|after|when(?:ever)?|every time|each time|vor (?:dem|jedem)|nach (?:dem|jedem)|bevor|avant (?:de|chaque"
    r"|le)|après (?:chaque|le)|antes de|después de) (?:\S+ ){0,3}?(?:commit\w*|push\w*|merg\w*|releas\w*|deploy\w*|pr"
    r"|prs|pull requests?|committ?er|pousser|fusionner|livrer|déployer|subir|publicar|desplegar|fusionar|einchecken)\b"
)
_TO_DO: Final = Pattern(
    r"(?:remember (?:always )?to|(?:do not|don['’]?t|never) forget to|denke?n? (?:sie )?(?:daran|dran),?"
    r"|vergiss nicht,?|n['’]oubliez? (?:pas|jamais) d(?:e |['’])|pense(?:z)? (?:bien )?à|recuerda|no (?:te )?olvides?"
    rf"(?: de)?|acuérdate de) (?P<what>.{{3,}}{_BEFORE}.*)"
)
"""`remember to run the tests before you commit`."""
_AT_END: Final = Pattern(
    r"(?P<statement>.{8,}?)(?<! and)(?:[,;:–—-]| so|(?: and| und| et| y)(?! (?:please )?(?:write"
    r"|note) it\b))? (?:please |pls |bitte |por favor,? )?"
    r"(?:remember (?:that|this|it)|write (?:that|this|it) down|note (?:that|this|it)(?: down)?"
    r"|make a note(?: of (?:that|it|this))?"
    r"|(?:do not|don['’]?t) forget (?:that|it|this)|notier\w* (?:dir )?das|schreib\w* (?:dir )?das auf"
    r"|(?:bitte )?merken"
    r"|note[zs]?-le|retiens(?:-le| ça| bien)|souviens-t['’]en|n['’]oublie pas (?:ça|ca)|ap[uú]ntalo|an[oó]talo"
    r"|recu[eé]rdalo|no lo olvides|tenlo en cuenta)(?: please| pls| bitte| por favor)?[\s.!]*"
)
"""`the port is 8081, write that down`"""
_NEEDS: Final = Pattern(
    r"(?!.*\b(?:now|first|jetzt|erst|maintenant|ahora|today|heute|help|to (?:fix|check|look|test|try))\b)"
    r"(?:il (?:te |nous )?faut|on a besoin|we(?: also)? need|you need|hay que|hace falta|se necesita|man braucht"
    r"|wir brauchen"
    r"|es braucht) \S+ \S+"
)
_NOT_TO_DO: Final = Pattern(r"(?:please )?remember (?:not|never) to (?=\w+ \w)")
"""`remember not to touch the generated files`."""


def find_reminders(prompt: str) -> list[Candidate]:
    """What the person asks to be remembered, in its order: rules and facts in their own words."""
    marks = _MARK.findall(prompt)
    text = _NOTE_LINE.sub("Note: ", prompt)
    for number, mark in enumerate(marks):  # sentences with a mark are not read
        text = text.replace(mark, _STAND_IN.format(number), 1)
    sentences = read_sentences(text, person=True)
    if len(sentences) > _MANY:
        return []
    texts = list_texts(sentences)
    reminders: list[Candidate] = []
    for place, sentence in enumerate(sentences):
        if place not in texts and len(sentence.plain) <= MAX_TEXT:
            reminders += [one._replace(quote=sentence.text) for one in _read(sentence, is_first=place == 0)]
    return [_put_back(one, marks) for one in reminders] if marks else reminders


def says_enough(text: str) -> bool:
    """Whether a text with marks of redaction still says something: an address, or several words."""
    rest = _MARK.sub(" ", text)
    return "://" in rest or len(rest.split()) >= _ENOUGH


def _put_back(one: Candidate, marks: list[str]) -> Candidate:
    """A reminder with the marks of its prompt put back in place of their stand-ins."""
    for number, mark in enumerate(marks):
        stand_in = _STAND_IN.format(number)
        one = one._replace(text=one.text.replace(stand_in, mark), quote=one.quote.replace(stand_in, mark))
    return one


def add_reminders(prompt: str, statements: list[Candidate]) -> list[Candidate]:
    """The statements of a prompt with what it asks to be remembered in the place of those that say the same."""
    reminders = find_reminders(prompt)
    rules = [one for one in statements if one.kind == "rule" and one.confidence >= _OWN_WORDS]
    reminders = [one for one in reminders if one.kind != "fact" or not any(_covers(one, rule) for rule in rules)]
    if not reminders:
        return statements
    return [*(one for one in statements if not any(_covers(reminder, one) for reminder in reminders)), *reminders]


_OWN_WORDS: Final = 0.86
"""How sure a rule is by its own words, and not by those that ask to remember it."""


def _covers(reminder: Candidate, one: Candidate) -> bool:
    """Whether a statement is read from the words of a reminder."""
    own, other = reminder.text.lower(), one.text.lower()
    return one.quote == reminder.quote and (own in other or other in own)


def _read(sentence: Sentence, *, is_first: bool) -> Iterator[Candidate]:
    """The reminders in a sentence. `is_first`: whether it is the first one of its prompt."""
    place = _find_statement(sentence, is_first=is_first)
    if place is None:
        ended = None if sentence.is_question else _AT_END.fullmatch(sentence.plain)
        if _asks_to_do(sentence):
            yield _make(sentence, 0, "rule")
        elif ended and (_is_statement(ended["statement"]) or _NEEDS.match(ended["statement"])):
            statement = sentence._replace(text=sentence.text[: ended.end("statement")], plain=ended["statement"])
            yield _make(statement, _skip_lead(statement.plain), _find_kind(statement))
        return
    end, further = _find_further(sentence.plain, place.begin)
    end, others = _split_joint(sentence, place.begin, end)
    own = sentence._replace(text=sentence.text[:end], plain=sentence.plain[:end])
    text = _cut(own, place.begin)
    content = Sentence(text, mask(text).lower(), sentence.paragraph)
    if _is_statement(content.plain):
        yield _make(own, place.stated_from, _find_kind(content))
    for other in others:
        yield _make(other, 0, _find_kind(other))
    if further < len(sentence.plain):
        rest = sentence._replace(text=sentence.text[further:], plain=sentence.plain[further:], item=False)
        yield from _read(rest, is_first=False)


def _find_further(plain: str, start: int) -> tuple[int, int]:
    """Where a statement ends and a further order to remember begins; the end of the sentence without one."""
    for joint in _JOINT.finditer(plain, start):
        if _ORDER.match(plain, joint.end()) or _POINTER.match(plain, joint.end()):
            return joint.start(), joint.end()
    return len(plain), len(plain)


def _split_joint(sentence: Sentence, start: int, end: int) -> tuple[int, list[Sentence]]:
    """Where the first of several statements ends, and the others: `that staging is at ..., and that Ada owns ...`."""
    joints = [joint for joint in _AND_THAT.finditer(sentence.plain, start, end) if _begins(sentence, joint.end())]
    bounds = [*(joint.start() for joint in joints), end]
    texts = [sentence.text[joint.end() : bound] for joint, bound in zip(joints, bounds[1:], strict=True)]
    parts = [sentence._replace(text=text, plain=mask(text).lower(), item=False) for text in texts]
    whole = all(map(_is_statement, [sentence.plain[start : bounds[0]], *(one.plain for one in parts)]))
    return (bounds[0], parts) if whole else (end, [])


def _begins(sentence: Sentence, place: int) -> bool:
    """Whether a clause of its own begins in a sentence: with an article, `we`, or a name."""
    return sentence.text[place].isupper() or _SUBJECT.match(sentence.plain, place) is not None


_AND_THAT: Final = Pattern(r"(?:,? (?:and|et|y) (?:also )?(?:that|que)|, (?:also )?that) ")
_SUBJECT: Final = Pattern(
    r"(?:the|our|we|i|all|every|each|no|nobody|there|le|la|les|nos|nous|on|personne|el|los|las|nuestr\w+|nadie"
    r"|nosotros|[a-z]{3,}s [a-z]{2,})\b"
)


class _Place(NamedTuple):
    """Where the content to remember begins in a sentence, and where its title begins."""

    begin: int
    stated_from: int


def _asks_to_do(sentence: Sentence) -> bool:
    """Whether it asks to remember to do something at a step of the work, or not to do something."""
    plain = sentence.plain
    if sentence.is_question or _MOMENT.search(plain) or duration_cues.is_passing(plain):
        return False
    start = _skip_lead(plain)
    return any(order.match(plain, start) for order in (_TO_DO, _NOT_TO_DO))


def _find_statement(sentence: Sentence, *, is_first: bool) -> _Place | None:
    """Where what is to be remembered begins; None where nothing is."""
    plain = sentence.plain
    if sentence.item and _HEADED.search(sentence.heading):
        return _Place(0, 0)
    start = _skip_lead(plain)
    if sentence.is_question and not _POLITE_QUESTION.match(plain, start):
        return None
    for begin in _list_clauses(plain, start):
        order = _ORDER.match(plain, begin)
        if order is None and begin == start:
            order = _match_pointer(sentence, begin, is_first=is_first)
        if order:
            # A German `dass` clause ends with its verb, so without the order it is not a sentence.
            return _Place(order.end(), begin if order["that"].strip(" ,") in ("dass", "daß") else order.end())
    return None


def _match_pointer(sentence: Sentence, begin: int, *, is_first: bool) -> "re.Match[str] | None":
    """`note that ...`, where it tells something for good. `note: ...` within a prompt is a detail of the task."""
    order = None if sentence.item else _POINTER.match(sentence.plain, begin)
    if order is None or _OF_TASK.search(sentence.plain, order.start("that")):
        return None
    return order if is_first or ":" not in order["that"] else None


def _skip_lead(plain: str) -> int:
    lead = _LEAD.match(plain)
    return lead.end() if lead else 0


def _list_clauses(plain: str, start: int) -> Iterator[int]:
    """Where the sentence and its clauses begin."""
    yield start
    for joint in _JOINT.finditer(plain, start):
        yield joint.end()


def _is_statement(plain: str) -> bool:
    """Whether words are a statement that holds beyond the moment."""
    if (
        plain.rstrip("\\ ").endswith((":", "："))
        or len(plain.split()) < _FEWEST
        or _OF_TALK.match(plain)
        or _NAMED_THING.match(plain)
    ):
        return False
    return not (_MOMENT.search(plain) or duration_cues.is_passing(plain)) and _FINITE.search(plain) is not None


def _find_kind(content: Sentence) -> str:
    """A rule for what is to be done or left, a decision for what the product must do, else a fact."""
    cue = find_cue(content)
    if cue is None and not _DEMANDS.search(content.plain):
        return "fact"
    return "decision" if demands_of_product(content, 0) else "rule"


def _make(sentence: Sentence, begin: int, kind: str) -> Candidate:
    text = _cut(sentence, begin)
    return Candidate(
        kind=kind,
        text=text[:1].upper() + text[1:] if text.partition(" ")[0].islower() else text,
        tags=("everywhere",)
        if kind == "rule" and duration_cues.holds_everywhere(sentence.plain, sentence.text, sentence.heading)
        else (),
        quote=sentence.text,
        role="user",
        confidence=_CONFIDENCE,
        tier="" if kind == "rule" else _TIER,
        asked=True,
        revises=cues.CHANGED.search(sentence.plain) is not None,
    )


def _cut(sentence: Sentence, begin: int) -> str:
    return sentence.text[begin:].strip().rstrip(" .;,?!")
