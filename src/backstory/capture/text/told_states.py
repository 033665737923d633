"""Remarks of a person that decide nothing: who tried it and what they saw, ways that are still open, that somebody
does not object, a measurement.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_LEAD: Final = r"^(?:(?:and|but|so|ok(?:ay)?|k|hm+|uff|ugh|well|now|no|nah|ah|oh|btw)[\s,.!]+)*"
_SAW: Final = Pattern(
    r"\b(?:found|hit|saw|noticed|spotted|reported|ran into|stumbled over|came across|got) (?:out )?(?:sth"
    r"|smth|something|(?:an? |some |another |two )?(?:(?!\w*ing\b)\w+ )?(?:bugs?|problems?|issues?|errors?|glitch\w*"
    r"|crash\w*))\b"
    r"|^[\w·]+(?: \([^)]*\))? (?:says?|said|reports?|n? ?says) (?:it|the [\w·-]+(?: [\w·-]+)?|everything|nothing) "
    r"(?:is |are |gets? |still )*(?:broken|slow|down|hangs?|crash\w*|fails?|flickers?)\b"
)
"""`kim tried it and found sth odd: ...`"""
_EITHER: Final = Pattern(rf"{_LEAD}(?:(?:i guess|i think|it's|its) )?either\b.*\bor\b")
_TAKES: Final = Pattern(
    r"[,;:.–—] (?:so )?(?:i'd|i would|i|we|let's|we'd|i'll) (?:rather |would )?(?:take|go|went|pick|use|do"
    r"|want|prefer)\b"
)
"""Which of the ways it is to be."""
_MEANT: Final = Pattern(
    rf"{_LEAD}(?:(?:that|this|it)(?:'s| is| was)?|thats|its) (?:exactly |just )?what (?:i|we) (?:meant|mean|said"
    r"|feared|wanted to say)\b"
)
"""`thats what i meant with it`: it points back to what was said."""
_CONTENT: Final = Pattern(
    r"\b(?:i|we) (?:asked|told|called|pinged) [\w·]+(?: too| as well| already| yesterday)?,? (?:n |and )?"
    r"(?:she|he|they) ?(?:'?s|'?re|is|are) (?:all )?(?:fine|ok(?:ay)?|good|cool|happy|on board)"
    r"(?: (?:with|w) (?:it|that|this))?\W*$"
    r"|^(?:told|asked|called|pinged) (?:him|her|them)\b(?:[ ,]+(?:already|too|yesterday|about (?:it|that)))*\W*$"
    r"|, (?:never|nobody|no one) (?:ever )?(?:needed|wanted|used|noticed|asked for) (?:it|that|this|them)\W*$"
)
"""`i asked lou, hes fine`"""
_MEASURED: Final = Pattern(
    r"(?:^|[.;] )[^:.;]{3,50} (?:over|for|in|during|within) [\d.,]+ ?(?:s|ms|min|minutes|seconds|h|hours|days|runs)\b"
    r"[^:]{0,20}: [~≈]?\d"
)
"""`perf over 60 s: 31,400 calls`"""
TELLS_OF: Final = Pattern(
    r"^(?:(?:and|but|so) )?(?:she|he)(?:'s|s)? (?:is|has|had|was|does|did|got)\b(?!.*\b(?:decided|must|never|always)\b)"
)
"""What somebody is or has."""
_LEFT_OF_IT: Final = Pattern(r"\b\d[\d.,]* ?[-–+] ?\d[\d.,]* (?:leaves|makes|gives|is) \d")
"""A sum that gives the reason of something else."""


def tells_state(plain: str) -> bool:
    """Whether a sentence only tells how things stand, or names ways without choosing one."""
    if _EITHER.search(plain):
        return _TAKES.search(plain) is None
    return any(pattern.search(plain) for pattern in (_SAW, _MEANT, _CONTENT, _MEASURED, _LEFT_OF_IT))
