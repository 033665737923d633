"""The question with which an answer ends, and the choices that it is about: without them nobody can reply to it."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.substance import split_sentences

_ITEM: Final = Pattern(
    r"\s*(?:[-*+•]\s+|\(?(?:\d{1,2}|[A-Ha-h])[.):]\s+|\*\*\(?(?:\d{1,2}|[A-Ha-h])[.):]|\*\*[^*]{1,60}\*\*\s*[:–—-]"
    r"|#{1,6}\s+(?:\(?(?:\d{1,2}|[A-H])[.):]|option|variante?|opción)"
    r"|(?:\*\*)?(?:option|variante?|opción|way|weg|choix|plan) (?:\d|[A-Ha-h])\b)",
    re.IGNORECASE,
)
"""How a line begins that may be one of several choices."""
_POINTS: Final = Pattern(
    r"(?:^|[,;:.—–] ?|\b(?:know|me|you|so|and|on|for|of) )which(?: one| way| of)?\b"
    r"|\b(?:either|both|neither|that one|this one|one of (?:these|those|them|the)|the (?:first|second|third"
    r"|former|latter"
    r"|other|two) (?:one|option|way)?|any of (?:these|those|them)|all (?:of them|three|four)|do you agree"
    r"|beide[sn]?|entweder|welche[srnm]?|eine[sn]? davon|einverstanden|die (?:erste|zweite)"
    r"|les deux|lequel|laquelle|lesquel\w*|d['’]accord|quelle (?:option|solution)|ambas?|ambos|cuál(?:es)?|(?:los"
    r"|las) dos"
    r"|una de (?:las|estas)|de acuerdo)\b",
    re.IGNORECASE,
    wide=r"哪[个個种種一]|两[个種种]|どちら|どれ|両方|어느|어떤|둘 ?다",
)
"""Words of a question that point to what stands before it."""
_VAGUE: Final = Pattern(
    r"\b(?:it|that|this|these|those|them|so|das|dies\w*|es|cela|ça|ceci|le|eso|esto|lo|todo)\b",
    re.IGNORECASE,
    wide=r"[这那]|それ|これ|그[거렇]|이[거렇]",
)
"""Words that point back in a question of a few words."""
_EITHER: Final = Pattern(r"\b(?:or|oder|ou|o)\b|还是|還是|それとも|아니면", re.IGNORECASE)
_INVITES: Final = Pattern(
    r"\b(?:tell|let) me (?:know )?(?:which|what you (?:want|prefer|think)|whether|how you)\b"
    r"|\b(?:your (?:call|choice|decision)\b|you (?:decide|choose)\b)|\bi need (?:your|a) (?:decision|answer|input)\b"
    r"|\bsag (?:mir |bitte )*(?:bescheid,? )?(?:welche\w*|was du)\b|\bdis-moi (?:la|le|ce)\w*\b|\bdime (?:cuál|qué)\b"
    r"|\b(?:needs?|want) your (?:decision|input|call)\b",
    re.IGNORECASE,
)
"""How an agent leaves a choice to the person without a question mark."""
_MARKS: Final = ("?", "？")
_CLOSES: Final = Pattern(
    r"\b(?:anything|something|what) else\b|\bhow (?:can|may|else can) i\b|\bwhat(?:'s| is| should (?:we|i)(?: do)?|"
    r" would you like(?: me)? to do) next\b|\bsonst noch\b|\bnoch etwas\b|\bautre chose\b|\balgo más\b",
    re.IGNORECASE,
)
"""A question that only closes an answer."""
_SHORT_QUESTION: Final = 9
"""Words of a question up to which a vague word in it points back."""
_LAST_SENTENCES: Final = 2
"""Sentences at the end of an answer among which its question stands."""
_FEW_WORDS: Final = 4
"""Words of a question up to which it says too little by itself."""
_BEFORE: Final = 4
"""Sentences before a question that say what it points to."""
_FEW: Final = 3
"""Sentences up to which those beside the question stay: they say what the agent recommends."""
_MOST_ITEMS: Final = 6
_LEAST: Final = 12
"""Tokens that each choice has at least."""


class _Line(NamedTuple):
    text: str
    sentences: tuple[str, ...]
    is_item: bool
    paragraph: int


def list_question(text: str) -> list[str]:
    """The sentences of the question with which an answer ends, with the choices that it points to, in their order.
    Empty for an answer that ends in none."""
    lines = list(_read_lines(text))
    place = _find_question(lines)
    if place is None:
        return []
    row = _find_items(lines, place)
    if row:
        return _describe_items(lines, row, place)
    return _describe_prose(lines, place)


def asks_person(text: str) -> bool:
    """Whether an answer ends in a question to the person."""
    return _find_question(list(_read_lines(text))) is not None


def fit_question(sentences: Sequence[str], tokens: int) -> list[str]:
    """The sentences of a question in about so many tokens, each shortened by clauses where they are too long."""
    most = sum(map(estimate_tokens, sentences))
    if most <= tokens or not sentences:
        return list(sentences)
    return [shorten_to_clauses(one, max(_LEAST, estimate_tokens(one) * tokens // most)) for one in sentences]


def keep_question(
    spoken: Sequence[str], telling: Sequence[str], asked: Sequence[str], tokens: int
) -> tuple[list[str], frozenset[str]]:
    """The telling sentences of an answer together with those of the question at its end, and the latter by themselves.
    They are shortened where they take more than so many tokens."""
    if not asked:
        return list(telling), frozenset()
    short = dict(zip(asked, fit_question(asked, tokens), strict=True))
    return [short.get(one, one) for one in spoken if one in short or one in telling], frozenset(short.values())


def _read_lines(text: str) -> Iterator[_Line]:
    """Yields the lines of a text that hold sentences, with the paragraph that each is in."""
    paragraph, in_code, parts = 0, False, list[str]()
    for line in [*text.splitlines(), ""]:
        in_code ^= line.lstrip().startswith(("```", "~~~"))
        starts = not line.strip() or in_code or bool(_ITEM.match(line))
        if starts and parts:
            yield from _make_line(parts, paragraph)
            parts = []
        if not line.strip() or in_code:
            paragraph += 1
        else:
            parts.append(line)
    return


def _make_line(parts: Sequence[str], paragraph: int) -> Iterator[_Line]:
    text = "\n".join(parts)
    sentences = tuple(split_sentences(text))
    if sentences:
        yield _Line(text, sentences, bool(_ITEM.match(parts[0])), paragraph)


def _find_question(lines: Sequence[_Line]) -> int | None:
    """The place of the line with the question among the last ones; what follows it are only its choices."""
    left = _LAST_SENTENCES
    for place in range(len(lines) - 1, -1, -1):
        line = lines[place]
        if any(map(_is_question, line.sentences[-left:] if not line.is_item else line.sentences)):
            return place
        if not line.is_item:
            left -= len(line.sentences)
        if left <= 0:
            return None
    return None


@judged
def _is_question(sentence: str) -> bool:
    if _CLOSES.search(sentence):
        return False
    return sentence.rstrip("\"')*_ ").endswith(_MARKS) or bool(_INVITES.search(sentence))


def _find_items(lines: Sequence[_Line], place: int) -> range | None:
    """The places of the row of items that a question is about: around it, behind it, or the last one before it."""
    if lines[place].is_item:
        return _widen(lines, place)
    if place + 1 < len(lines) and lines[place + 1].is_item:
        row = _widen(lines, place + 1)
        if len(row) > 1:
            return row
    if not any(map(_points_back, filter(_is_question, lines[place].sentences))):
        return None
    before = next((n for n in range(place - 1, max(-1, place - 3), -1) if lines[n].is_item), None)
    row = _widen(lines, before) if before is not None else range(0)
    return row if len(row) > 1 else None


def _widen(lines: Sequence[_Line], place: int) -> range:
    first = last = place
    while first and lines[first - 1].is_item:
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].is_item:
        last += 1
    return range(first, last + 1)


def _describe_items(lines: Sequence[_Line], row: range, place: int) -> list[str]:
    """The sentence that opens a row of items, the first sentence of each and the question."""
    asked = [n for n in row if any(map(_is_question, lines[n].sentences))]
    row_places = list(row) if len(row) <= _MOST_ITEMS else asked[-_MOST_ITEMS:] or row[:_MOST_ITEMS]
    out = [lines[row[0] - 1].sentences[-1]] if row[0] and not lines[row[0] - 1].is_item else []
    for n in row_places:
        out += [lines[n].sentences[0], *filter(_is_question, lines[n].sentences)]
    if not lines[place].is_item:
        own = lines[place].sentences
        out += own if len(own) <= _FEW else filter(_is_question, own)
    return list(dict.fromkeys(out))


def _describe_prose(lines: Sequence[_Line], place: int) -> list[str]:
    """The questions of a line, and the sentences before them if they point back."""
    own = list(lines[place].sentences)
    first = next(n for n, one in enumerate(own) if _is_question(one))
    asked = [one for one in own[first:] if _is_question(one)]
    if not _points_back(asked[0]):
        return asked
    before = own[:first]
    for line in reversed(lines[:place]):
        if before and line.paragraph < lines[place].paragraph - 2:
            break
        if len(before) >= _BEFORE or (before and _opens_choice(before)):
            break
        before = [*line.sentences, *before]
    return [*before[-_BEFORE:], *asked]


def _opens_choice(sentences: Sequence[str]) -> bool:
    """Whether sentences name the choices already."""
    return any(_EITHER.search(one) for one in sentences)


@judged
def _points_back(question: str) -> bool:
    """Whether a question says too little without what stands before it."""
    if _POINTS.search(question) or _INVITES.search(question):
        return True
    words = len(question.split())
    return words <= _FEW_WORDS or (words <= _SHORT_QUESTION and bool(_VAGUE.search(question)))
