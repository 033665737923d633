"""Openings that are no part of a rule: `one thing before you start: ...`, `something about tests, since you write some:
...`.

What such an opening is about leads the rule instead of it: `tests: no upper bound below one second, ever`.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.rules.rule_cues import MIN_WORDS
from backstory.capture.rules.rule_places import Placed
from backstory.capture.text.announcements import HEADER_WORDS, NAMES_RULES
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.sentence_ends import strip_end

_FIRST: Final = (
    r"(?:(?:and|also|oh|but|then|so|ok(?:ay)?|yes|right|good|fine|please|go ahead(?: with \w+)?|take \w+)[\s,.]+)*"
)
_THING: Final = (
    r"(?:(?:just )?(?:one|another|a|a last|one last|one more|one other) (?:(?:small|short|quick|last|more|other|final"
    r"|important) )*(?:thing|note|remark|word|point|request|condition|reminder)|something(?: else)?|one more)"
)
_TOPIC: Final = (
    r"(?: (?:about|on|regarding|concerning|for) (?:the |our |your )?(?P<topic>(?!(?:this|that|it|them|these|those)\b)"
    r"[\w-]+(?: (?!(?:before|while|since|as|now|when|that)\b)[\w-]+){0,2}))?"
)
_MEANWHILE: Final = r",? (?:before|while|since|as|because|now(?: that)?) (?:you|we|i)(?:'re|'m|'ve|'d)?\b[^:;.!?]{1,60}"
_TURN: Final = r"before (?:you|we|i) (?:start|begin|go on|go ahead|continue|do (?:that|it|this|b|a)|write|touch|change)"
_OPENING: Final = Pattern(
    rf"^{_FIRST}(?:{_THING}(?:{_TOPIC}{_MEANWHILE}|(?: (?:first|up ?front|though|beforehand|in advance))"
    rf"|(?: (?:about|on|regarding|concerning) (?:the |our |your )?(?P<bare>[\w-]+(?: [\w-]+){{0,2}})))"
    rf"|{_TURN}\b[^:;.!?]{{0,40}}):\s+(?=\S)"
)


def cut_openings(placed: Sequence[Placed]) -> list[Placed]:
    """The sentences of a prompt without such openings. The quote is the whole sentence."""
    return [_cut(one) for one in placed]


def skip_opening(plain: str) -> int:
    """Where a sentence begins behind such an opening; 0 without one."""
    opening = _OPENING.match(plain)
    return 0 if opening is None or HEADER_WORDS.search(opening[0]) else opening.end()


def _cut(one: Placed) -> Placed:
    plain = one.sentence.plain
    opening = _OPENING.match(plain)
    if opening is None or NAMES_RULES.match(plain) or HEADER_WORDS.search(opening[0]):
        return one
    start = opening.end()
    return one._replace(sentence=one.sentence._replace(text=one.sentence.text[start:], plain=plain[start:]))


def drop_opening(rule: Candidate) -> Candidate:
    """A rule or a decision without the opening of its sentence, behind what that is about unless it says so itself."""
    opening = _OPENING.match(rule.quote.lower()) if rule.kind in ("rule", "decision") else None
    if opening is None or HEADER_WORDS.search(opening[0]):
        return rule
    rest = strip_end(rule.quote[opening.end() :])
    text = rest if rule.text.endswith(rest) and len(rest.split()) >= MIN_WORDS else rule.text
    topic = opening["topic"] or opening["bare"] or ""
    is_named = not topic or topic.rstrip("s") in text.lower()
    return rule._replace(text=text if is_named else f"{topic}: {text}")
