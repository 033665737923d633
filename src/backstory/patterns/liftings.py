"""Tells which words lift which rule: `you can touch it again`, `forget the rule about mocks`, `back to tabs`.

A lifting names what it lifts by a deed, a thing or a person, in the language of the rule or in another one. A question,
a condition (`after the release you can ...`) and a permission for once lift nothing; what is only supposed lifts
nothing for sure. Capture and the brief share it.
"""

import re

from backstory.base.tokenizer import STOP
from backstory.patterns.lifting_names import read_names, strip_ending
from backstory.patterns.lifting_words import HINTS
from backstory.patterns.occasions import is_bounded
from backstory.patterns.pattern import Pattern
from backstory.patterns.released_versions import RELEASED, drop_release_words, is_version, says_released

MAX_TEXT = 300
"""Characters of a sentence that lifts something."""
AGAIN, RULE, NEED, BACK, DONE = "again", "rule", "need", "back", "done"
"""What a lifting says: it is allowed again, the rule is off, it is needed no longer, the former way holds, somebody is
done."""
_ASIDE = Pattern(
    r"\b(?:i (?:think|guess|believe|suppose|hope)|maybe|perhaps|probably|presumably|should be|might be"
    r"|may be (?![\w-]+ed\b)|likely|apparently"
    r"|(?<!i )(?<!we )(?:says?|said|thinks?|told)\b|according to|vielleicht|wahrscheinlich|glaub\w*|wohl|vermutlich"
    r"|laut|sagt|meint"
    r"|peut-être|je (?:crois|pense)|selon|dit que|quizás?|tal vez|creo|según|dice que)\b"
)
"""What is only supposed, or passed on."""
_REPORTED_SPEECH = Pattern(
    r"\b[\w-]+ (?:says?|said|thinks?|meint|sagt|glaubt|dit|pense|dice|cree)\b|\b(?:according to|laut|selon"
    r"|según) [\w-]+|" + _ASIDE.source
)
"""The same with who says it."""
_CASE = Pattern(
    r"\b(?:after(?!wards)|once|when|whenever|as soon as|until|unless|if|next (?:week|month|time|sprint|release)"
    r"|tomorrow|later|soon"
    r"|monday|tuesday|wednesday|thursday|friday|will be|nach (?!wie)|sobald|wenn|falls|bis|morgen|später|bald|après"
    r"|quand|dès que|lorsque|si"
    r"|demain|plus tard|bientôt|después|cuando|en cuanto|si|hasta|mañana|luego|pronto)\b"
)
"""What holds in a case or at a time to come."""
_AS_NEEDED = Pattern(
    r",? (?:if|in case|should|falls|wenn|si|por si|s'il) (?:you|u|we|du|ihr|wir|tu|vous|te|lo|la)\b[^,;.]{0,40}?"
    r"\b(?:need|want|like|have to|brauch\w*|willst|wollt|möchtest|besoin|veux|voulez|faut|hace falta|necesit\w+"
    r"|quier\w+)\b[^,;.]*"
    r"|,? if (?:you|u) (?:think|feel|find|believe|wish|prefer|see)\b[^,;.]*"
    r"|,? (?:if (?:needed|necessary|required)|wenn nötig|falls nötig|bei bedarf|si (?:besoin|nécessaire)|au besoin"
    r"|si (?:hace falta|es necesario|quieres|queréis))\b"
)
"""Words that leave it to somebody to make use of something: `if you need it` is not a condition."""
_WHETHER = Pattern(
    r"\b(?:asks?|asked|wonders?|see|check|know|tell(?:s|ing)?|fragt?|demande|pregunta|pergunta|chiede|vraagt)"
    r" (?:me |us |mich |uns )?(?:if|whether|ob|si|se|of)\b"
)
"""Where somebody asks whether: `she asks if you can` is no condition."""
_SENT = Pattern(
    r"(?:(?:please|and|then|now|also|bitte|por favor) )*(?:tell|remind|inform|message|mail|email|answer|reply to"
    r"|write (?:back )?to|let (?!me\b|us\b|it\b|that\b|them\b)\w+ know|sag|schreib|antworte|dis à|écris à|réponds à"
    r"|dile a|escribe a|responde a) (?!me\b|us\b|mir\b|uns\b)\w"
    r"|(?:(?:please|and|then|now|also|bitte) )*(?:ask|frage?) (?!me\b|us\b|mich\b|uns\b)[\w']+ (?:\w+ )?"
    r"(?:whether|if|what|when|why|how|ob|wann|warum|wie)\b"
)
"""How a person sends something to somebody else."""
_QUOTED = Pattern(r"\"[^\"]*\"|(?<!\w)'.+?'(?!\w)|“[^”]*”|„[^“”]*[“”]|«[^»]*»")
_OTHER = Pattern(r"\b(?:(?:an)?other|else|ander\w+|autres?|otr[ao]s?)\b")
"""Something else than what was spoken of."""
_NOT = Pattern(
    r"\b(?:not|never|don'?t|do not|can'?t|cannot|mustn'?t|shouldn'?t|won'?t|isn'?t|aren'?t"
    r"|(?<!mexer )no(?! longer| more| need)"
    r"|without|nicht(?! mehr)"
    r"|nie(?:mals)?|kein\w*|ne|n'|pas|jamais|nunca|jamás|no)\b|n't\b"
)
_PATTERNS = {
    RULE: Pattern(
        r"\b(?:forget|drop|scrap|ignore|cancel|lift|scratch|strike|remove|abolish)(?: about)? (?:the|that|this|my"
        r"|our|those)"
        r" (?:[\w-]+ ){0,4}?(?:rules?|convention|ban|requirement|restriction|limit|policy)\b"
        r"|\b(?:rules?|convention|ban|requirement|restriction|limit|policy|freeze|embargo|moratorium"
        r"|lock)\b.{0,60}?\b(?:is|are|was) (?:now )?"
        r"(?:off|gone|out|lifted|history|over|dead|obsolete|cancel\w+)\b"
        r"|\b(?:no longer|n't|not) (?:appl(?:y|ies)|holds?|counts?|valid|in force)(?: any ?more| any longer)?\b"
        r"|\b(?:forget|ignore|never ?mind|scratch)(?: about)? what i (?:said|told you|wrote|asked)\b"
        r"|\bi (?:hereby )?take (?:it )?back (?:what i (?:said|wrote|asked)|the|that|my)\b|\bi take (?:that|this"
        r"|the rule|the ban) back\b"
        r"|\bvergiss (?:die regel|die vorgabe|das verbot|das mit|was ich)\b|\b(?:regel|vorgabe|verbot"
        r"|das mit)\b.{0,60}?"
        r"\b(?:gilt nicht mehr|entfällt|hinfällig|aufgehoben|vom tisch|vergessen|fällt weg|ist weg)\b"
        r"|\bgilt (?:ab jetzt )?nicht mehr\b"
        r"|\boublie[sz]? (?:la règle|ce que j'ai dit|l'interdiction)\b|\b(?:règle"
        r"|interdiction)\b.{0,60}?\b(?:ne vaut plus|plus valable"
        r"|s'applique plus|levée|tombe)\b"
        r"|\bolvid\w+ (?:de )?(?:la regla|lo que (?:te )?dije|lo de|la prohibición)\b|\b(?:regla|prohibición)\b.{0,60}?"
        r"\b(?:ya no|anulada|se levanta|sin efecto)\b"
    ),
    NEED: Pattern(
        r"\b(?:no longer (?:need(?:s|ed)?|have|has|necessary|required|mandatory|wanted)|(?:don't|do not|doesn't"
        r"|needn't|need not|dont)"
        r" (?:need|have|ask|want)?\b.*\bany ?(?:more|longer)|no (?:more )?need (?:to|for)\b.*\bany ?(?:more|longer)"
        r"|no more need"
        r"|(?:isn't|aren't|is not|are not|not) (?:needed|necessary|required|mandatory) any ?(?:more|longer)"
        r"|you (?:can|may) stop \w+ing)\b"
        r"|\b(?:muss|müssen|musst|brauch\w*)\b.{0,80}?\b(?:nicht|kein\w*) mehr\b|\bnicht mehr (?:nötig|notwendig"
        r"|erforderlich|pflicht)\b"
        r"|\bplus (?:besoin|nécessaire|obligatoire)\b|\bn'(?:as|avons|avez|ont) plus (?:besoin|à)\b"
        r"|\bya no (?:hace falta|es necesari\w+|hay que|tienes que|tenemos que|necesit\w+|es obligatori\w+)\b"
    ),
    AGAIN: Pattern(
        r"\b(?:you|u|we|everyone|everybody|anyone|agents?|one)(?:'re| are)? (?:can|may|could"
        r"|(?:are )?(?:now )?allowed to|free to|welcome to)\b"
        r".*\b(?:again|now|as you (?:like|wish|please))\b"
        r"|\bfeel free to\b.*\b(?:again|now)\b"
        r"|(?:\b(?:is|are)|'s|'re) (?:now )?(?:fine|ok(?:ay)?|allowed|permitted|free|open|unlocked|unfrozen"
        r"|acceptable|welcome|legal|fair game|safe)"
        r"(?: to \w+| for (?:us|you|me|all|every\w+))?,? (?:again|now|from now on)\b"
        r"|\b(?:may|can) be [\w-]+ (?:again|now)\b|(?:\b(?:is|are)"
        r"|'s) (?:all )?yours(?: again| now)?\b"
        r"|(?:\b(?:is|are)|'s) now (?:allowed|permitted|fine|ok)\b"
        r"|(?:\b(?:is|are)|'s) (?:fair game|up for grabs|ours again)\b"
        r"|\b(?:est|sont) (?:de|à) nouveau (?:à nous|libres?|ouverte?s?)\b|\bgehör(?:t|en) (?:jetzt |nun )?wieder uns\b"
        r"|\bvuelven? a ser nuestr\w+"
        r"|\bno longer (?:forbidden|off[- ]limits|out of bounds|closed|reserved|frozen|locked|banned"
        r"|taboo|blocked)\b"
        r"|\b(?:darfst|kannst|dürfen|können|darf|kann|könnt|dürft)\b.{0,80}?\bwieder\b|\b(?:darfst|dürfen"
        r"|dürft) (?:du |wir |ihr )?jetzt\b"
        r"|\bab jetzt (?:erlaubt|ok|okay|frei|in ordnung)\b"
        r"|\bwieder (?:erlaubt|ok|okay|frei|möglich|gestattet|in ordnung)\b|\bnicht mehr (?:verboten|tabu|gesperrt)\b"
        r"|\b(?:tu peux|vous pouvez|on peut)\b.{0,80}?(?:\bde nouveau\b|à nouveau\b|\bmaintenant\b)|\b(?:de nouveau"
        r"|à nouveau)"
        r" (?:permis\w*|autorisé\w*|ok|possible|libres?)\b|\bn'(?:est|sont) plus (?:interdit\w*|bloqué\w*)"
        r"|\bya (?:puedes|podéis|se puede\w*|podemos|está\w* permitid\w+)\b|\b(?:puedes|podemos|se puede) volver a \w+"
        r"|\bvuelve\w* a estar (?:permitid\w+|libres?)|\b(?:queda\w*|está\w*) (?:otra vez |de nuevo |ya )?libres?\b"
        r"|\b(?:puedes|se puede)\b.{0,80}?\b(?:otra vez|de nuevo|ahora)\b"
        r"|\bya no está\w* prohibid\w+"
        r"|\b(?:t[áa]|está|ficou|foi|fica) (?:agora |de novo )?(?:liberad[oa]s?|livres?)\b|\bjá (?:pode\w*|podemos)\b"
        r"|\bpode\w*\b.{0,80}?\b(?:de novo|novamente|agora)\b"
        r"|\b(?:puoi|possiamo|si può)\b.{0,80}?\b(?:di nuovo|adesso|ora)\b|\bè (?:di nuovo |ora )?liber[oa]\b"
        r"|\b(?:mag|mogen|kan|kunnen)\b.{0,80}?\bweer\b|\bis (?:nu )?weer vrij\b"
    ),
    BACK: Pattern(
        r"(?:^|[,;:.] |\b(?:we(?:'re| are)|let's go|let us go|go|going|switch|switching|and|but|so|then"
        r"|please) )(?:please )?back (?:to|on|with)"
        r" (?!(?:the |your |my |our )?(?:work|task|topic|issue|bug|start|beginning|problem|question|point|that|it"
        r"|this|main|master)\b)"
        r"|^[\w -]{3,40}? (?:use|with) [\w-]+(?: [\w-]+)? again[.!]*$"
        r"|\b(?:zurück (?:zu|auf)|wieder (?:auf|mit|in|zu|als)) |\b(?:on revient à|revenons à|retour à|retour aux) "
        r"|\b(?:volvemos a|vuelta a) "
    ),
    DONE: Pattern(
        r"\b(?P<soon>[^\W\d_][\w-]+) should be (?:done|finished|through)\b"
        r"|\b(?P<who>[^\W\d_][\w-]+)(?: is| has| are| have|'s) (?:now |already |finally |all |probably )*(?:done"
        r"|finished|through|completed|merged|landed|off it|live|gone live)\b"
        rf"|{RELEASED}"
        r"|\b(?P<whose>[^\W\d_][\w-]+)'s? (?:[\w./#-]+ ){1,5}?(?:is|are|was|has|have|has been|have been"
        r"|got) (?:now )?(?:merged|done|finished|in|gone in|landed"
        r"|complete|over|live|out)\b"
        r"|\b(?P<wer>[^\W\d_][\w-]+) (?:ist|hat)\b.{0,40}?\b(?:fertig|durch|abgeschlossen|gemergt)\b"
        r"|\b(?P<qui>[^\W\d_][\w-]+) a (?:bien |enfin )?(?:fini|terminé|fusionné)\b"
        r"|\b(?P<quem>[^\W\d_][\w-]+) (?:já )?(?:terminou|acabou|concluiu)\b"
        r"|\b(?P<chi>[^\W\d_][\w-]+) ha (?:già )?(?:finito|terminato)\b"
        r"|\b(?P<wie>[^\W\d_][\w-]+) is (?:nu |er )?klaar\b"
        r"|\b(?P<quien>[^\W\d_][\w-]+) (?:ya )?(?:ha |está )?(?:terminado|terminó|acabado|acabó|listo|lista)\b"
    ),
}
_REFUSED = (AGAIN, BACK, DONE)
"""Forms that a negation turns round."""


