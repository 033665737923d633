"""How a person or an agent leaves a question to somebody: `I've written to Dagny`, `that's Lotte's call`.

Only people count. What a program, a test or CI waits for is a matter of the code.
"""

import re
from itertools import chain
from typing import Final, NamedTuple

from backstory.base.tokenizer import STOP, WEAK
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.work.open_words import DAYS, is_private

_ARTICLE: Final = (
    r"(?:(?:the|our|their|my|der|die|den|dem|das|unser\w*|beim?|im|le|la|les|au|aux|du|notre|nos|el|los|las|al"
    r"|del) |l')"
)
_ROLES: Final = (
    r"(?:team|people|folks|owners?|guys|department|dbas?|designers?|lawyers?|accountants?|accounting|vendor"
    r"|client|customer|legal|security|finance|ops|infra|platform|product|procurement|design|marketing|upstream"
    r"|maintainers?|management|board|round|\w*abteilung|einkauf|vertrieb|fachbereich|chefin|chef|kunden?|kundin"
    r"|juridique|équipe|sécurité|compta\w*|achats|sistemas|cliente|proveedor|equipo|seguridad|dirección)"
)
_NAME: Final = r"(?-i:[A-ZÀ-ÖØ-Þ][^\W_]+(?:-san|[ -][A-ZÀ-ÖØ-Þ][^\W_]+)?)"
_GROUP: Final = (
    rf"{_ARTICLE}?(?:(?!(?:in|at|on|for|from|of|to|with|and|or|by|until|till|til|before|we|i|is|has|für|von|mit"
    rf"|bis)\b)[\w-]+ ){{0,2}}?{_ROLES}\b(?! (?:table|page|config|code|test)s?\b)"
)
_PARTY: Final = rf"(?P<who>\b(?:{_NAME}(?! {_ROLES}\b)|{_GROUP}|[^\W\d_]{{3,}}(?:-san)?)(?![-\w]))"
_SUBJECT: Final = rf"{_PARTY}(?: (?:at|from|in|of|over at) (?:the |our )?\w+|, [^,;.]{{3,40}},)?"
"""The same with what says who that is: `Birgit at the counter`."""
_OF_QUESTION: Final = (
    r"(?! to\b(?! (?:confirm|decide|check|say|settle))| for\b)(?!,? (?:(?:and|who) )?(?:s?he|they|er|sie|il"
    r"|elle)(?: (?:is|was|says?|said|told|wants?|sagt|dit)\b|['’]s\b))(?!,? who (?:says?|said|told|wants?)\b)"
)
"""What does not follow on somebody who is asked a question: a request, and the answer."""
_I: Final = r"(?:i|we)(?:['’]ve| have|['’]ll| will|['’]m| am|['’]re| are|['’]d| had)?"
_SOON: Final = r"(?: already| just| also| still| gonna| going to| have to| need to| want(?:ed)? to)*"
_IT: Final = r"(?: (?:it|that|this|them|those|the question|one))?"
_SETTLE: Final = (
    r"(?:confirm|decide|answer|say|check|ask|approve|reply|settle|choose|clarify|clear|respond|tell|sort|look"
    r"|think|get|find)\w*"
)
_ANSWERED: Final = (
    r"(?:has |have |had |'s |does |did |is |are )?(?:back to me|gets? back|got back|answer\w*|repl(?:y|ies|ied)"
    r"|sa(?:ys?|id)|decide[sd]?|confirm\w*|respond\w*|knows?|wr(?:ites|ote)|t(?:ells|old))"
)
_STARTS: Final = r"(?:^|[,;:.!?—–] ?| - |\b(?:dunno|idk|please|so|just|and|then|but) )"
_LEFT: Final = (
    r"(?:^|[,;:.!?—–] ?| - |\b(?:(?:is|are|was|were|be|left|leave it|leave that|stays|remains|comes|it['’]?s"
    r"|that['’]?s|this|which|still|so) (?:(?:still|entirely|completely|really|all|only|also|then|now) )?))"
)
"""What stands before `up to Ines`. A verb makes it a measure: `round it down to seconds`, `retry up to four times`."""
_ASKS: Final = tuple(
    Pattern(source, re.IGNORECASE)
    for source in (
        (
            rf"\b{_I}{_SOON} (?:ask(?:ed|ing)?|written to|wrote(?: to)?|write to|e?-?mail(?:ed)?|ping(?:ed)?"
            rf"|messag(?:e|ed)|text(?:ed)?|check(?:ing)?{_IT} (?:with|w/)|talk(?:ing)?{_IT} to"
            rf"|clarif\w+{_IT} with|discuss(?:ing)?{_IT} with|clear(?:ing)?{_IT} with|raised?{_IT} with"
            rf"|consult(?:ed)?) {_PARTY}{_OF_QUESTION}"
        ),
        (
            r"\b(?:to|let me|lemme|i) (?:ask|check (?:that |this |it )?(?:with|w/)|discuss (?:that |this "
            rf"|it )?with) {_PARTY}{_OF_QUESTION}"
        ),
        (
            rf"{_STARTS}(?:ask(?:ed)?|pinged|mailed|messaged|asking|checking (?:with|w/)"
            rf"|written to) {_PARTY}{_OF_QUESTION}"
        ),
        rf"\b(?:sent|left|dropped|wrote|send) {_PARTY} an? (?:message|note|mail|e-?mail|line|ticket)",
        (
            rf"\b(?:passed|handed|gave|given|forwarded|took|brought|take){_IT}(?: on| over| up)? (?:to"
            rf"|with) {_PARTY}"
        ),
        rf"\bposted{_IT} (?:in|to) (?P<who>(?:their|the|our) (?:\w+ )?(?:channel|chat|thread|list))",
        (
            rf"\b(?:hab|habe|haben) (?:ich |wir |es |das |bei )*{_PARTY}(?: \w+){{0,3}}? (?:gefragt|geschrieben"
            r"|angeschrieben|angefragt|gemailt|weitergegeben)"
        ),
        (
            r"\b(?:frage?|fragen|kläre?|klären|bespreche?n?) (?:(?:ich|wir|es|das|noch|mal|dazu|am|nächste"
            rf"|morgen|heute|montag|dienstag|mittwoch|donnerstag|freitag) )*(?:(?:mit|bei|im) )?{_PARTY}"
        ),
        (
            r"\b(?:j['’]ai|on a|nous avons) (?:\w+ )?(?:demandé|écrit|posé la question"
            rf"|envoyé un \w+)(?: \w+)?? (?:à|au|aux) {_PARTY}"
        ),
        (
            r"\b(?:je|on) (?:\w+ )?(?:demande|vois|voit|regarde|en parle)(?: (?:ça|cela))? (?:à|au|avec"
            rf"|aux) {_PARTY}"
        ),
        rf"\b(?:he|hemos|ha) (?:preguntado|escrito|consultado)(?: (?:a|al|con))? {_PARTY}",
        rf"\b(?:pregunt[éo]|paso|pasé|consulto|consulté|escribí) (?:a|al|con) {_PARTY}",
        rf"{_PARTY} (?:still )?(?:decides|knows (?:this|that|it)|measures|checks|talks to)\b",
        rf"{_PARTY}(?:['’]s| is| are) (?:still |already )?on it\b",
        (
            r"\b(?:entscheidet|klärt|beantwortet|prüft|weiß(?: nur)?|sagt uns) (?:(?:nur|noch|erst"
            rf"|uns) )*{_PARTY}(?=[ .,;]|$)"
        ),
        (
            rf"\bc['’]est (?:à )?{_PARTY} (?:qui|de) (?:\w+ )?(?:tranche\w*|décide\w*|sait|voi[tr]|choisi\w*"
            r"|répond\w*)"
        ),
        rf"\b(?:eso |esto |ya )?lo (?:decide|sabe|ve|mira|confirma) {_PARTY}",
        rf"{_PARTY} and (?:I|me|we) (?:\w+ )?(?:discuss|talk|decide|meet|settle|sort)\w*",
    )
)
"""Who is asked, and who decides at all times. Without a question or a time it says little."""
_DECIDES: Final = tuple(
    Pattern(source, re.IGNORECASE)
    for source in (
        (
            rf"{_SUBJECT} (?:has|have|needs?|still has|still have|hasn['’]?t"
            rf"|haven['’]?t)(?: yet)? (?:to )?(?:been asked\b|(?:yet to )?{_SETTLE}(?! (?:out|in)\b))"
        ),
        (
            rf"{_SUBJECT} (?:was|were|is|are|has been|have been) (?:asked|supposed to|meant to|to (?:decide"
            r"|confirm|answer))"
        ),
        (
            r"\b(?:you|i|we) (?:(?:wanted|still have|have|need|are going|were going) to )?(?:ask"
            rf"|check with) {_PARTY}{_OF_QUESTION}"
        ),
        (
            r"\b(?:(?:(?:is|are|lies|still)|(?:it|that|one)['’]s) (?:still )?with|a (?:question"
            rf"|matter|call|decision|case|thing) for|that['’]s for|for the sake of) {_PARTY}"
        ),
        rf"{_LEFT}up to {_PARTY}",
        rf"{_LEFT}down to (?P<who>\b(?:{_NAME}|{_GROUP}))",
        rf"(?:^|[:;,.] ?|\b(?:still|is|are|am) |['’](?:m|s|re) )(?:waiting (?:for|on)|pending with) {_PARTY}",
        (
            rf"{_PARTY}['’]s\b[^.;]{{0,80}}[.,;] ?(?:s?he|they)(?:['’]ll| will| has| have)? (?:promised|say|tell"
            r"|answer|decide|let)\b"
        ),
        rf"\bsettled (?:between|by|with) {_PARTY}",
        rf"{_PARTY}['’]s (?:\w+ )?(?:call|decision|question|turf|to decide|job to)\b",
        (
            rf"{_SUBJECT}(?:['’]s| is| are|['’]re) (?:still |already |now )?(?:looking into|checking|thinking"
            r"|asking|finding|clarifying|working (?:it|that) out)\b"
        ),
        (
            rf"{_SUBJECT} (?:still )?(?:owes? (?:us|me)|will (?:\w+ )?(?:decide|say|tell|know|answer|confirm"
            r"|check|ask)|would know|should know|promised|wants? to (?:think|check|sleep|ask)|wanted to (?:think"
            r"|check|sleep|ask))\b"
        ),
        rf"\b(?:until|till|til|before|unless|once) {_PARTY} {_ANSWERED}\b",
        (
            r"\b(?:no (?:word|answer|reply|news)(?: yet)?|hear(?:d)?(?: back)?|(?:an|the) (?:answer|reply"
            rf"|decision)) from {_PARTY}"
        ),
        (
            rf"{_PARTY} (?:will |['’]ll )?(?:let (?:us|me) know|gets? back to (?:us|me)|comes? back to (?:us"
            r"|me))\b"
        ),
        rf"\b(?:needs?|awaits?) {_PARTY}['’]s (?:ok|decision|input|opinion|word|answer|approval|blessing)\b",
        rf"{_PARTY} to (?:decide|confirm|answer|say)\b",
        rf"\b(?:opened|filed|raised) an? \w+ with {_PARTY}",
        rf"\blet {_PARTY} (?:decide|choose|answer|say)",
        (
            rf"\bmuss (?:(?:noch|erst) )*{_PARTY} (?:\w+ ){{0,3}}?(?:beantworten|entscheiden|klären|sagen"
            r"|bestätigen|prüfen)"
        ),
        (
            rf"{_PARTY} (?:entscheidet|klärt|meldet sich|schaut|prüft|sagt|gibt) (?:(?:das|uns|es|sich|mir"
            r"|ob) )*(?:\w+ )?(?:bescheid|noch|an|am|morgen|montag|nächste)\b"
        ),
        (
            rf"{_PARTY} muss (?:(?:noch|das|es|erst|dazu) )*(?:entscheiden|klären|bestätigen|beantworten"
            r"|zustimmen)"
        ),
        rf"\b(?:rückmeldung|antwort|entscheidung|freigabe) (?:von|vom|der|des|aus) {_PARTY}",
        rf"\bmit {_PARTY} (?:ab)?(?:klären|stimmen|sprechen|zusprechen)",
        rf"\bliegt (?:noch |jetzt )?(?:bei|beim) {_PARTY}",
        (
            rf"\bbis {_PARTY} (?:\w+ ){{0,3}}?(?:antwortet|geantwortet|meldet|gemeldet|entscheidet|entschieden"
            r"|geklärt|klärt|zurück|bescheid|gesagt|sagt)\b"
        ),
        rf"\bà voir avec {_PARTY}",
        rf"\b(?:la réponse|une réponse|la décision|des nouvelles|de nouvelles|l['’]accord) (?:de|du) {_PARTY}",
        rf"\b(?:la décision|ça) revient à {_PARTY}",
        (
            rf"{_PARTY} (?:va (?:décider|trancher|répondre|vérifier)|n['’]a pas (?:encore )?(?:répondu|tranché)"
            r"|(?:me|nous) (?:répond|dit|dira))"
        ),
        rf"\btant que {_PARTY} n['’]a pas",
        rf"{_PARTY} (?:doit|doivent) (?:\w+ )?(?:confirmer|trancher|décider|répondre|vérifier)",
        (
            rf"\b(?:mientras|hasta que) {_PARTY} (?:no )?(?:me |nos |lo )*(?:conteste|responda|diga|decida"
            r"|confirme|vuelva)"
        ),
        (
            rf"\b(?:pendientes?|a la espera|esperando) (?:de )?(?:a )?(?:que )?{_PARTY} (?:me |nos |lo )*(?:diga"
            r"|conteste|responda|decida|confirme)"
        ),
        (
            r"\b(?:en manos de|depende de|falta que|a ver qué dice|la respuesta de|tengo que preguntar(?:le"
            rf"|lo)? a) {_PARTY}"
        ),
        (
            rf"{_PARTY} (?:no (?:me |nos )?ha (?:contestado|respondido|dicho)|(?:me|nos) (?:contesta|responde"
            r"|dice))"
        ),
        rf"{_PARTY} (?:tiene|tienen) que (?:confirmar|decidir|preguntar|contestar|responder|mirar)",
    )
)
"""Who decides or has been asked, in words that say by themselves that it is open."""
_DEALS: Final = (
    r"(?:ask|talk|sp[eo]ak|spoke|mention|rais|discuss|clear|check|chas|see(?:s|ing)?\b|get(?:s|ting)?\b|hear"
    r"|compar|hand|sign|decid|confirm|answer|tell|told|know|review|look|measur|figur|sort|think|clarif|settl"
    r"|choos|pick|repl|mail|writ|wrote|messag|ping|has to|have to|reden|rede|sprech|frag|klär|meld|entscheid|sag"
    r"|prüf|schau|antwort|abstimm|demand|voir|dire|parl|tranch|décid|répon|vérifi|regard|pregunt|viendo|decir"
    r"|mirando|hablar|contest|respond|consult)\w*"
)
_PERSON: Final = rf"(?P<who>{_NAME}(?! {_ROLES}\b)(?![-\w])|{_GROUP})"
_DEALT: Final = Pattern(rf"\b(?:with|from|by|to|mit|bei|von|avec|à|au|con|a|al|par) {_PERSON}", re.IGNORECASE)
"""With whom somebody deals."""
_ACTS: Final = tuple(
    Pattern(source, re.IGNORECASE)
    for source in (
        (
            rf"(?:^|[.,;:!?] |\b(?:and|und|et|y) ){_PERSON}(?:['’]s|(?:,? (?:and|und|et|y) [\w ]{{3,24}}?)? (?:is"
            rf"|has|will|are|have|sind|(?!this|us|as)[a-z]{{2,}}[^s\W]s))\b"
        ),
        (
            rf"{_PERSON}(?: (?:at|from|in|of) (?:the |our )?\w+|, [^,;.]{{3,40}},"
            rf"| and [\w ]{{3,24}})?(?: \w+)? {_DEALS}"
        ),
        rf"\b(?:will|wollte|muss|soll|kann|doit|está \w+ndo|debe|needs?|attend\w*|espera a) {_PERSON}",
        rf"{_PERSON} (?:doit|va|debe|muss|soll|wollte|tiene que|me|nos|nous)\b",
        rf"{_PERSON} (?:might|may|could|would|should|can|must)\b",
        (
            rf"(?:^|[.,;:!?] ){_PERSON} (?:voit|sait|fait|prend|revient|rentre|regarde|appelle|envoie|teste|macht"
            r"|kommt|schickt|fragt|liefert|rechnet|misst|testet|redet|sieht|ruft|bringt|hat|ist|lo|la|se|llama"
            r"|mira|prueba|manda|pasa)\b"
        ),
        rf"\bj['’]attends (?:\w+ ){{0,3}}?(?:de|d['’]) ?{_PERSON}",
    )
)
"""Somebody who does something, whatever it is: with a question and a time it waits for them."""
_DEALING: Final = Pattern(rf"\b{_DEALS}", re.IGNORECASE)
_SPEAKER: Final = Pattern(
    r"\b(?:i['’]?ll|i will|let me|lemme|i['’]?m) (?:find(?:ing)? out|ask(?:ing)?(?: around)?|check(?:ing)?"
    r"|clarify(?:ing)?|get back)\b|\bgive me until\b|(?:^|[,;.] ?)(?:asking|checking) (?:the |our |with |w/ )"
    r"|\b(?:not|n['’]t) (?:decide|settle) (?:that|this|it)\b|\bich (?:frage?|kläre?)\b|\bfrage? ich\b"
    r"|\bje (?:demande|me renseigne)\b|\blo pregunto\b",
    re.IGNORECASE,
)
"""How somebody in a chat takes a question upon themselves."""
_FIRST_PERSON: Final = Pattern(
    r"\b(?:i|let me|back to you|ich|je|yo|me)\b|\b(?:i|j)['’]|(?:^|[,;.] ?)(?:will|can['’]?t|cannot|not sure"
    r"|no idea|need to|looking|checking|lemme)\b",
    re.IGNORECASE,
)
_LATER: Final = Pattern(
    rf"{DAYS.source}|\b(?:first|later|soon|by (?:eod|noon|tonight|then)|erst|später|d['’]abord|plus tard|primero"
    r"|luego)\b",
    re.IGNORECASE,
)
"""When somebody in a chat comes back to a question."""
_MEETS: Final = Pattern(
    r"\b(?:we|they) (?:(?:will|shall|'ll) )?(?:meet|talk|discuss|decide) (?:\w+ ){0,2}?(?:on|at|in|tomorrow|next"
    r"|this)\b|\bwir (?:treffen uns|besprechen|entscheiden) (?:\w+ ){0,2}?(?:am|morgen)\b|\bon (?:se voit"
    r"|en parle|décide) \w+|\b(?:nos reunimos|lo hablamos|lo decidimos) (?:el|mañana)\b",
    re.IGNORECASE,
)
"""How a person names the meeting that decides."""
_BESIDE: Final = Pattern(
    rf"\b(?:to|with|from|by|in|bei|mit|von|durch|par|avec|à|au|de|con|a|al) (?P<who>{_NAME}(?![-\w])|{_GROUP})",
    re.IGNORECASE,
)
"""Who else is spoken with: `minjun talks to the vendor`."""
_WANTS: Final = Pattern(
    rf"({_NAME}) (?:wants|would like|prefers|thinks|is for|will|möchte|veut|préfère|quiere|prefiere)\b"
)
"""Who has an opinion on what is not decided."""
_NOBODY_WORDS: Final = """
me you us him her them it its this that these those they he she we i who whom whoever someone somebody anyone anybody
everyone nobody one ones all both each either again about for how why what which whether if when where to the a an and
or tests test suite ci build builds compiler linter type types command process server client request response queue lock
mutex thread task tasks job jobs worker pod pods container page screen git github gitlab docker api cache database db
browser socket broker runner pipeline agent agents user users reader caller system program script code file files data
value values result results output input time order date size version name flag option more less much many everything
nothing something anything here there now then first last next yes no not only just also too very by with from in on at
ich du er sie es wir ihr ihm ihn uns euch mich dich mir dir man das der die den dem ob was wer wie wann noch erst mal
vor nach bei mit bitte jedem jeder jede commit heute morgen montag dienstag mittwoch donnerstag freitag nicht nichts
je tu il elle on nous vous ils elles lui leur moi toi que qui quoi lundi mardi mercredi jeudi vendredi demain
yo tú él ella nosotros ellos ellas le les lo la los las me te nos que quién lunes martes miércoles jueves viernes mañana
monday tuesday wednesday thursday friday saturday sunday tomorrow today
does did is are was can will should has have had two three four people humans briefs tests windows
open question point still waiting da hier dort jetzt nun dann deshalb darum aber und oder so ici là donc mais pues
entonces pero
"""
_NOBODY: Final = frozenset(_NOBODY_WORDS.split())


