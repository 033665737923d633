"""What each of the last sessions was about, as the heading of what a brief quotes of it.

On a branch where everybody's work meets, sessions turn from one matter to another, and a quote says little without the
request that it belongs to. On a branch of its own the task says it for all of them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.recall.likeness import repeats_any, word_stems
from backstory.recall.sessions import SessionPart, name_part
from backstory.recall.shorten import shorten_text
from backstory.recall.substance import split_sentences, weigh_sentence
from backstory.recall.talk import Talk
from backstory.recall.utterances import Utterance

_FEWEST: Final = 3
"""Fewest sessions for which a brief shows titles."""
_MOST: Final = 6
_LONGEST: Final = 24
"""Tokens of a title."""
_TELLING: Final = 0.8
"""Weight of a sentence from which a request says what a session is about."""
_OPENING: Final = Pattern(
    r"^(?:(?:please|ok(?:ay)?|now|so|first)[\s,]+)*(?:(?:read|see|look at|check|review|open|study)\s)?"
    r"(?:(?:[@#]\S+|`[^`]+`|and|then|,|&)\s*)+(?=\w+ \w+)",
    re.IGNORECASE,
)
"""The files that a request sends the agent to before it says what is to be done."""
_FIRST: Final = 3
"""Prompts of a session among which that is looked for."""


def list_titles(talk: Talk, texts: Sequence[str]) -> Iterator[tuple[Utterance, str]]:
    """Yields the first utterance of each of the last sessions with what the session is about, unless one of
    the `texts` says it. Nothing where there are few sessions."""
    first: dict[SessionPart, Utterance] = {}
    for utterance in talk.utterances:
        first.setdefault(name_part(utterance.session), utterance)
    if len(first) < _FEWEST:
        return
    stems = [word_stems(text) for text in texts]
    for utterance in [one for part, one in first.items() if part not in talk.untitled][:_MOST]:
        title = _find_title(utterance.session)
        if title and not repeats_any(word_stems(title), stems):
            yield utterance, title


def _find_title(session: Session) -> str:
    """What was asked for in a session: the first sentence of its first prompts that says something."""
    for prompt in session.prompts[:_FIRST]:
        for sentence in split_sentences(prompt.text):
            text = _OPENING.sub("", sentence)
            if weigh_sentence(text) >= _TELLING and not text.endswith(":"):
                return shorten_text(text, _LONGEST)
    return ""
