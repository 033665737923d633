"""Dead ends that a person tells of: `we tried connection pooling in 3.x and it leaked handles, so no pooling`.

What the person tried is an attempt only where they draw a conclusion from it. `I tried it and it fails` is a report.
"""

import re
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.patterns import Pattern
from backstory.capture.prose import read_sentences
from backstory.capture.sentence_ends import strip_end
from backstory.capture.statement_cues import FAILED

_MAX_TEXT: Final = 400
_TOLD: Final = Pattern(
    r"^(?:(?:and|but|also|no+|fyi|btw|by the way|note|remember|careful|ok(?:ay)?)[\s,:]+)*"
    r"(?:we|i|they|our team|the team|somebody|someone)(?:'ve| have|'d| had)? (?:already |once |also |even |both )*"
    r"(?:tried|attempted|experimented with|used to (?:use|have|run)|had)\b"
)
_CONCLUDES: Final = Pattern(
    r"[,;:–—-] ?(?:and )?(?:so|hence|therefore|that's why|which is why) (?:please )?(?:no|not|never|don't|do not"
    r"|that's out"
    r"|(?:we|i)(?:'ve| have)? (?:don't|do not|won't|will not|never|dropped|reverted|rolled|removed|switched|went back"
    r"|moved"
    r"|gave (?:it )?up|stopped|took))\b"
)
_FAILS: Final = re.compile(
    rf"\b(?:and|but|which|it|that|because it|they) (?:\w+ ){{0,2}}?(?:{FAILED}"
    r"|(?:was|were|is|got) (?:too )?(?:slow|flaky|unstable|brittle|fragile|expensive|broken|unreliable|a (?:disaster"
    r"|mess"
    r"|nightmare|pain))"
    r"|lost \w+|corrupted|timed out|blew up|ran out|never worked|caused|swallowed|dropped|duplicated)"
)


def find_told_attempts(prompt: str) -> list[Candidate]:
    """The attempts of a prompt that failed, each in the sentence that draws the conclusion."""
    return [
        Candidate(
            kind="attempt",
            text=strip_end(one.text),
            parts={"outcome": "failed"},
            quote=one.text,
            role="user",
            confidence=0.82,
        )
        for one in read_sentences(prompt, person=True)
        if not one.is_question and len(one.text) <= _MAX_TEXT and _tells(one.plain)
    ]


def _tells(plain: str) -> bool:
    """Whether a sentence says what was tried, that it failed, and what follows from that."""
    tried = _TOLD.match(plain)
    end = _CONCLUDES.search(plain)
    return tried is not None and end is not None and _FAILS.search(plain, tried.end(), end.start()) is not None