class Deferral(NamedTuple):
    """That a sentence leaves a question to somebody. With `is_loose` it only says that somebody deals with it."""

    who: str
    """The person, the team, or `` for a meeting."""
    is_sure: bool
    """Whether it says by itself that something is open."""
    is_loose: bool = False


def find_deferral(sentence: str, speaker: str = "") -> Deferral | None:
    """To whom a sentence leaves a question; None for any other. `speaker`: who wrote a line of a chat."""
    return _read_deferral(sentence, speaker) if speaker or _leaves_question(sentence) else None


@judged
def _leaves_question(sentence: str) -> bool:
    return _read_deferral(sentence, "") is not None


def _read_deferral(sentence: str, speaker: str) -> Deferral | None:
    if sentence.rstrip().endswith(("?", "？")) or not _may_defer(sentence):
        return None
    for patterns, is_sure in ((_DECIDES, True), (_ASKS, False)):
        for pattern in patterns:
            for match in pattern.finditer(sentence):
                if who := _name_party(match, sentence):
                    is_taken = speaker and not is_sure and who[0].islower()
                    return Deferral(speaker if is_taken else who, is_sure)
    if speaker and (_SPEAKER.search(sentence) or (_FIRST_PERSON.search(sentence) and _LATER.search(sentence))):
        return Deferral(speaker, is_sure=True)
    if who := _find_dealing(sentence):
        return Deferral(who, is_sure=False, is_loose=True)
    if not speaker and _MEETS.search(sentence):
        return Deferral("", is_sure=False)
    return None


