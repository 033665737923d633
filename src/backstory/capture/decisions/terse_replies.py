"""Replies of a few words that decide something because of what the agent said before: `Budget, not a breaker.`

They name hardly more than what is chosen or refused, and give the reason in a sentence of its own: `No callback. The
telemetry sees the error already.` What they are about stands in the answer, or in the sentence before.
"""

from collections.abc import Sequence
from typing import Final

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import identifier_parts
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.reasons import join_reasons
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.84
_LONGEST: Final = 240
"""Characters of a sentence that decides, or gives the reason."""
_MOST_WORDS: Final = 12
"""Words of an order that stands behind its reason."""
_FIRST: Final = 3
"""Sentences at the beginning of a prompt that answer what the agent said."""
_LAST: Final = 4
"""Sentences at the end of an answer in which it offers something."""
_MOST_REASONS: Final = 2
_LEAD: Final = (
    r"^(?:(?:ok(?:ay)?|good|fine|great|right|hm+|well|so|then|and|but|also|please|yes|yep|ja|gut|also|dann|oui|bien"
    r"|donc|alors|sí|vale|entonces)[\s,.!–—-]+)*"
)
_THING: Final = (
    rf"(?:(?:a|an|the|any|der|die|das|ein\w*|une?|le|la|el|los|las) )?[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,3}}"
)
_X_NOT_Y: Final = Pattern(
    rf"{_LEAD}(?P<chosen>{_THING}?),? (?:and )?(?:not|nicht|pas|no) (?P<other>{_THING}?)(?=[.,;:!–—]|$)"
)
"""`Budget, not a breaker.`"""
_NOT_SO: Final = Pattern(
    rf"{_LEAD}(?:not|nicht|pas) (?:as|in|on|by|with|via|through|from|at|into|under|for|per|als|mit|über|auf|comme"
    rf"|dans|avec|par)"
    r" [^,;:.?]{2,60}(?:[,;:–—]| -) (?:it|that|this|they|we|he|she|nobody|the|our|people|das|die|der|es|wir|ça|on"
    r"|elle|il"
    r"|\w+ (?:would|is|are|has|have|can|can't|cannot|will|does|doesn't|ist|sind|est|sont))\b"
)
"""`Not as an option, it would end up in the shell history.`"""
_REFUSES: Final = Pattern(
    rf"{_LEAD}(?:no|kein(?:e[nrsm]?)?|pas d(?:e |')|aucune?|sin|nada de) (?!need\b|problem|idea|worr|hurry|rush|more\b"
    r"|longer\b|thanks?\b|(?:further |other |additional )*(?:adjustments?|changes?|questions?|issues?|comments?"
    r"|concerns?|edits?|suggestions?|feedback)\b|way\b|doubt|one\b|difference|change\b|ahnung|eile|prisa"
    r"|tests? (?:yet|fail))"
    rf"(?P<thing>(?:(?:new|extra|more|separate|further|additional|other|own|such|neue\w*|eigene\w*|nouve\w+|nuev\w+) )?"
    rf"[\w{MASK}./-]+(?: [\w{MASK}./-]+){{0,2}})(?: (?:either|please|here|there|then|for (?:now|this|that|it)|bitte"
    rf"|dafür"
    r"|ici|aquí))*(?=[.,;:!–—]|$)"
)
"""`No new error class.`"""
_OFFERS: Final = Pattern(
    r"\?\W*$|\bi (?:can|could|would|might|propose|suggest|recommend)\b|\bi'd\b|\bich (?:kann|könnte|würde|schlage)\b"
    r"|\bje (?:peux|pourrais|propose)\b|\b(?:puedo|podría|propongo)\b"
)
"""How an agent offers or proposes something."""
_AGREES: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|yes|good|fine)[\s,]+)?(?:agreed|right|exactly|yes|ok(?:ay)?|deal|fine|settled|decided"
    r"|einverstanden|genau|gut|d'accord|entendu|de acuerdo|vale):\s+(?P<what>\S.*)$"
)
"""`Agreed: response.url when there is a response, request.url otherwise.`"""
_FEWEST: Final = 4
"""Words of what is agreed to."""
_WAS_WRONG: Final = Pattern(
    r"^(?:(?:so|ok(?:ay)?|well|then|and|but|also|damit|also|donc|alors|entonces)[\s,]+)*(?P<former>(?:the |our |my "
    r"|one )?"
    rf"[\w{MASK}-][^,;:?]{{2,60}}?) (?:was|were|war|waren|était|étaient|fue|fueron|era) (?:just |simply |plain "
    rf"|einfach )?"
    r"(?:wrong|a mistake|the wrong \w+|a bad (?:idea|call)|too \w+|falsch|ein fehler|zu \w+|une erreur|faux|fausse"
    r"|un error"
    r"|mala idea)(?:[,;:.–—]| -) (?P<now>\S[^?]{3,120})$"
)
"""`One pot for everything was wrong, count per origin.`"""
_TROUBLE: Final = Pattern(
    r"\b(?:fails?|breaks?|loses?|lost|earns?|wrong|twice|too \w+|cannot|can't|won't|doesn't|never|nobody|no longer"
    r"|otherwise|exactly when|even (?:if|when|though)|instead of|without|collides?|leaks?|blocks?|hangs?|crash\w*"
    r"|bricht|scheitert|verliert|falsch|doppelt|zu \w+|échoue|perd|casse|falla|pierde|rompe)\b|^then "
)
"""What speaks for another way than that of the agent."""
_ORDERS: Final = Pattern(
    r"^(?:so |then |please |just |also |and )*(?:(?:don't|do not|never) (?!(?:commit|push|run|start|worry|forget"
    r"|bother|touch"
    r"|ask|tell|show|do|know|think|see|get|understand|wait|stop|merge|deploy|release|want|need|have|like)\b)\w+"
    r"|only (?:the |a |an )?[\w-]+(?: [\w-]+){0,3} (?!it\b|that\b|this\b)\w+s?\b"
    r"|let (?:the |every |each |our )?(?!me\b|us\b|it\b|them\b|you\b|him\b|her\b|know\b|s\b)[\w-]+ \w+"
    r"|count|charge|split|compare|measure|key|group|sort by|cap|round|log|skip|ignore|drop|reject|return|raise|throw"
    r"|cache"
    r"|treat|store|keep)\b"
)
"""How a person orders another way in a few words."""
_ADDRESSES: Final = Pattern(r"\b(?:you|your|du|dein\w*|tu|ton|ta|vous)\b")
"""A sentence about what the agent did."""
_GOES_ON: Final = Pattern(
    r"[:：]$|^(?:(?:and|but|so|ok(?:ay)?|then|also)[\s,]+)*(?:i(?:'ll|'m| have| need| must| am| will|'ve)|next|now"
    r"|tomorrow"
    r"|thanks|ich (?:muss|bin)|je (?:dois|suis))\b"
)
"""A sentence that goes on with something else."""
_SETS: Final = Pattern(
    rf"^(?:{_LEAD[1:]})?(?:if [^,;?]{{3,80}}, )?(?:make|set|put) (?:it|that|them) (?:to "
    rf"|at )?(?P<value>\d[\d.,_]*(?: ?[\w%]+)?"
    rf"|{MASK}+)(?: then| please| now)?[.!]*$"
)
"""`If 12 still holds, make it 12.`"""
_BOUNDS: Final = Pattern(
    r"\b(?:may|can|must|should|shall|has to|have to|is allowed to|darf|dürfen|soll|muss|doit|peut|debe|puede)\b"
    r"[^.;?]{0,40}?\d[\d.,_]*[^.;?]{0,50}?\b(?:and (?:not|no) (?:\w+ )?more|and no longer|and not a \w+ more"
    r"|at (?:the )?most"
    r"|max(?:imum)?|tops|und nicht mehr|höchstens|maximal|et pas plus|au plus|y no más|como máximo)\b"
)
"""`ky may grow by 500 bytes for this and not more`"""
_UNTIL_SAID: Final = Pattern(
    r"^(?:(?:so|please|but|and|also)[\s,]+)*(?:don't|do not|nothing|no|leave|keep|hold|wait with|kein\w*|nicht\w*|ne"
    r"|lass\w*) [^;?]{3,80}? (?:until"
    r"|before"
    r"|unless|bevor|bis|avant que|tant que|hasta que) (?:he|she|they|[\w-]+|er|sie|il|elle)(?: has| have| hat)?"
    r" (?:says?|said|okays?|oks?|agree[sd]?|approve[sd]?|answer(?:s|ed)?|decide[sd]?|confirm(?:s|ed)?|sign(?:s|ed)? off"
    r"|look(?:s|ed)|replie[sd]|sagt|zusagt|entscheidet|antwortet|dit|réponde?|diga|conteste)\b"
)
"""`Don't rename anything until she says so.`"""


