"""Values of names from code that an answer gives otherwise later: "`maxBoost` is 5", and then "`maxBoost` 3".

The person gave the later value in the prompt before, or the answer says that it was otherwise. A name may stand in a
call (`threshold=0.5`) and later as a plain word (`the threshold is 0.25 seconds now`).
"""

from backstory.base.figures import Figure, read_figures
from backstory.base.overturns.cues import COPULAS, NOW, TESTS
from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import is_code, tables
from backstory.base.overturns.signs import SCOPE_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_ANSWERING = 4
"""Sentences of an answer that may give a value."""
_FAR = 80
"""Exchanges within which a value is replaced."""
_LINKS = COPULAS | frozenset(("=", ":", "to", "at", "of", "defaults", "now", "auf", "jetzt", "à", "maintenant", "a"))
"""Words between a name and its value."""
_BETWEEN = 3
"""Words that may stand there."""
_SIGNS = "`'\"()[]{}<>,;:!?."
_SCOPES = frozenset(SCOPE_WORDS) - {"default", "release"}


class _Assigned:
    """A name with the value that a sentence gives it."""

    __slots__ = ("figure", "is_code", "name", "sentence")

    def __init__(self, name: str, figure: Figure, sentence: "Sentence", *, is_code: bool) -> None:
        self.name = name
        self.figure = figure
        self.sentence = sentence
        self.is_code = is_code


def find_reassigned(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with values of names from code of which later answers gave others."""
    former: dict[str, list[_Assigned]] = {}
    last: dict[tuple[int, int, int], tuple[_Assigned, _Assigned]] = {}
    for exchange in exchanges:
        read = exchange.read(_list_assigned)
        for name, new in _choose_new(read, exchange).items():
            for old in former.get(name, ()):
                if exchange.number - old.sentence.exchange <= _FAR and _is_other_value(old, new):
                    last[old.sentence.row, old.sentence.number, old.figure.end] = old, new
        for one in read:
            if one.is_code and not one.sentence.is_question:
                former.setdefault(one.name, []).append(one)
    for old, new in last.values():
        yield Overturn(old.sentence, new.sentence.text, new.sentence.row, old.figure, new.figure.written)


def _list_assigned(exchange: "Exchange") -> "list[_Assigned]":
    return [one for sentence in exchange.sentences for one in _read_assigned(sentence)]


def _choose_new(read: "Sequence[_Assigned]", exchange: "Exchange") -> "Mapping[str, _Assigned]":
    """The values that an answer gives and the person asked for, or that it says were otherwise. A name with several
    values in one exchange has none."""
    given = frozenset([figure.number for one in exchange.asked for figure, _ in one.figures])
    answering = exchange.answered[:_ANSWERING]
    chosen: dict[str, _Assigned] = {}
    values: dict[str, set[str]] = {}
    for one in read:
        values.setdefault(one.name, set()).add(one.figure.number)
        if one.sentence not in answering or one.sentence.is_imagined() or one.figure.before[-1:] == ["from"]:
            continue
        if exchange.asked and (one.figure.number in given or _tells_change(one.sentence)):
            chosen[one.name] = one
    return {name: one for name, one in chosen.items() if len(values[name]) == 1}


def _tells_change(sentence: "Sentence") -> bool:
    return not NOW.isdisjoint(sentence.words) or tables().changes.find(sentence.words) is not None


def _is_other_value(old: _Assigned, new: _Assigned) -> bool:
    """Whether a value replaces another one of the same name, in the same place."""
    words, others = old.sentence.words, new.sentence.words
    if TESTS.isdisjoint(words) != TESTS.isdisjoint(others) or _SCOPES & set(words) != _SCOPES & set(others):
        return False
    if old.figure.number == new.figure.number:
        return False
    return not (old.figure.dimension and new.figure.dimension) or old.figure.dimension == new.figure.dimension


def _read_assigned(sentence: "Sentence") -> "Iterator[_Assigned]":
    """Yields the names with a value in a sentence."""
    if not any(map(str.isdigit, sentence.text)):
        return
    words = list(split_signed(sentence.text))
    starts = {figure.end - len(figure.written): figure for figure in read_figures(words) if figure.is_plain}
    for place, (word, end) in enumerate(words):
        if "=" in word:
            yield from _read_call(word, end, sentence)
        figure = next((starts[one] for one in range(end - len(word), end) if one in starts), None)
        if figure is None:
            continue
        name, is_name = _find_name([one for one, _ in words[:place]])
        if name:
            yield _Assigned(name, figure, sentence, is_code=is_name)


def _find_name(before: "Sequence[str]") -> "tuple[str, bool]":
    """The name that the words before a value give it to, and whether it is written as code."""
    for back, word in enumerate(reversed(before[-_BETWEEN:])):
        core = word.strip(_SIGNS).lower()
        if word[:1] == "`" and word.rstrip(",;:.")[-1:] == "`" and core.replace("_", "").isalnum():
            return core, True
        if not back and is_code(word) and core.replace("_", "").isalnum() and core.isascii() and not word[:1].isupper():
            return core, True
        if word.strip("`") in ("=", ":") or core in _LINKS:
            continue
        return (core, False) if back and core.isalpha() else ("", False)
    return "", False


def _read_call(word: str, end: int, sentence: "Sentence") -> "Iterator[_Assigned]":
    """Yields the names with a value in a call: `(threshold=0.5, ...)`."""
    head, _, value = word.partition("=")
    name = head.rpartition("(")[2].strip(_SIGNS).lower()
    number = value.rstrip(_SIGNS + "…")
    plain = number.replace("_", "")
    if not name.replace("_", "").isalnum() or not plain.replace(".", "", 1).isdigit() or value.startswith("="):
        return
    place = end - len(value) + len(number)
    yield _Assigned(name, Figure(plain, plain, "", (), [name], place, number), sentence, is_code=True)
