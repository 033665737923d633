"""Divides what was dictated or typed without signs into sentences, by the words with which speech begins a new one.

`... it takes forever on this machine let me give you the ground rules so locally only ever run the Mac scheme and
please never edit the project file` is one sentence to who looks for full stops. Rules, decisions and reasons in it are
read and quoted one by one.
"""

import re
from typing import Final

from backstory.patterns.pattern import Pattern

FEWEST_WORDS: Final = 28
"""Words of a sentence below which it is not divided."""
_WORDS_OF_SIGN: Final = 14
"""Words for each sign of punctuation from which a sentence has few."""
_FEWEST_OF_PART: Final = 4
"""Words of a part; a shorter one stands with the next."""
_SIGN: Final = re.compile(r"[,;:.!?()–—](?=\s|$)|\n")
_CODE: Final = re.compile(r"[`{}<>=\[\]|]")
_SUBJECT: Final = (
    r"(?:i|we|you|they|he|she|it|i['’]\w+|we['’]\w+|you['’]\w+|they['’]\w+|he['’]s|she['’]s|it['’]s|there['’]?s?|that['’]s"
    r"|this|these|those|the|our|my|what|if|when)"
)
_ORDER: Final = (
    r"(?:please|don['’]t|do not|never|always|only|just|make|use|keep|leave|write|add|run|try|check|go|put|take|rename"
    r"|move|remove|revert|drop|stop|start|also|then|first|second|now|can you|could you|would you|let['’]?s|let me|no)"
)
_NEXT: Final = Pattern(
    rf"\s+(?=(?:and|but|so)\s+(?:then\s+|also\s+|now\s+|maybe\s+|uh+\s+|um+\s+)?(?:{_SUBJECT}|{_ORDER})\b)"
    r"|\s+(?=(?:and|but)\s+(?:[\w'’-]+\s+){1,3}(?:has to|have to|must|should|shouldn['’]t|needs? to|may not)\b)"
    r"|\s+(?=(?:okay|ok|alright|anyways?|um|uh|oh|by the way|another thing|one more thing|no hang on|no wait|no sorry"
    r"|hang on|wait|let me|can you|could you)\b)"
    r"|\s+(?=now\s+(?:i|we|let)\b)"
    r"|\s+(?=please\s+(?:don['’]t|do not|never|always|also|keep|leave|make|use|write|add|run|check)\b)"
    r"|\s+(?=(?:so|and)\s+(?:locally|from now on|in general|whenever|wherever|as long as|until)\b)"
    r"|\s+(?=(?:und|aber|also|oder)\s+(?:dann|auch|bitte|nicht|nie|immer|nur|ich|wir|du|ihr|sie|er|es|das|die|der|wenn)\b)"
    r"|\s+(?=(?:ähm?|äh|ach|okay|übrigens|noch was|moment|warte|kannst du|könntest du|lass uns)\b)"
    r"|\s+(?=(?:et|mais|donc|alors)\s+(?:puis|aussi|surtout|jamais|toujours|je|on|tu|il|elle|nous|vous|ils|c['’]est|ça|le"
    r"|la|les|si|quand|ne|n['’]\w+)\b)"
    r"|\s+(?=(?:euh|ben|bon|d['’]ailleurs|autre chose|attends|est-ce que tu)\b)"
    r"|\s+(?=(?:y|pero|entonces|así que)\s+(?:también|nunca|siempre|luego|yo|no|el|la|los|las|si|cuando|hay)\b)"
    r"|\s+(?=(?:eh|bueno|por cierto|otra cosa|espera|puedes)\b)",
    re.IGNORECASE,
)
"""Where speech goes on with another sentence."""
_HELD: Final = re.compile(
    r"(?:\b(?:if|when|whether|that|because|who|which|what|the|a|an|to|of|in|on|for|with|is|are|was|or|and|but|so|say"
    r"|says|said|like|i|we|you|they|he|she|it|don['’]t|not|can|could|will|would|should|wenn|ob|dass|weil|der|die|das|ein|eine|zu|mit|ist|si|que|parce|le|la|un|une|de|el|los)\s*)$",
    re.IGNORECASE,
)
"""Words after which no sentence begins."""


_CONCLUDES: Final = re.compile(
    r"(?:so|also|donc|así que)\s+[\w'’-]+\s+(?:it|that|them|this|das|es|ça|lo|eso)\b", re.IGNORECASE
)
"""How an order begins that says nothing without the reason before it: `so leave that alone`."""
_SHORT: Final = 14
"""Words of a reason that stands with the order."""


def split_run_on(sentence: str) -> list[str]:
    """The parts of a long sentence that has next to no signs of punctuation; any other one as a whole."""
    words = len(sentence.split())
    if words < FEWEST_WORDS or len(_SIGN.findall(sentence)) * _WORDS_OF_SIGN > words or _CODE.search(sentence):
        return [sentence]
    parts: list[str] = []
    start = 0
    for match in _NEXT.finditer(sentence):
        part = sentence[start : match.start()]
        if len(part.split()) < _FEWEST_OF_PART or _HELD.search(part):
            continue
        if not (_CONCLUDES.match(sentence, match.end()) and len(part.split()) <= _SHORT):
            parts.append(part)
            start = match.end()
    rest = sentence[start:].strip()
    if parts and len(rest.split()) < _FEWEST_OF_PART:
        start -= len(parts[-1]) + 1
        parts.pop()
        rest = sentence[max(0, start) :].strip()
    return [*parts, rest] if rest else parts
