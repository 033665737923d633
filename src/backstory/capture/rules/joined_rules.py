"""Rules that say what they are about in the sentence before: `dist/ is generated. never by hand, CI overwrites it`."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.sentence_ends import strip_end
from backstory.patterns.hold_words import TEMPORARY
from backstory.patterns.holds import only_points, read_hold

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
    """The candidates; a rule that names nothing joins what the sentence before it lays down of files.

    A hold that only points joins the sentence before it (`Ben rewrites the exporter. Don't touch it until he is back`),
    and is none without one: nobody could tell later what it is about.
    """
    places = {one.text: place for place, one in enumerate(sentences)}
    joined: list[Candidate] = []
    for one in candidates:
        place = places.get(one.quote, -1) if one.kind == "rule" else -1
        before = sentences[place - 1] if place > 0 else None
        last = joined[-1] if joined else None
        if one.kind == "rule" and _only_points(one):
            joined += _join_pointing(one, before, sentences[place])
            continue
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


def _only_points(rule: Candidate) -> bool:
    return bool(TEMPORARY.search(rule.text.lower())) and only_points(rule.text)


def _join_pointing(rule: Candidate, before: Sentence | None, own: Sentence) -> list[Candidate]:
    """A hold with the sentence before it, if that names what the hold points at."""
    if before is None or before.paragraph != own.paragraph or before.is_question:
        return []
    is_short = len(before.text) + len(rule.text) <= _MAX_TEXT
    if not is_short or read_hold(rule.text, before=before.text) is None:
        return []
    return [rule._replace(text=f"{strip_end(before.text)}. {rule.text}", quote=f"{before.text} {rule.quote}")]