def find_terse_replies(sentences: Sequence[Sentence], answer: str) -> list[Candidate]:
    """The decisions that a prompt makes in a few words after an answer."""
    decided: list[Candidate] = []
    answered = read_sentences(answer, person=False) if answer else []
    words = _list_stems(answer)
    offers = [one for one in answered[-_LAST:] if _OFFERS.search(one.plain)]
    for place, one in enumerate(sentences):
        if one.is_question or len(one.text) > _LONGEST:
            continue
        candidate = (
            (_read_choice(sentences, place, words, offers) if place < _FIRST else None)
            or _read_mistake(sentences, place)
            or _read_order(sentences, place, words)
            or _read_bound(sentences, place)
        )
        if candidate is not None:
            decided.append(candidate)
    return decided


def _list_stems(text: str) -> frozenset[str]:
    """The stems of the words that tell something, and of the parts of names from code."""
    return stem_words(content_words(f"{text} {identifier_parts(text)}".lower()))


def _read_choice(
    sentences: Sequence[Sentence], place: int, words: frozenset[str], offers: Sequence[Sentence]
) -> Candidate | None:
    """What a sentence chooses or refuses of what the agent named."""
    one = sentences[place]
    if (match := _X_NOT_Y.match(one.plain)) and place == 0:
        chosen, other = (_list_stems(one.text[slice(*match.span(name))]) for name in ("chosen", "other"))
        if chosen & words and other & words and not chosen & other:
            return _make(sentences, place, replaced=one.text[slice(*match.span("other"))])
    if match := _REFUSES.match(one.plain):
        thing = one.text[slice(*match.span("thing"))]
        offer = next((each for each in reversed(offers) if _list_stems(each.text) & _list_stems(thing)), None)
        if offer is not None:
            refusal = _make(sentences, place, replaced=thing)
            offered = offer.text if len(offer.text) <= _LONGEST else ""
            return refusal._replace(why=join_reasons(refusal.why, f"Offered: {offered}")) if offered else refusal
    if place == 0 and _NOT_SO.match(one.plain) and words:
        return _make(sentences, place, revises=True)
    if (match := _AGREES.match(one.plain)) and len(match["what"].split()) >= _FEWEST:
        what = one.text[match.start("what") :]
        return None if is_errand(what.lower()) else _make(sentences[: place + 1], place, text=what)
    return None


