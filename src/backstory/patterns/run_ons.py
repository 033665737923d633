"""Divides what was dictated, or typed without punctuation, by the words with which speech begins a new sentence.

`it takes forever on this machine let me give you the ground rules so locally only run the Mac scheme and please never
edit the project file` has no full stop. Divided, each of its rules, decisions and reasons is read and quoted by itself.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.patterns.pattern import Pattern

FEWEST_WORDS: Final = 28
"""Words of a sentence below which it is not divided."""
_WORDS_PER_SIGN: Final = 14
"""Words for each sign of punctuation from which a sentence has few of them."""
_FEWEST_OF_PART: Final = 4
"""Fewest words of a part. A shorter part joins the next one; a last one joins the one before, but for a farewell."""
_SIGN: Final = late_pattern(r"[;:.!?()–—](?=\s|$)|\n")
_COMMA: Final = late_pattern(r",(?=\s|$)")
_OF_COMMA: Final = 0.5
"""What a comma counts as a sign: dictation sets some where the speaker breathes."""
_CODE: Final = late_pattern(r"[`{}<>=\[\]|]")
_VERB: Final = (
    r"(?=(?:\s+[\w'’-]+){1,6}?\s+(?:is|are|was|were|has|have|had|should|must|can|can['’]t|will|would|need|needs|does"
    r"|doesn['’]t|do|don['’]t|i|we|you|they|ist|sind|hat|haben|muss|müssen|soll|sollen|darf|kann|wird|werden|bleibt"
    r"|est|sont|doit|doivent|peut|reste|va|es|son|está|debe|deben|tiene|queda)\b)"
)
"""What follows the article of a subject, and not that of another item of a list: `the cache and the queue`."""
_SUBJECT: Final = (
    r"(?:(?:i|we|you|they|he|she|it)\b(?!\s+(?:and|or)\b)|(?:i|we|you|they|he|she|it|there|that)['’]\w+|if\b|when\b"
    rf"|(?:the|our|my|this|these|those|that)\b{_VERB})"
)
_ORDER: Final = (
    r"(?:please|don['’]t|do not|never|always|only|just|make|use|keep|leave|write|add|run|try|check|go|put|take|rename"
    r"|move|remove|revert|drop|stop|start|also|then|first|second|now|can you|could you|would you|let['’]?s|let me|no)\b"
)
_FILLED: Final = r"(?:(?:then|also|now|maybe|uh+|um+)\s+)?"
_NEXT: Final = Pattern(
    rf"\s+(?=(?:and|but|so)\s+{_FILLED}(?:{_SUBJECT}|{_ORDER}))"
    rf"|(?<=,)\s+(?=(?:{_SUBJECT}|{_ORDER}|what['’]?s\b|whoever\b|whatever\b|an?{_VERB}))"
    r"|\s+(?=and\s+(?:give|do|tell|ask|call|name|pass|set|return|show|send|open|close|commit|push)\b)"
    r"|\s+(?=(?:and|but)\s+(?:[\w'’-]+\s+){1,3}(?:has to|have to|must|should|shouldn['’]t|needs? to|may not)\b)"
    r"|\s+(?=(?:ok|okay|alright)\s+(?:so|then|now|and|i|we|that|let|can|no|but|bye|thanks|thank|see|great|good)\b)"
    r"|\s+(?=wait\s+(?:no|actually|sorry|i|we|a (?:second|minute|moment))\b)"
    r"|\s+(?=(?:anyways?|um|uh|oh|by the way|another thing|one more thing|no hang on|no wait|no sorry|hang on)\b)"
    r"|\s+(?=(?:let me(?!\s+know)|can you|could you|now\s+(?:i|we|let))\b)"
    r"|\s+(?=please\s+(?:don['’]t|do not|never|always|also|keep|leave|make|use|write|add|run|check)\b)"
    r"|\s+(?=(?:so|and)\s+(?:locally|from now on|in general|whenever|wherever|as long as|until)\b)"
    r"|\s+(?=(?:und|aber|also)\s+(?:(?:dann|auch|bitte|nicht|nie|immer|nur|ich|wir|du|ihr|er|es|wenn)\b"
    rf"|(?:das|die|der)\b{_VERB}))"
    r"|\s+(?=(?:ähm?|äh|ach|übrigens|noch was|kannst du|könntest du|lass uns)\b)"
    r"|\s+(?=(?:et|mais|donc|alors)\s+(?:(?:puis|aussi|surtout|jamais|toujours|je|on|tu|il|elle|nous|vous|ils|c['’]est"
    rf"|ça|si|quand|ne|n['’]\w+)\b|(?:le|la|les)\b{_VERB}))"
    r"|\s+(?=(?:euh|d['’]ailleurs|autre chose|attends|est-ce que tu)\b)"
    r"|\s+(?=(?:y|pero|entonces|así que)\s+(?:(?:también|nunca|siempre|luego|yo|no|si|cuando|hay)\b"
    rf"|(?:el|la|los|las)\b{_VERB}))"
    r"|\s+(?=(?:por cierto|otra cosa|espera|puedes)\b)",
    re.IGNORECASE,
)
"""Where speech goes on with another sentence."""
_HELD: Final = late_pattern(
    r"\b(?:if|when|whether|that|because|who|which|what|how|until|till|the|a|an|to|of|in|on|for|with|is|are|was|or|and"
    r"|but|so|say|says|said|like|please|i|we|you|they|he|she|right|don['’]t|not|can|could|will|would|should"
    r"|wenn|ob|dass|weil|der|die|das|ein|eine|zu|mit|ist|bitte|si|que|parce|le|la|un|une|de|el|los)$",
    re.IGNORECASE,
)
"""Words after which no sentence begins."""
_CONCLUDES: Final = late_pattern(
    r"(?:so|also|donc|así que)\s+[\w'’-]+\s+(?:it|that|them|this|das|es|ça|lo|eso)\b", re.IGNORECASE
)
"""How an order begins that says nothing without the reason before it: `so leave that alone`."""
_EXTENDS: Final = late_pattern(
    r"(?:(?:and|but|also|now)\s+)*(?:in (?:the )?future|from (?:now|today|here) on|going forward|henceforth"
    r"|the same (?:goes|holds))"
    r"(?:\s+(?:too|either|as well|also|again))*\s*(?:,|because\b|since\b|as\b|$)",
    re.IGNORECASE,
)
"""What says of an order that it holds for longer, and nothing by itself: `also in the future, because ...`."""
_REASON: Final = late_pattern(r"\b(?:because|since|weil|denn|parce que|porque)\b[^,;]*$", re.IGNORECASE)
_ADDS_REASON: Final = late_pattern(r"(?:and|und|et|y)\s+(?:i|we|it|they|he|she|ich|wir|je|on|nous)\b", re.IGNORECASE)
"""How a second reason begins. Somebody who writes sentences with a full stop gives it in the same one."""
_CLOSES: Final = late_pattern(r"(?:ok|okay|alright)\s+(?:bye|thanks|thank|see|great|good)\b", re.IGNORECASE)
"""How a farewell begins, which is a part of its own however short."""
_SHORT_REASON: Final = 14
"""Words of a reason that stays with its order."""


def split_run_on(sentence: str) -> list[str]:
    """The parts of a long sentence that has next to no punctuation; any other sentence as a whole."""
    words = len(sentence.split()) if len(sentence) >= 2 * FEWEST_WORDS else 0
    if words < FEWEST_WORDS or _count_signs(sentence) * _WORDS_PER_SIGN > words or _CODE.search(sentence):
        return [sentence]
    is_written = sentence[:1].isupper() and sentence.endswith(".")
    starts = [0]
    ends: list[int] = []
    for match in _NEXT.finditer(sentence):
        part = sentence[starts[-1] : match.start()]
        count = len(part.split())
        goes_on = count <= _SHORT_REASON and _CONCLUDES.match(sentence, match.end())
        is_held = _HELD.search(part) or _EXTENDS.match(sentence, match.end())
        is_reason = is_written and _REASON.search(part) and _ADDS_REASON.match(sentence, match.end())
        if count >= _FEWEST_OF_PART and not (goes_on or is_held or is_reason):
            ends.append(match.start())
            starts.append(match.end())
    rest = sentence[starts[-1] :]
    if ends and len(rest.split()) < _FEWEST_OF_PART and not _CLOSES.match(rest):
        ends.pop()
        starts.pop()
    parts = [sentence[start:end].strip(" ,") for start, end in zip(starts, [*ends, len(sentence)], strict=True)]
    return list(_drop_retracted(parts))


def _count_signs(sentence: str) -> float:
    return len(_SIGN.findall(sentence)) + _OF_COMMA * len(_COMMA.findall(sentence))


def _drop_retracted(parts: list[str]) -> Iterator[str]:
    """Yields the parts without the clauses that the speaker takes back: `give me two no wait make it one`."""
    for place, (part, following) in enumerate(zip_longest(parts, parts[1:])):
        correction = _CORRECTS.match(part) if place else None  # the first part may correct somebody else
        own = part[correction.end() :] if correction else part
        if following and _CORRECTS.match(following):
            *kept, last = _CLAUSE.split(own)
            own = ", ".join(kept if len(last.split()) <= _MOST_RETRACTED else [*kept, last])
        if own:
            yield own


_MOST_RETRACTED: Final = 20
"""Words of a clause that may be taken back. A longer one says more than what is corrected."""
_NO_WAIT: Final = (
    r"wait(?!\s*(?:$|[.,]|(?:in|until|till|for|on|times?|states?|periods?|at|between|before|needed|there|or|and)"
    r"\b))"
)
"""`no wait` as a correction, not as in `there is no wait in the loop`."""
_CORRECTS: Final = late_pattern(
    rf"(?:(?:oh|ah|um+|uh+|er+)[\s,]+)*(?:no,? (?:{_NO_WAIT}|hang on|hold on|sorry)"
    r"|(?:wait|sorry|actually|hang on|hold on),? no|wait,? (?:sorry|actually)|(?:no,? )?scratch that"
    r"|nein,? (?:warte|halt|moment)|(?:warte|halt|quatsch),? nein|non,? attends|attends,? non|no,? espera)\b"
    r"[\s,]*(?:(?:no|sorry|actually|i mean|wait|nein)\b[\s,]*)*",
    re.IGNORECASE,
)
"""How a speaker takes back what was said just before."""
_CLAUSE: Final = late_pattern(r",\s+(?=(?:and|so|but|he|she|they|we|i|it|you|make|let)\b)", re.IGNORECASE)
"""Where a clause begins: what is taken back is the last one."""
