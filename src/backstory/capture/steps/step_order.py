"""The order in which steps are to be done, by what was said after they were named: `the docs before 404.html`."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.model.late_pattern import late_pattern
from backstory.patterns.step_deeds import DONE, SMALL

_HUMP: Final = late_pattern(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_EVERYTHING: Final = Pattern(
    r"\b(?:all|the whole|every|alle|die ganzen|tous les|todos los) (?:the )?(?:tests?|suite|testsuite)\b", re.IGNORECASE
)
"""A last step that names no other one, though its words stand in their names."""
_SWAPS: Final = Pattern(
    r"\b(?:swap|switch|exchange|flip|reverse|tausch\w*|vertausch\w*|invers\w*|échang\w*|intercambi\w*)\b"
)
"""How two steps are put in the place of each other."""
_WORD: Final = late_pattern(r"[^\W_]+(?:_[^\W_]+)*")
_STEM: Final = 4
_LEAST_WORD: Final = 3
_ORDER_WORDS: Final = frozenset(
    ("first", "then", "next", "last", "before", "after", "when", "once", "until", "later", "step", "steps", "finally",
     "start", "begin", "goes", "comes", "please", "tomorrow", "with", "that", "have", "will", "zuerst", "dann",
     "danach", "zuletzt", "ensuite", "puis", "primero", "luego")
)  # fmt: skip
"""Words that name no step."""
_FILES: Final = frozenset(("readme", "changelog", "makefile", "dockerfile"))
"""Names of files that begin as other words do: `read`, `change`."""
_SEQUENCE: Final = Pattern(
    r"\b(?:first|then|next|after (?:that|this)|afterwards|finally|last(?:ly)?|zuerst|erst|dann|danach|zuletzt|d'abord"
    r"|puis|ensuite|enfin|primero|luego|después|por último|order)\b"
)
_BEFORE: Final = Pattern(r"\b(?:before|ahead of|vor|avant|antes (?:de|que))\b")
_AFTER: Final = Pattern(r"\b(?:after|behind|nach|après|después de)\b(?! (?:that|this|it)\b)")
_FIRST: Final = Pattern(
    r"\bfirst(?: thing| of all| up)?(?=\W*$|[,.;:!]| (?:please|tomorrow|today|on \w+day|then|and|for|because|since|as"
    r"|thing|now|the|with)\b)"
    r"|\b(?:start|begin|go on|continue)(?:ing)? with\b|\b(?:has|have|takes?|is (?:the )?(?:top|first)) priority\b"
    r"|\b(?:is|are) (?:the )?(?:most|more) (?:urgent|important)\b|\bworr(?:y|ies) me (?:the )?most\b"
    r"|\b(?:before|ahead of) (?:anything|everything|all)\b|\babove all\b|\bvor allem anderen\b|\bavant tout\b"
    r"|\bantes que nada\b"
    r"|\b(?:zuerst|erst (?:der|die|das|den|mal)|als erstes|zuallererst|vorrang|am wichtigsten)\b"
    r"|\b(?:d'abord|en premier|commence(?:r|z|ons)? par)\b"
    r"|\b(?:primero|empiez\w+ (?:con|por)|empez\w+ (?:con|por))\b"
)
"""How something is put before the rest."""
_OPENS: Final = Pattern(r"(?:please |and |but )?(?:first|zuerst|d'abord|primero)\b")
_LAST: Final = Pattern(
    r"\b(?:(?:comes?|goes?|is|are) last|last(?=\W*$|[,.;!])|at the (?:very )?end|can wait|has to wait|zuletzt"
    r"|zum schluss|ganz am ende|kann warten|en dernier|à la fin|peut attendre|al final|por último|puede esperar)\b"
)
"""How something is put behind the rest."""
_TELLS: Final = Pattern(
    r"\b(?:i|we|you|it|they) (?:\w+ed|found|ran|saw|had|did|got|made|took|wrote|was|were)\b"
    r"|\b(?:did|broke|failed|ran|finished|took|crashed|was|were)\b"
)
"""Words of what was done."""
_POINTS: Final = Pattern(r"\b(?:that|it|this|that one|das|der|die|ça|cela|celui-là|eso|ese)\b")
_WAITS: Final = Pattern(
    r"\b(?:once|when|as soon as|after|until|till|if|sobald|wenn|dès qu\w+|quand|cuando|en cuanto)['’ ]"
    r"(?!the (?:server|client|api|request|user|page|test)s?\b|an? |it |all |every )"
    r"(?:[\w'’-]+ ){1,4}?(?:an? |the |no )?"
    r"(?:answer\w*|repl(?:y|ies|ied)|decides?|decided|decision|confirms?|confirmed|agrees?|agreed|approves?|approved"
    r"|responds?|responded|(?:gets?|got|comes?|came) back|says? (?:so|yes|ok)|signs? off|signed off|okays?|okayed"
    r"|antwort\w*|geantwortet|entsch\w+|zusag\w*|zugesagt|répond\w*|réponse|tranch\w*|respond\w*|respuesta|contest\w+"
    r"|decid\w+)\b"
    r"|\b(?:do not|don['’]?t) (?:you )?(?:start|begin|touch|tackle)\b(?! (?:before|with)\b)"
    r"|\bwait(?:s|ing)? (?:for|on) (?!the (?:server|client|request|lock|thread|timeout)s?\b|an? )\w",
    re.IGNORECASE,
)
"""How a step waits for somebody's word."""
_ENUMERATED: Final = 3
"""Steps that a confirmation names one after the other from which it tells their order."""
_CONFIRMS: Final = Pattern(
    r"(?:ok(?:ay)?|right|noted|got it|understood|agreed|fine|good|sure|so|alles klar|gut|verstanden|d'accord|entendu"
    r"|vale|entendido)\b[^:.]{0,20}[:–—] "
)
_CLAUSE: Final = late_pattern(r"[,;:]\s+")
_UNITS: Final = Pattern(
    r"\s*(?:%|[.:]\d|ms\b|s\b|kb\b|mb\b|gb\b|seconds?|minutes?|hours?|days?|weeks?|times|of\b|tests?\b)"
)


