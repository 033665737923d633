"""Which of the steps that an answer named were done since, by what was said, committed and ticked off later."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from backstory.capture.patterns import Pattern
from backstory.capture.prose import read_sentences

_DONE: Final = Pattern(
    r"\b(?:done|added|fixed|implemented|written|wrote|renamed|removed|dropped|deleted|moved|updated|documented|merged"
    r"|committed|pushed|released|wired|ported|split|replaced|finished|completed|passes|pass|green|in place|now (?:has"
    r"|handles|uses)|is in|are in|erledigt|fertig|ergänzt|behoben|umbenannt|entfernt|geschrieben|fait|faite|ajouté\w*"
    r"|corrigé\w*|écrit\w*|terminé\w*|hecho|hecha|añadid\w+|arreglad\w+|escrit\w+|listo|lista)\b"
)
_OPEN: Final = Pattern(
    r"\b(?:not|never|still|yet|left|remain\w*|missing|open|to ?do|later|next|tomorrow|should|would|could|will|i'll|i'd"
    r"|need|needs|must|if|once|when|before|nicht|noch|offen|fehlt|später|pas|encore|reste\w*|falta\w*|todavía|aún)\b"
    r"|n't\b"
)
_ALL: Final = Pattern(
    r"^(?:(?:yes|ok(?:ay)?|sure|great|good|please|ja|gut|oui|sí|si|vale)[\s,.!]+)*(?:please |bitte )?(?:do (?:both|all"
    r"|them|it|that|these|those|the (?:rest|steps|remaining))\b|go (?:ahead|on)|continue|carry on|proceed"
    r"|all of (?:them|it)"
    r"|both|finish (?:it|that|them|the rest)|mach (?:das|beides|alles|weiter)|weiter|vas-?y|fais (?:les|tout|le)"
    r"|hazlo|haz (?:las|los|todo)|adelante|sigue)\b.{0,60}$"
)
"""How a person has the steps done that were just named."""
_COMMON: Final = frozenset(
    (
        *("the", "a", "an", "and", "or", "of", "to", "in", "for", "on", "with", "from", "by", "at", "as", "is", "are"),
        *("it", "its", "then", "that", "this", "be", "add", "make", "write", "do", "update", "fix", "run", "test"),
        *("tests", "der", "die", "das", "den", "und", "oder", "für", "mit", "von", "zu", "le", "la", "les", "du"),
        *("des", "et", "de", "un", "une", "el", "los", "las", "y", "con", "para", "por"),
    )
)
"""Words that do not tell one step from another."""
_SHARE: Final = 0.6
"""Share of the words of a step that a sentence has which says that it was done."""
_STEM: Final = 4


def drop_done(
    steps: Sequence[str], prompts: Iterable[str], answers: Sequence[str], subjects: Iterable[str]
) -> list[str]:
    """The steps that are open still, by the prompts, the answers and the subjects of commits after they were named."""
    sentences = [one for answer in answers for one in read_sentences(answer, person=False) if not one.is_question]
    deeds = [_stems(one.text) for one in sentences if _DONE.search(one.plain) and not _OPEN.search(one.plain)]
    deeds += [_stems(subject) for subject in subjects]
    open_steps = [step for step in steps if not _is_done(_stems(step), deeds)]
    if open_steps and answers and any(_ALL.match(" ".join(prompt.lower().split())) for prompt in prompts):
        last = [one.plain for one in read_sentences(answers[-1], person=False)]
        if any(map(_DONE.search, last)) and not any(map(_OPEN.search, last)):
            return []
    return open_steps


def _is_done(step: frozenset[str], deeds: Iterable[frozenset[str]]) -> bool:
    """Whether one of the sentences about deeds has most words of a step, and all of its names."""
    names = {word for word in step if _NAME.search(word)}
    few = len(step) < _FEW
    return bool(step) and any(
        names <= words and len(step & words) >= (len(step) if few else _SHARE * len(step)) for words in deeds
    )


def _stems(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, without their endings; names from code as they are."""
    words = (word.strip(".-/") for word in _WORD.findall(text.lower()))
    return frozenset(word if _NAME.search(word) else word[:_STEM] for word in words if word and word not in _COMMON)


_WORD: Final = re.compile(r"[^\W\d_][\w./-]*")
_NAME: Final = re.compile(r"[\w](?:[_./]\w|\d)")
_FEW: Final = 3
"""Words of a step below which all have to be told."""
