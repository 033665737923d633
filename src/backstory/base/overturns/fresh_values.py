"""Values that were probably replaced: the person gives a fresh one of the same kind, and the answer carries it out.

`256 KB is equally fast` and `chunks of 256 KB` in the answer: the talk had `1 MB` until then. No phrase has to say that
the former value holds no longer. A sentence with it is kept, and what gave the fresh value is quoted behind it.
"""

from backstory.base.overturns.cues import COPULAS, OUTCOMES, TESTS
from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.printed import looks_printed
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Exchange, Sentence

_ANSWERING = 3
"""Sentences of an answer that may carry a value out."""
_FAR = 80
"""Exchanges within which a value is replaced."""
_MOST = 4
"""Values of a kind that a talk has at most where the kind alone tells what one is of."""
_BRIEF = 4
"""Words of a sentence that says little but a value."""
_DIGITS = 3
"""Digits from which a number is told apart without what it counts."""
_RARE = 5
"""Sentences with a word up to which it tells what is spoken of."""
_MOST_COMPARED = 300
"""The last values with which a fresh one is compared."""
_MOST_FIGURES = 5
"""Figures of a sentence above which it is a list."""
_MONTHS = """
january february march april may june july august september october november december januar februar märz mai
juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
"""
_COUNTED = """
test tests file files line lines commit commits error errors failure failures warning warnings case cases time
times place places item items point points question questions thing things way ways step steps option options
people zeilen dateien fehler mal fichiers lignes erreurs fois archivos líneas errores veces call calls change
changes word words passed failed changed green red
"""
"""What is counted at all times, so that no count of it replaces another."""


class _Value:
    """A figure where it stands."""

    __slots__ = ("_names", "figure", "kind", "number", "sentence")

    def __init__(self, figure: "Figure", sentence: "Sentence") -> None:
        self.figure = figure
        self.sentence = sentence
        self.number = figure.number
        self.kind = _read_kind(figure)
        self._names: frozenset[str] | None = None

    @property
    def names(self) -> "frozenset[str]":
        """The names from code in its sentence."""
        if self._names is None:
            self._names = list_names(self.sentence)
        return self._names


class _Earlier:
    """The values of a talk up to an exchange."""

    def __init__(self) -> None:
        self.values: list[_Value] = []
        self.seen: set[tuple[str, str]] = set()
        """The kinds and numbers that somebody uttered."""
        self.numbers: dict[str, set[str]] = {}
        """Kind -> its numbers."""
        self.labels: dict[str, frozenset[str]] = {}
        """Number -> the words before it, wherever it stands."""
        self.spread: dict[str, int] = {}
        """Stem -> sentences with it."""

    def add(self, exchange: "Exchange", values: "Sequence[_Value]") -> None:
        for one in values:
            self.seen.add((one.kind, one.number))
            if not one.sentence.is_question:
                self.values.append(one)
                self.numbers.setdefault(one.kind, set()).add(one.number)
                self.labels[one.number] = self.labels.get(one.number, frozenset()) | _read_label(one)
        for sentence in exchange.sentences:
            for stem in content(sentence.stems):
                self.spread[stem] = self.spread.get(stem, 0) + 1

    def is_same(self, old: _Value, new: _Value, about: "frozenset[str]", exchange: "Exchange") -> bool:
        """Whether a fresh value is probably of the same thing as an earlier one."""
        answered = [figure.number for one in exchange.answered[:_ANSWERING] for figure, _ in one.figures]
        if old.number in answered:
            return False
        if _names_again(old, new, exchange):
            return True
        if _is_of_other(old, new):
            return False
        if _reads_as_setting(new) and old.figure.dimension == new.figure.dimension and self._has_label(old, new):
            return True
        if not old.kind or old.kind != new.kind:
            return False
        shared = (content(old.sentence.stems) - tables().counted) & about
        if any(self.spread.get(stem, 0) <= _RARE for stem in shared - new.figure.unit):
            return True
        if new.kind == _BARE:
            return not self.labels.get(old.number, frozenset()).isdisjoint(_read_label(new))
        kind, _, unit = new.kind.partition(" ")
        numbers = self.numbers.get(new.kind, set())
        if kind == "noun":
            return unit not in _COUNTED_STEMS and len(numbers) <= _MOST and not old.figure.unit.isdisjoint(about)
        is_plain = _reports_change(new.sentence) or len(new.sentence.words) <= _BRIEF
        return len(numbers) == 1 and is_plain

    def _has_label(self, old: _Value, new: _Value) -> bool:
        """Whether an earlier value has the label of a fresh one, or its sentence a word of it that few have."""
        label = _read_label(new)
        rare = frozenset([stem for stem in label if self.spread.get(stem, 0) <= _RARE])
        has_own = len(old.number) > 1 or bool(old.figure.dimension)
        return (has_own and not self.labels.get(old.number, frozenset()).isdisjoint(label)) or not rare.isdisjoint(
            old.sentence.stems
        )


