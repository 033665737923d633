"""Rules that say what they are about in the sentence before: `dist/ is generated. never by hand, CI overwrites it`."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end

_MAX_TEXT: Final = 290
_BARE: Final = Pattern(
    r"^(?:and |but |so |please |pls )*(?:never|not|don't|dont|do not|always|only) (?:ever )?(?:(?:edit|touch|change|fix"
    r"|write|patch) )?(?:(?:it|them|'em|em|those|these|that) )?(?:by hand|manually|directly|yourself|in there)\b"
    rf"|^{MASK}{{4,}}(?:[.,;]|$)"
)
"""What is laid down of something that is not named, or a command that stands by itself."""
_GENERATED: Final = Pattern(
    r"\b(?:is|are|r|gets?|comes?|came) (?:\w+ly |all |auto-?)?(?:generated|built|compiled|made|written|vendored|copied"
    r"|rendered|from|out of)\b"
)
"""How a sentence tells where files come from."""


def join_rules(candidates: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The candidates; a rule that names nothing joins what the sentence before it lays down of files."""
    places = {one.text: place for place, one in enumerate(sentences)}
    joined: list[Candidate] = []
    for one in candidates:
        place = places.get(one.quote, -1) if one.kind == "rule" else -1
        before = sentences[place - 1] if place > 0 else None
        last = joined[-1] if joined else None
        if before is None or not _BARE.match(sentences[place].plain) or before.paragraph != sentences[place].paragraph:
            joined.append(one)
            continue
        if last is not None and last.kind == "rule" and last.quote.endswith(before.text):
            text, quote = f"{strip_end(last.text)}. {one.text}", f"{last.quote} {one.quote}"
            if len(text) <= _MAX_TEXT:
                joined[-1] = last._replace(text=text, quote=quote, confidence=max(one.confidence, last.confidence))
                continue
        elif _GENERATED.search(before.plain) and len(before.text) + len(one.text) <= _MAX_TEXT:
            one = one._replace(text=f"{strip_end(before.text)}. {one.text}", quote=f"{before.text} {one.quote}")
        joined.append(one)
    return joined
