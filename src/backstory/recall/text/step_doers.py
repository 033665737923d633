"""Says who is to do a step that its list gives to `you` or `me`: what was uttered to the person is read by an agent."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from backstory.patterns.pattern import Pattern

PERSON: Final = "for the person, not you: "
"""How a step begins that is the person's."""
_LISTENER: Final = (
    r"(?:for |on )?(?:you|your (?:side|part|turn)|du|ihr|für dich|toi|vous|pour (?:toi|vous)|tú|usted|para ti)"
)
_SPEAKER: Final = r"(?:for |on )?(?:me|i|my (?:side|part|turn)|ich|für mich|moi|pour moi|yo|para mí)"
_BEHIND: Final = r"[*_`]*(?:\s*[:：]|\s+[–—-])[*_`]*\s+"
_FOR_LISTENER: Final = Pattern(
    rf"[*_`]*(?:{_LISTENER}{_BEHIND}|\({_LISTENER}\)[:,]?\s+|you (?:still )?(?:need to|have to|should|must) )"
    r"(?P<what>\S.+)"
    r"|(?P<before>.*\S)\s+\((?:you|du|toi|vous|tú|usted)\)",
    re.IGNORECASE,
)
_FOR_SPEAKER: Final = Pattern(
    rf"[*_`]*(?:{_SPEAKER}{_BEHIND}|\({_SPEAKER}\)[:,]?\s+)(?P<what>\S.+)|(?P<before>.*\S)\s+\((?:me|ich|moi|yo)\)",
    re.IGNORECASE,
)


def name_doers(steps: Sequence[str], answered: Collection[str]) -> tuple[str, ...]:
    """The steps with who is to do them: those of the agent as plain steps, those of the person behind them as theirs.
    `answered`: the steps that the agent named; in the person's own words, `you` is the agent."""
    own: list[str] = []
    theirs: list[str] = []
    for step in steps:
        is_answer = step in answered
        listener, speaker = _FOR_LISTENER.fullmatch(step), _FOR_SPEAKER.fullmatch(step)
        match = listener or speaker
        text = (match["what"] or match["before"]) if match else step
        (theirs if match and is_answer == bool(listener) else own).append(text)
    return (*own, *(f"{PERSON}{text}" for text in theirs))
