"""Rules between rules: `before you start: no values in messages. assertions with truth. and keep out of Reader.java`.

A person who says that rules follow, and gives the first and the last one in words of a rule, gives rules in between.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.momentary_words import is_momentary
from backstory.capture.rules.rule_cues import Cue, skip_lead
from backstory.capture.rules.rule_exclusions import is_of_moment
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_SURE: Final = 0.8
_CONFIDENCE: Final = 0.82
_FEWEST, _MOST = 3, 24
"""Words of a rule in between."""
_LONG: Final = 36
"""Words of one behind the words that open the row."""
_FARTHEST: Final = 5
"""Sentences from the first rule to the last one."""
_OPENS: Final = Pattern(
    r"\bbefore you (?:start|begin|write|touch|change|do|go)(?: (?:anything|with this|on it))?\b[^:.]{0,20}:"
    r"|\b(?:house|ground|standing|usual|basic|few|some|our|my|the|three|four|five) (?:\w+ )?(?:rules|conditions"
    r"|ground rules|conventions|habits|quirks|agreements|constraints|principles|limits|wishes)\b[^.]{0,50}[:,]"
    r"|\b(?:a few|some|two|three|four|five|several) (?:\w+ )?(?:things|points) (?:(?:that|which) )?(?:\w+ )?(?:hold"
    r"|apply"
    r"|count|stay|matter|must|(?:have|need) to|to (?:keep|respect|stick))\b[^.:]{0,40}:"
    r"|\bbevor du (?:anfängst|loslegst|beginnst)\b[^:.]{0,20}:|\b(?:ein paar|unsere|die|drei|vier) (?:\w+ )?regeln\b"
    r"|\bavant de commencer\b[^:.]{0,20}:|\b(?:quelques|nos|les|trois) (?:\w+ )?règles\b"
    r"|\bantes de (?:empezar|que empieces)\b[^:.]{0,20}:|\b(?:unas|algunas|nuestras|las|tres) (?:\w+ )?reglas\b"
)
"""How a person says that rules follow."""
_POINTS: Final = Pattern(
    r"^(?:(?:and|but|so|then)[, ]+)*(?:this|that|these|those|it|they|he|she|i|you|there|here|now|next|first|then|ok"
    r"|okay|yes|no,|das|es|er|sie|ich|du|jetzt|dann|ça|il|elle|je|tu|eso|yo|ahora)\b"
)
"""How a sentence begins that goes on with the talk."""


_NAMES_THEM: Final = Pattern(
    r"\b(?:rules|conditions|conventions|habits|agreements|constraints|principles|wishes|things|points|reglas|règles"
    r"|regeln)\b[^.:]{0,60}:\s"
)
"""The end of words that say that rules follow, and the first one behind them."""


def add_rules_between(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the rules from the words that open a row to its last rule; choices that stand
    there are rules, and so is what stands behind the colon of these words."""
    rows = _add_between(statements, sentences)
    place = next((place for place, one in enumerate(sentences) if _OPENS.search(one.plain)), -1)
    rule = _read_opening(sentences, place) if place >= 0 else None
    if rule is None or any(one.kind == "rule" and _quotes(one.quote, sentences[place]) for one in rows):
        return rows
    opening = sentences[place].text
    at = next((at for at, one in enumerate(rows) if one.quote.startswith(opening)), 0)
    rows = [one for one in rows if not one.quote.startswith(opening)]
    return [*rows[:at], rule, *rows[at:]]


def _read_opening(sentences: Sequence[Sentence], place: int) -> Candidate | None:
    """The rule that stands in the sentence that opens a row: `some conditions: off unless called`."""
    sentence = sentences[place]
    opens = _NAMES_THEM.search(sentence.plain)
    if opens is None or sentence.is_question:
        return None
    rest = sentence._replace(text=sentence.text[opens.end() :], plain=sentence.plain[opens.end() :])
    if not _may_be_rule([*sentences[:place], rest, *sentences[place + 1 :]], place, alone=True):
        return None
    rule = make_rule([rest], 0, Cue(skip_lead(rest.plain), _CONFIDENCE))
    return rule._replace(quote=sentence.text)


def _add_between(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    first = next((place for place, one in enumerate(sentences) if _OPENS.search(one.plain)), -1)
    quotes = [one.quote for one in statements if one.kind == "rule" and one.confidence >= _SURE]
    places = [
        place for place, one in enumerate(sentences) if place > first and any(_quotes(quote, one) for quote in quotes)
    ]
    if first < 0 or not places or places[-1] - first >= _FARTHEST:
        return list(statements)
    between = [place for place in range(first + 1, places[-1]) if place not in places]
    if not all(_may_be_rule(sentences, place) for place in between):
        return list(statements)
    opening = sentences[first].text
    texts = [sentences[place].text for place in between]
    kept = [one._replace(kind="rule", confidence=_CONFIDENCE) if _opens(one, opening) else one for one in statements]
    rules = [
        make_rule(list(sentences), place, Cue(skip_lead(sentences[place].plain), _CONFIDENCE)) for place in between
    ]
    return [one for one in kept if one.quote not in texts] + rules


def _quotes(quote: str, sentence: Sentence) -> bool:
    return sentence.text in quote or quote in sentence.text


def _opens(statement: Candidate, opening: str) -> bool:
    """Whether a choice is the first of a row of rules."""
    return statement.kind == "decision" and statement.quote in opening


def _may_be_rule(sentences: Sequence[Sentence], place: int, *, alone: bool = False) -> bool:
    """Whether a sentence of a row may be a rule. `alone`: whatever stands before it."""
    sentence = sentences[place]
    return (
        may_rule(sentence)
        and not sentence.is_question
        and _FEWEST <= len(sentence.plain.split()) <= (_LONG if alone else _MOST)
        and (alone or sentence.paragraph == sentences[place - 1].paragraph)
        and _POINTS.match(sentence.plain) is None
        and not is_momentary(sentence.plain)
        and not is_of_moment(list(sentences), place, 0)
    )
