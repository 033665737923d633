"""Which open points are settled: somebody answered, the person decided, the thing was dropped or is done."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from backstory.patterns.hold_words import STILL
from backstory.patterns.holds import normalize
from backstory.patterns.pattern import Pattern
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.stance import is_deed, reports
from backstory.recall.text.substance import split_sentences
from backstory.recall.work.deferral_words import defers
from backstory.recall.work.open_words import DAYS, UNTIL

_SAID: Final = (
    r"(?:says?|said|told|tells|answer(?:s|ed)|repl(?:y|ies|ied)|respond(?:s|ed)|confirm(?:s|ed)|decide[sd]"
    r"|wrote back|wr(?:ote|ites)|got back|came back|thought|thinks|would like(?! to)|want(?:s|ed)(?! to\b)"
    r"|prefers|agree[sd]|ok'?e?d|approved|chose|went (?:for|with)|was all for|is (?:fine|ok|okay|happy|for"
    r"|against)|likes|looked|checked|signed|cleared|sagte?|meinte?|hat|haben|will|möchte|bestätigt|antwortet"
    r"|entschied\w*|a (?:répondu|dit|tranché|confirmé|décidé)|dit|préfère|veut|ha (?:dicho|contestado|respondido"
    r"|confirmado)|dice|dijo|contest[óa]|respond(?:ió|e)|confirm[óa]|prefiere|quiere)"
)
_TOLD: Final = (
    r"(?:(?:talked|spoke|spoken|phoned|chatted|met|agreed|settled (?:it|that)) (?:to|with)|on the phone with"
    r"|heard (?:back )?from|got it from|per|according to|laut|selon|según|says?|said|sagt|meint|dit|dice"
    r"|gesprochen mit|geredet mit|parlé (?:à|avec)|hablado con|contestado|respondido|dicho|répondu|d'après"
    r"|(?:mail|message|answer|reply|antwort|nachricht|réponse|respuesta|texto) (?:\w+ ){0,3}?(?:from|by|von|de))"
)
"""What stands before the name of somebody whose answer is passed on."""
_DROP: Final = (
    r"never ?mind|forget (?:about )?|drop(?:ped)?|scrap|i decided|we decided|decided|don'?t need|is dead|is off"
    r"|finalement|laisse tomber|on (?:fait|prend|met)|wir nehmen|doch|egal|al final|ya no|olvida\w*|make it"
    r"|go (?:for|with)"
)
_DROPS: Final = Pattern(rf"\b(?:{_DROP})\b")
"""How a person drops something, or decides it at last."""
_DECIDES: Final = Pattern(
    rf"\b(?:{_DROP}|instead|let'?s|we (?:do|take|use|go|drop)|is an?|(?:has|have) (?:chosen|picked)|use|take|yes"
    r"|no)\b"
)
"""How a person decides."""
_CONSENTS: Final = Pattern(
    r"(?:['’]s| is| are|['’]re) (?:also |totally |all |quite )?(?:fine|ok(?:ay)?|happy|good|cool|on board) with\b"
    r"|\b(?:agrees|agreed|approves|approved|said yes|signed (?:it )?off|gave (?:the|his|her|their) (?:ok(?:ay)?"
    r"|blessing)|has nothing against|nothing in the way|einverstanden|stimmt zu|hat zugestimmt"
    r"|est d'accord|a donné son accord|está de acuerdo|dio el visto bueno)\b",
    re.IGNORECASE,
)
"""How somebody's consent is passed on: it leaves nothing open."""
_LONG: Final = 30
"""Words of a sentence above which two words in common say little."""
_OVER: Final = Pattern(
    r"\b(?:no need to (?:wait|ask(?! (?:me|us|about|for)\b))|never ?mind|we met"
    r"|pas besoin d'attendre|hat sich erledigt|no hace falta)\b"
)
"""How a person says that nobody waits any more."""
_MATTER: Final = Pattern(
    r"\b(?:not|never|nothing|nicht|pas|aún no|todavía no) (?:\w+ )?(?:answered|replied|said|geantwortet)\b"
)
_BACK: Final = Pattern(r"\b(?:asked|asks|wants? to know|fragt|demande|pregunta)\b", re.IGNORECASE)
_FEW: Final = 14
"""Words of a sentence of somebody that is taken for the answer, whatever it names."""
_REPLY: Final = 6
"""The same of a line of a chat by them."""
_SHARED: Final = 2
_MANY: Final = 3
"""Words of a point that a long prompt has which passes the answer on."""
_SHARE: Final = 0.5


