"""The phrases and the words by which statements are compared, made and judged when they are first looked for."""

from backstory.base.figures import NUMBERS, UNITS
from backstory.base.overturns import cues, replacement_cues
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP, WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


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


def content(stems: "Iterable[str]") -> "frozenset[str]":
    """The stems that say what something is about."""
    return _contents[stems if isinstance(stems, frozenset) else frozenset(stems)]


class _Contents(dict["frozenset[str]", "frozenset[str]"]):
    """Stems -> those of them that say something. Each clause is compared with many, and its stems are one object."""

    def __missing__(self, stems: "frozenset[str]") -> "frozenset[str]":
        if len(self) >= _MOST:
            self.clear()
        plain = tables().plain
        self[stems] = telling = frozenset([one for one in stems if one not in plain and not one[0].isdigit()])
        return telling


_MOST = 4_000
_contents = _Contents()


def is_code(word: str) -> bool:
    """Whether a word looks like a name from code: with a sign or a capital within it."""
    return _codes[word]


class _Codes(dict[str, bool]):
    """Word -> whether it looks like a name from code."""

    def __missing__(self, word: str) -> bool:
        if len(self) >= _MOST_WORDS:
            self.clear()
        self[word] = is_code = _looks_like_code(word)
        return is_code


_MOST_WORDS = 8_000
_codes = _Codes()


def _looks_like_code(word: str) -> bool:
    if word.isalpha():
        return not (word.islower() or word[1:].islower())  # most words, which have no sign to look for
    core = word.strip("`'\"()[]{}<>,;:!?.")
    if not any(map(str.isalpha, core)):
        return False
    return word[0] == "`" or any(sign in core for sign in "._/-") or not (core.islower() or core[1:].islower())
