"""A choice in a word that a short correction replaced: `ignore, not warn` after `the default is warn`.

The correction names both, the one in force first or last, and little else. It is about an earlier statement that gives
the former word as a value and shares a word with the exchange of the correction.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import is_code
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_REPLACING = (
    ("instead", "of"), ("rather", "than"), ("not",), ("nicht",), ("statt",), ("anstatt",), ("pas",), ("plutôt", "que"),
    ("au", "lieu", "de"), ("en", "vez", "de"), ("en", "lugar", "de"), ("em", "vez", "de"), ("não",), ("invece", "di"),
    ("niet",), ("in", "plaats", "van"), ("than",), ("als",), ("que",),
)  # fmt: skip
"""Words between the value in force and the former one."""
_COMPARING = frozenset(("than", "als", "que"))
_PREFERRING = frozenset(("rather", "lieber", "eher", "plutôt", "mejor"))
"""Words that `than` and its like need before them."""
_NEGATING = frozenset(("not", "nicht", "pas", "não", "niet"))
_LEADS = frozenset(
    ("so", "ok", "okay", "hm", "hmm", "well", "wait", "no", "sorry", "please", "rather", "make", "it", "use", "take",
     "let", "s", "us", "also", "actually", "then", "and", "but", "i", "d", "say", "still", "lieber", "nimm",
     "nehmen", "wir", "mach", "dann", "doch", "besser", "alors", "mets", "prends", "plutôt", "finalement",
     "mejor", "entonces", "usa", "pon", "então", "põe", "allora")
)  # fmt: skip
"""Words with which a correction begins."""
_ARTICLES = frozenset(
    ("the", "a", "an", "der", "die", "das", "den", "dem", "le", "la", "les", "l", "el", "los", "las", "o", "os",
     "as", "il", "lo", "de", "het")
)  # fmt: skip
_GIVES = frozenset(
    ("is", "are", "to", "as", "at", "default", "level", "be", "stay", "use", "with", "called", "named", "set", "by",
     "ist", "sind", "auf", "als", "bei", "est", "sont", "à", "en", "es", "son", "a", "é")
)  # fmt: skip
"""Words behind which a sentence gives a value."""
_SHORTEST = 2
"""Letters of a value."""
_SHORT_WORD = 3
"""Letters up to which a word says nothing of the subject."""


def find_corrected(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the statements that give a word as a value which the person replaced by another one."""
    for exchange in exchanges:
        for sentence, (new, old, is_bare) in exchange.read(_list_corrections):
            about = _list_subjects(exchange) - stem_words([new, old])
            for other in exchanges[: exchange.number]:
                for one in other.sentences:
                    if not one.is_question and _gives(one, old, new, names_only=is_bare) and about & one.stems:
                        yield Overturn(one, sentence.text, sentence.row, is_sure=new not in _split(one.text))


def _list_corrections(exchange: "Exchange") -> "list[tuple[Sentence, tuple[str, str, bool]]]":
    """The sentences of the person that replace a word, with what `_read_correction` reads of each."""
    asked = [one for one in exchange.asked if not one.is_imagined()]
    return [(one, corrected) for one in asked if (corrected := _read_correction(one)) is not None]


def _list_subjects(exchange: "Exchange") -> "frozenset[str]":
    """The stems of what an exchange is about, `default` and `level` among them."""
    words = [word for one in exchange.sentences for word in one.words if len(word) > _SHORT_WORD and word not in STOP]
    return stem_words(words)


def _read_correction(sentence: "Sentence") -> "tuple[str, str, bool] | None":
    """The word in force and the former one of a sentence that corrects one word, in lower case; none for any other.

    The third tells a bare `not` without a pause, which negates more often than it corrects: `still not working`.
    """
    for clause in sentence.text.replace(";", ".").replace(" - ", ".").replace("—", ".").split(". "):
        words = _split(clause)
        for length in (1, 2, 3):
            for place in range(1, len(words) - length):
                if tuple(words[place : place + length]) not in _REPLACING:
                    continue
                before = words[:place]
                behind = [word for word in words[place + length :] if word not in _ARTICLES]
                if not behind or not _LEADS.issuperset(before[:-1]):
                    continue
                if words[place] in _COMPARING and _PREFERRING.isdisjoint(before):
                    continue
                new, old = before[-1], behind[0]
                if _is_value(new) and _is_value(old) and new != old and _ends(clause, old):
                    return new, old, words[place] in _NEGATING and f"{new}," not in clause.lower()
    return None


def _split(clause: str) -> "list[str]":
    return [word for each in clause.lower().split() if (word := each.strip("`'\"“”‘’«»()[],:!?.…*"))]


def _is_value(word: str) -> bool:
    if len(word) < _SHORTEST or word in STOP or word in _LEADS or word.isdigit():
        return False
    return "'" not in word and "’" not in word


def _ends(clause: str, word: str) -> bool:
    """Whether a clause ends behind a word, or pauses there."""
    behind = clause.lower().rpartition(word)[2].strip("`'\"“”‘’«»)*")
    return not behind or behind[0] in ",.!:("


def _gives(sentence: "Sentence", old: str, new: str, *, names_only: bool) -> bool:
    """Whether a sentence gives the former word as a value: as a name from code or, unless `names_only`, at the end of a
    clause or behind a word such as `is`."""
    for clause in sentence.text.replace(";", ",").split(","):
        words = _split(clause)
        if old not in words or new in words:
            continue
        place = words.index(old)
        written = next(word for word in clause.split() if old in word.lower())
        is_given = place + 1 == len(words) or not _GIVES.isdisjoint(words[max(0, place - 2) : place])
        if is_code(written) or (is_given and not names_only):
            return not {"not", "no", "nicht", "kein", "pas"} & set(words[max(0, place - 2) : place])
    return False