class Lifting:
    """What a sentence lifts."""

    def __init__(
        self,
        text: str,
        form: str,
        names: "frozenset[str]",
        deeds: "frozenset[str]",
        who: str,
        *,
        clause: str,
        is_sure: bool,
    ):
        self.text = text
        self.clause = clause
        """The part in which it lifts something, in lower case."""
        self.form = form
        self.names = names
        """The things that it names."""
        self.deeds = deeds
        self.who = who
        """Who is done."""
        self.is_sure = is_sure

    @property
    def points(self) -> bool:
        """Whether it only points at what it lifts: `you can touch it again`."""
        return not self.names and not self.who


def is_for_once(text: str) -> bool:
    """Whether a sentence speaks of this time only."""
    return is_bounded(text.lower())


def is_sent(text: str) -> bool:
    """Whether a sentence asks to tell somebody else something: `tell Bob he can skip the linter`."""
    return _SENT.match(text.lower()) is not None


def may_lift(text: str) -> bool:
    """Whether a text, in lower case, has a word of a lifting."""
    return any(hint in text for hint in HINTS)


def read_lifting(sentence: str, before: str = "") -> "Lifting | None":
    """What a sentence of a person lifts; None if it lifts nothing. `before`: the sentence before it, for `it`."""
    text = " ".join(sentence.lower().replace("’", "'").split())
    if len(text) > MAX_TEXT or text.rstrip("\"')*_ ").endswith(("?", "？")) or not may_lift(text):
        return None
    if _CASE.search(_WHETHER.sub("", _AS_NEEDED.sub("", text))) or is_sent(text):
        return None
    if is_bounded(text) and not says_released(text):
        return None
    quoted = [span.span() for span in _QUOTED.finditer(text)]
    is_negated = _NOT.search(text) is not None and _ENDS_BAN.search(text) is None
    for form, pattern in _PATTERNS.items():
        match = pattern.search(text)
        if match is None or (form in _REFUSED and is_negated):
            continue
        if any(start <= match.start() and match.end() <= end for start, end in quoted):
            continue
        lifting = _make_lifting(sentence, text, form, match, before)
        if lifting is not None:
            return lifting
    return None


