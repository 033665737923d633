"""What an agent says between its tool calls: the sentences that outlive the moment, the most telling first.

Most of what is said there announces the next call. The weights of the classifier say which sentences do not.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.prose import Sentence, read_sentences
from backstory.capture.selection import judge_answer
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
    telling = [sentence for place, sentence in enumerate(sentences) if worth[place] >= MIN_WORTH]
    return Remark(_join(telling), answer.made, answer.line, max(worth)) if telling else None


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
