"""Separates what an agent says while it works from its answer.

Some transcripts hold a whole turn as one text: announcements before each call, guesses between them, and the answer.
Once the answer is there, the rest no longer matters.
"""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

_NARRATES: Final = late_pattern(
    r"(?:^|(?<=[.:!?] )|(?<=[.:!?]))[ \t]*"
    r"(?:(?:now|next|first|then|good|great|perfect|excellent|okay|ok|actually|wait|hmm|so)\b[,!.]? (?:- ?)?){0,3}"
    r"(?:let me(?! know)|let['’]s|i['’]ll|i will|i need to|i['’]m going to|we need to)\b[^.!?\n]*(?:[.!?]+(?=\s|$)|$)",
    re.IGNORECASE | re.MULTILINE,
)
"""A sentence that says what the agent is about to do."""
_PROGRESS: Final = late_pattern(r"\*\*[A-Z][a-z]+ing\b[^*\n]{0,100}\*\*(?=\S)(?!\s*[:.,;)])")
"""What an agent thinks about, as an editor shows it: `**Preparing a summary**The container now starts.`"""
_FEWEST: Final = 3
"""Sentences of this kind that a text needs before it is separated."""
_LEAST: Final = 120
"""Characters that an answer has at least."""


def drop_progress(text: str) -> str:
    """A text without the titles of an agent's thoughts, which some editors put before it without a blank."""
    return _PROGRESS.sub("", text) if "**" in text else text


def split_narration(text: str) -> tuple[str, str]:
    """What a text tells while the work goes on, and what it says at the end; the first is empty for most texts."""
    if len(text) < 2 * _LEAST:
        return "", text
    ends = [match.end() for match in _NARRATES.finditer(text)]
    if len(ends) < _FEWEST:
        return "", text
    end = next((end for end in reversed(ends) if len(text[end:].strip()) >= _LEAST), 0)
    return (text[:end], text[end:].lstrip()) if end else ("", text)
