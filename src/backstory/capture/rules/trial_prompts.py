"""Orders for a trial: `throwaway experiment, separate branch: ...`. What such a prompt allows and forbids ends with"
" it."""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_OPENING: Final = 3
"""Sentences in which a prompt says that it is a trial."""
_TRIAL: Final = Pattern(
    r"\b(?:throw-?away|thrown away (?:afterwards|after|later|again)|(?:a |as a |quick |little |small "
    r"|on a )spike\b(?! in\b)"
    r"|(?:an?|as an|quick|little|small) experiment\b|side (?:track|quest|branch|trip)|scratch branch|(?:on"
    r"|in) (?:a branch of its"
    r" own|(?:its|an|his|their) own branch|a separate branch|an extra branch)|(?:a |, )separate branch\b"
    r"|branch of its own"
    r"|its own branch|won['’]t be merged|will not be merged|(?:never|not) (?:gets?|going to be|to be"
    r"|meant to be) merged"
    r"|just (?:to see|a trial|a try-?out|a measurement)|wegwerf-?\w*|nur zum (?:ausprobieren|testen)"
    r"|eigene[rn]? (?:branch|zweig)"
    r"|à jeter|juste pour voir|une expérience|de usar y tirar|solo para probar)\b"
)
_LASTS: Final = Pattern(
    r"\b(?:always|never|from (?:now|here|today) on|in (?:the )?future|going forward|every|each|in this (?:repo"
    r"|project)\w*|as a"
    r" rule|immer|nie|künftig|toujours|jamais|siempre|nunca)\b"
)


def drop_of_trial(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt, without its rules where it is for a trial and they do not say that they last."""
    if not any(_TRIAL.search(one.plain) for one in sentences[:_OPENING]):
        return list(statements)
    return [one for one in statements if one.kind != "rule" or _LASTS.search(one.text.lower())]
