"""Questions for a value: a version, a number, a length of time. An answer may give it and leave out what it is: to
`which Go version do we support`, `we support 1.18 and up`. Only `recall` asks for this, no prompt does.
"""

from itertools import pairwise

from backstory.base.figures import NUMBERS, UNITS
from backstory.base.search import MAX_PROMPT
from backstory.base.tokenizer import split_words
from backstory.base.unspaced import split_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from backstory.base.tokenizer import Term

VERSION, NUMBER, LENGTH = "version", "number", "length"
_VERSION_WORDS = "version versions release releases msrv versión versiones"
_VERSIONS = frozenset(_VERSION_WORDS.split())
_ASKING_WORDS = """
which what whats minimum lowest oldest latest newest highest welche welcher welches quelle quelles qué cuál
"""
_ASKING = frozenset(_ASKING_WORDS.split())
_MANY = frozenset(
    (("how", "many"), ("how", "much"), ("wie", "viele"), ("wie", "viel"), ("combien", "de"), ("how", "big"),
     ("how", "large"), ("how", "high"), ("how", "deep"), ("wie", "groß"), ("wie", "hoch"))
)  # fmt: skip
_LONG = frozenset(
    (("how", "long"), ("how", "often"), ("how", "fast"), ("how", "slow"), ("wie", "lange"), ("wie", "oft"),
     ("wie", "schnell"), ("combien", "temps"))
)  # fmt: skip
_SINGLE = {"wieviel": NUMBER, "wieviele": NUMBER, "cuántos": NUMBER, "cuántas": NUMBER, "cuánto": NUMBER}
_NUMBER_WORDS = """
limit limits size port maximum minimum threshold budget percentage rate number count width height depth capacity level
code status distance grenze größe anzahl limite taille puerto tamaño
"""
_NUMBERS = frozenset(_NUMBER_WORDS.split())
_LENGTH_WORDS = "timeout timeouts interval delay pause wait period ttl duration deadline frist dauer durée"
_LENGTHS = frozenset(_LENGTH_WORDS.split())
_STRIPPED = "`'\"()[]{}<>=,;:!?*~|…“”‘’«»。，、！？；：（）≥≤≈^"
_FIRST = 8
"""Words of a question among which it says what it asks for."""


class AskedValue:
    """The value that a question asks for."""

    def __init__(
        self,
        kind: str,
        implied: "Sequence[int]",
        beside: "Sequence[frozenset[str]]",
        stem: "Callable[[str], frozenset[str]]",
    ) -> None:
        self.kind = kind
        self.implied = implied
        """The places of the words that such a value implies."""
        self._beside = beside
        self._stem = stem

    def is_given_in(self, text: str) -> bool:
        """Whether a sentence of a text gives such a value beside a word of the question. That it is a version says
        nothing of whose."""
        parts = [part for part in split_parts(text) if _has_value(part, self.kind)]
        return any(form <= stems for part in parts for stems in [self._stem(part)] for form in self._beside)


def find_asked_value(
    text: str,
    asked: "Sequence[Term]",
    forms: "Mapping[int, frozenset[str]]",
    significant: "Iterable[int]",
    stem: "Callable[[str], frozenset[str]]",
) -> AskedValue | None:
    """The value that a question asks for; None for any other. `forms` are the stems of its words by their places,
    `significant` the places of those that are evidence."""
    kind, words = read_kind(split_words(text[:MAX_PROMPT]))
    if not kind:
        return None
    implied = [place for place, term in enumerate(asked) if term.form in words]
    beside = [forms[place] for place in significant if kind != VERSION or place not in implied]
    return AskedValue(kind, implied, beside, stem)


def read_kind(words: "Sequence[str]") -> "tuple[str, frozenset[str]]":
    """What kind of value the words of a question ask for, and those that such a value implies; empty for none."""
    opening = words[:_FIRST]
    for number, pair in enumerate(pairwise(opening)):
        if pair in _LONG:
            return LENGTH, frozenset()
        if pair in _MANY:
            return NUMBER, frozenset(words[number + 2 : number + 3])
    for number, word in enumerate(opening):
        if word in _SINGLE:
            return _SINGLE[word], frozenset(words[number + 1 : number + 2])
    if _ASKING.isdisjoint(opening):
        return "", frozenset()
    for nouns, kind in ((_VERSIONS, VERSION), (_LENGTHS, LENGTH), (_NUMBERS, NUMBER)):
        implied = nouns.intersection(words)
        if implied:
            return kind, implied
    return "", frozenset()


def _has_value(part: str, kind: str) -> bool:
    tokens = [token.strip(_STRIPPED).rstrip(".").lower() for token in part.split()]
    if kind == VERSION:
        return any(map(_is_version, tokens))
    if kind == LENGTH:
        return any(_is_length(*pair) for pair in pairwise([*tokens, ""]))
    return any(map(_is_number, tokens))


def _is_version(token: str) -> bool:
    parts = token.removeprefix("v").rstrip("+").split(".")
    return len(parts) > 1 and parts[0].isdigit() and all(part.isdigit() or part in ("x", "*") for part in parts)


def _is_number(token: str) -> bool:
    return token in NUMBERS or (token[:1].isdigit() and not _is_version(token)) or _is_version(token + ".0")


def _is_length(token: str, unit: str) -> bool:
    digits = token.rstrip("abcdefghijklmnopqrstuvwxyz")
    if digits != token and digits.replace(".", "").isdigit():
        return UNITS.get(token[len(digits) :], ("", 0))[0] == "time"
    is_number = token in NUMBERS or token.replace(".", "").replace(",", "").isdigit()
    return is_number and UNITS.get(unit, ("", 0))[0] == "time"
