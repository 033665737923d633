"""Contractions that a person writes without their apostrophe: `dont use lodash`, `that wasnt worth it`.

The words of rules and decisions are looked for as they are spelled. A prompt gets the apostrophes for the reading, and
what is kept loses them again: it stands there in the person's words.
"""

import re
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.model.late_pattern import late_pattern

_VERBS = "ai are ca could did do does had has have is must need should was were wo would"
_NEGATED: Final = _VERBS.split()
"""Verbs before `nt`."""
_OTHERS: Final = {"ive": 1, "youre": 3, "youve": 3, "theyre": 4, "thats": 4, "whats": 4, "heres": 4}
"""Word -> the letters before its apostrophe. `ill`, `id`, `its`, `well` and `were` are words themselves; `im` is one in
German."""
_SHORT: Final = {f"{word}nt": len(word) + 1 for word in _NEGATED} | _OTHERS
_WORD: Final = late_pattern(
    rf"(?<![\w'’./-])(?:{'|'.join(sorted(_SHORT, key=len, reverse=True))}|(?:(?<=^)|(?<=[.!?;,] )|(?<=\n))lets)"
    r"(?![\w'’/-]|\.\w)"
    r"(?<!dont(?= (?:on|je|tu|il|elle|nous|vous|ils|elles|le|la|les|un|une|ce|cette|ces|chaque|deux|trois)\b))"
    r"(?<!dont(?= [jlcn]['’]))",
    re.IGNORECASE,
)
"""`lets` is one where a sentence or clause begins: `the flag lets you skip it` has none. `dont` is a word in French."""
_LETS: Final = 3


def add_apostrophes(prompt: str) -> tuple[str, frozenset[str]]:
    """The prompt with an apostrophe in each contraction that lacks it, and those words in lower case. A word that it
    spells out elsewhere is not among them."""
    spelled = _WORD.sub(_spell, prompt)
    if spelled == prompt:
        return prompt, frozenset()
    lowered = prompt.lower().replace("’", "'")
    added = {_spell(match).lower() for match in _WORD.finditer(prompt)}
    return spelled, frozenset(word for word in added if word not in lowered)


def _spell(match: re.Match[str]) -> str:
    word = match[0]
    place = _SHORT.get(word.lower(), _LETS)
    return f"{word[:place]}'{word[place:]}"


def restore_words(one: Candidate, added: frozenset[str]) -> Candidate:
    """A candidate of a prompt that got apostrophes, in the words of the person."""
    return one._replace(
        text=_restore(one.text, added),
        why=_restore(one.why, added),
        quote=_restore(one.quote, added),
        before=_restore(one.before, added),
        parts={key: _restore_part(value, added) for key, value in one.parts.items()},
    )


def _restore(text: str, added: frozenset[str]) -> str:
    return _SPELLED.sub(lambda match: match[0].replace("'", "") if match[0].lower() in added else match[0], text)


def _restore_part(value: str | list[str], added: frozenset[str]) -> str | list[str]:
    return _restore(value, added) if isinstance(value, str) else [_restore(one, added) for one in value]


_SPELLED: Final = late_pattern(r"[A-Za-z]+'[a-z]+")
