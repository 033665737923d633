"""Choices in full sentences, as people write them who put their points in numbers and their reasons in clauses.

`The cache is therefore to be cleared at night`, `the default must be 30 days after all`, `no format of our own`, `she
wants one per branch`. The sentences of one numbered point are read together: what they settle is one decision, the
others say why. What the point before names as wrong is what it replaces.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.decisions.wish_forms import WISHES, wishes
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.deliberations import is_no_choice
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.reasons import join_reasons, split_reason
from backstory.capture.text.sentence_ends import strip_end
from backstory.capture.text.small_talk import GREETING, decides_nothing
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.84
_MAX_TEXT: Final = 400
"""Characters of a sentence that settles something."""
_MAX_REASON: Final = 400
_MAX_POINT: Final = 280
"""Characters of the sentences of a point that are one decision."""
_NOUNS: Final = (
    r"(?!(?:i|you|we|he|she|it|they|this|that|these|those|there|what|who|which|how|why|where|when|if|whether|because"
    r"|since|as|one thing|my|your|nobody|somebody|everybody)\b)"
    r"(?:(?!(?:i|you|we|he|she|they|if|when|because|since|until|must|should|is|are|was|were|has|have|had|will"
    r"|would|can"
    rf"|could|may|does|do|did)\b)[\w{MASK}./'()#-]+,? ){{1,10}}?"
)
_TO_BE: Final = (
    r"(?:(?:must|shall|should|may|need)(?: not| never| only| always)?(?= (?!have\b|be (?:down|wrong|broken|right"
    r"|missing"
    r"|easy|fine|possible|enough|true)\b|go\b|leave\b|see\b|look\b|stop you\b|know\b|come\b)[a-z])"
    r"|(?:is|are)(?: not| always| never)? to(?= (?!blame\b|come\b|see\b|say\b|do with\b|find\b|look\b|read\b)[a-z])"
    r"|(?:has|have) to(?= (?:be|stay|remain|have|come|go (?:in|to|through)|contain|carry|return|name|hold|keep"
    r"|match|work"
    r" without)\b))"
)
_MUST: Final = Pattern(rf"^(?:(?:and|but|so|then|in which case)[\s,]+)*(?:there |{_NOUNS}){_TO_BE}")
"""`a capacity of 0 is to be allowed`, `the name must not be empty`"""
_AFTER_ALL: Final = Pattern(rf"^{_NOUNS}(?:{_TO_BE}|stays?|remains?|becomes?|goes|gets|comes|uses?)\b.*\bafter all\b")
_THEREFORE: Final = Pattern(
    rf"^{_NOUNS}(?:is|are|becomes?|gets?|stays?|remains?|goes|go|comes?|takes?|uses?|returns?|will|must|shall"
    r"|should|has to"
    r"|have to|cannot|can only)(?: not)? (?:therefore|hence|thus|consequently)\b(?! (?:slow|wrong|broken|lost"
    r"|missing|red))"
)
"""`the budget is therefore an object of its own`"""
_HENCE: Final = Pattern(
    r"(?:^(?:and )?|(?:,|;|:| [–—-]) (?:and )?)(?:(?:therefore|hence|thus|consequently|for (?:this|that) reason)|so"
    r"(?= (?:it|they) (?:becomes?|is to|are to|must)\b)),? "
    r"(?P<what>(?:(?:we|i)(?:'ll| will| shall)? (?!(?:need|think|see|guess|know|have to|had|was|can|cannot|could"
    r"|[a-z]+ed)\b)[a-z]+"
    r"(?: [a-z]+)? \w"
    rf"|(?:it|they) (?:becomes?|stays?|remains?|is to|are to|must|goes|gets)\b"
    rf"|{_NOUNS}(?:{_TO_BE}|becomes?|stays?|remains?|gets?|goes|comes?|wakes?|moves?|takes?|starts?|ends?|(?:is"
    r"|are)(?: only| always"
    r"| never| not)? (?:(?!found\b|lost\b|broken\b|gone\b|confused\b)[a-z]+(?:ed|en|wn)|shown|kept|put|read|built|set"
    r"|handed|sent|made|left|cut)\b)).*)$"
)
"""`hence the default becomes 0.1`, `..., so it becomes 40`"""
_NONE: Final = Pattern(
    rf"^(?:and |so |then )?no (?!need\b|idea\b|problem|doubt|wonder|matter|one\b|hurry|rush|luck|surprise|longer|more\b"
    rf"|chance|objection|change|news|answer)[\w{MASK} -]{{2,60}}?(?: of (?:our|its|their|my|your) own\b|: \w"
    r"| for (?:the|an?)"
    r" (?:old|former|other)\b)"
)
"""`no exception type of our own`, `no aliases: nothing has been released`"""
_RATHER: Final = Pattern(
    r"^(?:in order (?:that|to) [^,]+, |so that [^,]+, )?(?:i|we) (?:would like|would prefer|want|prefer|should like) "
    rf"(?!to (?:see|know|read|hear|have a)\b)[\w{MASK} ,'()-]+ (?:rather than|instead of|and not|in place of)\b"
)
"""`I would like an event of its own rather than the old one`"""
_CONTRAST: Final = Pattern(
    rf"^(?:(?:and|but|so|then)[\s,]+)*{_NOUNS}(?!(?:is|are) (?:that|what|why|because)\b)(?:is|are"
    rf"|[a-z]{{3,}}s)\b[^;:?]*\band (?:not|never) (?:the|an?|upon|in"
    rf"|with|by|its|on|as|at|from|per|for|to|through|before|after|[a-z]+ed|[{MASK}])[^;:?]*?,? (?:so that|because"
    r"|since|as|in order)\b"
    r"|^(?:please )?(?:count|take|store|keep|read|write|measure|compare|sort|send|show|print|use|put|build|call)\b"
    rf"[^;:?]*\band not (?:upon|in|with|by|on|when|while|before|after|the|an?|[{MASK}])"
)
"""`the index is built at night and not upon saving, as ...`, `count with the outcome, and not upon creation`"""
_SETTLED: Final = Pattern(
    rf"^(?:(?:so|then|well|yes|no)[\s,]+)*(?:{MASK}+ it (?:is|shall be)\b(?! (?:not|a|too)\b)"
    r"|it stays[:,]|it stays (?:that way|as it is)\b|let us say (?:that )?(?:it|the|an?|we)\b"
    rf"|let (?!(?:us|me|it|him|her|them|go)\b)(?:the|all|every|each) [\w{MASK} -]{{2,40}}? (?:ask|do|be|decide"
    r"|send|keep|hold|take"
    r"|read|write|check|return|wait|throw|refuse|call|handle|own|use)\b"
    rf"|[^;:?]*, and {_NOUNS}shall (?!we\b|i\b)[a-z]+"
    r"|(?<=s, |o, )(?:with|without|by|in|as|from) (?:the|an?|no) [^,;:?]+, (?:that is|because|since|as|which is)\b"
    rf"|everything else (?:is|are|comes|stays|remains|gets)\b(?! (?:fine|good|ok|clear|green|done|works)\b)"
    r"|whoever \w+[^?]*\b(?:shares?|gets?|has to|must|passes|creates?|takes?|uses?|pays?|sets?)\b)"
)
"""`so --recent it is`, `everything else is an error`, `whoever wants to share it passes it on`"""
_KEEPS_NOW: Final = Pattern(
    r"^(?:(?:and|but|so|then)[\s,]+)*let us (?:keep|use|have|stay with|go with|take|leave)\b[^;:?]*,? (?:because"
    r"|since|as)"
    r" \w+ \w+ \w"
)
"""`let us keep one per instance for now, because ...`: it holds until the reason does no longer."""
_ON_PURPOSE: Final = Pattern(
    r"^(?:and )?(?:that|this|it) is (?:on purpose|intended|deliberate|intentional|by design)\b"
)
_BETTER: Final = Pattern(r"\b(?:would|might) be (?:better|clearer|kinder|simpler|safer|more \w+)\b")
_DOES_SO: Final = Pattern(
    r"^(?:yes\b[^,;:]{0,12}$|(?:please )?(?:rename|change|use|take|call|make|move) (?:it|them|that)\b|so (?:it is"
    r"|be it)\b)"
)
"""`--latest would be better, I think. Yes.`"""
_ANSWERS: Final = Pattern(
    r"\b(?:my|our|the) (?:answers?|choices?|decisions?)\b|\bi (?:should|would) (?:think|say|suggest) that$"
)
"""The line above points that settle something, each of them."""
_OPEN: Final = Pattern(
    r"\b(?:no opinion|do not know|don't know|not sure|undecided|another question|the question of|remains|things? that"
    r"|agreed|thank|worr(?:y|ies)|would you|could you)\b"
)
_WRONG: Final = Pattern(
    rf"^(?:(?:but|and|also)[\s,]+)*(?P<what>[\w{MASK} ./'()-]{{3,60}}?) (?:is|was|are|were) (?:(?:also|simply|just"
    r"|much|far|a bit"
    r") )*(?:wrong|mistaken|a mistake|the wrong (?:choice|way|thing|one|place)|too (?:little|much|few|many|low"
    r"|high|small"
    r"|large|big|short|long|slow)|as good as none|a bad (?:idea|choice)|no good|not enough)\b"
)
"""`one file per operator was a mistake as well`"""
_POINTS: Final = Pattern(
    r"^(?:that|this|it|they|these|you)\b(?:'s| (?:was|is|were|are)) (?:your|my|his|her|not|what)\b"
)
_NOT_TASK: Final = Pattern(
    r"\b(?:for today|this afternoon|this evening|tomorrow|tonight|until (?:then|monday|noon)|for the moment|by then"
    r"|at present|for this one)\b"
)


class _Point(NamedTuple):
    """The sentences of a paragraph or of a numbered point."""

    first: int
    sentences: Sequence[Sentence]


def add_worded_choices(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the choices that its sentences word in full."""
    kept = list(statements)
    points = _split(sentences)
    for number, point in enumerate(points):
        settling = [
            place
            for place in range(len(point.sentences))
            if _settles(point.sentences, place) and not _is_rule(point.sentences[place], kept)
        ]
        if settling:
            kept = _merge(kept, point, _make(points, number, settling))
    return kept


