"""Sentences that settle one thing at hand. Their words are often those of rules, so weights alone make none of them."""

from typing import Final

from backstory.capture.text.patterns import Pattern

_BARE_ORDER: Final = Pattern(r"^\W*(?:\w+ ){1,3}(?:it|this|that|them|these|those)[.!]*$")
"""An order that says of nothing what it is about: `never commit it`."""
_PICKS: Final = Pattern(
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|no|so|well|fine)[\s,]+)*(?:[\w-]+ ){1,4}(?:then|(?<!as )it is)\b"
)
"""How a person picks what was proposed: `json lines then, with its own flag`."""
_CHOOSES: Final = Pattern(r"^(?:so |then |ok(?:ay)?,? |instead of [\w -]{2,40}?,? )*let'?s\b|\buntil i (?:say|tell)\b")
"""How a person decides what comes next, or holds something back."""
_BUILDS: Final = Pattern(
    r"^(?:(?:please|then|and|so|now|also|just|ok(?:ay)?)[\s,]+)*(?:emit|add|implement|return|render|print|show"
    r"|create|put"
    r"|make|build|store|cache|parse|generate|draw|throw|raise|skip|send|load|read|move|split|drop|remove|replace|rename"
    r"|extend|list|find|search|check|try|fix|change|update|write|give|take|let|have|turn|set|call|pass)\b"
    r"(?!.*\b(?:tests?|specs?|commits?|branch(?:es)?|prs?|pull requests?|reviews?|releases?|changelog|docs?|docstrings?"
    r"|documentation|dependenc(?:y|ies)|fixtures?|migrations?|comments?|todos?|rebase|merge|squash|lint\w*|formatter|ci"
    r"|suite|subjects?|messages?|before you|after you|when(?:ever)? you|every time|each time|every|each|any)\b)"
)
"""An order to build something, which names nothing of the work around it: `emit all checks in one block`."""


def settles_one_thing(plain: str) -> bool:
    """Whether a sentence picks, decides or orders one thing at hand."""
    return bool(_BARE_ORDER.match(plain) or _PICKS.match(plain) or _CHOOSES.search(plain) or _BUILDS.match(plain))