class _Mention(NamedTuple):
    """A step that a sentence names, and where."""

    place: int
    step: str


def order_steps(steps: Sequence[str], utterances: Iterable[str]) -> list[str]:
    """Steps in the order that was agreed last. Those that wait for somebody's word come behind the others.

    `utterances`: what was said after the steps were named, oldest first.
    """
    ordered = list(steps)
    own = _list_own_words(steps)
    waiting = {step for step in steps if _WAITS.search(step)}
    for sentence in chain.from_iterable(read_sentences(text, person=True) for text in utterances):
        if sentence.is_question or len(ordered) < 2:
            continue
        text = _EVERYTHING.sub(" ", _part_humps(sentence.text)).lower()
        mentions = _find_mentions(text, steps, own)
        if mentions:
            ordered = _apply(sentence, text, mentions, ordered)
            waiting |= {one.step for one in mentions if _WAITS.search(_cut_clause(text, one.place))}
    return [step for step in ordered if step not in waiting] + [step for step in ordered if step in waiting]


def puts_in_order(sentence: Sentence) -> bool:
    """Whether a sentence says what comes before what, and reports nothing as done: `Noted: the docs, then the rest.`"""
    plain = sentence.plain
    return (_SEQUENCE.search(plain) or _BEFORE.search(plain)) is not None and DONE.search(plain) is None


