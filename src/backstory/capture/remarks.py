"""What an agent says between its tool calls: the sentences that outlive the moment, the most telling first.

Most of what is said there announces the next call. The weights of the classifier say which sentences do not.
A sentence that says what something is called or does now stays too.
"""

from collections.abc import Sequence
from typing import Final

from backstory.base.overturns.cues import NOW
from backstory.base.reversals import read_words
from backstory.capture.selection import judge_answer
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.model.session import Answer, Remark
from backstory.model.text import one_line

MIN_WORTH: Final = 20
"""Percent of likelihood that a sentence outlives its moment, from which it is a remark."""
MAX_CHARS: Final = 24_000
"""Characters of the remarks of a session. The least telling drops out first."""
_SENTENCE: Final = 500


def make_remark(answer: Answer) -> Remark | None:
    """The telling sentences of a message that was not the last of its turn; None without any."""
    text = answer.text.strip()
    judged = judge_answer(text, False)
    worth = [round(100 * (1 - one.chances["none"])) if one.chances else 0 for one in judged]
    sentences = read_sentences(text, person=False)
    renewing = {place for place, sentence in enumerate(sentences) if _reports_renewal(sentence.text)}
    telling = [one for place, one in enumerate(sentences) if worth[place] >= MIN_WORTH or place in renewing]
    worth = [*worth, MIN_WORTH] if renewing else worth
    return Remark(_join(telling), answer.made, answer.line, max(worth)) if telling else None


def _reports_renewal(text: str) -> bool:
    """Whether a sentence says of a name from code that it is so now, or that something is called so: what was uttered
    before is out of date with it, and often nothing else says so."""
    words = read_words(text)
    return "`" in text and len(words) > 1 and not NOW.isdisjoint(words[1:]) and words[0] not in _BEGINS


_BEGINS = frozenset(
    ("now", "let", "i", "we", "next", "first", "jetzt", "nun", "ich", "wir", "maintenant", "je", "ahora")
)
"""Words with which an agent says what it is about to do."""


def add_remark(remarks: Sequence[Remark], remark: Remark) -> list[Remark]:
    """The remarks of a session with another one; of one that is there already nothing is added."""
    if any(one.text == remark.text for one in remarks):
        return list(remarks)
    chosen = [*remarks, remark]
    size = sum(len(one.text) for one in chosen)
    while size > MAX_CHARS:
        least = min(chosen, key=lambda one: one.worth)
        chosen.remove(least)
        size -= len(least.text)
    return chosen


def _join(sentences: Sequence[Sentence]) -> str:
    """Sentences as a text, with an empty line between paragraphs."""
    lines: dict[int, list[str]] = {}
    for sentence in sentences:
        lines.setdefault(sentence.paragraph, []).append(one_line(sentence.text, _SENTENCE))
    return "\n\n".join(map(" ".join, lines.values()))