def _split(sentences: Sequence[Sentence]) -> list[_Point]:
    points: list[_Point] = []
    for place, one in enumerate(sentences):
        last = points[-1] if points else None
        if last and last.sentences[-1].paragraph == one.paragraph and last.sentences[-1].entry == one.entry:
            points[-1] = _Point(last.first, [*last.sentences, one])
        else:
            points.append(_Point(place, [one]))
    return points


def _is_rule(sentence: Sentence, kept: Sequence[Candidate]) -> bool:
    return any(
        one.kind == "rule" and one.quote.startswith(sentence.text) and not _speaks_of_one(sentence, one) for one in kept
    )


def _speaks_of_one(sentence: Sentence, rule: Candidate) -> bool:
    """Whether what was taken for a rule settles one thing: a wish of somebody, or a correction of what was built."""
    if rule.confidence <= _WEIGHED:
        return _LASTS.search(sentence.plain) is None
    if _LASTS_LONG.search(sentence.plain):
        return False
    return _corrects(sentence) or (rule.confidence < _PLAIN and wishes(sentence))


_WEIGHED: Final = 0.8
"""Confidence of a rule that no words speak for."""
_LASTS: Final = Pattern(r"\b(?:always|never|ever|every|each|everywhere|everything|anything|here and elsewhere|no)\b")
_LASTS_LONG: Final = Pattern(rf"{_LASTS.source}|\b(?:all|any|nothing|nobody)\b")