def _make_lifting(sentence: str, text: str, form: str, match: "re.Match[str]", before: str) -> "Lifting | None":
    who = next((value for value in match.groupdict().values() if value), "")
    if (form == DONE and (who in STOP or who in _NOBODY or _OTHER.search(text))) or (
        form == NEED and _ONE_THING.match(text)
    ):
        return None
    clause = text
    if form == BACK:
        if _TOPIC.match(text):
            return None
        text = _LIKE.split(text[match.end() :])[0]
    elif form == AGAIN:
        clause = text = _take_clause(text, match)
    elif form == NEED:
        text = _take_need(text, match)
    mention = match[0] if is_version(who) else who
    names, deeds = read_names(_REPORTED_SPEECH.sub(" ", text.replace(mention, " ", 1) if who else text))
    names = drop_release_words(names) if is_version(who) else names - {who, strip_ending(who)}
    if not names and not who and before:
        names = read_names(before)[0]
    if form in (AGAIN, NEED) and not names and not deeds:
        return None
    doubted = clause if form == AGAIN else sentence.lower()
    return Lifting(
        sentence, form, names, deeds, who, clause=clause, is_sure=_ASIDE.search(_AS_NEEDED.sub("", doubted)) is None
    )


def _take_clause(text: str, match: "re.Match[str]") -> str:
    """The clauses in which something is allowed: what else a sentence says names nothing that is lifted."""
    start = max((joint.end() for joint in _JOINT.finditer(text, 0, match.start())), default=0)
    joint = _JOINT.search(text, match.end())
    return text[start : joint.start() if joint else len(text)]


