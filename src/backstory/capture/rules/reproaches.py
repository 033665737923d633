"""What a person never wants to see again: `You pushed straight to main. Please don't do that again`."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.9
_MOST: Final = 160
"""Characters of the deed."""
_DEED: Final = Pattern(
    r"^(?:(?:hey|no|wait|stop|ugh|hm+|ok(?:ay)?|and|but|so|again|sorry)[\s,.!]+)*"
    r"(?:i (?:see|noticed|saw) (?:that )?)?"
    r"(?:(?:you|u)(?: have|'ve)?(?: just| again| also| still| already| simply)*"
    r" (?!(?:can|could|may|might|should|must|will"
    r"|would|need|have to|are|were|know|said|wrote that|mean|want)\b)\w+"
    r"|(?:why|how come) (?:did|do|have) you(?: just)? \w+|did you (?:just|really) \w+)\b"
)
"""What the agent did: `you pushed straight to main`, `why did you delete my comments?`"""
_BAN: Final = Pattern(
    r"^(?:(?:please|pls|and|so|but|ok(?:ay)?|no|again)[\s,]+)*"
    r"(?:(?:don't|dont|do not|never|don't you) (?:ever )?(?:please )?do (?:that|this|it|such (?:a thing|things))"
    r" (?:again|any ?more|ever(?: again)?|in (?:the )?future|here)\b"
    r"|(?:don't|dont|do not) ever do (?:that|this|it)\b|never (?:ever )?do (?:that|this|it)\b"
    r"|(?:that|this) (?:must|should|may|can) (?:not|never) happen again\b|not again,? (?:please|pls)\b)"
)
"""That it is never to be done again."""


def add_reproaches(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt with the bans on what the agent has just done, each behind the deed."""
    kept = list(statements)
    for deed, ban in pairwise(sentences):
        if ban.is_question or not (_BAN.match(ban.plain) and _DEED.match(deed.plain) and len(deed.text) <= _MOST):
            continue
        quote = f"{deed.text} {ban.text}"
        kept = [
            one for one in kept if one.kind not in ("rule", "decision") or one.quote not in (deed.text, ban.text, quote)
        ]
        kept.append(Candidate("rule", strip_end(quote), quote=quote, role="user", confidence=_CONFIDENCE))
    return kept
