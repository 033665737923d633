"""Contractions that a person writes without their apostrophe: `dont use lodash`, `that wasnt worth it`.

The words of rules and decisions are looked for as they are spelled. A prompt gets the apostrophes for the reading, as a
sign of its own, and what is kept loses them again: it stands there in the person's words.
"""

import re
from typing import Final

from backstory.capture.candidate import Candidate

APOSTROPHE: Final = "\u02bc"
"""Stands for an apostrophe that was left out. A letter, so that the word stays one; a prompt that has it itself is left
as it is."""
_VERBS = "ai are ca could did do does had has have is must need should was were wo would"
_NEGATED: Final = _VERBS.split()
"""Verbs before `nt`."""
_OTHERS: Final = {"ive": 1, "youre": 3, "youve": 3, "theyre": 4, "thats": 4, "whats": 4, "heres": 4}
"""Word -> the letters before its apostrophe. `ill`, `id`, `its`, `well` and `were` are words themselves; `im` is one in
German."""
_SHORT: Final = {f"{word}nt": len(word) + 1 for word in _NEGATED} | _OTHERS
_WORD: Final = re.compile(
    rf"(?<![\w'’./-])(?:{'|'.join(sorted(_SHORT, key=len, reverse=True))}|(?:(?<=^)|(?<=[.!?;,] )|(?<=\n))lets)"
    r"(?![\w'’/-]|\.\w)"
    r"(?<!dont(?= (?:on|je|tu|il|elle|nous|vous|ils|elles|le|la|les|un|une|ce|cette|ces|chaque|deux|trois)\b))"
    r"(?<!dont(?= [jlcn]['’]))",
    re.IGNORECASE,
)
"""`lets` is one where a sentence or clause begins: `the flag lets you skip it` has none. `dont` is a word in French."""
_LETS: Final = 3


def mark_contractions(prompt: str) -> str:
    """The prompt with `APOSTROPHE` in each contraction that lacks its own."""
    return prompt if APOSTROPHE in prompt else _WORD.sub(_mark, prompt)


def _mark(match: re.Match[str]) -> str:
    word = match[0]
    place = _SHORT.get(word.lower(), _LETS)
    return f"{word[:place]}{APOSTROPHE}{word[place:]}"


def restore_words(one: Candidate) -> Candidate:
    """A candidate of a prompt that was marked, in the words of the person."""
    return one._replace(
        text=_restore(one.text),
        why=_restore(one.why),
        quote=_restore(one.quote),
        before=_restore(one.before),
        parts={key: _restore_part(value) for key, value in one.parts.items()},
    )


def _restore(text: str) -> str:
    return text.replace(APOSTROPHE, "")


def _restore_part(value: str | list[str]) -> str | list[str]:
    return _restore(value) if isinstance(value, str) else [_restore(one) for one in value]