def defers(sentence: str, speaker: str = "") -> bool:
    """Whether a sentence says by its own words that something is left to somebody."""
    deferral = find_deferral(sentence, speaker)
    return deferral is not None and not deferral.is_loose


def _find_dealing(sentence: str) -> str:
    """Who deals with what a sentence speaks of; empty for nobody."""
    rows = (*_ACTS, _DEALT) if _DEALING.search(sentence) else _ACTS
    matches = chain.from_iterable(pattern.finditer(sentence) for pattern in rows)
    return next(filter(None, (_name_party(match, sentence) for match in matches)), "")


def list_parties(sentence: str, speaker: str = "") -> list[str]:
    """All whom a sentence names as those who decide, and those who want something."""
    matches = chain.from_iterable(pattern.finditer(sentence) for pattern in (*_DECIDES, *_ASKS, *_ACTS))
    matches = chain(matches, _BESIDE.finditer(sentence))
    parties = [speaker, *(_name_party(match, sentence) for match in matches), *list_wanting(sentence)]
    return list(dict.fromkeys(filter(None, parties)))


def list_wanting(sentence: str) -> list[str]:
    """The people who want something by a sentence: `Kwame wants an error, Delphine wants the defaults`."""
    return [name for name in _WANTS.findall(sentence) if name.lower() not in _NOBODY]


