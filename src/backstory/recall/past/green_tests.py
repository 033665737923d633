"""Tests that a statement calls red and that are green since: by a run, or by what a later answer says of them."""

import re
from collections.abc import Iterator
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.recall.past.red_tests import ALL_PASS, IS_RED, passes_since
from backstory.recall.past.sessions import PastWork

_NAME: Final = re.compile(r"`([^`\n]{3,200})`|([\w./-]+(?:::\w+)+|\w*[^\W_]_\w+|\b[a-z]+(?:[A-Z][a-z0-9]+)+)")
"""How a sentence names a test: in backticks, with its file or class, or as a name of code."""
_OF_TESTS: Final = Pattern(r"(?:test|spec)(?:s|e|en|ing)?(?![a-z])|(?:test|spec)_", re.IGNORECASE)
_GREEN: Final = Pattern(
    r"\b(?:green|pass(?:es|ed|ing)?|grün|läuft durch|verts?|vertes?|passent?|verdes?|pasa|pasan)\b", re.IGNORECASE
)
_NOT: Final = Pattern(
    r"\b(?:not|never|no longer|still|yet|if|when|once|until|should|would|will|make|nicht|noch|pas|plus|no|aún)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Words of a sentence that does not say that a test is green now."""
_SENTENCE_END: Final = re.compile(r"(?<=[.!?:;])\s+|\n+")


_CONDITION: Final = Pattern(
    r"\b(?:when(?:ever)?|if|unless|without|with|only|under|flaky|sometimes|always|each|every|before|after|wenn|nur|ohne"
    r"|mit|immer|quand|si|sans|avec|toujours|cuando|sin|con|siempre"
    r"|on (?!main\b|master\b|trunk\b|this\b|my\b)\w+)\b",
    re.IGNORECASE,
)
"""Words of what holds beyond the moment: `test_paths fails on Windows`."""
_REASON: Final = Pattern(r"\b(?:because|since|due|as|so|weil|da|denn|also|parce|car|donc|porque|pues)\b", re.IGNORECASE)


def only_tells_state(text: str, *, is_purposeful: bool) -> bool:
    """Whether a statement of a red test says nothing that outlives it. `is_purposeful`: it was recorded on purpose, so
    that a reason in it is to be kept."""
    return not (_CONDITION.search(text) or (is_purposeful and _REASON.search(text)))


def is_green_since(text: str, made: str, past: PastWork) -> bool:
    """Whether a sentence of a moment says that a test is red which passed later, or of which a later answer says so.

    What was said last decides: a test may be red again.
    """
    if not made or not IS_RED.search(text):
        return False
    if passes_since(text, made, past):
        return True
    if not _OF_TESTS.search(text):
        return False
    names = _list_names(text)
    return next(filter(None, (_tell_state(answer, names) for answer in _list_answers(made, past))), "") == "green"


def _list_names(text: str) -> list[str]:
    """The tests that a sentence names, by the last part of their names."""
    names = (match[1] or match[2] for match in _NAME.finditer(text))
    return [name.rpartition("::")[2] for name in names]


def _list_answers(made: str, past: PastWork) -> Iterator[str]:
    """The answers after a time, newest first."""
    answers = (one for session in past.sessions for one in session.answers if one.made > made)
    return (one.text for one in sorted(answers, key=lambda one: one.made, reverse=True))


def _tell_state(answer: str, names: list[str]) -> str:
    """`green` or `red`, as an answer says of some tests; empty where it says nothing of them."""
    for sentence in reversed(_SENTENCE_END.split(answer)):
        is_about = any(name in sentence for name in names)
        if is_about and IS_RED.search(sentence):
            return "red"
        if (ALL_PASS.search(sentence) or (is_about and _GREEN.search(sentence))) and not _NOT.search(sentence):
            return "green"
    return ""
