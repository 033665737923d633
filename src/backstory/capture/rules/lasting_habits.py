"""What holds for tests as such, and what has to behave as it does today: `our tests never sleep`, `whoever sets nothing
gets exactly what he gets today`.

Both are stated amid orders, and as facts. Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern

SURE: Final = 0.93
_LEADS: Final = r"^(?:(?:and|but|so|also|please|oh|btw|by the way|ok(?:ay)?|then)[\s,]+)*"
_TESTS: Final = (
    r"(?:all |our |the |any |new |every )*(?:unit |integration |e2e )?(?:tests?|specs?|test cases?|fixtures?|mocks?)"
)
_HAPPENS: Final = (
    r"(?!(?:\w+ly )?(?:pass(?:es)?|fails?|works?|runs?|ran|finish(?:es)?|fits?|gets?|got|breaks?|ends?|stops?"
    r"|starts?|began"
    r"|had|was|were|did|compile[sd]?|happens?|terminates?|hangs?|goes|came|make it|went)\b)"
)
"""What tests do by themselves: a sentence with it reports."""
_HABIT: Final = Pattern(
    # Our tests never really sleep. Tests only look at stderr.
    rf"{_LEADS}{_TESTS} (?:never|only|always) {_HAPPENS}\w+"
    # Tests look at writeErr only. Tests go through the public API alone.
    rf"|{_LEADS}{_TESTS} (?:looks? at|checks?|goe?s? through|uses?|reads?|asserts?(?: on)?|talks? to|runs? against"
    rf"|works? with"
    r"|speaks? to|tests?|rely on|relies on|belongs? (?:in|to)|lives? in|stays? (?:in|below"
    r"|under)) [^,.;?]{3,60}? (?:only"
    r"|alone|and nothing else|exclusively)\b"
    # Tests without a real server please. Tests with the fake clock, please.
    rf"|{_LEADS}{_TESTS} (?:without|with) (?!(?:this|that|it|them|the (?:fix|change|patch"
    rf"|new))\b)[^,.;?]{{3,50}}?,? please\b"
    rf"|{_LEADS}please,? {_TESTS} without [^,.;?]{{3,50}}"
)
_TODAY: Final = (
    r"(?:today|now|before|so far|until now|always|currently|(?:it|they|he|she|we) (?:does|do|did|is|are|was|were"
    r"|gets?|got|has|had|always)\b)"
)
_SAME: Final = (
    rf"(?:(?:exactly|precisely|byte for byte|bit for bit|to the byte)(?: (?:as|like|what|the way|how"
    rf"|the)\b)?[^,.;?]{{0,40}}?\b{_TODAY}"
    rf"|(?:the )?same (?:[\w-]+ ){{1,3}}?as (?:{_TODAY})|today['’]s [\w()·.-]+)"
)
_UNCHANGED: Final = Pattern(
    # An option without it has to parse exactly like today.
    rf"{_LEADS}(?!if\b|when\b|i\b|it\b|that\b|this\b|does\b|is\b)(?:[\w()·./'’-]+,? ){{1,14}}?(?:must|has to|have to"
    rf"|needs? to"
    rf"|should|shall|keeps?|stays?|continues?|goes on|is to|are to)\b[^.;?]{{0,60}}?\b{_SAME}"
    # Whoever does not ask for it gets byte for byte what he gets today.
    rf"|{_LEADS}(?:whoever|who|anybody who|anyone who|everybody who|everyone who|those who|people who|code that"
    rf"|callers who"
    rf"|callers that|users who) [^.;?]{{3,60}}? (?:gets?|sees?|keeps?|has|have|notices?) {_SAME}"
)
_OPENING: Final = Pattern(r"^(?:[\w'’]+,? ){1,7}?[\w'’]+: ")
_TELLS: Final = Pattern(r"\b(?:because|since|but|why|problem|bug|wrong|strange|weird|breaks?|crash\w*)\b")


def states_habit(plain: str) -> bool:
    """Whether a sentence says how tests are written as such, or what has to behave as it does today."""
    if is_passing(plain):
        return False
    opening = _OPENING.match(plain)
    rest = plain[opening.end() :] if opening else plain
    return _HABIT.match(rest) is not None or (_UNCHANGED.match(rest) is not None and not _TELLS.search(rest))
