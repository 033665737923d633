"""Values that a short prompt replaces: `8 workers, queue of 200` after `4 workers and a queue of 1000`.

Such a sentence says little but what it counts, and nothing that the earlier one does not say. It need not have a word
for a change, so that it has to mean one sentence only.
"""

from backstory.base.overturns.cues import TESTS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Exchange, Sentence

_MOST_WORDS = 14
"""Words of a sentence that gives values and little else."""
_SHORTEST = 3
"""Letters of a word that names something: shorter ones are prepositions of some language."""
_MOST_COMPARED = 120
"""Sentences before it with which it is compared."""
_GIVING_WORDS = """
make set change use take put go give raise lower increase reduce bump cut drop have want need keep now then instead
rather better please also ok okay fine actually wait only just most least max min maximum minimum up down each every
again hm well
jetzt nun lieber besser doch mach mache setz setze nimm nehmen erhöh erhöhe senk senke stell stelle höchstens mindestens
maximal minimal nur bitte pro je alle
passe passons mets mettons prends donne fixe baisse monte maintenant plutôt finalement mieux désormais chaque
mejor ahora pon ponlo ponga usa sube baja cambia dale máximo mínimo cada
"""
_GIVING = stem_words(_GIVING_WORDS.split())
"""The stems of words that say only that a value is given."""
_DENIALS = frozenset(("not", "no", "never", "nicht", "kein", "keine", "nie", "pas", "jamais", "nunca", "than", "if"))
"""Words of a sentence that does more than give values."""

_STEPS = frozenset(("by", "from", "um", "von", "de", "desde", "depuis"))
"""Words right before a figure that tells how much is changed, or what held before."""
_SIGNS = frozenset("|[]{}=<>\\")
"""Signs of code and of logs."""


def find_respecified(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the figures in the person's sentences that a later sentence of the person replaces."""
    earlier: list[Sentence] = []
    for exchange in exchanges:
        own = [one for one in exchange.asked if one.figures and not one.is_imagined()]
        for new in own:
            yield from _find_former(new, earlier)
        earlier += own


def _find_former(new: "Sentence", earlier: "Sequence[Sentence]") -> "Iterator[Overturn]":
    """Yields the figures that a sentence replaces in the only earlier sentence that it can refer to."""
    if len(new.words) > _MOST_WORDS or not _DENIALS.isdisjoint(new.words) or not _SIGNS.isdisjoint(new.text):
        return
    if any(not _STEPS.isdisjoint(figure.before[-1:]) for figure, _ in new.figures):
        return
    subjects = _list_subjects(new)
    pairs = [(old, _match(old, new, subjects)) for old in earlier[-_MOST_COMPARED:] if subjects <= old.stems]
    pairs = [(old, matches) for old, matches in pairs if matches]
    texts = {old.text for old, _ in pairs}
    if len(texts) != 1 or new.text in texts:
        return
    for old, matches in pairs:
        for former, figure in matches:
            yield Overturn(old, new.text, new.row, former, figure.written)


def _list_subjects(sentence: "Sentence") -> "frozenset[str]":
    """The stems of what a sentence says beside its figures and what they count."""
    units = [figure.unit for figure, _ in sentence.figures]
    units += [stem_words(read_words(figure.written)) for figure, _ in sentence.figures]
    stems = sentence.stems.difference(*units) - _GIVING
    return frozenset([one for one in stems if len(one) >= _SHORTEST and not one[0].isdigit()])


def _match(old: "Sentence", new: "Sentence", subjects: "frozenset[str]") -> "list[tuple[Figure, Figure]]":
    """The figures of two sentences that give the same thing another value; none where a new one has no counterpart."""
    if TESTS.isdisjoint(old.words) != TESTS.isdisjoint(new.words):
        return []
    former: dict[tuple[str, str], list[Figure]] = {}
    for figure, _ in old.figures:
        former.setdefault(_name(figure), []).append(figure)
    names = [_name(figure) for figure, _ in new.figures]
    if len(set(names)) < len(names) or any(not any(name) or len(former.get(name, ())) != 1 for name in names):
        return []
    is_named = bool(subjects) or len(names) > 1 or any(not figure.dimension for figure, _ in new.figures)
    pairs = [(former[name][0], figure) for name, (figure, _) in zip(names, new.figures, strict=True)]
    changed = [(one, other) for one, other in pairs if one.value != other.value]
    return changed if is_named and all(one.is_plain and other.is_plain for one, other in pairs) else []


def _name(figure: "Figure") -> "tuple[str, str]":
    """What a figure measures, and what it counts: the word behind it, else the nearest one before it."""
    if figure.dimension:
        return figure.dimension, ""
    unit = content(figure.unit - _GIVING)
    if unit:
        return "", min(unit)
    before = [stem for word in figure.before for stem in stem_words(read_words(word)) - _GIVING]
    return "", next((one for one in reversed(before) if one in content([one])), "")
