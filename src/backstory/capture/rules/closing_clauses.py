"""Rules in the last clause of a sentence, behind an order or what it is about: `commit then, and before each commit the
types have to be clean`, `about node, yes this box has 20, start tests always with make check`.

Patterns of `Sentence.plain`.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.momentary_words import is_momentary
from backstory.capture.rules.rule_cues import Cue, find_cue, skip_lead
from backstory.capture.rules.rule_scope import may_rule
from backstory.capture.rules.rule_text import make_rule
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.relayed_text import list_texts

_SURE: Final = 0.8
_FEWEST: Final = 4
"""Words of a rule."""
_JOINT: Final = Pattern(r"[,;]\s+(?:(?:and|but|so|und|et|y)\s+)?|\s[–—-]\s+(?:(?:and|but|so)\s+)?")
"""Where a clause may begin. What stands behind a colon may be a text to translate or to write somewhere."""
_LASTS: Final = Pattern(
    r"^(?:please |then )*(?:(?:[\w·./'-]+ ){0,6}?(?:always|never|from now on|from today on)"
    r"|(?:before|after|with|on|at|for) (?:each|every))\b"
)
"""The beginning of a clause that says how often it holds."""
_BOUND: Final = Pattern(
    r"\b(?:if|when|whenever|unless|until|till|because|since|although|though|while|as long as|in case|except|that|which"
    r"|who|said|says|thinks|maybe|perhaps|not only|either|whether|how|why|what|tried|wrote|read|saw|was|were|had)\b"
)
"""Words before a clause that it depends on, or that make it a part of a story."""
_POINTS: Final = Pattern(r"\b(?:it|them|those|these|this|that|there|either|too|so)\b")


def add_closing_rules(selected: list[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the rules in the last clauses of sentences of which nothing else is kept."""
    kept = list(selected)
    passed_on = list_texts(list(sentences))
    for place, one in enumerate(sentences):
        if (
            place in passed_on
            or one.is_question
            or one.item
            or any(one.text in each.quote or each.quote in one.text for each in kept)
        ):
            continue
        start = _find_start(one)
        if start:
            rest = one._replace(text=one.text[start:], plain=one.plain[start:])
            cue = find_cue(rest)
            if cue is not None and cue.confidence >= _SURE and cue.start <= skip_lead(rest.plain):
                rule = make_rule([*sentences[:place], rest, *sentences[place + 1 :]], place, Cue(cue.start, _SURE))
                kept.append(rule._replace(quote=one.text))
    return kept


def _find_start(one: Sentence) -> int:
    """Where the last clause of a sentence begins that may be a rule; 0 for none."""
    for joint in _JOINT.finditer(one.plain):
        rest = one._replace(text=one.text[joint.end() :], plain=one.plain[joint.end() :])
        before = one.plain[: joint.start()]
        if _BOUND.search(before) or ":" in before or is_passing(before):
            return 0
        if not _LASTS.match(rest.plain) or len(rest.plain.split()) < _FEWEST:
            continue
        if _POINTS.search(rest.plain.partition(",")[0]) or is_passing(rest.plain) or is_momentary(rest.plain):
            return 0
        return joint.end() if may_rule(rest) else 0
    return 0