def _read_mistake(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """What is to be instead of what a person calls a mistake."""
    one = sentences[place]
    match = _WAS_WRONG.match(one.plain)
    if match is None:
        return None
    replaced = one.text[slice(*match.span("former"))]
    return _make(sentences, place, why=_find_before(sentences, place), replaced=replaced, revises=True)


def _read_order(sentences: Sequence[Sentence], place: int, words: frozenset[str]) -> Candidate | None:
    """An order of a few words behind what speaks against the way of the agent, or a value behind its reason."""
    one = sentences[place]
    before = _find_before(sentences, place)
    if not before:
        return None
    if _SETS.match(one.plain):
        return _make(sentences, place, why=before, revises=True)
    if _UNTIL_SAID.match(one.plain):
        return _make(sentences, place, why=before)
    if len(one.plain.split()) > _MOST_WORDS or not _ORDERS.match(one.plain) or is_errand(one.plain):
        return None
    bears = bool(_list_stems(one.text) & (words | _list_stems(before))) or _ADDRESSES.search(before.lower())
    return _make(sentences, place, why=before) if bears and _TROUBLE.search(sentences[place - 1].plain) else None


def _read_bound(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """How much something may take at most."""
    return _make(sentences, place) if _BOUNDS.search(sentences[place].plain) else None


def _find_before(sentences: Sequence[Sentence], place: int) -> str:
    """The sentence before, of the same paragraph, if it states something."""
    before = sentences[place - 1] if place else None
    if before is None or before.is_question or before.paragraph != sentences[place].paragraph:
        return ""
    return before.text if len(before.text) <= _LONGEST and not is_errand(before.plain) else ""


def _make(
    sentences: Sequence[Sentence],
    place: int,
    *,
    text: str = "",
    why: str = "",
    replaced: str = "",
    revises: bool = False,
) -> Candidate:
    one = sentences[place]
    reasons = [why] if why else _list_reasons(sentences, place)
    return Candidate(
        kind="decision",
        text=strip_end(text or one.text),
        why=" ".join(reasons),
        parts={"alternatives": [replaced.rstrip(" .")]} if replaced else {},
        quote=one.text,
        role="user",
        confidence=_CONFIDENCE,
        revises=revises,
    )


def _list_reasons(sentences: Sequence[Sentence], place: int) -> list[str]:
    """The next sentences of the paragraph, as far as they state something."""
    reasons: list[str] = []
    for one in sentences[place + 1 : place + 1 + _MOST_REASONS]:
        if one.paragraph != sentences[place].paragraph or one.is_question or len(one.text) > _LONGEST:
            break
        if is_errand(one.plain) or _ORDERS.match(one.plain) or _GOES_ON.search(one.plain):
            break
        reasons.append(one.text)
    return reasons