def find_refreshed(
    exchanges: "Sequence[Exchange]",
    marked: "set[tuple[int, int, int]]",
    settled: "Mapping[tuple[int, str], set[str]]",
) -> "Iterator[Overturn]":
    """Yields the sentences with values of which later ones probably took the place, each with the last of them.

    `marked`: row, number of the sentence and place of the figures that were surely replaced. `settled`: row and words
    of each sentence that surely replaced figures, with their numbers: it took the place of no other ones.
    """
    earlier = _Earlier()
    last: dict[tuple[int, int], tuple[_Value, Sentence]] = {}
    for exchange in exchanges:
        values = exchange.read(_list_all_values)
        for new in _choose_fresh(exchange, values, earlier.seen):
            about = _list_about(new, exchange)
            replaced = _find_replaced(new, exchange, settled)
            for old in earlier.values[-_MOST_COMPARED:]:
                if replaced and old.number not in replaced:
                    continue
                is_near = exchange.number - old.sentence.exchange <= _FAR and old.number != new.number
                if is_near and earlier.is_same(old, new, about, exchange):
                    last[old.sentence.row, old.sentence.number] = old, new.sentence
        earlier.add(exchange, values)
    for old, by in last.values():
        if (old.sentence.row, old.sentence.number, old.figure.end) not in marked:
            yield Overturn(old.sentence, by.text, by.row, is_sure=False)


def _list_all_values(exchange: "Exchange") -> "list[_Value]":
    return [one for sentence in exchange.sentences for one in _list_values(sentence)]


def _find_replaced(
    new: _Value, exchange: "Exchange", settled: "Mapping[tuple[int, str], set[str]]"
) -> "frozenset[str]":
    """The numbers of which a fresh value surely took the place in its exchange."""
    giving = [one for one in exchange.sentences if (one.row, one.text) in settled]
    same = [one for one in giving if any(figure.number == new.number for figure, _ in one.figures)]
    return frozenset().union(*[settled[one.row, one.text] for one in same])


def _is_of_other(old: _Value, new: _Value) -> bool:
    """Whether two values are those of different names from code, `min_length` and `max_length`, or one of them holds in
    tests."""
    if _reads_as_setting(new) and _is_of_tests(old) != _is_of_tests(new):
        return True
    return bool(old.names and new.names) and old.names.isdisjoint(new.names) and _reads_as_setting(new)


def _is_of_tests(value: _Value) -> bool:
    """Whether the clause of a value speaks of tests."""
    clauses = (clause for figure, clause in value.sentence.figures if figure is value.figure)
    return any(not TESTS.isdisjoint(clause.words) for clause in clauses)


def _list_values(sentence: "Sentence") -> "Iterator[_Value]":
    """Yields the figures of a sentence that may be settings."""
    if len(sentence.figures) <= _MOST_FIGURES and sentence.text[:1] != "#":  # the number of a heading
        for figure, _ in sentence.figures:
            if figure.is_plain and not _is_label(figure, sentence):
                yield _Value(figure, sentence)


def _is_label(figure: "Figure", sentence: "Sentence") -> bool:
    """Whether a number is part of a name: `Challenge 4`."""
    words = sentence.text[: max(0, figure.end - len(figure.written))].split()
    return not figure.dimension and len(words) > 1 and words[-1][0].isupper() and words[-1].isalpha()


def _read_kind(figure: "Figure") -> str:
    """What a figure counts: the dimension and the unit as it is written, the noun behind it, or its digits alone."""
    if figure.dimension == "size":
        return figure.dimension  # `1 MB`, and `256 KB` in its place
    if figure.dimension:
        unit = "".join(sign for sign in figure.written.lower() if sign.isalpha()).rstrip("s")
        return f"{figure.dimension} {unit}"
    if figure.unit and "." not in figure.number:
        return f"noun {next(iter(sorted(figure.unit)))}"
    return _BARE if figure.number.isdecimal() and len(figure.number) >= _DIGITS else ""


