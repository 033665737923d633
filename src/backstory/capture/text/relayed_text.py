"""Words that a person relays: a text to be written, a message to somebody, something to translate, what others think.

What such words demand is asked of nobody here: `write in docs/x.md: never ...`, `tell Karl: never ...`, `Karl thinks we
should always ...`. Patterns of `Sentence.plain`.
"""

from collections.abc import Iterator
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_ASKS: Final = (
    r"^(?:(?:please|pls|also|and|now|then|next|ok(?:ay)?|could you|can you|would you|may i ask you to|bitte|und"
    r"|por favor|y|s'il te plaît|et)[,\s]+)*"
)
_WORK: Final = (
    r"(?:readme(?:\.\w+)?|docs?|documentation|wiki|page|handbook|manual|notes?|faq|changelog|release notes|comment"
    r"|docstring|description|tooltip|label|banner|dialog(?:ue)?|message|e-?mail|mail|letter|answer|reply|post|tweet"
    r"|slide"
    r"|blog\w*|article|paragraph|text|sentence|ticket|issue|pr|title|caption|placeholder|hint|help|usage|section"
    r"|chapter"
    r"|doku\w*|handbuch|kommentar|seite|beschreibung|notizen?|absatz|text|hilfe|page|notes|commentaire|manuel"
    r"|paragraphe|aide|documentación|página|manual|notas?|comentario|descripción|párrafo|ayuda|texto"
    r"|[\w./-]+\.(?:md|rst|txt|html?|tex|adoc|json|ya?ml))"
)
_OWN_BOOK: Final = r"(?!.{0,90}\b(?:memory|memories|rules?|claude\.md|agents\.md|gemini\.md|conventions|guidelines)\b)"
"""What is written into a file of rules is to be kept to."""
_OTHERS: Final = (
    r"(?!(?:me|us|you|yourself|it|that|this|all|mir|uns|dir|moi|nous|mí|nosotros|immer|nie|always|never)\b)"
)

