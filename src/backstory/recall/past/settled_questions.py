"""Questions that an agent left open among its next steps, and that the person has settled since.

`should --all hold here? I did not decide that`, and then `yes, all should work`: what was asked is no step any more,
and the answer to the reply says what became of it.
"""

import re
from collections.abc import Sequence
from typing import Final

from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import SMALL, list_stems
from backstory.recall.text.substance import split_sentences

_REPLIES: Final = 2
"""Prompts behind an answer among which the reply to its question is. The second one needs two words of the question."""
_BRIEF: Final = 16
"""Words of a reply that has one word of the question; a longer sentence needs two."""
_MARKS: Final = ("?", "？")
_SETTLES: Final = Pattern(
    r"\b(?:yes|yep|yeah|no|nope|nah|should|shouldn['’]?t|must|use|take|keep|leave|drop|skip|only|same|always|never|both"
    r"|instead|let['’]?s|go with|do it|ja|nein|soll|muss|nimm|nur|lass|beides?|oui|non|doit|garde|prends|laisse|sí|si"
    r"|debe|usa|deja|toma|sempre|deve|sim|não)\b",
    re.IGNORECASE,
    wide=r"要|不|用|はい|いいえ|で(?:いい|お願い)|네|아니|로 하",
)
"""How a person settles what was asked."""
_MODAL: Final = frozenset(
    ("shou", "must", "can", "coul", "woul", "do", "does", "did", "deci", "want", "need", "soll", "kann", "muss", "doit",
     "debe", "you", "we", "i", "not", "yet", "what", "which", "how", "when", "who", "sich", "wir", "on", "use", "keep")
)  # fmt: skip
"""Stems of a question that do not say what it is about."""


def drop_settled(steps: Sequence[str], session: Session) -> Sequence[str]:
    """The steps of a session without the questions to which the person replied right after they were asked."""
    if not any(mark in step for step in steps for mark in _MARKS):
        return steps
    return tuple(step for step in steps if not _is_settled(step, session))


def _is_settled(step: str, session: Session) -> bool:
    asked = [sentence for sentence in split_sentences(step) if sentence.endswith(_MARKS)]
    answer = next((one for one in reversed(session.answers) if step in one.next), None)
    if not asked or answer is None:
        return False
    about = frozenset(stem.lstrip("-") for stem in list_stems(" ".join(asked), SMALL)) - _MODAL
    later = [one for one in session.prompts if (one.line, one.made) > (answer.line, answer.made)]
    return any(
        _settles(sentence, about, fewest=1 + place)
        for place, prompt in enumerate(later[:_REPLIES])
        for sentence in split_sentences(prompt.text)
    )


def _settles(sentence: str, about: frozenset[str], fewest: int) -> bool:
    """Whether a sentence says how something is to be that a question is about, in at least so many of its words."""
    if sentence.endswith(_MARKS) or not _SETTLES.search(sentence):
        return False
    shared = about & list_stems(sentence, SMALL)
    return len(shared) > 1 or (len(shared) >= fewest and len(sentence.split()) <= _BRIEF)
