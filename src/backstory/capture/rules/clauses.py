"""The clauses of a sentence: where people talk on, a rule is one clause among stories, reasons and asides.

A clause ends at a mark, at an emoji, or where speech goes on with another one: `..., because ...`, `... and I ...`.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_EMOJI: Final = r"[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]+"
_SUBJECT: Final = (
    r"(?:i|we|you|they|he|she|it|there|ich|wir|du|er|sie|es|je|on|nous|il|elle|yo)\b(?! (?:and|or|und|et|y)\b)"
)
_ORDER: Final = (
    r"(?:please|don't|do not|never|always|only|make|use|keep|leave|write|add|run|put|take|stay|hands|go|fix|change|do"
    r"|have|look|tell|check|commit|push)\b"
)
REASON: Final = (
    r"(?:because|since (?!then\b|yesterday\b|last\b)|otherwise|as (?:i|we|they|it|the|our|my|he|she|that) |so that\b"
    r"|(?:last|this) (?:year|month|week) |once somebody |weil\b|denn\b|sonst\b|parce que\b|sinon\b|porque\b"
    r"|que si no\b)"
)
"""How a reason begins."""
_JOINT: Final = Pattern(
    rf"\s*(?:(?P<mark>[;:.…!?]+|\s[–—-]|—|,|(?<!\()\)|{_EMOJI})\s+|\s\((?=\w)|(?P<emoji>{_EMOJI})\s*"
    rf"|(?<!\blong)(?<!\bsoon)(?<!\bfar)(?<!\bmuch)(?<!\bso)(?<!\bsame)\s(?={REASON})"
    rf"|\s(?=(?:and|but|so|und|aber|et|mais|y|pero) (?:then |also |now |if |when |auch |dann )?(?:{_SUBJECT}"
    rf"|{_ORDER}))"
    rf"|\s(?=(?:and|but|so) (?:the|our|my|that|this|in|from|for|by|no|whenever|anything|everything|every) )"
    rf"|\s(?=(?:and|but|so) (?:before|while|when|if) (?:you|we|i) \w+(?: \w+){{0,3}} {_ORDER})"
    r"|\s(?=(?:by the way|btw|oh|anyway|before i forget|übrigens|au fait|por cierto)\b)"
    r"|(?<!\bwhat)(?<!\bthat)(?<!which)(?<!\bif)(?<!\bwhen)(?<!because)(?<!\bso)(?<!\band)(?<!\bbut)(?<!\bas)\s"
    r"(?=(?:it's always|it is always|we (?:never|always|don't|do not)|please (?:don't|do not|never|always)"
    r"|no \w+ please)\b)"
    rf"|(?<=[a-z]['’]s)\s(?=(?:he|she|they) )"
    rf"|(?<=\bplease)\s(?=(?:i|we|they|it)\b)|(?<=\bmyself)\s(?=(?:when|i|we|it|and|because|on)\b)"
    r"|(?<!\bhow)(?<!\bwhat)(?<!\bwhere)(?<!\bwhy)(?<!\bthat)(?<!\bwho)(?<!\bwhich)(?<!\bwhen)(?<!\bif)"
    r"\s(?=(?:we|i|they|somebody|someone) (?:lost|had|got|shipped|were|once|spent|ended|like to|can|keep)\b))"
)
"""Where a clause may end."""


class Clause(NamedTuple):
    """A part of a sentence, from `start` up to `stop`."""

    start: int
    stop: int
    gives_reason: bool
    """Whether it begins as a reason does."""


def split_clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence, in their order."""
    return list(_split(sentence.plain))


def _split(plain: str) -> Iterator[Clause]:
    start, is_reason = 0, False
    for joint in _JOINT.finditer(plain):
        if plain[start : joint.start()].strip():
            yield Clause(start, joint.start(), is_reason)
        start, is_reason = joint.end(), _REASON.match(plain, joint.end()) is not None
    if plain[start:].strip():
        yield Clause(start, len(plain), is_reason)


_REASON: Final = Pattern(REASON)