def is_answered(parties: Collection[str], topic: frozenset[str], sentence: str, speaker: str = "") -> bool:
    """Whether a sentence of a later prompt passes on what one of those says who were asked."""
    if defers(sentence, speaker) or sentence.rstrip().endswith(("?", "？")):
        return False
    plain = normalize(sentence)
    if _MATTER.search(plain):
        return False
    heads = [party.lower() for party in parties if party]
    is_short = len(plain.split()) <= _FEW
    if speaker and any(_is_named(head, speaker.lower()) for head in heads):
        return len(plain.split()) <= _REPLY or bool(topic & word_stems(sentence))
    for head in heads:
        name = re.escape(head)
        patterns = (
            rf"\b{_TOLD} {name}\b",
            rf"\b{name}(?:'s)? (?:answer|reply|verdict|ok|antwort)\b",
            rf"\bmit {name} (?:\w+ )?(?:geredet|gesprochen|besprochen|geklärt)\b",
            rf"\b{name}(?:\W+\w+){{0,3}}?\W+{_SAID}\b",
            rf"(?:^|[,;.] ?){name}\s*: \S",
        )
        if any(re.search(pattern, plain) for pattern in patterns):
            if _BACK.search(plain) and not is_short:
                continue
            return is_short or bool(topic & word_stems(sentence))
    return False


def passes_on(parties: Collection[str], topic: frozenset[str], prompt: str) -> bool:
    """Whether a later prompt speaks of the matter and of one of those who were asked, and leaves it to nobody."""
    plain = normalize(prompt)
    named = [party for party in parties if re.search(rf"\b{re.escape(party.lower())}\b", plain)]
    is_ahead = STILL.search(plain) or UNTIL.search(plain) or DAYS.search(plain) or "?" in plain
    if not named or is_ahead or any(map(defers, split_sentences(prompt))):
        return False
    shared = topic & word_stems(prompt)
    return len(shared) >= (1 if len(plain.split()) <= _LONG else _MANY)


def is_decided(topic: frozenset[str], sentence: str) -> bool:
    """Whether the person decides in a later sentence what was left to somebody."""
    if defers(sentence) or sentence.rstrip().endswith(("?", "？")):
        return False
    plain = normalize(sentence)
    shared = topic & word_stems(sentence)
    if not shared or not _DECIDES.search(plain):
        return False
    words = len(plain.split())
    if len(shared) >= _SHARED:
        return words <= _LONG or len(shared) >= _SHARE * len(topic)
    return words <= _FEW and bool(_DROPS.search(plain))


def closes_any(sentence: str) -> bool:
    """Whether the person says that nobody waits any more, without a word of what was left to somebody."""
    return bool(_OVER.search(normalize(sentence)))


def is_done(topic: frozenset[str], sentence: str) -> bool:
    """Whether an agent reports in a later answer that it is done."""
    if defers(sentence) or STILL.search(normalize(sentence)):
        return False
    shared = topic & word_stems(sentence)
    return len(shared) >= max(_SHARED, _SHARE * len(topic)) and (is_deed(sentence) or reports(sentence))


def _is_named(party: str, speaker: str) -> bool:
    """Whether a line of a chat is by somebody: `Esi` and `Esi Boateng`."""
    return party.split()[0] == speaker.split()[0]


def list_topic(text: str, parties: Sequence[str]) -> frozenset[str]:
    """The stems that say what a point is about, without those of who decides it."""
    stems = word_stems(text) - _IDLE - frozenset().union(*(word_stems(one) for one in parties))
    return frozenset(stem for stem in stems if len(stem) > 1 or stem.isdigit())


_IDLE: Final = word_stems(
    "ask asked asking until till wait waiting waits answer answers answered reply replies replied written write message"
    " mail pinged open point question still now keep leave left stay stays then meanwhile moment decide decides decided"
    " know dont don't idea sure tomorrow today monday tuesday wednesday thursday friday saturday sunday week month"
    " whether call says said tell told please touch nothing one good other first next gefragt fragen bis antwort"
    " antwortet offen frage entscheidet lass bleibt bitte dahin demandé réponse attendant laisse preguntado conteste"
    " mientras déjalo ahora hasta queda yesterday hear back back settle settled expect figure honestly hold off"
)


def passes_on_consent(sentence: str) -> bool:
    """Whether a sentence tells that somebody agrees: `Noor wrote, she's fine with the name`."""
    return _CONSENTS.search(sentence) is not None
