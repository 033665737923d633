"""Replies to an offer at the end of an answer that is no list: `no. they'd jump`, `Refuse it. Nobody asked`.

A no with its reason turns down what was offered. An order picks the one of two ways whose verb it has. A row of short
statements, or one with `only`, answers what was asked.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from backstory.base.reversals import stem_words
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.84
_MAX_PROMPT: Final = 500
_MAX_OFFER: Final = 200
_MAX_REASON: Final = 300
_LAST: Final = 2
"""Sentences at the end of an answer of which one may offer something."""
_NO: Final = Pattern(
    r"^(?:(?:h+m+|oh|ah|well|sorry|nah)[\s,.!–—-]+)*(?:no|nope|nah|nein|non)\b(?:[\s,.:;!–—-]+|$)"
    r"(?!(?:need|problem|idea|worries|rush|more|longer|one|wait|not yet|thanks|first|hurry)\b)"
)
_LEAD: Final = r"^(?:(?:and|so|then|or|ok(?:ay)?|now|also)[\s,]+)*"
_WORK: Final = (
    r"(?:commit|push|continue|proceed|go|start|begin|run|test|merge|show|explain|look|check|try|apply|fix|investigate"
    r"|open|send|ask|tell|wait|stop|revert|undo|finish|do (?:it|that|so|this)|write (?:\w+ )?(?:\w+ )?(?:tests?|specs?)"
    r"|(?:make|create|prepare|draft) (?:a |the )?(?:commit|pr|pull|branch|patch)|record|note|remember|measure|rerun"
    r"|leave|carry on|move on|take care|help|clean up|repeat|reproduce|dig|update (?:the )?(?:changelog|docs))\b"
)
"""What an agent offers to do next, which a no does not decide for longer."""
_OFFERS: Final = Pattern(
    rf"{_LEAD}(?:(?:shall|should|can|may|could) (?:i|we)(?: then| also)?|(?:do you )?want me to|would you like me to"
    rf"|do you want (?:me|us) to) (?P<act>(?!{_WORK})[a-z]+ .+)\?"
)
_WHETHER: Final = Pattern(
    rf"{_LEAD}(?P<whole>(?:should|may|must|can) (?!(?:i|we|you|they|it|this|that)\b).+|(?:should|may) (?:it|they) .+)\?"
)
_BARE: Final = Pattern(
    rf"{_LEAD}(?:(?:shall|should|may) i(?: do (?:it|that|so))?|want (?:it|that|me to)|would you like (?:it|that)"
    r"|ok(?:ay)?|do you want (?:it|that|this))\W*\?"
)
"""A question that only asks for a yes to what the sentence before says."""
_COULD: Final = Pattern(
    r"(?:what (?:would|could|does) work is to|i (?:could|can|would|might)|we (?:could|can)|one (?:could|can)|i'd"
    rf"|it would be possible to) (?P<act>(?!{_WORK})[a-z]+ .+)"
)
_ELLIPSIS: Final = Pattern(rf"(?:and|what about|how about) (?!{_WORK})(?P<whole>.+)\?")
"""`And aliases, which have one too?`"""
_REASON: Final = Pattern(
    r"(?:(?:it|they|that|this|these|those|he|she|we|our|the|nobody|no one|everybody|people|users|there|because|since"
    r"|a|an"
    r"|every|each|that's|it's|they're|they'd|it'd|too|not|leave|keep|only|i|you)\b|[\w·./'-]+(?: [\w·./'-]+){0,4}"
    r" (?:is|are|was|has|have|only|needs?|can|can't|cannot|would|will|does|doesn't|breaks?|costs?|stays?)\b"
    r"|[\w'-]+ veto\b|[\w'-]+'s veto)"
)
"""How a reason begins, or what is to be in its place."""
_ONLY: Final = Pattern(
    r"^(?:just |only )?[\w·./' -]{2,40}(?: only| alone| and nothing else)[.!]*$|^(?:just|only) [\w· -]{2,40}$"
)
_WAYS: Final = Pattern(
    r"^(?:so |then |here )?(?:either )?(?P<one>[^?]{8,160}?),? or (?:else )?(?P<two>[^?]{6,160})[.]?$"
)
_EITHER: Final = Pattern(r"\beither\b|\b(?:could|can|would|might)\b")
_SUBJECT: Final = Pattern(
    r"^(?:(?:so|then|either)\s+)*(?:we|i|it|one|you|the \w+|this|that|they)(?: (?:could|can|would|might|will)|'d|'ll)?"
    r"(?: (?:either|just|simply|also))* "
)
_ORDER: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|then|so|please|pls|just|yes|fine|well|hm+|let's)[\s,]+)*(?P<verb>[a-z]{3,})"
    r"(?P<object>(?: [^,.;:!?]+?)?)(?=[,.;:!]|$)"
)
_POINTS: Final = Pattern(
    r" (?:it|that|them|this|those|these|the (?:first|second|latter|former|other))(?: (?:then|please|here))*$"
)
_ROW_WORDS: Final = 7
_FEWEST_ROW: Final = 3


def find_answered_offers(sentences: Sequence[Sentence], answer: str, asked: str = "") -> list[Candidate]:
    """What a prompt decides of what the answer before it offers at its end. `asked`: the prompt before the answer."""
    if not sentences or not answer or sum(len(one.text) for one in sentences) > _MAX_PROMPT:
        return []
    answered = read_sentences(answer, person=False)[-_LAST - 1 :]
    decision = (
        _find_refusal(sentences, answered) or _find_way(sentences, answered) or _find_row(sentences, answered, asked)
    )
    return [decision] if decision else []


def _find_refusal(sentences: Sequence[Sentence], answered: Sequence[Sentence]) -> Candidate | None:
    """A no with its reason, or with what is to be instead."""
    first = sentences[0]
    no = _NO.match(first.plain)
    if no is None or first.is_question:
        return None
    rest = first.text[no.end() :]
    following = [one for one in sentences[1:4] if one.paragraph == first.paragraph and not one.is_question]
    reasons = [rest] if rest.strip(" .!") else []
    for one in following:
        if is_errand(one.plain) or is_passing(one.plain):
            break
        reasons.append(one.text)
    reasons = [*takewhile(lambda reason: not _ASIDE.search(reason.lower()), reasons)]
    offered = _find_offer(answered)
    if not reasons or not offered:
        return None
    head = reasons[0].lower().replace("’", "'")
    if is_errand(head):
        return None
    if _ONLY.match(head):
        title = f"{strip_end(reasons[0])} (asked: {offered[1]})"
        return _make(title, " ".join(reasons[1:]), first.text, offered[1])
    if len(head.split()) < 3 or not _REASON.match(head):
        return None
    return _make(offered[0], one_line(" ".join(reasons), _MAX_REASON), first.text, "")


_ASIDE: Final = Pattern(r"\b(?:btw|by the way|fyi|übrigens|nebenbei|au fait|por cierto)\b")
"""A remark on something else."""


def _find_offer(answered: Sequence[Sentence]) -> tuple[str, str] | None:
    """What the end of an answer offers: what a no to it decides, and what was asked."""
    for place in range(len(answered) - 1, max(-1, len(answered) - 1 - _LAST), -1):
        one = answered[place]
        if len(one.text) > _MAX_OFFER + 40:
            return None
        if not one.is_question:
            continue
        if place and _BARE.fullmatch(one.plain):
            could = _COULD.search(answered[place - 1].plain)
            if could is None or len(answered[place - 1].text) > _MAX_OFFER + 100:
                return None
            act = answered[place - 1].text[could.start("act") :]
            return _deny(act), strip_end(act)
        if offer := _OFFERS.match(one.plain):
            act = one.text[slice(*offer.span("act"))]
            return _deny(act), act
        if whether := _WHETHER.match(one.plain):
            whole = one.text[slice(*whether.span("whole"))]
            return f"{whole[:1].upper()}{whole[1:]}? No", whole
        if ellipsis := _ELLIPSIS.match(one.plain):
            whole = one.text[slice(*ellipsis.span("whole"))]
            return f"{whole[:1].upper()}{whole[1:]}? No", whole
        return None
    return None


def _deny(act: str) -> str:
    return strip_end(f"Don't {act}".replace(", and to ", ", and ").replace(" and to ", " and "))


def _find_way(sentences: Sequence[Sentence], answered: Sequence[Sentence]) -> Candidate | None:
    """The way of two that a short order names by its verb."""
    first = sentences[0]
    order = _ORDER.match(first.plain)
    if order is None or first.is_question or len(first.plain.split()) > 2 * _ROW_WORDS:
        return None
    verb = stem_words([order["verb"]])
    for one in reversed(answered[-_LAST:]):
        ways = _WAYS.match(one.plain) if not one.is_question and _EITHER.search(one.plain) else None
        if ways is None:
            continue
        texts = [one.text[slice(*ways.span(name))] for name in ("one", "two")]
        stems = [stem_words(content_words(text.lower())) for text in texts]
        fitting = [number for number, each in enumerate(stems) if verb and verb <= each]
        if len(fitting) != 1:
            return None
        way, other = (_drop_subject(texts[number]) for number in (fitting[0], 1 - fitting[0]))
        points = not order["object"].strip() or _POINTS.match(order["object"]) is not None
        title = way if points else first.text[order.start("verb") : order.end("object")]
        reason = first.text[order.end("object") :].strip(" ,.;:!–—-")
        following = [each.text for each in sentences[1:3] if not (each.is_question or is_errand(each.plain))]
        return _make(title, one_line(" ".join(filter(None, [reason, *following])), _MAX_REASON), first.text, other)
    return None


def _drop_subject(way: str) -> str:
    match = _SUBJECT.match(way.lower())
    return strip_end(way[match.end() :] if match else way)


def _find_row(sentences: Sequence[Sentence], answered: Sequence[Sentence], asked: str) -> Candidate | None:
    """Short statements that answer a question, one behind the other, in the words of the answer."""
    if not answered or not answered[-1].is_question or len(sentences) < _FEWEST_ROW:
        return None
    row = [one for one in sentences if not one.is_question and len(one.plain.split()) <= _ROW_WORDS]
    if len(row) < len(sentences) or any(is_errand(one.plain) or _STARTS.match(one.plain) for one in row):
        return None
    words = stem_words(content_words(" ".join(one.text for one in answered).lower()))
    shared = sum(bool(stem_words(content_words(one.text.lower())) & words) for one in row)
    if shared < max(_FEWEST_ROW, len(row) - 1):
        return None
    before = [one.text.rstrip(" .?") for one in read_sentences(asked, person=True)][-1:]
    question = one_line(before[0] if before and len(before[0]) < _MAX_OFFER else answered[-1].text, _MAX_OFFER)
    row_text = " ".join(one.text for one in row)
    return _make(f"{question}: {row_text}", f"Asked: {answered[-1].text}", row_text, "")


_STARTS: Final = Pattern(
    r"^(?:no|yes|ok(?:ay)?|thanks?|good|great|nice|hm+|i|you|what|how|why|run|commit|\d+|[b-h]|a(?=[.,]))\b"
)


def _make(text: str, why: str, quote: str, other: str) -> Candidate:
    return Candidate(
        kind="decision",
        text=strip_end(text),
        why=why,
        parts={"alternatives": [one_line(strip_end(other), 120)]} if other else {},
        tags=("accepted",),
        quote=quote,
        role="user",
        confidence=_CONFIDENCE,
    )