def _apply(sentence: Sentence, text: str, mentions: Sequence[_Mention], ordered: list[str]) -> list[str]:
    """The steps in the order that a sentence puts them in."""
    if len(mentions) == 1:
        return _move(sentence, text, mentions[0], ordered)
    if _SWAPS.search(text[: mentions[0].place]):
        return _swap(ordered, mentions[0].step, mentions[1].step)
    for one, other in pairwise(mentions) if not _TELLS.search(sentence.plain) else ():
        between = text[one.place : other.place]
        if _BEFORE.search(between):
            return _put_beside(ordered, one.step, other.step, shift=0)
        if _AFTER.search(between) and not _SEQUENCE.search(between):
            return _put_beside(ordered, one.step, other.step, shift=1)
    is_list = len(mentions) >= _ENUMERATED and _CONFIRMS.match(text) is not None
    if not (is_list or _SEQUENCE.search(text) or _FIRST.search(text)):
        return ordered
    named = [one.step for one in mentions]
    opening = text[: mentions[1].place]
    if _FIRST.search(_CLAUSE.split(opening)[-1]) or _FIRST.search(opening):
        return named + [step for step in ordered if step not in named]
    rest = iter(named)
    return [next(rest) if step in named else step for step in ordered]


def _swap(ordered: Sequence[str], step: str, other: str) -> list[str]:
    places = {step: other, other: step}
    return [places.get(one, one) for one in ordered]


def _part_humps(text: str) -> str:
    """A text with a blank between the words of a name: `next Unquoted Value`."""
    return _HUMP.sub(" ", text)


def _move(sentence: Sentence, text: str, mention: _Mention, ordered: list[str]) -> list[str]:
    """The steps with one put first or last."""
    clause = _cut_clause(text, mention.place)
    pointing = [one for one in _CLAUSE.split(text) if _POINTS.search(one)]
    others = [step for step in ordered if step != mention.step]
    if _TELLS.search(sentence.plain):
        return ordered
    if _OPENS.match(clause) or any(map(_FIRST.search, (clause, *pointing))):
        return [mention.step, *others]
    if any(map(_LAST.search, (clause, *pointing))) and not DONE.search(sentence.plain):
        return [*others, mention.step]
    return ordered


def _put_beside(ordered: Sequence[str], step: str, other: str, *, shift: int) -> list[str]:
    """The steps with one right before another one, or right behind it; where it stands so already, as they are."""
    if (ordered.index(step) < ordered.index(other)) == (shift == 0):
        return list(ordered)
    rest = [one for one in ordered if one != step]
    rest.insert(rest.index(other) + shift, step)
    return rest


def _cut_clause(text: str, place: int) -> str:
    """The clause of a sentence in which a place is."""
    ends = [match.start() for match in _CLAUSE.finditer(text, place)]
    starts = [match.end() for match in _CLAUSE.finditer(text, 0, place)]
    return text[(starts or [0])[-1] : (ends or [len(text)])[0]]


def _find_mentions(text: str, steps: Sequence[str], own: Mapping[str, str]) -> list[_Mention]:
    """The steps that a sentence names by words that only they have, or by their numbers, each where it is first."""
    places: dict[str, int] = {}
    for match in _WORD.finditer(text):
        step = own.get(_cut_stem(match[0]))
        if step is None and match[0].isdigit() and not _UNITS.match(text, match.end()):
            number = int(match[0])
            step = steps[number - 1] if 0 < number <= len(steps) and len(match[0]) == 1 else None
        if step is not None:
            places.setdefault(step, match.start())
    return sorted(_Mention(place, step) for step, place in places.items())


def _list_own_words(steps: Sequence[str]) -> dict[str, str]:
    """Stem -> the only step that has it."""
    stems = [{_cut_stem(word) for word in _WORD.findall(_part_humps(step).lower())} for step in steps]
    counts = Counter(chain.from_iterable(stems))
    return {
        stem: step
        for step, words in zip(steps, stems, strict=True)
        for stem in words
        if counts[stem] == 1 and stem and not (stem.isdigit() and len(stem) == 1)
    }


def _cut_stem(word: str) -> str:
    """A word without its ending; empty for one that names nothing."""
    has_digit = any(map(str.isdigit, word))
    if word in SMALL or word in _ORDER_WORDS or (len(word) < _LEAST_WORD and not has_digit):
        return ""
    return word if "_" in word or has_digit or word in _FILES else word[:_STEM].rstrip("s")