@judged
def _may_defer(sentence: str) -> bool:
    if len(sentence) > _LONGEST or is_private(sentence):
        return False
    rows = (*_DECIDES, *_ASKS, _SPEAKER, _MEETS, _LATER, _DEALT, *_ACTS)
    return any(one.search(sentence) for one in rows)


_LONGEST: Final = 700


def _name_party(match: re.Match[str], sentence: str) -> str:
    """The party that a pattern has matched, without its article; empty for none."""
    bare = _ARTICLES.sub("", match["who"]).strip()
    words = bare.lower().split()
    if not words or words[0] in _NOBODY or words[-1] in _NOBODY:
        return ""
    if _ROLE.search(bare):
        return "" if _CROWD.fullmatch(bare) else bare
    if bare[0].islower():
        return bare if _may_be_name(bare, sentence[: match.start("who")]) and not sentence[:1].isupper() else ""
    is_code = bare.isupper() or _CAMEL.search(bare) is not None
    return "" if is_code or words[-1] in STOP or (words[-1] in WEAK and sentence.startswith(bare)) else bare


def _may_be_name(word: str, before: str) -> bool:
    """Whether a word in lower case may be a name: no thing with an article, no adverb, no deed."""
    if word in STOP or word in WEAK or word.endswith(("ing", "ed", "ly")):
        return False
    return _DETERMINER.search(before) is None


_CAMEL: Final = Pattern(r"(?<!Mc)(?<!Mac)[^\W\d_](?<![A-Z])[A-ZÀ-Þ]|[A-Z]{2}[a-z]")
"""A name of code: `SortKeys`, `KDoc`."""
_DETERMINER: Final = Pattern(
    r"\b(?:the|an?|this|that|these|those|each|every|any|some|no|our|my|your|its|their|der|die|das|dem|den|ein\w*"
    r"|mein\w*|le|la|les|un|une|mon|ma|el|los|las|una|mi) $",
    re.IGNORECASE,
)
_ARTICLES: Final = Pattern(rf"^{_ARTICLE}+", re.IGNORECASE)
_CROWD: Final = Pattern(
    r"(?:people|folks|guys|owners?|board|round|product|platform|design|client|customer)", re.IGNORECASE
)
_ROLE: Final = Pattern(rf"\b{_ROLES}$|\b(?:channel|chat|thread|list)$", re.IGNORECASE)