_BARE = "digits"
"""The kind of a number that says itself what it is by its digits: that of a port."""


def _choose_fresh(exchange: "Exchange", values: "Sequence[_Value]", seen: "set[tuple[str, str]]") -> "list[_Value]":
    """The values that nobody uttered before and that an answer states, if the person gave them or it changed them, and
    those that are all the person says."""
    asked = {one.number for one in values if one.sentence.is_person and not one.sentence.is_question}
    answering = exchange.answered[:_ANSWERING]
    return [
        one
        for one in values
        if (one.kind or _reads_as_setting(one))
        and (one.sentence in answering or _is_order(one))
        and (one.kind, one.number) not in seen
        and not (one.sentence.is_question or one.sentence.is_imagined() or _reports(one.sentence))
        and (one.number in asked or _reports_change(one.sentence) or _reads_as_setting(one))
    ]


def _is_order(value: _Value) -> bool:
    """Whether a value is all that the person says: `50 ms`."""
    sentence = value.sentence
    is_stated = value.figure.dimension or value.figure.unit
    return sentence.is_person and bool(is_stated) and len(sentence.words) < _BRIEF and not looks_printed(sentence.text)


def _reports(sentence: "Sentence") -> bool:
    """Whether a sentence tells what came out of a run."""
    return not OUTCOMES.isdisjoint(sentence.words)


def _reports_change(sentence: "Sentence") -> bool:
    return tables().changes.find(sentence.words) is not None or not _CHANGED.isdisjoint(sentence.words)


_CHANGED = frozenset(
    ("now", "then", "instead", "lowered", "raised", "changed", "jetzt", "maintenant", "ahora", "adesso")
)


def _list_about(new: _Value, exchange: "Exchange") -> "frozenset[str]":
    """The stems that say what a fresh value is of: those of the sentences that give it."""
    giving = [
        one
        for one in [*exchange.asked, *exchange.answered[:_ANSWERING]]
        if any(figure.number == new.number for figure, _ in one.figures)
    ]
    return content(frozenset().union(new.sentence.stems, *[one.stems for one in giving])) - tables().counted


def _reads_as_setting(value: _Value) -> bool:
    """Whether a value is written as that of a setting: `CODE = 308`, or that of a name from code: "`limit` is 100"."""
    before = value.sentence.text[: value.figure.end]
    before = before[: max(0, before.rfind(value.number))].rstrip(" `\"'")
    last = before.split()[-2:]
    is_of_name = len(last) > 1 and last[0].endswith("`") and last[1].lower() in COPULAS
    return is_of_name or before.endswith(("=", ":"))


def _read_label(value: _Value) -> "frozenset[str]":
    """The stems of the word before a value that says what it is: `port` of `trial_port: 2222`, `limit is 100`."""
    before = value.sentence.text[: value.figure.end]
    words = read_words(before[: max(0, before.rfind(value.number))].replace("_", " "))[-_BEFORE:]
    while words and words[-1] in _LINKS:
        words.pop()
    return content(stem_words(words[-1:]))


_BEFORE = 3
"""Words before a value among which its label stands."""
_LINKS = COPULAS | frozenset(("of", "to", "at", "de", "von", "auf", "à", "a", "now", "set", "jetzt"))


_COUNTED_STEMS = stem_words([*_COUNTED.split(), *_MONTHS.split()])


def _names_again(old: _Value, new: _Value, exchange: "Exchange") -> bool:
    """Whether the prompt names the earlier value, of the kind of the fresh one."""
    for one in exchange.asked:
        for figure, _ in one.figures:
            if figure.number != old.number or not (figure.counts_same(new.figure) or not figure.dimension):
                continue
            kind = _read_kind(figure)
            if kind and kind == old.kind == new.kind:
                return True
            is_bare = not old.figure.dimension and not old.figure.unit
            if (
                kind == new.kind
                and is_bare
                and (len(read_words(old.sentence.text)) <= _BRIEF or _names_unit(old, kind))
            ):
                return True
    return False


def _names_unit(old: _Value, kind: str) -> bool:
    """Whether the words before an earlier value name what it counts: `timeout_minutes: 5`."""
    unit = kind.partition(" ")[2]
    return any(
        unit and word.startswith(unit) for word in read_words(old.sentence.text[: old.figure.end].replace("_", " "))
    )
