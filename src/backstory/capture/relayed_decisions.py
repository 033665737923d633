"""What somebody else settled, as the person passes it on: `talked to Ada, she ships it. So per her: off by default`.

The name stands in one sentence, what was settled in another one of the same paragraph: the one with the words and the
numbers of a decision.
"""

from itertools import groupby
from operator import attrgetter
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.decision_cues import NOT_PEOPLE
from backstory.capture.patterns import Pattern
from backstory.capture.prose import Sentence
from backstory.capture.sentence_ends import strip_end
from backstory.model.text import one_line

_NAME: Final = r"(?P<who>[A-ZÄÖÜÉ][^\W\d_A-Z]{2,})\b"
_TALKED: Final = Pattern(
    r"\b(?i:talked|spoke|spoken|discussed|checked|showed|shown|called|met|asked|phoned|sat down|gesprochen|geredet"
    r"|telefoniert|gezeigt|gefragt|parlé|hablé)\b[^.!?]{0,40}?(?:\b(?i:to|with|by|past|mit|avec|à|con)\s+)?(?<![.!?] )"
    + _NAME
    + r"|"
    r"\b(?i:mit|avec|con) " + _NAME.replace("who", "other") + r" (?i:gesprochen|geredet|telefoniert|parlé|hablado)\b"
)
"""How a person tells whom they asked. The name counts only after the verb or a preposition."""
_THIRD: Final = Pattern(r"\b(?:she|he|her|him|his|hers|they|them|sie|ihr|ihm|ihnen|er|elle|lui|ella|él)\b")
_SETTLES: Final = Pattern(
    r"\b(?:wants?|wanted|requires?|required|decided|insists?|settled|final|per (?:her|him|them)|by default"
    r"|at (?:most|least)|must(?:n't)?|has to|have to|may (?:only|not)|never|always|only|wins?|so (?:it'?s|we)|so:?"
    r"|therefore|from now on|instead|agreed|we shall|it is|it stays|darf|muss|soll|will|nur|immer|nie|höchstens"
    r"|mindestens|deshalb|also|doit|veut|jamais|toujours|debe|quiere|nunca|siempre)\b"
)
_NUMBER: Final = Pattern(r"(?<![\w.])\d+|\b(?:zero|one|two|three|four|five|six|ten|twelve|half|off|on)\b(?! of\b)")
_ENOUGH: Final = 1.0
_MAX_TEXT: Final = 280


def find_passed_on(sentences: list[Sentence]) -> list[Candidate]:
    """The decisions of others in a prompt, at most one a paragraph."""
    paragraphs = groupby(sentences, key=attrgetter("paragraph"))
    return [one for _, row in paragraphs for one in _read_paragraph(list(row))]


def _read_paragraph(row: list[Sentence]) -> list[Candidate]:
    for place, sentence in enumerate(row):
        match = _TALKED.search(sentence.text)
        who = (match["who"] or match["other"]) if match else ""
        if who and who not in NOT_PEOPLE:
            settled = _choose(row[place:])
            return [_make(row[place:], settled, who)] if settled else []
    return []


def _choose(row: list[Sentence]) -> list[Sentence]:
    """The sentence that settles most, with the ones after it that settle something too."""
    scores = [_measure(one) for one in row]
    best = max(scores)
    if best < _ENOUGH:
        return []
    first = scores.index(best)
    chosen, left = [row[first]], _MAX_TEXT - len(row[first].text)
    for one, score in zip(row[first + 1 :], scores[first + 1 :], strict=True):
        left -= len(one.text)
        if left < 0 or score < _ENOUGH / 2:
            break
        chosen.append(one)
    return chosen


def _measure(sentence: Sentence) -> float:
    """How much a sentence settles: its words, its numbers, and whether somebody else is spoken of."""
    if sentence.is_question:
        return 0.0
    plain = sentence.plain
    third = 0.5 * bool(_THIRD.search(plain))
    return third + 0.5 * min(2, len(_SETTLES.findall(plain))) + 0.5 * min(2, len(_NUMBER.findall(plain)))


def _make(row: list[Sentence], settled: list[Sentence], who: str) -> Candidate:
    text = strip_end(" ".join(one.text for one in settled))
    rest = " ".join(one.text for one in row if one not in settled and not one.is_question)
    return Candidate(
        kind="decision",
        text=text if who in text else f"{who}: {text}",
        why=one_line(rest, _MAX_TEXT),
        quote=" ".join(one.text for one in settled),
        role="user",
        confidence=0.84,
        revises=True,
    )
