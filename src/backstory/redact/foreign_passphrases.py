"""Passphrases of words that a sentence in another language than English gives after the word for one.

`La phrase secrète de la clé est les chats gris dorment tard`. Articles are words of such a passphrase too, so what
tells it from a sentence on a passphrase are prepositions, negations and participles, of which a sentence has one.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import SPOKEN_THINGS

_NOUN: Final = (
    rb"(?:phrase[ ](?:secr\xc3\xa8te|de[ ]passe)|(?:pass[ -]?phrase|passphrase)|"
    rb"frase[ -](?:de[ ](?:contrase\xc3\xb1a|paso|acesso|seguridad|seguran\xc3\xa7a)|secreta|segreta|chave|clave)|"
    rb"wachtwoordzin|wachtzin|fraza[ ]has\xc5\x82a|passwortsatz|kennsatz)"
)
_OF: Final = (
    rb"(?:[ ](?:de|du|des|del|della|dello|do|da|di|pour|para|per|von|vom|f\xc3\xbcr|van|voor|do|dla)"
    rb"(?:[ ][\w\x80-\xff'.-]{1,20}){1,5}?)?"
)
_IS: Final = (
    rb"(?:[ ]?:|[ ](?:est|es|\xc3\xa8|\xc3\xa9|is|ist|lautet|to|jest|brzmi)"
    rb"(?:[ ](?:maintenant|ahora|ora|agora|jetzt|nu|teraz))?:?)"
)
_WORD: Final = rb"[A-Za-z\x80-\xff']{1,16}"
STATED: Final = Pattern(
    rb"(?i)(?:^|[^\w\x80-\xff])" + _NOUN + _OF + _IS + rb"[ ](" + _WORD + rb"(?:[ ]" + _WORD + rb"){3,9})"
    rb"(?:[.,;!)]|[ ]*(?:\r?\n|\\n|$))"
)  # fmt: skip
"""Group: the words up to the end of the clause."""
_SAYING: Final = frozenset(
    (
        "dans sur sous chez avec sans pour par en au aux que qui dont ne pas plus jamais trop très déjà encore toujours"
        " être doit peut sera était fait mis a ont si mais ou donc car quand comme moins requise stockée perdue"
        " con sin para por del al que quien no nunca muy demasiado ya aún siempre debe puede está fue han ha si pero"
        " cuando como menos hay guardada guardado obligatoria"
        " com sem para pelo pela no na nos nas ao não nunca muito já ainda sempre deve pode foi tem mas quando como"
        " nel nella sul sulla con senza per dal dalla che chi non mai troppo molto già ancora sempre deve può era ha se"
        " ma quando come meno salvata obbligatoria"
        " im in am auf bei mit ohne für von vom zum zur dass nicht nie zu sehr schon noch immer muss kann wird war hat"
        " aber wenn wie mindestens gespeichert hinterlegt nur"
        " op bij met zonder voor niet nooit te heel al nog altijd moet kan wordt was heeft maar als"
        " w na przy z bez dla nie nigdy zbyt już jeszcze zawsze musi może był ma ale gdy jak"
        " the is are was must should not and to of for with from that this stored kept required optional"
    )
    .encode()
    .split()
)
"""Words of sentences on a passphrase."""
_THINGS: Final = SPOKEN_THINGS - frozenset(b"les los las una des aux gli".split())
"""What is said of a passphrase, articles aside."""


def _judge_words(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    words = text[slice(*groups[1])].lower().split()
    if _SAYING.isdisjoint(words) and _THINGS.isdisjoint(words) and sum(len(word) > 2 for word in words) > 3:
        yield Span(*groups[1], name)


_NEEDLES: Final = (b"phrase", b"frase", b"wachtzin", b"woordzin", b"fraza has", b"passwortsatz", b"kennsatz")
RULES: Final = ((STATED, "passphrase", _judge_words, SHAPE, _NEEDLES),)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:phrase[ ](?:secr\xc3|de[ ]passe)|pass[ -]?phrase[ ][^\n]*(?:est|es|\xc3[\xa8\xa9]|lautet|ist|to|jest)[ ]|"
    rb"frase[ -](?:de[ ]|se[cg]ret|c[hl]a)|wacht(?:woord)?zin|fraza[ ]has|passwortsatz|kennsatz)"
)
"""What announces one of them to the search."""
