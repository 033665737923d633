"""Requests that are a list, or stand below a heading: `Create hooks:` and its items."""

import re
from collections.abc import Sequence
from typing import Final

from backstory.base.token_estimate import estimate_tokens
from backstory.patterns.pattern import Pattern
from backstory.recall.past.pieces_of_work import begins_order
from backstory.recall.text.coverage import read_terms

_POINTS: Final = Pattern(
    r"\b(?:these|those|this|following|below|here|errors?|logs?|output|message|example|question|note|context"
    r"|diese\w*|folgende\w*|suivante?s?|siguientes?|est[oae]s?)\b",
    re.IGNORECASE,
    wide=r"以下|如下|下面|下記|次の|다음",
)
"""What a line says that only opens what follows it."""
_HEADING_TERMS: Final = 4
"""Terms from which a heading says what a prompt is about."""


def opens_list(sentence: str, most: int) -> bool:
    """Whether the first sentence of a prompt opens a list that holds the request: `Create hooks:`. `most`: tokens."""
    if not sentence.endswith((":", "：")) or not begins_order(sentence) or _POINTS.search(sentence):
        return False
    return estimate_tokens(sentence) <= most


def join_list(sentences: Sequence[str], tokens: int) -> str:
    """The opening line of a list, and as many of its items as fit."""
    text = sentences[0]
    for item in sentences[1:]:
        longer = f"{text} {item}" if text.endswith((":", "：")) else f"{text}; {item}"
        if item.endswith((":", "：")) or estimate_tokens(longer) > tokens:
            break
        text = longer
    return text.rstrip(":： ") if text == sentences[0] else text


def is_heading(sentence: str, most: int) -> bool:
    """Whether the first line of a prompt is a heading that says what all of it is about. `most`: its tokens."""
    if not sentence.endswith((":", "：")) or _POINTS.search(sentence) or estimate_tokens(sentence) > most:
        return False
    return len(read_terms(sentence)) >= _HEADING_TERMS