TO_WRITE: Final = Pattern(
    _ASKS
    + _OWN_BOOK
    + r"(?:write|put|add|note|insert|include|document|append|mention|say|state|draft|prepare|compose|print|create|make"
    r"|schreib\w*|notier\w*|dokumentier\w*|füg\w*|ergänz\w*|trag\w*|écris|écrivez|ajoute\w*|note\w*|mets"
    r"|escrib\w*|añad\w*|agreg\w*|pon|anota)\b"
    rf"[^:]{{0,60}}\b{_WORK}\b[^:]{{0,60}}:(?:\s|$)"
)
"""`write in docs/x.md: ...`"""
TO_SAY: Final = Pattern(
    _ASKS + _OWN_BOOK + r"(?:write|draft|prepare|compose|formulate|create|add)\b[^:.]{3,80}"
    r"\b(?:that (?:says|states|tells|explains|warns|reminds)|saying|stating|telling|warning|reminding)\b"
)
"""`write a paragraph that says that ...`"""
MESSAGE: Final = Pattern(
    _ASKS + r"(?:"
    rf"(?:tell|ping|message|e-?mail|mail|write(?: to)?|writing to|remind|inform|text|dm|slack|answer|reply to"
    rf"|respond to"
    rf"|let) {_OTHERS}(?:[\w'-]+ ){{0,3}}?[\w'-]+(?: know)?(?::|,? that\b| (?:not )?to (?:always|never|only|not)\b"
    r"| (?:never|not) to\b)"
    r"|would you mind (?:writing|telling|reminding) [^:]{2,40}:"
    rf"|ask (?!.*\b(?:before (?:you|we|any|each|every|an?)|first|whenever|each time|every time)\b){_OTHERS}[\w'-]+ "
    r"(?:[\w'-]+ )?(?:whether|if (?:we|they|he|she) (?:still|can|could|may|must|should|have|need))\b"
    rf"|(?:sag|sage|sagt|schreib|schreibe|antworte|erinnere|richte|teile?) (?:bitte )?(?:an )?{_OTHERS}"
    r"(?:(?:der|dem|den|frau|herrn) )?[\w'-]+(?: (?:aus|mit|daran))?(?::|, dass\b)"
    r"|(?:dis|dites|écris|écrivez|réponds|rappelle|demande)(?: bien)? (?:à|au|aux) (?!moi\b)[^:,]{2,30}?"
    r"(?: ?:| que\b| de (?:ne|toujours)\b)"
    r"|(?:dile|diles|di|escríbele|escribe|responde|contesta|recuérdale|avísale) (?:a|al) (?!mí\b)[^:,]{2,30}?"
    r"(?::| que\b))"
)
"""`tell Karl: ...`, `ask Karl whether we still ...`, `schreib Anna, dass ...`"""
WORKED_ON: Final = Pattern(
    _ASKS + r"(?:translate|proof-?read|re-?phrase|reword|summari[sz]e|quote|übersetz\w*|formulier\w*|korrigier\w*"
    r"|traduis|traduisez|traduire|corrige|résume|reformule|traduce|traduzca|corrige|resume)\b[^:]{0,50}:(?:\s|$)"
)
"""`translate: ...`"""
PRINTED: Final = Pattern(
    r"^(?:(?:i (?:have|get|got) )?(?:the |an? |this |die |das |der |le |la |l'|el |un |une |una )?)"
    r"(?:[\w-]+ )?(?:errors?|logs?|(?:error |log )?message|output|console|exception|warning|linter|compiler"
    r"|spec(?!s: (?:no|never|always|only)\b)\w*"
    r"|fehler(?:meldung)?|meldung|ausgabe|warnung|erreur|message d'erreur|avertissement|mensaje|advertencia)\b"
    r"(?: (?:says?|said|reads?|is|tells?(?: me)?|lautet|sagt|ist|dit|dice|es))?:\s"
)
"""`error says: ...`"""
OPINION: Final = Pattern(
    r"^(?:(?:and|but|so|ok(?:ay)?|hm+|also|aber|und|mais|et|pero|y)[,\s]+)*+"
    r"(?!(?:(?:while|as|if|when|since|before|because|wenn|weil|solange|bevor|quand|cuando)"
    r" (?:i|we|you|ich|wir|je|on|yo)"
    r"|i|we|you|nobody|everybody|everyone|who|what|which|that|this|it|never|always|don't|do|ich|wir|du|je|on|nous|tu"
    r"|yo|nosotros)\b)"
    r"(?:(?:my|our|a|an|the|one|some|mein\w*|unser\w*|ein\w*|der|die|das|le|la|les|un|une|mon|ma|notre|el|mi|una"
    r"|nuestr\w)"
    r" )?[\w'-]+(?: (?!thinks|says|said|meint|pense)[\w'-]+){0,3}?(?: also| auch| aussi| también)?"
    r" (?:thinks?|thought|believes?|believed|feels?|reckons?|guess(?:es)?|suspects?|suggest(?:s|ed)|recommends?"
    r"|argues?|claims?"
    r"|(?:is|are|was|were) of the opinion|would (?:say|argue|prefer)|asked (?:whether|if)"
    r"|meint\w*|glaubt\w*|findet|denkt|fragt|schlägt vor|pense\w*|croit|trouve|estime|suggère|cree\w*|piensa\w*"
    r"|opina\w*|sugiere)\b"
    r"|^(?!(?:i|we|you|he|she|it)\b)(?:(?:my|our|the|a) )?[\w'-]+(?: [\w'-]+)? (?:says?|said|keeps saying)(?: that)?"
    r" (?:we|you|i|one) (?:should|could|might|ought to|can|may)\b"
    r"|^(?:according to|in the opinion of|laut|nach ansicht|selon|d'après|según)\b"
    r"|^(?:the|a|my|some|another|one) (?:colleague|coworker|co-worker|guy|friend|blog|article|tutorial|video|book"
    r"|course)"
    r"\w*\b[^.:]{0,40}?\b(?:said|says|told|wrote|writes|recommends?)\b"
)
"""`Karl thinks we should always ...`"""


def list_texts(sentences: list[Sentence]) -> frozenset[int]:
    """The places of the sentences of a prompt that are texts to be written, sent or worked on, or that quote them."""
    places = {place for place, one in enumerate(sentences) if _is_text(one)} | set(_list_reviewed(sentences))
    begun = {one.paragraph: place for place, one in reversed([*enumerate(sentences)]) if _BEGINS_TEXT.search(one.plain)}
    places |= {place for place, one in enumerate(sentences) if place >= begun.get(one.paragraph, len(sentences))}
    places.update(_list_letter(sentences))
    first = next((place for place, one in enumerate(sentences) if _brings_text(one)), len(sentences))
    return frozenset(places.union(range(first, len(sentences))))


def _list_letter(sentences: list[Sentence]) -> range:
    """The places of a letter that a person pastes: from a greeting below other words to where it ends.

    The words above it say that somebody wrote it, or it is signed off.
    """
    begins = next((place for place, one in enumerate(sentences) if one.paragraph and _greets(one)), -1)
    if begins < 1 or sentences[begins - 1].paragraph == sentences[begins].paragraph:
        return range(0)
    rest = range(begins, len(sentences))
    signs = next((place for place in rest if _SIGNS_OFF.match(sentences[place].plain)), -1)
    if signs < 0 and not _INTRODUCES.search(sentences[begins - 1].plain):
        return range(0)
    signs = max(signs, begins)
    last = sentences[signs].paragraph
    return range(begins, 1 + max(place for place in rest if sentences[place].paragraph <= last))