def _take_need(text: str, match: "re.Match[str]") -> str:
    """The words that tell what is needed no longer, without a clause before or behind that says why: `legal changed
    their mind, ...`. The whole text, where they only point at it."""
    start = max((joint.end() for joint in _JOINT.finditer(text, 0, match.start())), default=0)
    reason = _NEWS.search(text, match.end())
    clause = text[start : reason.start() if reason else len(text)]
    return clause if read_names(clause)[0] and not _POINTS.search(clause) else text


_POINTS = Pattern(r"\b(?:it|them|that|this|those|these|es|das|sie|ça|cela|eso)\b")
_NEWS = Pattern(
    r"[,;:] (?:(?:the|our|my|his|her|die|der|unsere?|mein\w*) )?[\w-]+ (?:has |have |hat |haben |a |ha )?(?:changed"
    r"|said|says|gave|agreed|decided|dropped|withdrew|called|approved|told|came|geändert|gesagt|nachgegeben)\b"
)
"""A clause that says who has changed something."""
_JOINT = Pattern(r"[,;:] |\b(?:so|also|donc|así que) ")
"""Where a clause ends and another one begins."""
_ENDS_BAN = Pattern(
    r"\b(?:no longer|nicht mehr|n'\w+ plus|ya no) (?:\w+ )?(?:forbidden|off|out of|closed|reserved|frozen|locked|banned"
    r"|taboo|blocked|verboten|tabu|gesperrt|interdit|bloqué|está|están)"
)
_ONE_THING = Pattern(r"(?:this|that|dies\w+|ce|cet|cette|est[ea]) (?!rule|rules|regel|règle|regla)\w+")
"""How a sentence begins that speaks of one thing at hand."""
_LIKE = Pattern(
    r",| (?:of|for|in|like|that|where|because|since|as|wie|weil|von|bei|pour|dans|comme|para|como|porque)\b"
)
"""What follows the thing that is back."""
_TOPIC = Pattern(
    r"(?:(?:ok(?:ay)?|so|now|right|morning|hi|hello|and|then|well|good|anyway|jetzt|so|also|gut|alors|bon|bueno)[\s,.]+)*"
    r"(?:let(?:'s| us) (?:go|get|come) |we(?:'re| are) )?(?:back (?:to|on|at) (?:the|our|my)|zurück (?:zu|zur|zum)"
    r"(?: den| dem| der)?|on revient (?:à la|au|aux)|retour (?:à la|au|aux)|volvemos (?:al|a la|a los|a las)"
    r"|vuelta (?:al|a la|a los|a las))"
    r" (?!(?:old|former|previous|original|first|basic|plain|simple|classic|usual|normal|earlier|alte\w*|vorige\w*)\b)"
    r"[\w-]+(?: (?:work|branch|feature|task|stuff|part|thing|code|side|page|ticket|pr|arbeit))?[.!:;,]*$"
)
"""How a person comes back to a piece of work: `back to the hints.`"""
_NO_PERSON = "it that this you we i they everything all build test tests job run work and be is not almost"
_NOBODY = frozenset(_NO_PERSON.split())
