"""Passwords of which a sentence says that one was changed to the other: `the password was changed from X to Y`."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import is_chosen
from backstory.redact.patterns import Pattern
from backstory.redact.sentences import is_of_code
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import FOR_PASSWORDS, is_stated_word

_OF: Final = rb"(?:[ ](?:for|of|to|on|in|f\xc3\xbcr|von|vom|pour|de|du|del|para|do|da)(?:[ ][\w\x80-\xff.@-]+){1,4}?)?"
_VERB: Final = (
    rb"(?:[ ](?:was|is|got|gets|has[ ]been|will[ ]be|wurde|a[ ]\xc3\xa9t\xc3\xa9|"
    rb"fue|foi|\xc3\xa8[ ]stata|ha[ ]cambiado|se[ ]cambi\xc3\xb3))?"
    rb"(?:[ ](?:just|now|gerade|gestern|heute))?"
    rb"(?:[ ](?:changed|reset|rotated|updated|switched|moved|set|chang\xc3\xa9e?|remplac\xc3\xa9e?|modifi\xc3\xa9e?|"
    rb"cambiad[ao]|cambiata|alterada|mudada|trocada|redefinida|cambi\xc3\xb3))?"
)
_VALUE: Final = rb"[\"'`*]{0,2}([^\s\"'`*]{4,64})[\"'`*]{0,2}"
CHANGED: Final = Pattern(
    rb"(?i)"
    + _OF
    + _VERB
    + rb"[ ](?:from|von|de|da)[ ]"
    + _VALUE
    + rb"[ ](?:to|into|auf|zu|\xc3\xa0|en|a|por|para|in)[ ]"
    + _VALUE
)
"""From the end of a word for a password to what it was changed to. Groups: both."""
_VERBS: Final = tuple(b"chang reset rotat updat switch wurde cambi modifi rempla alterad mudad trocad".split())
REACH: Final = 200


def find_changed(text: bytes, start: int, last: int, end: int) -> Iterator[Span]:
    """The old password and the new one, where both look like one."""
    if text[last : last + 1] not in (b" ", b"'") or text[start:last].lower() not in FOR_PASSWORDS:
        return
    near = text[last : last + REACH]
    if b" from " not in near and b" von " not in near and b" de " not in near and b" da " not in near:
        return
    groups = CHANGED.at(text, last, min(end, last + REACH))
    if not groups:
        return
    places = [(first, first + len(text[first:stop].rstrip(b".,;:!?)"))) for first, stop in groups[1:3]]
    has_verb = any(verb in text[last : places[0][0]].lower() for verb in _VERBS)
    if all(_is_password(text[first:stop], words=has_verb) for first, stop in places):
        yield from (Span(first, stop, "prose-password") for first, stop in places)


def _is_password(value: bytes, *, words: bool) -> bool:
    """Whether a value looks chosen. `words`: a word alone counts too."""
    if is_of_code(value):
        return False
    return is_chosen(value) or (words and is_stated_word(value, in_sentence=True))
