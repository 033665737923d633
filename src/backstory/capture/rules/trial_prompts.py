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
    r"\b(?:throw-?away|thrown away (?:afterwards|after|later|again)|(?:an?|as a|on a)(?: (?!traffic\b|latency\b"
    r"|load\b|memory\b|cpu\b)\w+)?"
    r" spike\b(?! (?:in|of|at|on (?:the )?(?:cpu|graph|dashboard))\b)|(?:quick|little|small) spike\b(?! in\b)"
    r"|(?:an?|as an)(?: (?!ab\b|running\b|live\b)\w+)? experiment\b(?! (?:flag|id|name|key|group|arm|service"
    r"|exposure)s?\b)"
    r"|(?:quick|little|small) experiment\b(?! (?:flag|id|name|key|group|arm|service|exposure)s?\b)"
    r"|side (?:track|quest|trip)|scratch branch|won['’]t be merged|will not be merged"
    r"|(?:never|not) (?:gets?|going to be|to be|meant to be) merged|never goes (?:in)?to (?:an? "
    r"|the )?(?:pull request|pr|main"
    r"|master|merge)|nobody merges (?:it|this)|for the (?:bin|trash)\b|just a (?:trial|try-?out|measurement)"
    r"|wegwerf-?\w*|nur zum (?:ausprobieren|testen)|à jeter|de usar y tirar|solo para probar)\b"
)
"""How a prompt says that its work is thrown away. A branch of its own is none: lasting work has one too."""
_LASTS: Final = Pattern(
    r"\b(?:always|(?<!this )(?<!it )(?<!that )never|from (?:now|here|today) on|in (?:the )?future|going forward"
    r"|every|each|in this (?:repo"
    r"|project)\w*|as a"
    r" rule|immer|nie|künftig|toujours|jamais|siempre|nunca)\b"
)


def drop_of_trial(statements: Sequence[Candidate], sentences: Sequence[Sentence]) -> list[Candidate]:
    """The statements of a prompt, without its rules where it is for a trial and they do not say that they last."""
    if not is_trial(sentences):
        return list(statements)
    return [one for one in statements if one.kind != "rule" or _LASTS.search(one.text.lower())]


def is_trial(sentences: Sequence[Sentence]) -> bool:
    """Whether a prompt says at its beginning that its work is a trial. What it allows lifts no rule of other work."""
    return any(_TRIAL.search(one.plain) for one in sentences[:_OPENING])