def _greets(sentence: Sentence) -> bool:
    return _GREETS.match(sentence.plain) is not None


_INTRODUCES: Final = Pattern(
    r"\b(?:sent|sends|wrote|writes|forwarded|posted|got|received|says|said|e?-?mail|message|slack|teams|ticket|issue|from"
    r"|schr(?:ieb|eibt)|bekommen|erhalten|écrit|reçu|escribió|recibido)\b"
)
_GREETS: Final = Pattern(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon)|hallo|liebe[rs]?|guten (?:morgen|tag)|bonjour|salut|hola"
    r"|estimad[oa]s?)(?: (?!claude\b|codex\b|agent\b)[\w'-]+){0,3}(?:[,:!.]|$)"
)
_SIGNS_OFF: Final = Pattern(
    r"(?:(?:many )?thanks|thank you|thx|cheers|(?:(?:best|kind|warm|with) )*regards|best(?: wishes)?\b|sincerely"
    r"|(?:viele |liebe |beste |freundliche |mit freundlichen )?gr(?:ü|u)(?:ß|ss)e?n?|danke|lg|vg|mfg|cordialement|merci"
    r"|bien à|saludos|gracias|un saludo)\b(?:\W+[\w.-]+){0,4}\W*$"
)


def _list_reviewed(sentences: list[Sentence]) -> Iterator[int]:
    """The items of a list that a person brings from somebody who has read the work: `another agent reviewed it:`."""
    reviewed = False
    for place, one in enumerate(sentences):
        reviewed = _REVIEWED.search(one.plain) is not None or (reviewed and one.item)
        if reviewed:
            yield place


_REVIEWED: Final = Pattern(
    r"\b(?:another|other|second|third|different|separate|code|an?|the) (?:ai )?(?:agent|reviewer|model|llm|bot"
    r"|assistant|session"
    r"|colleague|person|review|audit)\b[^:]{0,60}\b(?:review\w*|said|says|found|reported|noted|wrote|flagged|raised"
    r"|checked"
    r"|audited|came back|pointed out)\b[^:]{0,60}:$"
)


def is_opinion(sentence: Sentence) -> bool:
    """Whether a sentence says what somebody else thinks."""
    return OPINION.search(sentence.plain) is not None


def _is_text(sentence: Sentence) -> bool:
    return any(pattern.search(sentence.plain) for pattern in (TO_WRITE, TO_SAY, MESSAGE, WORKED_ON, PRINTED))


def _brings_text(sentence: Sentence) -> bool:
    """Whether what follows a sentence is a text to be written, sent or worked on: `create X.md with this content:`."""
    if not sentence.plain.endswith((":", "：")):
        return False
    return any(pattern.search(sentence.plain) for pattern in (TO_WRITE, MESSAGE, WORKED_ON, _CONTENT, _SENT_BY))


_BEGINS_TEXT: Final = Pattern(
    _ASKS + r"(?:(?:translate|übersetz\w*|traduis|traduisez|traduce|traduzca)\b[^:]{0,50}"
    r"|(?:write|send|draft|compose|prepare|schreib\w*|écris|escribe) (?:me |us |mir |uns )?"
    r"(?:an? |the |ein\w* |une? |una? )?(?:(?:short|quick|friendly|polite) )?"
    r"(?:e-?mail|mail|letter|message|post|tweet|announcement|reply|brief|nachricht|courriel|lettre|correo|carta)\b"
    r"[^:]{0,60}):(?:\s|$)"
)
"""An order that is followed by its text, up to the end of the paragraph: `translate: Insert the card. ...`."""
_CONTENT: Final = Pattern(
    r"\b(?:with (?:the|this|these|the following)|(?:the )?following|folgend\w*|suivant\w*|siguiente\w*)"
    r" ?(?:following )?(?:contents?|text|wording|message|prompt|description|inhalt|text|contenu|texte|contenido"
    r"|texto)\b"
)
_SENT_BY: Final = Pattern(
    r"\b(?:text|mail|e-?mail|message|nachricht|message|courriel|texte|texto|correo|mensaje)\b.{0,20}"
    r"\b(?:from|by|of|von|de|bekommen|erhalten|received|got|reçu|recibido)\b"
    r"|\b(?:got|received|habe|j'ai reçu|he recibido)\b.{0,40}\b(?:text|mail|e-?mail|message|nachricht|courriel|texto"
    r"|correo)\b"
)
