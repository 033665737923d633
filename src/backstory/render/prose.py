"""Small sentences made of recorded words: joined, stopped, put in order."""

import re
from collections.abc import Sequence

from backstory.model.late_pattern import late_pattern
from backstory.render.safe import join_lines


def end_sentence(text: str) -> str:
    """The text as a sentence: with a full stop where it has no end of its own, also inside of emphasis."""
    return text if not text or text.rstrip("*").endswith((".", "!", "?", "…", ":", "。")) else text + "."


def make_sentence(text: str) -> str:
    """The text as it may stand between sentences: begun with a capital, ended with a stop."""
    return end_sentence(text[:1].upper() + text[1:])


def title_sentence(title: str) -> str:
    """A title as a sentence. It begins with a capital unless its first word may be a name from the code."""
    first = title.partition(" ")[0].rstrip(",;:")
    return make_sentence(title) if first.isascii() and first.isalpha() and first.islower() else end_sentence(title)


def strip_stop(text: str) -> str:
    """The text without its full stop, to stand inside a sentence."""
    return join_lines(text).rstrip(". ")


def run_on(text: str, phrases: Sequence[str]) -> str:
    """The phrases behind the text, each begun anew."""
    for phrase in phrases:
        text = f"{text if text.endswith(chr(10)) else end_sentence(text)} {phrase}"
    return text


_PAUSE = late_pattern(r"[,;:]")
_BLOCK = late_pattern(
    r"#{1,6}(\s|$)|>|[-+*](\s|$)|={2,}|-{2,}|_{3,}|`{3,}|~{3,}|\||<|(?P<list>\d{1,9}[.)](\s|$))"
    r"|(human|user|assistant|system|developer)\s*:",
    re.IGNORECASE,
)


def escape_line_start(text: str) -> str:
    """The text at the start of a line of Markdown, where it must not become a heading, a list, code, or a turn
    of a conversation."""
    block = _BLOCK.match(text)
    if not block:
        return text
    end = len(block["list"].rstrip()) - 1 if block["list"] else 0
    return f"{text[:end]}\\{text[end:]}"


def join_listed(values: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} and {values[-1]}"


def join_series(values: Sequence[str]) -> str:
    """Recorded phrases in one sentence; semicolons where a phrase has commas of its own."""
    phrases = [strip_stop(value) for value in values]
    if len(phrases) < 3 and not any(_PAUSE.search(phrase) for phrase in phrases):
        return join_listed(phrases)
    return "; ".join(phrases)


def make_sentences(values: Sequence[str]) -> str:
    """Recorded phrases, each as a sentence of its own."""
    return " ".join(make_sentence(phrase) for phrase in map(strip_stop, values) if phrase)


def in_turn(values: Sequence[str]) -> str:
    """`a, then b, and then c`."""
    phrases = [strip_stop(value).removeprefix("then ").removeprefix("and then ") for value in values]
    if len(phrases) == 1:
        return phrases[0]
    return ", then ".join(phrases[:-1]) + f", and {'then ' if len(phrases) > 2 else 'after that '}{phrases[-1]}"
