"""Sentences that settle one thing at hand. Their words are often those of rules, so weights alone make none of them."""

from typing import Final

from backstory.capture.patterns import Pattern

_BARE_ORDER: Final = Pattern(r"^\W*(?:\w+ ){1,3}(?:it|this|that|them|these|those)[.!]*$")
"""An order that says of nothing what it is about: `never commit it`."""
_PICKS: Final = Pattern(r"^\W*(?:(?:ok(?:ay)?|yes|yeah|no|so|well|fine)[\s,]+)*(?:[\w-]+ ){1,4}(?:then|it is)\b")
"""How a person picks what was proposed: `json lines then, with its own flag`."""
_CHOOSES: Final = Pattern(
    r"\binstead\b|^(?:so |then |ok(?:ay)?,? )*let'?s\b|, not (?:one|all|the (?:other|old|whole))\b"
    r"|\buntil i (?:say|tell)\b"
)
"""How a person decides one thing against another one, or holds something back."""


def settles_one_thing(plain: str) -> bool:
    """Whether a sentence picks, decides or orders one thing at hand."""
    return bool(_BARE_ORDER.match(plain) or _PICKS.match(plain) or _CHOOSES.search(plain))
