"""Prompts that only tell something: a greeting, how somebody's weekend was, who asked for what."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.pieces_of_work import commands, is_order
from backstory.recall.text.printed_lines import list_written
from backstory.recall.text.request_sentences import has_aim
from backstory.recall.text.stance import asks, names_code

_TELLS: Final = Pattern(
    r"\b(?:i|we|he|she|they|my|our|ich|wir|mein\w*|unser\w*|je|j['’]|nous|mon|ma|mes|yo|mi|mis|me|nos|eu|meu|minha)\b",
    re.IGNORECASE,
    wide=r"[我你他她]|私|僕|저|제가|우리",
)
"""Words of somebody who tells of people."""


@judged
def only_narrates(text: str) -> bool:
    """Whether a prompt tells of people, names no code, and neither says what is wanted nor asks for anything."""
    sentences = list_written(text)
    return any(map(_TELLS.search, sentences)) and not any(map(_is_for_work, sentences))


def _is_for_work(sentence: str) -> bool:
    is_wanted = has_aim(sentence) or commands(sentence) or is_order(sentence) or asks(sentence)
    return is_wanted or names_code(sentence) or sentence.endswith(("?", "？"))