def _corrects(sentence: Sentence) -> bool:
    return sentence.item and _CORRECTIONS.search(sentence.heading) is not None and not _OPEN.search(sentence.plain)


_CORRECTIONS: Final = Pattern(r"\b(?:corrections?|amendments?)\b[^.]*$")


_PLAIN: Final = 0.87


def _settles(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a sentence lays down something in full words."""
    one = sentences[place]
    plain = one.plain
    if one.is_question or len(one.text) > _MAX_TEXT or _NOT_TASK.search(plain) or GREETING.match(plain):
        return False
    if _KEEPS_NOW.match(plain):
        return True
    if is_no_choice(one) or _POINTS.match(plain):
        return False
    following = sentences[place + 1] if place + 1 < len(sentences) else None
    if following and (
        _ON_PURPOSE.match(following.plain) or (_BETTER.search(plain) and _DOES_SO.match(following.plain))
    ):
        return True
    if is_errand(plain) and not _CONTRAST.match(plain):
        return False
    if any(pattern.search(plain) for pattern in (_AFTER_ALL, _THEREFORE, _HENCE, _NONE, _RATHER, _CONTRAST, _SETTLED)):
        return True
    if wishes(one):
        return True
    if one.item and _ANSWERS.search(one.heading) and not _OPEN.search(plain):
        return True
    if _corrects(one) and split_reason(one.text)[1]:
        return True
    if not _MUST.match(plain) or decides_nothing(plain):
        return False
    return one.item or split_reason(one.text)[1] != "" or WISHES.search(one.text) is not None


def _make(points: Sequence[_Point], number: int, settling: Sequence[int]) -> Candidate:
    point = points[number]
    own = [point.sentences[place] for place in settling]
    chosen = own[:1]
    for one in own[1:]:
        if sum(len(each.text) for each in chosen) + len(one.text) <= _MAX_POINT:
            chosen.append(one)
    reasons = [one for one in point.sentences if one not in own and _explains(one)]
    replaced = _find_wrong(point.sentences[: settling[0] + 1])
    before = points[number - 1] if number and _follows(points[number - 1], point) else None
    if before is not None and not reasons and _concludes(own[0]):
        reasons = [one for one in before.sentences if _explains(one)]
        replaced = replaced or _find_wrong(before.sentences)
    text, because = " ".join(one.text for one in chosen), ""
    if len(chosen) == 1:
        text, because = split_reason(strip_end(_cut(chosen[0])))
        because = join_reasons(because, _find_ground(chosen[0].text, text))
    text = _name_one(text, replaced)
    why = join_reasons(because, " ".join(one.text for one in reasons))
    return Candidate(
        kind="decision",
        text=strip_end(text),
        why=one_line(why, _MAX_REASON),
        parts={"alternatives": [replaced]} if replaced else {},
        quote=_quote(point.sentences, chosen),
        role="user",
        confidence=_CONFIDENCE,
        revises=bool(replaced) or any("after all" in one.plain for one in chosen),
    )


def _quote(sentences: Sequence[Sentence], chosen: Sequence[Sentence]) -> str:
    """The words of a choice as far as they stand in one piece."""
    first = sentences.index(chosen[0])
    together = [one for one, other in zip(chosen, sentences[first:], strict=False) if one is other]
    return " ".join(one.text for one in together)


def _name_one(text: str, replaced: str) -> str:
    """A text in which `one` says of what, as the words for what it replaces do: `she wants one (index) per branch`."""
    named = _KIND_OF.match(replaced)
    return _ONE.sub(lambda match: f"{match[0]} ({named[1]})", text, count=1) if named else text


_KIND_OF: Final = late_pattern(r"(?:one|an?|the|each) ([a-z][\w-]{2,}) (?:per|for|in|of)\b", re.IGNORECASE)
_ONE: Final = late_pattern(
    r"(?:(?<=wants )|(?<=prefers )|(?<=proposes )|(?<=have )|(?<=want ))one(?= (?:per|for|in)\b)"
)


def _find_ground(sentence: str, decided: str) -> str:
    """What a sentence says before what it settles."""
    ground = strip_end(sentence[: max(0, sentence.find(decided))].rstrip(" ,;:–—-"))
    return ground if len(ground.split()) >= _FEWEST else ""


def _cut(sentence: Sentence) -> str:
    """What a sentence settles, without the reason that it begins with."""
    hence = _HENCE.search(sentence.plain)
    if hence is None:
        return sentence.text
    start = hence.start("what")
    return sentence.text[start:] if len(sentence.text[start:].split()) >= _FEWEST else sentence.text


_FEWEST: Final = 4


def _concludes(sentence: Sentence) -> bool:
    """Whether a point follows from the one before it."""
    return _THEREFORE.match(sentence.plain) is not None or _BEGINS_HENCE.match(sentence.plain) is not None


_BEGINS_HENCE: Final = Pattern(r"^(?:and )?(?:therefore|hence|thus|consequently|for (?:this|that) reason)\b")


def _follows(before: _Point, point: _Point) -> bool:
    """Whether two points stand in one list."""
    return before.sentences[-1].item and point.sentences[0].item


def _explains(sentence: Sentence) -> bool:
    """Whether a sentence of a point may say why."""
    plain = sentence.plain
    return not (sentence.is_question or is_errand(plain) or _POINTS.match(plain) or _ON_PURPOSE.match(plain))


def _find_wrong(sentences: Sequence[Sentence]) -> str:
    """What a sentence of a point names as wrong."""
    for one in sentences:
        if wrong := _WRONG.match(one.plain):
            return one.text[slice(*wrong.span("what"))]
    return ""


def _merge(kept: list[Candidate], point: _Point, choice: Candidate) -> list[Candidate]:
    """The statements with a choice in place of those that say the same, or only its reason."""
    for one in kept:
        is_kept = one.kind == "decision" and choice.quote in one.quote and one.why and not choice.revises
        if "accepted" in one.tags or is_kept:
            return kept
    around = [one.text for one in point.sentences if not _CHOOSES.match(one.plain) or one.text in choice.quote]
    return [*(one for one in kept if not _repeats(one, choice, around)), choice]


_CHOOSES: Final = Pattern(
    r"^(?:(?:and|but|so|then|no|yes)[\s,]+)*(?:i would|i want|we|let|please|keep|use|take|call|make)\b"
)


def _repeats(one: Candidate, choice: Candidate, around: Sequence[str]) -> bool:
    """Whether a statement says what a choice says, or what its point tells around it."""
    if one.kind == "rule":
        return one.quote in choice.quote
    return one.kind == "decision" and any(one.quote.startswith(text) for text in around)
