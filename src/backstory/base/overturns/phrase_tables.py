"""The phrases by which statements are compared, made when they are first looked for."""

from backstory.base.figures import NUMBERS, UNITS
from backstory.base.overturns import cues, replacement_cues
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP, WEAK


class _Tables:
    """The phrases of each kind, made when they are first looked for."""

    def __init__(self) -> None:
        self.numbers = frozenset(NUMBERS)
        self._plain: frozenset[str] | None = None
        self._counted: frozenset[str] | None = None

    def __getattr__(self, name: str) -> "Phrases":
        """The phrases of a kind."""
        phrases = self.__dict__[name] = Phrases(_KINDS[name])
        return phrases

    @property
    def plain(self) -> "frozenset[str]":
        """The stems that say little of what something is about, verbs with which values are given among them: `el
        límite son 30 segundos`, `pon el límite a 45`."""
        if self._plain is None:
            self._plain = stem_words([*WEAK, *cues.COPULAS, *cues.ORDERS]) | STOP
        return self._plain

    @property
    def counted(self) -> "frozenset[str]":
        """The stems of numbers and units."""
        if self._counted is None:
            self._counted = stem_words([*NUMBERS, *UNITS])
        return self._counted


def _join(*tables: str) -> str:
    """The phrases of several tables: where none of them is, none of any is."""
    return ";".join(tables)


_KINDS: "dict[str, str]" = {
    "changes": cues.CHANGES,
    "for_once": cues.FOR_ONCE,
    "from_now": cues.FROM_NOW,
    "too": cues.TOO,
    "keeps": cues.KEEPS,
    "reorders": cues.REORDERS,
    "imagines": cues.IMAGINES,
    "refutes": cues.REFUTES,
    "denies": cues.DENIES,
    "is_not": cues.ISNT,
    "owns_up": cues.OWNS_UP,
    "corrects": cues.CORRECTS,
    "recalls": cues.RECALLS,
    "is_wrong": cues.IS_WRONG,
    "explains": cues.EXPLAINS,
    "proposes": cues.PROPOSES,
    "gone": cues.GONE,
    "takes_out": cues.TAKES_OUT,
    "turns_down": cues.TURNS_DOWN,
    "is_down": cues.IS_DOWN,
    "restores": cues.RESTORES,
    "undoes": cues.UNDOES,
    "prefers": cues.PREFERS,
    "swaps": replacement_cues.SWAPS,
    "takes_off": replacement_cues.TAKES_OFF,
    "keeps_number": replacement_cues.KEEPS_NUMBER,
    "denials": _join(cues.DENIES, cues.REFUTES, cues.ISNT, cues.OWNS_UP),
    "losses_by_person": _join(cues.TURNS_DOWN, cues.IS_DOWN),
    "losses_by_agent": _join(cues.TAKES_OUT, cues.GONE),
}
"""Name of a kind of phrases -> the phrases. A loss is that of a thing that somebody says to be out."""


_tables: "list[_Tables]" = []


def tables() -> _Tables:
    if not _tables:
        _tables.append(_Tables())
    return _tables[0]
